"""Equilibria of one-hand subgames."""

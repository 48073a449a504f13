"""The public tree against the rules engine: sizes, betting, cards, weights of deals."""

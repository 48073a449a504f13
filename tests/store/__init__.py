"""The store of solved strategies."""

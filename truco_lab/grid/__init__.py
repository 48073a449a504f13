"""The whole match: which subgames to solve in what order, on one machine or many."""

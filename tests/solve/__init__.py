"""The array solver against slow oracles, and against itself run in other ways."""

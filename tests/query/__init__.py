"""The query layer against slow walks through the rules engine."""

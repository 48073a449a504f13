"""The HAND notation: tables, properties over random legal spots, fuzzing."""

"""Slow second opinions on the solver: enumeration, linear programs, small games with known values, OpenSpiel."""

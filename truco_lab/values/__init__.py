"""Match values and what they rest on."""

from .ledger import land, load
from .rows import ClassValue
from .table import ValueTable, stand_in_value, successors

__all__ = ["ClassValue", "ValueTable", "land", "load", "stand_in_value", "successors"]

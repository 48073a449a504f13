"""Match values and what they rest on."""

from .table import ClassValue, ValueTable, load, remember, stand_in_value, successors

__all__ = ["ClassValue", "ValueTable", "load", "remember", "stand_in_value", "successors"]

"""Solved strategies on disk: `Store().open(score, turn_up_class)` reads what is asked for and leaves the rest there."""

from .entry import Entry
from .forms import Form
from .store import Found, Store

__all__ = ["Entry", "Form", "Found", "Store"]

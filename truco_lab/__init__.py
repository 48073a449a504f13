"""truco_lab: heads-up Truco Paulista, solved exactly."""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

_PLACES = {
    "Config": "solve.solver",
    "Draft": "notation",
    "Node": "query",
    "IllegalSpotError": "notation",
    "Lab": "lab",
    "Score": "rules",
    "Solution": "solve.solver",
    "Spot": "notation",
    "Study": "query",
    "SpotError": "notation",
    "SpotSyntaxError": "notation",
    "Store": "store",
    "TurnUp": "rules",
    "UnsolvedSpotError": "notation",
    "ValueTable": "values",
    "check": "notation",
    "edit": "notation",
    "explain": "notation",
    "parse": "notation",
    "plot": "plots",
    "rebase": "notation",
}

__all__ = ["__version__", *_PLACES]


def __getattr__(name: str) -> Any:
    """Public names are imported when they are first used: jax stays out until something is solved."""
    if name in _PLACES:
        value = getattr(import_module(f".{_PLACES[name]}", __name__), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)

"""Equilibria of one-hand subgames: `solve(score, turn_up_classes, payoffs, Config(target=1e-3))`."""

from __future__ import annotations

from importlib import import_module
from typing import Any

_PLACES = {
    "CFR": "regret",
    "CFR_PLUS": "regret",
    "Config": "solver",
    "DCFR": "regret",
    "DCFR_4": "regret",
    "DCFR_PLUS": "regret",
    "Engine": "engine",
    "Evaluation": "state",
    "Policy": "policy",
    "Progress": "solver",
    "Solution": "solver",
    "Solved": "solved",
    "UpdateRule": "regret",
    "embedded": "embedding",
    "prepare": "runtime",
    "solve": "solver",
}

__all__ = list(_PLACES)


def __getattr__(name: str) -> Any:
    """Imported when first used, so that estimates need no jax."""
    if name in _PLACES:
        return getattr(import_module(f".{_PLACES[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

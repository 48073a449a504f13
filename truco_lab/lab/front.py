"""The front end as one ES module: its files joined in the order in which they use each other.

A widget carries a single module and nothing is fetched, so the files' `import` lines are dropped and `export` with
them; all names are one namespace then, which a test keeps free of clashes.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

FILES = (
    "dom.js",
    "cards.js",
    "spot.js",
    "views.js",
    "chart.js",
    "list.js",
    "controls.js",
    "field.js",
    "rail.js",
    "table.js",
    "hand.js",
    "guide.js",
    "progress.js",
    "download.js",
    "address.js",
    "model.js",
    "screen.js",
    "acts.js",
    "listen.js",
    "lab.js",
)
"""Each uses only those before it."""

_IMPORT = re.compile(r"^import [^;]*;\n", re.M)
_EXPORT = re.compile(r"^export (?!default)", re.M)


def source(name: str) -> str:
    """One file of the front end."""
    return (resources.files(__package__) / "static" / name).read_text(encoding="utf-8")


@cache
def module() -> str:
    """The whole module; its default export is what a widget's host calls."""
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", source(name))) for name in FILES)


@cache
def style() -> str:
    """The style sheet."""
    return source("lab.css")

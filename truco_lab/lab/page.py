"""The lab as a page of its own: what the notebook that Voila runs has in its one cell."""

from __future__ import annotations

import os
from importlib import resources
from pathlib import Path

from ..notation import START, SpotError, line_in
from .lab import Lab

LINE_VARIABLE = "TRUCO_LAB_LINE"
"""The line that a page begins at when its address has none."""


def lab_of_page() -> Lab:
    """The lab at the line in the page's address, else at the one it was served with."""
    asked = line_in("?" + os.environ.get("QUERY_STRING", ""))
    try:
        return Lab(asked or os.environ.get(LINE_VARIABLE) or START)
    except SpotError as error:
        lab = Lab(START)
        lab.fails(error)
        return lab


def notebook() -> Path:
    """The page's notebook."""
    return _FILES / "truco-lab.ipynb"


def templates() -> Path:
    """A Jupyter data folder with the page's template."""
    return _FILES / "jupyter"


_FILES = Path(str(resources.files(__package__)))

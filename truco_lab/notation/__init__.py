"""The HAND notation: one line names one exact study state.

`parse` reads a line into a `Spot`, `str(spot)` writes it back, `check` lists everything wrong with a line and `explain`
says what each part of it means. `rebase` and `edit` change a spot and keep of it what still holds.
"""

from ..words import Lang
from .actions import spell
from .drafts import Draft
from .errors import IllegalSpotError, SpotError, SpotSyntaxError, UnsolvedSpotError, unsolved
from .meaning import Explained, explain
from .messages import Sentence
from .read import check, parse
from .rebase import edit, rebase
from .spot import START, Spot
from .urls import file_name, from_query, line_in, load, save, to_query

__all__ = [
    "START",
    "Draft",
    "Explained",
    "IllegalSpotError",
    "Lang",
    "Sentence",
    "Spot",
    "SpotError",
    "SpotSyntaxError",
    "UnsolvedSpotError",
    "check",
    "edit",
    "explain",
    "file_name",
    "from_query",
    "line_in",
    "load",
    "parse",
    "rebase",
    "save",
    "spell",
    "to_query",
    "unsolved",
]

"""One thread for small matrices: handing them to several costs more than multiplying them."""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import cache
from typing import Any

from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped]


@cache
def _controller() -> ThreadpoolController:
    return ThreadpoolController()


def single_threaded() -> AbstractContextManager[Any]:
    """While it lasts, NumPy's matrix products run on the calling thread."""
    return _controller().limit(limits=1, user_api="blas")

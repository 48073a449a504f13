"""Compiled programs of the session, made quickly."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from truco_lab.solve import engine


@pytest.fixture(scope="session", autouse=True)
def _quick(prepared: None) -> Iterator[None]:
    """LLVM's optimisations cost four times the compilation, and tiny trees do not need them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "CPU_OPTIONS", {**engine.CPU_OPTIONS, "xla_backend_optimization_level": 0})
        yield

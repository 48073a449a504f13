"""Rules of the query layer that tests set aside."""

from __future__ import annotations

import pytest

from truco_lab.query import answer, arrival


@pytest.fixture
def all_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every spot of the tree is read, however rarely play gets there."""
    monkeypatch.setattr(arrival, "PRACTICALLY_NEVER", 0.0)
    monkeypatch.setattr(answer, "PRACTICALLY_NEVER", 0.0)

"""Compiled programs of the session, made quickly."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session", autouse=True)
def _quick(quick: None) -> None:
    """For every test here."""

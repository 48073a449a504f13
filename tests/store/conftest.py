"""Programs compiled as quickly as in the solver's tests."""

from tests.solve.conftest import _quick

__all__ = ["_quick"]

"""The lab: a solution explored in a notebook cell, on a page, or in one file without a kernel."""

from .lab import Lab

__all__ = ["Lab"]

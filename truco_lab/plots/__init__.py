"""The lab's charts for scripts: what a view shows of a spot, drawn into matplotlib's axes. Needs matplotlib."""

from .bars import plot_frequencies
from .chart import plot

__all__ = ["plot", "plot_frequencies"]

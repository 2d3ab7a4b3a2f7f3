"""Sudoku as a constraint satisfaction problem."""

from arcdoku._native import __version__

__all__ = ["__version__"]

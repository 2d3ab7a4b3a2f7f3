"""What the functions of this package take."""

import os
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Boards = npt.NDArray[np.integer] | Sequence[str]
"""Boards: an array of numbers, `[n, cells]`, or one text a board."""


def cells_error(name: str, found: object, expected: str) -> str:
    """The message of an argument of another shape."""
    return f"{name}: found {found}, expected {expected}"


def number_of(name: str, value: int, least: int, most: int) -> None:
    """Checks that an argument is in its range."""
    if not least <= value <= most:
        raise ValueError(f"{name}: found {value}, expected a number from {least} to {most}")


def threads_of(threads: int | None) -> int:
    """The number of threads."""
    if threads is None:
        return os.cpu_count() or 1
    number_of("threads", threads, 1, 1024)
    return threads


def boards_of(boards: Boards, name: str) -> npt.NDArray[np.uint8]:
    """The numbers of boards, in order in memory."""
    if not isinstance(boards, np.ndarray):
        texts = list(boards)
        if len({len(text) for text in texts}) > 1:
            raise ValueError(f"{name}: found texts of several lengths, expected one")
        joined = "".join(texts).replace(".", "0").encode("ascii", "replace")
        numbers = np.frombuffer(joined, np.uint8) - np.uint8(48)
        return np.ascontiguousarray(numbers.reshape(len(texts), -1 if texts else 81))
    if boards.ndim != 2:
        raise ValueError(cells_error(name, f"shape {boards.shape}", "[n, cells]"))
    return np.ascontiguousarray(boards, dtype=np.uint8)

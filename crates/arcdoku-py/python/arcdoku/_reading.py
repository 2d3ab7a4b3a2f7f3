"""Conversion of arrays of numbers to texts of puzzles."""

import math
import operator
from collections.abc import Sequence
from typing import Any, cast

from arcdoku._options import wrong

_DIGITS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def cells_text(values: Sequence[object], columns: int, digits: int, least: int) -> str:
    """The text of cells: numbers of digits from 1, and 0 for an empty cell."""
    words = []
    for index, value in enumerate(values):
        number: object = 0 if value is None else value
        if isinstance(number, bool) or not hasattr(number, "__index__"):
            number = -1
        at = operator.index(cast(int, number))
        if not 0 <= at <= digits:
            row, column = divmod(index, columns)
            place = f"index {index} (row {row + 1}, column {column + 1})"
            raise ValueError(f"puzzle: {place}: found {value!r}, expected 0 (empty) or a digit from 1 to {digits}")
        words.append(at)
    if digits + least - 1 < 36:
        signs = ("0" + _DIGITS)[least:]
        return "".join("." if at == 0 else signs[at - 1] for at in words)
    return " ".join("." if at == 0 else str(at - 1 + least) for at in words)


def _is_flat(rows: Sequence[object]) -> bool:
    return not any(isinstance(row, Sequence) and not isinstance(row, str) for row in rows)


def from_array(puzzle: Any, options: dict[str, Any]) -> str:
    """The text of an array of numbers. Adds the size of the array to the options if they need it."""
    if hasattr(puzzle, "to_numpy"):
        # Columns of data frames.
        puzzle = puzzle.to_numpy()
    if hasattr(puzzle, "dtype") and hasattr(puzzle, "shape"):
        kind = puzzle.dtype.kind
        if kind not in "iu":
            raise ValueError(f"puzzle: found an array of {puzzle.dtype}, expected integers from 0 (empty)")
        if puzzle.ndim not in (1, 2):
            shape = tuple(puzzle.shape)
            raise ValueError(f"puzzle: found an array of shape {shape}, expected (81,), (9, 9) or another size")
        puzzle = puzzle.tolist()
    rows = list(puzzle)
    if _is_flat(rows):
        side = math.isqrt(len(rows))
        size = (side, side)
        is_flat = True
        if options.get("size") is None and (side * side != len(rows) or side == 0):
            raise ValueError(
                f"puzzle: found {len(rows)} numbers, expected the number of cells of a square, such as 81; "
                "size= sets rows and columns"
            )
    else:
        columns = len(cast(Sequence[object], rows[0])) if rows and isinstance(rows[0], Sequence) else 0
        for index, row in enumerate(rows):
            if not isinstance(row, Sequence) or isinstance(row, str) or len(row) != columns or columns == 0:
                found = f"{len(row)} numbers" if isinstance(row, Sequence) else repr(row)
                raise ValueError(f"puzzle: row {index + 1}: found {found}, expected {columns or 'some'} numbers")
        size = (len(rows), columns)
        rows = [value for row in rows for value in cast(Sequence[object], row)]
        is_flat = False
        if size[0] != size[1] and options.get("size") is None and options.get("shape") is None:
            raise ValueError(
                f"puzzle: found an array of shape {size}, expected a square such as (9, 9); "
                "size= or shape= describes grids that are not square"
            )
    named = options.get("size")
    if is_flat and named is not None:
        try:
            across, down = (int(part) for part in str(named).lower().split("x"))
            size = (across, down)
        except ValueError:
            raise ValueError(wrong("size", named, "rows x columns, such as 6x9")) from None
        if across * down != len(rows):
            raise ValueError(f"puzzle: found {len(rows)} numbers, expected {across * down} for the size {named}")
    digits, least = max(size), 1
    if options.get("digits") is not None:
        try:
            first, last = (int(part) for part in str(options["digits"]).split("-"))
        except ValueError:
            raise ValueError(wrong("digits", options["digits"], "the first and the last, such as 0-8")) from None
        digits, least = last - first + 1, first
    return cells_text(rows, size[1], digits, least)

"""Inputs of the functions of this package: boards in any layout, and streams of boards."""

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from arcdoku import _native
from arcdoku._arrays import Outcome, reasons, solve
from arcdoku._layouts import Rows, boards_with_rules, is_missing, library, rules_of_rows
from arcdoku._options import whole, wrong

Boards = Any
"""Boards in a layout of `arcdoku.solve`: `uint8[n, 81]` or other integers, `[n, 9, 9]`, texts, a column of texts, a
`Generated` with its rules."""

Rules = Any
"""The rules of all boards, or for each board a list of rules or `None`, as for `arcdoku.solve`."""

PIECE = 10_000
"""The number of rows that are processed at a time, if the result is a file."""


class Piece(NamedTuple):
    """Some rows of a stream."""

    first: int
    boards: npt.NDArray[np.uint8]
    solutions: npt.NDArray[np.uint8] | None
    seeds: npt.NDArray[np.uint64] | None
    rules: list[list[str]] | None
    """The rules of each board, if boards have rules other than those of the shape."""
    shape: str
    """The shape of the boards."""


class Ruled(NamedTuple):
    """Boards with their rules."""

    boards: npt.NDArray[np.uint8]
    shape: str
    rules: list[list[str]] | None
    """The rules of each board, if boards have rules other than those of the shape."""
    texts: list[str | None] | None
    """The rules of each board as one text, which is equal for equal rules; `None` if they cannot be read."""
    source: Rows
    """The boards that the caller passed."""

    def part(self, rows: slice) -> dict[str, Any]:
        """The arguments of array functions for some rows."""
        return {"shape": self.shape, "rules": () if self.rules is None else self.rules[rows]}

    def has_rules(self) -> npt.NDArray[np.bool_]:
        """Which boards have rules, or rules that cannot be read."""
        if self.texts is None:
            return np.zeros(len(self.boards), np.bool_)
        return np.array([text != "" for text in self.texts], np.bool_)

    def is_blank(self) -> npt.NDArray[np.bool_]:
        """Which boards have neither clues nor rules, and are therefore not puzzles."""
        return ~(self.boards.any(axis=1) | self.has_rules())

    def check(self, name: str, rules_name: str = "rules") -> None:
        """Raises an error if no board has a clue or a rule, because then the rules are missing."""
        if len(self.boards) and self.is_blank().all():
            raise ValueError(f"{name}: found boards without clues, expected puzzles, or their rules in {rules_name}=")


def ruled(boards: Boards, name: str, shape: str | int | None, rules: Rules, rules_name: str = "rules") -> Ruled:
    """Boards with their rules."""
    boards, shape, rules = boards_with_rules(boards, shape, rules)
    source = read(boards, name, shape)
    numbers = numbers_of(source)
    text = str(math.isqrt(numbers.shape[1]) if shape is None else shape)
    of_all, by_row = rules_of_rows(rules)
    if by_row is None and of_all:
        by_row = [of_all] * len(numbers)
    if by_row is not None and len(by_row) != len(numbers):
        raise ValueError(f"{rules_name}: found {len(by_row)} lists, expected {len(numbers)}, one per board")
    texts = None if by_row is None else _native.Kind(None, text, [], by_row).rules(len(numbers))
    return Ruled(numbers, text, by_row, texts, source)


def is_usual(shape: str, cells: int) -> bool:
    """Whether a shape is the usual one for a number of cells."""
    return _native.Kind(None, shape).shape == _native.Kind(cells).shape and not shape.endswith(" bare")


def usual(boards: Boards, name: str, why: str) -> Boards:
    """Checks that boards have the usual shape and no further rules, and returns them."""
    numbers, shape, rules = boards_with_rules(boards, None, ())
    if shape is not None:
        text = str(shape)
        check_usual(rules, text, _native.Kind(None, text).cells, name, why)
    return numbers


def check_usual(rules: Any, shape: str, cells: int, name: str, why: str) -> None:
    """Checks that puzzles have the usual shape and no further rules."""
    if rules and any(rules):
        raise ValueError(f"{name}: found puzzles with rules, expected puzzles without, {why}")
    if not is_usual(shape, cells):
        raise ValueError(f"{name}: found the shape {shape!r}, expected {_native.Kind(cells).shape!r}, {why}")


def boards_of(boards: Boards, name: str = "boards", shape: str | int | None = None) -> npt.NDArray[np.uint8]:
    """The numbers of boards, as for `numbers_of`."""
    return numbers_of(read(boards, name, shape))


def read(boards: Boards, name: str, shape: str | int | None) -> Rows:
    """Boards in any layout."""
    # Raises an error for tables.
    library(boards, name)
    for method in ("to_pylist", "to_list"):
        # Columns of pyarrow, polars and pandas.
        if hasattr(boards, method):
            boards = [None if is_missing(board) else board for board in getattr(boards, method)()]
    return Rows(boards, shape, (), name)


def numbers_of(rows: Rows) -> npt.NDArray[np.uint8]:
    """The numbers of boards, `[n, cells]`, contiguous in memory. An invalid number becomes another invalid number."""
    if rows.texts is not None:
        return _native.learn_numbers(rows.texts[:], rows.kind)
    if rows.array.dtype == np.uint8:
        return np.ascontiguousarray(rows.array)
    numbers: npt.NDArray[np.uint8] = rows.piece(slice(None))
    return numbers


def check(source: Rows, numbers: npt.NDArray[np.uint8], rows: slice, first: int) -> None:
    """Raises the error of the first malformed row, in terms of the layout that was given."""
    for at in np.flatnonzero((numbers[rows] > source.kind.digits).any(axis=1))[:1]:
        row = rows.start + int(at)
        raise ValueError(f"{source.name}[{first + row}]: {source.why(row)}")


def seeds_of(seeds: Any) -> npt.NDArray[np.uint64]:
    """One seed for all boards, or one seed for each."""
    found = np.asarray(seeds)
    if found.dtype.kind in "iu" and (found >= 0).all():
        return found.astype(np.uint64)
    # NumPy converts lists of small and large whole numbers to floats.
    numbers = np.asarray(seeds, object)
    checked = [whole("seeds", number) for number in numbers.reshape(-1).tolist()]
    return np.array(checked, np.uint64).reshape(numbers.shape)


def pieces(
    boards: Boards, solutions: Boards | None, seeds: Any, size: int = PIECE, rules: Rules = ()
) -> Iterator[Piece]:
    """The rows of boards, or of an iterator of boards, at most `size` at a time."""
    first = 0
    given = None if seeds is None else seeds_of(seeds)
    for chunk, labels, numbers in _chunks(boards, solutions):
        rows, shape, by_row, _, source = ruled(chunk, "boards", None, rules)
        solved = None if labels is None else read(labels, "solutions", shape)
        answers = None if solved is None else numbers_of(solved)
        if answers is not None and answers.shape != rows.shape:
            raise ValueError(wrong("solutions", answers.shape, f"the shape of boards, {rows.shape}"))
        own = None if numbers is None else np.asarray(numbers, np.uint64)
        if given is not None:
            own = np.broadcast_to(given, (len(rows),)) if given.ndim == 0 else given[first : first + len(rows)]
        if own is not None and own.shape != (len(rows),):
            raise ValueError(wrong("seeds", len(given if given is not None else own), "one per board"))
        for start in range(0, len(rows), size):
            part = slice(start, start + size)
            check(source, rows, part, first - start)
            if solved is not None and answers is not None:
                check(solved, answers, part, first - start)
            yield Piece(
                first,
                rows[part],
                None if answers is None else answers[part],
                None if own is None else own[part],
                None if by_row is None else by_row[part],
                shape,
            )
            first += len(rows[part])
    if given is not None and given.ndim and len(given) != first:
        raise ValueError(wrong("seeds", len(given), f"one per board, {first}"))


def _chunks(boards: Boards, solutions: Boards | None) -> Iterator[tuple[Boards, Boards | None, Any]]:
    """The passed boards, with their solutions and seeds."""
    if hasattr(boards, "puzzles"):
        boards = iter([boards])
    if not isinstance(boards, Iterator):
        yield boards, solutions, None
        return
    if solutions is not None:
        raise ValueError("solutions: found an array with an iterator, expected an iterator of both in pairs")
    for chunk in boards:
        if hasattr(chunk, "puzzles"):
            yield chunk, chunk.solutions, chunk.seeds
        elif isinstance(chunk, tuple) and len(chunk) == 2 and not isinstance(chunk[0], str):
            yield *chunk, None
        else:
            yield chunk, None, None


class Answered(NamedTuple):
    """The solutions of a piece, and the guesses of the search."""

    solutions: npt.NDArray[np.uint8]
    guesses: npt.NDArray[np.uint32]


def answered(piece: Piece, threads: int | None) -> Answered:
    """Solves a piece. Raises an error if a puzzle does not have exactly one solution, or not the given one."""
    side = int(piece.boards.shape[1] ** 0.5)
    # The shape distinguishes N * N boards from one board.
    options: dict[str, Any] = {"shape": piece.shape, "rules": piece.rules or ()}
    solved = solve(piece.boards, threads=threads, **options)
    for at in np.flatnonzero(solved.outcome != Outcome.UNIQUE)[:1]:
        found = Outcome(int(solved.outcome[at])).name.lower()
        if why := reasons(piece.boards, **options)[at]:
            raise ValueError(f"boards[{piece.first + at}]: {why}")
        expected = "a puzzle with one solution"
        if piece.rules is None and not piece.boards[at].any():
            expected += ", and rules= for one without clues"
        raise ValueError(f"boards[{piece.first + at}]: found outcome {found}, expected {expected}")
    if piece.solutions is not None:
        for at in np.flatnonzero((solved.grids != piece.solutions).any(axis=1))[:1]:
            cell = int(np.flatnonzero(solved.grids[at] != piece.solutions[at])[0])
            raise ValueError(
                f"solutions[{piece.first + at}]: row {cell // side + 1}, column {cell % side + 1}: "
                f"found {piece.solutions[at, cell]}, expected {solved.grids[at, cell]}"
            )
    return Answered(solved.grids, solved.guesses)

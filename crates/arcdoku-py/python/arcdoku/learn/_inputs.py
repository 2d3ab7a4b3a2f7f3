"""What the functions of this package take: boards in any layout, and streams of them."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from arcdoku import _native
from arcdoku._arrays import Outcome, solve
from arcdoku._layouts import Rows, is_missing
from arcdoku._options import wrong

Boards = Any
"""Boards in a layout of `arcdoku.solve`: `uint8[n, 81]` or other integers, `[n, 9, 9]`, texts, a column of texts."""

PIECE = 10_000
"""Rows that are worked on at a time, where the result is a file."""


class Piece(NamedTuple):
    """Some rows of a stream."""

    first: int
    boards: npt.NDArray[np.uint8]
    solutions: npt.NDArray[np.uint8] | None
    seeds: npt.NDArray[np.uint64] | None


def boards_of(boards: Boards, name: str = "boards", shape: str | int | None = None) -> npt.NDArray[np.uint8]:
    """The numbers of boards, `[n, cells]`, in order in memory. A number that is no digit stays one that is none."""
    for method in ("to_pylist", "to_list"):
        # Columns of pyarrow, polars and pandas.
        if hasattr(boards, method):
            boards = [None if is_missing(board) else board for board in getattr(boards, method)()]
    rows = Rows(boards, shape, (), name)
    if rows.texts is not None:
        return _native.learn_numbers(rows.texts[:], rows.kind)
    if rows.array.dtype == np.uint8:
        return np.ascontiguousarray(rows.array)
    numbers: npt.NDArray[np.uint8] = rows.piece(slice(None))
    return numbers


def pieces(boards: Boards, solutions: Boards | None, seeds: Any, size: int = PIECE) -> Iterator[Piece]:
    """The rows of boards, or of an iterator of them, some at a time."""
    first = 0
    given = None if seeds is None else np.asarray(seeds, np.uint64)
    for chunk, labels, numbers in _chunks(boards, solutions):
        rows = boards_of(chunk)
        answers = None if labels is None else boards_of(labels, "solutions")
        if answers is not None and answers.shape != rows.shape:
            raise ValueError(wrong("solutions", answers.shape, f"the shape of boards, {rows.shape}"))
        own = None if numbers is None else np.asarray(numbers, np.uint64)
        if given is not None:
            own = np.broadcast_to(given, (len(rows),)) if given.ndim == 0 else given[first : first + len(rows)]
        if own is not None and own.shape != (len(rows),):
            raise ValueError(wrong("seeds", len(given if given is not None else own), "one a board"))
        for start in range(0, len(rows), size):
            part = slice(start, start + size)
            yield Piece(
                first,
                rows[part],
                None if answers is None else answers[part],
                None if own is None else own[part],
            )
            first += len(rows[part])
    if given is not None and given.ndim and len(given) != first:
        raise ValueError(wrong("seeds", len(given), f"one a board, {first}"))


def _chunks(boards: Boards, solutions: Boards | None) -> Iterator[tuple[Boards, Boards | None, Any]]:
    """Boards with their solutions and the seeds that they bring, as they were passed."""
    if hasattr(boards, "puzzles"):
        boards = iter([boards])
    if not isinstance(boards, Iterator):
        yield boards, solutions, None
        return
    if solutions is not None:
        raise ValueError("solutions: found an array beside an iterator, expected pairs of boards and solutions in it")
    for chunk in boards:
        if hasattr(chunk, "puzzles"):
            yield chunk.puzzles, chunk.solutions, chunk.seeds
        elif isinstance(chunk, tuple) and len(chunk) == 2 and not isinstance(chunk[0], str):
            yield *chunk, None
        else:
            yield chunk, None, None


class Answered(NamedTuple):
    """The solutions of a piece, and the guesses of the search."""

    solutions: npt.NDArray[np.uint8]
    guesses: npt.NDArray[np.uint32]


def answered(piece: Piece, threads: int | None) -> Answered:
    """Solves a piece. Every puzzle must have one solution, which must be the given one."""
    side = int(piece.boards.shape[1] ** 0.5)
    # The shape tells N * N boards from one board.
    solved = solve(piece.boards, threads=threads, shape=side)
    for at in np.flatnonzero(solved.outcome != Outcome.UNIQUE)[:1]:
        found = Outcome(int(solved.outcome[at])).name.lower()
        raise ValueError(f"boards[{piece.first + at}]: found outcome {found}, expected a puzzle with one solution")
    if piece.solutions is not None:
        for at in np.flatnonzero((solved.grids != piece.solutions).any(axis=1))[:1]:
            cell = int(np.flatnonzero(solved.grids[at] != piece.solutions[at])[0])
            raise ValueError(
                f"solutions[{piece.first + at}]: row {cell // side + 1}, column {cell % side + 1}: "
                f"found {piece.solutions[at, cell]}, expected {solved.grids[at, cell]}"
            )
    return Answered(solved.grids, solved.guesses)

"""Generation of puzzles from a seed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from arcdoku import _native
from arcdoku._layouts import Rows, rows_of
from arcdoku._options import flag, rules_of, threads_of, whole, word, wrong


class Generated(NamedTuple):
    """The puzzles of `generate`, one row per puzzle."""

    puzzles: Any
    """`uint8[n, 81]`: the puzzles; all zeros for a puzzle that was given up."""
    solutions: Any
    """`uint8[n, 81]`: their solutions."""
    seeds: Any
    """`uint64[n]`: the seed of each puzzle. A call with this seed makes it as its first puzzle."""
    tries: Any
    """`uint64[n]`: how many puzzles were drawn until one met the request."""
    weights: Any
    """`float64[n]`: its weight in averages over all minimal puzzles; 1 for methods without weights."""
    outcome: Any
    """`uint8[n]`: `Outcome.UNIQUE`, or `Outcome.UNKNOWN` for a puzzle that was given up."""
    rules: list[list[str]] | None
    """The rules of each puzzle, as text, without the rules of its shape; `None` if no puzzle has any."""
    shape: str
    """The shape of all puzzles: `"grid 9x9 boxes 3x3"`; it ends in `bare` if rows, columns and boxes are not rules.

    Functions that take boards, also in `arcdoku.learn`, accept a `Generated` and use its shape and rules."""


def generate(
    n: int = 1,
    seed: int = 0,
    *,
    threads: int | None = None,
    tries: int | None = None,
    shape: str | int | None = None,
    bare: bool = False,
    rules: Sequence[str] = (),
    draw: Sequence[str] = (),
    cages: Any = None,
    grid: Any = None,
    symmetry: str = "none",
    mask: Any = None,
    clues: Any = None,
    minimal: str = "orbits",
    method: str = "top-down",
    scale: str | None = None,
    min: float | str | None = None,
    max: float | str | None = None,
    level: Any = None,
    hardest: str | None = None,
) -> Generated:
    """Makes puzzles with exactly one solution, as `arcdoku generate` does.

    A range is a number, a text such as `"22..26"`, `"..25"` or `"30.."`, or a pair `(least, most)`, in which `None`
    means no limit.

    Args:
        n: Number of puzzles.
        seed: The seed, 0 to 2^64 - 1, which determines all puzzles. A longer array begins with the same puzzles.
        threads: Number of threads, by default one per core. The puzzles do not depend on it.
        tries: Number of puzzles to draw before a puzzle is given up. There is no limit by default: if no puzzle meets
            the request, the call runs until it is interrupted.
        shape: Boxes such as `"2x3"`, or a number of digits; by default 9.
        bare: Only the rules that are named, without rows, columns and boxes.
        rules: Rules other than those of the shape, as text: `"diagonals"`.
        draw: Rules whose cells are drawn at random to fit the solution: `"thermo 3..5 of 4..6"`.
        cages: The range of sizes of killer cages, which are drawn instead of clues; `True` for 2 to 5.
        grid: The solution of all puzzles, as text or an array. By default each puzzle has its own.
        symmetry: The symmetry of the cells with clues: `"none"`, `"half-turn"`, `"diagonal"`, ...
        mask: Cells that may have a clue: an array of bools, or a text in which `.` is a cell that may not.
        clues: The range of the number of clues.
        minimal: Which clues must be necessary: `"orbits"`, `"clues"`, or `"any"` if clues may be redundant.
        method: `"top-down"`, or `"controlled-bias"` (D. Berthier 2009), which makes all minimal puzzles with the same
            number of clues equally likely, with a weight for averages over all.
        scale: The scale of the options below: `"hodoku"`, `"relaxed"` or `"se"`; `"logic"` for puzzles with rules.
        min: Minimum hardness: an ER such as 7.1, or a score.
        max: Maximum hardness.
        level: The range of levels: `"hard"`, `"medium..hard"`.
        hardest: The hardest technique that the puzzle needs: `"x-wing"`.

    Raises:
        ValueError: If an option has an unknown value, or a check of the options shows that no puzzle can meet the
            request.

    >>> import arcdoku
    >>> made = arcdoku.generate(3, seed=7, symmetry="half-turn", clues="22..28")
    >>> made.puzzles.shape, arcdoku.solve(made.puzzles).outcome.tolist()
    ((3, 81), [1, 1, 1])

    """
    import numpy as np

    seed, threads = whole("seed", seed), threads_of("threads", threads)
    request: dict[str, Any] = {
        "shape": None if shape is None else str(shape),
        "bare": flag("bare", bare),
        "rules": rules_of(rules),
        "draw": rules_of(draw, "draw"),
        "cages": _text((2, 5) if cages is True else None if cages is False else _numbers("cages", cages)),
        "grid": _grid(grid, shape),
        "symmetry": word("symmetry", symmetry),
        "mask": _mask(mask),
        "clues": _text(numbers := _numbers("clues", clues)),
        "minimal": word("minimal", minimal),
        "method": word("method", method),
        "scale": None if scale is None else word("scale", scale),
        "min": _hardness("min", min),
        "max": _hardness("max", max),
        "level": _text(_levels(level)),
        "hardest": None if hardest is None else word("hardest", hardest),
    }
    _ordered("min", request["min"], "max", request["max"])
    options = json.dumps(request)
    cells, grid_text = _native.grid_of_request(options)
    least, _ = numbers or (None, None)
    if least is not None and least > cells:
        raise ValueError(wrong("clues", clues, f"at most {cells}, the number of cells"))
    n = rows_of("n", n, cells)
    puzzles, solutions = np.zeros((n, cells), np.uint8), np.zeros((n, cells), np.uint8)
    seeds, counts, weights = np.zeros(n, np.uint64), np.zeros(n, np.uint64), np.zeros(n, np.float64)
    outcome = np.zeros(n, np.uint8)
    most = None if tries is None else whole("tries", tries, 1)
    found = _native.generate_rows(options, seed, most, puzzles, solutions, seeds, counts, weights, outcome, threads)
    listed = [text.split("\n") if text else [] for text in found] or None
    return Generated(puzzles, solutions, seeds, counts, weights, outcome, listed, grid_text)


def _hardness(name: str, value: Any) -> str | None:
    """An end of a range of hardness."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool) or not hasattr(value, "__float__"):
        raise TypeError(wrong(name, value, "a number, such as 7.1"))
    return str(value)


def _ordered(low: str, least: str | None, high: str, most: str | None) -> None:
    """Checks that the minimum is not above the maximum."""
    try:
        is_empty = least is not None and most is not None and float(least) > float(most)
    except ValueError:
        # The native part raises an error for this value.
        return
    if is_empty:
        raise ValueError(f"{low}: found {least}, expected at most {most}, which is {high}")


def _span(name: str, span: Any) -> tuple[Any, Any] | None:
    """The ends of a range."""
    if isinstance(span, str):
        least, dots, most = span.partition("..")
        least, most = least.strip(), most.removeprefix("=").strip()
        return (least or None, (most if dots else least) or None)
    if isinstance(span, range):
        if span.step != 1:
            raise ValueError(wrong(name, span, "a range with steps of 1"))
        return (span.start, span.stop - 1)
    if isinstance(span, (tuple, list)):
        if len(span) != 2:
            raise ValueError(wrong(name, span, "a pair of the least and the most"))
        return (span[0], span[1])
    return None if span is None else (span, span)


def _text(ends: tuple[Any, Any] | None) -> str | None:
    """A range as text."""
    return None if ends is None else "..".join("" if end is None else str(end) for end in ends)


def _numbers(name: str, span: Any) -> tuple[int | None, int | None] | None:
    """The ends of a range of numbers."""
    ends = _span(name, span)
    if ends is None:
        return None
    expected = "a whole number, a range such as '22..26' or a pair"
    numbers: list[int | None] = []
    for end in ends:
        try:
            number = int(end) if isinstance(end, str) else end
            numbers.append(None if number is None else whole(name, number, 0, 4096))
        except (TypeError, ValueError) as error:
            raise type(error)(wrong(name, span, expected)) from None
    least, most = numbers
    if least is not None and most is not None and least > most:
        raise ValueError(wrong(name, span, "the least first, then the most"))
    return (least, most)


def _levels(span: Any) -> tuple[str | None, str | None] | None:
    """The ends of a range of levels."""
    ends = _span("level", span)
    if ends is None:
        return None
    least, most = (None if end is None else word("level", end) for end in ends)
    return (least, most)


def _grid(grid: Any, shape: str | int | None) -> str | None:
    """A full grid as text."""
    if grid is None or isinstance(grid, str):
        return grid
    rows = Rows(grid, shape, (), "grid")
    if rows.n != 1:
        raise ValueError(f"grid: found {rows.n} grids, expected one")
    rows.check()
    return _native.texts_of_rows(next(piece for _, piece in rows.pieces()))[0]


def _mask(mask: Any) -> str | None:
    """A mask as text."""
    if mask is None or isinstance(mask, str):
        return mask
    import numpy as np

    return "".join("x" if cell else "." for cell in np.asarray(mask).reshape(-1).tolist())

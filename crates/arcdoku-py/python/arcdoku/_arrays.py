"""Functions over arrays of puzzles: millions of boards at a time.

A board is a row of an array `uint8[n, 81]` (row by row; 0 is an empty cell, 1 to 9 are digits), or of another layout
that `solve` describes. Boards of other sizes are arrays `[n, N * N]`.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from arcdoku import _native
from arcdoku._layouts import (
    Rows,
    apply,
    apply_grids,
    boards_with_rules,
    column,
    library,
    outputs_of,
    rewards_of_pandas,
    rows_of,
    steps,
    verify_columns,
)
from arcdoku._options import threads_of, whole, word

if TYPE_CHECKING:
    import numpy.typing as npt

    Array = npt.NDArray[Any]
    # The rules of all boards, or for each board a list of rules or `None`.
    Rules = Sequence[str] | Sequence[Sequence[str] | None] | Any


class Outcome(enum.IntEnum):
    """The outcome of a row, as a number in an array.

    >>> Outcome.UNIQUE
    <Outcome.UNIQUE: 1>
    """

    NONE = 0
    """No solution."""
    UNIQUE = 1
    """Exactly one solution."""
    SEVERAL = 2
    """Several solutions."""
    UNKNOWN = 3
    """A limit was reached first."""
    MALFORMED = 4
    """The row is not a puzzle."""


class Solved(NamedTuple):
    """The results of `solve`, one row per board."""

    grids: Any
    """`uint8[n, 81]`: the first solution found, in the layout of the boards; zeros where none was found."""
    outcome: Any
    """`uint8[n]`: an `Outcome`."""
    guesses: Any
    """`uint32[n]`: the number of decisions of the search, which measures how hard the puzzle is for a computer."""


class RatedSe(NamedTuple):
    """The ratings of `rate_se`, one row per board. Only puzzles with exactly one solution have a rating."""

    er: Any
    """`float64[n]`: the rating of the hardest step of the path, 1.0 to 11.9, or 20.0 if the techniques do not solve
    the puzzle.

    It is 0.0 for a full grid, which takes no step, and NaN without a rating.
    """
    ep: Any
    """`float64[n]`: the rating of the hardest step up to the first step that fills a cell."""
    ed: Any
    """`float64[n]`: the rating of the first step."""
    outcome: Any
    """`uint8[n]`: an `Outcome`."""


class RatedHodoku(NamedTuple):
    """The ratings of `rate_hodoku`, one row per board. Only puzzles with exactly one solution have a rating."""

    score: Any
    """`uint32[n]`: the sum of the scores of all steps; 0 without a rating."""
    level: Any
    """`uint8[n]`: 0 easy, 1 medium, 2 hard, 3 unfair, 4 extreme; 255 without a rating."""
    outcome: Any
    """`uint8[n]`: an `Outcome`."""


class Symmetries(NamedTuple):
    """Symmetries of the 9x9 grid, one row per board."""

    automorphisms: Any
    """`uint64[n]`: how many of the 2 * 6^8 * 9! symmetries map the clues to themselves."""
    transposed: Any
    """`bool[n]`: whether the grid is transposed first."""
    rows: Any
    """`uint8[n, 9]`: the rows of the (transposed) board, from 0, in the order of the result."""
    columns: Any
    """`uint8[n, 9]`: the columns in the order of the result."""
    digits: Any
    """`uint8[n, 9]`: the digits that replace the digits 1 to 9."""


def _given(out: Any, rows: Rows) -> list[Array]:
    """The arrays that the caller passed as `out`."""
    import numpy as np

    given = list(out) if isinstance(out, tuple) else [out]
    forms: list[tuple[str, type, tuple[int, ...]]] = [
        ("grids", np.uint8, (rows.n, rows.kind.cells)),
        ("outcome", np.uint8, (rows.n,)),
        ("guesses", np.uint32, (rows.n,)),
    ]
    if len(given) not in (1, 3):
        raise ValueError(f"out: found {len(given)} arrays, expected grids, or grids, outcome and guesses")
    arrays = []
    for (name, dtype, shape), array in zip(forms, given, strict=False):
        if not isinstance(array, np.ndarray):
            raise TypeError(f"out.{name}: found {type(array).__name__}, expected an array")
        if array.dtype != dtype or array.size != np.prod(shape) or (len(array) != shape[0] and not rows.single):
            found, expected = f"{array.dtype}{list(array.shape)}", f"{np.dtype(dtype)}{list(shape)}"
            raise ValueError(f"out.{name}: found {found}, expected {expected}")
        if not array.flags.c_contiguous or not array.flags.writeable:
            raise ValueError(f"out.{name}: expected an array in C order that can be written")
        arrays.append(array.reshape(shape))
    return arrays + outputs_of(rows, _KERNELS["solve"][0])[len(given) - 1 :]


def _rated_se(tenths: Array, outcome: Array) -> RatedSe:
    import numpy as np

    er, ep, ed = np.where(outcome == Outcome.UNIQUE, tenths.T / 10, np.nan)
    return RatedSe(er, ep, ed, outcome)


# For each kernel: the types of the arrays that it fills, with their entries per row, and the function that makes the
# result of them. Grids come last.
_KERNELS: dict[str, tuple[list[tuple[str, int | None]], Callable[..., Any]]] = {
    "solve": ([("uint8", None), ("uint32", None)], lambda outcome, guesses, grids: Solved(grids, outcome, guesses)),
    "canon": ([], lambda grids: grids),
    "key": ([("uint8", 16)], lambda keys: keys),
    "count": ([("uint64", None)], lambda counts: counts),
    "minimal": ([("uint8", None)], lambda found: found.view("?")),
    "rate_se": ([("uint8", 3), ("uint8", None)], _rated_se),
    "rate_hodoku": ([("uint32", None), ("uint8", None), ("uint8", None)], RatedHodoku),
    "symmetries": (
        [("uint64", None), ("uint8", None), ("uint8", 9), ("uint8", 9), ("uint8", 9)],
        lambda count, transposed, *parts: Symmetries(count, transposed.view("?"), *parts),
    ),
}


def _run(
    kernel: str,
    boards: Any,
    threads: int | None,
    strict: bool = False,
    *,
    number: int | None = None,
    order: str = "counts",
    shape: str | int | None = None,
    rules: Rules = (),
    out: Any = None,
) -> Any:
    """Runs a kernel on boards in any layout."""
    options: dict[str, Any] = {"number": number, "order": order}
    if library(boards):
        if out is not None:
            raise ValueError("out: found an output for a column, expected NumPy arrays or None")
        function = partial(_run, kernel, threads=threads, **options)
        return column(kernel, boards, threads, strict, function, shape=shape, rules=rules, **options)
    count = threads_of("threads", threads)
    rows = Rows(boards, shape, rules)
    forms, answer = _KERNELS[kernel]
    given = [] if out is None else _given(out, rows)
    outputs = given[1:] or outputs_of(rows, forms)

    def fill(piece: Any, kind: _native.Kind, *outputs: Array) -> None:
        _native.apply_to_rows(kernel, piece, kind, outputs, number, order, count)

    grids = []
    if kernel in ("solve", "canon"):
        room = given[0] if given else None
        grids = [apply_grids(rows, strict, outputs, fill, are_full=kernel == "solve", grids=room)]
    else:
        apply(rows, strict, outputs, fill)
    return answer(*map(rows.values, outputs), *grids)


@overload
def solve(
    boards: npt.NDArray[Any] | Sequence[str] | str,
    out: Any = None,
    *,
    threads: int | None = None,
    strict: bool = False,
    nodes: int | None = None,
    shape: str | int | None = None,
    rules: Rules = (),
) -> Solved: ...
@overload
def solve(
    boards: Any,
    out: Any = None,
    *,
    threads: int | None = None,
    strict: bool = False,
    nodes: int | None = None,
    shape: str | int | None = None,
    rules: Rules = (),
) -> Any: ...
def solve(
    boards: Any,
    out: Any = None,
    *,
    threads: int | None = None,
    strict: bool = False,
    nodes: int | None = None,
    shape: str | int | None = None,
    rules: Rules = (),
) -> Any:
    """Solves boards and finds whether each has no solution, one or several.

    Every array function takes boards in these layouts, and returns results of the same kind:

    - NumPy: integers `[n, 81]` or `[n, 9, 9]`, or a single board `[81]` or `[9, 9]`; 0 is an empty cell. `uint8` in C
      order is not copied. For other sizes `[n, N * N]`, `[n, N, N]`, `[N, N]`. An array `[N, N]` is one board; if it
      contains N smaller boards, pass `shape`.
    - text: a list, a NumPy array of strings, or one string, with one character per cell; `.` or `0` is an empty cell.
      Grids are returned as text, other results as NumPy arrays. Without `shape`, boards of several sizes are an
      error.
    - puzzles: a `Generated` of `generate`, a `Puzzle` or a list of these. Their shape and rules are used.
    - columns: an Array or ChunkedArray of pyarrow (or any object with the Arrow PyCapsule interface), a Series of
      polars or pandas. The result is a struct array, a Series of structs, or a DataFrame with the same index. It has
      nulls where the column has nulls or malformed rows, and a column `reason`. Categories are read as text. Without
      `shape`, rows of text are read as 9x9 if any row has 81 cells. Otherwise the first row with the length of a square
      grid of at least 4x4 determines the size. Rows of a different size are malformed.

    Args:
        boards: The puzzles.
        out: For NumPy: an array `uint8[n, 81]` for the grids, or a tuple of the three arrays of `Solved`, to write to.
        threads: Number of threads, 1 to 1024, by default one per core. The results do not depend on it.
        strict: Raises `ValueError` for the first malformed row, instead of the outcome `MALFORMED`. `None` in a list
            is malformed; a null of a column is a missing value and not an error.
        nodes: Number of decisions after which the search of a puzzle ends with `UNKNOWN`; no limit by default.
        shape: The shape, if it is not 9x9: boxes such as `"2x3"`, or a number of digits. By default the usual shape
            for the number of cells.
        rules: Rules other than rows, columns and boxes, as text: `["diagonals"]`. If boards have different rules: for
            each board a list or `None`, or a column of lists. A board whose rules cannot be read is malformed.

    Raises:
        ValueError: If `boards` has the wrong shape or texts of different sizes; with `strict`, for a malformed row.
        TypeError: If `boards` has the wrong type, is a table, or is an array with a mask.

    >>> import arcdoku
    >>> solved = arcdoku.solve(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"])
    >>> solved.grids[0][:9], arcdoku.Outcome(solved.outcome[0]).name
    ('534678912', 'UNIQUE')
    >>> arcdoku.solve(["." * 16] * 2, rules=[["cage 3: r1c1 r1c2", "diagonals"], None]).outcome.tolist()
    [2, 2]

    """
    limit = None if nodes is None else whole("nodes", nodes)
    return _run("solve", boards, threads, strict, number=limit, shape=shape, rules=rules, out=out)


def canon(
    boards: Any,
    *,
    order: str = "counts",
    threads: int | None = None,
    strict: bool = False,
) -> Any:
    """Finds the canonical form of each board, which is equal for equivalent boards.

    Two 9x9 boards are equivalent if one becomes the other by renaming digits, permuting bands and stacks, permuting
    rows and columns inside them, and transposing. The canonical form is the smallest of all equivalent boards in an
    order.

    Args:
        boards: 9x9 puzzles or full grids, in any layout of `solve`.
        order: `"counts"` orders by the numbers of clues in the first band's mini-rows, then by the text; `"text"`
            orders by the text alone ("minlex").
        threads: Number of threads, by default one per core.
        strict: Raises `ValueError` for the first malformed row. By default, the form of such a row is all zeros, or
            null.

    Returns:
        The forms, in the layout of the boards.

    >>> import arcdoku
    >>> forms = arcdoku.canon(["." * 80 + "7", "3" + "." * 80])
    >>> forms[0] == forms[1], forms[0].count("1")
    (True, 1)

    """
    return _run("canon", boards, threads, strict, order=word("order", order))


def key(boards: Any, *, threads: int | None = None, strict: bool = False) -> Any:
    """Makes a key of 16 bytes for each board, which is equal for equivalent boards only.

    The key is the hash of the canonical form, most significant byte first. It is the same on every platform and in
    every version. Among a billion different classes, the probability that any two have the same key is 10^-21.

    Args:
        boards: 9x9 puzzles or full grids, in any layout of `solve`.
        threads: Number of threads, by default one per core.
        strict: Raises `ValueError` for the first malformed row. By default, the key of such a row is all zeros, or
            null.

    Returns:
        `uint8[n, 16]`, or `uint8[16]` for a single board; for a column, fixed-size binary of 16 bytes.

    >>> import arcdoku
    >>> arcdoku.key("." * 80 + "7").tobytes().hex() == arcdoku.key("3" + "." * 80).tobytes().hex()
    True

    """
    return _run("key", boards, threads, strict)


def verify(
    boards: Any,
    answers: Any,
    *,
    partial: bool = False,
    threads: int | None = None,
    strict: bool = False,
    shape: str | int | None = None,
    rules: Rules = (),
) -> Any:
    """Computes rewards for answers to puzzles: 1.0 for a full grid that obeys all rules and clues, else 0.0.

    The reward is meant for reinforcement learning. It needs no stored solutions: every solution of a puzzle is right.

    Args:
        boards: The puzzles, in any layout of `solve`.
        answers: The answers, one per puzzle, in the same or another layout. Empty cells are allowed.
        partial: If a puzzle has one solution, a wrong or incomplete answer that changes no clue is rewarded with the
            share of the empty cells that it fills correctly.
        threads: Number of threads, by default one per core.
        strict: Raises `ValueError` for the first malformed puzzle or answer. By default, the reward of such a row is
            0.0.
        shape: As for `solve`.
        rules: As for `solve`.

    Returns:
        `float32[n]`, or one number for a single board.

    Raises:
        ValueError: If the numbers of answers and puzzles differ.

    >>> import arcdoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> answer = arcdoku.solve(puzzle).grids
    >>> arcdoku.verify([puzzle, puzzle], [answer, puzzle]).tolist()
    [1.0, 0.0]

    """
    libraries = [library(boards), library(answers, "answers")]
    if "pandas" in libraries:
        lists = [
            side.to_numpy(dtype=object) if module == "pandas" else side
            for side, module in zip((boards, answers), libraries, strict=True)
        ]
        options: dict[str, Any] = {"threads": threads, "strict": strict, "shape": shape, "rules": rules}
        return rewards_of_pandas(boards, answers, verify(*lists, partial=partial, **options))
    if any(libraries):
        return verify_columns(boards, answers, partial, threads, strict, shape, rules)
    threads = threads_of("threads", threads)
    boards, shape, rules = boards_with_rules(boards, shape, rules)
    puzzles = Rows(boards, shape, rules)
    # Answers of another size are wrong.
    replies = Rows(answers, puzzles.kind.shape, (), "answers")
    if puzzles.n != replies.n:
        raise ValueError(f"answers: found {replies.n} rows, expected {puzzles.n}, one per puzzle")
    if strict:
        puzzles.check()
        replies.check()
    (rewards,) = outputs_of(puzzles, [("float32", None)])
    are_kept = puzzles.is_kept() and replies.is_kept()
    for part in [slice(0, puzzles.n)] if are_kept else steps(puzzles.n):
        board = puzzles.array if are_kept else puzzles.piece(part)
        answer = replies.array if are_kept else replies.piece(part)
        _native.verify_rows(board, answer, puzzles.kind_of(part), rewards[part], partial, threads)
    return puzzles.values(rewards)


def count(
    boards: Any,
    *,
    up_to: int = 1_000_000,
    threads: int | None = None,
    strict: bool = False,
    shape: str | int | None = None,
    rules: Rules = (),
) -> Any:
    """Counts the solutions of each board.

    Args:
        boards: The puzzles, in any layout of `solve`.
        up_to: The number at which counting ends, 1 to 2^64 - 1, and the result for a puzzle with more solutions.
            Without it, counting an empty 9x9 board does not end in practice.
        threads: Number of threads, by default one per core.
        strict: Raises `ValueError` for the first malformed row. By default, the count of such a row is 0, or null;
            `reasons` lists these rows.
        shape: As for `solve`.
        rules: As for `solve`.

    Returns:
        `uint64[n]`, or one number for a single board.

    >>> import arcdoku
    >>> arcdoku.count(["." * 16, "1..." * 4, "12.." + "." * 12]).tolist()
    [288, 0, 24]

    """
    number = whole("up_to", up_to, 1)
    return _run("count", boards, threads, strict, number=number, shape=shape, rules=rules)


def minimal(
    boards: Any,
    *,
    threads: int | None = None,
    strict: bool = False,
    shape: str | int | None = None,
    rules: Rules = (),
) -> Any:
    """Finds which boards are minimal: they have one solution, and several if any clue is removed.

    Args:
        boards: The puzzles, in any layout of `solve`.
        threads: Number of threads, by default one per core.
        strict: Raises `ValueError` for the first malformed row. By default, such a row is not minimal, or null.
        shape: As for `solve`.
        rules: As for `solve`.

    Returns:
        `bool[n]`, or one bool for a single board.

    >>> import arcdoku
    >>> hard = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    >>> arcdoku.minimal([hard, arcdoku.solve(hard).grids, "." * 81]).tolist()
    [True, False, False]

    """
    return _run("minimal", boards, threads, strict, shape=shape, rules=rules)


def rate_se(boards: Any, *, threads: int | None = None, strict: bool = False) -> Any:
    """Rates boards on the scale of the Sudoku Explainer 1.2.1 (N. Juillerat).

    Args:
        boards: 9x9 puzzles, in any layout of `solve`.
        threads: Number of threads, by default one per core.
        strict: Raises `ValueError` for the first malformed row, instead of the outcome `MALFORMED`.

    Returns:
        `RatedSe` with ER, EP and ED.

    >>> import arcdoku
    >>> rated = arcdoku.rate_se("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> float(rated.er), float(rated.ep), float(rated.ed)
    (1.2, 1.2, 1.2)

    """
    return _run("rate_se", boards, threads, strict)


def rate_hodoku(boards: Any, *, threads: int | None = None, strict: bool = False) -> Any:
    """Rates boards on the scale of HoDoKu 2.2 (B. Hobiger).

    Args:
        boards: 9x9 puzzles, in any layout of `solve`.
        threads: Number of threads, by default one per core.
        strict: Raises `ValueError` for the first malformed row, instead of the outcome `MALFORMED`.

    Returns:
        `RatedHodoku` with score and level.

    >>> import arcdoku
    >>> rated = arcdoku.rate_hodoku("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> int(rated.score), int(rated.level)
    (204, 0)

    """
    return _run("rate_hodoku", boards, threads, strict)


def symmetries(
    boards: Any,
    *,
    order: str = "counts",
    threads: int | None = None,
    strict: bool = False,
) -> Any:
    """Counts the automorphisms of each board and finds a symmetry that maps it to its canonical form.

    Args:
        boards: 9x9 puzzles or full grids, in any layout of `solve`.
        order: As for `canon`.
        threads: Number of threads, by default one per core.
        strict: Raises `ValueError` for the first malformed row, instead of zeros.

    Returns:
        The `Symmetries`, which can be passed to `transform`.

    >>> import arcdoku
    >>> board = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    >>> found = arcdoku.symmetries(board)
    >>> int(found.automorphisms), arcdoku.transform(board, found) == arcdoku.canon(board)
    (1, True)

    """
    return _run("symmetries", boards, threads, strict, order=word("order", order))


def transform(boards: Any, symmetries: Symmetries, *, threads: int | None = None, strict: bool = False) -> Any:
    """Applies a symmetry to each board.

    Args:
        boards: 9x9 puzzles or full grids, as arrays or lists of text.
        symmetries: `Symmetries`, one per board; `automorphisms` is not used.
        threads: Number of threads, by default one per core.
        strict: Raises `ValueError` for the first malformed row, instead of zeros, or null.

    Returns:
        The transformed boards, in the layout of the boards.

    Raises:
        ValueError: If the numbers of symmetries and boards differ, or one is not a symmetry of the grid.

    >>> import arcdoku, numpy as np
    >>> same = np.arange(9, dtype=np.uint8)
    >>> transpose = arcdoku.Symmetries(1, True, same, same, same + 1)
    >>> arcdoku.transform(".7" + "." * 79, transpose).index("7")
    9

    """
    import numpy as np

    threads = threads_of("threads", threads)
    if library(boards):
        raise TypeError(f"boards: found {type(boards).__name__}, expected an array or a list, like symmetries")
    rows = Rows(boards, None, ())
    parts: list[Array] = []
    for name, width in (("transposed", None), ("rows", 9), ("columns", 9), ("digits", 9)):
        shape = (rows.n,) if width is None else (rows.n, width)
        part = np.asarray(getattr(symmetries, name))
        if part.size != rows.n * (width or 1):
            raise ValueError(f"symmetries.{name}: found {list(part.shape)}, expected {list(shape)}")
        if (part.dtype.kind not in "bu" and not (part.dtype.kind == "i" and (part >= 0).all())) or (part > 9).any():
            raise ValueError(f"symmetries.{name}: found other values, expected whole numbers from 0 to 9")
        parts.append(np.ascontiguousarray(part.reshape(shape), dtype=np.uint8))
    return apply_grids(
        rows,
        strict,
        parts,
        lambda piece, kind, transposed, lines, columns, digits, out: _native.transform_rows(
            piece, kind, transposed, lines, columns, digits, out, threads
        ),
    )


def reasons(boards: Any, *, shape: str | int | None = None, rules: Rules = ()) -> Any:
    """Finds the reasons why rows are malformed.

    Args:
        boards: Boards, in any layout of `solve`.
        shape: As for `solve`.
        rules: As for `solve`.

    Returns:
        A list with a text for each malformed row and `None` for every other row; for a single board, a text or
        `None`.

    >>> import arcdoku
    >>> arcdoku.reasons(["." * 81, "." * 80 + "!", "12"])
    [None, "row 9, column 9: found '!', expected 1 to 9 or . for an empty cell", 'found 2 cells, expected 81']

    """
    if library(boards):
        return column("reasons", boards, None, False, None, shape=shape, rules=rules)
    rows = Rows(boards, shape, rules)
    found: list[str | None] = [None] * rows.n
    for part, piece in rows.pieces():
        for row, reason, _ in _native.malformed_rows(piece, rows.kind_of(part), rows.n):
            found[part.start + row] = rows.reason(part.start + row, reason)
    return found[0] if rows.single else found


def grids(
    n: int,
    seed: int = 0,
    *,
    threads: int | None = None,
    shape: str | int | None = None,
) -> Array:
    """Draws random full grids. 9x9 grids are uniform over all 6,670,903,752,021,072,936,960 grids.

    Args:
        n: Number of grids.
        seed: The seed, 0 to 2^64 - 1, which determines all grids. A longer array begins with the same grids.
        threads: Number of threads, by default one per core. The grids do not depend on it.
        shape: Boxes such as `"2x3"`, or a number of digits; by default 9. Grids of shapes other than 9x9 are the
            result of a random walk and close to uniform.

    Returns:
        `uint8[n, 81]`, or `uint8[n, N * N]`.

    >>> import arcdoku
    >>> drawn = arcdoku.grids(2, seed=1)
    >>> drawn.shape, drawn.sum(axis=1).tolist()
    ((2, 81), [405, 405])

    """
    import numpy as np

    seed, threads = whole("seed", seed), threads_of("threads", threads)
    kind = _native.Kind(None, None if shape is None else str(shape), [])
    n = rows_of("n", n, kind.cells)
    out = np.zeros((n, kind.cells), np.uint8)
    _native.grids_of_seed(kind, seed, out, threads)
    return out

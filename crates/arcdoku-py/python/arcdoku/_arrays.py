"""Functions over arrays of puzzles: millions of boards at a time.

A board is a row of an array `uint8[n, 81]` (row by row; 0 is an empty cell, 1 to 9 are digits), or of another layout
that `solve` describes. Other sizes have `[n, N * N]`.
"""

from __future__ import annotations

import enum
import operator
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from arcdoku import _native

if TYPE_CHECKING:
    import numpy.typing as npt

    Array = npt.NDArray[Any]

# Rows that are converted at a time, so that memory stays bounded.
_STEP = 1 << 16


class Outcome(enum.IntEnum):
    """Outcomes of rows, as numbers in arrays.

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
    """The row is no puzzle."""


class Solved(NamedTuple):
    """Answers of `solve`, a row each."""

    grids: Any
    """`uint8[n, 81]`: the first solution found, in the layout of the boards; zeros where none was found."""
    outcome: Any
    """`uint8[n]`: an `Outcome`."""
    guesses: Any
    """`uint32[n]`: decisions of the search, a measure of hardness for machines."""


class RatedSe(NamedTuple):
    """Ratings of `rate_se`, a row each. A puzzle without exactly one solution has none."""

    er: Any
    """`float64[n]`: the hardest step of the path, 1.0 to 11.9, or 20.0 if no technique solves the puzzle; else NaN."""
    ep: Any
    """`float64[n]`: the hardest step up to the first that fills a cell."""
    ed: Any
    """`float64[n]`: the first step."""
    outcome: Any
    """`uint8[n]`: an `Outcome`."""


class RatedHodoku(NamedTuple):
    """Ratings of `rate_hodoku`, a row each. A puzzle without exactly one solution has none."""

    score: Any
    """`uint32[n]`: the sum of the scores of all steps; 0 without a rating."""
    level: Any
    """`uint8[n]`: 0 easy, 1 medium, 2 hard, 3 unfair, 4 extreme; 255 without a rating."""
    outcome: Any
    """`uint8[n]`: an `Outcome`."""


class Symmetries(NamedTuple):
    """Symmetries of the 9x9 grid, a row each."""

    automorphisms: Any
    """`uint64[n]`: the number of the 2 * 6^8 * 9! symmetries that map the clues to themselves."""
    transposed: Any
    """`bool[n]`: whether the grid is transposed first."""
    rows: Any
    """`uint8[n, 9]`: row r of the result is this row, from 0, of the (transposed) board."""
    columns: Any
    """`uint8[n, 9]`: column c of the result is this column."""
    digits: Any
    """`uint8[n, 9]`: the new names of the digits 1 to 9."""


class Generated(NamedTuple):
    """Puzzles of `generate`, a row each."""

    puzzles: Any
    """`uint8[n, 81]`: the puzzles; zeros for one that was given up."""
    solutions: Any
    """`uint8[n, 81]`: their solutions."""
    seeds: Any
    """`uint64[n]`: the seed of each, which gives it again as the first puzzle of a call."""
    tries: Any
    """`uint64[n]`: the number of puzzles that were drawn for it."""
    weights: Any
    """`float64[n]`: its weight in averages over all minimal puzzles; 1 where the method knows none."""
    outcome: Any
    """`uint8[n]`: `Outcome.UNIQUE`, or `Outcome.UNKNOWN` for a puzzle that was given up."""
    rules: list[list[str]] | None
    """The rules of each puzzle beside its shape, as text, if rules or cages were drawn."""


class _Rows:
    """Boards of NumPy or a list: how they are read, and how results are returned in the same layout."""

    def __init__(self, boards: Any, shape: str | int | None, rules: Sequence[str], name: str = "boards") -> None:
        import numpy as np

        self.name = name
        self.single = False
        self.texts: list[str | None] | None = None
        self.as_array = False
        text = None if shape is None else str(shape)
        if isinstance(boards, str):
            self.single, boards = True, [boards]
        if isinstance(boards, (list, tuple)) and all(row is None or isinstance(row, str) for row in boards):
            self.texts = list(boards)
        else:
            array = np.asarray(boards)
            if array.dtype.kind in "USTO" and not (array.dtype.kind == "O" and array.ndim > 1):
                self.texts, self.single = _strings(array, name)
                self.as_array = array.dtype.kind != "O"
            elif array.dtype.kind not in "iu":
                raise TypeError(f"{name}: found an array of {array.dtype}, expected integers or strings")
            else:
                self._numbers(array, text)
        if self.texts is not None:
            cells = next((len(row) for row in self.texts if row is not None), 81)
            if text is None and not _is_grid(cells):
                cells = 81
            self.kind = _native.Kind(None if text else cells, text, list(rules))
            self.n = len(self.texts)
            return
        self.kind = _native.Kind(self.array.shape[1], text, list(rules))
        self.n = self.array.shape[0]

    def _numbers(self, array: Array, shape: str | None) -> None:
        """Takes boards as `[n, cells]`."""
        self.layout = array.shape
        cells = None if shape is None else _native.Kind(None, shape, []).cells
        match array.shape:
            case (length,) if cells == length or (cells is None and _is_grid(length)):
                self.single = True
                array = array.reshape(1, length)
            case (rows, columns) if rows == columns and (cells or rows * rows) == rows * rows and 1 <= rows <= 64:
                self.single = True
                array = array.reshape(1, rows * columns)
            case (_, length) if cells == length or (cells is None and _is_grid(length)):
                pass
            case (n, rows, columns) if rows == columns and 1 <= rows <= 64 and (cells or rows * rows) == rows * rows:
                array = array.reshape(n, rows * columns)
            case _:
                expected = "[n, 81], [n, 9, 9], [81] or [9, 9], or the same for N * N cells"
                if cells is not None:
                    expected = f"rows of {cells} cells"
                raise ValueError(f"{self.name}: found an array of shape {list(array.shape)}, expected {expected}")
        self.array = array

    def is_kept(self, outputs: Sequence[Array] = ()) -> bool:
        """Whether the extension reads the boards where they are."""
        import numpy as np

        if self.texts is not None:
            return False
        is_plain = self.array.dtype == np.uint8 and self.array.flags.c_contiguous and self.array.flags.aligned
        return is_plain and not any(np.may_share_memory(self.array, output) for output in outputs)

    def piece(self, rows: slice) -> Any:
        """Some boards as the extension takes them: text, or a copy."""
        import numpy as np

        if self.texts is not None:
            return self.texts[rows]
        piece = self.array[rows]
        if piece.dtype != np.uint8:
            # Numbers out of range stay out of range.
            piece = np.where((piece < 0) | (piece > self.kind.digits), 255, piece)
        return np.array(piece, dtype=np.uint8, order="C")

    def pieces(self, outputs: Sequence[Array] = ()) -> Iterator[tuple[slice, Any]]:
        """The boards as the extension takes them, with their rows: all at once where nothing is converted."""
        if self.is_kept(outputs):
            yield slice(0, self.n), self.array
            return
        for rows in _steps(self.n):
            yield rows, self.piece(rows)

    def check(self) -> None:
        """Raises the error of the first malformed row."""
        import numpy as np

        for rows, piece in self.pieces():
            for row, reason, _ in _native.malformed_rows(piece, self.kind, 1):
                at = rows.start + row
                if self.texts is None and self.array.dtype != np.uint8:
                    digits = self.kind.digits
                    numbers = self.array[at].tolist()
                    cell = next(cell for cell, number in enumerate(numbers) if not 0 <= number <= digits)
                    place = f"row {cell // digits + 1}, column {cell % digits + 1}"
                    reason = f"{place}: found {numbers[cell]}, expected 0 (empty) to {digits}"
                raise ValueError(f"{self.name}[{at}]: {reason}")

    def grids(self, grids: Array) -> Any:
        """Grids in the layout of the boards: text for text, where an empty grid of no puzzle is `None`."""
        if self.texts is None:
            return grids.reshape(self.layout)
        texts: list[str | None] = []
        for rows in _steps(self.n):
            texts += _native.texts_of_rows(grids[rows])
        for rows, piece in self.pieces():
            for row, _, _ in _native.malformed_rows(piece, self.kind, _STEP):
                texts[rows.start + row] = None
        if self.single:
            return texts[0]
        if self.as_array:
            import numpy as np

            return np.array(["" if text is None else text for text in texts], dtype=f"U{self.kind.cells}")
        return texts

    def values(self, values: Array) -> Any:
        """Values, one a board."""
        return values[0] if self.single else values


def _steps(n: int) -> Iterator[slice]:
    """All rows, some at a time."""
    for start in range(0, n, _STEP):
        yield slice(start, min(start + _STEP, n))


def _is_grid(cells: int) -> bool:
    """Whether there are N * N cells for N from 1 to 64."""
    return any(n * n == cells for n in range(1, 65))


def _strings(array: Array, name: str) -> tuple[list[str | None], bool]:
    """The texts of an array of strings, and whether it is a single one."""
    if array.ndim > 1:
        raise ValueError(f"{name}: found {array.ndim} dimensions of strings, expected one")
    texts = array.reshape(-1).tolist()
    if array.dtype.kind == "S":
        texts = [text.decode("latin-1") for text in texts]
    for row, text in enumerate(texts):
        if text is not None and not isinstance(text, str):
            if text == text:
                raise TypeError(f"{name}[{row}]: found {type(text).__name__}, expected a string")
            # NaN is the missing value of many tables.
            texts[row] = None
    return texts, array.ndim == 0


def _threads(threads: int | None) -> int | None:
    """A number of threads, which may be absent."""
    if threads is None:
        return None
    threads = operator.index(threads)
    if threads < 1:
        raise ValueError(f"threads: found {threads}, expected 1 or more, or None for one a core")
    return threads


def _whole(name: str, number: int, least: int = 0, most: int = (1 << 64) - 1) -> int:
    """A whole number in a range."""
    number = operator.index(number)
    if not least <= number <= most:
        raise ValueError(f"{name}: found {number}, expected {least} to {most}")
    return number


def _outputs(rows: _Rows, *forms: tuple[Any, int | None]) -> list[Array]:
    """Empty arrays: of each type, with this many entries a row."""
    import numpy as np

    return [np.zeros((rows.n,) if width is None else (rows.n, width), dtype) for dtype, width in forms]


def _apply(rows: _Rows, strict: bool, outputs: Sequence[Array], kernel: Callable[..., None]) -> None:
    """Passes boards and the same rows of all outputs to a kernel."""
    if strict:
        rows.check()
    for part, piece in rows.pieces(outputs):
        kernel(piece, *(output[part] for output in outputs))


def _given(out: Any, rows: _Rows) -> list[Array]:
    """The outputs of the caller."""
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
    return arrays + _outputs(rows, (np.uint8, None), (np.uint32, None))[len(given) - 1 :]


@overload
def solve(
    boards: npt.NDArray[Any] | Sequence[str] | str,
    out: Any = None,
    *,
    threads: int | None = None,
    strict: bool = False,
    nodes: int | None = None,
    shape: str | int | None = None,
    rules: Sequence[str] = (),
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
    rules: Sequence[str] = (),
) -> Any: ...
def solve(
    boards: Any,
    out: Any = None,
    *,
    threads: int | None = None,
    strict: bool = False,
    nodes: int | None = None,
    shape: str | int | None = None,
    rules: Sequence[str] = (),
) -> Any:
    """Solves boards, and decides whether each has one solution, none or several.

    Every array function takes boards in these layouts, and returns results of the same kind:

    - NumPy: integers `[n, 81]` or `[n, 9, 9]`, or a single board `[81]` or `[9, 9]`; 0 is an empty cell. `uint8` in C
      order is not copied. For other sizes `[n, N * N]`, `[n, N, N]`, `[N, N]`. An array `[N, N]` is one board; where
      it is N boards of fewer cells, `shape` tells.
    - text: a list, a NumPy array of strings, or one string: a character a cell; `.` or `0` is an empty cell. Grids
      come back as text, and other results as NumPy arrays.
    - columns: an Array or ChunkedArray of pyarrow (or any object with the Arrow PyCapsule interface), a Series of
      polars or pandas. The result is a struct array, a Series of structs, or a DataFrame with the same index, with
      nulls for nulls and malformed rows and a column `reason`.

    Args:
        boards: The puzzles.
        out: For NumPy: an array `uint8[n, 81]` for the grids, or a tuple of the three arrays of `Solved`, to write to.
        threads: Number of threads, by default one a core. The results do not depend on it.
        strict: Raises `ValueError` for the first malformed row, instead of the outcome `MALFORMED`.
        nodes: Number of decisions after which a puzzle is `UNKNOWN`, by default without limit.
        shape: The shape, for other sizes than 9x9: boxes such as `"2x3"`, or a number of digits. By default the usual
            one for the number of cells.
        rules: Rules beside rows, columns and boxes, as text: `"diagonals"`.

    Raises:
        ValueError: If `boards` has a wrong shape, or with `strict` for a malformed row.
        TypeError: If `boards` has a wrong type.

    >>> import arcdoku
    >>> solved = arcdoku.solve(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"])
    >>> solved.grids[0][:9], arcdoku.Outcome(solved.outcome[0]).name
    ('534678912', 'UNIQUE')

    """
    import numpy as np

    threads, limit = _threads(threads), None if nodes is None else _whole("nodes", nodes)
    rows = _Rows(boards, shape, rules)
    if out is None:
        arrays = _outputs(rows, (np.uint8, rows.kind.cells), (np.uint8, None), (np.uint32, None))
    else:
        arrays = _given(out, rows)
    kind = rows.kind
    _apply(
        rows,
        strict,
        arrays,
        lambda piece, grids, outcome, guesses: _native.solve_rows(piece, kind, grids, outcome, guesses, limit, threads),
    )
    grids, outcome, guesses = arrays
    return Solved(rows.grids(grids), rows.values(outcome), rows.values(guesses))


def canon(
    boards: Any,
    *,
    order: str = "counts",
    threads: int | None = None,
    strict: bool = False,
) -> Any:
    """Finds the canonical form of each board: equal for boards that are essentially the same.

    Two 9x9 boards are essentially the same if one becomes the other by renaming digits, permuting bands, stacks, and
    rows and columns inside them, and transposing. The form is the smallest of all such boards in an order.

    Args:
        boards: 9x9 puzzles or full grids, in any layout of `solve`.
        order: `"counts"`: by the numbers of clues in the first band's mini-rows, then by the text; `"text"`: by the
            text alone ("minlex").
        threads: Number of threads, by default one a core.
        strict: Raises `ValueError` for the first malformed row, whose form is otherwise all zeros, or null.

    Returns:
        The forms, in the layout of the boards.

    >>> import arcdoku
    >>> forms = arcdoku.canon(["." * 80 + "7", "3" + "." * 80])
    >>> forms[0] == forms[1], forms[0].count("1")
    (True, 1)

    """
    import numpy as np

    threads = _threads(threads)
    rows = _Rows(boards, None, ())
    (forms,) = _outputs(rows, (np.uint8, rows.kind.cells))
    kind = rows.kind
    _apply(rows, strict, [forms], lambda piece, forms: _native.canon_rows(piece, kind, forms, order, threads))
    return rows.grids(forms)


def key(boards: Any, *, threads: int | None = None, strict: bool = False) -> Any:
    """Makes a key of 16 bytes for each board: equal for boards that are essentially the same, and only for these.

    It is the hash of the canonical form, most significant byte first, and the same on every platform and in every
    version. Among a billion different classes, the probability that any two have the same key is 10^-21.

    Args:
        boards: 9x9 puzzles or full grids, in any layout of `solve`.
        threads: Number of threads, by default one a core.
        strict: Raises `ValueError` for the first malformed row, whose key is otherwise all zeros, or null.

    Returns:
        `uint8[n, 16]`, or `uint8[16]` for a single board; columns have fixed-size binary of 16 bytes.

    >>> import arcdoku
    >>> arcdoku.key("." * 80 + "7").tobytes().hex() == arcdoku.key("3" + "." * 80).tobytes().hex()
    True

    """
    import numpy as np

    threads = _threads(threads)
    rows = _Rows(boards, None, ())
    (keys,) = _outputs(rows, (np.uint8, 16))
    kind = rows.kind
    _apply(rows, strict, [keys], lambda piece, keys: _native.key_rows(piece, kind, keys, threads))
    return rows.values(keys)


def verify(
    boards: Any,
    answers: Any,
    *,
    partial: bool = False,
    threads: int | None = None,
    strict: bool = False,
    shape: str | int | None = None,
    rules: Sequence[str] = (),
) -> Any:
    """Rewards answers to puzzles: 1.0 for a full grid that keeps all rules and clues, else 0.0.

    This is a reward for reinforcement learning that needs no stored solutions: every solution of a puzzle is right.

    Args:
        boards: The puzzles, in any layout of `solve`.
        answers: The answers, one a puzzle, in the same or another layout. Empty cells are allowed.
        partial: Gives a wrong or incomplete answer to a puzzle with one solution the share of the empty cells that it
            fills right, unless it changes a clue.
        threads: Number of threads, by default one a core.
        strict: Raises `ValueError` for the first malformed puzzle or answer, whose reward is otherwise 0.0.
        shape: As of `solve`.
        rules: As of `solve`.

    Returns:
        `float32[n]`, or one number for a single board.

    Raises:
        ValueError: If there are not as many answers as puzzles.

    >>> import arcdoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> answer = arcdoku.solve(puzzle).grids
    >>> arcdoku.verify([puzzle, puzzle], [answer, puzzle]).tolist()
    [1.0, 0.0]

    """
    import numpy as np

    threads = _threads(threads)
    puzzles = _Rows(boards, shape, rules)
    size = str(shape) if shape is not None else None
    replies = _Rows(answers, size, rules, "answers")
    if puzzles.n != replies.n:
        raise ValueError(f"answers: found {replies.n} rows, expected {puzzles.n}, one a puzzle")
    if strict:
        puzzles.check()
        replies.check()
    (rewards,) = _outputs(puzzles, (np.float32, None))
    are_kept = puzzles.is_kept() and replies.is_kept()
    for part in [slice(0, puzzles.n)] if are_kept else _steps(puzzles.n):
        board = puzzles.array if are_kept else puzzles.piece(part)
        answer = replies.array if are_kept else replies.piece(part)
        _native.verify_rows(board, answer, puzzles.kind, rewards[part], partial, threads)
    return puzzles.values(rewards)


def count(
    boards: Any,
    *,
    up_to: int = 1_000_000,
    threads: int | None = None,
    strict: bool = False,
    shape: str | int | None = None,
    rules: Sequence[str] = (),
) -> Any:
    """Counts the solutions of each board.

    Args:
        boards: The puzzles, in any layout of `solve`.
        up_to: The number at which counting ends, 1 to 2^64 - 1: a puzzle with more solutions has this number. An empty
            9x9 board would take ages without.
        threads: Number of threads, by default one a core.
        strict: Raises `ValueError` for the first malformed row, whose number is otherwise 0, or null.
        shape: As of `solve`.
        rules: As of `solve`.

    Returns:
        `uint64[n]`, or one number for a single board.

    >>> import arcdoku
    >>> arcdoku.count(["." * 16, "1..." * 4, "12.." + "." * 12]).tolist()
    [288, 0, 24]

    """
    import numpy as np

    threads, up_to = _threads(threads), _whole("up_to", up_to, 1)
    rows = _Rows(boards, shape, rules)
    (counts,) = _outputs(rows, (np.uint64, None))
    kind = rows.kind
    _apply(rows, strict, [counts], lambda piece, counts: _native.count_rows(piece, kind, counts, up_to, threads))
    return rows.values(counts)


def minimal(
    boards: Any,
    *,
    threads: int | None = None,
    strict: bool = False,
    shape: str | int | None = None,
    rules: Sequence[str] = (),
) -> Any:
    """Tells which boards are minimal: they have one solution, and several without any one of their clues.

    Args:
        boards: The puzzles, in any layout of `solve`.
        threads: Number of threads, by default one a core.
        strict: Raises `ValueError` for the first malformed row, which is otherwise not minimal, or null.
        shape: As of `solve`.
        rules: As of `solve`.

    Returns:
        `bool[n]`, or one bool for a single board.

    >>> import arcdoku
    >>> hard = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    >>> arcdoku.minimal([hard, arcdoku.solve(hard).grids, "." * 81]).tolist()
    [True, False, False]

    """
    import numpy as np

    threads = _threads(threads)
    rows = _Rows(boards, shape, rules)
    (found,) = _outputs(rows, (np.uint8, None))
    kind = rows.kind
    _apply(rows, strict, [found], lambda piece, found: _native.minimal_rows(piece, kind, found, threads))
    return rows.values(found.view(np.bool_))


def rate_se(boards: Any, *, threads: int | None = None, strict: bool = False) -> Any:
    """Rates boards on the scale of the Sudoku Explainer 1.2.1 (N. Juillerat).

    Args:
        boards: 9x9 puzzles, in any layout of `solve`.
        threads: Number of threads, by default one a core.
        strict: Raises `ValueError` for the first malformed row, whose outcome is otherwise `MALFORMED`.

    Returns:
        `RatedSe` with ER, EP and ED.

    >>> import arcdoku
    >>> rated = arcdoku.rate_se("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> float(rated.er), float(rated.ep), float(rated.ed)
    (1.2, 1.2, 1.2)

    """
    import numpy as np

    threads = _threads(threads)
    rows = _Rows(boards, None, ())
    tenths, outcome = _outputs(rows, (np.uint8, 3), (np.uint8, None))
    kind = rows.kind
    _apply(
        rows,
        strict,
        [tenths, outcome],
        lambda piece, tenths, outcome: _native.rate_se_rows(piece, kind, tenths, outcome, threads),
    )
    ratings = tenths / 10
    ratings[tenths[:, 0] == 0] = np.nan
    er, ep, ed = (rows.values(ratings[:, part]) for part in range(3))
    return RatedSe(er, ep, ed, rows.values(outcome))


def rate_hodoku(boards: Any, *, threads: int | None = None, strict: bool = False) -> Any:
    """Rates boards on the scale of HoDoKu 2.2 (B. Hobiger).

    Args:
        boards: 9x9 puzzles, in any layout of `solve`.
        threads: Number of threads, by default one a core.
        strict: Raises `ValueError` for the first malformed row, whose outcome is otherwise `MALFORMED`.

    Returns:
        `RatedHodoku` with score and level.

    >>> import arcdoku
    >>> rated = arcdoku.rate_hodoku("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> int(rated.score), int(rated.level)
    (204, 0)

    """
    import numpy as np

    threads = _threads(threads)
    rows = _Rows(boards, None, ())
    arrays = _outputs(rows, (np.uint32, None), (np.uint8, None), (np.uint8, None))
    kind = rows.kind
    _apply(
        rows,
        strict,
        arrays,
        lambda piece, score, level, outcome: _native.rate_hodoku_rows(piece, kind, score, level, outcome, threads),
    )
    score, level, outcome = (rows.values(array) for array in arrays)
    return RatedHodoku(score, level, outcome)


def symmetries(
    boards: Any,
    *,
    order: str = "counts",
    threads: int | None = None,
    strict: bool = False,
) -> Any:
    """Counts the automorphisms of each board, and finds a symmetry that leads to its canonical form.

    Args:
        boards: 9x9 puzzles or full grids, in any layout of `solve`.
        order: As of `canon`.
        threads: Number of threads, by default one a core.
        strict: Raises `ValueError` for the first malformed row, which otherwise has zeros.

    Returns:
        `Symmetries`, which `transform` applies.

    >>> import arcdoku
    >>> board = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    >>> found = arcdoku.symmetries(board)
    >>> int(found.automorphisms), arcdoku.transform(board, found) == arcdoku.canon(board)
    (1, True)

    """
    import numpy as np

    threads = _threads(threads)
    rows = _Rows(boards, None, ())
    arrays = _outputs(rows, (np.uint64, None), (np.uint8, None), (np.uint8, 9), (np.uint8, 9), (np.uint8, 9))
    kind = rows.kind
    _apply(
        rows,
        strict,
        arrays,
        lambda piece, count, transposed, lines, columns, digits: _native.symmetries_of_rows(
            piece, kind, count, transposed, lines, columns, digits, order, threads
        ),
    )
    arrays[1] = arrays[1].view(np.bool_)
    return Symmetries(*(rows.values(array) for array in arrays))


def transform(boards: Any, symmetries: Symmetries, *, threads: int | None = None, strict: bool = False) -> Any:
    """Applies a symmetry to each board.

    Args:
        boards: 9x9 puzzles or full grids, in any layout of `solve`.
        symmetries: `Symmetries`, one a board; `automorphisms` is not used.
        threads: Number of threads, by default one a core.
        strict: Raises `ValueError` for the first malformed row, which otherwise becomes zeros, or null.

    Returns:
        The transformed boards, in the layout of the boards.

    Raises:
        ValueError: If there are not as many symmetries as boards, or one is no symmetry of the grid.

    >>> import arcdoku, numpy as np
    >>> same = np.arange(9, dtype=np.uint8)
    >>> transpose = arcdoku.Symmetries(1, True, same, same, same + 1)
    >>> arcdoku.transform(".7" + "." * 79, transpose).index("7")
    9

    """
    import numpy as np

    threads = _threads(threads)
    rows = _Rows(boards, None, ())
    parts: list[Array] = []
    for name, width in (("transposed", None), ("rows", 9), ("columns", 9), ("digits", 9)):
        shape = (rows.n,) if width is None else (rows.n, width)
        part = np.asarray(getattr(symmetries, name))
        if part.size != rows.n * (width or 1):
            raise ValueError(f"symmetries.{name}: found {list(part.shape)}, expected {list(shape)}")
        parts.append(np.ascontiguousarray(part.reshape(shape), dtype=np.uint8))
    (out,) = _outputs(rows, (np.uint8, rows.kind.cells))
    kind = rows.kind
    _apply(
        rows,
        strict,
        [*parts, out],
        lambda piece, transposed, lines, columns, digits, out: _native.transform_rows(
            piece, kind, transposed, lines, columns, digits, out, threads
        ),
    )
    return rows.grids(out)


def reasons(boards: Any, *, shape: str | int | None = None) -> Any:
    """Tells why rows are no puzzles.

    Args:
        boards: Boards, in any layout of `solve`.
        shape: As of `solve`.

    Returns:
        A list with a text for each malformed row, and `None` for each other; one of these for a single board.

    >>> import arcdoku
    >>> arcdoku.reasons(["." * 81, "." * 80 + "!", "12"])
    [None, "row 9, column 9: found '!', expected 1 to 9 or . for an empty cell", 'found 2 cells, expected 81']

    """
    rows = _Rows(boards, shape, ())
    found: list[str | None] = [None] * rows.n
    for part, piece in rows.pieces():
        for row, reason, _ in _native.malformed_rows(piece, rows.kind, rows.n):
            found[part.start + row] = reason
    return found[0] if rows.single else found


def grids(
    n: int,
    seed: int = 0,
    *,
    threads: int | None = None,
    shape: str | int | None = None,
) -> Array:
    """Draws full grids. Those of 9x9 are uniform over all 6,670,903,752,021,072,936,960 grids.

    Args:
        n: Number of grids.
        seed: The seed, 0 to 2^64 - 1, which determines all grids: the first ones of a longer array are the same.
        threads: Number of threads, by default one a core. The grids do not depend on it.
        shape: Boxes such as `"2x3"`, or a number of digits; by default 9. Grids of other shapes than 9x9 are the end of
            a random walk, and close to uniform.

    Returns:
        `uint8[n, 81]`, or `uint8[n, N * N]`.

    >>> import arcdoku
    >>> drawn = arcdoku.grids(2, seed=1)
    >>> drawn.shape, drawn.sum(axis=1).tolist()
    ((2, 81), [405, 405])

    """
    import numpy as np

    n, seed, threads = _whole("n", n), _whole("seed", seed), _threads(threads)
    kind = _native.Kind(None, None if shape is None else str(shape), [])
    out = np.zeros((n, kind.cells), np.uint8)
    _native.grids_of_seed(kind, seed, out, threads)
    return out

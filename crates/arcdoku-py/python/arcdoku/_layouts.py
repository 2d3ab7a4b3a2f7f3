"""Layouts of boards: reads boards in any layout, and returns results in the same one."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from arcdoku import _native
from arcdoku._options import is_list, rules_of, threads_of, whole, wrong

if TYPE_CHECKING:
    import numpy.typing as npt

    Array = npt.NDArray[Any]

# The number of rows that are converted at a time, which bounds memory.
STEP = 1 << 16

# The names of outcomes, in the order of their numbers.
OUTCOMES = ["unsatisfiable", "unique", "multiple", "unknown", None]

# The names of the levels of HoDoKu's scale.
LEVELS = ["Easy", "Medium", "Hard", "Unfair", "Extreme"]


def boards_with_rules(boards: Any, shape: str | int | None, rules: Any) -> tuple[Any, str | int | None, Any]:
    """Boards with their shape and rules. A `Generated`, a `Puzzle` and a list of puzzles have their own."""
    found: tuple[Any, str, Any] | None = None
    if hasattr(boards, "puzzles") and hasattr(boards, "shape"):
        found = boards.puzzles, boards.shape, boards.rules or ()
    elif hasattr(boards, "ruleset"):
        text, own = boards._data.kind
        found = boards.clues, text, own
    elif isinstance(boards, (list, tuple)) and any(hasattr(kind, "ruleset") for kind in set(map(type, boards))):
        found = _of_puzzles(boards)
    if found is None:
        return boards, shape, rules
    for name, given in (("shape", shape), ("rules", None if isinstance(rules, tuple) and not rules else rules)):
        if given is not None:
            raise ValueError(f"{name}: found a value for puzzles that have their own, expected none")
    return found


def _of_puzzles(boards: Sequence[Any]) -> tuple[Array, str, list[list[str]]]:
    """The clues of puzzles, their common shape, and the rules of each."""
    import numpy as np

    for row, board in enumerate(boards):
        if not hasattr(board, "ruleset"):
            raise TypeError(f"boards[{row}]: found {type(board).__name__}, expected a Puzzle, like other entries")
    kinds = [board._data.kind for board in boards]
    shape = kinds[0][0]
    for row, (text, _) in enumerate(kinds):
        if text != shape:
            raise ValueError(f"boards[{row}]: found the shape {text!r}, expected {shape!r}, the shape of boards[0]")
    return np.stack([board.clues.reshape(-1) for board in boards]), shape, [rules for _, rules in kinds]


def rules_of_rows(rules: Any) -> tuple[list[str], list[list[str]] | None]:
    """The rules of all rows, or the rules of each row if `rules` is a list of lists or a column of lists."""
    convert = getattr(rules, "to_pylist", None) or getattr(rules, "to_list", None)
    if convert is not None:
        rules = convert()
    elif not is_list(rules):
        raise TypeError(
            wrong("rules", rules, "a list of texts, one for each rule, or a list of such lists, one per board")
        )
    listed = list(rules)
    if convert is None and all(isinstance(rule, str) for rule in listed):
        return listed, None
    rows: list[list[str]] = []
    for row, own in enumerate(listed):
        if not (is_missing(own) or is_list(own)):
            raise TypeError(wrong(f"rules[{row}]", own, "a text for all boards, or a list of texts for each"))
        rows.append([] if is_missing(own) else rules_of(own, f"rules[{row}]"))
    return [], rows


class Rows:
    """Boards of NumPy or a list, which returns results in their layout."""

    def __init__(self, boards: Any, shape: str | int | None, rules: Any, name: str = "boards") -> None:
        import numpy as np

        self.name = name
        self.single = False
        are_texts = _are_texts(boards)
        if not are_texts:
            boards, shape, rules = boards_with_rules(boards, shape, rules)
            if isinstance(boards, str):
                self.single, boards = True, [boards]
            are_texts = _are_texts(boards)

        self.texts: list[str | None] | Strings | None = None
        self.as_array = False
        text = None if shape is None else str(shape)
        texts: Sequence[str | None] | Strings | None = None
        rules, by_row = rules_of_rows(rules)
        self.has_row_rules = by_row is not None
        if are_texts:
            texts = boards
        elif isinstance(boards, (list, tuple)) and any(isinstance(row, str) for row in boards):
            for row, found in enumerate(boards):
                if not (found is None or isinstance(found, str)):
                    raise TypeError(f"{name}[{row}]: found {type(found).__name__}, expected a string")
            texts = boards
        else:
            array = _array(boards, name)
            is_object = array.dtype.kind == "O" and isinstance(boards, (np.ndarray, list, tuple)) and array.ndim == 1
            if array.dtype.kind in "UST" or is_object:
                texts, self.single = strings(array, name)
                self.as_array = array.dtype.kind != "O"
            elif array.dtype.kind not in "iu":
                raise TypeError(f"{name}: found an array of {array.dtype}, expected integers or strings")
            else:
                self._numbers(array, text)
        if texts is not None:
            self.texts = texts if isinstance(texts, Strings) else _all_encodable(texts)
            self.n, cells = len(self.texts), None if text else common_cells(self.texts, name)
        else:
            self.n, cells = self.array.shape
        if by_row is not None and len(by_row) != self.n:
            raise ValueError(f"rules: found {len(by_row)} lists, expected {self.n}, one per board")
        self.kind = _native.Kind(cells, text, rules, by_row)

    def _numbers(self, array: Array, shape: str | None) -> None:
        """Reads boards of numbers as `[n, cells]`."""
        self.layout = array.shape
        cells = None if shape is None else _native.Kind(None, shape, []).cells
        match array.shape:
            case (length,) if cells == length or (cells is None and is_grid(length)):
                self.single = True
                array = array.reshape(1, length)
            case (rows, columns) if rows == columns and (cells or rows * rows) == rows * rows and 1 <= rows <= 64:
                self.single = True
                array = array.reshape(1, rows * columns)
            case (_, length) if cells == length or (cells is None and is_grid(length)):
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
        """Whether the extension reads the boards without a copy."""
        import numpy as np

        if self.texts is not None:
            return False
        is_plain = self.array.dtype == np.uint8 and self.array.flags.c_contiguous and self.array.flags.aligned
        return is_plain and not any(np.may_share_memory(self.array, output) for output in outputs)

    def kind_of(self, rows: slice) -> _native.Kind:
        """The kind of the boards in some rows."""
        return self.kind.skip_rows(rows.start) if self.has_row_rules else self.kind

    def piece(self, rows: slice) -> Any:
        """Boards in some rows as the extension accepts them: text, or a copy."""
        import numpy as np

        if self.texts is not None:
            return self.texts[rows]
        piece = self.array[rows]
        if piece.dtype != np.uint8:
            # Numbers that are out of range stay out of range.
            piece = np.where((piece < 0) | (piece > self.kind.digits), 255, piece)
        return np.array(piece, dtype=np.uint8, order="C")

    def pieces(self, outputs: Sequence[Array] = ()) -> Iterator[tuple[slice, Any]]:
        """The boards as the extension accepts them, with their rows: a single piece if nothing is converted."""
        if self.is_kept(outputs):
            yield slice(0, self.n), self.array
            return
        for rows in steps(self.n):
            yield rows, self.piece(rows)

    def why(self, row: int) -> str | None:
        """The reason why a row is malformed, if it is."""
        rows = slice(row, row + 1)
        found = _native.malformed_rows(self.piece(rows), self.kind_of(rows), 1)
        return self.reason(row, found[0][1]) if found else None

    def check(self) -> None:
        """Raises the error of the first malformed row."""
        for rows, piece in self.pieces():
            for row, reason, _ in _native.malformed_rows(piece, self.kind_of(rows), 1):
                at = rows.start + row
                raise ValueError(f"{self.name}[{at}]: {self.reason(at, reason)}")

    def reason(self, row: int, reason: str) -> str:
        """The reason why a row is malformed, from the reason for the copy that the extension received."""
        import numpy as np

        if self.texts is not None or self.array.dtype == np.uint8:
            return reason
        digits = self.kind.digits
        numbers = self.array[row].tolist()
        cell = next((cell for cell, number in enumerate(numbers) if not 0 <= number <= digits), None)
        if cell is None:
            return reason
        place = f"row {cell // digits + 1}, column {cell % digits + 1}"
        return f"{place}: found {numbers[cell]}, expected 0 (empty) to {digits}"

    def written(self, piece: list[str | None], grids: Array, are_full: bool) -> list[str | None]:
        """Grids of some boards as text: `None` for a malformed row and, with `are_full`, for a blank grid."""
        import numpy as np

        texts: list[str | None] = [*_native.texts_of_rows(grids)]
        # A malformed row has no grid.
        blank = np.flatnonzero(~grids.any(axis=1)).tolist()
        if not are_full:
            malformed = _native.malformed_rows([piece[row] for row in blank], self.kind, len(blank))
            blank = [blank[row] for row, _, _ in malformed]
        for row in blank:
            texts[row] = None
        return texts

    def values(self, values: Array) -> Any:
        """Values, one per board."""
        return values[0] if self.single else values


def _array(boards: Any, name: str) -> Array:
    """Boards as an array."""
    import numpy as np

    if isinstance(boards, np.ma.MaskedArray):
        raise TypeError(f"{name}: found a masked array, expected one without a mask, such as {name}.filled(0)")
    try:
        return np.asarray(boards)
    except ValueError:
        if not isinstance(boards, Sequence):
            raise
        sizes = [len(row) if hasattr(row, "__len__") else None for row in boards]
        for row, size in enumerate(sizes):
            if size != sizes[0]:
                found, expected = (f"{at} entries" if at is not None else "a number" for at in (size, sizes[0]))
                raise ValueError(f"{name}[{row}]: found {found}, expected {expected} as in {name}[0]") from None
        raise ValueError(f"{name}: found nested lists of different lengths, expected equal ones") from None


class Strings:
    """The texts of an array of strings, which are made on demand."""

    def __init__(self, array: Array) -> None:
        self._array = array

    def __len__(self) -> int:
        return len(self._array)

    def lengths(self) -> set[int]:
        """The set of lengths of the texts."""
        import numpy as np

        array = self._array
        symbol = np.dtype(array.dtype.char + "1")
        width = array.dtype.itemsize // symbol.itemsize
        if array.flags.c_contiguous and width and (array.view(symbol)[width - 1 :: width] != symbol.type()).all():
            # No text is shorter than the longest.
            return {width}
        return set(np.unique(np.char.str_len(array)).tolist())

    def __getitem__(self, rows: slice) -> list[str | None]:
        texts = self._array[rows].tolist()
        if self._array.dtype.kind == "S":
            texts = [text.decode("latin-1") for text in texts]
        return [_encodable(text) for text in texts]

    def __iter__(self) -> Iterator[str | None]:
        for rows in steps(len(self)):
            yield from self[rows]


def _are_texts(boards: object) -> bool:
    """Whether boards are a list of texts and `None`."""
    if not isinstance(boards, (list, tuple)):
        return False
    # `set` and `map` run no Python code for each row.
    return all(issubclass(kind, (str, type(None))) for kind in set(map(type, boards)))


def _all_encodable(texts: Sequence[str | None]) -> list[str | None]:
    """The texts without lone surrogates."""
    is_ascii = all(map(str.isascii, filter(None, texts)))
    return list(texts) if is_ascii else [_encodable(text) for text in texts]


def _encodable(text: str | None) -> str | None:
    """A text in which lone surrogates, which cannot be encoded, are replaced with the replacement character."""
    if text is None or text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def steps(n: int) -> Iterator[slice]:
    """Slices that cover all rows, each at most `STEP` rows."""
    for start in range(0, n, STEP):
        yield slice(start, min(start + STEP, n))


def is_grid(cells: int) -> bool:
    """Whether there are N * N cells for N from 1 to 64."""
    return any(n * n == cells for n in range(1, 65))


def common_cells(texts: Sequence[str | None] | Strings, name: str) -> int:
    """The number of cells of all boards. Ignores texts that are not boards. Raises an error for several sizes."""
    lengths = texts.lengths() if isinstance(texts, Strings) else set(map(len, filter(None, texts)))
    sizes = {length for length in lengths if length >= 16 and is_grid(length)}
    if len(sizes) < 2:
        return sizes.pop() if sizes else 81
    first: dict[int, int] = {}
    kinds = {size: _native.Kind(size) for size in sizes}
    for row, text in enumerate(texts):
        size = len(text or "")
        if size in first or size not in sizes or _native.malformed_rows([text], kinds[size], 1):
            continue
        for other, at in first.items():
            found = f"{name}[{row}]: found a board of {size} cells, expected {other} as in {name}[{at}]"
            raise ValueError(f"{found}; with shape=, boards of other sizes are malformed")
        first[size] = row
    return next(iter(first)) if first else cells_of(texts)


def cells_of(texts: Iterable[str | None]) -> int:
    """The number of cells of the puzzles.

    It is 81 if any puzzle has 81, otherwise the number of the first puzzle that is a square grid of at least 4x4.
    Other texts, such as NULL, are ignored. Used for columns, in which each malformed row has a reason.
    """
    first = None
    for text in texts:
        length = 0 if text is None else len(text)
        if length == 81:
            return length
        if first is None and length >= 16 and is_grid(length):
            first = length
    return first or 81


def is_missing(value: object) -> bool:
    """Whether a value is one that tables use for a missing value: NaN, NaT, NA."""
    return (
        value is None or type(value).__name__ in ("NAType", "NaTType") or (isinstance(value, float) and value != value)
    )


def strings(array: Array, name: str) -> tuple[Sequence[str | None] | Strings, bool]:
    """The texts of an array of strings, and whether it is a single string."""
    if array.ndim > 1:
        raise ValueError(f"{name}: found {array.ndim} dimensions of strings, expected one")
    if array.dtype.kind in "US":
        return Strings(array.reshape(-1)), array.ndim == 0
    texts = array.reshape(-1).tolist()
    for row, text in enumerate(texts):
        if text is not None and not isinstance(text, str):
            if not is_missing(text):
                raise TypeError(f"{name}[{row}]: found {type(text).__name__}, expected a string")
            texts[row] = None
    return texts, array.ndim == 0


def rows_of(name: str, value: object, width: int) -> int:
    """Checks a number of rows for arrays with `width` or 8 bytes per row."""
    return whole(name, value, 0, (2**63 - 1) // max(width, 8))


def outputs_of(rows: Rows, forms: Iterable[tuple[str, int | None]]) -> list[Array]:
    """Arrays of zeros, each of a type and with a number of entries per row."""
    import numpy as np

    return [np.zeros((rows.n,) if width is None else (rows.n, width), dtype) for dtype, width in forms]


def apply(rows: Rows, strict: bool, outputs: Sequence[Array], kernel: Callable[..., None]) -> None:
    """Passes boards, their kind and the same rows of all outputs to a kernel."""
    if strict:
        rows.check()
    for part, piece in rows.pieces(outputs):
        kernel(piece, rows.kind_of(part), *(output[part] for output in outputs))


def apply_grids(
    rows: Rows,
    strict: bool,
    outputs: Sequence[Array],
    kernel: Callable[..., None],
    *,
    are_full: bool = False,
    grids: Array | None = None,
) -> Any:
    """Passes boards, their kind, the same rows of all outputs, and room for one grid per board to a kernel.

    Returns the grids in the layout of the boards. Text is written piece by piece. An array of all grids exists only
    if the caller passed one.
    """
    import numpy as np

    cells = rows.kind.cells
    if rows.texts is None:
        if grids is None:
            grids = np.zeros((rows.n, cells), np.uint8)
        apply(rows, strict, [*outputs, grids], kernel)
        return grids.reshape(rows.layout)
    if strict:
        rows.check()
    texts: list[str | None] = []
    as_array = rows.as_array and not rows.single
    written = np.zeros(rows.n if as_array else 0, f"U{cells}")
    for part, piece in rows.pieces():
        room = np.zeros((len(piece), cells), np.uint8) if grids is None else grids[part]
        kernel(piece, rows.kind_of(part), *(output[part] for output in outputs), room)
        found = rows.written(piece, room, are_full)
        if as_array:
            written[part] = ["" if text is None else text for text in found]
        else:
            texts += found
    if rows.single:
        return texts[0]
    return written if as_array else texts


def library(boards: Any, name: str = "boards") -> str | None:
    """The library of a column: `"pandas"`, `"polars"`, or `"arrow"` for any other with the Arrow interface.

    Raises:
        TypeError: If the boards are a table of one of these libraries.

    """
    module = type(boards).__module__.partition(".")[0]
    is_arrow = hasattr(boards, "__arrow_c_stream__") or hasattr(boards, "__arrow_c_array__")
    if module in ("pandas", "polars"):
        expected = None if type(boards).__name__ == "Series" else "a Series"
    else:
        expected = "an Array or ChunkedArray" if module == "pyarrow" and not hasattr(boards, "type") else None
    if expected:
        found = f"{module}.{type(boards).__name__}"
        raise TypeError(f"{name}: found {found}, expected {expected}, which is one column")
    return module if module in ("pandas", "polars") else "arrow" if is_arrow else None


def column(
    kernel: str,
    boards: Any,
    threads: int | None,
    strict: bool,
    function: Callable[..., Any] | None,
    *,
    number: int | None = None,
    order: str = "counts",
    shape: str | int | None = None,
    rules: Any = (),
) -> Any:
    """Applies a kernel to a column, or for pandas a function over lists. Returns a column of the same library."""
    if type(boards).__module__.partition(".")[0] == "pandas":
        return _of_pandas(boards, function, shape, rules, strict)
    boards = typed(boards)
    kind = _native.kind_of_column(boards, None if shape is None else str(shape), *rules_of_rows(rules))
    found = _native.apply_to_column(kernel, boards, kind, number, order, threads_of("threads", threads), strict)
    return same_library(boards, found)


def typed(boards: Any) -> Any:
    """Casts an untyped polars column to text, because polars exports it in a form that the extension rejects."""
    if type(boards).__module__.partition(".")[0] == "polars":
        import polars as pl

        return boards.cast(pl.String) if boards.dtype == pl.Null else boards
    return boards


def same_library(boards: Any, found: Any) -> Any:
    """Converts a column of Arrow to a column of the library to which the boards belong."""
    module = type(boards).__module__.partition(".")[0]
    if module == "polars":
        import polars as pl

        return pl.Series(boards.name, found)
    if module == "pyarrow":
        import pyarrow as pa

        chunked = pa.chunked_array(found)
        if isinstance(boards, pa.ChunkedArray):
            return chunked
        return pa.concat_arrays(chunked.chunks) if chunked.num_chunks else pa.array([], chunked.type)
    return found


def verify_columns(
    boards: Any,
    answers: Any,
    partial: bool,
    threads: int | None,
    strict: bool,
    shape: str | int | None,
    rules: Any,
) -> Any:
    """Computes rewards for a column of answers."""
    if library(boards) is None or library(answers, "answers") is None:
        raise TypeError("answers: expected a column, like the boards, or both as arrays or lists")
    boards, answers = typed(boards), typed(answers)
    kind = _native.kind_of_column(boards, None if shape is None else str(shape), *rules_of_rows(rules))
    found = _native.verify_columns(boards, answers, kind, partial, threads_of("threads", threads), strict)
    return same_library(boards, found)


def rewards_of_pandas(boards: Any, answers: Any, rewards: Array) -> Any:
    """Rewards as a Series, with missing values where a board or an answer is missing."""
    import numpy as np
    import pandas as pd

    rewards = np.atleast_1d(rewards)
    are_missing = np.zeros(len(rewards), np.bool_)
    for side in (boards, answers):
        found = np.asarray(pd.isna(side))
        # Arrays have no missing values.
        if found.shape == are_missing.shape:
            are_missing |= found
    series = boards if isinstance(boards, pd.Series) else answers
    return pd.Series(pd.arrays.FloatingArray(rewards, are_missing), series.index, name=series.name)


def _of_pandas(
    series: Any, function: Callable[..., Any] | None, shape: str | int | None, rules: Any, strict: bool
) -> Any:
    """Applies a function over lists to a Series. Without a function, returns the reasons."""
    import numpy as np
    import pandas as pd

    parts: list[Any] = []
    if shape is None:
        # All parts have the size of the whole column.
        shape = math.isqrt(cells_of(text for text in series.array if isinstance(text, str)))
    of_all, by_row = rules_of_rows(rules)
    if by_row is not None and len(by_row) != len(series):
        raise ValueError(f"rules: found {len(by_row)} lists, expected {len(series)}, one per board")
    for part in steps(max(len(series), 1)):
        texts, _ = strings(series.iloc[part].to_numpy(dtype=object), "boards")
        own = of_all if by_row is None else by_row[part]
        rows = Rows(texts, shape, own)
        sound = np.ones(rows.n, np.bool_)
        reasons: list[str | None] = [None] * rows.n
        for _, piece in rows.pieces():
            for row, reason, is_null in _native.malformed_rows(piece, rows.kind, STEP):
                sound[row] = False
                if not is_null:
                    reasons[row] = reason
                    if strict:
                        raise ValueError(f"boards[{part.start + row}]: {reason}")
        if function is None:
            parts.append(pd.Series(reasons, series.index[part], dtype=str, name=series.name))
            continue
        found = function(texts, shape=shape, rules=own)
        index = series.index[part]
        if not hasattr(found, "_fields"):
            parts.append(_pandas_column("", found, sound, index).rename(series.name))
            continue
        fields = {"solution" if name == "grids" else name: values for name, values in found._asdict().items()}
        frame = {name: _pandas_column(name, values, sound, index) for name, values in fields.items()}
        parts.append(pd.DataFrame({**frame, "reason": pd.Series(reasons, index, dtype=str)}))
    return parts[0] if len(parts) == 1 else pd.concat(parts)


def _pandas_column(name: str, values: Any, sound: Array, index: Any) -> Any:
    """Values as a Series, with missing values where a row is malformed."""
    import numpy as np
    import pandas as pd

    if isinstance(values, list):
        return pd.Series(values, index, dtype=str)
    if name in ("outcome", "level"):
        words = OUTCOMES if name == "outcome" else LEVELS
        return pd.Series([words[code] if code < len(words) else None for code in values], index, dtype=str)
    if values.ndim == 2:
        # Keys and parts of symmetries.
        cells: list[Any] = [row.tobytes() if values.shape[1] == 16 else row for row in values]
        cells = [cell if is_sound else None for cell, is_sound in zip(cells, sound, strict=True)]
        return pd.Series(cells, index, dtype=object)
    if values.dtype == np.bool_:
        return pd.Series(pd.arrays.BooleanArray(values, ~sound), index)
    if values.dtype.kind == "u":
        return pd.Series(pd.arrays.IntegerArray(values, ~sound), index)
    return pd.Series(np.where(sound, values, np.nan).astype(values.dtype), index)

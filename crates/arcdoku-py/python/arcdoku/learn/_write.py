"""Writers of data sets: arrays for recursive-reasoning models, and Parquet."""

import contextlib
import json
import math
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from arcdoku._arrays import key
from arcdoku._layouts import LEVELS
from arcdoku._native import __version__, texts_of_rows
from arcdoku._options import whole
from arcdoku.learn._augment import augment
from arcdoku.learn._card import About, Figures, check_scales, rated
from arcdoku.learn._inputs import PIECE, Boards, Piece, Rules, answered, check_usual, pieces

PathLike = str | os.PathLike[str]

# The number of images that are in memory at the same time.
_IMAGES = 1 << 16

_NO_PUZZLES = "boards: found none, expected at least one puzzle"


class _NpyWriter:
    """A file of the format .npy whose number of rows is not known before its end."""

    SIZE = 128

    def __init__(self, path: Path, dtype: npt.DTypeLike, columns: int | None = None) -> None:
        self.dtype = np.dtype(dtype).newbyteorder("<")
        self.columns = columns
        self.rows = 0
        self.file = path.open("wb")
        self.file.write(self._header())

    def _header(self) -> bytes:
        shape = (self.rows,) if self.columns is None else (self.rows, self.columns)
        text = repr({"descr": np.lib.format.dtype_to_descr(self.dtype), "fortran_order": False, "shape": shape})
        # Ten bytes precede the text, which has room for a larger number of rows.
        return b"\x93NUMPY\x01\x00" + (self.SIZE - 10).to_bytes(2, "little") + f"{text:<{self.SIZE - 11}}\n".encode()

    def write(self, rows: npt.NDArray[Any]) -> None:
        """Appends rows."""
        self.rows += len(rows)
        self.file.write(np.ascontiguousarray(rows, self.dtype).data)

    def __enter__(self) -> "_NpyWriter":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if kind is None:
            self.file.seek(0)
            self.file.write(self._header())
        self.file.close()


def write_recursive(
    folder: PathLike,
    boards: Boards,
    solutions: Boards | None = None,
    *,
    part: str = "train",
    k: int = 0,
    seed: int = 0,
    about: About | None = None,
    overwrite: bool = False,
    threads: int | None = None,
) -> dict[str, Any]:
    """Writes one part of a data set in the array layout of recursive-reasoning models.

    The layout follows the Hierarchical Reasoning Model (Wang et al., 2025) and the Tiny Recursive Model
    (Jolicoeur-Martineau, 2025); their trainers read the folder. A group consists of a puzzle and its images. In each
    epoch, a trainer draws one board of each group. Files in `folder/part/`, for n puzzles and `m = n * (k + 1)` boards:

    | file | content |
    |---|---|
    | `all__inputs.npy` | `uint8[m, 81]`: puzzles, values + 1: 1 is an empty cell, 2 to 10 are digits; 0 is padding |
    | `all__labels.npy` | `uint8[m, 81]`: solutions, values + 1 |
    | `all__puzzle_identifiers.npy` | `int32[m]`: 0, because all puzzles are of one kind |
    | `all__puzzle_indices.npy` | `int32[m + 1]`: board j has one example, from entry j up to entry j + 1 |
    | `all__group_indices.npy` | `int32[n + 1]`: group i has the boards from entry i up to entry i + 1 |
    | `dataset.json` | sizes and the meaning of numbers |
    | `README.md` | the data card |

    The file `identifiers.json` is in `folder/`. Puzzles are read, solved and written a few thousand at a time, so
    memory does not grow with their number. An existing part is replaced only after the new one is complete.

    Args:
        folder: The folder of the data set.
        boards: The puzzles, as for `card`. All puzzles of an iterator have the same size.
        solutions: Their solutions, which are checked.
        part: The name of the part; the trainers read `train` and `test`.
        k: The number of images of each puzzle, in addition to the puzzle itself, which is the first of its group.
            Test parts have no images.
        seed: The seed of the images, as for `augment`.
        about: The parts of the data card that cannot be computed from the data.
        overwrite: Whether to replace a part that exists.
        threads: The number of threads; by default one per core.

    Returns:
        The content of `dataset.json`.

    Raises:
        ValueError: If a puzzle does not have exactly one solution, or a given solution differs from it; if there is
            no puzzle; if `part` is not the name of a folder.
        FileExistsError: If the part exists.

    >>> import tempfile
    >>> board = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     facts = write_recursive(folder, [board], k=3, seed=1)
    ...     inputs = np.load(f"{folder}/train/all__inputs.npy")
    >>> facts["total_groups"], facts["vocab_size"], inputs.shape, inputs[0, :5].tolist()
    (1, 11, (4, 81), [6, 4, 1, 1, 8])

    """
    k = whole("k", k, 0, 2**31 - 2)
    seed = whole("seed", seed)
    if part in ("", ".", "..") or any(symbol in part for symbol in "/\\\0") or Path(part).name != part:
        raise ValueError(f"part: found {part!r}, expected the name of a folder")
    target = Path(folder) / part
    is_there = target.exists()
    if is_there and not overwrite:
        raise FileExistsError(f"{target} exists; overwrite=True replaces it")
    new, old = target.with_name(part + ".new"), target.with_name(part + ".old")
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(parents=True)
    try:
        size = max(1, min(PIECE, _IMAGES // (k + 1)))
        facts, figures = _write_arrays(new, pieces(boards, solutions, None, size), k, seed, threads)
        images = f"each puzzle and {k:,} images of it, drawn with the seed {seed}" if k else "each puzzle alone"
        layout = "arrays for recursive-reasoning models; values + 1, 0 is padding"
        text = figures.text(about or About(), (f"Part: {part}", f"Layout: {layout}", f"Groups: {images}"))
        (new / "README.md").write_text(text, encoding="utf-8")
        (new / "dataset.json").write_text(json.dumps(facts), encoding="utf-8")
        if is_there:
            shutil.rmtree(old, ignore_errors=True)
            target.rename(old)
        new.rename(target)
        shutil.rmtree(old, ignore_errors=True)
    except BaseException:
        if is_there and not target.exists():
            # The earlier part was moved away, and the new part is not in its place.
            old.rename(target)
        shutil.rmtree(new, ignore_errors=True)
        raise
    (Path(folder) / "identifiers.json").write_text('["<blank>"]', encoding="utf-8")
    return facts


def _write_arrays(
    folder: Path, stream: Iterator[Piece], k: int, seed: int, threads: int | None
) -> tuple[dict[str, Any], Figures]:
    """Writes the arrays. Returns the content of `dataset.json` and the figures of the card."""
    figures, images = Figures(), k + 1
    head = next(stream, None)
    if head is None:
        raise ValueError(_NO_PUZZLES)
    cells = head.boards.shape[1]
    with (
        _NpyWriter(folder / "all__inputs.npy", np.uint8, cells) as inputs,
        _NpyWriter(folder / "all__labels.npy", np.uint8, cells) as labels,
        _NpyWriter(folder / "all__puzzle_identifiers.npy", np.int32) as identifiers,
        _NpyWriter(folder / "all__puzzle_indices.npy", np.int32) as puzzles,
        _NpyWriter(folder / "all__group_indices.npy", np.int32) as groups,
    ):
        puzzles.write(np.zeros(1, np.int32))
        groups.write(np.zeros(1, np.int32))
        while head is not None:
            if head.boards.shape[1] != cells:
                raise ValueError(f"boards: found rows of {head.boards.shape[1]} cells after rows of {cells}")
            check_usual(head.rules, head.shape, cells, "boards", "because the arrays cannot store them")
            count = head.first + len(head.boards)
            if count * images >= 2**31:
                raise ValueError(
                    f"boards: found {count * images:,} boards, expected fewer than 2,147,483,648 in a part"
                )
            answers = answered(head, threads)
            made = augment(
                head.boards,
                answers.solutions,
                seed=seed,
                k=images,
                keep=True,
                first=head.first,
                shape=math.isqrt(cells),
                threads=threads,
            )
            if made.solutions is not None:
                inputs.write(made.boards + np.uint8(1))
                labels.write(made.solutions + np.uint8(1))
            identifiers.write(np.zeros(len(made.boards), np.int32))
            puzzles.write(np.arange(head.first * images + 1, count * images + 1))
            groups.write(np.arange(head.first + 1, count + 1) * images)
            figures.add(head, answers.guesses, {})
            head = next(stream, None)
        rows = inputs.rows
    facts = {
        "seq_len": cells,
        "vocab_size": int(cells**0.5) + 2,
        "pad_id": 0,
        "ignore_label_id": 0,
        "blank_identifier_id": 0,
        "num_puzzle_identifiers": 1,
        "total_groups": rows // images,
        "mean_puzzle_examples": 1.0,
        "total_puzzles": rows,
        "sets": ["all"],
    }
    return facts, figures


class _Table(Protocol):
    """A file of columns."""

    def write(self, columns: dict[str, Any]) -> None: ...

    def close(self) -> None: ...

    def abort(self) -> None: ...


def write_parquet(
    path: PathLike,
    boards: Boards,
    solutions: Boards | None = None,
    *,
    seeds: Any = None,
    ratings: tuple[str, ...] | None = None,
    rules: Rules = (),
    keys: bool = True,
    about: About | None = None,
    overwrite: bool = False,
    threads: int | None = None,
) -> int:
    """Writes puzzles with solutions, ratings and keys to a Parquet file, and a data card next to it.

    Row groups have 10,000 rows, so readers can read parts of the file. Puzzles are read, solved and written one group
    at a time, and memory does not grow with their number. The file is written by pyarrow or, without it, polars.

    | column | content |
    |---|---|
    | `puzzle`, `solution` | text: one character per cell, `.` for an empty cell |
    | `clues` | `uint8` (`uint16` above 255 cells): the number of clues |
    | `guesses` | `uint32`: decisions of the solver |
    | `hodoku_level`, `hodoku_score` | text (`Easy` to `Extreme`) and `uint32`, with the rating `hodoku` |
    | `se_er`, `se_ep`, `se_ed` | `float64`, with the rating `se` |
    | `key` | 16 bytes: the key of the class (`arcdoku.key`), for 9x9 without further rules |
    | `rules` | a list of texts, if puzzles have rules other than rows, columns and boxes |
    | `seed` | `uint64`, if seeds are known |

    Args:
        path: The file; the card is `path` with the extension `.md`.
        boards: The puzzles, as for `card`.
        solutions: Their solutions, which are checked.
        seeds: The seed of each puzzle, or one seed for all; a `Generated` has its own.
        ratings: As for `card`.
        rules: As for `card`.
        keys: Whether to write keys.
        about: The parts of the data card that cannot be computed from the data.
        overwrite: Whether to replace a file or a card that exists.
        threads: The number of threads; by default one per core.

    Returns:
        The number of rows.

    Raises:
        ValueError: If a puzzle does not have exactly one solution, or a given solution differs from it; if there is
            no puzzle; if the file would have the same name as its card.
        FileExistsError: If the file or the card exists.
        ImportError: If neither pyarrow nor polars is installed.

    >>> import tempfile
    >>> board = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     rows = write_parquet(f"{folder}/set.parquet", [board], seeds=1)
    >>> rows
    1

    """
    check_scales(ratings)
    target = Path(path)
    card = target.with_suffix(".md")
    if card == target:
        raise ValueError(f"path: found {str(target)!r}, expected another extension than .md, which the data card has")
    for file in (target, card):
        if file.exists() and not overwrite:
            raise FileExistsError(f"{file} exists; overwrite=True replaces it")
    figures = Figures()
    new = target.with_name(target.name + ".new")
    table: _Table | None = None
    try:
        for piece in _groups(pieces(boards, solutions, seeds, rules=rules)):
            answers = answered(piece, threads)
            rates = rated(piece, ratings, threads)
            figures.add(piece, answers.guesses, rates)
            columns: dict[str, Any] = {
                "puzzle": texts_of_rows(piece.boards),
                "solution": texts_of_rows(answers.solutions),
                "clues": (piece.boards > 0).sum(axis=1).astype(np.uint8 if figures.cells < 256 else np.uint16),
                "guesses": answers.guesses,
                **rates,
            }
            if "hodoku_level" in rates:
                columns["hodoku_level"] = np.array([*LEVELS, *[""] * 251])[rates["hodoku_level"].astype(int)].tolist()
            if piece.rules is not None:
                columns["rules"] = piece.rules
            elif keys and figures.cells == 81:
                columns["key"] = [row.tobytes() for row in key(piece.boards, threads=threads)]
            if piece.seeds is not None:
                columns["seed"] = np.ascontiguousarray(piece.seeds)
            table = table or _table_at(new)
            table.write(columns)
        if table is None:
            raise ValueError(_NO_PUZZLES)
        table.close()
        os.replace(new, target)
    except BaseException:
        if table is not None:
            table.abort()
        new.unlink(missing_ok=True)
        raise
    text = figures.text(about or About(), (f"File: {target.name}, Parquet, row groups of {PIECE:,}",))
    card.write_text(text, encoding="utf-8")
    return figures.rows


def _groups(stream: Iterator[Piece]) -> Iterator[Piece]:
    """Pieces of the size of row groups, regardless of the sizes in the stream."""
    held: list[Piece] = []
    rows = 0
    for piece in stream:
        if held and _form(piece) != _form(held[0]):
            raise ValueError(
                "boards: found pieces that differ in their shape, or in whether they have solutions, seeds or rules"
            )
        held.append(piece)
        rows += len(piece.boards)
        while rows >= PIECE:
            whole = _joined(held)
            yield _part(whole, slice(0, PIECE))
            held = [_part(whole, slice(PIECE, None))]
            rows -= PIECE
    if rows:
        yield _joined(held)


def _form(piece: Piece) -> tuple[object, ...]:
    """The properties that all pieces of a file have in common."""
    return (piece.shape, piece.solutions is None, piece.seeds is None, piece.rules is None)


def _part(piece: Piece, rows: slice) -> Piece:
    """Some rows of a piece."""
    columns = {name: getattr(piece, name) for name in ("boards", "solutions", "seeds", "rules")}
    parts: dict[str, Any] = {name: None if column is None else column[rows] for name, column in columns.items()}
    return piece._replace(first=piece.first + rows.start, **parts)


def _joined(held: list[Piece]) -> Piece:
    """Joins pieces."""
    if len(held) == 1:
        return held[0]
    solutions = [piece.solutions for piece in held if piece.solutions is not None]
    seeds = [piece.seeds for piece in held if piece.seeds is not None]
    rules = [own for piece in held for own in piece.rules or ()]
    return held[0]._replace(
        boards=np.concatenate([piece.boards for piece in held]),
        solutions=np.concatenate(solutions) if solutions else None,
        seeds=np.concatenate(seeds) if seeds else None,
        rules=None if held[0].rules is None else rules,
    )


def _table_at(path: Path) -> _Table:
    """A Parquet file, written by an installed package."""
    try:
        return _ArrowTable(path)
    except ImportError:
        try:
            return _PolarsTable(path)
        except ImportError:
            raise ImportError("write_parquet needs pyarrow or polars: pip install pyarrow") from None


class _ArrowTable:
    """A Parquet file, written by pyarrow."""

    def __init__(self, path: Path) -> None:
        import pyarrow
        import pyarrow.parquet

        self.pyarrow = pyarrow
        self.path = path
        self.writer: Any = None

    def write(self, columns: dict[str, Any]) -> None:
        """Writes a row group."""
        arrow = self.pyarrow
        kinds = {"key": arrow.binary(16), "puzzle": arrow.string(), "solution": arrow.string()}
        kinds["rules"] = arrow.list_(arrow.string())
        table = arrow.table({name: arrow.array(values, kinds.get(name)) for name, values in columns.items()})
        table = table.replace_schema_metadata({"arcdoku": __version__})
        if self.writer is None:
            self.writer = arrow.parquet.ParquetWriter(self.path, table.schema, compression="zstd")
        self.writer.write_table(table, row_group_size=PIECE)

    def close(self) -> None:
        """Completes the file."""
        if self.writer is not None:
            self.writer.close()

    def abort(self) -> None:
        """Closes the incomplete file."""
        # The original error is raised, not this one.
        with contextlib.suppress(Exception):
            self.close()


class _PolarsTable:
    """A Parquet file, written by polars: frames in temporary files, which polars joins in a stream."""

    def __init__(self, path: Path) -> None:
        import polars

        self.polars = polars
        self.path = path
        self.parts = path.with_name(path.name + ".parts")
        shutil.rmtree(self.parts, ignore_errors=True)
        self.parts.mkdir(parents=True)
        self.count = 0

    def write(self, columns: dict[str, Any]) -> None:
        """Writes a part."""
        kinds: dict[str, Any] = {"key": self.polars.Binary, "rules": self.polars.List(self.polars.String)}
        frame = self.polars.DataFrame(
            columns, schema_overrides={name: kinds[name] for name in kinds if name in columns}
        )
        frame.write_parquet(self.parts / f"{self.count:08}.parquet")
        self.count += 1

    def close(self) -> None:
        """Joins the parts."""
        if self.parts.exists():
            if self.count:
                lazy = self.polars.scan_parquet(self.parts / "*.parquet")
                lazy.sink_parquet(self.path, row_group_size=PIECE, compression="zstd")
            shutil.rmtree(self.parts)

    def abort(self) -> None:
        """Removes the parts."""
        shutil.rmtree(self.parts, ignore_errors=True)

"""Columns of data frames: polars expressions and DuckDB functions. For pandas, the array functions suffice.

With polars, importing this module adds the namespace `arcdoku` to expressions and Series:

>>> import polars as pl
>>> import arcdoku.frames
>>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> frame = pl.DataFrame({"puzzle": [puzzle, None]})
>>> solved = frame.select(pl.col("puzzle").arcdoku.solve().struct.unnest())
>>> solved["outcome"].to_list(), solved["solution"][0][:9]
(['unique', None], '534678912')
>>> frame.select(pl.col("puzzle").arcdoku.rate_se().struct.field("er")).to_series().to_list()
[1.2, None]

With DuckDB, `register` adds functions, which process a vector of rows at a time:

>>> import duckdb
>>> connection = duckdb.connect()
>>> arcdoku.frames.register(connection)
>>> connection.execute("select sudoku_count(repeat('.', 16), 1000)").fetchone()
(288,)

With pandas, the array functions take a Series and return a Series or a DataFrame with the same index:

>>> import pandas as pd
>>> table = pd.DataFrame({"puzzle": frame["puzzle"].to_list()}, index=["a", "b"])
>>> arcdoku.solve(table["puzzle"])["outcome"].tolist()[0]
'unique'
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import arcdoku
from arcdoku._layouts import rules_of_rows

if TYPE_CHECKING:
    import duckdb
    import polars as pl

__all__ = ["register"]


Shape = str | int | None


class _Column:
    """Functions over a column of puzzles: text, or `pl.Array(pl.UInt8, 81)`.

    `rules` are the rules of all puzzles, as text, or a column of lists: for an expression, another expression.
    """

    _apply: Callable[..., Any]

    def solve(
        self,
        *,
        nodes: int | None = None,
        threads: int | None = None,
        strict: bool = False,
        shape: Shape = None,
        rules: Any = (),
    ) -> Any:
        """Solves puzzles, like `arcdoku.solve`: a struct of `solution`, `outcome`, `guesses` and `reason`."""
        return self._apply(partial(arcdoku.solve, nodes=nodes, threads=threads, strict=strict, shape=shape), rules)

    def count(
        self,
        *,
        up_to: int = 1_000_000,
        threads: int | None = None,
        strict: bool = False,
        shape: Shape = None,
        rules: Any = (),
    ) -> Any:
        """Counts solutions, like `arcdoku.count`."""
        return self._apply(partial(arcdoku.count, up_to=up_to, threads=threads, strict=strict, shape=shape), rules)

    def minimal(self, *, threads: int | None = None, strict: bool = False, shape: Shape = None, rules: Any = ()) -> Any:
        """Finds which puzzles are minimal, like `arcdoku.minimal`."""
        return self._apply(partial(arcdoku.minimal, threads=threads, strict=strict, shape=shape), rules)

    def canon(self, *, order: str = "counts", threads: int | None = None, strict: bool = False) -> Any:
        """Finds canonical forms, like `arcdoku.canon`."""
        return self._apply(partial(arcdoku.canon, order=order, threads=threads, strict=strict))

    def key(self, *, threads: int | None = None, strict: bool = False) -> Any:
        """Makes keys of 16 bytes, like `arcdoku.key`."""
        return self._apply(partial(arcdoku.key, threads=threads, strict=strict))

    def rate_se(self, *, threads: int | None = None, strict: bool = False) -> Any:
        """Rates puzzles as the Sudoku Explainer does: a struct of `er`, `ep`, `ed`, `outcome` and `reason`."""
        return self._apply(partial(arcdoku.rate_se, threads=threads, strict=strict))

    def rate_hodoku(self, *, threads: int | None = None, strict: bool = False) -> Any:
        """Rates puzzles as HoDoKu does: a struct of `score`, `level`, `outcome` and `reason`."""
        return self._apply(partial(arcdoku.rate_hodoku, threads=threads, strict=strict))

    def symmetries(self, *, order: str = "counts", threads: int | None = None, strict: bool = False) -> Any:
        """Counts automorphisms and finds symmetries to the canonical forms, like `arcdoku.symmetries`."""
        return self._apply(partial(arcdoku.symmetries, order=order, threads=threads, strict=strict))

    def reasons(self, *, shape: Shape = None, rules: Any = ()) -> Any:
        """Finds the reasons why rows are malformed, like `arcdoku.reasons`."""
        return self._apply(partial(arcdoku.reasons, shape=shape), rules)


class ExpressionNamespace(_Column):
    """The namespace `arcdoku` of polars expressions.

    Ctrl-C is handled on the main thread only; the streaming engine of polars calls functions on other threads.
    """

    def __init__(self, expression: pl.Expr) -> None:
        self._expression = expression

    def _apply(self, function: partial[Any], rules: Any = ()) -> pl.Expr:
        import polars as pl

        # The type of the result is the type for an empty column. Grids have the type of the boards.
        name = function.func.__name__
        result: Any = getattr(arcdoku, name)(pl.Series([], dtype=pl.String)).dtype
        # Older versions of polars have no type that depends on the type of the column. With them, results are text.
        if name in ("solve", "canon") and hasattr(pl, "self_dtype"):
            grids = pl.self_dtype()
            if name == "canon":
                result = grids
            else:
                others = {field.name: field.dtype for field in result.fields[1:]}
                result = pl.struct_with_fields({"solution": grids, **others})

        def answer(column: pl.Series, **options: Any) -> pl.Series:
            has_grids = name in ("solve", "canon")
            if has_grids and isinstance(column.dtype, pl.Enum):
                raise TypeError("boards: found an Enum, which cannot hold other grids, expected .cast(pl.String)")
            found: pl.Series = function(column, **options)
            if not has_grids or column.dtype not in (pl.Null, pl.Categorical):
                return found
            # Grids of text are cast to the type of the column.
            grids = found if name == "canon" else found.struct.field("solution")
            grids = pl.Series(grids.name, [None] * len(column)) if column.dtype == pl.Null else grids.cast(column.dtype)
            return grids if name == "canon" else found.struct.unnest().with_columns(grids).to_struct(found.name)

        if isinstance(rules, pl.Expr):
            both = [self._expression, rules]
            return pl.map_batches(
                both,
                lambda columns: answer(columns[0], rules=_as_long(columns[1], columns[0])),
                return_dtype=result,
                is_elementwise=True,
            )
        if rules_of_rows(rules)[1] is not None:
            raise TypeError("rules: found lists, one per board, expected an expression, such as pl.col('rules')")
        options = {"rules": rules} if rules else {}
        return self._expression.map_batches(partial(answer, **options), return_dtype=result, is_elementwise=True)

    def verify(self, answers: pl.Expr | str, *, partial: bool = False, threads: int | None = None) -> pl.Expr:
        """Computes rewards for another column of answers, like `arcdoku.verify`. A literal is used for every row."""
        import polars as pl

        def rewards(columns: list[pl.Series] | Any) -> pl.Series:
            boards, replies = columns
            boards, replies = _as_long(boards, replies), _as_long(replies, boards)
            found: pl.Series = arcdoku.verify(boards, replies, partial=partial, threads=threads)
            return found

        other = pl.col(answers) if isinstance(answers, str) else answers
        return pl.map_batches([self._expression, other], rewards, return_dtype=pl.Float32, is_elementwise=True)


class SeriesNamespace(_Column):
    """The namespace `arcdoku` of polars Series. Ctrl-C is handled on the main thread only."""

    def __init__(self, series: pl.Series) -> None:
        self._series = series

    def _apply(self, function: partial[Any], rules: Any = ()) -> pl.Series:
        options = {"rules": rules} if len(rules) else {}
        found: pl.Series = function(self._series, **options)
        return found


def _as_long(series: pl.Series, other: pl.Series) -> pl.Series:
    """Extends a column to the length of another, because a literal has one row."""
    return series.new_from_index(0, len(other)) if len(series) == 1 != len(other) else series


def _add_namespaces() -> None:
    """Adds the namespaces to polars, if it is installed."""
    if find_spec("polars") is None:
        return
    import polars as pl

    pl.api.register_expr_namespace("arcdoku")(ExpressionNamespace)
    pl.api.register_series_namespace("arcdoku")(SeriesNamespace)


def register(connection: duckdb.DuckDBPyConnection, *, prefix: str = "sudoku_", threads: int | None = None) -> None:
    """Adds functions to a DuckDB connection, which take vectors of rows through Arrow. Needs pyarrow.

    | function | result |
    |---|---|
    | `sudoku_solve(puzzle)` | the solution, or null if there is not exactly one |
    | `sudoku_outcome(puzzle)` | `unique`, `multiple`, `unsatisfiable` or `unknown` |
    | `sudoku_guesses(puzzle)` | the number of decisions of the search |
    | `sudoku_count(puzzle, up_to)` | the number of solutions |
    | `sudoku_minimal(puzzle)` | whether the puzzle is minimal |
    | `sudoku_canon(puzzle)`, `sudoku_key(puzzle)` | the canonical form, and its key of 16 bytes |
    | `sudoku_er(puzzle)` | the rating of the Sudoku Explainer |
    | `sudoku_score(puzzle)`, `sudoku_level(puzzle)` | the rating of HoDoKu |
    | `sudoku_reason(puzzle)` | why the text is not a puzzle |
    | `sudoku_verify(puzzle, answer)` | 1.0 if the answer is a solution, else 0.0 |

    Args:
        connection: The connection.
        prefix: The prefix of the names.
        threads: Number of threads of each function, by default one per core.

    Functions that were registered before under the same names are replaced.

    Ctrl-C is handled on the main thread only; DuckDB calls functions on other threads too.

    >>> import duckdb
    >>> connection = duckdb.connect()
    >>> arcdoku.frames.register(connection)
    >>> connection.execute("select sudoku_outcome('12' || repeat('.', 79)), sudoku_reason('12')").fetchone()
    ('multiple', 'found 2 cells, expected 81')

    """
    import duckdb

    def unique_solution(puzzles: Any) -> Any:
        import pyarrow as pa

        pc = _compute()
        solved = arcdoku.solve(_one(puzzles), threads=threads)
        is_unique = pc.equal(solved.field("outcome"), "unique")
        return pc.if_else(is_unique, solved.field("solution"), pa.scalar(None, pa.string()))

    def field(function: Callable[..., Any], name: str) -> Callable[[Any], Any]:
        return lambda puzzles: function(_one(puzzles), threads=threads).field(name)

    def plain(function: Callable[..., Any]) -> Callable[[Any], Any]:
        return lambda puzzles: function(_one(puzzles), threads=threads)

    def count(puzzles: Any, up_to: Any) -> Any:
        import pyarrow as pa

        pc = _compute()
        puzzles, most = _one(puzzles), _one(up_to)
        bound = pc.max(most).as_py()
        if bound is None or bound < 1:
            return pa.nulls(len(puzzles), pa.uint64())
        return pc.min_element_wise(
            arcdoku.count(puzzles, up_to=bound, threads=threads), most.cast(pa.uint64()), skip_nulls=False
        )

    functions: dict[str, tuple[Callable[..., Any], list[str], str]] = {
        "solve": (unique_solution, ["VARCHAR"], "VARCHAR"),
        "outcome": (field(arcdoku.solve, "outcome"), ["VARCHAR"], "VARCHAR"),
        "guesses": (field(arcdoku.solve, "guesses"), ["VARCHAR"], "UINTEGER"),
        "count": (count, ["VARCHAR", "BIGINT"], "UBIGINT"),
        "minimal": (plain(arcdoku.minimal), ["VARCHAR"], "BOOLEAN"),
        "canon": (plain(arcdoku.canon), ["VARCHAR"], "VARCHAR"),
        "key": (lambda puzzles: _blob(arcdoku.key(_one(puzzles), threads=threads)), ["VARCHAR"], "BLOB"),
        "er": (field(arcdoku.rate_se, "er"), ["VARCHAR"], "DOUBLE"),
        "score": (field(arcdoku.rate_hodoku, "score"), ["VARCHAR"], "UINTEGER"),
        "level": (field(arcdoku.rate_hodoku, "level"), ["VARCHAR"], "VARCHAR"),
        "reason": (lambda puzzles: arcdoku.reasons(_one(puzzles)), ["VARCHAR"], "VARCHAR"),
        "verify": (
            lambda puzzles, answers: arcdoku.verify(_one(puzzles), _one(answers), threads=threads),
            ["VARCHAR", "VARCHAR"],
            "FLOAT",
        ),
    }
    # The values are strings, because older versions of DuckDB lack their types.
    create: Any = connection.create_function
    for name, (function, arguments, result) in functions.items():
        with suppress(duckdb.InvalidInputException):
            connection.remove_function(prefix + name)
        create(prefix + name, function, arguments, result, type="arrow", null_handling="special")


def _compute() -> Any:
    """The module `pyarrow.compute`, whose functions are defined at run time."""
    import pyarrow.compute as pc

    return pc


def _one(column: Any) -> Any:
    """A column of one chunk."""
    return column.combine_chunks() if hasattr(column, "combine_chunks") else column


def _blob(keys: Any) -> Any:
    """Keys as binary values."""
    import pyarrow as pa

    return keys.cast(pa.binary())


_add_namespaces()

"""Columns of data frames."""

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.compute
import pytest

import arcdoku
import arcdoku.frames
import arcdoku.learn

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
COLUMN = [EASY, None, "12", HARD, "11" + "." * 79, "." * 81]
OUTCOMES = ["unique", None, None, "unique", "unsatisfiable", "multiple"]
REASONS = [None, None, "found 2 cells, expected 81", None, None, None]

COLUMNS = {
    "utf8": lambda rows: pa.array(rows, pa.string()),
    "large utf8": lambda rows: pa.array(rows, pa.large_string()),
    "utf8 view": lambda rows: pa.array(rows, pa.string_view()),
    "slice": lambda rows: pa.array(["?", *rows, "?"])[1:-1],
    "chunks": lambda rows: pa.chunked_array([rows[:2], [], rows[2:]], pa.string()),
    "polars": lambda rows: pl.Series("name", rows),
    "pandas": lambda rows: pd.Series(rows, name="name", index=list("abcdefgh"[: len(rows)])),
    "objects": lambda rows: pd.Series(rows, dtype=object),
}


def plain(column):
    """A column as a list, with `None` for missing values."""
    rows = column.to_pylist() if hasattr(column, "to_pylist") else column.to_list()
    return [None if row is None or row is pd.NA or row != row else row for row in rows]


def field(column, name):
    """A field of a struct."""
    if isinstance(column, pd.DataFrame):
        return column[name]
    if isinstance(column, pl.Series):
        return column.struct.field(name)
    return pa.array([None if row is None else row[name] for row in column.to_pylist()])


@pytest.mark.parametrize("make", COLUMNS.values(), ids=COLUMNS)
def test_columns(make):
    column = make(COLUMN)
    solved = arcdoku.solve(column)
    kind = pd.DataFrame if isinstance(column, pd.Series) else type(column)
    assert isinstance(solved, (kind, pa.StructArray))
    assert plain(field(solved, "outcome")) == OUTCOMES
    assert plain(field(solved, "reason")) == REASONS
    solutions = plain(field(solved, "solution"))
    assert solutions[0] == SOLUTION and solutions[1:3] == [None, None] and solutions[4] is None
    assert [row is None for row in plain(field(solved, "guesses"))] == [False, True, True, False, False, False]
    counts = arcdoku.count(column, up_to=10)
    assert plain(counts) == [1, None, None, 1, 0, 10]
    assert plain(arcdoku.minimal(column)) == [False, None, None, True, False, False]
    lists = [row for row in COLUMN if row and len(row) == 81]
    forms, keys = plain(arcdoku.canon(column)), plain(arcdoku.key(column))
    assert [row for row in forms if row] == arcdoku.canon(lists)
    assert [row for row in keys if row] == [row.tobytes() for row in arcdoku.key(lists)]
    assert plain(field(arcdoku.rate_se(column), "er"))[:2] == [1.2, None]
    assert plain(field(arcdoku.rate_hodoku(column), "level"))[:3] == ["Easy", None, None]
    assert plain(field(arcdoku.symmetries(column), "automorphisms"))[5] == 2 * 6**8 * 362880
    assert plain(arcdoku.reasons(column)) == REASONS
    assert plain(arcdoku.verify(column, make([SOLUTION, SOLUTION, SOLUTION, EASY, None, SOLUTION])))[:4] == [
        1,
        None,
        0,
        0,
    ]
    if isinstance(column, (pd.Series, pl.Series)):
        assert counts.name == column.name
    if isinstance(column, pd.Series):
        assert list(solved.index) == list(column.index)
    with pytest.raises(ValueError, match=r"boards\[2\]: found 2 cells, expected 81"):
        arcdoku.solve(column, strict=True)
    with pytest.raises(ValueError, match="out"):
        arcdoku.solve(column, np.zeros((6, 81), np.uint8))


def test_numbers_in_columns():
    numbers = np.array([[int(cell) if cell != "." else 0 for cell in text] for text in (EASY, HARD)], np.uint8)
    expected = arcdoku.solve(numbers)
    flat = pa.array(numbers.reshape(-1))
    lists = pa.FixedSizeListArray.from_arrays(flat, 81)
    assert np.array_equal(np.array(arcdoku.solve(lists).field("solution").to_pylist()), expected.grids)
    assert arcdoku.solve(lists[1:]).field("solution").to_pylist() == expected.grids[1:].tolist()
    binary = pa.array([row.tobytes() for row in numbers], pa.binary(81))
    assert arcdoku.solve(binary).field("solution").to_pylist() == [row.tobytes() for row in expected.grids]
    text = pa.array([EASY.encode(), None], pa.binary(81))
    assert arcdoku.solve(text).field("solution").to_pylist() == [expected.grids[0].tobytes(), None]
    assert arcdoku.count(pa.array(["." * 16, "1" * 16])).to_pylist() == [288, 0]
    assert arcdoku.count(pl.Series(["." * 16]), shape="2x2").to_list() == [288]


def test_empty_and_wrong_columns():
    assert len(arcdoku.solve(pa.array([], pa.string()))) == 0
    assert len(arcdoku.solve(pa.chunked_array([], pa.string()))) == 0
    assert arcdoku.solve(pl.Series([], dtype=pl.String)).dtype == pl.Struct(
        {"solution": pl.String, "outcome": pl.String, "guesses": pl.UInt32, "reason": pl.String}
    )
    assert list(arcdoku.solve(pd.Series([], dtype=str)).columns) == ["solution", "outcome", "guesses", "reason"]
    for wrong in (pa.array([1, 2]), pl.Series([1.5]), pa.array([[1]]), pa.array([{"a": EASY}])):
        for call in (arcdoku.solve, arcdoku.reasons, lambda wrong: arcdoku.verify(wrong, wrong)):
            with pytest.raises(TypeError, match=r"^boards: found an array of .*, expected Utf8"):
                call(wrong)
        with pytest.raises(TypeError, match=r"^answers: found an array of .*, expected Utf8"):
            arcdoku.verify(pa.array([EASY, EASY]), wrong)
    with pytest.raises(ValueError, match="threads: found 4611686018427387904, expected a whole number from 1 to 1024"):
        arcdoku.solve(pa.array([EASY]), threads=2**62)
    with pytest.raises(TypeError, match="expected a string"):
        arcdoku.solve(pd.Series([1, 2]))
    with pytest.raises(ValueError, match="found 1 rows, expected 2"):
        arcdoku.verify(pl.Series([EASY, EASY]), pl.Series([EASY]))
    with pytest.raises(TypeError, match="answers"):
        arcdoku.verify(pl.Series([EASY]), [EASY])


TABLES = {
    "pyarrow.Table": (pa.table({"a": [EASY]}), "an Array or ChunkedArray"),
    "pyarrow.RecordBatch": (pa.record_batch({"a": [EASY]}), "an Array or ChunkedArray"),
    "pyarrow.RecordBatchReader": (pa.table({"a": [EASY]}).to_reader(), "an Array or ChunkedArray"),
    "polars.DataFrame": (pl.DataFrame({"a": [EASY]}), "a Series"),
    "polars.LazyFrame": (pl.LazyFrame({"a": [EASY]}), "a Series"),
    "pandas.DataFrame": (pd.DataFrame({"a": [EASY]}), "a Series"),
}


@pytest.mark.parametrize("name", TABLES)
def test_tables_are_no_columns(name):
    table, expected = TABLES[name]
    message = f"found {name}, expected {expected}, which is one column"
    for call in (
        arcdoku.solve,
        arcdoku.count,
        arcdoku.reasons,
        lambda table: arcdoku.verify(table, [SOLUTION]),
        lambda table: arcdoku.transform(table, arcdoku.symmetries(EASY)),
        lambda table: arcdoku.learn.augment(table, seed=1),
        lambda table: arcdoku.learn.split(table, seed=1),
        arcdoku.learn.steps,
        lambda table: arcdoku.learn.card(iter([table])),
    ):
        with pytest.raises(TypeError, match=f"^boards: {message}$"):
            call(table)
    with pytest.raises(TypeError, match=f"^answers: {message}$"):
        arcdoku.verify([EASY], table)
    with pytest.raises(TypeError, match=f"^train: {message}$"):
        arcdoku.learn.audit(table)


def test_other_tables_of_arrow_are_structs():
    with pytest.raises(TypeError, match=r"^boards: found an array of Struct, expected Utf8"):
        arcdoku.solve(duckdb.sql("select '...' as a"))


CATEGORIES = {
    "dictionary": lambda rows: pa.array(rows).dictionary_encode(),
    "chunks of dictionaries": lambda rows: pa.chunked_array([rows[:2], rows[2:]], pa.string()).dictionary_encode(),
    "large dictionary": lambda rows: pa.array(rows, pa.dictionary(pa.int8(), pa.large_string())),
    "runs": lambda rows: pyarrow.compute.run_end_encode(pa.array(rows)),
    "polars": lambda rows: pl.Series("name", rows, dtype=pl.Categorical),
    "enum": lambda rows: pl.Series("name", rows, dtype=pl.Enum(sorted({row for row in rows if row}))),
    "pandas": lambda rows: pd.Series(rows, dtype="category"),
}


@pytest.mark.parametrize("make", CATEGORIES.values(), ids=CATEGORIES)
def test_categories_are_texts(make):
    column = make(COLUMN)
    solved = arcdoku.solve(column)
    assert plain(field(solved, "outcome")) == OUTCOMES and plain(field(solved, "reason")) == REASONS
    assert plain(field(solved, "solution"))[0] == SOLUTION
    assert plain(arcdoku.count(column, up_to=10)) == [1, None, None, 1, 0, 10]
    assert plain(arcdoku.canon(column))[0] == arcdoku.canon(EASY)
    answers = make([SOLUTION, SOLUTION, SOLUTION, EASY, None, SOLUTION])
    assert plain(arcdoku.verify(column, answers))[:4] == [1, None, 0, 0]
    with pytest.raises(ValueError, match=r"boards\[2\]: found 2 cells, expected 81"):
        arcdoku.solve(column, strict=True)


def test_categories_in_polars_expressions():
    categories = {"puzzle": pl.Categorical, "enum": pl.Enum([EASY, HARD])}
    frame = pl.DataFrame({"puzzle": [EASY, None, HARD], "enum": [EASY, None, HARD]}, schema=categories)
    board = pl.col("puzzle").arcdoku
    parts = [board.solve().alias("solved"), board.canon().alias("form"), pl.col("enum").arcdoku.count()]
    for found in (frame.select(parts), frame.lazy().select(parts).collect()):
        assert found["solved"].struct.field("solution").to_list()[:2] == [SOLUTION, None]
        assert found["form"].to_list() == [arcdoku.canon(EASY), None, arcdoku.canon(HARD)]
        assert found["enum"].to_list() == [1, None, 1] and found["form"].dtype == pl.Categorical
    for refused in (pl.col("enum").arcdoku.solve(), pl.col("enum").arcdoku.canon()):
        with pytest.raises(TypeError, match=r"boards: found an Enum, .* expected \.cast\(pl\.String\)"):
            frame.select(refused)


def test_rows_of_a_column_have_one_size():
    """A board of a different size is malformed: null, with its reason."""
    small = "1..............4"
    for column in (pa.array([small, EASY]), pl.Series([small, EASY]), pd.Series([small, EASY])):
        assert plain(arcdoku.count(column)) == [None, 1]
        assert plain(arcdoku.reasons(column)) == ["found 16 cells, expected 81", None]


def test_verify_aligns_chunks():
    boards = pa.chunked_array([[EASY], [EASY, EASY, EASY], []], pa.string())
    answers = pa.chunked_array([[], [SOLUTION, EASY], [SOLUTION], [None]], pa.string())
    assert arcdoku.verify(boards, answers).to_pylist() == [1, 0, 1, None]


def test_polars_expressions():
    frame = pl.DataFrame({"puzzle": COLUMN, "answer": [SOLUTION] * 6})
    puzzle = pl.col("puzzle").arcdoku
    for found in (frame, frame.lazy()):
        found = found.select(
            puzzle.solve().struct.field("outcome"),
            puzzle.count(up_to=5).alias("count"),
            puzzle.minimal().alias("minimal"),
            puzzle.canon().alias("form"),
            puzzle.key().alias("key"),
            puzzle.rate_se().struct.field("er"),
            puzzle.rate_hodoku().struct.field("level"),
            puzzle.symmetries().struct.field("automorphisms"),
            puzzle.reasons().alias("reason"),
            puzzle.verify("answer").alias("reward"),
        )
        found = found.lazy().collect()
        assert found["outcome"].to_list() == OUTCOMES and found["reason"].to_list() == REASONS
        assert found["count"].to_list() == [1, None, None, 1, 0, 5]
        assert found["reward"].to_list() == [1, None, 0, 0, 0, 1]
        assert found["key"].to_list()[0] == arcdoku.key(EASY).tobytes()
    assert frame["puzzle"].arcdoku.count(up_to=2).to_list() == [1, None, None, 1, 0, 2]


def test_duckdb():
    connection = duckdb.connect()
    arcdoku.frames.register(connection)
    connection.execute("create table puzzles (row integer, puzzle varchar)")
    connection.executemany("insert into puzzles values (?, ?)", list(enumerate(COLUMN)))
    found = connection.execute("""
        select sudoku_solve(puzzle), sudoku_outcome(puzzle), sudoku_count(puzzle, 7), sudoku_minimal(puzzle),
               sudoku_key(puzzle), sudoku_er(puzzle), sudoku_level(puzzle), sudoku_reason(puzzle),
               sudoku_verify(puzzle, sudoku_solve(puzzle)), sudoku_guesses(puzzle), sudoku_score(puzzle),
               sudoku_canon(puzzle)
        from puzzles order by row
    """).fetchall()
    solutions, outcomes, counts, minimal, keys, er, levels, reasons, rewards, guesses, scores, forms = zip(
        *found, strict=True
    )
    assert solutions[0] == SOLUTION and solutions[4:] == (None, None)
    assert list(outcomes) == OUTCOMES and list(reasons) == REASONS
    assert counts == (1, None, None, 1, 0, 7) and minimal == (False, None, None, True, False, False)
    assert keys[0] == arcdoku.key(EASY).tobytes() and er[0] == 1.2 and levels[0] == "Easy"
    assert rewards == (1, None, None, 1, None, None) and guesses[0] == 0 and scores[0] == 204
    assert forms[0] == arcdoku.canon(EASY)
    many = connection.execute("select count(*) from range(5000) where sudoku_outcome($1) = 'unique'", [EASY]).fetchone()
    assert many == (5000,)


def test_a_word_does_not_determine_the_size() -> None:
    for words in (["NULL", HARD, HARD], ["x", HARD, HARD]):
        assert arcdoku.solve(words).outcome.tolist() == [4, 1, 1]
        assert [row["outcome"] for row in arcdoku.solve(pa.array(words)).to_pylist()] == [None, "unique", "unique"]
        assert arcdoku.solve(pd.Series(words))["outcome"].tolist()[1:] == ["unique", "unique"]


def test_missing_values_of_tables() -> None:
    assert arcdoku.solve(pd.Series([HARD, pd.NA], dtype="string"))["outcome"].isna().tolist() == [False, True]
    assert arcdoku.solve(pl.Series([None, None])).struct.field("outcome").to_list() == [None, None]
    assert arcdoku.count(pa.nulls(2)).to_pylist() == [None, None]
    assert len(arcdoku.verify(pa.array([], pa.string()), pa.array([], pa.string()))) == 0


def test_reasons_have_the_number_that_was_found() -> None:
    assert "found 300" in arcdoku.reasons(np.full((2, 81), 300))[1]


def test_arrays_in_polars_expressions() -> None:
    boards = np.array([[int(cell) if cell != "." else 0 for cell in text] for text in (EASY, HARD)], np.uint8)
    column = pl.Series("board", boards.tolist(), dtype=pl.Array(pl.UInt8, 81))
    frame = pl.DataFrame({"board": column, "text": [EASY, HARD]})
    board = pl.col("board").arcdoku
    parts = [
        board.solve().struct.field("solution"), board.canon().alias("form"), board.count().alias("count"),
        board.rate_se().struct.field("er"), board.verify("board").alias("reward"),
    ]  # fmt: skip
    for found in (frame.select(parts), frame.lazy().select(parts).collect()):
        assert found.schema["solution"] == found.schema["form"] == column.dtype
        assert np.array_equal(found["solution"].to_numpy(), arcdoku.solve(boards).grids)
        assert np.array_equal(found["form"].to_numpy(), arcdoku.canon(boards))
        assert found["count"].to_list() == [1, 1] and found["reward"].to_list() == [0, 0]
    nulls = (
        pl.DataFrame({"null": [None, None]})
        .lazy()
        .select(pl.col("null").arcdoku.solve().struct.field("outcome"), pl.col("null").arcdoku.canon().alias("form"))
    )
    assert nulls.collect()["outcome"].to_list() == nulls.collect()["form"].to_list() == [None, None]


def test_verify_takes_literals() -> None:
    frame = pl.DataFrame({"puzzle": [EASY, HARD, None], "answer": [SOLUTION, SOLUTION, EASY]})
    found = frame.select(
        one=pl.col("puzzle").arcdoku.verify(pl.lit(SOLUTION)), other=pl.lit(EASY).arcdoku.verify("answer")
    )
    assert found["one"].to_list() == [1, 0, None] and found["other"].to_list() == [1, 1, 0]


def test_verify_takes_a_series_of_pandas_and_arrays() -> None:
    answers = np.array([[int(cell) for cell in SOLUTION]], np.uint8)
    series = pd.Series([EASY], index=["a"], name="name")
    for answer in (answers, answers[0], [SOLUTION], SOLUTION):
        found = arcdoku.verify(series, answer)
        assert found.to_list() == [1] and list(found.index) == ["a"] and found.name == "name"
    assert arcdoku.verify(answers, series).to_list() == [0]
    assert arcdoku.verify(EASY, pd.Series([SOLUTION])).to_list() == [1]
    assert arcdoku.verify(pd.Series([EASY, None]), [SOLUTION, SOLUTION]).isna().to_list() == [False, True]


def test_duckdb_registers_again() -> None:
    connection = duckdb.connect()
    for threads in (None, 1):
        arcdoku.frames.register(connection, threads=threads)
    assert connection.execute("select sudoku_count($1, 5)", [EASY]).fetchone() == (1,)


def test_a_null_of_a_column_is_not_an_error() -> None:
    for column in (pd.Series([EASY, None]), pl.Series([EASY, None]), pa.array([EASY, None])):
        arcdoku.solve(column, strict=True)
    with pytest.raises(ValueError, match=r"boards\[1\]: null"):
        arcdoku.solve([EASY, None], strict=True)

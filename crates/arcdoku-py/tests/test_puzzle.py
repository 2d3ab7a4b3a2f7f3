"""Puzzles as values: reading, arrays, equality, copies, texts, invalid input."""

import copy
import json
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import arcdoku
from arcdoku import Puzzle

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
VARIANTS = [
    Puzzle("." * 81, ["diagonals"]),
    Puzzle("." * 81, ["anti-knight", "cage 10: r1c1 r1c2", "thermo: r3c3 r4c4 r5c5"]),
    Puzzle("1" + "." * 35, box="2x3"),
    Puzzle("." * 36, box="3x2"),
    Puzzle("." * 16, latin=True),
    Puzzle("." * 16, regions="1122112233443344"),
    Puzzle("." * 81, extra=["r1c1,r2c2,r3c3", ["r9c9", "r8c8"]]),
    Puzzle("." * 54, size="6x9"),
    Puzzle("." * 81, digits="0-8"),
    Puzzle("." * 83, extra_cells=2),
    Puzzle("." * 256),
    Puzzle("." * 625),
    Puzzle("." * 16, bare=True, rules=["rows"]),
    Puzzle(EASY, placed="534" + "." * 78),
]


def ids(puzzle: Puzzle) -> str:
    return f"{puzzle.shape}-{len(puzzle.rules)}"


def same(puzzle: Puzzle) -> None:
    """Checks every way to make a copy."""
    for other in (
        pickle.loads(pickle.dumps(puzzle)),
        copy.copy(puzzle),
        copy.deepcopy(puzzle),
        Puzzle(puzzle),
        eval(repr(puzzle), {"Puzzle": Puzzle}),
        Puzzle(puzzle.json(), placed=puzzle.placed),
        Puzzle(json.loads(puzzle.json()), placed=puzzle.placed),
    ):
        assert other == puzzle and hash(other) == hash(puzzle)
        assert other.text == puzzle.text and other.ruleset == puzzle.ruleset and other.placed == puzzle.placed


@pytest.mark.parametrize("puzzle", VARIANTS, ids=ids)
def test_copies_are_equal(puzzle: Puzzle) -> None:
    same(puzzle)
    assert puzzle != Puzzle(EASY) and puzzle != "text"
    assert str(puzzle) and puzzle.svg().startswith("<svg")
    rows, columns = puzzle.shape
    assert puzzle.clues.shape == (rows, columns) and puzzle.clues.dtype == np.uint8


boards = st.lists(st.integers(0, 9), min_size=81, max_size=81)


@given(boards)
def test_arrays_and_texts_are_equivalent(cells: list[int]) -> None:
    text = "".join(map(str, cells)).replace("0", ".")
    puzzle = Puzzle(text)
    grid = np.array(cells).reshape(9, 9)
    for other in (cells, grid, grid.ravel(), grid.astype(np.int8), grid.tolist(), tuple(cells), text.encode()):
        assert Puzzle(other) == puzzle
    assert (puzzle.clues == grid).all() and puzzle.text == text and len(puzzle) == int((grid > 0).sum())
    same(puzzle)


@given(st.sampled_from([1, 4, 6, 9, 12, 16, 25, 36, 49]), st.data())
def test_all_sizes_are_read_back(side: int, data: st.DataObject) -> None:
    cells = data.draw(st.lists(st.integers(0, side), min_size=side * side, max_size=side * side))
    puzzle = Puzzle(cells)
    assert puzzle.shape == (side, side) and puzzle.size == side
    assert puzzle.clues.ravel().tolist() == cells
    assert Puzzle(puzzle.clues) == puzzle
    same(puzzle)


@given(st.sampled_from(["line", "grid", "sdk", "json", "csv", "pencilmarks", "integers", "euler"]), boards)
def test_notations_are_read_back(notation: str, cells: list[int]) -> None:
    puzzle = Puzzle(cells)
    try:
        text = puzzle.to(notation)
    except ValueError:
        # Pencil marks cannot express a cell without candidates.
        assert notation == "pencilmarks"
        return
    again = Puzzle(text, from_=notation)
    # Pencil marks have more information: they lack the candidates that clues exclude.
    assert notation == "pencilmarks" or again.to("line") == puzzle.to("line")


def test_formats_of_other_programs_are_read() -> None:
    puzzle = Puzzle("." * 81, ["cage 10: r1c1 r1c2", "thermo: r3c3 r4c4 r5c5"])
    for notation in ("f-puzzles", "sudokupad", "iss"):
        assert Puzzle(puzzle.to(notation)).rules == puzzle.rules, notation


def test_digits_from_zero_are_numbered_from_one() -> None:
    puzzle = Puzzle([[1, 0, 0, 4]] + [[0] * 4] * 3, digits="0-3")
    assert puzzle.text == "0..3" + "." * 12
    assert puzzle.clues[0].tolist() == [1, 0, 0, 4]
    assert Puzzle(puzzle.clues, digits="0-3") == puzzle
    assert puzzle.solve().grid.max() == 4


def test_grids_that_are_not_square_are_named() -> None:
    cells = np.zeros((6, 9), dtype=np.uint8)
    cells[0, 8] = 9
    puzzle = Puzzle(cells, size=(6, 9))
    assert puzzle.shape == (6, 9) and (puzzle.clues == cells).all()
    assert Puzzle(cells.ravel(), size="6x9") == puzzle
    assert puzzle.solve().grid.shape == (6, 9)


def test_placed_digits_are_not_clues() -> None:
    puzzle = Puzzle(EASY, placed="534" + "." * 78)
    assert len(puzzle) == 30 and int(puzzle.digits[0, 2]) == 4 and int(puzzle.clues[0, 2]) == 0
    assert puzzle != Puzzle(EASY) and puzzle.mistakes().outcome == "fine"
    wrong = Puzzle(EASY, placed="531" + "." * 78)
    assert wrong.mistakes().mistakes == [{"kind": "wrong", "cell": "r1c3", "digit": 1}]
    assert wrong.hint().outcome == "mistakes"


def test_names_and_solutions_are_kept() -> None:
    puzzle = Puzzle({"puzzle": EASY, "name": "first", "solution": SOLUTION})
    assert puzzle.name == "first" and puzzle.solve().agrees
    assert pickle.loads(pickle.dumps(puzzle)).name == "first"
    assert Puzzle({"puzzle": EASY, "solution": SOLUTION[::-1]}).solve().agrees is False


def test_fields_are_kept() -> None:
    puzzle = Puzzle({"puzzle": EASY, "level": "easy", "tags": [1, 2]})
    assert puzzle.fields == {"level": "easy", "tags": [1, 2]} and puzzle == Puzzle(EASY)
    assert puzzle.solve().data["level"] == "easy", "replies have the fields, like the replies of the program"
    assert pickle.loads(pickle.dumps(puzzle)).fields == puzzle.fields
    report = Puzzle(Puzzle("." * 81, ["cage 10: r1c1 r1c2"]).to("f-puzzles")).fields["import"]
    assert report["format"] == "f-puzzles" and report["not_understood"] == []


def test_rules_are_added_to_a_puzzle() -> None:
    assert Puzzle(Puzzle("." * 81, ["diagonals"]), ["anti-king"]).rules == ["diagonals", "anti-king"]


BAD: list[tuple[Any, dict[str, Any], type[Exception], str]] = [
    (np.zeros((9, 9)), {}, ValueError, "found an array of float64, expected integers"),
    (np.zeros((9, 9), dtype=bool), {}, ValueError, "found an array of bool"),
    (np.zeros((9, 8), dtype=int), {}, ValueError, r"found an array of shape \(9, 8\), expected a square"),
    (np.zeros((9, 9, 1), dtype=int), {}, ValueError, r"found an array of shape \(9, 9, 1\)"),
    (np.zeros(80, dtype=int), {}, ValueError, "found 80 numbers"),
    (
        np.full((9, 9), 10),
        {},
        ValueError,
        r"index 0 \(row 1, column 1\): found 10, expected 0 \(empty\) or a digit from 1",
    ),
    ([0] * 80 + [-1], {}, ValueError, r"index 80 \(row 9, column 9\): found -1"),
    ([0] * 80 + [256], {}, ValueError, "found 256"),
    ([0] * 80 + [1.5], {}, ValueError, "found 1.5"),
    ([0] * 80 + [True], {}, ValueError, "found True"),
    ([[0] * 9] * 8 + [[0] * 8], {}, ValueError, "row 9: found 8 numbers, expected 9"),
    ([], {}, ValueError, "found 0 numbers"),
    (5, {}, TypeError, "expected a text, an array"),
    (None, {}, TypeError, "expected a text, an array"),
    ("", {}, ValueError, "found no puzzle|found nothing|found the end|no puzzle"),
    (EASY[:-1], {}, ValueError, "puzzle:1:"),
    (EASY + "\n" + EASY, {}, ValueError, "several puzzles"),
    (EASY, {"rules": ["cage x"]}, ValueError, r"rules\[0\]"),
    (EASY, {"rules": ["nonsense"]}, ValueError, r"rules\[0\]"),
    (EASY, {"rules": "diagonals"}, TypeError, "a list of texts"),
    (EASY, {"rules": [5]}, TypeError, r"rules\[0\]: found 5, expected a text"),
    (EASY, {"rules": [b"diagonals"]}, TypeError, r"rules\[0\]: found b'diagonals', expected a text"),
    (EASY, {"rules": 5}, TypeError, "rules: found 5, expected a list of texts"),
    (EASY, {"rules": None}, TypeError, "rules: found None, expected a list of texts"),
    (EASY, {"rules": b"diagonals"}, TypeError, "rules: found b'diagonals', expected a list of texts"),
    (EASY, {"extra": 5}, TypeError, "extra: found 5, expected a list of sets of cells"),
    (EASY, {"extra": None}, TypeError, "extra: found None, expected a list of sets of cells"),
    (EASY, {"extra": "r1c1,r2c2"}, TypeError, "extra: found 'r1c1,r2c2', expected a list of sets of cells"),
    (EASY, {"extra": [5]}, TypeError, r"extra\[0\]: found 5, expected names"),
    (EASY, {"size": 5.5}, TypeError, "size: found 5.5, expected rows x columns"),
    (EASY, {"size": True}, TypeError, "size: found True, expected rows x columns"),
    (EASY, {"rules": ["cage 10: r1c1 r10c2"]}, ValueError, "r10c2"),
    (EASY, {"box": "3"}, ValueError, "box: found '3', expected rows x columns"),
    (EASY, {"box": "2x2"}, ValueError, "81 characters"),
    (EASY, {"latin": 5}, TypeError, "latin: found 5, expected True or False"),
    (EASY, {"latin": True, "box": "3x3"}, ValueError, "latin: found with box"),
    (EASY, {"box": "3x3", "regions": "1" * 81}, ValueError, "box: found with regions"),
    (EASY, {"shape": "3x3", "latin": True}, ValueError, "latin: found with shape"),
    (EASY, {"size": "0x9"}, ValueError, "size: found '0x9'"),
    (EASY, {"digits": "2-9"}, ValueError, "digits: found '2-9'"),
    (EASY, {"regions": "1" * 81}, ValueError, "regions"),
    (EASY, {"extra": ["r1c1,r99c1"]}, ValueError, "r99c1"),
    (EASY, {"from_": "nope"}, ValueError, "from_: found 'nope', expected one of line"),
    (EASY, {"placed": "9" + "." * 80}, ValueError, "placed:1:1: found 9 in r1c1, expected its clue 5"),
    (EASY, {"placed": 5}, TypeError, "placed: found 5, expected a text"),
    (EASY, {"extra_cells": -1}, ValueError, "extra_cells: found -1"),
    ({"rules": []}, {}, ValueError, "puzzle"),
]


@pytest.mark.parametrize(("puzzle", "options", "kind", "message"), BAD)
def test_bad_input_is_named(puzzle: Any, options: dict[str, Any], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message) as caught:
        Puzzle(puzzle, **options)
    assert "\n" not in str(caught.value)


@given(st.text(max_size=100))
def test_any_text_is_a_puzzle_or_a_value_error(text: str) -> None:
    try:
        same(Puzzle(text))
    except ValueError as error:
        assert "\n" not in str(error)


def test_clues_that_conflict_are_a_puzzle_without_a_solution() -> None:
    puzzle = Puzzle("55" + "." * 79)
    assert puzzle.solve().outcome == "unsatisfiable" and puzzle.count() == 0
    assert puzzle.check().valid is False and puzzle.rate().outcome == "unsatisfiable"
    assert list(puzzle.solutions()) == []


def test_nothing_changes_a_puzzle() -> None:
    puzzle = Puzzle(EASY)
    puzzle.clues[0, 0] = 9
    puzzle.ruleset["rules"] = ["diagonals"]
    assert puzzle == Puzzle(EASY) and puzzle.rules == []
    with pytest.raises(AttributeError):
        puzzle.text = "x"  # type: ignore[misc]
    assert len({Puzzle(EASY), Puzzle(EASY), *VARIANTS}) == 1 + len(VARIANTS)
    assert arcdoku.Puzzle is Puzzle

"""Displays in notebooks: drawings, hints, paths, tables, the board."""

import json
import xml.dom.minidom
from importlib import resources
from typing import Any

import pytest

import arcdoku
from arcdoku import Puzzle

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
RULED = Puzzle("." * 36, ["diagonals", "cage 10: r1c1 r1c2"])


def is_svg(text: object) -> bool:
    return xml.dom.minidom.parseString(str(text)).documentElement.tagName == "svg"


@pytest.mark.parametrize("puzzle", [Puzzle(EASY), RULED, Puzzle("." * 16, regions="1122112233443344")])
def test_puzzles_and_solutions_are_drawn(puzzle: Puzzle) -> None:
    assert is_svg(puzzle._repr_svg_()) and is_svg(puzzle.solve()._repr_svg_())
    assert is_svg(puzzle.svg(candidates=True)) and puzzle.svg(candidates=True) != puzzle.svg()
    assert is_svg(puzzle.svg(side=20, legend=False)) and is_svg(puzzle.trace(steps=50)._repr_svg_())
    assert is_svg(Puzzle("55" + "." * 79).solve()._repr_svg_())


def test_full_hints_are_drawn() -> None:
    hint = Puzzle(EASY).hint()
    assert "<svg" in hint._repr_html_() and is_svg(hint.svg())
    assert hint.step is not None and "<svg" in hint.step._repr_html_()
    assert "<svg" not in Puzzle(EASY).hint("vague")._repr_html_()
    assert "<svg" in RULED.hint()._repr_html_()
    assert "<p>" in Puzzle("55" + "." * 79).hint()._repr_html_() or Puzzle("55" + "." * 79).hint().text == []


@pytest.mark.parametrize("puzzle", [Puzzle(EASY), RULED])
def test_paths_are_sliders(puzzle: Puzzle) -> None:
    path = puzzle.path(language="de")
    html = path._repr_html_()
    assert html.count('<section class="step">') == len(path) and f'max="{len(path)}"' in html
    assert html.count("<svg") == len(path) and "http" not in html.replace("http://www.w3.org", "")
    assert "@" not in html.replace("@media", "").replace("@page", ""), "all placeholders are replaced"
    assert path._repr_html_() != html, "two sliders of one page have different names"
    assert is_svg(path.svg(1)) and is_svg(path[-1].svg()) and "<svg" in path[0]._repr_html_()
    assert path.html().startswith("<!DOCTYPE html>")


def test_a_path_without_steps_is_text() -> None:
    assert Puzzle("55" + "." * 79).path()._repr_html_().startswith("<pre>")


def test_texts_are_escaped() -> None:
    puzzle = Puzzle({"puzzle": EASY, "name": "<script>alert(1)</script>"})
    assert "<script>alert" not in puzzle.path()._repr_html_() + puzzle.hint()._repr_html_() + puzzle.svg()


def test_tables_are_tables() -> None:
    table = arcdoku.strategies()
    assert table._repr_html_().count("<tr>") == len(table) + 1
    assert "<table>" in Puzzle(EASY).steps("hidden-single")._repr_html_()
    assert is_svg(arcdoku.rules("thermo")._repr_svg_()) and is_svg(arcdoku.practice("naked-pair")[0]._repr_svg_())


def test_the_widget_reports_what_is_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    pytest.importorskip("anywidget")
    monkeypatch.setattr(resources, "files", lambda package: tmp_path)
    with pytest.raises(FileNotFoundError, match="cargo xtask wheel"):
        arcdoku.widget.element()


@pytest.fixture
def board() -> Any:
    """A board, if the element was built."""
    pytest.importorskip("anywidget")
    if not resources.files("arcdoku").joinpath("static", "arc-sudoku.js").is_file():
        pytest.skip("the element was not built: run `cargo xtask wheel`")
    return arcdoku.widget.Board(EASY)


def test_a_board_has_the_module_of_the_element(board: Any) -> None:
    module = board._esm
    assert "customElements" in module and module.rstrip().endswith("export default { render };")
    assert module.splitlines()[0].startswith("const ELEMENT = ") and "@ELEMENT" not in module
    literal = module.splitlines()[0].removeprefix("const ELEMENT = ").rstrip(";")
    assert json.loads(literal) == arcdoku.widget.element()
    keys = board.get_state()
    for name in ("shape", "rules", "givens", "digits", "corner", "center", "colors", "selection", "layers", "width"):
        assert name in keys and f'"{name}"' in module, name


def test_python_receives_the_actions_of_the_user(board: Any) -> None:
    seen: list[Any] = []
    board.observe(lambda change: seen.append(change["name"]), ["digits", "selection", "selected"])
    actions: list[Any] = []
    board.on_input(actions.append)
    # The message of the front end.
    digits = list(board.digits)
    digits[2] = 4
    board.set_state({"digits": digits, "selection": [2]})
    action = {"kind": "digit", "digit": 4, "cells": [2]}
    board._handle_custom_msg({"event": "input", "action": action}, [])
    assert sorted(set(seen)) == ["digits", "selected", "selection"] and actions == [action]
    assert board.selected == "r1c3" and int(board.state.digits[0, 2]) == 4 and board.state.placed is not None
    assert board.check().outcome == "fine" and board.layers == {}
    board.on_input(actions.append, remove=True)
    board._handle_custom_msg({"event": "input", "action": {"kind": "hint"}}, [])
    assert actions == [action] and "picture" in board.layers, "the key for hints draws a hint"
    board.clear()
    assert board.state == board.puzzle == Puzzle(EASY) and board.layers == {}


def test_mistakes_are_marked(board: Any) -> None:
    digits = list(board.digits)
    digits[2] = 1
    board.digits = digits
    assert board.check().outcome == "mistakes" and board.layers["tints"][0]["cells"] == ["r1c3"]
    assert board.hint().outcome == "mistakes"
    board.tint(["r1c1"], "good")
    assert board.layers == {"tints": [{"cells": ["r1c1"], "role": "good"}]}


def test_a_new_puzzle_replaces_everything(board: Any) -> None:
    board.selection = [80]
    board.puzzle = RULED
    assert board.shape == {"size": 6, "boxRows": 2, "boxColumns": 3} and board.rules == RULED.rules
    assert board.digits == [0] * 36 and board.selection == [] and board.selected == ""
    board.puzzle = Puzzle("." * 16, regions="1122112233443344", extra=["r1c1,r2c4"])
    assert board.shape["regions"] and board.rules == ["all-different: r1c1 r2c4"]
    board.puzzle = Puzzle("." * 81, digits="0-8")
    assert board.shape["least"] == 0 and board.state == board.puzzle


def test_wrong_values_are_rejected(board: Any) -> None:
    import traitlets

    with pytest.raises(traitlets.TraitError, match="digits: found 1 cells, expected 81"):
        board.digits = [1]
    with pytest.raises(traitlets.TraitError):
        board.mode = "letters"
    with pytest.raises(ValueError, match="puzzle:1"):
        arcdoku.widget.Board("53..")

"""The board of the page, `<arc-sudoku>`, as a widget in a notebook that reports the actions of the user to Python.

Needs the package `anywidget`: `pip install "arcdoku[widget]"`.
"""

import json
from collections.abc import Callable, Iterable
from importlib import resources
from typing import Any

from arcdoku._puzzle import Puzzle
from arcdoku._reading import cells_text
from arcdoku._results import Mistakes
from arcdoku._steps import Hint, Step

try:
    import anywidget
    import traitlets
except ImportError as error:
    raise ImportError("arcdoku.widget needs anywidget: pip install 'arcdoku[widget]'") from error

#: Synchronizes the element with the traits of the widget. `@ELEMENT` is the text of the element's module.
_RENDER = """\
const ELEMENT = @ELEMENT;

// A page defines the element once, for all its widgets.
const define = async () => {
  if (customElements.get("arc-sudoku")) return;
  const address = URL.createObjectURL(new Blob([ELEMENT], { type: "text/javascript" }));
  try {
    await import(/* webpackIgnore: true */ /* @vite-ignore */ address);
  } finally {
    URL.revokeObjectURL(address);
  }
};

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

async function render({ model, el }) {
  globalThis.arcdokuElement ??= define();
  await globalThis.arcdokuElement;
  const board = document.createElement("arc-sudoku");
  const given = () => model.get("givens");

  // The traits in the form of the element's state.
  const state = () =>
    model.get("digits").map((digit, cell) => ({
      ...(digit > 0 ? { digit } : {}),
      ...(given()[cell] > 0 ? { given: true } : {}),
      ...(model.get("corner")[cell]?.length ? { corner: model.get("corner")[cell] } : {}),
      ...(model.get("center")[cell]?.length ? { center: model.get("center")[cell] } : {}),
      ...(model.get("colors")[cell]?.length ? { colors: model.get("colors")[cell] } : {}),
    }));
  const parts = () => ({
    digits: board.state.map((cell) => cell.digit ?? 0),
    corner: board.state.map((cell) => [...(cell.corner ?? [])]),
    center: board.state.map((cell) => [...(cell.center ?? [])]),
    colors: board.state.map((cell) => [...(cell.colors ?? [])]),
  });

  const showShape = () => {
    board.shape = model.get("shape");
    board.rules = model.get("rules");
  };
  const showState = () => {
    const now = parts();
    if (Object.keys(now).some((name) => !same(now[name], model.get(name)))) board.state = state();
  };
  const showPuzzle = () => {
    showShape();
    board.state = state();
  };
  const showSelection = () => {
    if (!same([...board.selection], model.get("selection"))) board.select(model.get("selection"));
  };
  const names = ["readonly", "language", "mode", "labels", "chess", "letters", "highlight", "layers"];
  const showOptions = () => {
    for (const name of names) board[name] = model.get(name);
  };
  const width = () => {
    board.style.display = "block";
    board.style.width = model.get("width");
  };

  // The element performs an action after its listeners were called.
  const keep = () => {
    const now = parts();
    for (const name of Object.keys(now)) {
      if (!same(now[name], model.get(name))) model.set(name, now[name]);
    }
    if (board.mode !== model.get("mode")) model.set("mode", board.mode);
    model.save_changes();
  };
  const onInput = (event) => {
    const action = event.detail;
    setTimeout(() => {
      keep();
      model.send({ event: "input", action });
    }, 0);
  };
  const onSelection = (event) => {
    model.set("selection", [...event.detail.cells]);
    model.save_changes();
  };

  showPuzzle();
  showOptions();
  width();
  board.addEventListener("arc-input", onInput);
  board.addEventListener("arc-selection", onSelection);
  const listeners = [
    ...["shape", "rules", "givens"].map((name) => [`change:${name}`, showPuzzle]),
    ...["digits", "corner", "center", "colors"].map((name) => [`change:${name}`, showState]),
    ...names.map((name) => [`change:${name}`, showOptions]),
    ["change:selection", showSelection],
    ["change:width", width],
  ];
  for (const [event, listener] of listeners) model.on(event, listener);
  el.append(board);
  showSelection();
  return () => {
    for (const [event, listener] of listeners) model.off(event, listener);
    board.removeEventListener("arc-input", onInput);
    board.removeEventListener("arc-selection", onSelection);
  };
}

export default { render };
"""


def element() -> str:
    """Returns the module of the element `<arc-sudoku>` in the package.

    Raises:
        FileNotFoundError: if the package was built without it.

    >>> "arc-sudoku" in element()
    True

    """
    file = resources.files("arcdoku").joinpath("static", "arc-sudoku.js")
    if not file.is_file():
        raise FileNotFoundError(
            "arcdoku/static/arc-sudoku.js is missing: this package was built without the page's board, which needs "
            "Node and npm; `cargo xtask wheel` builds both, and copies page/dist/element/arc-sudoku.js there"
        )
    return file.read_text(encoding="utf-8")


def module() -> str:
    """Returns the JavaScript module of the widget: the element, and the code that connects it with the traits.

    Raises:
        FileNotFoundError: if the package was built without the element.

    >>> "export default { render };" in module()
    True

    """
    return _RENDER.replace("@ELEMENT", json.dumps(element()))


class Board(anywidget.AnyWidget):
    """A board in a notebook that the user can fill. Its traits can be observed and set, as for any widget.

    Args:
        puzzle: a puzzle, or an argument of `Puzzle`.
        traits: initial values of the traits below.

    Attributes:
        puzzle: the puzzle; a new one clears all entries.
        digits: the digit of each cell, row by row, including clues; 0 for none.
        corner: the corner marks of each cell.
        center: the center marks of each cell.
        colors: the colors of each cell, 1 to 9.
        selection: the indices of the selected cells, from 0; the last one has the cursor.
        selected: the name of the cell with the cursor, such as `r1c2`; empty without a cursor.
        mode: what digit keys enter: `digit`, `corner`, `center` or `color`.
        readonly: whether the user cannot enter anything.
        language: `en` or `de`.
        labels: whether to show the names of rows and columns.
        chess: whether rows are named by letters.
        letters: whether digits from 10 on are shown as letters.
        highlight: what the board highlights: `equal`, `peers`, `conflicts`.
        layers: the layers over the board: `picture`, `domains`, `failures`, `tints`.
        width: the width, as a CSS value.

    Raises:
        FileNotFoundError: if the package was built without the element.
        ValueError: if the puzzle cannot be read.

    """

    _esm = traitlets.Unicode().tag(sync=True)

    puzzle = traitlets.Instance(Puzzle)
    shape = traitlets.Dict().tag(sync=True)
    rules = traitlets.List(traitlets.Unicode()).tag(sync=True)
    givens = traitlets.List(traitlets.Int()).tag(sync=True)

    digits = traitlets.List(traitlets.Int()).tag(sync=True)
    corner = traitlets.List(traitlets.List(traitlets.Int())).tag(sync=True)
    center = traitlets.List(traitlets.List(traitlets.Int())).tag(sync=True)
    colors = traitlets.List(traitlets.List(traitlets.Int())).tag(sync=True)
    selection = traitlets.List(traitlets.Int()).tag(sync=True)
    selected = traitlets.Unicode()

    mode = traitlets.Enum(["digit", "corner", "center", "color"], "digit").tag(sync=True)
    readonly = traitlets.Bool(False).tag(sync=True)
    language = traitlets.Enum(["en", "de"], "en").tag(sync=True)
    labels = traitlets.Bool(False).tag(sync=True)
    chess = traitlets.Bool(False).tag(sync=True)
    letters = traitlets.Bool(False).tag(sync=True)
    highlight = traitlets.Dict({"equal": True, "peers": True, "conflicts": True}).tag(sync=True)
    layers = traitlets.Dict().tag(sync=True)
    width = traitlets.Unicode("min(100%, 28rem)").tag(sync=True)

    def __init__(self, puzzle: Any, **traits: Any) -> None:
        self._listeners: list[Callable[[dict[str, Any]], object]] = []
        board = Puzzle._of(puzzle)
        super().__init__(puzzle=board, _esm=module(), **{**self._drawn(board), **traits})
        self.on_msg(self._receive)

    @staticmethod
    def _drawn(puzzle: Puzzle) -> dict[str, Any]:
        """The traits of a puzzle without entries."""
        read = json.loads(puzzle._data.board())
        row = read["shape"]
        size = row["size"]
        shape = {"size": size, "boxRows": row.get("box_rows", 0), "boxColumns": row.get("box_columns", 0)}
        if not shape["boxRows"] and row.get("regions"):
            shape["regions"] = row["regions"]
        usual = {"rows": size, "columns": size, "least": 1, "extra": 0}
        shape |= {name: row[name] for name, value in usual.items() if row.get(name, value) != value}
        ruleset = puzzle.ruleset
        if str(ruleset.get("shape", "")).endswith("bare"):
            shape["bare"] = True
        sets = [f"all-different: {' '.join(cells)}" for cells in ruleset.get("extra", [])]
        digits = list(puzzle._data.cells(True))
        # Restricted candidates become marks.
        candidates = read.get("candidates") or [[] for _ in digits]
        return {
            "shape": shape,
            "rules": [*puzzle.rules, *sets],
            "givens": read["givens"],
            "digits": digits,
            "corner": [[] for _ in digits],
            "center": [[] if digit else marks for digit, marks in zip(digits, candidates, strict=True)],
            "colors": [[] for _ in digits],
        }

    @traitlets.observe("puzzle")
    def _puzzle_changed(self, change: Any) -> None:
        if change["old"] is traitlets.Undefined:
            return
        with self.hold_sync():
            self.layers, self.selection = {}, []
            for name, value in self._drawn(change["new"]).items():
                setattr(self, name, value)

    @traitlets.observe("selection")
    def _selection_changed(self, change: Any) -> None:
        columns = self.puzzle.shape[1]
        cells = change["new"]
        grid = self.puzzle.shape[0] * columns
        if not cells:
            self.selected = ""
        elif cells[-1] >= grid:
            self.selected = f"v{cells[-1] - grid + 1}"
        else:
            self.selected = f"r{cells[-1] // columns + 1}c{cells[-1] % columns + 1}"

    @traitlets.validate("digits", "corner", "center", "colors")
    def _lengths(self, proposal: Any) -> Any:
        value, expected = proposal["value"], len(self.givens)
        if expected and len(value) != expected:
            raise traitlets.TraitError(f"{proposal['trait'].name}: found {len(value)} cells, expected {expected}")
        return value

    def _receive(self, widget: object, content: Any, buffers: object) -> None:
        if not isinstance(content, dict) or content.get("event") != "input":
            return
        action = content.get("action", {})
        if action.get("kind") == "hint":
            self.hint()
        for listener in list(self._listeners):
            listener(action)

    def on_input(self, listener: Callable[[dict[str, Any]], object], remove: bool = False) -> None:
        """Calls a function after every action of the user.

        Args:
            listener: takes an action, such as `{"kind": "digit", "digit": 5, "cells": [2]}`; further kinds are
                `corner`, `center`, `color`, `clear`, `undo`, `redo`, `hint` and `mode`.
            remove: whether to remove the function instead.

        >>> board = Board("1..............4")
        >>> actions = []
        >>> board.on_input(actions.append)
        >>> board.on_input(actions.append, remove=True)

        """
        if remove:
            self._listeners.remove(listener)
        else:
            self._listeners.append(listener)

    @property
    def state(self) -> Puzzle:
        """The puzzle with the digits that were entered.

        Raises:
            ValueError: if the puzzle does not have an entered digit.

        """
        _, columns, digits, least, _ = self.puzzle._data.dimensions
        text = cells_text(self.digits, columns, digits, least)
        return Puzzle(self.puzzle, placed=text)

    def hint(self, grade: str = "full", **options: Any) -> Hint:
        """Gives a hint for the current board, and draws it at the grade `full`.

        Args:
            grade: the amount of help: `vague`, `concrete` or `full`.
            options: the options of `Puzzle.hint`.

        >>> Board("1..4....2.3.....").hint("vague").technique
        'hidden-single'

        """
        given = {"language": self.language, **options}
        hint = self.state.hint(grade, **given)
        step = hint.step
        wrong = [str(mistake.get("cell")) for mistake in hint.mistakes]
        if step is not None:
            self.show(step)
        elif wrong:
            self.layers = {"tints": [{"cells": wrong, "role": "bad"}]}
        return hint

    def check(self) -> Mistakes:
        """Finds mistakes on the board, and marks them.

        >>> board = Board("1..............4")
        >>> board.digits = [1, 1, *board.digits[2:]]
        >>> board.check().outcome
        'conflicts'
        """
        found = self.state.mistakes()
        cells = [str(mistake["cell"]) for mistake in found.mistakes]
        cells += [cell for conflict in found.conflicts for cell in conflict["cells"]]
        self.layers = {"tints": [{"cells": sorted(set(cells)), "role": "bad"}]} if cells else {}
        return found

    def show(self, step: Step | None) -> None:
        """Draws a step over the board; `None` draws nothing.

        >>> board = Board("1..4....2.3.....")
        >>> board.show(board.puzzle.path()[0])
        >>> list(board.layers)
        ['picture']
        """
        self.layers = {} if step is None else {"picture": step.picture}

    def tint(self, cells: Iterable[str], role: str = "focus") -> None:
        """Tints cells.

        Args:
            cells: names of cells, such as `r1c2`.
            role: `focus`, `good`, `bad`, `warn`, `changed` or `mask`.

        >>> board = Board("1..............4")
        >>> board.tint(["r1c2"], "good")
        >>> board.layers
        {'tints': [{'cells': ['r1c2'], 'role': 'good'}]}

        """
        self.layers = {"tints": [{"cells": list(cells), "role": role}]}

    def clear(self) -> None:
        """Removes all entries and drawings.

        >>> board = Board("1..............4")
        >>> board.digits = [1, 2, *board.digits[2:]]
        >>> board.clear()
        >>> board.digits[:2]
        [1, 0]
        """
        with self.hold_sync():
            self.layers = {}
            for name, value in self._drawn(self.puzzle).items():
                setattr(self, name, value)


__all__ = ["Board", "element", "module"]

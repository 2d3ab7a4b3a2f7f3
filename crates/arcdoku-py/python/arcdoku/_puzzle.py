"""Puzzles as objects. Questions about one puzzle are its methods."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, Self, overload

from arcdoku import _native
from arcdoku._options import (
    Names,
    Time,
    flag,
    is_list,
    lines,
    names,
    parameters,
    questions,
    rules_of,
    whole,
    word,
    wrong,
)
from arcdoku._reading import from_array
from arcdoku._results import Backdoors, Canon, Mistakes, Puzzles, Unavoidable
from arcdoku._solving import Solving
from arcdoku._steps import Hint, Path, Rating, Steps


def _size_text(size: object) -> str | None:
    """Rows and columns in the form that the native part reads."""
    if size is None or isinstance(size, str):
        return size
    sides = list(size) if is_list(size) else [size, size]
    if len(sides) != 2 or any(isinstance(side, bool) or not hasattr(side, "__index__") for side in sides):
        raise TypeError(wrong("size", size, "rows x columns, such as '6x9' or (6, 9)"))
    return "x".join(map(str, sides))


@questions
class Puzzle(Solving):
    """A puzzle: a grid, its clues, and the rules that a solution obeys.

    A puzzle is immutable. Two puzzles are equal if their grids, clues and rules are. Texts are read in every notation
    of the command line (`arcdoku help formats` lists them): lines of 81 characters, drawn boards, pencil marks,
    rows of JSON lines, formats and links of other programs. Arrays have 0 for an empty cell and the digits from 1 in
    order. If a text or array cannot be read, the exception contains the place and what was expected there. A puzzle
    without a solution can be read; its outcome is `unsatisfiable`. `len()` is the number of clues, `str()` the board.

    Args:
        puzzle: a text; an array or nested lists of whole numbers of shape `[9, 9]`, `[81]` or another size; a mapping
            with the fields of a row of JSON lines; or a puzzle, to which the options are added.
        rules: further rules, each a line of text as in `arcdoku.rules()`: `"diagonals"`, `"cage 10: r1c1 r1c2"`.
        shape: the grid in full, as in JSON: `"2x3"`, `"latin"`, `"bare"`, `"grid 6x9 boxes 2x3 digits 0-8"`.
        box: boxes of rows x columns, `"2x3"`.
        latin: rows and columns only, without boxes.
        bare: only the rules that are named, without rows, columns and boxes.
        size: the numbers of rows and columns, `"6x9"` or `(6, 9)`; a number N for N x N.
        digits: the range of digits, from 0 or 1: `"0-8"`.
        extra_cells: the number of extra cells outside the grid: `v1`, `v2`, ...
        regions: jigsaw regions instead of boxes: one character per cell, equal for cells of the same region.
        extra: further sets of cells that must differ, each `"r1c1,r2c2"` or a list of names.
        placed: digits that a person has placed, as a grid text with or without the clues.
        from_: the notation of the text; detected by default.
        marks: whether digits and marks that a player entered count as clues, in formats of other programs.
        partial: whether to leave out parts of such formats that are not supported.

    Raises:
        ValueError: if the puzzle cannot be read. The message contains the place and what was expected.
        TypeError: if an argument has the wrong type.

    >>> puzzle = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> puzzle.solve().outcome
    'unique'
    >>> str(puzzle.solve())[:9]
    '534678912'
    >>> Puzzle("1..............4", rules=["diagonals"]).count()
    4

    """

    __slots__ = ()

    def __init__(
        self,
        puzzle: Any,
        /,
        rules: Iterable[str] = (),
        *,
        shape: str | None = None,
        box: str | None = None,
        latin: bool = False,
        bare: bool = False,
        size: str | int | tuple[int, int] | None = None,
        digits: str | None = None,
        extra_cells: int | None = None,
        regions: str | None = None,
        extra: Iterable[str | Iterable[str]] = (),
        placed: str | None = None,
        from_: str | None = None,
        marks: bool = False,
        partial: bool = False,
    ) -> None:
        if not is_list(extra):
            raise TypeError(wrong("extra", extra, "a list of sets of cells, such as ['r1c1,r2c2']"))
        options: dict[str, Any] = {
            "rules": rules_of(rules),
            "extra": [",".join(names(f"extra[{index}]", cells)) for index, cells in enumerate(extra)],
            "latin": flag("latin", latin),
            "bare": flag("bare", bare),
            "marks": flag("marks", marks),
            "partial": flag("partial", partial),
            "extra_cells": None if extra_cells is None else whole("extra_cells", extra_cells),
            "size": _size_text(size),
        }
        texts = {"shape": shape, "box": box, "digits": digits, "regions": regions, "placed": placed, "from": from_}
        options |= {name: word(name, text) for name, text in texts.items() if text is not None}
        if isinstance(puzzle, Puzzle):
            text, kept = puzzle._data.json, puzzle._data.placed
            if kept is not None:
                options.setdefault("placed", kept)
        elif isinstance(puzzle, str):
            text = puzzle
        elif isinstance(puzzle, bytes):
            text = puzzle.decode("utf-8", "replace")
        elif isinstance(puzzle, Mapping):
            text = json.dumps(dict(puzzle))
        elif hasattr(puzzle, "dtype") or isinstance(puzzle, Sequence):
            text = from_array(puzzle, options)
        else:
            raise TypeError(wrong("puzzle", puzzle, "a text, an array, nested lists, a mapping or a puzzle"))
        given = {name: value for name, value in options.items() if value not in (None, False, [])}
        self._data = _native.PuzzleData(text, json.dumps(given))

    @classmethod
    def _of(cls, puzzle: Any) -> "Puzzle":
        """Converts an argument to a puzzle, if it is not one."""
        return puzzle if isinstance(puzzle, Puzzle) else cls(puzzle)

    @classmethod
    def _restore(cls, text: str, placed: str | None) -> Self:
        puzzle = cls.__new__(cls)
        puzzle._data = _native.PuzzleData(text, "{}" if placed is None else json.dumps({"placed": placed}))
        return puzzle

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Puzzle) and self._data == other._data

    def __hash__(self) -> int:
        return hash(self._data)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self)._restore, (self._data.json, self._data.placed)

    def __repr__(self) -> str:
        options = self.ruleset
        if self.placed is not None:
            options["placed"] = self.placed
        rest = "".join(f", {name}={value!r}" for name, value in options.items())
        return f"{type(self).__name__}({self.text!r}{rest})"

    def __str__(self) -> str:
        try:
            return self.to("grid").rstrip("\n")
        except ValueError:
            return self.text

    def _repr_svg_(self) -> str:
        return self.svg()

    # --- forms

    def canon(self, *, order: str = "counts") -> Canon:
        """Finds the canonical form of a 9x9 puzzle or grid, which is equal for equivalent ones.

        Args:
            order: the order whose smallest form is canonical: `counts` (fewest clues in the mini-rows of the first
                band, then the smallest line) or `text` (the smallest line).

        Raises:
            ValueError: if the puzzle does not have the classic 9x9 rules only.

        >>> from arcdoku import Puzzle
        >>> puzzle = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> puzzle.canon().key
        '6d23e9d14fd997c564d93b2d954aaf9e'

        """
        return Canon(self._reply("canon", locals()), self._me)

    def key(self) -> bytes:
        """Computes the key of the class of a 9x9 puzzle: 16 bytes, which are equal for equivalent puzzles.

        Raises:
            ValueError: if the puzzle does not have the classic 9x9 rules only.

        >>> from arcdoku import Puzzle
        >>> puzzle = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> puzzle.key().hex()[:8]
        '6d23e9d1'

        """
        return bytes.fromhex(self.canon().key)

    def to(self, notation: str) -> str:
        """Converts the puzzle to another notation or container, as `arcdoku convert` does.

        Args:
            notation: `line`, `grid`, `pencilmarks`, `sdk`, `json`, `csv`, `svg`, ...; the error for an unknown name
                lists all.

        Raises:
            ValueError: if the notation cannot express the puzzle, or there is no such notation.

        >>> from arcdoku import Puzzle
        >>> print(Puzzle("1..............4").to("grid"))
        +-----+-----+
        | 1 . | . . |
        | . . | . . |
        +-----+-----+
        | . . | . . |
        | . . | . 4 |
        +-----+-----+
        <BLANKLINE>

        """
        return self._ask("convert", {"to": notation})

    #: Another name of `to`, as on the command line.
    convert = to

    def svg(
        self,
        *,
        digits: str | None = None,
        candidates: bool = False,
        legend: bool = True,
        side: float | None = None,
    ) -> str:
        """Draws the puzzle with its rules, in the usual style of setters, as a self-contained SVG.

        Args:
            digits: digits that are drawn in addition to the clues, as a grid text; by default the placed digits.
            candidates: whether to draw the candidates that the houses allow.
            legend: whether to describe the rules below the board.
            side: the side of a cell in pixels.

        >>> from arcdoku import Puzzle
        >>> Puzzle("1..............4").svg()[:4]
        '<svg'

        """
        return self._ask("svg", locals())

    # --- around it

    def _puzzles(self, texts: Iterable[str]) -> "list[Puzzle]":
        rest = self.ruleset
        return [Puzzle._restore(json.dumps({"puzzle": text, **rest}), None) for text in texts]

    @overload
    def minimize(
        self, *, all: Literal[False] = ..., limit: None = ..., seed: int | None = ..., time: Time | None = ...
    ) -> "Puzzle | None": ...
    @overload
    def minimize(self, *, all: Literal[True], limit: int | None = ..., time: Time | None = ...) -> Puzzles: ...
    def minimize(
        self, *, all: bool = False, limit: int | None = None, seed: int | None = None, time: Time | None = None
    ) -> "Puzzle | Puzzles | None":
        """Removes clues while the solution stays unique, in one way or in all ways.

        Args:
            all: whether to find all minimal puzzles that can result. Their number can be huge.
            limit: the maximum number of puzzles, for `all`.
            seed: the seed of the order in which clues are tried, for one minimal puzzle; without it, reading order.
            time: the maximum time.

        Returns:
            A minimal puzzle; `None` if there is not exactly one solution (see `check`), or if a limit was reached
            first. With `all`, all minimal puzzles, and why the search ended.

        >>> from arcdoku import Puzzle
        >>> puzzle = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> len(puzzle), len(puzzle.minimize())
        (30, 23)
        >>> puzzle.minimize(all=True, limit=10)
        <Puzzles of 10>

        """
        found = self._minimal(lines(self._ask("minimize", locals())))
        if all:
            return found
        return found[0] if found else None

    def _minimal(self, replies: list[dict[str, Any]]) -> Puzzles:
        last = replies[-1] if replies else {}
        outcome, limit = last.get("outcome"), last.get("limit")
        made = replies[:-1] if outcome or limit else replies
        return Puzzles(self._puzzles(str(reply["puzzle"]) for reply in made), replies, outcome, limit)

    def vicinity(self, minus: int = 1, plus: int = 1, *, jobs: int | None = None, time: Time | None = None) -> Puzzles:
        """Finds the minimal puzzles that differ from this one in a few clues: the canonical form of each class.

        Args:
            minus: the number of clues to remove.
            plus: the maximum number of clues to add.
            jobs: the number of threads; without it, one per core.
            time: the maximum time.

        >>> from arcdoku import Puzzle
        >>> hard = "....6...2....51..........9...8.......49.3.......7.......52..6...3.......7......1."
        >>> len(Puzzle(hard).vicinity())
        0

        """
        found = self._reply("vicinity", locals())
        limit = None if found["complete"] else "time"
        return Puzzles([Puzzle(text) for text in found["puzzles"]], found, None, limit)

    def backdoors(self, *, singles: str = "both", time: Time | None = None) -> Backdoors:
        """Finds the smallest sets of cells whose digits reduce the puzzle to singles.

        Args:
            singles: the singles that are placed: `both`, `naked` or `hidden`.
            time: the maximum time.

        >>> from arcdoku import Puzzle
        >>> Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").backdoors().size
        0

        """
        return Backdoors(self._reply("backdoors", locals()), self._me)

    def unavoidable(
        self, *, kind: str = "any", largest: int = 12, bound: bool = False, time: Time | None = None
    ) -> Unavoidable:
        """Finds the small unavoidable sets of the solution and a lower bound on the number of clues.

        Args:
            kind: the kind of sets: `two-digits`, `two-lines`, `two-bands` or `any`.
            largest: the maximum number of cells of a set, 4 to 12.
            bound: whether to compute the bound, which may take long.
            time: the maximum time.

        >>> from arcdoku import Puzzle
        >>> puzzle = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> puzzle.unavoidable(largest=4).sets[0]
        ['r1c4', 'r1c5', 'r4c4', 'r4c5']

        """
        return Unavoidable(self._reply("unavoidable", locals()), self._me)

    # --- a person's way

    def rate(
        self,
        scale: str = "hodoku",
        *,
        set: Mapping[str, int | str] | None = None,
        no_uniqueness: bool = False,
        without: Names | None = None,
        min: float | str | None = None,
        max: float | str | None = None,
        pearl: bool = False,
        diamond: bool = False,
        time: Time | None = None,
    ) -> Rating:
        """Rates how hard the puzzle is for a person.

        Args:
            scale: `hodoku`, `relaxed`, `se` (Sudoku Explainer), `logic`, or a file with an order of techniques.
                Puzzles that have additional rules or are not 9x9 have ratings on the `logic` scale.
            set: options of the techniques by their names, such as `{"fish_size": 3}`.
            no_uniqueness: whether to leave out techniques that assume a single solution.
            without: names of techniques to leave out.
            min: the minimum hardness; a lower rating has the outcome `outside`.
            max: the maximum hardness; rating ends as soon as it is exceeded.
            pearl: whether to accept only pearls (scale `se`).
            diamond: whether to accept only diamonds (scale `se`).
            time: the maximum time.

        >>> from arcdoku import Puzzle
        >>> puzzle = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> puzzle.rate()
        <Rating outcome='rated' scale='hodoku' level='Easy' score=204 steps=51 hardest='naked-single'>
        >>> puzzle.rate("se").er
        1.2

        """
        return Rating(self._reply("rate", locals()), self._me)

    def hint(
        self,
        grade: str = "full",
        *,
        scale: str | None = None,
        profile: str | None = None,
        set: Mapping[str, int | str] | None = None,
        no_uniqueness: bool = False,
        without: Names | None = None,
        language: str = "en",
        coordinates: str = "rc",
        quick: bool = False,
        time: Time | None = None,
    ) -> Hint:
        """Gives a hint for the next step, or points out mistakes.

        Args:
            grade: the amount of help: `vague` (the technique), `concrete` (also where to look) or `full`.
            scale: the order of techniques: `relaxed` (default), `hodoku`, `se`, `logic`, or a file.
            profile: another name of `scale`.
            set: options of the techniques.
            no_uniqueness: whether to leave out techniques that assume a single solution.
            without: names of techniques to leave out.
            language: `en` or `de`.
            coordinates: how cells are named: `rc` (r2c5) or `chess` (B5).
            quick: whether to try only techniques that take little time.
            time: the maximum time.

        >>> from arcdoku import Puzzle
        >>> puzzle = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> print(puzzle.hint("vague"))
        Look for this: Hidden Single.

        """
        options = parameters(locals())
        # The drawing needs the step at every grade.
        whole_step = {**options, "grade": None, "quick": False}
        return Hint(self._reply("hint", options), self._me, lambda: self._ask("hint_svg", whole_step))

    def steps(
        self,
        technique: Names | None = None,
        *,
        family: Names | None = None,
        all: bool = False,
        most: int | None = 100,
        scale: str | None = None,
        profile: str | None = None,
        set: Mapping[str, int | str] | None = None,
        no_uniqueness: bool = False,
        without: Names | None = None,
        language: str = "en",
        coordinates: str = "rc",
        time: Time | None = None,
    ) -> Steps:
        """Lists the steps of the state, easiest first.

        Args:
            technique: only these techniques, by their names.
            family: only techniques of these families.
            all: whether to include techniques that are disabled in the order.
            most: the number of steps after which no further technique is tried. `None` finds all steps, which may be
                many thousands.
            scale: the order of techniques: `relaxed` (default), `hodoku`, `logic`, or a file; not `se`.
            profile: another name of `scale`.
            set: options of the techniques.
            no_uniqueness: whether to leave out techniques that assume a single solution.
            without: names of techniques to leave out.
            language: `en` or `de`.
            coordinates: how cells are named: `rc` or `chess`.
            time: the maximum time.

        >>> from arcdoku import Puzzle
        >>> puzzle = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> puzzle.steps("naked-single")[0].placements
        [{'cell': 'r5c5', 'digit': 5}]

        """
        return Steps(self._reply("steps", locals()), self._me)

    def path(
        self,
        scale: str | None = None,
        *,
        profile: str | None = None,
        set: Mapping[str, int | str] | None = None,
        no_uniqueness: bool = False,
        without: Names | None = None,
        language: str = "en",
        coordinates: str = "rc",
        time: Time | None = None,
    ) -> Path:
        """Solves the puzzle as a person does, and returns the steps of `arcdoku explain` as objects.

        Args:
            scale: the order of techniques: `hodoku` (default), `relaxed`, `se`, `logic`, or a file.
            profile: another name of `scale`.
            set: options of the techniques.
            no_uniqueness: whether to leave out techniques that assume a single solution.
            without: names of techniques to leave out.
            language: `en` or `de`.
            coordinates: how cells are named: `rc` or `chess`.
            time: the maximum time.

        >>> from arcdoku import Puzzle
        >>> puzzle = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> path = puzzle.path()
        >>> len(path), path[0].technique, path[0].conclusion
        (51, 'naked-single', 'So r5c5 is 5.')

        """
        options = parameters(locals())
        return Path(lines(self._ask("explain", {**options, "format": "json"})), self._me, options)

    def explain(
        self,
        language: str = "en",
        *,
        format: str = "text",
        step: int | None = None,
        notation: str = "words",
        scale: str | None = None,
        profile: str | None = None,
        set: Mapping[str, int | str] | None = None,
        no_uniqueness: bool = False,
        without: Names | None = None,
        coordinates: str = "rc",
        time: Time | None = None,
    ) -> str:
        """Explains how a person solves the puzzle, step by step.

        Args:
            language: `en` or `de`.
            format: `text`, `markdown`, `html` (a page with a drawing of each step), `summary` (the number of steps of
                each technique), `json`, or `svg` (the drawing of one step).
            step: the step that is drawn, from 1.
            notation: how steps are written: `words`, `eureka` or `short`.
            scale: the order of techniques: `hodoku` (default), `relaxed`, `se`, `logic`, or a file.
            profile: another name of `scale`.
            set: options of the techniques.
            no_uniqueness: whether to leave out techniques that assume a single solution.
            without: names of techniques to leave out.
            coordinates: how cells are named: `rc` or `chess`.
            time: the maximum time.

        >>> from arcdoku import Puzzle
        >>> puzzle = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> print(puzzle.explain("de", notation="short").splitlines()[1])
         1. Nackter Einer: r5c5=5

        """
        if step is not None and whole("step", step) == 0:
            raise ValueError(wrong("step", step, "a whole number from 1"))
        return self._ask("explain", locals())

    def mistakes(self, *, nodes: int | None = None, time: Time | None = None) -> Mistakes:
        """Finds mistakes on the board: broken rules, and digits and marks that contradict the solution.

        Args:
            nodes: the maximum number of nodes.
            time: the maximum time.

        >>> from arcdoku import Puzzle
        >>> Puzzle("12......3.....4.", placed="12.1............").mistakes().outcome
        'conflicts'

        """
        return Mistakes(self._reply("mistakes", locals()), self._me)

"""Puzzles as objects: questions about one puzzle are its methods."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

from arcdoku import _native
from arcdoku._forms import Forms
from arcdoku._options import flag, names, whole, word, wrong
from arcdoku._person import Person
from arcdoku._reading import from_array
from arcdoku._solving import Solving


def _size_text(size: str | int | tuple[int, int] | None) -> str | None:
    """Rows and columns as the program writes them."""
    if isinstance(size, int):
        size = (size, size)
    return "x".join(map(str, size)) if isinstance(size, tuple) else size


class Puzzle(Solving, Person, Forms):
    """A puzzle: a grid, its clues, and the rules that a solution obeys. It does not change; two are equal if these are.

    Texts are read in every notation of the command line (`arcdoku convert --help` lists them): lines of 81 characters,
    drawn boards, pencil marks, rows of JSON lines, formats and links of other programs. Arrays hold the numbers of
    digits, 0 for empty cells. What cannot be read raises an exception that says where and what was expected; a puzzle
    without a solution can be read; its outcome is `unsatisfiable`. `len()` is the number of clues, `str()` the board.

    Args:
        puzzle: a text; an array or nested lists of whole numbers of shape `[9, 9]`, `[81]` or another size; a mapping
            as a row of JSON lines; or a puzzle, to which the options are added.
        rules: further rules, each a line of text as in `arcdoku.rules()`: `"diagonals"`, `"cage 10: r1c1 r1c2"`.
        shape: the grid in full, as in JSON: `"2x3"`, `"latin"`, `"bare"`, `"grid 6x9 boxes 2x3 digits 0-8"`.
        box: boxes of rows x columns, `"2x3"`.
        latin: no boxes: rows and columns only.
        bare: no rule but those that are named.
        size: rows and columns of a grid that is not N x N, `"6x9"` or `(6, 9)`; a number N for N x N.
        digits: the digits, from 0 or 1 on: `"0-8"`.
        extra_cells: the number of extra cells outside of the grid, `v1`, `v2`, ...
        regions: jigsaw regions instead of boxes: a character a cell, equal ones for equal regions.
        extra: further sets of cells that must differ, each `"r1c1,r2c2"` or a list of names.
        placed: digits that a person placed since, as a grid text; clues may be repeated.
        from_: the notation of the text, if it is not to be detected.
        marks: whether, in formats of other programs, digits and marks that a player entered count as clues.
        partial: whether parts of such formats that are not understood are left out.

    Raises:
        ValueError: if the puzzle cannot be read, with its place and what was expected.
        TypeError: if an argument has no fitting type.

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
        if isinstance(rules, str):
            raise TypeError(wrong("rules", rules, "a list of texts, one for each rule"))
        options: dict[str, Any] = {
            "rules": [word("rules", rule) for rule in rules],
            "extra": [at if isinstance(at, str) else ",".join(names("extra", at)) for at in extra],
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

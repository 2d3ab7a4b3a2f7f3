"""What a puzzle is: its text, its clues, its rules. Questions about it are in modules of their own."""

import json
from typing import TYPE_CHECKING, Any, cast

from arcdoku import _native
from arcdoku._options import options_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from arcdoku._puzzle import Puzzle
    from arcdoku._results import Reply


class Base:
    """A puzzle without the questions about it."""

    __slots__ = ("__weakref__", "_data")

    _data: _native.PuzzleData

    @property
    def text(self) -> str:
        """The puzzle as one string: its clues, or its candidates where they are restricted.

        >>> from arcdoku import Puzzle
        >>> Puzzle("1..............4").text
        '1..............4'
        """
        return self._data.text

    @property
    def placed(self) -> str | None:
        """Clues and digits that were placed later as one string; `None` if no digit was placed."""
        return self._data.placed

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        rows, columns, *_ = self._data.dimensions
        return rows, columns

    @property
    def size(self) -> int:
        """The number of digits."""
        return self._data.dimensions[2]

    @property
    def ruleset(self) -> dict[str, Any]:
        """What the text does not say: `shape`, `rules`, `regions`, `extra`, as far as there is any, as in JSON.

        >>> from arcdoku import Puzzle
        >>> Puzzle("." * 36, rules=["diagonals"]).ruleset
        {'rules': ['diagonals']}
        """
        row = json.loads(self._data.json)
        return {name: row[name] for name in ("shape", "rules", "regions", "extra") if name in row}

    @property
    def rules(self) -> list[str]:
        """The rules beside rows, columns, boxes or regions, each as a line of text."""
        return list(self.ruleset.get("rules", []))

    @property
    def name(self) -> str | None:
        """The name that came with it."""
        name = json.loads(self._data.json).get("name")
        return None if name is None else str(name)

    @property
    def fields(self) -> dict[str, Any]:
        """What else came with it: further fields of a mapping, the report of a format of another program (`import`).

        >>> from arcdoku import Puzzle
        >>> Puzzle({"puzzle": "1..............4", "level": 3}).fields
        {'level': 3}

        """
        own = ("puzzle", "shape", "rules", "regions", "extra", "solution", "name")
        return {name: value for name, value in json.loads(self._data.json).items() if name not in own}

    @property
    def clues(self) -> "NDArray[np.uint8]":
        """The clues as an array `uint8[rows, columns]`: the numbers of the digits from 1, 0 for empty cells.

        >>> from arcdoku import Puzzle
        >>> int((Puzzle("1..............4").clues > 0).sum())
        2
        """
        return self._array(self._data.cells(False))

    @property
    def digits(self) -> "NDArray[np.uint8]":
        """The clues and the digits that were placed later, as an array `uint8[rows, columns]`."""
        return self._array(self._data.cells(True))

    def _array(self, cells: bytes) -> "NDArray[np.uint8]":
        import numpy as np

        rows, columns = self.shape
        # Extra cells are no part of the grid.
        return np.frombuffer(cells, dtype=np.uint8)[: rows * columns].reshape(rows, columns).copy()

    def _grid(self, text: str) -> "NDArray[np.uint8]":
        return self._array(self._data.numbers(text))

    def json(self) -> str:
        """The puzzle with its rules as a row of JSON lines, which `Puzzle` reads.

        >>> from arcdoku import Puzzle
        >>> Puzzle("1..............4").json()
        '{"puzzle":"1..............4"}'
        """
        return self._data.json

    def __len__(self) -> int:
        return sum(1 for cell in self._data.cells(False) if cell)

    def __bool__(self) -> bool:
        return True

    def ask(self, question: str, /, **options: object) -> "Reply":
        """Answers a question by its name on the command line, with the options of that command.

        The methods of `Puzzle` have types for their options and replies; this is for any question, new ones included.

        Args:
            question: the name of the question, such as `"estimate"`.
            options: its options, by their names in snake case; `None` for the default.

        Raises:
            ValueError: if there is no such question or option, or a value cannot be used; the message says what is
                expected.

        >>> from arcdoku import Puzzle
        >>> Puzzle("." * 16).ask("estimate", samples=100).data["solutions"]
        '288'
        >>> Puzzle("." * 16).ask("estimate", samples=1)
        Traceback (most recent call last):
        ...
        ValueError: samples: found 1, expected a whole number from 2

        """
        from arcdoku._results import Reply

        given = {name: value.json() if isinstance(value, Base) else value for name, value in options.items()}
        lines = _native.ask(self._data, question, json.dumps(given)).splitlines()
        return Reply(json.loads(lines[-1]), self._me)

    @property
    def _me(self) -> "Puzzle":
        return cast("Puzzle", self)

    def _ask(self, what: str, **options: object) -> str:
        return _native.ask(self._data, what, options_text(options))

    def _reply(self, what: str, **options: object) -> dict[str, Any]:
        return cast(dict[str, Any], json.loads(self._ask(what, **options)))

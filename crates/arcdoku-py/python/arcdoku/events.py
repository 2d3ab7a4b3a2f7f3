"""The events of a search.

>>> import arcdoku
>>> for event in arcdoku.search("1.....3..4.....2"):
...     match event:
...         case arcdoku.events.Elimination(cell=cell, words=words, decides=True):
...             print(words)
...             break
r2c2 is not 4, so it is 2: column 2 already has 4 in r3c2.
"""

from typing import Any, Literal, NamedTuple, TypeAlias

__all__ = [
    "Backtrack",
    "Contradiction",
    "Elimination",
    "End",
    "Event",
    "EventKind",
    "Fixpoint",
    "Node",
    "Restart",
    "Solution",
    "Try",
]

EventKind: TypeAlias = Literal[
    "node", "try", "elimination", "contradiction", "backtrack", "fixpoint", "solution", "restart", "end"
]
"""The name of a kind of event."""


class Node(NamedTuple):
    """A cell that the search chose to branch on: a node of its tree.

    Attributes:
        depth: The number of open decisions above it.
        cell: The name of the cell, such as `r1c5`, or of the variable of a model.
        cell_index: The index of the cell, from 0, row by row.
        candidates: The remaining values of the cell.

    """

    depth: int
    cell: Any
    cell_index: int
    candidates: tuple[Any, ...]

    @property
    def kind(self) -> Literal["node"]:
        """`node`."""
        return "node"


class Try(NamedTuple):
    """A value that is tried: all other values are removed from the cell.

    Attributes:
        depth: The number of open decisions above it.
        cell: The name of the cell.
        cell_index: The index of the cell.
        digit: The value.

    """

    depth: int
    cell: Any
    cell_index: int
    digit: Any

    @property
    def kind(self) -> Literal["try"]:
        """`try`."""
        return "try"


class Elimination(NamedTuple):
    """Values that were removed from a cell, and the reason.

    Attributes:
        depth: The number of open decisions.
        cell: The name of the cell.
        cell_index: The index of the cell.
        removed: The removed values.
        left: The remaining values of the cell.
        decides: Whether the cell is decided now.
        reason: `taken`, `hidden-single`, `hall-set`, `arc`, `constraint`, `restricted`, or `refuted`: the search
            found that the value leads to a contradiction. All reasons except `refuted` are counted as eliminations.
        constraint: The constraint that removed the values, such as `row 3`, if there is one.
        rule: The text of the puzzle's rule that the constraint belongs to, if it belongs to one.
        because: The names of the cells that are the reason.
        words: The elimination as a sentence; empty without `words=True`.

    """

    depth: int
    cell: Any
    cell_index: int
    removed: tuple[Any, ...]
    left: tuple[Any, ...]
    decides: bool
    reason: str
    constraint: str | None
    rule: str | None
    because: tuple[Any, ...]
    words: str

    @property
    def kind(self) -> Literal["elimination"]:
        """`elimination`."""
        return "elimination"


class Contradiction(NamedTuple):
    """A contradiction that propagation found.

    Attributes:
        depth: The number of open decisions.
        reason: `clash`, `pigeonhole`, `empty-domain`, `violated` or `not-allowed`.
        cell: The name of the cell with the contradiction, for `empty-domain` and `not-allowed`.
        constraint: The violated constraint, if there is one.
        rule: The text of the puzzle's rule that the constraint belongs to, if it belongs to one.
        because: The names of the cells that are the reason, for `violated`.
        words: The contradiction as a sentence; empty without `words=True`.

    """

    depth: int
    reason: str
    cell: Any
    constraint: str | None
    rule: str | None
    because: tuple[Any, ...]
    words: str

    @property
    def kind(self) -> Literal["contradiction"]:
        """`contradiction`."""
        return "contradiction"


class Backtrack(NamedTuple):
    """A tried value that was undone: all domains are restored to their state before the trial.

    Attributes:
        depth: The number of decisions that remain open.
        cell: The name of the cell.
        cell_index: The index of the cell.
        digit: The value.

    """

    depth: int
    cell: Any
    cell_index: int
    digit: Any

    @property
    def kind(self) -> Literal["backtrack"]:
        """`backtrack`."""
        return "backtrack"


class Fixpoint(NamedTuple):
    """Propagation ended without a contradiction.

    Attributes:
        depth: The number of open decisions.
        domains: The remaining values of each cell, by index.

    """

    depth: int
    domains: tuple[tuple[Any, ...], ...]

    @property
    def kind(self) -> Literal["fixpoint"]:
        """`fixpoint`."""
        return "fixpoint"


class Solution(NamedTuple):
    """A solution.

    Attributes:
        depth: The number of open decisions.
        solution: The digits as a line of text; for a model, a dictionary from names to values.

    """

    depth: int
    solution: Any

    @property
    def kind(self) -> Literal["solution"]:
        """`solution`."""
        return "solution"


class Restart(NamedTuple):
    """The search starts again from the root."""

    @property
    def kind(self) -> Literal["restart"]:
        """`restart`."""
        return "restart"


class End(NamedTuple):
    """The end of a search.

    Attributes:
        outcome: `unique` or `unsatisfiable` if the whole tree was searched, `multiple` if there are several solutions,
            `solved` if one was found and the search stopped there, otherwise `unknown`.
        limit: The limit that ended the search: `nodes`, `time` or `cancelled`.

    """

    outcome: str
    limit: str | None

    @property
    def kind(self) -> Literal["end"]:
        """`end`."""
        return "end"


Event: TypeAlias = Node | Try | Elimination | Contradiction | Backtrack | Fixpoint | Solution | Restart | End
"""An event of a search."""

"""Forms of a puzzle, and the puzzles around it."""

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, overload

from arcdoku._base import Base
from arcdoku._options import Time, lines, question
from arcdoku._results import Backdoors, Canon, Puzzles, Unavoidable

if TYPE_CHECKING:
    from arcdoku._puzzle import Puzzle


class Forms(Base):
    """Forms, and puzzles around."""

    __slots__ = ()

    @question
    def canon(self, *, order: str = "counts") -> Canon:
        """The canonical form of a 9x9 puzzle or grid: equal for all that are essentially the same.

        Args:
            order: which of these is the canonical one: `counts` (fewest clues in the mini-rows of the first band, then
                the smallest line) or `text` (the smallest line).

        Raises:
            ValueError: if it is not a 9x9 grid of rows, columns and boxes.

        >>> from arcdoku import Puzzle
        >>> puzzle = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> puzzle.canon().key
        '6d23e9d14fd997c564d93b2d954aaf9e'

        """
        return Canon(self._reply("canon", order=order), self._me)

    @question
    def key(self) -> bytes:
        """The key of the class of a 9x9 puzzle: 16 bytes, equal for all that are essentially the same.

        Raises:
            ValueError: if it is not a 9x9 grid of rows, columns and boxes.

        >>> from arcdoku import Puzzle
        >>> puzzle = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> puzzle.key().hex()[:8]
        '6d23e9d1'

        """
        return bytes.fromhex(self.canon().key)

    @question
    def to(self, notation: str) -> str:
        """The puzzle in another notation or container: `arcdoku convert`.

        Args:
            notation: `line`, `grid`, `pencilmarks`, `sdk`, `json`, `csv`, `svg`, ...; a wrong name lists all.

        Raises:
            ValueError: if the notation cannot say what the puzzle has, or there is no such notation.

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
        return self._ask("convert", to=notation)

    #: Another name of `to`, that of the command line.
    convert = to

    @question
    def svg(
        self,
        *,
        digits: str | None = None,
        candidates: bool = False,
        legend: bool = True,
        side: float | None = None,
    ) -> str:
        """The drawing of the puzzle with its rules, as setters draw them: a self-contained SVG.

        Args:
            digits: digits that are drawn beside the clues, as a grid text; those that were placed, if absent.
            candidates: whether the candidates that houses leave are drawn.
            legend: whether the rules are told below the board.
            side: the side of a cell in pixels.

        >>> from arcdoku import Puzzle
        >>> Puzzle("1..............4").svg()[:4]
        '<svg'

        """
        return self._ask("svg", digits=digits, candidates=candidates, legend=legend, side=side)

    # --- around it

    def _puzzles(self, texts: Iterable[str]) -> "list[Puzzle]":
        from arcdoku._puzzle import Puzzle

        rest = self.ruleset
        return [Puzzle._restore(json.dumps({"puzzle": text, **rest}), None) for text in texts]

    @overload
    def minimize(
        self, *, all: Literal[False] = ..., limit: None = ..., seed: int | None = ..., time: Time | None = ...
    ) -> "Puzzle | None": ...
    @overload
    def minimize(self, *, all: Literal[True], limit: int | None = ..., time: Time | None = ...) -> Puzzles: ...
    @question
    def minimize(
        self, *, all: bool = False, limit: int | None = None, seed: int | None = None, time: Time | None = None
    ) -> "Puzzle | Puzzles | None":
        """Removes clues as long as the solution is the only one, in one way or in all ways.

        Args:
            all: whether all minimal puzzles are found that can result. There may be far too many to list.
            limit: the maximum number of these.
            seed: the seed of the order in which clues are tried, for one minimal puzzle; without it, reading order.
            time: the maximum time.

        Returns:
            A minimal puzzle; `None` if there is not exactly one solution (`check` tells), or a limit came first. With
            `all`, all of them, and why there are no more.

        >>> from arcdoku import Puzzle
        >>> puzzle = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> len(puzzle), len(puzzle.minimize())
        (30, 23)
        >>> puzzle.minimize(all=True, limit=10)
        <Puzzles of 10>

        """
        found = self._minimal(lines(self._ask("minimize", all=all, limit=limit, seed=seed, time=time)))
        if all:
            return found
        return found[0] if found else None

    def _minimal(self, replies: list[dict[str, Any]]) -> Puzzles:
        last = replies[-1] if replies else {}
        outcome, limit = last.get("outcome"), last.get("limit")
        made = replies[:-1] if outcome or limit else replies
        return Puzzles(self._puzzles(str(reply["puzzle"]) for reply in made), replies, outcome, limit)

    @question
    def vicinity(self, minus: int = 1, plus: int = 1, *, jobs: int | None = None, time: Time | None = None) -> Puzzles:
        """Finds the minimal puzzles that differ from this one by a few clues, as canonical forms, each class once.

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
        from arcdoku._puzzle import Puzzle

        found = self._reply("vicinity", minus=minus, plus=plus, jobs=jobs, time=time)
        limit = None if found["complete"] else "time"
        return Puzzles([Puzzle(text) for text in found["puzzles"]], found, None, limit)

    @question
    def backdoors(self, *, singles: str = "both", time: Time | None = None) -> Backdoors:
        """Finds the smallest sets of cells whose digits reduce the puzzle to singles.

        Args:
            singles: the singles that are placed: `both`, `naked` or `hidden`.
            time: the maximum time.

        >>> from arcdoku import Puzzle
        >>> Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").backdoors().size
        0

        """
        return Backdoors(self._reply("backdoors", singles=singles, time=time), self._me)

    @question
    def unavoidable(
        self, *, kind: str = "any", largest: int = 12, bound: bool = False, time: Time | None = None
    ) -> Unavoidable:
        """Finds the small unavoidable sets of the solution, and a lower bound on the number of clues.

        Args:
            kind: the kind of sets: `two-digits`, `two-lines`, `two-bands` or `any`.
            largest: the maximum number of cells of a set, 4 to 12.
            bound: whether the bound is computed, which may take long.
            time: the maximum time.

        >>> from arcdoku import Puzzle
        >>> puzzle = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> puzzle.unavoidable(largest=4).sets[0]
        ['r1c4', 'r1c5', 'r4c4', 'r4c5']

        """
        return Unavoidable(self._reply("unavoidable", kind=kind, largest=largest, bound=bound, time=time), self._me)

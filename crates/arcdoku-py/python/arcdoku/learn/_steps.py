"""Paths as arrays: the states, techniques and actions of human solving."""

from dataclasses import dataclass, fields
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from arcdoku import _native
from arcdoku._options import flag, threads_of, whole, wrong
from arcdoku.learn._inputs import Boards, boards_of, usual

TECHNIQUES: tuple[str, ...] = tuple(_native.learn_techniques())
"""The names of techniques, by the indices that stand for them."""


class PathEnd(IntEnum):
    """The end of a path. The first five values are those of `arcdoku.Outcome`."""

    NONE = 0
    """The puzzle has no solution; there are no steps."""
    SOLVED = 1
    """The path solves the puzzle."""
    SEVERAL = 2
    """The puzzle has several solutions; there are no steps."""
    UNKNOWN = 3
    """The path has the maximum number of steps."""
    MALFORMED = 4
    """The row is not a puzzle; there are no steps."""
    STUCK = 5
    """No technique of the scale applies to the last state."""


@dataclass(frozen=True, slots=True, eq=False)
class Steps:
    """The paths of n puzzles with a total of S steps and A actions. The steps of the first puzzle come first.

    A state consists of 81 sets of candidates, with bit `d - 1` for digit `d`. A filled cell has only the bit of its
    digit. `unpack` converts states to `bool[..., 81, 9]`.

    >>> paths = steps(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"])
    >>> len(paths), len(paths.technique), TECHNIQUES[paths.technique[0]]
    (1, 51, 'naked-single')
    >>> unpack(paths.candidates).shape
    (51, 81, 9)
    """

    offsets: npt.NDArray[np.int64]
    """`int64[n + 1]`: the steps of puzzle `i` are those from `offsets[i]` up to `offsets[i + 1]`."""
    end: npt.NDArray[np.uint8]
    """`uint8[n]`: the `PathEnd` of each puzzle."""
    last: npt.NDArray[np.uint16]
    """`uint16[n, 81]`: the state after the last step; 0 without a path."""
    candidates: npt.NDArray[np.uint16]
    """`uint16[S, 81]`: the state before each step."""
    values: npt.NDArray[np.uint8]
    """`uint8[S, 81]`: the digits of filled cells before each step, 0 for an empty cell."""
    technique: npt.NDArray[np.uint8]
    """`uint8[S]`: the technique of each step, an index of `TECHNIQUES`."""
    weight: npt.NDArray[np.uint32]
    """`uint32[S]`: the weight of each step, which is its score, or its SE rating in tenths."""
    action_offsets: npt.NDArray[np.int64]
    """`int64[S + 1]`: the actions of step `s` are those from `action_offsets[s]` up to `action_offsets[s + 1]`."""
    action_cell: npt.NDArray[np.uint8]
    """`uint8[A]`: the cell of each action, row-major from 0."""
    action_digit: npt.NDArray[np.uint8]
    """`uint8[A]`: the digit of each action, from 1."""
    action_fills: npt.NDArray[np.uint8]
    """`uint8[A]`: 1 if the action fills the cell, 0 if it eliminates the candidate."""

    def __len__(self) -> int:
        """The number of puzzles."""
        return len(self.end)

    def __repr__(self) -> str:
        return f"Steps({len(self.end)} puzzles, {len(self.technique)} steps, {len(self.action_cell)} actions)"

    def _actions(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
        """The step of each action, and whether it fills a cell."""
        step = np.repeat(np.arange(len(self.technique)), np.diff(self.action_offsets))
        return step, self.action_fills == 1

    def placements(self) -> npt.NDArray[np.uint8]:
        """The digits that each step fills in, `uint8[S, 81]`; 0 elsewhere.

        >>> paths = steps(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"])
        >>> int(paths.placements()[0].sum()), int(paths.action_digit[0])
        (5, 5)
        """
        step, fills = self._actions()
        dense = np.zeros((len(self.technique), 81), np.uint8)
        dense[step[fills], self.action_cell[fills]] = self.action_digit[fills]
        return dense

    def eliminations(self) -> npt.NDArray[np.uint16]:
        """The candidates that each step eliminates, as sets: `uint16[S, 81]`.

        >>> hard = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
        >>> paths = steps([hard])
        >>> int(unpack(paths.eliminations()).sum()) == paths.action_fills.tolist().count(0)
        True
        """
        step, fills = self._actions()
        dense = np.zeros((len(self.technique), 81), np.uint16)
        bits = np.uint16(1) << (self.action_digit[~fills].astype(np.uint16) - np.uint16(1))
        np.bitwise_or.at(dense, (step[~fills], self.action_cell[~fills]), bits)
        return dense

    def after(self) -> npt.NDArray[np.uint16]:
        """The state after each step, `uint16[S, 81]`: the state before the next one, or the last state of the puzzle.

        >>> paths = steps(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"])
        >>> np.array_equal(paths.after()[-1], paths.last[0])
        True
        """
        dense = np.empty_like(self.candidates)
        dense[:-1] = self.candidates[1:]
        walked = self.offsets[1:] > self.offsets[:-1]
        dense[self.offsets[1:][walked] - 1] = self.last[walked]
        return dense

    def puzzle(self) -> npt.NDArray[np.int64]:
        """The index of the puzzle of each step, `int64[S]`.

        >>> paths = steps(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"])
        >>> paths.puzzle().shape, set(paths.puzzle().tolist())
        ((51,), {0})
        """
        return np.repeat(np.arange(len(self.end)), np.diff(self.offsets))

    def of(self, index: int) -> "Steps":
        """The path of one puzzle; a negative index counts from the end.

        Raises:
            IndexError: If there is no such puzzle.

        >>> paths = steps(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"] * 2)
        >>> len(paths.technique), len(paths.of(1).technique)
        (102, 51)

        """
        if not -len(self.end) <= index < len(self.end):
            raise IndexError(f"index: found {index}, expected one below {len(self.end)}, the number of puzzles")
        index %= len(self.end)
        start, stop = int(self.offsets[index]), int(self.offsets[index + 1])
        first, last = int(self.action_offsets[start]), int(self.action_offsets[stop])
        return Steps(
            offsets=self.offsets[index : index + 2] - start,
            end=self.end[index : index + 1],
            last=self.last[index : index + 1],
            candidates=self.candidates[start:stop],
            values=self.values[start:stop],
            technique=self.technique[start:stop],
            weight=self.weight[start:stop],
            action_offsets=self.action_offsets[start : stop + 1] - first,
            action_cell=self.action_cell[first:last],
            action_digit=self.action_digit[first:last],
            action_fills=self.action_fills[first:last],
        )

    def arrays(self) -> "dict[str, npt.NDArray[np.generic]]":
        """All arrays by name, as `numpy.savez` takes them.

        >>> paths = steps(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"])
        >>> sorted(paths.arrays())[:3]
        ['action_cell', 'action_digit', 'action_fills']
        """
        return {field.name: getattr(self, field.name) for field in fields(self)}


def steps(
    boards: Boards,
    scale: str = "hodoku",
    *,
    reveal: bool = False,
    max_steps: int | None = None,
    threads: int | None = None,
) -> Steps:
    """Solves puzzles as a person does and returns all steps as arrays.

    A path repeatedly takes the simplest step of the scale, and ends when no step applies. With `reveal=True`, and on
    the `se` scale, it is the path of `arcdoku explain`. Applying the actions of a step to the state before it gives
    the state after it: an elimination removes a candidate; a placement fills a cell and removes its digit from the
    cells that share a row, column or box with it.

    A step takes about 250 bytes, and a puzzle has about 60 steps. 10,000 puzzles therefore take 150 MB. For many
    puzzles, call this function for one batch at a time.

    Args:
        boards: `uint8[n, 81]` or texts.
        scale: `hodoku` or `relaxed` (the techniques of B. Hobiger's HoDoKu 2.2, in two orders), or `se` (the
            techniques of N. Juillerat's Sudoku Explainer 1.2.1).
        reveal: Whether a path on which no technique applies continues with a digit of the solution, as a step of the
            technique `reveal`. Not available on the `se` scale.
        max_steps: The maximum number of steps of a path.
        threads: The number of threads; by default one per core.

    Returns:
        The steps. For a puzzle without a path, `end` contains the reason.

    Raises:
        ValueError: If rows do not have 81 cells, or an argument is out of range; for `reveal=True` on the scale `se`;
            for a `Generated` with rules.

    >>> hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> PathEnd(steps([hard]).end[0]).name
    'STUCK'
    >>> paths = steps([hard], reveal=True)
    >>> PathEnd(paths.end[0]).name, TECHNIQUES[paths.technique[0]], int(paths.weight[0])
    ('SOLVED', 'reveal', 10000)

    """
    reveal = flag("reveal", reveal)
    if reveal and scale == "se":
        raise ValueError("reveal: found True, expected False on the scale se, which never reveals a digit")
    boards = usual(boards, "boards", "for which the scales are")
    rows = boards_of(boards, "boards")
    if rows.shape[1] != 81:
        raise ValueError(wrong("boards", rows.shape, "rows of 81 cells"))
    if max_steps is not None:
        max_steps = whole("max_steps", max_steps, 0, 2**63)
    return Steps(**_native.learn_steps(rows, scale, reveal, max_steps, threads_of("threads", threads)))


def unpack(sets: npt.NDArray[np.uint16]) -> npt.NDArray[np.bool_]:
    """Unpacks sets of digits, `uint16[...]`, to `bool[..., 9]`: entry `d - 1` is whether digit `d` is in the set.

    >>> unpack(np.array([0b101], np.uint16)).astype(int).tolist()
    [[1, 0, 1, 0, 0, 0, 0, 0, 0]]
    """
    return (sets[..., None] >> np.arange(9, dtype=np.uint16) & 1).astype(np.bool_)

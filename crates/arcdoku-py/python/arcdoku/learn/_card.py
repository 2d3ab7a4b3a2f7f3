"""Data cards: the content of a data set, and how it was made and checked."""

import dataclasses
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from arcdoku._arrays import rate_hodoku, rate_se
from arcdoku._layouts import LEVELS
from arcdoku._native import __version__
from arcdoku.learn._inputs import Boards, Piece, Rules, answered, is_usual, pieces

SCALES = ("hodoku", "se")


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """The parts of a data card that cannot be computed from the data.

    >>> About(title="Puzzles for a course", license="CC0-1.0").license
    'CC0-1.0'
    """

    title: str = "Sudoku puzzles"
    """The title."""
    made: str | None = None
    """How the puzzles were made: the program, its options, the seeds."""
    split: str | None = None
    """How the parts were split, and with which seed."""
    license: str | None = None
    """The license of the data; an identifier such as `CC0-1.0`, or a sentence."""
    notes: str | None = None
    """Anything else, as Markdown."""


def card(
    boards: Boards,
    solutions: Boards | None = None,
    *,
    about: About | None = None,
    seeds: Any = None,
    ratings: tuple[str, ...] | None = None,
    rules: Rules = (),
    threads: int | None = None,
) -> str:
    """Writes a data card in Markdown: the content of the data, its distributions, and how it was made and checked.

    All puzzles are solved and rated. `write_parquet` and `write_recursive` add a card to the files that they write.

    Args:
        boards: The puzzles, in any layout of `arcdoku.solve`, a `Generated` of `arcdoku.generate`, an iterator of
            these, or an iterator of pairs of puzzles and solutions.
        solutions: Their solutions, which are checked.
        about: The parts of the card that cannot be computed from the data.
        seeds: The seed of each puzzle, or one seed for all.
        ratings: The scales of the ratings: `hodoku`, `se`, both or none (`()`). Only 9x9 puzzles without further
            rules can be rated, by default with `hodoku`.
        rules: The rules of the puzzles, as for `arcdoku.solve`; a `Generated` has its own.
        threads: The number of threads; by default one per core.

    Returns:
        The card.

    Raises:
        ValueError: If a puzzle does not have exactly one solution, or a given solution differs from it.

    >>> board = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> text = card([board], about=About(license="CC0-1.0"), seeds=7)
    >>> print(text.splitlines()[0])
    # Sudoku puzzles
    >>> "| 30 | 1 | 100.0 % |" in text, "CC0-1.0" in text, "Seed: 7" in text
    (True, True, True)

    """
    check_scales(ratings)
    figures = Figures()
    for piece in pieces(boards, solutions, seeds, rules=rules):
        figures.add(piece, answered(piece, threads).guesses, rated(piece, ratings, threads))
    return figures.text(about or About())


def check_scales(ratings: tuple[str, ...] | None) -> None:
    """Checks the names of scales."""
    for name in ratings or ():
        if name not in SCALES:
            raise ValueError(f"ratings: found {name!r}, expected any of {', '.join(SCALES)}")


def rated(piece: Piece, ratings: tuple[str, ...] | None, threads: int | None) -> dict[str, npt.NDArray[np.generic]]:
    """The ratings of puzzles, by the names of the columns of `arcdoku generate`."""
    columns: dict[str, npt.NDArray[np.generic]] = {}
    boards = piece.boards
    is_rated = boards.shape[1] == 81 and piece.rules is None
    if ratings is None:
        ratings = ("hodoku",) if is_rated else ()
    elif ratings and not is_rated:
        raise ValueError(
            f"ratings: found {ratings!r}, expected (): boards[{piece.first}] is no 9x9 puzzle without further rules"
        )
    if "hodoku" in ratings:
        score = rate_hodoku(boards, threads=threads)
        columns |= {"hodoku_level": score.level, "hodoku_score": score.score}
    if "se" in ratings:
        explainer = rate_se(boards, threads=threads)
        columns |= {"se_er": explainer.er, "se_ep": explainer.ep, "se_ed": explainer.ed}
    return columns


class Figures:
    """The distributions of a stream of puzzles."""

    def __init__(self) -> None:
        self.rows = 0
        self.cells = 81
        self.shape = "9"
        self.clues: Counter[int] = Counter()
        self.guesses: Counter[int] = Counter()
        self.levels: Counter[int] = Counter()
        self.ers: Counter[int] = Counter()
        self.sums: Counter[str] = Counter()
        # The smallest and the largest seed.
        self.seeds: tuple[int, int] | None = None

    def add(self, piece: Piece, guesses: npt.NDArray[np.uint32], ratings: dict[str, npt.NDArray[np.generic]]) -> None:
        """Counts the rows of a piece."""
        if len(piece.boards) == 0:
            return
        self.rows += len(piece.boards)
        self.cells, self.shape = piece.boards.shape[1], piece.shape
        _count(self.clues, (piece.boards > 0).sum(axis=1))
        # The bins are 0, 1, 2 to 3, 4 to 7 and so on.
        _count(self.guesses, np.frexp(guesses)[1])
        self.sums["guesses"] += int(guesses.sum(dtype=np.int64))
        if "hodoku_level" in ratings:
            _count(self.levels, ratings["hodoku_level"])
            self.sums["hodoku_score"] += int(ratings["hodoku_score"].sum(dtype=np.int64))
        if "se_er" in ratings:
            _count(self.ers, np.floor(ratings["se_er"]).astype(np.int64))
        if piece.seeds is not None:
            least, most = int(piece.seeds.min()), int(piece.seeds.max())
            self.seeds = (least, most) if self.seeds is None else (min(least, self.seeds[0]), max(most, self.seeds[1]))

    def text(self, about: About, facts: tuple[str, ...] = ()) -> str:
        """The card. `facts` are lines about the files."""
        side = int(self.cells**0.5)
        lines = [f"# {about.title}", "", f"{self.rows:,} puzzles of {side}x{side} cells.", ""]
        lines += [f"- {fact}" for fact in facts]
        if not is_usual(self.shape, self.cells):
            lines.append(f"- Shape: {self.shape}")
        if self.seeds is not None:
            least, most = self.seeds
            lines.append(f"- Seed: {least}" if least == most else f"- Seeds: one per puzzle, from {least} to {most}")
        lines += [f"- Program: arcdoku {__version__}", f"- License: {about.license or 'not stated'}", ""]
        made = about.made or "Not stated."
        lines += ["## How it was made", "", made, ""]
        if about.split is not None:
            lines += ["## Split", "", about.split, ""]
        checked = "Each puzzle was solved by arcdoku: it has exactly one solution, the given one."
        left = "Duplicates and equivalent puzzles were not searched for; `arcdoku.learn.audit` finds them."
        lines += ["## How it was checked", "", checked, left, "", "## Distributions", ""]
        lines += _table("clues", ((str(clues), self.clues[clues]) for clues in sorted(self.clues)))
        bins = ((_power(power), self.guesses[power]) for power in sorted(self.guesses))
        lines += _table("guesses of the solver", bins)
        if self.levels:
            lines += _table("level (HoDoKu)", ((LEVELS[level], self.levels[level]) for level in sorted(self.levels)))
            lines += [f"Mean HoDoKu score: {self.sums['hodoku_score'] / self.rows:.1f}", ""]
        if self.ers:
            ratings = ((_hardness(er), self.ers[er]) for er in sorted(self.ers))
            lines += _table("ER (Sudoku Explainer)", ratings)
        if about.notes is not None:
            lines += ["## Notes", "", about.notes, ""]
        return "\n".join(lines)


def _count(counter: "Counter[int]", values: npt.NDArray[Any]) -> None:
    """Counts each value."""
    numbers, counts = np.unique(values, return_counts=True)
    for number, count in zip(numbers.tolist(), counts.tolist(), strict=True):
        counter[number] += count


def _power(power: int) -> str:
    """The numbers with this many bits."""
    if power < 2:
        return str(power)
    return f"{1 << (power - 1)} to {(1 << power) - 1}"


def _hardness(er: int) -> str:
    """The ERs with an integer part."""
    return "20.0 (no technique solves it)" if er == 20 else f"{er}.0 to {er}.9"


def _table(name: str, rows: Iterator[tuple[str, int]]) -> list[str]:
    """A table of numbers of puzzles."""
    listed = list(rows)
    total = max(sum(count for _, count in listed), 1)
    lines = [f"| {label} | {count:,} | {100 * count / total:.1f} % |" for label, count in listed]
    return [f"| {name} | puzzles | share |", "|---|---|---|", *lines, ""]

"""Audits of data sets."""

import dataclasses
import html
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from arcdoku._arrays import Outcome, minimal, rate_hodoku, rate_se, solve
from arcdoku._layouts import rules_of_rows, steps
from arcdoku._options import whole
from arcdoku.learn._inputs import Boards, Ruled, Rules, ruled
from arcdoku.learn._split import keys_of

_SCALES = ("hodoku", "se")
_QUANTILES = {"minimum": 0.0, "10 %": 0.1, "median": 0.5, "90 %": 0.9, "maximum": 1.0}

# The findings in the order of the report, with their descriptions.
_WORDS = {
    "malformed": "malformed rows",
    "none": "puzzles without a solution",
    "several": "puzzles with several solutions",
    "duplicates": "rows equal to an earlier one",
    "equal": "rows equivalent to an earlier one",
    "not_minimal": "proper puzzles with a redundant clue",
}
_ACROSS = {
    "duplicates": "test rows equal to a training row",
    "equal": "test rows equivalent to a training row",
    "solution": "test rows with a solution equivalent to a training solution",
}


@dataclasses.dataclass(frozen=True, slots=True)
class PartAudit:
    """The findings in one part of a data set. Each is a number of rows; `examples` has the first of these rows."""

    rows: int
    """The number of rows."""
    malformed: int
    """Rows that are not puzzles."""
    none: int
    """Puzzles without a solution."""
    several: int
    """Puzzles with several solutions."""
    duplicates: int
    """Rows that are equal to an earlier one."""
    equal: int
    """Rows equivalent or equal to an earlier one."""
    not_minimal: int | None
    """Puzzles with one solution and a redundant clue; `None` without `check_minimal`."""
    clues: dict[int, int]
    """The number of rows for each number of clues, without malformed rows."""
    ratings: dict[str, float] | None
    """The distribution of the ratings: `count`, `minimum`, `10 %`, `median`, `90 %`, `maximum` and `mean`."""
    examples: dict[str, list[int]]
    """The indices of the first rows of each finding."""


@dataclasses.dataclass(frozen=True, slots=True)
class Audit:
    """The findings in a data set. `print` shows them as text, a notebook as a table."""

    train: PartAudit
    """The first part."""
    test: PartAudit | None
    """The second part, if there is one."""
    across: dict[str, int]
    """The numbers of test rows that are equal to a training row (`duplicates`), are equivalent to one (`equal`), or
    have a solution equivalent to the solution of one (`solution`). Empty without `test`."""
    examples: dict[str, list[tuple[int, int]]]
    """The first pairs of each finding across parts: the indices of the training row and the test row."""
    scale: str | None
    """The scale of the ratings."""

    @property
    def is_clean(self) -> bool:
        """Whether all rows are proper puzzles of different classes, and the parts have no solution in common.

        Redundant clues are allowed.
        """
        return not any(number for _, finding, number in self._findings() if finding != "not_minimal")

    def _findings(self) -> list[tuple[str, str, int]]:
        """All findings that were checked: the part, the name, the number of rows."""
        found = []
        for name, part in self._parts().items():
            for finding in _WORDS:
                number = getattr(part, finding)
                if number is not None:
                    found.append((name, finding, number))
        return found + [("across", finding, number) for finding, number in self.across.items()]

    def _parts(self) -> dict[str, PartAudit]:
        return {"train": self.train} if self.test is None else {"train": self.train, "test": self.test}

    def _lines(self) -> list[tuple[str, str, str, str]]:
        """The lines of the report: part, number, words, examples."""
        lines = []
        for name, part in self._parts().items():
            lines.append((name, f"{part.rows:,}", "rows", ""))
        for name, finding, number in self._findings():
            examples: Mapping[str, list[Any]] = self.examples if name == "across" else self._parts()[name].examples
            words = (_ACROSS if name == "across" else _WORDS)[finding]
            shown = examples.get(finding) or []
            lines.append((name, f"{number:,}", words, "such as " + ", ".join(map(str, shown)) if shown else ""))
        for name, part in self._parts().items():
            if part.clues:
                total = sum(part.clues.values())
                mean = sum(clues * rows for clues, rows in part.clues.items()) / total
                lines.append((name, f"{mean:.2f}", f"clues on average, {min(part.clues)} to {max(part.clues)}", ""))
            if part.ratings:
                spread = ", ".join(f"{key} {part.ratings[key]:g}" for key in _QUANTILES)
                count = int(part.ratings["count"])
                lines.append((name, f"{part.ratings['mean']:.4g}", f"{self.scale} on average of {count:,}", spread))
        return lines

    def __str__(self) -> str:
        """The report as text."""
        lines = self._lines()
        widths = [max(len(line[column]) for line in lines) for column in range(2)]
        rows = [f"{part:{widths[0]}}  {number:>{widths[1]}} {words}" for part, number, words, _ in lines]
        ends = [f" ({shown})" if shown else "" for *_, shown in lines]
        verdict = "no fault was found" if self.is_clean else "there are faults"
        return "\n".join([*(row + end for row, end in zip(rows, ends, strict=True)), verdict])

    def _repr_html_(self) -> str:
        """The report as a table."""
        rows = "".join(
            "<tr>" + "".join(f"<td>{html.escape(field)}</td>" for field in line) + "</tr>" for line in self._lines()
        )
        verdict = "no fault was found" if self.is_clean else "there are faults"
        head = "<tr><th>part</th><th>number</th><th>finding</th><th></th></tr>"
        return f"<table><caption>{verdict}</caption><thead>{head}</thead><tbody>{rows}</tbody></table>"

    def to_dict(self) -> dict[str, Any]:
        """The report as plain values, which JSON can hold.

        >>> report = audit(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"])
        >>> report.to_dict()["is_clean"]
        True
        """
        return {"is_clean": self.is_clean, **dataclasses.asdict(self)}


def audit(
    train: Boards,
    test: Boards | None = None,
    *,
    check_minimal: bool = False,
    scale: str | None = "hodoku",
    sample: int | None = 1000,
    seed: int = 0,
    examples: int = 5,
    rules: Rules = (),
    test_rules: Rules = None,
    threads: int | None = None,
) -> Audit:
    """Looks for problems of a data set: leaks between its parts, repetitions, improper puzzles.

    Two puzzles are equivalent, or of one class, if a symmetry maps one to the other (see `augment`). Equivalent
    puzzles in both parts are a leak, because a model can learn the symmetries. Malformed rows have no class and are
    compared as rows of numbers. Puzzles with rules have no class either. They are equal if their clues and rules are
    equal, and their solutions are checked for leaks.

    An audit takes about 120 bytes per row in addition to the boards, most of them to sort keys and hashes. Boards
    that are not a contiguous array of `uint8` are copied, which takes another 81 bytes per row.

    Args:
        train: The puzzles of the first part, in any layout of `arcdoku.solve`, 9x9.
        test: The puzzles of the second part.
        check_minimal: Whether to look for redundant clues.
        scale: The scale of the ratings, `hodoku` or `se`; `None` for no ratings.
        sample: The number of puzzles of each part to rate, drawn at random; `None` for all.
        seed: The seed of the samples.
        examples: The number of examples of each finding.
        rules: The rules of the puzzles, as for `arcdoku.solve`; a `Generated` has its own.
        test_rules: The rules of the second part; by default those of the first, unless these differ between rows.
        threads: The number of threads; by default one per core.

    Returns:
        The report.

    Raises:
        ValueError: If an argument is out of range, or if no puzzle of a part has clues or rules.

    >>> board = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> from arcdoku.learn import augment
    >>> report = audit([board], augment([board], seed=1).boards)
    >>> report.across, report.examples["equal"]
    ({'duplicates': 0, 'equal': 1, 'solution': 1}, [(0, 0)])
    >>> print(report)  # doctest: +ELLIPSIS
    train       1 rows
    ...
    across      1 test rows equivalent to a training row (such as (0, 0))
    ...
    there are faults

    """
    if scale is not None and scale not in _SCALES:
        raise ValueError(f"scale: found {scale!r}, expected one of {', '.join(_SCALES)}, or None")
    examples = whole("examples", examples, 0, 1 << 32)
    seed = whole("seed", seed)
    if sample is not None:
        sample = whole("sample", sample, 1, 1 << 48)
    if test is not None and test_rules is None:
        if not hasattr(test, "puzzles") and rules_of_rows(rules)[1] is not None:
            raise ValueError("test_rules: found None, expected the rules of each row, like rules")
        test_rules = () if hasattr(test, "puzzles") else rules
    parts = [ruled(train, "train", None, rules)]
    if test is not None:
        parts.append(ruled(test, "test", None, test_rules, "test_rules"))
    for name, of_part, part in zip(("train", "test"), ("rules", "test_rules"), parts, strict=False):
        if part.boards.shape[1] != 81:
            raise ValueError(f"{name}: found rows of {part.boards.shape[1]} cells, expected 81")
        part.check(name, of_part)
    draw = np.random.default_rng(seed)
    keys = [_keys(part, threads) for part in parts]
    found = []
    for part, (classes, rows) in zip(parts, keys, strict=True):
        boards = part.boards
        masks: dict[str, npt.NDArray[np.bool_]] = {}
        outcome = _outcomes(part, threads)
        for name in ("malformed", "none", "several"):
            masks[name] = outcome == Outcome[name.upper()]
        for name, values in (("duplicates", rows), ("equal", classes)):
            masks[name] = np.zeros(len(boards), np.bool_)
            masks[name][_repeats(values)[0]] = True
        is_proper = outcome == Outcome.UNIQUE
        if check_minimal:
            masks["not_minimal"] = is_proper & ~minimal(boards, threads=threads, **part.part(slice(None)))
        clues = _clues(boards, masks["malformed"])
        found.append(
            PartAudit(
                rows=len(boards),
                not_minimal=int(masks["not_minimal"].sum()) if check_minimal else None,
                clues={int(number): int(clues[number]) for number in np.flatnonzero(clues)},
                ratings=_ratings(boards, is_proper & ~part.has_rules(), scale, sample, draw, threads),
                examples={name: np.flatnonzero(mask)[:examples].tolist() for name, mask in masks.items()},
                **{name: int(mask.sum()) for name, mask in masks.items() if name != "not_minimal"},
            )
        )
    across: dict[str, int] = {}
    pairs: dict[str, list[tuple[int, int]]] = {}
    if test is not None:
        count = len(parts[0].boards)

        def compare(name: str, values: npt.NDArray[np.uint64]) -> None:
            later, first = _repeats(values)
            leaks = np.flatnonzero((later >= count) & (first < count))
            across[name] = len(leaks)
            pairs[name] = [(int(first[leak]), int(later[leak]) - count) for leak in leaks[:examples]]

        for name, kind in (("duplicates", 1), ("equal", 0)):
            compare(name, np.concatenate([both[kind] for both in keys]))
        # One part after the other, because the keys of many rows take memory.
        del keys
        values = np.concatenate([_solution_keys(part, threads) for part in parts])
        lacking = np.flatnonzero(~values.any(axis=1))
        # A puzzle without a solution has none in common with another.
        values[lacking, 1] = lacking + 1
        compare("solution", values)
    return Audit(found[0], found[1] if test is not None else None, across, pairs, scale)


def _keys(rows: Ruled, threads: int | None) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
    """The keys of the classes of rows, and the hashes of the rows. A row without a class counts as a separate class."""
    hashes, _ = keys_of(rows, "board", None, threads)
    has_rules = rows.has_rules()
    boards = rows.boards[~has_rules] if has_rules.any() else rows.boards
    classes, known = keys_of(rows._replace(boards=boards, rules=None, texts=None), "class", None, threads)
    if has_rules.any():
        some, classes = classes, hashes.copy()
        classes[np.flatnonzero(~has_rules)[known]] = some[known]
    else:
        classes[~known] = hashes[~known]
    return classes, hashes


def _solution_keys(rows: Ruled, threads: int | None) -> npt.NDArray[np.uint64]:
    """The keys of solutions; 0 unless there is exactly one."""
    keys, known = keys_of(rows, "solution", None, threads)
    keys[~known] = 0
    return keys


def _outcomes(rows: Ruled, threads: int | None) -> npt.NDArray[np.uint8]:
    outcomes = np.empty(len(rows.boards), np.uint8)
    for part in steps(len(rows.boards)):
        outcomes[part] = solve(rows.boards[part], threads=threads, **rows.part(part)).outcome
    return outcomes


def _clues(rows: npt.NDArray[np.uint8], malformed: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """The number of rows for each number of clues, without malformed rows."""
    clues = np.zeros(82, np.int64)
    for part in steps(len(rows)):
        clues += np.bincount(np.count_nonzero(rows[part], axis=1)[~malformed[part]], minlength=82)
    return clues


def _repeats(keys: npt.NDArray[np.uint64]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The rows whose keys occur earlier, in order, and for each of them the first row with its key."""
    # Rows with equal keys stay in order.
    order = np.lexsort((keys[:, 1], keys[:, 0]))
    starts = np.zeros(len(keys), np.bool_)
    starts[:1] = True
    for half in range(2):
        ordered = keys[order, half]
        starts[1:] |= ordered[1:] != ordered[:-1]
    places = np.flatnonzero(~starts)
    # The starts of keys that occur again.
    heads = np.flatnonzero(starts[:-1] & ~starts[1:])
    firsts = heads[np.searchsorted(heads, places) - 1]
    rows = order[places]
    by_row = np.argsort(rows)
    return rows[by_row], order[firsts][by_row]


def _ratings(
    rows: npt.NDArray[np.uint8],
    is_proper: npt.NDArray[np.bool_],
    scale: str | None,
    sample: int | None,
    draw: np.random.Generator,
    threads: int | None,
) -> dict[str, float] | None:
    """The distribution of the ratings of some puzzles."""
    if scale is None or not is_proper.any():
        return None
    rated = np.flatnonzero(is_proper)
    if sample is not None and sample < len(rated):
        rated = rated[np.sort(draw.choice(len(rated), sample, replace=False))]
    found = []
    for part in steps(len(rated)):
        piece = rows[rated[part]]
        found.append(rate_se(piece, threads=threads).er if scale == "se" else rate_hodoku(piece, threads=threads).score)
    ratings = np.concatenate(found)
    spread = {name: float(np.quantile(ratings, share)) for name, share in _QUANTILES.items()}
    return {"count": float(len(ratings)), **spread, "mean": float(np.mean(ratings))}

"""Paths as arrays, compared with a direct application of their actions."""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

import arcdoku
from arcdoku.learn import TECHNIQUES, PathEnd, Steps, steps, unpack

PUZZLES = (Path(__file__).parent / "data" / "learn.txt").read_text().split()
CELL = np.arange(81)
SEEN = (
    (CELL[:, None] // 9 == CELL // 9)
    | (CELL[:, None] % 9 == CELL % 9)
    | ((CELL[:, None] // 27 == CELL // 27) & (CELL[:, None] % 9 // 3 == CELL % 9 // 3))
) & ~np.eye(81, dtype=bool)


def numbers(text: str) -> npt.NDArray[np.uint8]:
    return np.array([0 if symbol == "." else int(symbol) for symbol in text], np.uint8)


def bit_of(digit: int) -> np.uint16:
    return np.uint16(1 << (int(digit) - 1))


def start(clues: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint16]:
    """The candidates after the elimination by clues."""
    sets = np.full(81, 0x1FF, np.uint16)
    for cell in np.flatnonzero(clues):
        sets[SEEN[cell]] &= ~bit_of(clues[cell])
    for cell in np.flatnonzero(clues):
        sets[cell] = bit_of(clues[cell])
    return sets


def applied(paths: Steps, step: int) -> npt.NDArray[np.uint16]:
    """The state after the actions of a step, one by one."""
    sets = paths.candidates[step].copy()
    for at in range(paths.action_offsets[step], paths.action_offsets[step + 1]):
        cell, bit = paths.action_cell[at], bit_of(paths.action_digit[at])
        assert sets[cell] & bit, "an action is about a candidate"
        if paths.action_fills[at]:
            sets[SEEN[cell]] &= ~bit
            sets[cell] = bit
        else:
            sets[cell] &= ~bit
    return sets


@pytest.mark.parametrize("scale", ["hodoku", "relaxed", "se"])
def test_actions_lead_from_state_to_state(scale: str) -> None:
    lines = PUZZLES[:24] if scale != "se" else PUZZLES[84:96]
    paths = steps(lines, scale, reveal=scale != "se")
    assert len(paths) == len(lines)
    after = paths.after()
    for index, line in enumerate(lines):
        first, end = paths.offsets[index], paths.offsets[index + 1]
        clues = numbers(line)
        assert (paths.candidates[first] == start(clues)).all()
        assert (paths.values[first] == clues).all()
        for step in range(first, end):
            assert (applied(paths, step) == after[step]).all()
        if paths.end[index] == PathEnd.SOLVED:
            grid = np.log2(paths.last[index]).astype(int).reshape(9, 9)
            assert all(sorted(line) == list(range(9)) for line in [*grid, *grid.T])
            assert (grid.ravel()[clues > 0] + 1 == clues[clues > 0]).all()
    if scale != "se":
        assert (paths.end == PathEnd.SOLVED).all()


@pytest.mark.parametrize("scale", ["hodoku", "se"])
def test_steps_are_those_of_explanations(scale: str) -> None:
    def row(at: int) -> str:
        return f"r{at // 9 + 1}c{at % 9 + 1}"

    lines = PUZZLES[::9]
    paths = steps(lines, scale, reveal=scale != "se")
    for index, line in enumerate(lines):
        path, explained = paths.of(index), arcdoku.Puzzle(line).path(scale)
        assert [TECHNIQUES[technique] for technique in path.technique] == [step.technique for step in explained]
        for step, own in enumerate(explained):
            actions = slice(path.action_offsets[step], path.action_offsets[step + 1])
            columns = (path.action_cell[actions], path.action_digit[actions], path.action_fills[actions])
            found = [
                (row(cell), digit, fills)
                for cell, digit, fills in zip(*(part.tolist() for part in columns), strict=True)
            ]
            expected = [(at["cell"], at["digit"], 1) for at in own.placements]
            assert sorted(found) == sorted(expected + [(at["cell"], at["digit"], 0) for at in own.eliminations])
            if scale == "hodoku":
                assert path.weight[step] == own.score


def test_dense_forms_agree_with_actions() -> None:
    paths = steps(PUZZLES[60:70])
    placements, eliminations = paths.placements(), paths.eliminations()
    after = paths.after()
    filled = placements > 0
    assert (after[filled] == 1 << (placements[filled].astype(int) - 1)).all()
    assert not (after & eliminations).any()
    assert ((paths.candidates & eliminations) == eliminations).all()
    assert unpack(eliminations).sum() == (paths.action_fills == 0).sum()
    assert filled.sum() == paths.action_fills.sum()
    # A filled cell has only the candidate of its digit.
    held = paths.values > 0
    assert (paths.candidates[held] == 1 << (paths.values[held].astype(int) - 1)).all()
    assert (np.bincount(paths.puzzle(), minlength=10) == np.diff(paths.offsets)).all()


def test_one_path_is_a_part_of_all() -> None:
    lines = PUZZLES[56:64]
    whole = steps(lines, threads=3)
    for index, line in enumerate(lines):
        alone, part = steps([line]).arrays(), whole.of(index).arrays()
        assert all((alone[name] == part[name]).all() and alone[name].shape == part[name].shape for name in alone)
    assert (whole.of(-1).last == whole.last[-1]).all()
    with pytest.raises(IndexError, match="expected one below 8"):
        whole.of(8)


def test_ends_are_reported() -> None:
    hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    blank = "." * 81
    boards = np.stack([numbers(line) for line in [PUZZLES[0], hard, blank, "11" + blank[2:], blank]])
    boards[4, 7] = 10
    paths = steps(boards)
    wanted = [PathEnd.SOLVED, PathEnd.STUCK, PathEnd.SEVERAL, PathEnd.NONE, PathEnd.MALFORMED]
    assert paths.end.tolist() == wanted
    # The techniques of the scale find no step in the second puzzle.
    assert np.diff(paths.offsets)[1:].tolist() == [0] * 4
    assert (paths.last[1] == start(boards[1])).all() and not paths.last[2:].any()
    assert steps(PUZZLES[:1], max_steps=3).end.tolist() == [PathEnd.UNKNOWN]
    empty = steps(np.empty((0, 81), np.uint8))
    assert len(empty) == 0 and empty.after().shape == (0, 81) and empty.eliminations().shape == (0, 81)


def test_techniques_have_names() -> None:
    assert len(set(TECHNIQUES)) == len(TECHNIQUES) > 100
    assert TECHNIQUES[:4] == ("full-house", "last-digit", "hidden-single", "naked-single")


def test_bad_arguments_are_named() -> None:
    with pytest.raises(TypeError, match="reveal: found None, expected True or False"):
        steps(PUZZLES[:1], reveal=None)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="scale: found 'x', expected one of hodoku, relaxed, se"):
        steps(PUZZLES[:1], "x")
    with pytest.raises(ValueError, match="reveal: found True, expected False on the scale se"):
        steps(PUZZLES[:1], "se", reveal=True)
    with pytest.raises(ValueError, match="expected rows of 81 cells"):
        steps(np.zeros((2, 16), np.uint8))
    with pytest.raises(ValueError, match="threads: found 0"):
        steps(PUZZLES[:1], threads=0)

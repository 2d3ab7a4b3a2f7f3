"""Splits of data sets into disjoint parts."""

import hashlib
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from arcdoku._arrays import Outcome, key, solve
from arcdoku._layouts import steps
from arcdoku._options import is_list, whole, wrong
from arcdoku.learn._inputs import Boards, Ruled, Rules, boards_of, is_usual, ruled

_BY = ("class", "board", "solution")


def split(
    boards: Boards,
    by: str = "class",
    fractions: Sequence[float] = (0.9, 0.1),
    *,
    seed: int | None,
    solutions: Boards | None = None,
    strict: bool = False,
    shape: str | int | None = None,
    rules: Rules = (),
    threads: int | None = None,
) -> tuple[npt.NDArray[np.int64], ...]:
    """Splits boards into parts that have no class in common.

    A hash of its key and the seed determines the part of a board. Boards with equal keys are therefore in the same
    part, and the part of a board does not depend on other boards or on their order: boards that are added later do
    not move others. The sizes of the parts are random, with the fractions as expected values.

    Args:
        boards: The boards, in any layout of `arcdoku.solve`.
        by: What is kept in one part: `"class"`, equivalent boards, such as the images of `augment`; `"solution"`,
            boards with equivalent solutions; `"board"`, only equal boards.
        fractions: The fraction of each part. Their sum is at most 1; the remaining boards are in no part.
        seed: From 0 to 2**64 - 1. With `None`, the lower half of the key alone decides, and smaller values are in
            earlier parts. Then `fractions=(0.1, 0.9)` splits like `arcdoku generate --split 0.1`, with the test set
            first.
        solutions: For `by="solution"`, the solutions, if they are known.
        strict: Raises `ValueError` for the first board without a key. Otherwise such boards are in no part. These are
            malformed boards, boards without clues for `by="class"`, and boards without exactly one solution for
            `by="solution"`.
        shape: As for `solve`. With it, an array of N rows of N numbers is N smaller boards, not one board.
        rules: The rules of the boards, as for `solve`; a `Generated` has its own. Puzzles with rules have no class.
            They can be split by solution, or by board, where boards with different rules are different.
        threads: The number of threads; by default one per core.

    Returns:
        The indices of the boards of each part, `int64`, in order.

    Raises:
        ValueError: If an argument is out of range; if no board has clues or rules; for a puzzle with rules and
            `by="class"`; with `strict`, for a board without a key.

    >>> import arcdoku
    >>> grids = arcdoku.grids(100, seed=1)
    >>> train, test = split(grids, fractions=(0.8, 0.2), seed=1)
    >>> len(train) + len(test), len(train) > len(test)
    (100, True)

    """
    if by not in _BY:
        raise ValueError(f"by: found {by!r}, expected one of {', '.join(_BY)}")
    count, limits = _limits(fractions)
    if seed is not None:
        seed = whole("seed", seed)
    rows = ruled(boards, "boards", shape, rules)
    rows.check("boards")
    keys, known = keys_of(rows, by, solutions, threads)
    if strict:
        for at in np.flatnonzero(~known)[:1]:
            if why := rows.source.why(int(at)):
                raise ValueError(f"boards[{at}]: {why}")
            expected = "a puzzle with one solution" if by == "solution" else "clues and empty cells"
            raise ValueError(f"boards[{at}]: found a board without a key, expected {expected}")
    draws = keys[:, 1]
    if seed is not None:
        start = mixed(np.array([seed], np.uint64) + np.uint64(0x9E37_79B9_7F4A_7C15))
        draws = mixed(mixed(keys[:, 0] ^ start) ^ keys[:, 1])
    part = np.searchsorted(np.array(limits, np.uint64), draws, side="right")
    part[~known] = count
    return tuple(np.flatnonzero(part == number) for number in range(count))


def _limits(fractions: Sequence[float]) -> tuple[int, list[int]]:
    """The number of parts, and the first draw after each part, except for a last part with all remaining draws."""
    expected = "numbers above 0 and at most 1"
    listed: list[Any] = list(fractions) if is_list(fractions) else [None]
    if any(isinstance(fraction, bool) or not hasattr(fraction, "__float__") for fraction in listed):
        raise TypeError(wrong("fractions", fractions, expected))
    if not listed or any(not 0 < fraction <= 1 for fraction in listed):
        raise ValueError(wrong("fractions", fractions, expected))
    sums = np.cumsum([float(fraction) for fraction in listed])
    if sums[-1] > 1 + 1e-9:
        raise ValueError(f"fractions: found a sum of {sums[-1]:.6g}, expected at most 1")
    return len(listed), [int(total * 2.0**64) for total in sums if total < 1 - 1e-9]


def keys_of(
    rows: Ruled, by: str, solutions: Boards | None, threads: int | None
) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.bool_]]:
    """The keys of boards, `uint64[n, 2]`, with the upper half first, and which boards have a key."""
    count, cells = rows.boards.shape
    labels = None if solutions is None else boards_of(solutions, "solutions", rows.shape)
    digits = math.isqrt(cells)
    if labels is not None and labels.shape != rows.boards.shape:
        raise ValueError(wrong("solutions", labels.shape, f"the shape of boards, {rows.boards.shape}"))
    if by == "class":
        for at in np.flatnonzero(rows.has_rules())[:1]:
            expected = "by='solution' or by='board': puzzles with rules have no class"
            raise ValueError(f"by: found 'class', expected {expected}, and boards[{at}] has rules")
        if not is_usual(rows.shape, cells):
            raise ValueError(f"by: found 'class', expected by='board': boards have the shape {rows.shape!r}")
    keys = np.zeros((count, 2), np.uint64)
    known = ~rows.is_blank() if by == "class" else np.ones(count, np.bool_)
    if rows.texts is not None:
        known &= np.array([text is not None for text in rows.texts], np.bool_)
    for part in steps(count):
        piece = rows.boards[part]
        known[part] &= (piece <= digits).all(axis=1)
        if by == "board":
            keys[part] = row_hashes(piece)
            continue
        if by == "solution":
            if labels is None:
                solved = solve(piece, threads=threads, **rows.part(part))
                piece = solved.grids
                known[part] &= solved.outcome == Outcome.UNIQUE
            else:
                piece = labels[part]
        keys[part] = key(piece, threads=threads).view(">u8")
        known[part] &= keys[part].any(axis=1)
    if by == "board":
        # Boards with equal clues and different rules are different.
        for at, text in enumerate(rows.texts or ()):
            if text != "":
                # Rules that cannot be read are compared as text.
                own = "\n".join((rows.rules or [])[at]) if text is None else text
                digest = hashlib.blake2b(own.encode(), digest_size=16).digest()
                keys[at] = mixed(keys[at] ^ np.frombuffer(digest, "<u8"))
    return keys, known


def row_hashes(rows: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint64]:
    """Two hashes of each row, `uint64[n, 2]`, which depend only on its numbers."""
    words = np.zeros((len(rows), -(-rows.shape[1] // 8) * 8), np.uint8)
    words[:, : rows.shape[1]] = rows
    lanes = words.view("<u8").astype(np.uint64, copy=False)
    hashes = np.empty((len(rows), 2), np.uint64)
    for half in range(2):
        state = np.full(len(rows), half + 1, np.uint64)
        for lane in lanes.T:
            state = mixed((state ^ lane) + np.uint64(0x9E37_79B9_7F4A_7C15))
        hashes[:, half] = state
    return hashes


def mixed(state: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """The finalizer of SplitMix64 (Steele, Lea and Flood, 2014), a bijection that is close to random."""
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58_476D_1CE4_E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D0_49BB_1331_11EB)
    return state ^ (state >> np.uint64(31))

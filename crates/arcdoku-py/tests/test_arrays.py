"""Arrays of boards."""

import os
import textwrap

import numpy as np
import pytest
from conftest import interrupt
from hypothesis import given
from hypothesis import strategies as st

import arcdoku
from arcdoku import Outcome

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def numbers(*texts):
    """Texts as an array."""
    return np.array([[int(cell) if cell.isdigit() else 0 for cell in text] for text in texts], np.uint8)


def brute(board, most=3):
    """The solutions of a small board, at most `most`, by a plain search."""
    size = int(len(board) ** 0.5)
    rows, columns = {4: (2, 2), 6: (2, 3)}[size]

    def fits(grid, cell, digit):
        r, c = divmod(cell, size)
        for other in range(size * size):
            a, b = divmod(other, size)
            same_box = (a // rows, b // columns) == (r // rows, c // columns)
            if other != cell and grid[other] == digit and (a == r or b == c or same_box):
                return False
        return True

    found = []

    def fill(grid):
        if len(found) == most:
            return
        if 0 not in grid:
            found.append(list(grid))
            return
        cell = grid.index(0)
        for digit in range(1, size + 1):
            if fits(grid, cell, digit):
                grid[cell] = digit
                fill(grid)
                grid[cell] = 0

    grid = [int(cell) for cell in board]
    if all(fits(grid, cell, digit) for cell, digit in enumerate(grid) if digit):
        fill(grid)
    return found


def test_outcomes():
    boards = numbers(EASY, "." * 81, "11" + "." * 79, HARD)
    boards = np.vstack([boards, np.full((1, 81), 10, np.uint8)])
    solved = arcdoku.solve(boards)
    expected = [Outcome.UNIQUE, Outcome.SEVERAL, Outcome.NONE, Outcome.UNIQUE, Outcome.MALFORMED]
    assert solved.outcome.tolist() == expected
    assert solved.grids.dtype == solved.outcome.dtype == np.uint8 and solved.guesses.dtype == np.uint32
    assert np.array_equal(solved.grids[0], numbers(SOLUTION)[0])
    assert solved.grids[1].min() == 1 and not solved.grids[[2, 4]].any()
    assert arcdoku.solve(numbers(INKALA), nodes=1).outcome.tolist() == [Outcome.UNKNOWN]
    assert arcdoku.count(boards, up_to=100).tolist() == [1, 100, 0, 1, 0]


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint64])
@pytest.mark.parametrize("order", ["C", "F"])
def test_dtypes_and_layouts(dtype, order):
    boards = np.asarray(numbers(EASY, HARD), dtype, order=order)
    expected = arcdoku.solve(numbers(EASY, HARD))
    for array in (boards, boards.reshape(2, 9, 9), boards[:, ::-1][:, ::-1]):
        solved = arcdoku.solve(array)
        assert solved.grids.shape == array.shape
        assert np.array_equal(solved.grids.reshape(2, 81), expected.grids)
        assert np.array_equal(solved.guesses, expected.guesses)
    for single in (boards[0], boards[0].reshape(9, 9)):
        solved = arcdoku.solve(single)
        assert solved.grids.shape == single.shape and solved.outcome.shape == ()
        assert solved.outcome == Outcome.UNIQUE


def test_texts():
    for texts in ([EASY, HARD], (EASY, HARD)):
        solved = arcdoku.solve(texts)
        assert solved.grids[0] == SOLUTION and len(solved.grids) == 2
    array = np.array([EASY, HARD])
    solved = arcdoku.solve(array)
    assert solved.grids.dtype == "U81" and solved.grids[0] == SOLUTION
    assert arcdoku.solve(array.astype("S81")).grids[0] == SOLUTION
    assert arcdoku.solve(EASY).grids == SOLUTION
    solved = arcdoku.solve([EASY, None, "12", EASY[:-1] + "?", "11" + "." * 79])
    assert solved.outcome.tolist() == [1, 4, 4, 4, 0]
    assert solved.grids[1:] == [None] * 4
    assert arcdoku.reasons(["é" * 81, None]) == [
        "row 1, column 1: found 'é', expected 1 to 9 or . for an empty cell",
        "null",
    ]
    assert arcdoku.solve([]).grids == [] and arcdoku.solve(np.zeros((0, 81), np.uint8)).grids.shape == (0, 81)


def test_texts_in_pieces(monkeypatch):
    texts = [EASY, "12", HARD, "." * 81, "11" + "." * 79]
    solved, forms = arcdoku.solve(texts), arcdoku.canon(texts)
    assert [text is None for text in solved.grids] == [False, True, False, False, True]
    assert [text is None for text in forms] == [False, True, False, False, False]
    monkeypatch.setattr(arcdoku._layouts, "STEP", 2)
    for boards in (texts, np.array(texts), np.array(texts, "S")):
        again = arcdoku.solve(boards)
        assert list(again.grids) == [text or "" if isinstance(boards, np.ndarray) else text for text in solved.grids]
        assert again.outcome.tolist() == solved.outcome.tolist()
        assert [text or None for text in arcdoku.canon(boards)] == forms
    room = np.full((5, 81), 7, np.uint8)
    assert arcdoku.solve(texts, room).grids == solved.grids
    assert np.array_equal(room[0], numbers(SOLUTION)[0]) and not room[1].any()


@given(st.integers(0, 2**32), st.integers(0, 10), st.sampled_from([16, 36]))
def test_small_boards_against_brute_force(seed, clues, cells):
    random = np.random.default_rng(seed)
    size = int(cells**0.5)
    board = np.zeros(cells, np.uint8)
    board[random.permutation(cells)[: clues + cells // 4]] = random.integers(1, size + 1, clues + cells // 4)
    # Some boards have solutions, because their clues are from a full grid.
    if seed % 3:
        grid = arcdoku.grids(1, seed, shape=size)[0]
        board = np.where(random.random(cells) < 0.5, grid, 0).astype(np.uint8)
    found = brute(board)
    solved = arcdoku.solve(board[None], shape=size)
    assert solved.outcome[0] == min(len(found), 2)
    assert arcdoku.count(board[None], up_to=3, shape=size)[0] == len(found)
    if len(found) == 1:
        assert solved.grids[0].tolist() == found[0]
    if found:
        assert solved.grids[0].tolist() in brute(board, 1000)
    needed = [len(brute(np.where(np.arange(cells) == cell, 0, board))) > 1 for cell in np.flatnonzero(board)]
    assert arcdoku.minimal(board, shape=size) == (len(found) == 1 and all(needed))


def test_sizes_and_rules():
    for size in (2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 20, 25):
        grids = arcdoku.grids(2, 5, shape=size)
        assert grids.shape == (2, size * size) and grids.max() == size
        assert arcdoku.verify(grids, grids, shape=size).tolist() == [1.0, 1.0]
        holes = grids.copy()
        holes[:, ::7] = 0
        assert (arcdoku.solve(holes, shape=size).outcome == arcdoku.solve(holes, shape=size, threads=1).outcome).all()
        texts = arcdoku.solve(["." * size * size], shape=size).grids
        assert arcdoku.verify(["." * size * size], texts, shape=size)[0] == 1.0
    made = arcdoku.generate(2, 3, rules=["diagonals"])
    assert arcdoku.solve(made.puzzles, rules=["diagonals"]).outcome.tolist() == [1, 1]
    assert arcdoku.solve(made.puzzles).outcome.tolist() == [2, 2]
    four = np.zeros((16, 16), np.uint8)
    assert arcdoku.solve(four).outcome == Outcome.SEVERAL, "one board of 16x16"
    assert arcdoku.count(four, shape="2x2").tolist() == [288] * 16


def test_output_arrays():
    boards = numbers(EASY, HARD)
    grids = np.zeros((2, 81), np.uint8)
    solved = arcdoku.solve(boards, grids)
    assert np.shares_memory(solved.grids, grids) and grids.min() == 1
    outs = arcdoku.Solved(np.zeros((2, 81), np.uint8), np.zeros(2, np.uint8), np.zeros(2, np.uint32))
    assert np.shares_memory(arcdoku.solve(boards, outs).guesses, outs.guesses) and outs.outcome.all()
    # The output is the input.
    solved = arcdoku.solve(boards, boards)
    assert np.array_equal(solved.grids, grids) and np.array_equal(boards, grids)
    for out in (np.zeros((2, 80), np.uint8), np.zeros((2, 81), np.int8), np.zeros((3, 81), np.uint8), (grids,) * 2):
        with pytest.raises(ValueError, match="out"):
            arcdoku.solve(boards, out)
    with pytest.raises(TypeError, match="out"):
        arcdoku.solve(boards, [[0] * 81])
    fixed = grids.copy()
    fixed.flags.writeable = False
    with pytest.raises(ValueError, match="written"):
        arcdoku.solve(boards, fixed)
    solved = arcdoku.solve(fixed)
    assert solved.outcome.all(), "boards need not be writable"


@pytest.mark.parametrize(
    ("boards", "message"),
    [
        (np.zeros((2, 80), np.uint8), r"shape \[2, 80\]"),
        (np.zeros((2, 9, 8), np.uint8), r"shape \[2, 9, 8\]"),
        (np.zeros((2, 2, 9, 9), np.uint8), r"shape \[2, 2, 9, 9\]"),
        (np.zeros(80, np.uint8), r"shape \[80\]"),
        (np.zeros((2, 0), np.uint8), r"shape \[2, 0\]"),
        (np.uint8(3), r"shape \[\]"),
    ],
)
def test_wrong_shapes(boards, message):
    for function in (arcdoku.solve, arcdoku.count, arcdoku.canon, arcdoku.key, arcdoku.minimal, arcdoku.rate_se):
        with pytest.raises(ValueError, match=message):
            function(boards)


def test_wrong_types_and_values():
    for boards in (np.zeros((2, 81)), np.zeros((2, 81), np.bool_), [EASY, 3], {"a": 1}, None, 7.5):
        with pytest.raises(TypeError):
            arcdoku.solve(boards)
    with pytest.raises(ValueError, match="threads"):
        arcdoku.solve(EASY, threads=0)
    with pytest.raises(ValueError, match="nodes"):
        arcdoku.solve(EASY, nodes=-1)
    with pytest.raises(ValueError, match="up_to"):
        arcdoku.count(EASY, up_to=0)
    with pytest.raises(ValueError, match=r"order.*'counts' or 'text'"):
        arcdoku.canon(EASY, order="size")
    with pytest.raises(ValueError, match="shape: found '9y9'"):
        arcdoku.solve(EASY, shape="9y9")
    with pytest.raises(ValueError, match="rules: 'diagonal'"):
        arcdoku.solve(EASY, rules=["diagonal"])
    with pytest.raises(ValueError, match="no other rule"):
        arcdoku.canon("." * 16)
    with pytest.raises(ValueError, match="rating"):
        arcdoku.rate_se("." * 16)
    with pytest.raises(ValueError, match="found 1 rows, expected 2"):
        arcdoku.verify([EASY, EASY], [EASY])


def test_strict():
    boards = np.tile(numbers(EASY), (70000, 1))
    arcdoku.reasons(boards[:10])
    boards[69999, 12] = 12
    with pytest.raises(ValueError, match=r"boards\[69999\]: row 2, column 4: found 12, expected 0 \(empty\) to 9"):
        arcdoku.key(boards, strict=True)
    wide = boards.astype(np.int32)
    wide[68000, 80] = -256
    with pytest.raises(ValueError, match=r"boards\[68000\]: row 9, column 9: found -256, expected 0"):
        arcdoku.key(wide, strict=True)
    assert np.flatnonzero(~arcdoku.key(wide).any(axis=1)).tolist() == [68000, 69999]
    with pytest.raises(ValueError, match=r"boards\[1\]: row 1, column 3: found 'y', expected 1 to 9 or \."):
        arcdoku.solve([EASY, "..y" + "." * 78], strict=True)
    with pytest.raises(ValueError, match=r"boards\[1\]: found 80 cells, expected 81"):
        arcdoku.minimal([EASY, "." * 80], strict=True)
    with pytest.raises(ValueError, match=r"answers\[0\]"):
        arcdoku.verify([EASY], ["12"], strict=True)


def test_canon_and_symmetries():
    made = arcdoku.generate(50, 11)
    forms, keys = arcdoku.canon(made.puzzles), arcdoku.key(made.puzzles)
    found = arcdoku.symmetries(made.puzzles)
    assert np.array_equal(arcdoku.transform(made.puzzles, found), forms)
    assert np.array_equal(arcdoku.canon(forms), forms)
    random = np.random.default_rng(3)
    lines = [np.concatenate([random.permutation(3) + 3 * band for band in random.permutation(3)]) for _ in range(100)]
    moved = arcdoku.transform(
        made.puzzles,
        arcdoku.Symmetries(
            None,
            random.random(50) < 0.5,
            np.array(lines[:50]),
            np.array(lines[50:]),
            np.array([random.permutation(9) + 1 for _ in range(50)]),
        ),
    )
    assert np.array_equal(arcdoku.key(moved), keys) and np.array_equal(arcdoku.canon(moved), forms)
    assert arcdoku.key(made.puzzles).dtype == np.uint8 and len(np.unique(keys, axis=0)) == 50
    assert np.array_equal(arcdoku.solve(moved).guesses > 0, arcdoku.solve(moved).guesses > 0)
    assert arcdoku.symmetries("." * 81).automorphisms == 2 * 6**8 * 362880
    same = np.arange(9)
    with pytest.raises(ValueError, match="symmetry 0"):
        arcdoku.transform(EASY, arcdoku.Symmetries(1, False, same, same[::-1] // 2, same + 1))
    with pytest.raises(ValueError, match=r"symmetries\.rows"):
        arcdoku.transform(EASY, arcdoku.Symmetries(1, False, same[:8], same, same + 1))
    # A value of `arcdoku canon --key`: the bytes are the number, most significant first.
    key = "".join(f"{byte:02x}" for byte in arcdoku.key(EASY))
    assert key == "6d23e9d14fd997c564d93b2d954aaf9e"


def test_ratings():
    rated = arcdoku.rate_se(numbers(EASY, "." * 81, "11" + "." * 79))
    assert rated.er[0] == 1.2 and np.isnan(rated.er[1:]).all() and rated.outcome.tolist() == [1, 2, 0]
    scored = arcdoku.rate_hodoku([EASY, HARD, ""])
    assert scored.score.tolist()[0] == 204 and scored.level.tolist() == [0, scored.level[1], 255]
    assert scored.level[1] >= 1 and scored.outcome.tolist() == [1, 1, 4]


def test_verify():
    boards = numbers(EASY, EASY, EASY, EASY, "." * 81)
    answers = numbers(SOLUTION, SOLUTION, SOLUTION, EASY, SOLUTION)
    answers[1, 2] = 5
    answers[2, 0] = 4
    assert arcdoku.verify(boards, answers).tolist() == [1, 0, 0, 0, 1]
    partial = arcdoku.verify(boards, answers, partial=True)
    assert partial.dtype == np.float32
    assert partial.tolist() == pytest.approx([1, 50 / 51, 0, 0, 1])
    assert arcdoku.verify(EASY, SOLUTION) == 1.0
    assert arcdoku.verify([EASY, EASY, EASY], [SOLUTION, SOLUTION[:80], None]).tolist() == [1, 0, 0]
    # Text and arrays together.
    assert arcdoku.verify([EASY], numbers(SOLUTION)).tolist() == [1]


def test_generate():
    made = arcdoku.generate(300, 9)
    assert (made.outcome == Outcome.UNIQUE).all() and made.rules is None
    assert arcdoku.minimal(made.puzzles).all()
    assert np.array_equal(arcdoku.solve(made.puzzles).grids, made.solutions)
    for threads in (1, 3):
        assert np.array_equal(arcdoku.generate(300, 9, threads=threads).puzzles, made.puzzles)
    assert np.array_equal(arcdoku.generate(5, 9).puzzles, made.puzzles[:5])
    assert np.array_equal(arcdoku.generate(1, int(made.seeds[299])).puzzles[0], made.puzzles[299])
    assert np.array_equal(arcdoku.grids(300, 9, threads=1), arcdoku.grids(300, 9, threads=4))
    half = arcdoku.generate(3, 1, symmetry="half-turn", clues=(22, 28), minimal="clues").puzzles > 0
    assert np.array_equal(half, half[:, ::-1]) and half.sum(axis=1).max() <= 28
    hard = arcdoku.generate(2, 1, scale="se", min=2.0, max="2.6")
    assert ((arcdoku.rate_se(hard.puzzles).er >= 2) & (arcdoku.rate_se(hard.puzzles).er <= 2.6)).all()
    assert set(arcdoku.rate_hodoku(arcdoku.generate(2, 1, level="medium..hard").puzzles).level) <= {1, 2}
    grid = arcdoku.grids(1, 4)[0]
    mask = np.arange(81) % 9 != 4
    masked = arcdoku.generate(2, 1, grid=grid, mask=mask)
    assert (masked.solutions == grid).all() and not masked.puzzles[:, ~mask].any()
    given_up = arcdoku.generate(2, 1, clues=17, tries=3)
    assert given_up.outcome.tolist() == [Outcome.UNKNOWN] * 2 and given_up.tries.tolist() == [3, 3]
    caged = arcdoku.generate(1, 1, cages=True)
    assert not caged.puzzles.any() and caged.rules is not None and any("cage" in rule for rule in caged.rules[0])
    assert arcdoku.solve(caged.puzzles, rules=caged.rules[0]).outcome[0] == Outcome.UNIQUE
    assert arcdoku.generate(2, 1, shape="2x3").puzzles.shape == (2, 36)
    weights = arcdoku.generate(3, 1, method="controlled-bias").weights
    assert len(np.unique(weights)) > 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"symmetry": "round"}, "symmetry: found 'round', expected one of none"),
        ({"minimal": "all"}, "minimal: found 'all', expected one of orbits, clues, any"),
        ({"method": "x"}, "method: found 'x', expected one of top-down, controlled-bias"),
        ({"clues": "3..x"}, "clues"),
        ({"clues": 10}, "clues"),
        ({"clues": (30, 20)}, "clues"),
        ({"clues": 73}, "clues: no puzzle can have this number of clues"),
        ({"clues": 81, "symmetry": "half-turn"}, "clues: no puzzle can have this number of clues"),
        ({"clues": 81, "symmetry": "full"}, "clues: no puzzle can have this number of clues"),
        ({"level": "easier"}, "level: found 'easier', expected one of easy"),
        ({"hardest": "wing"}, "hardest"),
        ({"scale": "x"}, "scale: found 'x', expected one of hodoku"),
        ({"mask": "xx"}, "mask: found 2 cells"),
        ({"grid": "1" * 81}, "grid"),
        ({"hardest": "x-wing", "level": "easy"}, "^hardest, level, min, max: no puzzle has this hardest step"),
        ({"rules": ["x"]}, "rules"),
        ({"draw": ["no-such-rule"]}, "draw"),
        ({"shape": "grid 6x9"}, "shape"),
    ],
)
def test_wrong_requests(options, message):
    with pytest.raises(ValueError, match=message):
        arcdoku.generate(1, 1, **options)
    with pytest.raises(TypeError, match="rules"):
        arcdoku.generate(1, rules="diagonals")


CALLS = {
    "solve": "arcdoku.solve(boards, out)",
    "solve of other sizes": "arcdoku.solve(np.zeros((1000, 900), np.uint8), shape=30)",
    "solve of a list": "arcdoku.solve(texts)",
    "solve of a column": "arcdoku.solve(pa.array(texts))",
    "count": "arcdoku.count('.' * 81, up_to=2**63)",
    "canon": "arcdoku.canon(boards)",
    "key": "arcdoku.key(boards)",
    "minimal": "arcdoku.minimal(boards)",
    "rate_se": "arcdoku.rate_se(boards)",
    "rate_hodoku": "arcdoku.rate_hodoku(boards)",
    "symmetries": "arcdoku.symmetries(boards)",
    "verify": "arcdoku.verify(boards, boards, partial=True)",
    "generate": "arcdoku.generate(10**7, 1)",
    "generate without a result": "arcdoku.generate(1, 1, clues=17)",
    "grids": "arcdoku.grids(10**7, 1)",
    "transform": "arcdoku.transform(boards, moves)",
}


@pytest.mark.skipif(os.name == "nt", reason="Windows has other events for Ctrl-C")
@pytest.mark.parametrize("name", CALLS)
def test_interrupt(name):
    """Ctrl-C raises KeyboardInterrupt, and every row is complete or unchanged."""
    program = f"""
        import numpy as np, arcdoku
        puzzles = arcdoku.generate(100, 1).puzzles
        boards = np.tile(puzzles, (10000, 1)) if {name!r} not in ("solve of a list", "solve of a column") else puzzles
        if "list" in {name!r} or "column" in {name!r}:
            import pyarrow as pa
            texts = ["".join(map(str, row)) for row in puzzles.tolist()] * 10000
            pa.array(texts[:1])  # imports pandas, which swallows Ctrl-C
        if {name!r} == "transform":
            found = arcdoku.symmetries(puzzles)
            moves = arcdoku.Symmetries(*(np.concatenate([part] * 10000) for part in found))
        out = arcdoku.Solved(np.zeros(boards.shape, np.uint8), np.full(len(boards), 9, np.uint8),
                             np.full(len(boards), 77777, np.uint32))
        print("ready", flush=True)
        try:
            while True:
                {CALLS[name]}
                if {name!r} == "solve":
                    out.grids[:] = 0
                    out.outcome[:] = 9
        except KeyboardInterrupt:
            print("interrupted", flush=True)
        if {name!r} == "solve":
            done = out.outcome != 9
            assert (out.outcome[done] == 1).all(), "every outcome is complete"
            assert (np.sort(out.grids[done].reshape(-1, 9), axis=1) == np.arange(1, 10)).all(), "every grid is complete"
            assert not out.grids[~done].any() and (out.guesses[done] != 77777).all()
    """
    printed, latency = interrupt(textwrap.dedent(program))
    assert printed == "interrupted\n"
    assert latency < 2


WRONG_OPTIONS = [
    (
        lambda b: arcdoku.solve(b, threads=2**70),
        ValueError,
        r"threads: found 1180591620717411303424, expected .* from 1",
    ),
    (lambda b: arcdoku.solve(b, threads=1025), ValueError, "threads: found 1025, expected .* from 1 to 1024"),
    (lambda b: arcdoku.solve(b, threads=2**62), ValueError, "threads: found 4611686018427387904, expected"),
    (lambda b: arcdoku.verify(b, b, threads=2**62), ValueError, "threads: .* from 1 to 1024"),
    (lambda b: arcdoku.transform(b, arcdoku.symmetries(b), threads=2**62), ValueError, "threads: .* from 1 to 1024"),
    (lambda b: arcdoku.generate(1, threads=2**62), ValueError, "threads: .* from 1 to 1024"),
    (lambda b: arcdoku.grids(1, threads=2**63), ValueError, "threads: .* from 1 to 1024"),
    (lambda b: arcdoku.generate(2**63), ValueError, "n: found 9223372036854775808, expected a whole number from 0 to"),
    (lambda b: arcdoku.grids(2**60, shape=4), ValueError, "n: found 1152921504606846976, expected"),
    (lambda b: arcdoku.solve(b, threads=0), ValueError, "threads: found 0, expected a whole number from 1 to"),
    (lambda b: arcdoku.solve(b, threads="2"), TypeError, "threads: found '2', expected a whole number from 1"),
    (lambda b: arcdoku.solve(b, nodes=-1), ValueError, "nodes: found -1, expected a whole number from 0 to 2"),
    (lambda b: arcdoku.solve(b, rules=None), TypeError, "rules: found None, expected a list of texts"),
    (lambda b: arcdoku.solve(b, rules=[3]), TypeError, r"rules\[0\]: found 3, expected a text"),
    (lambda b: arcdoku.solve(b, rules="diagonals"), TypeError, "rules: found 'diagonals', expected a list of texts"),
    (lambda b: arcdoku.solve(b, rules=b"diagonals"), TypeError, "rules: found b'diagonals', expected a list of texts"),
    (lambda b: arcdoku.solve(b, rules=[b"diagonals"]), TypeError, r"rules\[0\]: found b'diagonals', expected a text"),
    (lambda b: arcdoku.solve(b, rules=[{"a": 1}]), TypeError, r"rules\[0\]: found {'a': 1}, expected a text"),
    (lambda b: arcdoku.generate(1, rules=b"x"), TypeError, "rules: found b'x', expected a list of texts"),
    (lambda b: arcdoku.count([EASY], up_to=0), ValueError, "up_to: found 0, expected a whole number from 1"),
    (lambda b: arcdoku.solve(np.ma.array(b, mask=b > 3)), TypeError, r"boards: found a masked array.*\.filled\(0\)"),
    (lambda b: arcdoku.solve([[0] * 81, [0] * 80]), ValueError, r"boards\[1\]: found 80 entries, expected 81 entries"),
    (lambda b: arcdoku.solve([[[0] * 9] * 9, [[0] * 8] * 9]), ValueError, "boards: found nested lists of different"),
    (lambda b: arcdoku.canon(b, order=None), TypeError, "order: found None, expected a text"),
    (lambda b: arcdoku.generate(1, symmetry=None), TypeError, "symmetry: found None, expected a text"),
    (lambda b: arcdoku.generate(1, minimal=True), TypeError, "minimal: found True, expected a text"),
    (lambda b: arcdoku.generate(1, bare="x"), TypeError, "bare: found 'x', expected True or False"),
    (lambda b: arcdoku.generate(1, rules="diagonals"), TypeError, "rules: found 'diagonals', expected a list"),
    (lambda b: arcdoku.generate(1, clues=(30, 22)), ValueError, r"clues: found \(30, 22\), expected the least first"),
    (lambda b: arcdoku.generate(1, clues=82), ValueError, "clues: found 82, expected at most 81"),
    (lambda b: arcdoku.generate(1, clues=22.7), TypeError, "clues: found 22.7, expected a whole number"),
    (lambda b: arcdoku.generate(1, clues=range(20, 30, 2)), ValueError, "clues: found range.*steps of 1"),
    (lambda b: arcdoku.generate(1, clues="few"), ValueError, "clues: found 'few', expected a whole number"),
    (lambda b: arcdoku.generate(1, level=3), TypeError, "level: found 3, expected a text"),
    (lambda b: arcdoku.generate(1, min=5, max=3), ValueError, "min: found 5, expected at most 3, which is max"),
    (lambda b: arcdoku.generate(1, min=[5]), TypeError, r"min: found \[5\], expected a number"),
    (lambda b: arcdoku.generate(1, grid=[SOLUTION] * 2), ValueError, "grid: found 2 grids, expected one"),
]


SMALL = "1..............4"


@pytest.mark.parametrize("call", [arcdoku.count, arcdoku.solve, arcdoku.reasons, arcdoku.minimal])
@pytest.mark.parametrize("make", [list, np.array])
def test_boards_of_several_sizes_are_rejected(call, make):
    for texts, message in [
        ([SMALL, EASY], r"boards\[1\]: found a board of 81 cells, expected 16 as in boards\[0\]; with shape="),
        ([EASY, EASY, SMALL], r"boards\[2\]: found a board of 16 cells, expected 81 as in boards\[0\]"),
        (["." * 256] * 2 + ["12", EASY], r"boards\[3\]: found a board of 81 cells, expected 256 as in boards\[0\]"),
    ]:
        with pytest.raises(ValueError, match=message):
            call(make(texts))


def test_texts_that_are_not_boards_do_not_determine_the_size():
    for word in ("!" * 81, "NULL", "!" * 64, "8" * 16, ".", ""):
        assert arcdoku.count([word, SMALL.replace("4", "2"), SMALL]).tolist() == [0, 18, 18], word
    assert arcdoku.count(["!" * 64, EASY]).tolist() == [0, 1]
    # With a shape, boards of other sizes are malformed.
    assert arcdoku.solve([SMALL, EASY], shape=9).outcome.tolist() == [4, 1]
    assert arcdoku.solve([SMALL, EASY], shape="2x2").outcome.tolist() == [2, 4]
    # An answer of another size is wrong.
    for answers in (["1" * 16, SOLUTION], ["1" * 64, SOLUTION], ["x", SOLUTION], [None, SOLUTION]):
        assert arcdoku.verify([EASY, EASY], answers).tolist() == [0.0, 1.0], answers
    with pytest.raises(ValueError, match=r"answers\[0\]: found 16 cells, expected 81"):
        arcdoku.verify([EASY, EASY], ["1" * 16, "1" * 16], strict=True)


@pytest.mark.parametrize(("ask", "kind", "message"), WRONG_OPTIONS)
def test_wrong_options(ask, kind, message):
    with pytest.raises(kind, match=message) as raised:
        ask(numbers(EASY, EASY))
    assert "\n" not in str(raised.value)


def test_a_lone_surrogate_is_malformed():
    texts = [EASY, "\ud800" * 81, EASY]
    assert arcdoku.solve(texts).outcome.tolist() == [1, 4, 1]
    assert arcdoku.solve(np.array(texts)).outcome.tolist() == [1, 4, 1]
    assert "row 1, column 1" in arcdoku.reasons(texts)[1]
    with pytest.raises(ValueError, match=r"boards\[1\]"):
        arcdoku.solve(texts, strict=True)


def test_a_full_grid_has_the_rating_zero():
    rated = arcdoku.rate_se([SOLUTION, "." * 81, "12"])
    assert rated.er.tolist()[0] == rated.ep.tolist()[0] == rated.ed.tolist()[0] == 0.0
    assert np.isnan(rated.er[1:]).all() and rated.outcome.tolist() == [1, 2, 4]

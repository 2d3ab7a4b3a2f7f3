"""Files are read back as in training."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import arcdoku
from arcdoku.learn import About, augment, card, split, steps, write_parquet, write_recursive

PUZZLES = (Path(__file__).parent / "data" / "learn.txt").read_text().split()
BOARDS = np.array([[0 if symbol == "." else int(symbol) for symbol in line] for line in PUZZLES], np.uint8)
SOLUTIONS = arcdoku.solve(BOARDS).grids
FIELDS = {"inputs": "r", "labels": "r", "puzzle_identifiers": None, "puzzle_indices": None, "group_indices": None}


def read(folder: Path, part: str) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
    """Opens a part as a trainer does: the large arrays stay in their files."""
    facts = json.loads((folder / part / "dataset.json").read_text())
    (name,) = facts["sets"]
    arrays = {field: np.load(folder / part / f"{name}__{field}.npy", mmap_mode=mode) for field, mode in FIELDS.items()}
    return facts, arrays


def batches(arrays: dict[str, npt.NDArray[Any]], size: int, seed: int) -> Iterator[tuple[npt.NDArray[Any], ...]]:
    """An epoch: one example of each group, in a random order."""
    draw = np.random.default_rng(seed)
    groups, puzzles = arrays["group_indices"], arrays["puzzle_indices"]
    order = draw.permutation(len(groups) - 1)
    for start in range(0, len(order), size):
        chosen = [draw.integers(groups[group], groups[group + 1]) for group in order[start : start + size]]
        rows = [draw.integers(puzzles[puzzle], puzzles[puzzle + 1]) for puzzle in chosen]
        identifiers = arrays["puzzle_identifiers"][chosen]
        yield arrays["inputs"][rows].astype(np.int32), arrays["labels"][rows].astype(np.int32), identifiers


def test_a_trainer_reads_the_arrays(tmp_path: Path) -> None:
    written = write_recursive(tmp_path, BOARDS, SOLUTIONS, k=3, seed=7)
    write_recursive(tmp_path, PUZZLES[:9], part="test")
    facts, arrays = read(tmp_path, "train")
    n = len(BOARDS)
    assert (
        facts
        == written
        == {
            "seq_len": 81,
            "vocab_size": 11,
            "pad_id": 0,
            "ignore_label_id": 0,
            "blank_identifier_id": 0,
            "num_puzzle_identifiers": 1,
            "total_groups": n,
            "mean_puzzle_examples": 1.0,
            "total_puzzles": 4 * n,
            "sets": ["all"],
        }
    )
    assert json.loads((tmp_path / "identifiers.json").read_text()) == ["<blank>"]
    assert arrays["inputs"].shape == arrays["labels"].shape == (4 * n, 81)
    assert isinstance(arrays["inputs"], np.memmap) and arrays["inputs"].dtype == np.uint8
    assert all(arrays[name].dtype == np.int32 for name in FIELDS if name not in ("inputs", "labels"))
    assert arrays["puzzle_indices"].tolist() == list(range(4 * n + 1))
    assert arrays["group_indices"].tolist() == list(range(0, 4 * n + 1, 4))
    assert not arrays["puzzle_identifiers"].any() and len(arrays["puzzle_identifiers"]) == 4 * n
    # The first board of each group is the puzzle itself, and the others are its images.
    images = augment(BOARDS, SOLUTIONS, seed=7, k=4, keep=True)
    assert (arrays["inputs"] == images.boards + 1).all() and (arrays["inputs"][::4] == BOARDS + 1).all()
    assert (arrays["labels"] == images.solutions + 1).all()
    assert (arcdoku.key(arrays["inputs"] - 1) == arcdoku.key(BOARDS).repeat(4, axis=0)).all()
    seen = 0
    for inputs, labels, identifiers in batches(arrays, 16, seed=1):
        assert inputs.min() >= 1 and inputs.max() <= 10 and labels.min() >= 2 and labels.max() <= 10
        assert (arcdoku.verify((inputs - 1).astype(np.uint8), (labels - 1).astype(np.uint8)) == 1).all()
        seen += len(identifiers)
    assert seen == n
    facts, arrays = read(tmp_path, "test")
    assert (facts["total_groups"], facts["total_puzzles"]) == (9, 9)
    assert (arrays["labels"] == SOLUTIONS[:9] + 1).all()


def test_a_stream_is_written_like_an_array(tmp_path: Path) -> None:
    chunks = ((BOARDS[at : at + 13], SOLUTIONS[at : at + 13]) for at in range(0, len(BOARDS), 13))
    write_recursive(tmp_path / "a", chunks, k=2, seed=1)
    write_recursive(tmp_path / "b", BOARDS, k=2, seed=1, threads=1)
    for name in [f"all__{field}.npy" for field in FIELDS] + ["dataset.json", "README.md"]:
        assert (tmp_path / "a/train" / name).read_bytes() == (tmp_path / "b/train" / name).read_bytes()


# Runs in a separate process, because an earlier high-water mark could hide the memory that is measured. The value of
# getrusage is not used, because it can include the mark of the parent process.
PEAK = """
import sys
from pathlib import Path
import numpy as np
from arcdoku.learn import audit, augment, write_recursive

def peak():
    fields = dict(line.split(":") for line in Path("/proc/self/status").read_text().splitlines())
    return int(fields["VmHWM"].split()[0])

folder, puzzles = Path(sys.argv[1]), sys.argv[2:]
"""


def peak_growth(code: str, *arguments: str) -> int:
    """Runs code in a process that prints how much its memory grew, and returns this number."""
    if not Path("/proc/self/status").exists():
        pytest.skip("/proc/self/status is absent")
    paths = [str(Path(arcdoku.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
    command = [sys.executable, "-c", PEAK + code, *arguments]
    return int(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)


def test_memory_does_not_grow(tmp_path: Path) -> None:
    code = """
images = augment(puzzles, seed=1, k=120)
write_recursive(folder / "warm", images.boards[:10_000], k=3)
before = peak()
facts = write_recursive(folder / "large", (images.boards for _ in range(3)), k=3)
assert facts["total_puzzles"] == 3 * 4 * len(images.boards) > 100_000
print(peak() - before)
"""
    grown = peak_growth(code, str(tmp_path), *PUZZLES)
    # The size of the files is 20 MB.
    assert grown < 16_000, f"{grown} kB"


def test_an_audit_takes_little_memory(tmp_path: Path) -> None:
    code = """
boards = augment(puzzles, seed=1, k=6_000).boards
half = len(boards) // 2
audit(boards[:70_000], boards[-70_000:], sample=10)
before = peak()
audit(boards[:half], boards[half:], sample=10)
print((peak() - before) * 1024 // len(boards))
"""
    grown = peak_growth(code, str(tmp_path), *PUZZLES)
    assert grown < 160, f"{grown} bytes per row"


def test_other_sizes_have_other_vocabularies(tmp_path: Path) -> None:
    grids = arcdoku.grids(16, seed=1, shape="2x2")
    chunks = ((np.where(np.arange(16) < 4, 0, part), part) for part in (grids[:15], grids[15:]))
    facts = write_recursive(tmp_path, chunks, k=1, seed=1)
    assert (facts["seq_len"], facts["vocab_size"]) == (16, 6)
    _, arrays = read(tmp_path, "train")
    assert arrays["inputs"].shape == (32, 16) and arrays["labels"].max() == 5


def test_a_part_is_complete_or_unchanged(tmp_path: Path) -> None:
    write_recursive(tmp_path, BOARDS[:3])
    with pytest.raises(FileExistsError, match="overwrite=True"):
        write_recursive(tmp_path, BOARDS[:4])
    bad = np.concatenate([BOARDS[:3], np.zeros((1, 81), np.uint8)])
    with pytest.raises(ValueError, match=r"boards\[3\]: found outcome several, expected a puzzle with one solution"):
        write_recursive(tmp_path, bad, overwrite=True)
    assert read(tmp_path, "train")[0]["total_groups"] == 3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["identifiers.json", "train"]
    write_recursive(tmp_path, BOARDS[:4], overwrite=True)
    assert read(tmp_path, "train")[0]["total_groups"] == 4
    wrong = SOLUTIONS[:2].copy()
    wrong[1, 10] = wrong[1, 10] % 9 + 1
    with pytest.raises(ValueError, match=r"solutions\[1\]: row 2, column 2: found \d, expected \d"):
        write_recursive(tmp_path, BOARDS[:2], wrong, part="other")
    for part in ("../x", "..", ".", "", "a/", "a\\b"):
        with pytest.raises(ValueError, match=r"part: found .*, expected the name of a folder"):
            write_recursive(tmp_path, BOARDS[:2], part=part, overwrite=True)


def test_an_earlier_part_is_restored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_recursive(tmp_path, BOARDS[:3])
    rename = Path.rename

    def interrupted(path: Path, to: Path) -> Path:
        if path.name == "train.new":
            raise KeyboardInterrupt
        return rename(path, to)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", interrupted)
        with pytest.raises(KeyboardInterrupt):
            write_recursive(tmp_path, BOARDS[:4], overwrite=True)
    assert read(tmp_path, "train")[0]["total_groups"] == 3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["identifiers.json", "train"]


def test_an_interrupt_leaves_nothing(tmp_path: Path) -> None:
    def interrupted() -> Iterator[npt.NDArray[np.uint8]]:
        yield BOARDS
        signal.raise_signal(signal.SIGINT)
        yield BOARDS

    for write in (
        lambda: write_recursive(tmp_path, interrupted(), k=1),
        lambda: write_parquet(tmp_path / "x", interrupted()),
    ):
        with pytest.raises(KeyboardInterrupt):
            write()
    assert not list(tmp_path.iterdir())


def test_an_interrupt_ends_the_work() -> None:
    images = augment(BOARDS, seed=1, k=100).boards
    for work in (lambda: steps(images), lambda: augment(images, seed=1, k=1000)):
        timer = threading.Timer(0.1, signal.raise_signal, [signal.SIGINT])
        sent = time.monotonic() + 0.1
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            work()
        # The limit is longer than 200 ms, because machines are shared.
        assert time.monotonic() - sent < 2
        timer.join()


@pytest.mark.parametrize("nothing", [[], np.empty((0, 81), np.uint8), iter(())])
def test_an_empty_part_is_rejected(nothing: Any, tmp_path: Path) -> None:
    for write in (lambda: write_recursive(tmp_path, nothing), lambda: write_parquet(tmp_path / "x", nothing)):
        with pytest.raises(ValueError, match="boards: found none, expected at least one puzzle"):
            write()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("package", ["pyarrow", "polars"])
def test_parquet_is_read_back(package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    pytest.importorskip(package)
    if package == "polars":
        monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    path = tmp_path / "set.parquet"
    seeds = np.arange(len(BOARDS), dtype=np.uint64) + np.uint64(2**63)
    rows = write_parquet(path, BOARDS, seeds=seeds, ratings=("hodoku", "se"), about=About(license="CC0-1.0"))
    assert rows == len(BOARDS)
    table = parquet.read_table(path).to_pydict()
    names = "puzzle solution clues guesses hodoku_level hodoku_score se_er se_ep se_ed key seed"
    assert " ".join(table) == names
    assert table["puzzle"] == PUZZLES
    assert table["solution"] == ["".join(map(str, grid)) for grid in SOLUTIONS]
    assert table["clues"] == [81 - line.count(".") for line in PUZZLES]
    assert table["key"] == [row.tobytes() for row in arcdoku.key(BOARDS)]
    assert table["seed"] == seeds.tolist()
    score = arcdoku.rate_hodoku(BOARDS)
    assert table["hodoku_score"] == score.score.tolist()
    assert set(table["hodoku_level"]) <= {"Easy", "Medium", "Hard", "Unfair", "Extreme"}
    assert table["se_er"] == arcdoku.rate_se(BOARDS).er.tolist()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["set.md", "set.parquet"]
    assert "License: CC0-1.0" in (tmp_path / "set.md").read_text()


@pytest.mark.parametrize("package", ["pyarrow", "polars"])
def test_row_groups_have_ten_thousand_rows(package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    pytest.importorskip(package)
    images = augment(BOARDS, seed=1, k=300).boards[:24_000]
    path = tmp_path / "set.parquet"
    with monkeypatch.context() as patch:
        if package == "polars":
            patch.setitem(sys.modules, "pyarrow.parquet", None)
        write_parquet(path, (images[at : at + 700] for at in range(0, 24_000, 700)), ratings=(), keys=False)
    file = parquet.ParquetFile(path)
    groups = [file.metadata.row_group(group).num_rows for group in range(file.num_row_groups)]
    assert groups == [10_000, 10_000, 4_000]
    texts = file.read(["puzzle"]).column(0).to_pylist()
    assert texts == ["".join("." if number == 0 else str(number) for number in row) for row in images.tolist()]


def test_parquet_is_complete_or_unchanged(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / "set.parquet"
    with pytest.raises(ValueError, match=r"boards\[1\]: found outcome none"):
        write_parquet(path, [PUZZLES[0], "11" + "." * 79])
    with pytest.raises(ValueError, match="expected at least one puzzle"):
        write_parquet(path, [])
    with pytest.raises(ValueError, match="ratings: found 'x', expected any of hodoku, se"):
        write_parquet(path, PUZZLES, ratings=("x",))
    assert not list(tmp_path.iterdir())
    write_parquet(path, PUZZLES[:1])
    with pytest.raises(FileExistsError):
        write_parquet(path, PUZZLES[:1])
    readme = tmp_path / "README.md"
    readme.write_text("mine")
    with pytest.raises(FileExistsError, match=r"README\.md exists; overwrite=True replaces it"):
        write_parquet(tmp_path / "README.parquet", PUZZLES[:1])
    assert readme.read_text() == "mine" and not (tmp_path / "README.parquet").exists()
    write_parquet(tmp_path / "README.parquet", PUZZLES[:1], overwrite=True)
    assert readme.read_text().startswith("# Sudoku puzzles")
    with pytest.raises(ValueError, match=r"path: found .*set\.md', expected another extension"):
        write_parquet(tmp_path / "set.md", PUZZLES[:1], overwrite=True)


def one_by_one(rows: Any) -> Any:
    """Boards as an iterator of pieces."""
    return (rows[at : at + 1] for at in range(len(rows)))


@pytest.mark.parametrize("make", [list, one_by_one])
@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ("x", "found 1 cells, expected 81"),
        (PUZZLES[1][:-1], "found 80 cells, expected 81"),
        (PUZZLES[1][:-1] + "!", "row 9, column 9: found '!', expected 1 to 9 or . for an empty cell"),
        (None, "null"),
    ],
)
def test_malformed_rows_are_reported_as_given(make: Any, bad: Any, message: str, tmp_path: Path) -> None:
    calls: list[Any] = [
        lambda boards, solutions: card(boards, solutions),
        lambda boards, solutions: write_parquet(tmp_path / "set.parquet", boards, solutions),
        lambda boards, solutions: write_recursive(tmp_path, boards, solutions),
    ]
    good: list[Any] = [*PUZZLES[:3]]
    with pytest.raises(ValueError) as strict:
        arcdoku.solve([*good, bad], strict=True)
    assert str(strict.value) == f"boards[3]: {message}"
    solutions = arcdoku.solve(good).grids
    for call in calls:
        with pytest.raises(ValueError) as caught:
            call(make([*good, bad]), None)
        assert str(caught.value) == f"boards[3]: {message}"
        with pytest.raises(ValueError) as caught:
            call(good, [*solutions[:2], bad])
        assert str(caught.value) == f"solutions[2]: {message}"
    with pytest.raises(ValueError) as caught:
        split([*good, bad], seed=1, strict=True)
    assert str(caught.value) == f"boards[3]: {message}"
    assert not list(tmp_path.glob("*.parquet"))


@pytest.mark.parametrize("seeds", [-1, 2**64, [1, -1], [1, 2**70], "x", 1.5, [0.5, 1], True, None])
def test_seeds_are_whole_numbers(seeds: Any) -> None:
    if seeds is None:
        assert "Seeds: one per puzzle, from 1 to 18446744073709551615" in card(BOARDS[:2], seeds=[2**64 - 1, 1])
        return
    with pytest.raises((TypeError, ValueError), match=r"seeds: found .*, expected a whole number from 0 to 2\^64 - 1"):
        card(BOARDS[:2], seeds=seeds)


def test_invalid_numbers_are_reported_as_given() -> None:
    boards = BOARDS[:3].astype(np.int64)
    boards[2, 80] = -700
    with pytest.raises(ValueError, match=r"^boards\[2\]: row 9, column 9: found -700, expected 0 \(empty\) to 9$"):
        card(boards)
    with pytest.raises(ValueError, match=r"^solutions\[2\]: row 9, column 9: found -700, expected 0 \(empty\) to 9$"):
        card(BOARDS[:3], boards)
    with pytest.raises(ValueError, match=r"^boards\[2\]: row 9, column 9: found -700"):
        split(boards, seed=1, strict=True)


def test_an_error_joins_no_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    polars = pytest.importorskip("polars")
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    monkeypatch.setattr(polars, "scan_parquet", lambda *_: pytest.fail("parts were joined"))
    bad = (rows for rows in (BOARDS.repeat(100, axis=0), np.zeros((1, 81), np.uint8)))
    with pytest.raises(ValueError, match="found outcome several"):
        write_parquet(tmp_path / "x.parquet", bad, ratings=(), keys=False)
    assert not list(tmp_path.iterdir())


def test_a_card_is_complete() -> None:
    about = About(title="Two", made="By hand.", split="By class.", license="MIT", notes="None.")
    text = card(BOARDS[:20], SOLUTIONS[:20], about=about, seeds=range(20), ratings=("hodoku", "se"))
    for line in [
        "# Two",
        "20 puzzles of 9x9 cells.",
        "- Seeds: one per puzzle, from 0 to 19",
        "- License: MIT",
        "By hand.",
    ]:
        assert line in text.splitlines()
    assert f"- Program: arcdoku {arcdoku.__version__}" in text and "By class." in text and "None." in text
    for table in ("| clues |", "| guesses of the solver |", "| level (HoDoKu) |", "| ER (Sudoku Explainer) |"):
        head, _, *rows = text[text.index(table) :].split("\n\n")[0].splitlines()
        assert head.startswith(table)
        assert sum(int(row.split("|")[2]) for row in rows) == 20
    assert "not stated" in card(BOARDS[:1])

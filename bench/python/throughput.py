"""Compares the rates of the array functions with the Rust engine, on the same boards and cores, in the same run.

    cargo build --release -p arcdoku-arrow --example engine
    python bench/python/throughput.py [ENGINE] [NUMBER]

Rounds of both alternate, and the best of each counts. The engine answers existing boards and writes nothing; `solve`
reads an array, and writes grids, outcomes and guesses. Also prints the memory in addition to inputs and outputs.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import arcdoku

ROOT = Path(__file__).resolve().parents[2]


def peak():
    """The maximum size of this process since `forget`, in bytes (Linux)."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))


def forget():
    """Starts the measurement of `peak` again, and returns the size of this process."""
    Path("/proc/self/clear_refs").write_text("5")
    return peak()


def main():
    """Measures."""
    engine = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "target/release/examples/engine"
    number = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    cores = len(os.sched_getaffinity(0))
    start = time.perf_counter()
    boards = arcdoku.generate(number, seed=1).puzzles
    print(f"{number} minimal puzzles made in {time.perf_counter() - start:.1f} s, {cores} cores")
    texts = ["".join(row) for row in np.where(boards == 0, ".", boards.astype("U1"))]
    with tempfile.NamedTemporaryFile("w", suffix=".txt", delete=False) as file:
        file.write("\n".join(texts) + "\n")
    out = arcdoku.Solved(np.zeros_like(boards), np.zeros(number, np.uint8), np.zeros(number, np.uint32))
    for outputs in out:
        outputs[:] = 1
    before = forget()
    arcdoku.solve(boards, out)
    print(f"memory in addition to inputs and outputs: {max(peak() - before, 0) / 2**20:.0f} MiB")
    for threads in (1, 2):
        ours, of_puzzles, of_boards = [], [], []
        for _ in range(5):
            start = time.perf_counter()
            arcdoku.solve(boards, out, threads=threads)
            ours.append(number / (time.perf_counter() - start))
            found = subprocess.run([engine, file.name, str(threads), "1"], capture_output=True, text=True, check=True)
            one, two = map(float, found.stdout.split())
            of_puzzles.append(one)
            of_boards.append(two)
        print(
            f"{threads} threads: solve {max(ours) / 1e6:.2f} M/s, engine {max(of_puzzles) / 1e6:.2f} M/s from puzzles "
            f"({max(ours) / max(of_puzzles):.0%}), {max(of_boards) / 1e6:.2f} M/s from boards ({max(ours) / max(of_boards):.0%})"
        )
    for name in ("canon", "key", "minimal", "count", "verify", "rate_se", "rate_hodoku"):
        part = boards if name in ("canon", "key", "count", "verify") else boards[: number // 50]
        part = part[: number // 1000] if name.startswith("rate") else part
        arguments = (part, out.grids[: len(part)]) if name == "verify" else (part,)
        start = time.perf_counter()
        getattr(arcdoku, name)(*arguments)
        print(f"{name}: {len(part) / (time.perf_counter() - start):.0f} rows per second on all cores")
    for name, column in (("list of text", texts), ("array of text", np.array(texts))):
        start = time.perf_counter()
        arcdoku.solve(column)
        print(f"solve, {name}: {number / (time.perf_counter() - start) / 1e6:.2f} M/s")
    try:
        import polars as pl
        import pyarrow as pa
    except ImportError:
        return
    for name, column in (("pyarrow", pa.array(texts)), ("polars", pl.Series(texts))):
        start = time.perf_counter()
        arcdoku.solve(column)
        print(f"solve, {name}: {number / (time.perf_counter() - start) / 1e6:.2f} M/s")
    Path(file.name).unlink()


if __name__ == "__main__":
    main()

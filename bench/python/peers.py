"""Compares the Python package with common Sudoku solvers for Python, in one run, with checked answers.

Peers: `py-sudoku` and `python-constraint2` (from PyPI), and tdoku through ctypes (a shared library that is built
outside this repository: `g++ -O3 -march=native -std=c++17 -shared -fPIC -Iinclude -o libtdoku.so
src/solver_dpll_triad_simd.cc src/util.cc`). Each solves the puzzles in order until its time is over. Rates are
puzzles per second of wall time. `unique` proves that there is one solution, `first` stops at a solution.

    python bench/python/peers.py PUZZLES [--tdoku libtdoku.so] [--seconds 10]
"""

import argparse
import ctypes
import platform
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

import arcdoku


def timed(puzzles: list[str], solve: Callable[[str], str], seconds: float) -> tuple[list[str], float]:
    """The answers of a solver to the puzzles in order, until the time is over, and the time."""
    answers, start = [], time.perf_counter()
    for puzzle in puzzles:
        answers.append(solve(puzzle))
        if time.perf_counter() - start > seconds:
            break
    return answers, time.perf_counter() - start


def fastest(work: Callable[[], object]) -> float:
    """The best time of five runs, because an array takes milliseconds and other work on the machine disturbs some
    runs."""
    times = []
    for _ in range(5):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def tdoku(path: Path, limit: int) -> Callable[[str], str]:
    """tdoku: the solution with a limit of 1, the number of solutions as text above."""
    solver = ctypes.CDLL(str(path)).TdokuSolverDpllTriadSimd
    solver.restype = ctypes.c_size_t
    solver.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint32, ctypes.c_char_p, ctypes.c_void_p]
    solution, guesses = ctypes.create_string_buffer(82), ctypes.c_size_t()

    def solve(puzzle: str) -> str:
        found = solver(puzzle.encode(), limit, 0, solution, ctypes.addressof(guesses))
        return solution.raw[:81].decode() if limit == 1 else str(found)

    return solve


def py_sudoku(puzzle: str) -> str:
    """py-sudoku: the first solution."""
    from sudoku import Sudoku

    digits = [0 if character == "." else int(character) for character in puzzle]
    board = Sudoku(3, 3, board=[digits[row : row + 9] for row in range(0, 81, 9)]).solve().board
    return "".join(str(digit) for row in board for digit in row)


def python_constraint(puzzle: str) -> str:
    """python-constraint: the first solution of 27 all-different constraints."""
    from constraint import AllDifferentConstraint, Problem

    problem = Problem()
    for cell, character in enumerate(puzzle):
        problem.addVariable(cell, range(1, 10) if character == "." else [int(character)])
    for house in houses():
        problem.addConstraint(AllDifferentConstraint(), house)
    found = problem.getSolution()
    return "".join(str(found[cell]) for cell in range(81)) if found else ""


def houses() -> Iterator[list[int]]:
    """The cells of rows, columns and boxes."""
    for house in range(9):
        yield [9 * house + cell for cell in range(9)]
        yield [house + 9 * cell for cell in range(9)]
        yield [27 * (house // 3) + 3 * (house % 3) + 9 * (cell // 3) + cell % 3 for cell in range(9)]


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "puzzles", type=Path, help="file with a puzzle of 81 characters per line, each with one solution"
    )
    parser.add_argument("--tdoku", type=Path, help="shared library of tdoku")
    parser.add_argument("--seconds", type=float, default=10, help="time for each solver")
    options = parser.parse_args()
    puzzles = [line[:81].replace("0", ".") for line in options.puzzles.read_text().split()]
    boards = np.frombuffer("".join(puzzles).replace(".", "0").encode(), np.uint8).reshape(-1, 81) - ord("0")

    solved = arcdoku.solve(boards)
    arrays = fastest(lambda: arcdoku.solve(boards, threads=1))
    threads = fastest(lambda: arcdoku.solve(boards))
    if not (solved.outcome == int(arcdoku.Outcome.UNIQUE)).all():
        sys.exit("the file has puzzles without exactly one solution")
    expected = ["".join(map(str, grid)) for grid in solved.grids]

    rows = [
        ("arcdoku.solve, one thread", "unique", len(puzzles), len(puzzles) / arrays),
        ("arcdoku.solve, all threads", "unique", len(puzzles), len(puzzles) / threads),
    ]
    solvers: list[tuple[str, str, Callable[[str], str]]] = [
        ("arcdoku.Puzzle(text).solve()", "unique", lambda puzzle: str(arcdoku.Puzzle(puzzle).solve().solution)),
        ("py-sudoku", "first", py_sudoku),
        ("python-constraint2", "first", python_constraint),
    ]
    if options.tdoku:
        solvers.insert(1, ("tdoku through ctypes", "first", tdoku(options.tdoku, 1)))
        solvers.insert(2, ("tdoku through ctypes", "unique", tdoku(options.tdoku, 2)))
    for name, question, solve in solvers:
        answers, elapsed = timed(puzzles, solve, options.seconds)
        wrong = [
            place
            for place, (answer, grid) in enumerate(zip(answers, expected, strict=False))
            if answer != grid and not (question == "unique" and answer == "1")
        ]
        if wrong:
            sys.exit(f"{name}: {len(wrong)} wrong answers, the first to puzzle {wrong[0] + 1}: {answers[wrong[0]]!r}")
        rows.append((name, question, len(answers), len(answers) / elapsed))
    print(f"{options.puzzles.name}: {len(puzzles)} puzzles; Python {platform.python_version()}, {platform.machine()}\n")
    print("| solver | question | puzzles | puzzles/s | ratio |\n| --- | --- | ---: | ---: | ---: |")
    for name, question, count, rate in rows:
        print(f"| {name} | {question} | {count:,} | {rate:,.1f} | {rate / rows[0][3]:.5f} |")


if __name__ == "__main__":
    main()

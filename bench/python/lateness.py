"""Measures how late each command ends after a time limit, and after Ctrl-C, on hard or large inputs.

    cargo build --release -p arcdoku-cli --bin arcdoku
    python bench/python/lateness.py [--program FILE] [--time SECONDS] [--only COMMAND] [--input NAME] [--all]

Each command runs on each of 14 inputs twice: with `--time`, if it has this option, and without, with an interrupt
after the same time. Lateness is the time of the process beyond the limit. Prints a Markdown table with the greatest
lateness of each command, in milliseconds, and its input. `--all` also prints every run that was late by more than 100
ms.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# The number of seconds after the limit at which a run is given up.
PATIENCE = 10

# A run that is late by more seconds is repeated twice, and the least lateness counts.
LATE = 0.1

LIMIT = "--time"


def latin(side, rows, columns):
    """A filled grid with boxes. Each row is the previous one, shifted."""
    shift = [(r % rows) * columns + r // rows for r in range(side)]
    return [[(shift[r] + c) % side + 1 for c in range(side)] for r in range(side)]


def blank(side):
    """The text of an empty grid."""
    return " ".join(["0"] * side * side)


def cages(side):
    """Cages of 2x2 cells, with the sums of a valid grid."""
    grid = latin(side, 3, 3)
    rules = []
    for r in range(0, side - 1, 2):
        for c in range(0, side - 1, 2):
            cells = [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]
            if len({grid[a][b] for a, b in cells}) == 4:
                names = " ".join(f"r{a + 1}c{b + 1}" for a, b in cells)
                rules.append(f"cage {sum(grid[a][b] for a, b in cells)}: {names}")
    return rules


def inputs():
    """The inputs: name, description, puzzle as JSON."""
    row = [" ".join(f"r{r}c{c}" for c in range(1, 10)) for r in range(1, 10)]
    jigsaw = "111222333111222333144225663144255663744555669744885669784488699777888999777888999"
    holes, clues = latin(64, 8, 8), latin(64, 8, 8)
    for r in range(0, 64):
        for c in range(0, 64):
            if (r + 3 * c) % 5 < 3:
                holes[r][c] = 0
            if (r + 3 * c) % 5 < 1:
                clues[r][c] = 0
    half = latin(25, 5, 5)
    for r in range(0, 25):
        for c in range(0, 25):
            if (r * 7 + c * 11 + r * c) % 3 < 2:
                half[r][c] = 0
    pigeons = [f"pairs a!=b: r1c{a} r1c{b}" for a in range(1, 14) for b in range(a + 1, 14)]
    text = lambda grid: " ".join(str(digit) for line in grid for digit in line)  # noqa: E731
    yield "17-clue", "classic with 17 clues, against brute force", {
        "puzzle": "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
    }
    yield "hardest", "Platinum Blonde", {
        "puzzle": ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6..."
    }
    yield "empty-9", "9x9 without clues", {"puzzle": "." * 81}
    for side in (16, 25, 64):
        yield f"empty-{side}", f"{side}x{side} without clues", {"puzzle": blank(side)}
    yield "holes-25", "25x25, two thirds of a grid removed", {"puzzle": text(half)}
    yield "holes-64", "64x64, three fifths of a grid removed", {"puzzle": text(holes)}
    yield "clues-64", "64x64, a fifth of a grid removed", {"puzzle": text(clues)}
    yield "killer", "cages of 2x2 cells, no clue", {"puzzle": "." * 81, "rules": cages(9)}
    yield "jigsaw", "jigsaw with anti-knight, no clue", {
        "puzzle": "." * 81,
        "regions": jigsaw,
        "rules": ["anti-knight"],
    }
    yield "rules", "anti-king, whispers, region sums, sandwiches, little killers", {
        "puzzle": "." * 81,
        "rules": [
            "anti-king",
            "disjoint-groups",
            "whisper 3: r1c1 r2c2 r3c1 r4c2 r5c1 r6c2",
            "region-sum: r1c4 r2c4 r3c4 r4c4 r5c4 r6c4 r7c4",
            "equal-sums: r5c5 r5c6 r5c7 / r7c1 r8c2 r9c3 / r9c7 r8c8",
            "renban: r8c5 r8c6 r9c6 r9c5 r9c4",
            "between: r1c7 r2c7 r3c8 r4c9",
        ],
    }
    yield "automata", "a regular expression on each row", {
        "puzzle": "." * 81,
        "rules": [f"regex .*(1[2-5]*9|9[3-6]*1)[2-8]*(5.?.?4|4.?.?5).*: {cells}" for cells in row],
    }
    yield "pigeons", "13 pairwise different cells, 12 digits", {
        "puzzle": " ".join(["0"] * 13),
        "shape": "grid 1x13 digits 1-12 bare",
        "rules": pigeons,
    }


# Commands about puzzles, with the options that cause the most work. `LIMIT` is replaced by the time limit.
COMMANDS = [
    "solve --time",
    "solve --count 1000000000 --time",
    "solve --all --time",
    "solve --because --time",
    "solve --strategy backtracking --time",
    "canon",
    "trace --time",
    "hint --time",
    "hint --scale se --time",
    "steps --time",
    "steps --all --time",
    "explain --time",
    "explain --scale se --time",
    "rate --time",
    "rate --scale se --time",
    "label --time",
    "label --semiring count --time",
    "label --semiring count --method sweep --time",
    "label --semiring count --method eliminate --time",
    "label --semiring count --method decompose --time",
    "label --semiring log-sum --marginals --time",
    "label --semiring log-sum --method beliefs --time",
    "label --semiring log-sum --method sample --time",
    "label --method mini-buckets --time",
    "label --method arcs --time",
    "label --method virtual --time",
    "label --why --time",
    "compare --strategies learning --time",
    "compare --strategies backtracking --time",
    "convert --to svg",
    "vicinity --time",
    "prove --out {folder} --time",
    "check --minimal=always --time",
    "candidates --time",
    "estimate --samples 100000000 --time",
    "necessary --time",
    "equal --time",
    "verify --grid {grid} --time",
    "restricts --of {other} --time",
    "difference --other {other}",
    "minimize --all --time",
    "backdoors --time",
    "unavoidable --bound --time",
]

# `generate` has shapes and rules instead of inputs.
MAKES = {
    "classic": ["--clues", "17"],
    "se": ["--scale", "se", "--min", "11"],
    "biased": ["--method", "controlled-bias", "--clues", "..18"],
    "4x4 boxes": ["--shape", "16"],
    "5x5 boxes": ["--shape", "25"],
    "6x6 boxes": ["--shape", "36"],
    "8x8 boxes": ["--shape", "8x8"],
    "no boxes, 64 digits": ["--shape", "grid 64x64 digits 0-63"],
    "6x9": ["--shape", "grid 6x9 digits 1-9"],
    "36 with diagonals": ["--shape", "36", "--rule", "diagonals"],
    "cages of 16": ["--shape", "16", "--cages"],
    "drawn": ["--draw", "thermo 4", "--draw", "whisper 2", "--clues", "0"],
    "rules": ["--rule", "anti-king", "--rule", "disjoint-groups", "--rule", "diagonals"],
    "logic": ["--shape", "16", "--scale", "logic", "--min", "9"],
}


def run(command, limit, interrupt):
    """The time of a process beyond the limit, in seconds, and its exit code; `None` if it had to be killed."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        if interrupt:
            try:
                process.communicate(timeout=limit)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=limit + PATIENCE - (time.monotonic() - start))
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return float("inf"), None, b""
    return time.monotonic() - start - limit, process.returncode, error


def main():
    """Measures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default=ROOT / "target/release/arcdoku")
    parser.add_argument("--time", type=float, default=0.5)
    parser.add_argument("--only", default="")
    parser.add_argument("--input", default="")
    parser.add_argument("--mode", default="", help="time or ctrl-c [default: both]")
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    late, runs = [], 0
    print("| command | latest, ms | input | after Ctrl-C, ms | input |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        (folder / "proofs").mkdir()
        cases = {}
        blanks = {}
        for name, _, puzzle in inputs():
            text = puzzle["puzzle"]
            blanks[name] = " ".join("0" for _ in text.split()) if " " in text else "." * len(text)
            (folder / f"{name}.json").write_text(json.dumps({"puzzle": puzzle.pop("puzzle"), **puzzle}) + "\n")
            cases[name] = folder / f"{name}.json"
        tasks = [(command, cases) for command in COMMANDS] + [("generate --time", MAKES)]
        for command, cases in tasks:
            if options.only not in command:
                continue
            worst = []
            for interrupt in (False, True):
                if options.mode and (options.mode == "ctrl-c") != interrupt:
                    continue
                if not interrupt and LIMIT not in command:
                    worst.append((float("-inf"), ""))
                    continue
                of_mode = []
                for name, case in cases.items():
                    if options.input not in name:
                        continue
                    words = command.split()
                    limited = words[-1] == LIMIT
                    words = words[: len(words) - limited]
                    empty = blanks[name] if isinstance(case, Path) else ""
                    words = [word.format(folder=folder / "proofs", other=case, grid=empty) for word in words]
                    last = [f"--time={options.time}"] if limited and not interrupt else []
                    last += case if isinstance(case, list) else [str(case)]
                    last += ["--jobs=1"] if words[0] in ("generate", "vicinity", "solve", "rate") else []
                    command_line = [str(options.program), *words, *last]
                    lateness, code, error = run(command_line, options.time, interrupt)
                    # Other programs may delay this one, so only a run that is late three times counts as late.
                    for _ in range(2 * (lateness > LATE)):
                        lateness = min(lateness, run(command_line, options.time, interrupt)[0])
                    runs += 1
                    of_mode.append((lateness, name))
                    if code in (2, 101) or code is not None and code < 0:
                        print(command, name, code, error.decode()[:300], file=sys.stderr)
                    if lateness > LATE:
                        late.append((lateness, command, name, "Ctrl-C" if interrupt else "time"))
                        print(f"{1000 * lateness:9.0f} {command} {name} {late[-1][3]} {code}", file=sys.stderr)
                worst.append(max(of_mode, default=(float("-inf"), "")))
            cells = [(f"{max(0, 1000 * most):.0f}", name) if name else ("", "") for most, name in worst]
            print(f"| `{command}` | " + " | ".join(f"{most} | {name}" for most, name in cells) + " |", flush=True)
    print(f"\n{runs} runs, {len(late)} later than 100 ms.")
    if options.all:
        for lateness, command, name, mode in sorted(late, reverse=True):
            print(f"{1000 * lateness:.0f} ms: `{command}` on {name}, {mode}")


if __name__ == "__main__":
    sys.exit(main())

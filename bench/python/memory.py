"""The peak memory of commands at and beyond their documented limits, by `getrusage` of each process (Linux).

    cargo build --release -p arcdoku-cli --bin arcdoku
    python bench/python/memory.py [PROGRAM]

Prints a Markdown table: the command, its input, the peak of its resident memory in MiB, its exit code, and the length
of its message.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


def run(command):
    """The exit code of a command, its peak memory in MiB, and the length of its longest line on standard error."""
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors)
        _, status, usage = os.wait4(process.pid, 0)
        errors.seek(0)
        # Reads line by line, because the memory of this process is part of the peak of the next child.
        longest = max(map(len, errors), default=0)
    return os.waitstatus_to_exitcode(status), usage.ru_maxrss / 1024, longest


def write_files(folder):
    """Writes the inputs."""

    def file(name, parts):
        with (folder / name).open("w") as out:
            out.writelines(parts)

    mib = "." * (1 << 20)
    file("line.txt", [mib] * 100)
    file("words.txt", ["x " * (1 << 19)] * 100)
    file("zeros.txt", ["0 " * (1 << 19)] * 100)
    file("model.txt", ["x " * (1 << 19)] * 63)
    file("scores.txt", [".1 .2 .3 .4 .3 .2 .1 .2 .3\n" * (1 << 15)] * 70)
    file("option.txt", [mib] * 15)
    file("million.txt", (PUZZLE + "\n" for _ in range(1_000_000)))
    file("line.json", ['{"puzzle":"', *[mib] * 100, '"}\n'])
    file("line.csv", ['puzzle,name\n"', *[mib] * 100, '",x\n'])


def main():
    """Measures."""
    if sys.argv[1:2] == ["--files"]:
        return write_files(Path(sys.argv[2]))
    program = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "target/release/arcdoku")
    print("| command | input | peak, MiB | exit code | longest message |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        # The peak of a child includes the memory of this process at its start, so files are written in another
        # process.
        subprocess.run([sys.executable, __file__, "--files", str(folder)], check=True)
        files = ("line.txt", "words.txt", "zeros.txt", "million.txt", "line.json", "line.csv")
        model, scores, option = (str(folder / name) for name in ("model.txt", "scores.txt", "option.txt"))
        line, words, zeros, million, document, table = (str(folder / name) for name in files)
        cases = [
            (["solve", line], "a line of 100 MiB"),
            (["solve", document], "JSON of 100 MiB"),
            (["solve", table], "a field of CSV of 100 MiB"),
            (["solve", million], "a million puzzles"),
            (["check", line], "a line of 100 MiB"),
            (["label", line], "a line of 100 MiB"),
            (["label", zeros], "a line of 100 MiB of numbers"),
            (["label", "--form", "wcsp", words], "a model of 100 MiB"),
            (["label", "--form", "uai", zeros], "a model of 100 MiB"),
            (["label", "--form", "scores", zeros], "scores of 100 MiB"),
            (["label", "--form", "wcsp", model], "a model of 63 MiB"),
            (["label", "--time", "0.0001", scores], "scores of 59 MiB"),
            (["layouts", line], "a line of 100 MiB"),
            (["layouts", million], "a million lines"),
            (["convert", "--to", "json", million], "a million puzzles"),
            (["compare", "--strategies", "gac-mrv", "--nodes", "1", million], "a million puzzles"),
            (["canon", "--dedupe", million], "a million puzzles"),
            (["regress", line], "a line of 100 MiB"),
            (["rate", "--scale", line, PUZZLE], "a scale of 100 MiB"),
            (["hint", "--scale", line, PUZZLE], "a scale of 100 MiB"),
            (["techniques", "--scale", line], "a scale of 100 MiB"),
            (["solve", "--regions", f"@{line}", PUZZLE], "regions of 100 MiB"),
            (["restricts", "--of", line, PUZZLE], "a puzzle of 100 MiB"),
            (["difference", "--other", line, PUZZLE], "a puzzle of 100 MiB"),
            (["rate", "--scale", option, PUZZLE], "a scale of 15 MiB"),
            (["solve", "--regions", f"@{option}", PUZZLE], "regions of 15 MiB"),
            (["restricts", "--of", option, PUZZLE], "a puzzle of 15 MiB"),
            (["generate", "--grid", option], "a grid of 15 MiB"),
            (["generate", "--grid", line], "a grid of 100 MiB"),
            (["generate", "--mask", line], "a mask of 100 MiB"),
            (["generate", "--scale", line, "--min", "1"], "a scale of 100 MiB"),
            (["rate", "--scale", "/dev/zero", PUZZLE], "a scale without end"),
            (["solve", "--regions", "@/dev/zero", PUZZLE], "regions without end"),
            (["label", "/dev/zero"], "a file without end"),
            (["layouts", "/dev/zero"], "a file without end"),
            (["solve", "/dev/zero"], "a file without end"),
            (["prove", "--out", str(folder / "proofs"), "--time", "10", HARD], "a proof of 10 s at most"),
            (["label", "--semiring", "count", "--memory", "100M", "--time", "10", "." * 81], "tables of 100 MB at most"),
        ]
        for words, what in cases:
            seconds = "10" if what.endswith("without end") else "60"
            code, peak, message = run(["timeout", seconds, program, *words])
            shown = " ".join(word if len(word) < 40 else "FILE" for word in words)
            shown = shown.replace(str(folder) + "/", "")
            print(f"| `{shown}` | {what} | {peak:.0f} | {code} | {message} |", flush=True)


if __name__ == "__main__":
    sys.exit(main())

"""The exercises of the course: the tests fail before they are solved, and pass with the solutions."""

import subprocess
import sys
from pathlib import Path

import pytest

EXERCISES = Path(__file__).parents[3] / "docs/course/exercises"


def run(*options: str) -> subprocess.CompletedProcess[str]:
    """Runs the tests of all chapters."""
    words = [sys.executable, "-P", "-m", "pytest", "-p", "no:cacheprovider", "--tb=line", *options, "."]
    return subprocess.run(words, cwd=EXERCISES, capture_output=True, text=True, check=False)


@pytest.mark.skipif(not EXERCISES.exists(), reason="no checkout of the repository")
def test_exercises_fail_until_they_are_solved() -> None:
    """In each chapter, a test fails with the file of the student, and no test fails with the solution."""
    unsolved = run("-rfE")
    chapters = sorted(path.name for path in EXERCISES.glob("test_*.py"))
    failed = {
        line.split("::")[0].split()[-1] for line in unsolved.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))
    }
    assert len(chapters) == 12 and failed == set(chapters), unsolved.stdout
    solved = run("--solutions")
    assert solved.returncode == 0, solved.stdout

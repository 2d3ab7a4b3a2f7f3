"""The examples of docs/python.md."""

import doctest
from pathlib import Path

GUIDE = Path(__file__).resolve().parents[3] / "docs" / "python.md"


def test_the_examples_of_the_guide() -> None:
    results = doctest.testfile(str(GUIDE), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert results.attempted > 15 and results.failed == 0

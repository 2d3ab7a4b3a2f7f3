"""Chooses which modules the tests of the exercises import: yours, or with `--solutions` the solutions."""

import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the option `--solutions`."""
    parser.addoption("--solutions", action="store_true", help="test the modules in solutions/ instead of yours")


def pytest_configure(config: pytest.Config) -> None:
    """Puts the chosen folder first in the search path of imports, and the other one behind it."""
    folders = [HERE, HERE / "solutions"]
    if config.getoption("--solutions"):
        folders.reverse()
    paths = [str(folder) for folder in folders]
    sys.path[:] = paths + [path for path in sys.path if path not in paths]
    # The default mode would put the folder of each test file first again.
    config.option.importmode = "append"

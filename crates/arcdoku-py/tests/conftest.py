"""Fixtures and settings for all tests."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from hypothesis import settings

# The examples are the same in every run. Their time is not limited, because machines are shared.
settings.register_profile("fixed", derandomize=True, deadline=None, database=None, max_examples=50)
settings.load_profile("fixed")

# A shell ignores Ctrl-C in background commands, and programs inherit this. Tests send it.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).resolve().parents[3]


def interrupt(program: str) -> tuple[str, float]:
    """Runs a program and sends Ctrl-C soon after it has printed `ready`.

    Returns the rest of its output, and the time in seconds until the first line of it.
    """
    child = subprocess.Popen(
        [sys.executable, "-P", "-X", "faulthandler", "-c", program], stdout=subprocess.PIPE, text=True
    )
    # If Ctrl-C has no effect, the program prints the stacks of its threads and ends.
    limit = threading.Timer(60, child.send_signal, [signal.SIGABRT])
    limit.start()
    try:
        with child:
            assert child.stdout is not None
            ready = child.stdout.readline()
            time.sleep(0.3)
            sent = time.perf_counter()
            child.send_signal(signal.SIGINT)
            first = child.stdout.readline()
            seconds = time.perf_counter() - sent
            text = first + child.stdout.read()
    finally:
        limit.cancel()
    assert ready == "ready\n"
    assert child.returncode == 0, text
    return text, seconds


@pytest.fixture(scope="session")
def testdata() -> Path:
    """The folder of the project's own puzzles."""
    return ROOT / "testdata"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of third-party puzzles, which is not part of the project."""
    if "ARCDOKU_SHARED" not in os.environ:
        pytest.skip("ARCDOKU_SHARED is not set")
    return Path(os.environ["ARCDOKU_SHARED"])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests on third-party puzzles, which the suite runs in a separate step."""
    for item in items:
        if "shared" in getattr(item, "fixturenames", ()):
            item.add_marker("shared")

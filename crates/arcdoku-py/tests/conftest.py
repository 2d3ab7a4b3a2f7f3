"""Fixtures and settings for all tests."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

# The examples are the same in every run. Their time is not limited, because machines are shared.
settings.register_profile("fixed", derandomize=True, deadline=None, database=None, max_examples=50)
settings.load_profile("fixed")

ROOT = Path(__file__).resolve().parents[3]


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

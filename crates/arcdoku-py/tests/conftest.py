"""What the tests have in common."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

# The same examples in every run, and no limit on their time: machines are shared.
settings.register_profile("fixed", derandomize=True, deadline=None, database=None, max_examples=50)
settings.load_profile("fixed")

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def testdata() -> Path:
    """The folder of the project's own puzzles."""
    return ROOT / "testdata"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of third-party puzzles, which is no part of the project."""
    folder = Path(os.environ.get("ARCDOKU_SHARED", ROOT.parent / "shared"))
    if not (folder / "data").is_dir():
        pytest.skip("../shared/data (or ARCDOKU_SHARED) is absent")
    return folder

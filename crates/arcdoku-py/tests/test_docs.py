"""The examples on the pages about Python."""

import doctest
import shutil
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[3] / "docs"


@pytest.mark.parametrize(("page", "examples"), [("python.md", 15), ("guide/datasets.md", 5), ("guide/embed.md", 2)])
def test_the_examples_of_a_page(page: str, examples: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(DOCS.parent / "crates/arcdoku-cli/tests/inputs/shadow.jpg", tmp_path / "photo.jpg")
    results = doctest.testfile(str(DOCS / page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert results.attempted > examples and results.failed == 0

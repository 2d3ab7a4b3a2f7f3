"""What `import arcdoku` does, and what the package says of itself."""

import subprocess
import sys
from importlib import metadata, resources

import arcdoku

HEAVY = ["numpy", "pandas", "polars", "pyarrow", "duckdb", "anywidget", "IPython", "asyncio"]


def test_the_import_is_light() -> None:
    program = f"import sys, arcdoku; print([name for name in {HEAVY} if name in sys.modules])"
    printed = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True)
    assert printed.stdout.strip() == "[]"


def test_the_package_is_typed_and_has_one_version() -> None:
    assert resources.files("arcdoku").joinpath("py.typed").is_file()
    assert metadata.version("arcdoku") == arcdoku.__version__


def test_everything_that_is_listed_is_there() -> None:
    for name in arcdoku.__all__:
        assert getattr(arcdoku, name) is not None
    assert set(arcdoku.__all__) <= set(dir(arcdoku))

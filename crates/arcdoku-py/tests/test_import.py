"""What `import arcdoku` loads, and the metadata of the package."""

import inspect
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module, metadata, resources

import pytest

import arcdoku

HEAVY = ["numpy", "pandas", "polars", "pyarrow", "duckdb", "anywidget", "IPython", "asyncio"]


def test_the_import_is_light() -> None:
    program = f"import sys, arcdoku; print([name for name in {HEAVY} if name in sys.modules])"
    printed = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True)
    assert printed.stdout.strip() == "[]"


def test_the_package_is_typed_and_has_one_version() -> None:
    assert resources.files("arcdoku").joinpath("py.typed").is_file()
    assert metadata.version("arcdoku") == arcdoku.__version__


def test_all_listed_names_exist() -> None:
    for name in arcdoku.__all__:
        assert getattr(arcdoku, name) is not None
    assert set(arcdoku.__all__) <= set(dir(arcdoku))


def functions() -> Iterator[tuple[str, object]]:
    """The public functions of the package and its modules, and the public methods of their classes."""
    modules = [arcdoku, *(import_module(f"arcdoku.{name}") for name in sorted({"events", *arcdoku._LAZY}))]
    for module in modules:
        for name in module.__all__:
            item = getattr(module, name)
            if inspect.isroutine(item):
                yield f"{module.__name__}.{name}", item
            elif inspect.isclass(item):
                for method, value in inspect.getmembers_static(item):
                    function = getattr(value, "__func__", value)
                    is_own = (getattr(function, "__module__", None) or "").startswith("arcdoku")
                    if not method.startswith("_") and inspect.isfunction(function) and is_own:
                        yield f"{module.__name__}.{name}.{method}", function


def test_every_function_has_an_example() -> None:
    pytest.importorskip("anywidget")
    found = dict(functions())
    assert len(found) > 100, len(found)
    assert [name for name, function in found.items() if ">>>" not in (inspect.getdoc(function) or "")] == []

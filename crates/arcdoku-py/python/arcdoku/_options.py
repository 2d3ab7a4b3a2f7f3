"""Options of questions: checks the values from Python and converts them for the native part."""

import functools
import json
import math
import operator
from collections.abc import Callable, Iterable, Mapping
from types import FunctionType
from typing import Any, ParamSpec, TypeGuard, TypeVar, cast

from arcdoku import _native

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

#: Names or one text with commas.
Names = str | Iterable[str]
#: Seconds, or a text such as `200ms`, `1.5s` or `2m`.
Time = float | str


def wrong(name: str, found: object, expected: str) -> str:
    """The message of an option with a wrong value."""
    text = " ".join(repr(found).split())
    if len(text) > 80:
        text = text[:77] + "..."
    return f"{name}: found {text}, expected {expected}"


_MOST = 2**64 - 1


def whole(name: str, value: object, least: int = 0, most: int = _MOST) -> int:
    """A whole number in a range."""
    expected = f"a whole number from {least} to {'2^64 - 1' if most == _MOST else most}"
    if isinstance(value, bool):
        raise TypeError(wrong(name, value, expected))
    try:
        number = operator.index(cast(int, value))
    except TypeError:
        raise TypeError(wrong(name, value, expected)) from None
    if not least <= number <= most:
        raise ValueError(wrong(name, number, expected))
    return number


def threads_of(name: str, value: object) -> int | None:
    """A number of threads; `None` for one per core."""
    return None if value is None else whole(name, value, 1, _native.MOST_THREADS)


def is_list(value: object) -> TypeGuard[Iterable[object]]:
    """Whether a value is a list of others. Texts, bytes and mappings are not lists."""
    return isinstance(value, Iterable) and not isinstance(value, (str, bytes, bytearray, Mapping))


def rules_of(rules: object, name: str = "rules") -> list[str]:
    """Rules, one text per rule."""
    if not is_list(rules):
        raise TypeError(wrong(name, rules, "a list of texts, one for each rule"))
    return [word(f"{name}[{index}]", rule) for index, rule in enumerate(rules)]


_UNITS = {"": 1.0, "s": 1.0, "ms": 1e-3, "us": 1e-6, "m": 60.0, "min": 60.0, "h": 3600.0}


def seconds(name: str, value: object) -> float:
    """A time in seconds."""
    expected = "seconds from 0 to 1e19, or a text such as '1.5s', '200ms' or '2m'"
    if isinstance(value, str):
        number = value.rstrip("abcdefghijklmnopqrstuvwxyz ")
        unit = value[len(number) :].strip()
        try:
            time = float(number) * _UNITS[unit]
        except (KeyError, ValueError):
            raise ValueError(wrong(name, value, expected)) from None
    else:
        try:
            time = float(cast(float, value))
        except OverflowError:
            time = math.inf
        except (TypeError, ValueError):
            raise TypeError(wrong(name, value, expected)) from None
    # The largest duration of the native part.
    if not 0 <= time <= 1e19:
        raise ValueError(wrong(name, value, expected))
    return time


def flag(name: str, value: object) -> bool:
    """A boolean."""
    if value in (True, False):
        return bool(value)
    raise TypeError(wrong(name, value, "True or False"))


def word(name: str, value: object) -> str:
    """A text."""
    if isinstance(value, str):
        return value
    raise TypeError(wrong(name, value, "a text"))


def _number_text(name: str, value: object) -> str:
    return value if isinstance(value, str) else str(value)


def names(name: str, value: object) -> list[str]:
    """Names: from a list, or from one text with commas."""
    words = value.split(",") if isinstance(value, str) else value
    if not is_list(words):
        raise TypeError(wrong(name, value, "names"))
    return [word(name, part).strip() for part in words]


def _settings(name: str, value: object) -> list[str]:
    if not isinstance(value, Mapping):
        raise TypeError(wrong(name, value, "a mapping of names to numbers"))
    return [f"{key}={at if at in ('yes', 'no') else whole(f'{name}[{key!r}]', int(at))}" for key, at in value.items()]


def _side(name: str, value: object) -> float:
    side = seconds(name, value)
    if side == 0:
        raise ValueError(wrong(name, value, "a number of pixels"))
    return side


_KINDS: dict[str, Callable[[str, object], object]] = {
    **dict.fromkeys(
        ["nodes", "seed", "most", "steps", "samples", "limit", "largest", "minus", "plus", "step", "tries"],
        whole,
    ),
    "jobs": threads_of,
    **dict.fromkeys(["first", "because", "unique", "all", "bound", "no_uniqueness"], flag),
    **dict.fromkeys(["quick", "pearl", "diamond", "legend", "candidates", "parts"], flag),
    **dict.fromkeys(["without", "techniques", "codes"], names),
    **dict.fromkeys(["min", "max"], _number_text),
    "time": seconds,
    "set": _settings,
    "side": _side,
    # Shares from a reply, and a count that was checked.
    **dict.fromkeys(["shares", "count"], lambda _, value: value),
}


def parameters(given: Mapping[str, object]) -> dict[str, Any]:
    """The parameters of a method, from the `locals()` at its start."""
    return {name: value for name, value in given.items() if name != "self"}


def options_text(options: Mapping[str, object]) -> str:
    """Checks the given options and returns them as JSON for the native part."""
    given = {name: value for name, value in options.items() if value is not None and name != "self"}
    if "profile" in given:
        # Another name of the order of techniques.
        if "scale" in given:
            raise ValueError("profile: found with scale, expected one of them: both name the order of techniques")
        given["scale"] = given.pop("profile")
    # Techniques and families are one option.
    if techniques := [part for key in ("technique", "family") if key in given for part in names(key, given.pop(key))]:
        given["techniques"] = techniques
    checked = {name: _KINDS.get(name, word)(name, value) for name, value in given.items()}
    # A flag that is not set is left out, except for one that is set by default.
    checked = {name: value for name, value in checked.items() if value is not False or name == "legend"}
    return json.dumps(checked) if checked else "{}"


def question(function: Callable[P, R]) -> Callable[P, R]:
    """Wraps a function: a call with an unknown option raises an error that lists the valid options."""
    code = cast(FunctionType, function).__code__
    parameters = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    known = frozenset(parameters)

    @functools.wraps(function)
    def checked(*args: P.args, **kwargs: P.kwargs) -> R:
        if kwargs and not known.issuperset(kwargs):
            unknown = next(name for name in kwargs if name not in known)
            listed = ", ".join(name for name in parameters if name != "self") or "none"
            raise TypeError(f"{function.__name__}: found the option {unknown!r}, expected one of {listed}")
        return function(*args, **kwargs)

    return checked


def questions(cls: type[T]) -> type[T]:
    """Applies `question` to the public methods of a class, except methods that accept arbitrary options."""
    takes_any = 0x08
    for name, value in list(vars(cls).items()):
        if isinstance(value, FunctionType) and not name.startswith("_") and not value.__code__.co_flags & takes_any:
            setattr(cls, name, question(value))
    return cls


def lines(text: str) -> list[dict[str, Any]]:
    """The objects of JSON lines."""
    return [json.loads(line) for line in text.splitlines()]

"""The JSON Schema of questions describes their options and replies."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from arcdoku import Puzzle, schema

DOCUMENT = schema()
PUZZLES = {
    "proper": "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "several": "." * 16,
    "broken": "11" + "." * 14,
    "impossible": "12.." + "..3." + "...4" + "....",
}
# The options that questions require.
NEEDED: dict[str, dict[str, Any]] = {
    "restricts": {"of": "." * 16},
    "verify": {"grid": "1234341221434321"},
    "difference": {"other": "." * 16},
    "estimate": {"samples": 10},
    "solve": {"count": 5},
    "layouts": {"nodes": 100},
}
# Questions that write files, that do not have exactly one reply in JSON, or that are not about a puzzle.
OTHERS = {"canon", "compare", "convert", "explain", "generate", "label", "prove", "scan", "sheet", "trace", "vicinity"}


def validator(part: dict[str, Any]) -> Draft202012Validator:
    return Draft202012Validator({**part, "$defs": DOCUMENT["$defs"]})


def test_schemas_are_schemas() -> None:
    assert {"check", "solve", "estimate", "canon", "trace"} <= set(DOCUMENT["questions"])
    for question in DOCUMENT["questions"].values():
        Draft202012Validator.check_schema({**question["options"], "$defs": DOCUMENT["$defs"]})
        Draft202012Validator.check_schema(question["reply"])
    for name, definition in DOCUMENT["$defs"].items():
        Draft202012Validator.check_schema(definition)
        assert "description" in definition, name


@pytest.mark.parametrize("name", sorted(set(DOCUMENT["questions"]) - OTHERS))
@pytest.mark.parametrize("kind", sorted(PUZZLES))
def test_replies_are_as_described(name: str, kind: str) -> None:
    question = DOCUMENT["questions"][name]
    options = dict(NEEDED.get(name, {}))
    if "nodes" in question["options"]["properties"]:
        options["nodes"] = 1000
    assert validator(question["options"]).is_valid(options)
    reply = Puzzle(PUZZLES[kind]).ask(name, **options).data
    errors = [error.message for error in validator(question["reply"]).iter_errors(reply)]
    assert not errors
    # The schema must reject another type.
    assert not validator(question["reply"]).is_valid({**reply, "version": "1"})


def test_canonical_forms_are_as_described() -> None:
    check = validator(DOCUMENT["questions"]["canon"]["reply"])
    reply = Puzzle(PUZZLES["proper"]).ask("canon").data
    assert check.is_valid(reply)
    assert not check.is_valid({**reply, "automorphisms": "1"})


@pytest.mark.parametrize(
    ("kind", "name", "options"),
    [
        ("proper", "trace", {"steps": 50}),
        ("several", "trace", {"steps": 50}),
        ("proper", "explain", {"format": "json"}),
    ],
)
def test_events_are_as_described(kind: str, name: str, options: dict[str, Any]) -> None:
    check = validator(DOCUMENT["questions"][name]["reply"])
    events = [json.loads(line) for line in Puzzle(PUZZLES[kind])._ask(name, options).splitlines()]
    assert len(events) > 10
    assert all(check.is_valid(event) for event in events)
    assert not check.is_valid({**events[1], "event": "unknown"})


def test_wrong_options_are_rejected() -> None:
    check = validator(DOCUMENT["questions"]["estimate"]["options"])
    assert check.is_valid({"samples": 2, "seed": 0})
    assert not check.is_valid({"samples": 1})
    assert not check.is_valid({"sample": 2})


def test_the_schema_of_one_question_has_only_its_types() -> None:
    one = schema("estimate")
    assert list(one["questions"]) == ["estimate"]
    assert "EstimateReply" in one["$defs"] and "CheckReply" not in one["$defs"]
    with pytest.raises(ValueError, match="question: found 'solv', expected one of prove, check"):
        schema("solv")

"""Tests the Model Context Protocol of arcdoku with the official client, which also checks every message against the
types of the protocol.

    python -m venv VENV && VENV/bin/pip install -r requirements.txt && VENV/bin/python agent.py PATH_OF_ARCDOKU
"""

import asyncio
import base64
import contextlib
import http.client
import json
import signal
import subprocess
import sys
import time

import anyio
from jsonschema import Draft202012Validator
from mcp import Client, MCPError, StdioServerParameters

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
KILLER = {"puzzle": "." * 16, "rules": ["cage 3: r1c1 r1c2", "cage 7: r1c3 r1c4", "thermo: r2c1 r2c2"]}
# One long call at a time, so a call that was not cancelled keeps the next one waiting.
LIMITS = ["--max-jobs", "1", "--max-time", "60s"]
ENDLESS = {"puzzle": "." * 81, "samples": 1_000_000_000}


async def check_tools(client):
    """Calls every tool with the example of its description."""
    tools = (await client.list_tools()).tools
    names = [tool.name for tool in tools]
    for name in ("solve", "hint", "rate", "explain", "convert", "generate", "label", "draw", "sheet"):
        assert name in names, names
    for tool in tools:
        Draft202012Validator.check_schema(tool.input_schema)
        assert tool.annotations.read_only_hint and tool.annotations.open_world_hint is False, tool.name
        example = json.loads(tool.description.rsplit("Example: ", 1)[1])
        Draft202012Validator(tool.input_schema).validate(example)
        result = await client.call_tool(tool.name, example)
        assert not result.is_error, (tool.name, result)
        if tool.output_schema is None:
            assert result.structured_content is None, tool.name
            continue
        Draft202012Validator.check_schema(tool.output_schema)
        Draft202012Validator(tool.output_schema).validate(result.structured_content)
        text = result.content[0].text
        same = result.structured_content["text"] if set(result.structured_content) == {"text"} else None
        assert same == text or json.loads(text) == result.structured_content, tool.name
    return len(tools)


async def check_results(client):
    result = await client.call_tool("solve", {"puzzle": PUZZLE})
    assert result.structured_content["solution"] == SOLUTION, result
    result = await client.call_tool("solve", {"puzzle": KILLER})
    assert result.structured_content["outcome"] in ("unique", "multiple"), result
    result = await client.call_tool("hint", {"puzzle": PUZZLE, "grade": "full"})
    assert result.structured_content["text"], result
    image = (await client.call_tool("draw", {"puzzle": KILLER})).content[0]
    assert image.mime_type == "image/png" and base64.b64decode(image.data).startswith(b"\x89PNG"), image
    drawing = (await client.call_tool("draw", {"puzzle": KILLER, "format": "svg"})).content[0]
    assert drawing.text.startswith("<svg"), drawing
    sheet = (await client.call_tool("sheet", {"puzzle": PUZZLE})).content[0].resource
    assert sheet.mime_type == "application/pdf" and base64.b64decode(sheet.blob).startswith(b"%PDF"), sheet


async def check_errors(client):
    for tool, arguments, message in [
        ("solve", {"puzzle": "abc"}, "found 'a'"),
        ("explain", {"puzzle": "abc"}, "found 'a'"),
        ("solve", {"puzzle": {"puzzle": PUZZLE, "rules": ["kage"]}}, "the name of a rule"),
        ("solve", {"puzzle": PUZZLE, "kount": 1}, "found an unknown option"),
        ("convert", {"puzzle": PUZZLE, "to": "word"}, "expected one of line"),
        ("draw", {"puzzle": PUZZLE, "format": "gif"}, "expected one of png, svg"),
        ("hint", {}, "puzzle: found nothing"),
    ]:
        result = await client.call_tool(tool, arguments)
        assert result.is_error and message in result.content[0].text, (tool, arguments, result)
    for request in (client.call_tool("guess", {}), client.read_resource("arcdoku://rule/none")):
        try:
            await request
        except MCPError as error:
            assert "expected" in error.message, error
        else:
            raise AssertionError("expected an error of the protocol")


async def check_resources(client):
    resources = (await client.list_resources()).resources
    assert len(resources) > 200, len(resources)
    for resource in resources:
        contents = (await client.read_resource(resource.uri)).contents[0]
        assert contents.uri == resource.uri and contents.mime_type == resource.mime_type, contents
        assert len(contents.text) > 20, contents
    templates = (await client.list_resource_templates()).resource_templates
    assert [template.name for template in templates] == ["technique", "rule"], templates
    return len(resources)


async def check_progress(client, cancels):
    reports = []

    async def note(progress, total, message):
        reports.append((progress, total))

    with anyio.move_on_after(2) as scope:
        await client.call_tool("estimate", ENDLESS, progress_callback=note)
    assert scope.cancelled_caught
    assert len(reports) > 2 and reports == sorted(reports) and reports[0][1] == ENDLESS["samples"], reports
    if cancels:
        start = time.monotonic()
        result = await client.call_tool("estimate", {"puzzle": "." * 81, "samples": 5000})
        assert not result.is_error and time.monotonic() - start < 30, (result, time.monotonic() - start)


async def check(name, server, mode, cancels):
    async with Client(server, mode=mode) as client:
        assert "arcdoku://rules" in client.instructions
        tools = await check_tools(client)
        await check_results(client)
        await check_errors(client)
        resources = await check_resources(client)
        await check_progress(client, cancels)
        print(f"{name}, protocol {client.protocol_version}: {tools} tools, {resources} resources")


def check_end(program):
    """The server ends with its input, and on Ctrl-C, and writes nothing but messages."""
    info = {"name": "test", "version": "1"}
    params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": info}
    call = {"name": "solve", "arguments": {"puzzle": PUZZLE}}
    messages = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call},
    ]
    lines = "".join(json.dumps(message) + "\n" for message in messages)
    for given, ids in [("", []), (lines, [1, 2])]:
        run = subprocess.run([program, "mcp"], input=given, capture_output=True, text=True, timeout=60)
        found = [json.loads(line)["id"] for line in run.stdout.splitlines()]
        assert run.returncode == 0 and found == ids and run.stderr == "", run
    with subprocess.Popen([program, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as run:
        run.stdin.write(json.dumps(messages[0]) + "\n")
        run.stdin.flush()
        run.stdout.readline()
        run.send_signal(signal.SIGINT)
        assert run.wait(20) == 0, run.returncode
    print("stdio: ends with its input and on Ctrl-C")


@contextlib.contextmanager
def serving(program):
    """The address of a running server."""
    command = [program, "serve", "--port", "0", "--fpuzzles-port", "0", "--log", "off", *LIMITS]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as run:
        try:
            yield run.stdout.readline().strip()
        finally:
            run.send_signal(signal.SIGINT)
            assert run.wait(20) == 0, run.returncode


def check_guard(url):
    """The guard of the server decides who may send requests."""
    address = url.split("/")[2]
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"})
    for more, status in [
        ({}, 200),
        ({"Origin": "https://sudokupad.app"}, 200),
        ({"Origin": "https://evil.example"}, 403),
        ({"Host": "evil.example"}, 421),
    ]:
        connection = http.client.HTTPConnection(address)
        connection.request("POST", "/mcp", body, headers | more)
        response = connection.getresponse()
        assert response.status == status, (more, response.status, response.read())
        connection.close()
    print("HTTP: the guard decides")


async def main(program):
    check_end(program)
    for mode in ("legacy", "auto"):
        await check("stdio", StdioServerParameters(command=program, args=["mcp", *LIMITS]), mode, True)
    with serving(program) as url:
        check_guard(url)
        # Over HTTP, a call is cancelled by closing its request, which clients of earlier protocols do not do.
        await check("HTTP", url + "mcp", "auto", True)
        await check("HTTP", url + "mcp", "legacy", False)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))

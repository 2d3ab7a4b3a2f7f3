"""HTML of replies for notebooks. It is self-contained and looks the same in exported files."""

import html
import re
import uuid
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arcdoku._steps import Hint, Path, Step

_STYLE = (
    "font:14px/1.5 system-ui,sans-serif;display:grid;grid-template-columns:minmax(14rem,24rem) minmax(14rem,1fr);"
    "gap:0 1.5rem;align-items:start"
)

_SLIDER = """\
<div class="arcdoku-path" id="@ID">
<template>
<style>@STYLE
:host{display:block;color:#1b1f24;background:#fff;font:15px/1.5 system-ui,sans-serif;padding:.5rem}
nav{display:flex;gap:.5rem;align-items:center;max-width:64rem}
nav input{flex:1}
nav output{min-width:7em;text-align:right;font-variant-numeric:tabular-nums}
.step{border:0}
.step[hidden]{display:none}
@media (prefers-color-scheme:dark){:host{color:#f0f3f6;background:#12161b}}
</style>
<nav>
<button type="button" aria-label="previous step">&#9664;</button>
<input type="range" min="1" max="@COUNT" value="1" aria-label="step">
<button type="button" aria-label="next step">&#9654;</button>
<output></output>
</nav>
@SECTIONS
<p>@END</p>
</template>
<pre>@TEXT</pre>
<script>
(() => {
  const host = document.getElementById("@ID");
  if (!host || host.shadowRoot) return;
  const root = host.attachShadow({ mode: "open" });
  root.append(host.querySelector("template").content.cloneNode(true));
  const range = root.querySelector("input");
  const steps = root.querySelectorAll("section.step");
  const [previous, next] = root.querySelectorAll("button");
  const show = (to) => {
    range.value = to;
    const at = Number(range.value);
    steps.forEach((step, index) => { step.hidden = index !== at - 1; });
    root.querySelector("output").textContent = at + " / " + steps.length;
  };
  range.addEventListener("input", () => show(range.value));
  previous.addEventListener("click", () => show(Number(range.value) - 1));
  next.addEventListener("click", () => show(Number(range.value) + 1));
  show(1);
})();
</script>
</div>
"""


def _lines(lines: Sequence[str]) -> str:
    return "".join(f"<p>{html.escape(line)}</p>" for line in lines)


def step(reply: "Step", svg: str) -> str:
    """A step with its drawing."""
    words = [*reply.premises, reply.why, reply.conclusion] if reply.conclusion else []
    heading = f"<b>{html.escape(f'{reply.index}. {reply.name}')}</b>"
    code = f"<p><code>{html.escape(reply.notation)}</code></p>" if reply.notation else ""
    return f'<div style="{_STYLE}"><div>{_scaled(svg)}</div><div>{heading}{_lines(words)}{code}</div></div>'


def hint(reply: "Hint", svg: str) -> str:
    """A hint, with its drawing if that shows no more than the text."""
    notation = f"<p><code>{html.escape(reply.notation)}</code></p>" if reply.notation else ""
    if not svg:
        return f'<div style="font:14px/1.5 system-ui,sans-serif">{_lines(reply.text)}{notation}</div>'
    return f'<div style="{_STYLE}"><div>{_scaled(svg)}</div><div>{_lines(reply.text)}{notation}</div></div>'


def _scaled(svg: str) -> str:
    """A drawing that fills the width of its container."""
    return re.sub(r"<svg ", '<svg style="width:100%;height:auto" ', svg, count=1)


def path(reply: "Path") -> str:
    """A slider over the steps of a path. Where scripts are disabled, the path is shown as text."""
    page = reply.html()
    style = re.search(r"<style>\n?(.*?)</style>", page, re.DOTALL)
    sections = re.findall(r'<section class="step">.*?</section>', page, re.DOTALL)
    text = html.escape(str(reply).rstrip())
    if style is None or not sections:
        return f"<pre>{text}</pre>"
    last = re.findall(r"<p>([^<]*)</p>\s*</body>", page)
    parts = {
        "ID": f"arcdoku-{uuid.uuid4().hex}",
        "STYLE": style.group(1),
        "COUNT": str(len(sections)),
        "SECTIONS": "\n".join(sections),
        "END": last[-1] if last else "",
        "TEXT": text,
    }
    return re.sub(r"@(ID|STYLE|COUNT|SECTIONS|END|TEXT)\b", lambda found: parts[found.group(1)], _SLIDER)


def table(rows: Sequence[Mapping[str, Any]], names: Sequence[str]) -> str:
    """Rows as a table."""
    shown = [name for name in names if any(row.get(name) is not None for row in rows)]

    def cell(value: object) -> str:
        text = "" if value is None else ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        return f'<td style="text-align:left">{html.escape(text)}</td>'

    head = "".join(f'<th style="text-align:left">{html.escape(name)}</th>' for name in shown)
    body = "".join(f"<tr>{''.join(cell(row.get(name)) for name in shown)}</tr>\n" for row in rows)
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>"

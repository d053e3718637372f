"""A comparison as one HTML page that needs nothing else: no script, no network, prints to PDF, can be read aloud."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from engine.comparison.compared_names import ComparedNames
from engine.comparison.records import Comparison
from engine.comparison.words import branch_stands, cells_of, metric_title, reach, signed_interval, stands

STYLE = Path(__file__).with_name("report.css")
KINDS = {1: ("up", "gain"), -1: ("down", "loss"), 0: ("none", "no certain difference")}
HOW = (
    "Every encoder answers the same questions. Differences are from the first encoder; the interval is the 95 % "
    "percentile interval of a paired bootstrap over the names (10,000 draws). ▲ is a gain and ▼ a loss whose interval "
    "leaves out zero, ≈ neither. The intervals are not corrected for looking at many rows: of twenty rows without any "
    "difference, about one would show a sign by chance. Held-out names are of concepts that training never sees."
)


def report(found: Comparison, names: ComparedNames | None = None) -> str:
    """The page as text. All names in it are escaped; charts are drawn beside the figures that they show."""
    title = f"{len(found.encoders)} encoders on {found.titles.get(found.terminology, found.terminology)}"
    parts = [("tasks", "Every task", _tasks(found))]
    if found.branches:
        parts.append(("branches", "Branches", _branches(found)))
    if found.moved:
        parts.append(("names", "Names won and lost", _rank_changes(found)))
    if names:
        parts.append(("list", "A list of names", _names(names)))
    parts += [("encoders", "The encoders", _encoders(found)), ("method", "How to read this", _method(found))]
    links = "".join(f'<a href="#{id}">{escape(heading)}</a>' for id, heading, _ in parts)
    body = "".join(f'<section id="{id}"><h2>{escape(heading)}</h2>{text}</section>' for id, heading, text in parts)
    version = f", version {found.version}" if found.version else ""
    about = f"Measured {found.created[:16].replace('T', ' ')} UTC on {found.terminology}{version}."
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{STYLE.read_text(encoding='utf-8')}</style></head>\n<body><main><h1>{escape(title)}</h1>"
        f'<p class="about">{escape(about)} Made by Nomenclator.</p><p class="summary">{escape(found.summary)}</p>'
        f'<nav aria-label="Sections">{links}</nav>{body}</main></body></html>\n'
    )


def interval(cell: Mapping[str, Any], kind: str, label: str) -> str:
    """The difference in a cell as a dot with its interval beside zero: an SVG with a text alternative."""
    low, dot, high = (4 + 92 * at for at in cell["at"])
    return (
        f'<svg role="img" aria-label="{escape(label)}" viewBox="0 0 100 10" preserveAspectRatio="none">'
        '<line class="axis" x1="2" x2="98" y1="5" y2="5" vector-effect="non-scaling-stroke"/>'
        '<line class="zero" x1="50" x2="50" y1="0" y2="10" vector-effect="non-scaling-stroke"/>'
        f'<line class="{kind}" x1="{low:.2f}" x2="{high:.2f}" y1="5" y2="5" stroke-width="2.5" '
        'vector-effect="non-scaling-stroke"/>'
        f'<ellipse class="{kind}" cx="{dot:.2f}" cy="5" rx="1.4" ry="3.4"/></svg>'
    )


def _table(caption: str, heads: Sequence[tuple[str, str]], rows: Iterable[Sequence[str]]) -> str:
    """heads: (heading, class of its cells). Cells are HTML already; the first of a row names it."""
    head = "".join(f'<th scope="col" class="{kind}">{escape(text)}</th>' for text, kind in heads)
    body = "".join(
        f'<tr><th scope="row" class="{heads[0][1]}">{row[0]}</th>'
        + "".join(f'<td class="{kind}">{cell}</td>' for cell, (_, kind) in zip(row[1:], heads[1:], strict=True))
        + "</tr>"
        for row in rows
    )
    return f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _measured(
    caption: str, first: str, rows: Sequence[Mapping[str, Any]], titles: Sequence[str], found: Any, ways: Any
) -> str:
    """titles: of the rows, as HTML. ways: (row, encoder) -> 1, −1 or 0."""
    far = reach(rows)
    heads = [(first, ""), ("Names", "number"), *((found.titles.get(id, id), "") for id in found.encoders)]
    lines = []
    for title, row in zip(titles, rows, strict=True):
        texts = [title, f"{row['queries']:,}"]
        for id, cell in zip(found.encoders, cells_of(row, found.encoders, ways, far), strict=True):
            text = f'<span class="{"best" if cell["best"] else ""}">{cell["value"]}</span>'
            if "at" in cell:
                kind, meaning = KINDS[cell["way"]]
                text += f' <span class="{kind}"><span title="{meaning}">{cell["sign"]}</span> {cell["less"]}</span>'
                text += interval(cell, kind, signed_interval(row["differences"][id]))
                text += f"<small>{cell['range']}</small>"
            texts.append(text)
        lines.append(texts)
    return _table(caption, heads, lines)


def _tasks(found: Comparison) -> str:
    if not found.tasks:
        return "<p>No task can be run here.</p>"
    metric_titles = [metric_title(row["task"], row["metric"]) for row in found.tasks]
    titles = [f"{escape(title)}<small>{escape(help)}</small>" for title, help in metric_titles]
    caption = f"Each encoder, and its difference from {found.titles.get(found.encoders[0], found.encoders[0])}"
    ways = lambda row, id: stands(row["differences"].get(id, {}))  # noqa: E731
    table = _measured(caption, "Task", found.tasks, titles, found, ways)
    left = "".join(f'<p class="note">Left out. {escape(line)}</p>' for line in found.left_out)
    return table + left


def _branches(found: Comparison) -> str:
    titles = [f'{escape(row["title"])}<small class="code">{escape(row["id"])}</small>' for row in found.branches]
    caption = "Retrieval mAP of the held-out names below each top class; the last encoder's largest gains first"
    return _measured(caption, "Branch", found.branches, titles, found, branch_stands)


def _rank_changes(found: Comparison) -> str:
    first = found.titles.get(found.encoders[0], found.encoders[0])
    parts = []
    for id, changes in found.moved.items():
        title = found.titles.get(id, id)
        parts.append(
            f"<h3>{escape(title)} against {escape(first)}</h3><p>Better for {changes['better']:,} names, worse for "
            f"{changes['worse']:,}, the same for {changes['same']:,}. The number is the rank of the first other name "
            "of the same concept among all names; 1 is best, – is not found.</p>"
        )
        for kind, caption in (("wins", "Largest gains"), ("losses", "Largest losses")):
            if changes[kind]:
                parts.append(_ranks(caption, changes[kind], found))
    return "".join(parts)


def _ranks(caption: str, rows: Sequence[Mapping[str, Any]], found: Comparison) -> str:
    heads = [("Held-out name", ""), ("Concept", "code"), ("Preferred name", "")]
    heads += [(found.titles.get(id, id), "number") for id in found.encoders]
    lines = [
        [escape(row["name"]), escape(row["concept_id"]), escape(row["preferred_name"])]
        + [f"{row['ranks'][id]:,}" if row["ranks"][id] else "–" for id in found.encoders]
        for row in rows
    ]
    return _table(caption, heads, lines)


def _names(names: ComparedNames) -> str:
    titles = {id: names.titles.get(id, id) for id in names.encoders}
    parts = [f"<p>{escape(names.summary())}</p>"]
    measured = names.measured()
    if measured:
        metric_titles = [escape(metric_title(row["task"], row["metric"])[0]) for row in measured]
        ways = lambda row, id: stands(row["differences"].get(id, {}))  # noqa: E731
        parts.append(_measured("Names with a known answer", "Task", measured, metric_titles, names, ways))
    heads = [("Name", ""), ("Expected", "code"), *((f"First of {titles[id]}", "") for id in names.encoders)]
    lines = [
        [escape(row["name"]), escape(row["expected"]), *(_first(row, id, names.encoders[0]) for id in names.encoders)]
        for row in names.rows
    ]
    return "".join(parts) + _table("Every name", heads, lines)


def _first(row: Mapping[str, Any], id: str, first: str) -> str:
    answer = row["first"][id]
    text = f'{escape(answer[1])}<small class="code">{escape(answer[0])}</small>' if answer else "–"
    rank = row["ranks"].get(id) if row["expected"] else None
    beyond = "expected id not in use" if row.get("lacking") else "expected not among 100"
    notes = [f"expected at {rank}" if rank else beyond] if row["expected"] else []
    notes += [f"shares {row['shared'][id]} of {row['top']}"] if id != first else []
    return text + (f"<small>{escape(', '.join(notes))}</small>" if notes else "")


def _encoders(found: Comparison) -> str:
    rows = [
        [
            escape(found.titles.get(id, id)),
            escape(id),
            escape(found.sha256[id]),
            "also on the held-out names, so its figures flatter it" if id in found.seen else "",
        ]
        for id in found.encoders
    ]
    heads = [("Encoder", ""), ("Id", "code"), ("sha256", "code"), ("Trained", "")]
    return _table("The first is the one that the others are measured against", heads, rows)


def _method(found: Comparison) -> str:
    scope = f"Asked were {found.queries:,} of {found.drawn_from:,} held-out names"
    return f"<p>{escape(HOW)}</p><p>{escape(scope)}, over all {found.pool:,} names of the terminology.</p>"

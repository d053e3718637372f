"""`mappings`: mapping projects, their lines and files; what is decided about lines stands in `mapping_decisions`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from engine.cli import options
from engine.cli.arguments import FILE, WRITTEN, command, open_workbench
from engine.cli.console import run_now
from engine.cli.group import Group
from engine.cli.tables import ordered
from engine.cli.terminologies.mapping import encoder_options, encoders
from engine.formats.registry import MAPPINGS, ROWS, SIMPLE_MAP, writers

NUMBER = click.argument("number", type=int, metavar="PROJECT")
HERE = "engine.cli.terminologies.mapping_projects"
DECIDING = "engine.cli.terminologies.mapping_decisions"
mappings = Group(
    "mappings",
    "map a terminology onto another, line by line, alone or by two",
    {
        "Projects": {
            "start": f"{HERE}:start",
            "list": f"{HERE}:list_projects",
            "suggest": f"{HERE}:suggest",
            "delete": f"{HERE}:delete",
        },
        "The queue": {
            "lines": f"{HERE}:lines",
            "next": f"{HERE}:next_line",
            "show": f"{HERE}:show",
            "changed": f"{HERE}:changed",
            "frequencies": f"{HERE}:frequencies",
        },
        "Decisions": {
            "decide": f"{DECIDING}:decide",
            "none": f"{DECIDING}:none",
            "skip": f"{DECIDING}:skip",
            "flag": f"{DECIDING}:flag",
            "clear": f"{DECIDING}:clear",
            "accept-above": f"{DECIDING}:accept_above",
            "synonyms": f"{DECIDING}:synonyms",
        },
        "Two people": {
            "assign": f"{DECIDING}:assign",
            "confirm": f"{DECIDING}:confirm",
            "agreement": f"{DECIDING}:agreement",
            "contradictions": f"{DECIDING}:contradictions",
        },
        "Files": {
            "export": f"{HERE}:export",
            "load": f"{HERE}:load",
        },
    },
    epilog="“undo”, “redo” and “history” are about these decisions too.",
)


def filtered(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options of a filter of lines; the function takes them as keyword arguments."""
    for option in (
        click.option("--person", default="", help="whose, with --whose"),
        click.option("--whose", default="", help="assigned, flagged or review: to --person, for them, left to them"),
        click.option("--text", default="", help="part of a name or of an id, of the source or of a suggestion"),
        click.option("--difference", default="", help="whose first suggestion differs in this: side, number, stage …"),
        click.option("--branch", default="", help="in this top class of the source"),
        click.option(
            "--state",
            default="",
            help="undecided, decided, confirmed, contested, flagged, skipped or contradicted (default: all)",
        ),
    ):
        function = option(function)
    return function


def filter_of(chosen: dict[str, Any]) -> Any:
    """The filter that these options are."""
    from store.records.mapping import MappingFilter

    return MappingFilter(
        **{name: chosen[name] for name in ("state", "branch", "text", "whose", "person", "difference")}
    )


@command("start", "suggest a concept of TARGET for each of SOURCE, and keep the lines to decide about")
@click.argument("source")
@click.argument("target")
@click.option("--branch", default="", metavar="ID", help="only this concept of SOURCE and what is below it")
@click.option("--unmapped", is_flag=True, help="leave out what another project or --mappings maps already")
@click.option("--mappings", "given", type=FILE, metavar="FILE", help="SSSOM, ConceptMap or table that it begins with")
@click.option("--title", default="", help="what the project is called")
@encoders()
@options.who()
def start(
    source: str,
    target: str,
    branch: str,
    unmapped: bool,
    given: Path | None,
    title: str,
    encoders: tuple[str, ...],
    who: str,
) -> dict[str, Any]:
    workbench = open_workbench()
    number = workbench.mapping_projects.queue(source, target, who, branch, unmapped, encoders, title, given)
    return dict(run_now(workbench, number).result)


@command("suggest", "make the suggestions of a project anew, with what its source got since; decisions stay")
@NUMBER
@encoder_options("vectors, vectors:NAME, a version or current (default: those of the project)")
def suggest(number: int, encoder: tuple[str, ...], against: tuple[str, ...]) -> dict[str, Any]:
    workbench = open_workbench()
    projects = workbench.mapping_projects
    joined = (*(encoder or projects.encoders_of(number)), *against)
    return dict(run_now(workbench, projects.suggest_again(number, joined)).result)


@command("list", "list the mapping projects, newest first, with how far each is")
def list_projects() -> dict[str, Any]:
    workbench = open_workbench()
    rows = []
    for one in workbench.mapping_projects.all():
        about = asdict(one)
        rows.append(
            {
                "project": about.pop("id"),
                **{name: about[name] for name in ("title", "lines")},
                **workbench.mapping_lines.counts(one.id),
                **{name: about[name] for name in ("source", "target", "branch", "when", "encoder")},
            }
        )
    return {"projects": rows}


@command("delete", "take a project with its lines out; what people decided stays in the history")
@NUMBER
def delete(number: int) -> dict[str, Any]:
    workbench = open_workbench()
    workbench.mapping_projects.delete(number)
    return {"deleted": number}


@command("lines", "list the lines of a project with their first suggestion, doubtful ones first")
@NUMBER
@filtered
@click.option("--order", default="doubtful first", help="“frequent first”, “sure first”, “as in the source”")
@click.option("--skip", "passed", type=int, default=0, help="pass over so many (0)")
@options.top(50)
def lines(number: int, order: str, passed: int, top: int, **chosen: Any) -> dict[str, Any]:
    workbench = open_workbench()
    found = workbench.mapping_lines.chosen(number, filter_of(chosen), order)
    listed = workbench.mapping_lines.read(number, found[passed : passed + top])
    answers = workbench.mapping_lines.answers(number, [one.source for one in listed])
    mapped = {source: [id for one in found for id, _ in one.targets] for source, found in answers.items()}
    rows = [
        {
            "line": one.source,
            "name": one.name,
            "state": one.state,
            "changed": one.changed,
            "mapped_to": " | ".join(dict.fromkeys(mapped.get(one.source, ()))),
            "target": one.candidates[0].target if one.candidates else "",
            "confidence": one.candidates[0].confidence if one.candidates else None,
            "target_name": one.candidates[0].preferred if one.candidates else "",
            "differs": one.candidates[0].differs if one.candidates else "",
            "predicate": one.candidates[0].predicate if one.candidates else "",
            "assigned": one.assigned,
            "frequency": one.frequency,
        }
        for one in listed
    ]
    return {"lines": rows, "in all": len(found)}


@command("next", "show the next undecided line of a project with its candidates, the most doubtful first")
@NUMBER
@filtered
@click.option("--order", default="doubtful first", help="“frequent first”, “sure first”, “as in the source”")
def next_line(number: int, order: str, **chosen: Any) -> dict[str, Any]:
    workbench = open_workbench()
    if not chosen["state"] and not chosen["whose"]:
        chosen["state"] = "undecided"
    found = workbench.mapping_lines.chosen(number, filter_of(chosen), order)
    return _case(workbench, number, found[0]) if found else {"line": ""}


@command("show", "show a line of a project: its candidates, and what people and files say about it")
@NUMBER
@click.argument("line")
def show(number: int, line: str) -> dict[str, Any]:
    workbench = open_workbench()
    return _case(workbench, number, line)


def _case(workbench: Any, number: int, source: str) -> dict[str, Any]:
    case = workbench.mapping_lines.case(number, source)
    return {
        "line": case.line.source,
        "name": case.line.name,
        "branch": case.line.branch,
        "state": case.line.state,
        "changed": case.line.changed,
        "assigned": case.line.assigned,
        "candidates": ordered(case.line.candidates, "target", "preferred", "confidence", "differs", "predicate"),
        "decisions": [asdict(one) for one in case.decisions],
        "loaded": [asdict(one) for one in case.loaded],
    }


@command("changed", "list the lines that would now have another first suggestion; nothing is changed by it")
@NUMBER
def changed(number: int) -> dict[str, Any]:
    workbench = open_workbench()
    return dict(run_now(workbench, workbench.mapping_changes.queue(number)).result)


@command("frequencies", "read how often each source concept occurs from a table of ids and counts, to order by")
@NUMBER
@click.argument("file", type=FILE)
def frequencies(number: int, file: Path) -> dict[str, Any]:
    workbench = open_workbench()
    return {"lines": workbench.mapping_files.load_frequencies(number, file)}


@command("export", "write what is decided in a project as SSSOM, FHIR, a table or an RF2 map")
@NUMBER
@click.option(
    "--out",
    type=WRITTEN,
    required=True,
    metavar="FILE",
    help="the file to write: .sssom.tsv, .fhir.json, .csv, .xlsx, .parquet or .txt (RF2)",
)
@click.option(
    "--format",
    type=options.FormatName(lambda: writers(MAPPINGS, ROWS, SIMPLE_MAP)),
    help="default: what --out ends in says",
)
@options.namespace("rf2-map")
@click.option("--undecided", is_flag=True, help="SSSOM and FHIR: also what is only suggested, flagged or skipped")
def export(number: int, out: Path, format: str | None, namespace: str, undecided: bool) -> dict[str, Any]:
    """A file holds what people decided, an RF2 map the exact mappings of it; what is left out, and which lines a
    release of the source has changed, stands under “lost”. With --undecided, “mappings load” has all of a project."""
    workbench = open_workbench()
    counts = workbench.mapping_lines.counts(number)
    files = workbench.mapping_files
    rows = files.export(number, out, format or "", namespace, undecided)
    return {"file": str(out), "rows": rows, **counts, "lost": files.losses(number, files.format_of(out), undecided)}


@command(
    "load",
    "merge an export of a project into one, or load existing mappings into it",
    "Of an export the decisions and assignments, as one undo; where it contradicts what is here, what is here stays "
    "and the contradiction is listed. Of SSSOM, a ConceptMap, an RF2 map or a table of ids the mappings, shown as "
    "existing ones.",
)
@NUMBER
@click.argument("file", type=FILE)
@click.option("--take", type=click.Choice(("here", "file")), default="here", help="whose word counts where they differ")
@click.option("--preview", "only_preview", is_flag=True, help="only say what it would do")
@options.who()
def load(number: int, file: Path, take: str, only_preview: bool, who: str) -> dict[str, Any]:
    workbench = open_workbench()
    return asdict(workbench.mapping_files.load(number, file, who, take, only_preview))

"""`normalisations`: files of mentions answered and kept in the workspace, to decide about with “decisions”."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from engine.cli import options
from engine.cli.arguments import FILE, WRITTEN, command, open_workbench
from engine.cli.console import run_now
from engine.cli.group import Group
from engine.errors import BadInput
from store.records.training import CURRENT

NUMBER = click.argument("number", type=int, metavar="NORMALISATION")
COLUMN = click.option("--column", multiple=True, metavar="FIELD=HEADING", help="e.g. text=Diagnosis")
HEADING = "FIELD=HEADING, for example text=Diagnosis"
normalisations = Group(
    "normalisations",
    "answer files and keep them, load, export, delete",
    {
        "": {
            "preview": "engine.cli.normalising.normalisations:preview",
            "example": "engine.cli.normalising.normalisations:example",
            "searches": "engine.cli.normalising.normalisations:searches",
            "answer": "engine.cli.normalising.normalisations:answer_file",
            "list": "engine.cli.normalising.normalisations:list_files",
            "load": "engine.cli.normalising.normalisations:load_sheet",
            "export": "engine.cli.normalising.normalisations:export_file",
            "changed": "engine.cli.normalising.normalisations:changed",
            "synonyms": "engine.cli.normalising.normalisations:synonyms",
            "delete": "engine.cli.normalising.normalisations:delete",
        }
    },
)


@command("preview", "show what a file holds: its columns, its first mentions, and the rows that cannot be used")
@click.argument("file", type=FILE)
@COLUMN
def preview(file: Path, column: tuple[str, ...]) -> dict[str, Any]:
    workbench = open_workbench()
    found = workbench.mentions.preview(file, options.settings_of(column, "--column", HEADING))
    return {
        "headings": found.headings,
        "columns": found.columns,
        "mentions": [{"row": row.number, "text": row.mention.text, "kind": row.mention.kind} for row in found.rows],
        "problems": found.problems,
    }


@command("example", "write a small file of mentions made of a terminology's names, to try with")
@options.terminology()
@click.option("--out", type=WRITTEN, required=True, help="the CSV file to write")
def example(terminology: str, out: Path) -> dict[str, Any]:
    from engine.workspace import written_whole

    workbench = open_workbench()
    content = workbench.mentions.example(terminology)
    with written_whole(out) as temporary:
        temporary.write_text(content, encoding="utf-8")
    return {"file": str(out), "mentions": len(content.splitlines()) - 1}


@command("searches", "list what mentions can be searched in, and the pre-processing that can be left out")
def searches() -> dict[str, Any]:
    workbench = open_workbench()
    steps = workbench.normalisation.preprocessing()
    switches = [{"name": name, "title": title, "about": about} for name, title, about in steps]
    return {"searches": workbench.normalisation.searches(), "pre-processing": switches}


@command("answer", "tie the mentions of a file to concepts, and keep the answers to decide about")
@click.argument("file", type=FILE)
@options.terminology("the short name of the terminology to search")
@options.encoder("current (default), vectors, vectors:NAME, a version, tfidf", CURRENT)
@options.search_by_evidence()
@options.threshold()
@COLUMN
@options.preprocessing_left_out()
@options.billable_codes()
def answer_file(
    file: Path,
    terminology: str,
    encoder: str,
    search: str,
    threshold: float | None,
    column: tuple[str, ...],
    without: tuple[str, ...],
    billable: bool,
) -> dict[str, Any]:
    from engine.normalisation.request import usual_search
    from engine.workbench import NormalisationRequest

    workbench = open_workbench()
    columns = options.settings_of(column, "--column", HEADING)
    search = search or usual_search(False, encoder)
    score = options.threshold_of(search, threshold)
    request = NormalisationRequest(
        str(file), terminology, encoder, search, score, columns=columns, without=without, billable=billable
    )
    run = run_now(workbench, workbench.normalisation.queue(request))
    return {"normalisation": workbench.normalisation.of_run(run.id), **run.result}


@command("list", "list the files that are answered, newest first, with how much of each is decided")
def list_files() -> dict[str, Any]:
    workbench = open_workbench()
    rows = []
    for made in workbench.normalisation.all():
        counts = workbench.answers.counts(made.id)
        rows.append(
            {
                "normalisation": made.id,
                "file": made.file,
                "lines": made.lines,
                "decided": counts["done"],
                "left": counts["left"],
                "terminology": made.terminology,
                "finished": made.finished,
                "created": made.created,
                "encoder": made.encoder,
                "search": made.search,
            }
        )
    return {"normalisations": rows}


@command(
    "load",
    "load a decided sheet: an export with its decisions, as a file of its own or into one that is here",
    "Each decision keeps by whom and when it was made; one undo takes all of them back.",
)
@click.argument("file", type=FILE)
@click.option("--terminology", default="", help="the terminology that it was answered from; not needed with --into")
@click.option("--into", type=int, metavar="NORMALISATION", help="take its decisions into this one, where they differ")
@click.option("--preview", "only_preview", is_flag=True, help="only say what it holds and what it would change")
@options.who()
def load_sheet(file: Path, terminology: str, into: int | None, only_preview: bool, who: str) -> dict[str, Any]:
    workbench = open_workbench()
    if into is not None:
        terminology = terminology or workbench.normalisation.get(into).terminology
    if not terminology:
        raise BadInput("Name the terminology that the sheet was answered from, by --terminology.")
    found = workbench.answer_files.preview(file, terminology, into)
    if only_preview:
        changed = [
            {
                "row": here.row,
                "text": here.text,
                "decision here": here.decision,
                "concept here": here.decided_concept,
                "decision": there.decision,
                "concept": there.decided_concept,
            }
            for here, there in found.changed
        ]
        return {
            "lines": found.lines,
            "decisions": found.decisions,
            "comments": found.comments,
            "people": found.people,
            "unknown": found.unknown,
            "here": found.here.id if found.here else None,
            "differing": found.differing,
            "changed": changed,
        }
    if into is not None:
        taken = workbench.answer_files.take_decisions(into, file, who)
        return {"normalisation": into, "taken": taken, "unknown": found.unknown}
    workbench.answer_files.check_new(file, terminology)
    number = workbench.answer_files.load(file, terminology, who)
    return {"normalisation": number, "decisions": found.decisions, "unknown": found.unknown}


@command("export", "write all lines of a file with their decisions")
@NUMBER
@click.option("--out", type=WRITTEN, required=True, help="NAME.csv, .xlsx, .sssom.tsv, .fhir.json or .pubtator.txt")
def export_file(number: int, out: Path) -> dict[str, Any]:
    """What is left out stands under “lost”."""
    service = open_workbench().normalisation
    return {"file": str(out), "lines": service.export(number, out), "lost": service.losses(number, out)}


@command("delete", "forget the answers to a file; what people decided stays in the history")
@NUMBER
def delete(number: int) -> dict[str, Any]:
    workbench = open_workbench()
    workbench.normalisation.delete(number)
    return {"deleted": number}


@command("changed", "list the lines of a file that would now be answered otherwise; nothing is changed by it")
@NUMBER
def changed(number: int) -> dict[str, Any]:
    workbench = open_workbench()
    return dict(run_now(workbench, workbench.answer_changes.queue(number)).result)


@command("synonyms", "add the mentions that people accepted as synonyms of their concepts: one undo")
@NUMBER
@click.option("--dry-run", is_flag=True, help="only list them")
@options.who()
def synonyms(number: int, dry_run: bool, who: str) -> dict[str, Any]:
    """Left out is what a concept has already, what denotes another one, and what was accepted for two; so is what is
    negated, suspected, historical or of the family, which is listed with it."""
    accepted = open_workbench().accepted_names
    found = accepted.of_answers(number) if dry_run else accepted.add_of_answers(number, who)
    names = [one for one in found if not one.attributes]
    left_out = [one for one in found if one.attributes]
    return {"added": 0 if dry_run else len(names), "names": names, "left_out": left_out}

"""`normalise`: tie every mention of a file to a concept, and write the answers to another file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.cli import options
from engine.cli.arguments import FILE, WRITTEN, Several, command, open_workbench
from engine.cli.console import consume, report_progress, write_note
from engine.cli.normalising.normalise_request import request_of
from engine.errors import BadInput, NomenclatorError
from engine.events import Progress
from engine.text.counts import count
from store.records.training import CURRENT

if TYPE_CHECKING:
    from store.records.normalisation import Line

REPORTED = 50_000  # lines between two words about the writing


@command("normalise", "tie the mentions of a file to concepts")
@click.argument("file", type=FILE)
@options.terminology("the short name of the terminology to search")
@click.option("--out", type=WRITTEN, required=True, help="NAME.csv, .xlsx, .sssom.tsv, .fhir.json or .pubtator.txt")
@options.encoder("current (default), vectors, vectors:NAME, a version, tfidf", CURRENT)
@options.search_by_evidence()
@options.threshold()
@click.option("--hybrid", metavar="W", help="weight of character TF-IDF (0.5; auto, from --dev, where given)")
@click.option("--column", multiple=True, metavar="FIELD=HEADING", help="e.g. text=Diagnosis")
@click.option("--train", cls=Several, type=FILE, help="PubTator files whose mentions are searched too")
@click.option("--dev", cls=Several, type=FILE, help="more of them, which give the probabilities")
@click.option("--calibrate", is_flag=True, help="without --dev, probabilities from held-out synonyms")
@click.option("--types", cls=Several, metavar="TYPE...", help="of --train and --dev, only these types")
@options.preprocessing_left_out()
@options.billable_codes()
def normalise(file: Path, out: Path, column: tuple[str, ...], **settings: Any) -> dict[str, Any]:
    from engine.formats.mentions.answer_files import answers_format
    from engine.formats.mentions.mentions import MentionFile
    from engine.normalisation.file_sink import FileSink
    from engine.normalisation.job import fingerprint, normalise_file
    from engine.terminology.lookup import find
    from engine.workbench.normalisations.answer_export import about_answers, write_export
    from engine.workbench.normalisations.attributed_lines import HEADING, answered_with_attributes
    from engine.workbench.normalisations.billable_lines import COLUMN, billable_codes, with_billable
    from engine.workbench.normalisations.passages import texts_at
    from engine.workspace import written_for
    from store.files import sha256_of

    answers_format(out)  # refused before anything is answered
    columns = options.settings_of(column, "--column", "FIELD=HEADING, for example text=Diagnosis")
    if not out.resolve().parent.is_dir():
        raise BadInput(f"There is no folder {out.resolve().parent} for {out.name}; make it first.")
    if out.resolve() == file.resolve():
        raise BadInput(f"{out} is the file of the mentions itself; name another file with --out.")
    request = request_of(file, columns, **settings)
    workbench = open_workbench()
    request = replace(request, encoder=workbench.models.resolve(request.encoder))
    searched = find(workbench.workspace, request.terminology)
    extra = MentionFile(file, request.columns).extra
    about = about_answers(
        file,
        searched,
        encoder=request.encoder,
        search=request.search,
        date=date.today().isoformat(),
        extra=extra,
    )
    what = fingerprint(workbench.workspace, request)
    steps = out.with_name(f".{out.name}.journal")
    with written_for(out, steps):
        journal = FileSink(steps, what)
        resumed = journal.begun()[1]
        write_note(_way_on(steps, resumed, journal.of_other_work))
        try:
            answer = consume(normalise_file(workbench.workspace, request, journal))
        except KeyboardInterrupt:
            sentence = f"stopped at {file.name}; the same command goes on from the lines that are answered."
            raise NomenclatorError(sentence) from None
    attributed = partial(answered_with_attributes, source=file, columns=request.columns)
    model = {"model": request.encoder, "model_sha256": what["encoder"]}
    given = {}
    if HEADING not in extra and any(line.extra[-1] for line in attributed(journal.lines())):
        given[HEADING] = attributed
    with workbench.workspace.reading() as db:
        codes = billable_codes(db, searched.slug) if COLUMN not in extra else set()
    if codes:
        given[COLUMN] = partial(with_billable, codes=codes)
    lines = write_export(
        out,
        _reported(journal.lines(model), out.name),
        about,
        given,
        lambda: texts_at(file, sha256_of(file), request.columns),
    )
    journal.remove()
    return {"file": str(out), **answer, "lines": lines} | ({"resumed_after": resumed} if resumed else {})


def _way_on(steps: Path, resumed: int, of_other_work: bool) -> str:
    """How this command goes on where it is ended, also by what leaves it no word; or from where it goes on now."""
    if resumed:
        return f"going on behind {count(resumed, 'mention')} that {steps} has from before."
    note = "what is answered is kept on the way; should this be ended, the same command goes on from there."
    if not of_other_work:
        return note
    return f"{steps} is of other options, of another file or before a change here, so this begins anew; {note}"


def _reported(lines: Iterable[Line], name: str) -> Iterator[Line]:
    """The lines, with a word on standard error now and then."""
    for number, line in enumerate(lines):
        if number % REPORTED == 0:
            report_progress(Progress(number, 0, f"Writing {name}, {number:,} lines so far"))
        yield line

"""Terminologies into the workspace: all of one or nothing, then searchable."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from functools import partial
from typing import Any

from engine.device import give_back_memory
from engine.events import Event, Finished, Progress, at, counted, follow, result_of, say, stage
from engine.formats.cleaning import cleanable
from engine.formats.parsed import ParsedTerminology
from engine.formats.reading import reader
from engine.models.open import VECTORS
from engine.models.shipped import begin_with_shipped
from engine.terminology.dictionary_beside import written_beside
from engine.terminology.dictionary_file import shipped_dictionary
from engine.terminology.lookup import all_terminologies, check_free, check_slug
from engine.terminology.source_file import SourceFile
from engine.text import normalise
from engine.text.dictionary.clinical_dictionary import WORDINGS
from engine.workspace import Workspace
from store import terminologies, terminology_states
from store.database import now
from store.records.terminology import Terminology
from store.sqlite import Database

SAMPLES = {"icd10cm": "ICD-10-CM", "hpo": "the Human Phenotype Ontology", "mondo": "the Mondo Disease Ontology"}
MakeSearchable = Callable[[Workspace, str, str], Iterator[Event]]  # (workspace, terminology, encoder)
COUNTING, WRITING, ENCODING = 0.18, 0.2, 0.4  # shares of an import that are done when this begins
AT_ONCE = 50_000  # concepts that are let go
MOST_PROBLEMS = 200  # that an import gives


def sample_workspace(workspace: Workspace, make_searchable: MakeSearchable, empty: bool = False) -> Iterator[Event]:
    """The sample terminologies, unless it is to be `empty`, each with its index under the current encoder and the
    shipped vectors; those already there are kept. In a new workspace the encoder that ships becomes the current one.

    `make_searchable` does so for a terminology, by its short name, under an encoder: it stands above this module.
    """
    samples = {} if empty else SAMPLES
    with written_beside(workspace) if samples else nullcontext():
        yield from _samples(workspace, make_searchable, samples)
        yield at(1, "Writing out the dictionary of short forms and lay words")  # else the first query would
    for wording in WORDINGS:
        shipped_dictionary(workspace, wording)
    yield Finished(summary(workspace))


def _samples(workspace: Workspace, make_searchable: MakeSearchable, samples: Mapping[str, str]) -> Iterator[Event]:
    """The encoder that ships, then the samples that are not there, by their short names, with their indexes."""
    yield at(0, "Taking in the encoder that ships")
    encoders = dict.fromkeys((begin_with_shipped(workspace), VECTORS))
    present = {terminology.slug for terminology in all_terminologies(workspace)}
    share = 1 / max(1, len(samples))
    for place, (slug, title) in enumerate(samples.items()):
        start = place * share
        if slug not in present:
            yield at(start, f"Reading {title}")
            parsed = reader(slug)()
            yield at(start + WRITING * share, f"Writing {parsed.names:,} names of {title}")
            add(workspace, slug, parsed)
        for half, encoder in enumerate(encoders):
            begin, end = (ENCODING + (1 - ENCODING) * part / len(encoders) for part in (half, half + 1))
            made = make_searchable(workspace, slug, encoder)
            yield from result_of(stage(made, start + share * begin, start + share * end))


def summary(workspace: Workspace) -> dict[str, Any]:
    """{"terminologies": {slug: {"concepts", "names", "edges"}}}"""
    return {
        "terminologies": {
            t.slug: {"concepts": t.concepts, "names": t.names, "edges": t.edges} for t in all_terminologies(workspace)
        }
    }


def import_file(
    workspace: Workspace, recipe: dict[str, Any], make_searchable: MakeSearchable | None = None
) -> Iterator[Event]:
    """A person's file as a terminology; Finished with what `counts` gives.

    With `make_searchable` it is so under the shipped vectors at once; without, its first search builds the index. What
    a run wrote before it was interrupted, the same file under the same name, is not written again.
    """
    file, slug = SourceFile.of_recipe(recipe), recipe["name"]
    there = {one.slug: one for one in all_terminologies(workspace)}
    if slug not in there:
        check_slug(workspace, slug, importing=True)
    parsed = yield from follow(file.read, at(0, f"Reading {file.path.name}"), COUNTING)
    count = partial(counts, parsed, file.chosen_format())
    found = yield from follow(count, at(COUNTING, f"Counting what {file.path.name} holds"), WRITING)
    if slug in there and there[slug].fingerprint != parsed.fingerprint():
        check_slug(workspace, slug, importing=True)
    if slug not in there:
        writing = partial(add, workspace, slug, parsed, recipe.get("title") or "", recipe.get("who") or "")
        yield from follow(writing, at(WRITING, f"Writing {parsed.names:,} names"), ENCODING)
        del writing
    del count
    yield from let_go(parsed, at(ENCODING, f"Wrote {parsed.names:,} names"))  # nobody needs them while they are encoded
    if make_searchable is not None:
        yield from result_of(stage(make_searchable(workspace, slug, VECTORS), ENCODING, 1))
    yield Finished(found)


def let_go(parsed: ParsedTerminology, now: Progress) -> Iterator[Progress]:
    """Let go of what a reader found, some at a time and with `now`: of millions of names it takes seconds."""
    while parsed.concepts:
        del parsed.concepts[-AT_ONCE:]
        yield now
    give_back_memory()


def counts(parsed: ParsedTerminology, format: str) -> dict[str, Any]:
    """{"concepts", "names", "edges", "skipped", "problems", "format", "columns", "cleanable"} of what a reader found.

    Names are different (concept, text, language); skipped are the problems that left something out, of which, as of the
    others, the first MOST_PROBLEMS are given, as [row, sentence]. Cleanable are what `engine.formats.cleaning` counts;
    where it cleaned, "cleaned" is how many it did, and where columns are not read, "unread" is a sentence on them.
    """
    found = {
        "concepts": parsed.live,
        "names": parsed.distinct_names,
        "edges": parsed.edges,
        "skipped": parsed.skipped,
        "problems": [[problem.row, problem.sentence] for problem in parsed.problems[:MOST_PROBLEMS]],
        "format": format,
        "columns": parsed.columns,
        "cleanable": cleanable(parsed.concepts),
    }
    more = {"cleaned": parsed.cleaned, "unread": parsed.unread}
    return found | {key: value for key, value in more.items() if value}


def record_of(slug: str, parsed: ParsedTerminology, title: str = "") -> Terminology:
    """What a reader found, as the record of the terminology `slug`."""
    return Terminology(
        slug,
        title or parsed.title,
        parsed.version,
        parsed.licence,
        parsed.source,
        parsed.fingerprint(),
        now(),
        parsed.live,
        parsed.names,
        parsed.edges,
        address=parsed.address,
        namespace=parsed.namespace,
    )


def add(workspace: Workspace, slug: str, parsed: ParsedTerminology, title: str = "", who: str = "") -> Terminology:
    """Write what a reader found as the terminology `slug`, in one transaction; its record.

    BadInput where the short name was taken meanwhile.
    Who imports it has an entry in the history for it; without a name there is none, as for the samples.
    """
    terminology = record_of(slug, parsed, title)
    with workspace.writing() as db:
        check_free(db, slug, importing=True)
        number = write(db, terminology, parsed, not who)
        if who:
            how = f", {sum(parsed.cleaned.values()):,} names cleaned" if parsed.cleaned else ""
            entry = f"{slug} imported: {terminology.title}{how}"
            terminology_states.append(db, {number: {"present": 1}}, who, entry)
    return terminology


def write(db: Database, terminology: Terminology, parsed: ParsedTerminology, present: bool = True) -> int:
    """Write what a reader found as a terminology, saying how far it is; its number. See `store.terminologies.add`."""

    def say_indexed(place: int, of: int) -> None:
        say(f"index {place} of {of}", place / of)

    rows = partial(counted, what="rows", total=terminology.names)
    return terminologies.add(db, terminology, parsed.concepts, normalise, present, rows, say_indexed)

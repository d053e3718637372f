"""Terminologies into the workspace: all of one or nothing, then searchable."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine import index
from engine.encoding import VECTORS, open_encoder
from engine.errors import BadInput, NotFound
from engine.events import Event, Finished, Progress
from engine.readers import Parsed, read_file, reader
from engine.text import normalise
from engine.workspace import Workspace
from store import terminologies
from store.database import now
from store.records.terminology import Terminology

SAMPLES = {"icd10cm": "ICD-10-CM", "hpo": "the Human Phenotype Ontology"}
SLUG = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")


def sample_workspace(workspace: Workspace) -> Iterator[Event]:
    """The sample terminologies, each with its index under the shipped vectors; those already there are kept."""
    done = {terminology.slug for terminology in known(workspace)}
    for place, (slug, title) in enumerate(SAMPLES.items()):
        if slug not in done:
            yield Progress(place * 50, 100, f"Reading {title}")
            parsed = reader(slug)()
            yield Progress(place * 50 + 10, 100, f"Writing {parsed.names:,} names of {title}")
            add(workspace, slug, parsed)
        for event in encode(workspace, slug, VECTORS):
            if isinstance(event, Progress):
                yield Progress(place * 50 + 20 + 30 * event.step // event.total, 100, event.message)
    yield Finished(summary(workspace))


def summary(workspace: Workspace) -> dict[str, Any]:
    """{"terminologies": {slug: {"concepts", "names", "edges"}}}"""
    return {
        "terminologies": {
            t.slug: {"concepts": t.concepts, "names": t.names, "edges": t.edges} for t in known(workspace)
        }
    }


def import_file(workspace: Workspace, recipe: dict[str, Any]) -> Iterator[Event]:
    """A person's file as a terminology; Finished with {"concepts", "names", "edges", "skipped", "problems"}."""
    path, slug = Path(recipe["path"]), recipe["name"]
    check_slug(workspace, slug)
    yield Progress(0, 100, f"Reading {path.name}")
    parsed = parse(path, recipe.get("format"), recipe.get("columns"))
    yield Progress(30, 100, f"Writing {parsed.names:,} names")
    terminology = add(workspace, slug, parsed, title=recipe.get("title") or "")
    for event in encode(workspace, slug, VECTORS):
        if isinstance(event, Progress):
            yield Progress(40 + 60 * event.step // event.total, 100, event.message)
    yield Finished(
        {
            "concepts": terminology.concepts,
            "names": terminology.names,
            "edges": terminology.edges,
            "skipped": len(parsed.problems),
            "problems": [[problem.row, problem.sentence] for problem in parsed.problems[:200]],
        }
    )


def parse(path: Path, format: str | None, columns: dict[str, str] | None) -> Parsed:
    """Read a file with the columns a person named, where its format has columns."""
    return read_file(path, format, **({"columns": columns} if columns else {}))


def add(workspace: Workspace, slug: str, parsed: Parsed, title: str = "") -> Terminology:
    """Write a terminology in one transaction."""
    terminology = Terminology(
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
    )
    with workspace.writing() as db:
        terminologies.add(db, terminology, parsed.concepts, normalise)
    return terminology


def encode(workspace: Workspace, slug: str, encoder: str) -> Iterator[Event]:
    """Build the index of a terminology under an encoder."""
    yield from index.build(workspace, find(workspace, slug), open_encoder(workspace, encoder))


def build_indexes(workspace: Workspace, recipe: dict[str, Any]) -> Iterator[Event]:
    """Encode every terminology of the workspace with a new encoder; Finished with {"size"} in bytes."""
    size = 0
    for terminology in known(workspace):
        for event in encode(workspace, terminology.slug, recipe["encoder"]):
            if isinstance(event, Finished):
                size += event.result["size"]
            else:
                yield event
    yield Finished({"size": size})


def known(workspace: Workspace) -> list[Terminology]:
    """The terminologies of the workspace."""
    with workspace.reading() as db:
        return terminologies.all_terminologies(db)


def find(workspace: Workspace, slug: str) -> Terminology:
    """One terminology; NotFound with those there are."""
    there = {terminology.slug: terminology for terminology in known(workspace)}
    if slug not in there:
        raise NotFound(
            f"There is no terminology “{slug}” in this workspace; there are {', '.join(there) or 'none yet: run init'}."
        )
    return there[slug]


def check_slug(workspace: Workspace, slug: str) -> None:
    """BadInput for a short name that cannot be used."""
    if not SLUG.fullmatch(slug):
        raise BadInput(f"“{slug}” cannot be a short name; use 1 to 40 lower-case letters, digits, - and _.")
    if slug == "all" or slug in {terminology.slug for terminology in known(workspace)}:
        raise BadInput(f"The short name “{slug}” is taken; choose another one.")


def check_file_name(name: str) -> None:
    """BadInput for a name that cannot name a file of the workspace."""
    if not SLUG.fullmatch(name.lower()):
        raise BadInput(f"“{name}” cannot be a name here; use 1 to 40 letters, digits, - and _.")

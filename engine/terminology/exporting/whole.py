"""A whole terminology to a file of any format, as edited now, with who changed what and what the format loses."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.formats import registry
from engine.formats.changes import Changes
from engine.formats.ontologies.addresses import Addresses, addressed
from engine.formats.ontologies.iris import IRI
from engine.terminology.exporting import Scope, tables, terminology
from engine.terminology.exporting.loss import Tally, Written, title_withdrawn
from engine.terminology.lookup import find
from engine.workspace import Workspace
from store import concepts, exports
from store.records.terminology import Concept, Name
from store.sqlite import Database


def write_whole(
    db: Database, workspace: Workspace, path: Path, format: str, slug: str, settings: dict[str, Any] | None = None
) -> Written:
    """Write the concepts as they are read; what was written, and what was lost, in sentences.

    settings: what the format's writer wants beside the terminology, such as RF2's namespace.
    """
    chosen, about = registry.FORMATS[format], addressed(find(workspace, slug, db))
    tally = Tally(chosen)
    if {registry.TERMINOLOGY, registry.DELTA} & set(chosen.writes):
        more: dict[str, Any] = {"changes": Changes(exports.effective_edits(db, slug))} if chosen.says_who else {}
        if chosen.has_iris:
            more["apart"] = concepts.first_notes(db, slug, IRI)
        found = map(_titled, tally.of(concept for concept, _ in terminology.concepts(db, workspace, slug)))
        tally.written.rows = chosen.load().write(path, found, about, **more, **(settings or {}))
    else:
        mapping = terminology.mapping if registry.MAPPINGS in chosen.writes else None
        rows = terminology.rows(db, workspace, Scope(slug), each=tally.count)
        tally.written.rows = tables.write(path, format, terminology.KIND, rows, mapping, slug, Addresses.of(about))
    tally.written.lost = tally.sentences(about)
    return tally.written


def _titled(concept: Concept) -> Concept:
    """The concept with its title before its other names, where people withdrew it or it is no longer in use: it stays
    what the concept is called, in the language in which nothing else is preferred."""
    if not title_withdrawn(concept) and not (concept.obsolete and concept.names):
        return concept
    taken = {name.language for name in concept.names if name.kind == "preferred"}
    language = next((name.language for name in concept.names if name.language not in taken), "")
    return replace(
        concept, names=(Name(concept.preferred, "preferred", source="name", language=language), *concept.names)
    )

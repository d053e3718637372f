"""Indexes of terminologies under an encoder, built with progress."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.events import Event, Finished, Progress
from engine.models.open import open_encoder
from engine.retrieval import index
from engine.retrieval.word_index import words_of
from engine.terminology.importing import find, known
from engine.workspace import Workspace


def encode(workspace: Workspace, slug: str, encoder: str) -> Iterator[Event]:
    """Read the words of a terminology's names, and build its index under an encoder."""
    terminology, opened = find(workspace, slug), open_encoder(workspace, encoder)
    yield Progress(0, 1, f"Reading the words of {terminology.title}")
    with workspace.reading() as db:
        words_of(workspace, db, terminology)
    yield from index.build(workspace, terminology, opened)


def build_indexes(workspace: Workspace, encoder: str, slugs: Collection[str] | None = None) -> Iterator[Event]:
    """Encode the names of these terminologies, or of every one, with an encoder; Finished with {"size"} in bytes.

    A terminology that is not in the workspace any more is passed over.
    """
    size = 0
    for terminology in known(workspace):
        if slugs is not None and terminology.slug not in slugs:
            continue
        for event in encode(workspace, terminology.slug, encoder):
            if isinstance(event, Finished):
                size += event.result["size"]
            else:
                yield event
    yield Finished({"size": size})

"""Terminologies made searchable under an encoder, with progress: the words of their names read, their index built."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from functools import partial
from subprocess import TimeoutExpired
from typing import Any

from engine.device import give_back_memory
from engine.events import LOOK_SECONDS, Event, Finished, Progress, at, follow, result_of, stage
from engine.models.open import VECTORS, open_encoder
from engine.retrieval.index_files import write_rows
from engine.retrieval.indexes import build, known_rows
from engine.retrieval.word_child import words_read_beside
from engine.retrieval.word_file import word_index_of
from engine.terminology.lookup import all_terminologies, find
from engine.workspace import Workspace
from store import models
from store.records.terminology import Terminology


def make_searchable(workspace: Workspace, slug: str, encoder: str) -> Iterator[Event]:
    """Read the words of a terminology's names, and build its index under an encoder: of many names both at once."""
    terminology, opened = find(workspace, slug), open_encoder(workspace, encoder)
    reading = f"Reading the words of {terminology.title}"
    with words_read_beside(workspace, terminology) as child:
        if child is None:
            yield from follow(partial(_read_words, workspace, terminology), Progress(0, 1, reading))
        built = yield from result_of(build(workspace, terminology, opened))
        if child is not None:
            while child.poll() is None:
                with suppress(TimeoutExpired):
                    child.wait(LOOK_SECONDS)
                yield Progress(1, 1, reading)
            if child.returncode:
                yield from follow(partial(_read_words, workspace, terminology), Progress(1, 1, reading))
        yield Finished(built)


def _read_words(workspace: Workspace, terminology: Terminology) -> None:
    with workspace.reading() as db:
        word_index_of(workspace, db, terminology)


def prepare_update(workspace: Workspace, there: Terminology, coming: Terminology, texts: list[str]) -> Iterator[Event]:
    """Write the index files of a version that is to take the place of another, under the encoders that people search
    with: the shipped vectors and the current one. Names that the other version has are not encoded again.

    Finished with {"indexes": their rows, to be kept with the version, "encoded", "reused"}: names, and those whose
    rows were there, under the shipped vectors. One that has the same names in the same order has the same files.
    """
    if coming.fingerprint == there.fingerprint:
        yield Finished({"indexes": [], "encoded": 0, "reused": len(texts)})
        return
    result: dict[str, Any] = {"indexes": [], "encoded": 0, "reused": 0}
    encoders = list(dict.fromkeys((VECTORS, *_current(workspace))))
    for place, id in enumerate(encoders):
        encoder = open_encoder(workspace, id)
        looking = at(place / len(encoders), f"Looking up the names of {there.title}")
        known = yield from follow(partial(known_rows, workspace, [there], encoder), looking)
        if known is None and id != VECTORS:  # it is read when somebody searches with it
            continue
        written = write_rows(workspace, coming, encoder, texts, known)
        del known  # but for the one who writes, who lets go of it once all names have their rows
        made = yield from result_of(stage(written, place / len(encoders), (place + 1) / len(encoders)))
        result["indexes"].append(made["index"])
        if id == VECTORS:
            result |= {"encoded": made["encoded"], "reused": made["reused"]}
    yield Finished(result)


def make_all_searchable(workspace: Workspace, encoder: str, slugs: Collection[str] | None = None) -> Iterator[Event]:
    """Make these terminologies searchable, or every newest one; Finished with {"size"} in bytes.

    A terminology that is not in the workspace any more is passed over.
    """
    size = 0
    chosen = [one for one in all_terminologies(workspace) if (not one.newer if slugs is None else one.slug in slugs)]
    for place, terminology in enumerate(chosen):
        give_back_memory()  # what the training, or the terminology before, has left in pieces
        making = make_searchable(workspace, terminology.slug, encoder)
        made = yield from result_of(stage(making, place / len(chosen), (place + 1) / len(chosen)))
        size += made["size"]
    yield Finished({"size": size})


def _current(workspace: Workspace) -> list[str]:
    """The id of the current encoder, where one was chosen."""
    with workspace.reading() as db:
        return [one.model for one in models.current_history(db)[:1]]

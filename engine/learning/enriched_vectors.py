"""Enriched vectors, from terminologies to a file: fill unknown words, ask a teacher, learn from synonyms, write."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import BadInput
from engine.events import Event, Finished, Progress
from engine.learning.selection.source import Source
from engine.learning.word_filling import filled
from engine.learning.word_names import WordNames
from engine.learning.word_rows import FittedNames, WordSettings, learn_words
from engine.models.open import VECTORS, open_encoder
from engine.models.transforms.cca import CCA
from engine.retrieval.encoding_cache import Remembered
from engine.terminology.importing import find
from engine.vectors.enriched_file import word_vectors
from engine.vectors.enriching import write_table
from engine.workspace import Workspace


def enrich(
    workspace: Workspace,
    out: Path,
    slugs: Sequence[str],
    fitted_on: Sequence[str] = (),
    teacher: str = "",
    settings: WordSettings | None = None,
) -> Iterator[Event]:
    """Write to `out` the shipped vectors with words that learnt from the names of these terminologies.

    `fitted_on` are those among them whose names say which directions matter (default: all). `teacher` is the id of an
    encoder whose row of each word stands beside the vectors' own. Held-out concepts are not learnt from. Ends with
    Finished({"names", "words", "share", "bytes", "loss"}). Raises BadInput or NotFound.
    """
    settings = settings or WordSettings()
    if settings.dim % 2:
        raise BadInput(f"{settings.title}: dim must be even, not {settings.dim}.")
    if strange := sorted(set(fitted_on) - set(slugs)):
        raise BadInput(
            f"“{strange[0]}” is to be fitted on, but not among the terminologies to learn from; name it too."
        )
    versions = {slug: find(workspace, slug) for slug in slugs}
    yield Progress(0, 0, "Reading the names")
    names = WordNames.of([Source.of_workspace(workspace, slug) for slug in versions], settings.most_words)
    chosen = np.isin(names.terminologies, list(fitted_on or versions))
    if not chosen.any():
        raise BadInput("The terminologies to fit on have no concept with several names; name others.")
    base = word_vectors(out.parent, VECTORS)
    places = {word: place for place, word in enumerate(base.words)}
    own, _ = base.rows(names.tokens)
    yield Progress(0, 0, f"Filling in {len(names.tokens):,} words")
    first = filled(names, own, np.array([places.get(token, -1) for token in names.tokens]))
    if teacher:
        lettered = np.array([token[0].isalpha() for token in names.tokens])
        words = [token for token, found in zip(names.tokens, lettered, strict=True) if found]
        rows = Remembered(open_encoder(workspace, teacher).encode)
        yield from rows.read(words)
        beside = np.zeros((len(names.tokens), settings.teacher_numbers), np.float32)
        beside[lettered] = _taught(rows(words), settings, own[[token in places for token in names.tokens]])
        first = np.hstack([first, beside])
    into = _directions(names, first, chosen, settings.dim)
    result: dict[str, Any] = {}
    for event in learn_words(names, (first @ into).astype(np.float32), settings, chosen):
        if isinstance(event, Finished):
            result = event.result
        else:
            yield event
    about = {
        "base": VECTORS,
        "base_sha256": base.sha256,
        "learnt_from": [
            {"title": one.title, "version": one.version, "licence": one.licence, "fingerprint": one.fingerprint}
            for one in versions.values()
        ],
        "fitted_on": list(fitted_on),
        "teacher": teacher,
        "teacher_sha256": open_encoder(workspace, teacher).sha256 if teacher else "",
        "settings": settings.to_dict(),
        "names": len(names.classes),
    }
    often = np.bincount(names.counts.indices, minlength=len(names.tokens))
    made = write_table(out, names.tokens, result["rows"], own, into[: base.dim], often, settings.table, about)
    yield Finished({"names": len(names.classes), **made, "loss": result["loss"]})


def _directions(names: WordNames, words: np.ndarray, chosen: np.ndarray, dim: int) -> np.ndarray:
    """The `dim` directions in which concepts agree most, [d, dim] float32, scaled so that words keep their lengths."""
    into = CCA().fit(FittedNames.of(names, words, chosen))["map"][:, :dim]
    spread = float(np.square(words @ into).sum(axis=1).mean())
    if into.shape[1] < dim:
        raise BadInput(f"Rows of {words.shape[1]} numbers have no {dim} directions; choose fewer dimensions.")
    return (into * np.sqrt(float(np.square(words).sum(axis=1).mean()) / spread)).astype(np.float32)


def _taught(rows: np.ndarray, settings: WordSettings, own: np.ndarray) -> np.ndarray:
    """The teacher's rows of words [words, k] along their strongest directions but the first, as long as `own` ones
    times the teacher's weight."""
    centred = rows - rows.mean(axis=0)
    axes = np.linalg.eigh(centred.T @ centred)[1][:, ::-1][:, 1 : 1 + settings.teacher_numbers]
    found = centred @ axes
    size = np.sqrt(np.square(own).sum(axis=1).mean() / np.square(found).sum(axis=1).mean())
    return (found * (settings.teacher_weight * size)).astype(np.float32)

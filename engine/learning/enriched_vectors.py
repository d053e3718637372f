"""Enriched vectors, from terminologies to a file: fill unknown words, ask a teacher, learn from synonyms, write."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from engine.errors import BadInput
from engine.events import Event, Finished, Progress, result_of
from engine.learning.selection.source import Source
from engine.learning.word_filling import filled
from engine.learning.word_names import WordNames
from engine.learning.word_rows import FittedNames, WordSettings, learn_words
from engine.learning.word_teachers import WordTeacher, places_of
from engine.models.open import VECTORS, open_encoder
from engine.models.transforms.cca import CCA
from engine.terminology.lookup import find
from engine.vectors.enriched_file import word_vectors
from engine.vectors.enriching import write_table
from engine.workspace import Workspace


def enrich(
    workspace: Workspace,
    out: Path,
    slugs: Sequence[str],
    fitted_on: Sequence[str] = (),
    teachers: Sequence[str] = (),
    settings: WordSettings | None = None,
) -> Iterator[Event]:
    """Write to `out` the shipped vectors with words that learnt from the names of these terminologies.

    `fitted_on` are those among them whose names say which directions matter (default: all). `teachers` are the ids of
    encoders whose rows of each word stand beside the vectors' own. Held-out concepts are not learnt from. Ends with
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
    own, _ = base.rows(names.tokens)
    yield Progress(0, 0, f"Filling in {len(names.tokens):,} words")
    place = places_of(base.words, names.tokens)
    first = filled(names, own, place)
    length = float(np.square(own[place >= 0]).sum(axis=1).mean())
    taught_by = {id: open_encoder(workspace, id) for id in teachers}
    for encoder in taught_by.values():
        teacher = WordTeacher(encoder, names)
        yield from teacher.read()
        first = np.hstack([first, teacher.rows(settings, length)])
    into = _directions(names, first, chosen, settings.dim)
    result = yield from result_of(learn_words(names, (first @ into).astype(np.float32), settings, chosen))
    about = {
        "base": VECTORS,
        "base_sha256": base.sha256,
        "learnt_from": [
            {"title": one.title, "version": one.version, "licence": one.licence, "fingerprint": one.fingerprint}
            for one in versions.values()
        ],
        "fitted_on": list(fitted_on),
        "teachers": {id: encoder.sha256 for id, encoder in taught_by.items()},
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

"""The ways to vectors of one's own, each as a generator of events that ends with the new encoder's id."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from engine.events import Event, Finished, Progress, result_of, stage
from engine.vectors.ids import id_of

if TYPE_CHECKING:
    from engine.jobs.job import Job

COMPACTING = 0.95  # the share of training vectors that is done when they are compacted


def _taken_in(job: Job) -> Iterator[Event]:
    """A file of vectors, copied into the workspace."""
    from engine.vectors.adding import added

    path = Path(job.recipe["file"])
    return added(path, _place(job, "".join(path.suffixes[-2:])))


def _trained(job: Job) -> Iterator[Event]:
    """FastText trained on a person's corpora, then compacted."""
    from engine.vectors import compact, train_vectors
    from engine.vectors.settings import VectorSettings
    from engine.vectors.terms import term_lines

    full = job.checkpoint.with_suffix(".bin")
    corpora = [Path(corpus) for corpus in job.recipe["corpora"]]
    lines = term_lines(job.workspace, job.recipe.get("terminologies", []))
    try:
        trained = train_vectors(corpora, full, VectorSettings(**job.recipe.get("settings", {})), lines)
        yield from result_of(stage(trained, 0, COMPACTING))
        out = _place(job, ".safetensors")
        yield from result_of(stage(compact(full, out), COMPACTING, 1))
    finally:
        full.unlink(missing_ok=True)
    yield _made(job, out)


def _named(job: Job) -> Iterator[Event]:
    """Vectors of names and concepts in annotated text."""
    from engine.vectors.names_file import train_names
    from engine.vectors.settings import VectorSettings

    out = _place(job, ".safetensors")
    annotated, corpora = ([Path(path) for path in job.recipe[key]] for key in ("annotated", "corpora"))
    settings = VectorSettings(**{"dim": 200, **job.recipe.get("settings", {})})
    made = yield from result_of(train_names(annotated, out, job.recipe["model"], settings, corpora))
    yield _made(job, out, **made)


def _spelled(job: Job) -> Iterator[Event]:
    """Vectors of how the names of terminologies are spelt."""
    from engine.vectors.lexical_file import fit_lexical
    from engine.vectors.terms import term_names

    yield Progress(0, 0, "Reading the names")
    texts, out = term_names(job.workspace, job.recipe["fitted_on"]), _place(job, ".safetensors")
    yield Progress(0, 0, f"Fitting on {len(texts):,} names")
    vectors = fit_lexical(out, texts, job.recipe["fitted_on"], job.recipe["dim"])
    yield _made(job, out, dim=vectors.dim)


def _fused(job: Job) -> Iterator[Event]:
    """Vectors of several parts side by side."""
    from engine.vectors.fused_file import fuse
    from engine.vectors.terms import term_names

    fitted_on, centre = job.recipe["fitted_on"], job.recipe["centre"]
    out = _place(job, ".safetensors" if centre else ".json")
    texts = term_names(job.workspace, fitted_on) if centre else []
    fused = fuse(out, job.recipe["parts"], job.recipe["weights"], centre, 0, texts, fitted_on)
    yield _made(job, out, dim=(yield from result_of(fused))["dim"])


def _enriched(job: Job) -> Iterator[Event]:
    """The shipped vectors with words that learnt from synonyms."""
    from engine.learning.enriched_vectors import enrich
    from engine.learning.word_rows import WordSettings

    out, recipe = _place(job, ".safetensors"), job.recipe
    settings = WordSettings.from_dict(recipe["settings"])
    enriched = enrich(job.workspace, out, recipe["learns_from"], teachers=recipe["teachers"], settings=settings)
    yield _made(job, out, **(yield from result_of(enriched)))


def _transformer(job: Job) -> Iterator[Event]:
    """A transformer of this computer as vectors; nothing is fetched."""
    from engine.vectors.transformer_file import add_model

    out = _place(job, ".json")
    yield Progress(0, 0, "Opening the model")
    vectors = add_model(out, job.recipe["transformer"], job.recipe["pooling"], "auto", fetch=False)
    yield _made(job, out, dim=vectors.dim)


WAYS: dict[str, Callable[[Job], Iterator[Event]]] = {  # by the field of a recipe that tells which way it is
    "file": _taken_in,
    "annotated": _named,
    "learns_from": _enriched,
    "dim": _spelled,
    "parts": _fused,
    "transformer": _transformer,
    "corpora": _trained,
}


def make_vectors(job: Job) -> Iterator[Event]:
    """Vectors as the recipe says; Finished with {"encoder", "size", …}."""
    # annotated text may have corpora beside it, any other field belongs to one way alone
    way = "annotated" if "annotated" in job.recipe else next(field for field in WAYS if field in job.recipe)
    return WAYS[way](job)


def _place(job: Job, ending: str) -> Path:
    return job.workspace.folder / "vectors" / f"{job.recipe['name']}{ending}"


def _made(job: Job, out: Path, **more: object) -> Finished:
    return Finished({**more, "encoder": id_of(out), "size": out.stat().st_size})

"""What a run can be: each kind of long work as a generator of events. A new kind is one line in WORK."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.events import Event, Finished, Progress
from engine.workspace import Workspace


@dataclass(frozen=True)
class Job:
    """A run as its work sees it; `checkpoint` is where it may keep what a resumed run goes on from."""

    workspace: Workspace
    run: int
    recipe: dict[str, Any]
    checkpoint: Path


def _init(job: Job) -> Iterator[Event]:
    from engine import importing

    return importing.sample_workspace(job.workspace)


def _import(job: Job) -> Iterator[Event]:
    from engine import importing

    return importing.import_file(job.workspace, job.recipe)


def _index(job: Job) -> Iterator[Event]:
    from engine import importing

    return importing.build_indexes(job.workspace, job.recipe)


def _train(job: Job) -> Iterator[Event]:
    from engine import fitting

    return fitting.fit(job.workspace, job.recipe, job.checkpoint, job.run)


def _vectors(job: Job) -> Iterator[Event]:
    """Train fastText on a person's corpora, then compact it into the workspace's vectors; or take in a file of them."""
    if "file" in job.recipe:
        from engine.vectors.adding import added

        path = Path(job.recipe["file"])
        return added(path, job.workspace.folder / "vectors" / f"{job.recipe['name']}{''.join(path.suffixes[-2:])}")
    return _trained_vectors(job)


def _trained_vectors(job: Job) -> Iterator[Event]:
    from engine.vectors import compact, train_vectors
    from engine.vectors.settings import VectorSettings
    from engine.vectors.terms import term_lines

    full = job.checkpoint.with_suffix(".bin")
    corpora = [Path(corpus) for corpus in job.recipe["corpora"]]
    lines = term_lines(job.workspace, job.recipe.get("terminologies", []))
    try:
        for event in train_vectors(corpora, full, VectorSettings(**job.recipe.get("settings", {})), lines):
            if isinstance(event, Progress):
                yield event
        out = job.workspace.folder / "vectors" / f"{job.recipe['name']}.safetensors"
        for event in compact(full, out):
            if isinstance(event, Progress):
                yield event
    finally:
        full.unlink(missing_ok=True)
    yield Finished({"encoder": f"vectors:{job.recipe['name']}", "size": out.stat().st_size})


def _normalise(job: Job) -> Iterator[Event]:
    """Answer the mentions of a file and keep the answers, so that people can decide about them."""
    from engine.kept_answers import KeptAnswers
    from engine.normalising import Asked, normalised

    asked = Asked.from_dict(job.recipe)
    kept = KeptAnswers(job.workspace, job.run, asked)
    for event in normalised(job.workspace, asked, kept):
        yield Finished({"normalisation": kept.finish(), **event.result}) if isinstance(event, Finished) else event


def _map(job: Job) -> Iterator[Event]:
    from engine.maps import MapAsked
    from engine.maps.making import draw

    return draw(job.workspace, MapAsked.from_dict(job.recipe))


def _compare(job: Job) -> Iterator[Event]:
    """Encoders on every task over a terminology, or on a list of names."""
    from engine import comparison, comparison_queries, importing
    from engine.ranking import Ranker

    ranker, slug, ids = Ranker(job.workspace), job.recipe["terminology"], job.recipe["encoders"]
    if "names" not in job.recipe:
        yield from comparison.compare(job.workspace, ranker.indexes, ids, slug)
        return
    chosen = importing.known(job.workspace) if slug == "all" else [importing.find(job.workspace, slug)]
    yield from comparison_queries.compare_names(ranker, chosen, slug, ids, job.recipe["names"])


def _place(job: Job) -> Iterator[Event]:
    from engine.placing.proposing import propose

    return propose(job.workspace, job.recipe, job.run)


def _levels(job: Job) -> Iterator[Event]:
    from engine.placing.levels import measure

    return measure(job.workspace, job.recipe)


WORK: dict[str, Callable[[Job], Iterator[Event]]] = {
    "init": _init,
    "import": _import,
    "index": _index,
    "train": _train,
    "vectors": _vectors,
    "normalise": _normalise,
    "place": _place,
    "levels": _levels,
    "compare": _compare,
    "map": _map,
}


def follow_up(kind: str, result: dict[str, Any]) -> tuple[str, str, dict[str, Any]] | None:
    """The run that comes of itself after a finished one, as (kind, title, recipe): a new encoder is made searchable."""
    encoder = result.get("version") if kind == "train" else result.get("encoder") if kind == "vectors" else None
    return ("index", f"Making {encoder} searchable", {"encoder": encoder}) if encoder else None

"""What a run can be: each kind of long work as a generator of events. A new kind is one line in KINDS."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engine.events import Event, Finished, result_of
from engine.jobs.job import Job


def _init(job: Job) -> Iterator[Event]:
    from engine.retrieval.searchable import make_searchable
    from engine.terminology import importing

    return importing.sample_workspace(job.workspace, make_searchable, empty=job.recipe.get("empty", False))


def _import(job: Job) -> Iterator[Event]:
    from engine.retrieval.searchable import make_searchable, prepare_update
    from engine.terminology import importing
    from engine.terminology.updating.update import update_file

    if job.recipe.get("update"):
        return update_file(job.workspace, job.recipe, prepare_update, make_searchable, job.run)
    return importing.import_file(job.workspace, job.recipe, make_searchable)


def _index(job: Job) -> Iterator[Event]:
    from engine.retrieval.searchable import make_all_searchable

    return make_all_searchable(job.workspace, job.recipe["encoder"], job.recipe.get("terminologies"))


def _train(job: Job) -> Iterator[Event]:
    from engine.evaluation.trained_model import train_and_measure
    from engine.learning.pipeline import complete

    return train_and_measure(job.workspace, complete(job.recipe), job.checkpoint, job.run)


def _vectors(job: Job) -> Iterator[Event]:
    from engine.jobs.vector_kinds import make_vectors

    return make_vectors(job)


def _normalise(job: Job) -> Iterator[Event]:
    """Answer the mentions of a file and keep the answers, so that people can decide about them."""
    from engine.normalisation.job import normalise_file
    from engine.normalisation.request import NormalisationRequest
    from engine.normalisation.store_sink import StoreSink

    request = NormalisationRequest.from_dict(job.recipe)
    sink = StoreSink(job.workspace, job.run, request, job.checkpoint)
    answered = yield from result_of(normalise_file(job.workspace, request, sink))
    yield Finished({"normalisation": sink.finish(), **answered})


def _recheck(job: Job) -> Iterator[Event]:
    from engine.normalisation.answered_otherwise import answered_otherwise
    from engine.normalisation.request import NormalisationRequest

    request = NormalisationRequest.from_dict(job.recipe["asked"])
    return answered_otherwise(job.workspace, job.recipe["normalisation"], request)


def _map(job: Job) -> Iterator[Event]:
    from engine.maps import MapRequest
    from engine.maps.making import draw

    return draw(job.workspace, MapRequest.from_dict(job.recipe))


def _compare(job: Job) -> Iterator[Event]:
    """Encoders on every task over a terminology, or on a list of names."""
    from engine.comparison.ranking_names import compare_names
    from engine.comparison.run import compare
    from engine.ranking.ranker import Ranker
    from engine.terminology.lookup import all_terminologies, chosen_among

    ranker, slug, ids = Ranker(job.workspace), job.recipe["terminology"], job.recipe["encoders"]
    if "names" not in job.recipe:
        yield from compare(job.workspace, ranker.indexes, ids, slug)
        return
    chosen = chosen_among(all_terminologies(job.workspace), slug)
    yield from compare_names(ranker, chosen, slug, ids, job.recipe["names"])


def _place(job: Job) -> Iterator[Event]:
    from engine.placement.proposing import propose

    return propose(job.workspace, job.recipe, job.run)


def _audit(job: Job) -> Iterator[Event]:
    from engine.placement.audit.run import keep_audit

    return keep_audit(job.workspace, job.recipe, job.run)


def _mapping(job: Job) -> Iterator[Event]:
    from engine.ranking.mapping.project import keep_suggestions

    return keep_suggestions(job.workspace, job.recipe, job.run, job.checkpoint)


def _remap(job: Job) -> Iterator[Event]:
    from engine.ranking.mapping.suggested_otherwise import suggested_otherwise

    return suggested_otherwise(job.workspace, job.recipe)


def _order(job: Job) -> Iterator[Event]:
    from engine.ranking.order_learning.deciding import learn_from_decisions

    return learn_from_decisions(job.workspace, job.recipe)


def _levels(job: Job) -> Iterator[Event]:
    from engine.placement.levels import measure

    return measure(job.workspace, job.recipe)


def _experiment(job: Job) -> Iterator[Event]:
    """An experiment in a folder of the run, with what earlier ones have measured; Finished with its folder."""
    from engine.experiments import run
    from engine.experiments.cells import take_over
    from engine.experiments.options import ExperimentOptions

    every = job.workspace.folder / "experiments"
    out = every / str(job.run)
    take_over(every, out)
    table = yield from result_of(run(job.workspace, ExperimentOptions.from_dict(job.recipe), out))
    yield Finished({"folder": f"experiments/{job.run}", "rows": len(table["rows"])})


KINDS: dict[str, Callable[[Job], Iterator[Event]]] = {
    "init": _init,
    "import": _import,
    "index": _index,
    "train": _train,
    "vectors": _vectors,
    "normalise": _normalise,
    "recheck": _recheck,
    "place": _place,
    "levels": _levels,
    "audit": _audit,
    "mapping": _mapping,
    "remap": _remap,
    "order": _order,
    "compare": _compare,
    "map": _map,
    "experiment": _experiment,
}


def follow_up(kind: str, job: Job, result: dict[str, Any]) -> tuple[str, str, dict[str, Any]] | None:
    """The run that comes after a finished one, as (kind, title, recipe); None where nothing does.

    A trained encoder reads the terminologies that it learnt from; any other is read when it is first looked at. New
    vectors read every one.
    """
    if kind == "vectors":
        return "index", f"Making {result['encoder']} searchable", {"encoder": result["encoder"]}
    if kind != "train":
        return None
    from engine.learning.learnt_from import terminologies_learnt_from
    from engine.learning.recipe import Recipe

    slugs = terminologies_learnt_from(job.workspace, Recipe.from_dict(job.recipe))
    version = result["version"]
    recipe = {"encoder": version, "terminologies": slugs}
    return ("index", f"Making {version} searchable", recipe) if slugs else None

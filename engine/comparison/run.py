"""Two to four encoders on the same questions: every task that the workspace can run, each branch, each name.

All differences are of the first encoder: positive means that the other one is better. Answers are kept by encoder, and
the whole comparison by the encoders together, so that the same question is never measured twice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from engine.comparison.bootstrap import correlated, side_by_side
from engine.comparison.branches import branch_rows, branches_of, codes_of
from engine.comparison.rank_changes import rank_changes
from engine.comparison.records import Comparison
from engine.comparison.scores import Numbers, Questions, answers, questions
from engine.errors import BadInput
from engine.evaluation.judged_sets import relatedness_sets
from engine.events import Event, Finished, Progress
from engine.models.open import OWN_VECTORS, VECTORS, encoder_sha256, find_model, open_encoder
from engine.retrieval.indexes import Indexes
from engine.terminology.lookup import find
from engine.workspace import Workspace
from store import models
from store.database import now
from store.files import sha256_of
from store.records.terminology import Terminology

STORED_AS = "comparison 2"  # the task that whole comparisons are kept under; the number changes with what they hold
FEWEST_ENCODERS, MOST_ENCODERS = 2, 4
SHOWN = {  # task -> its metrics that are shown, in order
    "retrieval": ("map", "accuracy", "mrr"),
    "coverage": ("coverage@10",),
    "bm25": ("map",),
    "levels": tuple(f"{metric} level {level}" for metric in ("map", "mrr") for level in (1, 2, 3, 4)),
}


def checked_encoders(ids: Sequence[str]) -> list[str]:
    """The encoders; BadInput unless they are two to four different ones."""
    if not FEWEST_ENCODERS <= len(set(ids)) <= MOST_ENCODERS or len(set(ids)) != len(ids):
        raise BadInput("Choose two to four different encoders to compare.")
    return list(ids)


def stored_comparison(workspace: Workspace, ids: Sequence[str], slug: str) -> Comparison | None:
    """The comparison if it was made before and nothing that it was made of has changed; else None."""
    terminology = find(workspace, slug)
    who, what = _key(workspace, checked_encoders(ids), terminology)
    with workspace.reading() as db:
        found = models.evaluation(db, who, STORED_AS, what)
    if found is None:
        return None
    # The weights, and what the terminology holds, may have other names by now: they are those asked for.
    return replace(_renamed(Comparison(**found.metrics), list(ids)), terminology=terminology.slug)


def compare(workspace: Workspace, indexes: Indexes, ids: Sequence[str], slug: str) -> Iterator[Event]:
    """Measure what is not known yet, and keep it; Finished with {"encoders", "terminology"} once `kept` has it."""
    ids, terminology = checked_encoders(ids), find(workspace, slug)
    outcome = {"encoders": ids, "terminology": slug}
    if stored_comparison(workspace, ids, slug) is not None:
        yield Finished(outcome)
        return
    yield Progress(0, 0, f"Drawing the questions from {terminology.title}")
    battery = questions(workspace, terminology)
    total, step = battery.parts * len(ids) + len(battery.tasks) + 1, 0
    found: dict[str, dict[str, Numbers]] = {one.task: {} for one in battery.tasks}
    for id in ids:
        yield Progress(step, total, f"Opening {id}")
        encoder = open_encoder(workspace, id)
        for one in battery.tasks:
            start = step
            for numbers in answers(workspace, indexes, terminology, encoder, one):
                step = min(step + 1, start + one.parts)
                found[one.task][id] = numbers
                yield Progress(step, total, f"{id}: {one.task}")
            step = start + one.parts
    made = yield from _made(workspace, terminology, ids, battery, found, step, total)
    who, what = _key(workspace, ids, terminology)
    with workspace.writing() as db:
        models.add_evaluation(db, who, STORED_AS, what, asdict(made))
    yield Finished(outcome)


def _made(
    workspace: Workspace,
    terminology: Terminology,
    ids: list[str],
    battery: Questions,
    found: dict[str, dict[str, Numbers]],
    step: int,
    total: int,
) -> Any:
    """Yields progress; returns the Comparison."""
    tasks: list[dict[str, Any]] = []
    for one in battery.tasks:
        yield Progress(step := step + 1, total, f"Intervals: {one.task}")
        by_id = found[one.task]
        for metric in SHOWN.get(one.task, tuple(by_id[ids[0]])):
            lines = {id: by_id[id][metric] for id in ids if metric in by_id[id]}
            if not lines:
                continue
            counted, values, less = correlated(lines, one.judged) if one.judged is not None else side_by_side(lines)
            row = {"task": one.task, "metric": metric, "queries": counted, "values": values, "differences": less}
            tasks.append(row)
    branches: list[dict[str, Any]] = []
    changes: dict[str, dict[str, Any]] = {}
    left_out = list(battery.left_out)
    if "retrieval" in found:
        yield Progress(step + 1, total, "Branch by branch")
        precision = {id: numbers["map"] for id, numbers in found["retrieval"].items()}
        codes = codes_of(workspace, terminology, battery.names)
        branches = branch_rows(branches_of(workspace, terminology, codes), precision)
        if not branches:
            left_out.append("Branches: the terminology has no hierarchy.")
        first = {id: numbers["first"] for id, numbers in found["retrieval"].items()}
        changes = rank_changes(workspace, terminology, battery.names.queries, codes, first)
    return Comparison(
        ids,
        {id: encoder_sha256(workspace, id) for id in ids},
        terminology.slug,
        terminology.version,
        len(battery.names.own),
        battery.names.of,
        len(battery.names.texts),
        tasks,
        branches,
        changes,
        left_out,
        [id for id in ids if saw_held_out(workspace, id)],
        now(),
    )


def saw_held_out(workspace: Workspace, id: str) -> bool:
    """Whether a recipe in an encoder's lineage trained on the concepts that the workspace keeps for evaluation."""
    while id != VECTORS and not id.startswith(OWN_VECTORS):
        recipe = find_model(workspace, id).recipe
        if recipe.get("data", {}).get("held_out") == "trained":
            return True
        id = recipe["input"]
    return False


def _key(workspace: Workspace, ids: Sequence[str], terminology: Terminology) -> tuple[str, str]:
    """What a comparison is kept under: the encoders, and all that is asked of them."""
    sets = [f"{path.stem} {sha256_of(path)}" for path in relatedness_sets(workspace)]
    who = "\t".join(encoder_sha256(workspace, id) for id in ids)
    what = "\n".join([terminology.fingerprint, workspace.salt, *sets])
    return hashlib.sha256(who.encode()).hexdigest(), hashlib.sha256(what.encode()).hexdigest()


def _renamed(made: Comparison, ids: list[str]) -> Comparison:
    if made.encoders == ids:
        return made
    new = dict(zip(made.encoders, ids, strict=True))

    def over(value: Any) -> Any:
        if isinstance(value, Mapping):
            return {new.get(key, key): over(entry) for key, entry in value.items()}
        return [over(entry) for entry in value] if isinstance(value, list) else value

    facts = asdict(made)
    changed = {key: over(facts[key]) for key in ("sha256", "tasks", "branches", "moved")}
    return Comparison(**{**facts, **changed, "encoders": ids, "seen": [new[id] for id in made.seen]})

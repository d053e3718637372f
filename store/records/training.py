"""Runs of jobs and what trainings make, as frozen dataclasses: versions, which is current, and how good they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

QUEUED, RUNNING, COMPLETED = "queued", "running", "done"
FAILED, CANCELLED, INTERRUPTED = "failed", "cancelled", "interrupted"
UNFINISHED = (QUEUED, RUNNING)
STOPPED = (FAILED, CANCELLED, INTERRUPTED)  # and can be taken up again
CURRENT = "current"  # in place of an encoder's id: the one that is current now


@dataclass(frozen=True)
class JobRun:
    """One execution of a job of any kind in a child process: what is asked of it, how far it is, and what came of it.

    `kind` is one of `engine.jobs.kinds`, as init, train or normalise; `recipe` what the job is asked to do: of a
    training its Recipe, of another kind its settings.
    """

    id: int
    kind: str
    title: str
    recipe: dict[str, Any]
    status: str
    step: int
    total: int
    message: str
    metrics: dict[str, Any]
    curve: list[dict[str, float]]
    error: str
    result: dict[str, Any]
    created: str
    started: str
    finished: str
    eta: float | None = None


@dataclass(frozen=True)
class ModelVersion:
    """A trained encoder, frozen: what made it, where its weights lie, and how good it was."""

    id: str
    name: str
    recipe: dict[str, Any]
    parent: str
    data_fingerprint: str
    metrics: dict[str, Any]
    artefact: str
    sha256: str
    size: int
    created: str
    run: int | None = None


@dataclass(frozen=True)
class CurrentModel:
    """Who made which encoder current, when and why."""

    model: str
    who: str
    when: str
    reason: str


@dataclass(frozen=True)
class Evaluation:
    """The metrics of an encoder on a task."""

    encoder: str
    task: str
    data: str
    metrics: dict[str, Any]
    created: str

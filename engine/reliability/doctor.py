"""A workspace looked over: permissions, database, backups, artefacts, indexes, runs, left-behind files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

from engine.errors import NomenclatorError
from engine.errors.unforeseen import explained, obstacle
from engine.models.open import encoder_sha256
from engine.reliability.diagnosis import Diagnosis
from engine.reliability.machine import machine_findings
from engine.retrieval.index_form import form_of
from engine.workbench import Backups, Workbench
from engine.workspace import DATABASE
from store import history, lock_holder, models, terminologies
from store.files import open_to_others, sha256_of

LOOK_AGAIN = "Do as it says, and look again."
RESTORE = "Put a good copy back: “restore”, then “restore --in-place”."


def examine(folder: Path) -> list[Diagnosis]:
    """What was looked at, and what to do about each thing that is wrong; the workspace is only read."""
    findings = list(machine_findings(folder))
    backups = Backups(folder)
    findings += _guarded("database and backups", lambda: _database(backups))
    if (folder / DATABASE).exists():
        findings += _guarded("permissions", lambda: _permissions(folder))
    try:
        workbench = Workbench(folder, create=False, read_only=True)
    except NomenclatorError as problem:
        return [*findings, Diagnosis("workspace", str(problem), LOOK_AGAIN)]
    for what, examine_part in (
        ("history", _history),
        ("artefacts", _artefacts),
        ("indexes", _indexes),
        ("runs", _runs),
        ("left behind", _left_behind),
    ):
        findings += _guarded(what, partial(examine_part, workbench))
    return findings


def _guarded(what: str, examine_part: Callable[[], Iterator[Diagnosis]]) -> list[Diagnosis]:
    """What a look found; where it cannot be had, that is a finding."""
    try:
        return list(examine_part())
    except (NomenclatorError, OSError) as problem:
        return [Diagnosis(what, str(explained(problem)), LOOK_AGAIN)]


def _database(backups: Backups) -> Iterator[Diagnosis]:
    found = backups.verify()
    rows = ", ".join(f"{number:,} {table}" for table, number in found.counts.items() if number)
    yield Diagnosis("database", found.damage[0] if found.damage else f"whole: {rows}", RESTORE if found.damage else "")
    broken = [one for one in found.backups if one.damage]
    for one in broken:
        yield Diagnosis(f"backup {one.number}", one.damage[0], f"Delete {one.file}, and make a new one with “backup”.")
    for file in found.unusable:
        yield Diagnosis(
            "backup", f"{file} is cut short, or its record cannot be read", "Delete it, and make a new one."
        )
    whole = [one for one in found.backups if not one.damage]
    newest = f", the newest of {whole[-1].made[:10]}" if whole else ""
    lacks = not whole and found.counts.get("history", 0) > 0
    yield Diagnosis("backups", f"{len(whole)} whole{newest}", "Make one with “backup”." if lacks else "")


def _permissions(folder: Path) -> Iterator[Diagnosis]:
    database = folder / DATABASE
    if why := obstacle(folder, database):
        yield Diagnosis("permissions", why, "Until then it opens for reading only.")
        return
    others = open_to_others(folder)
    remedy = f"Start the window once, or run: chmod -R go-rwx {folder}" if others else ""
    found = f"{len(others)} files are open to others, {others[0]} first" if others else "yours alone"
    yield Diagnosis("permissions", found, remedy)
    writer = lock_holder.lock_holder(database)
    if writer:
        yield Diagnosis("lock", f"{lock_holder.describe(writer)} writes now")


def _history(workbench: Workbench) -> Iterator[Diagnosis]:
    with workbench.workspace.reading() as db:
        gaps, last = history.gaps(db), history.last_id(db)
    found = f"{len(gaps)} entries are missing, {gaps[0]} first" if gaps else f"{last:,} entries without a gap"
    yield Diagnosis("history", found, RESTORE if gaps else "")


def _artefacts(workbench: Workbench) -> Iterator[Diagnosis]:
    folder = workbench.workspace.folder
    with workbench.workspace.reading() as db:
        versions = models.all_models(db)
    for model in versions:
        path = folder / model.artefact
        if not path.is_file() or sha256_of(path) != model.sha256:
            found = "its weights are missing" if not path.is_file() else "its weights are not what was saved"
            remedy = f"Put {path} back, or delete the version: models delete {model.id} --yes."
            yield Diagnosis(f"version {model.id}", found, remedy)
    yield Diagnosis("versions", f"{len(versions)}")


def _indexes(workbench: Workbench) -> Iterator[Diagnosis]:
    folder = workbench.workspace.folder
    with workbench.workspace.reading() as db:
        rows = models.indexes(db)
        slugs = {one.fingerprint: one.slug for one in terminologies.all_terminologies(db)}
        names = {}
        for choice in workbench.rankings.encoders():
            with suppress(NomenclatorError):
                names[encoder_sha256(workbench.workspace, choice.id, db)] = choice.id
    for row in rows:
        path = folder / row["path"]
        if not path.is_file():
            continue
        if sha256_of(path) != row["sha256"]:
            remedy = f"Delete {path}; it is built again when needed."
            yield Diagnosis(f"index {path.name}", "not what was written", remedy)
            continue
        of, under = slugs.get(row["terminology"], "no terminology"), names.get(row["encoder"], "no encoder")
        yield Diagnosis(f"index of {of} under {under}", form_of(path, row["rows"]))
    yield Diagnosis("indexes", f"{len(rows)}")


def _runs(workbench: Workbench) -> Iterator[Diagnosis]:
    gone = workbench.jobs.gone()
    for run in workbench.jobs.runs(limit=50):
        if run.status == "interrupted" or run.id in gone:
            yield Diagnosis(f"run {run.id}", f"{run.title} was interrupted", f"Take it up with “resume {run.id}”.")


def _left_behind(workbench: Workbench) -> Iterator[Diagnosis]:
    found = workbench.leftovers.find()
    size = sum(one.size for one in found) / 1e6
    more = f", {size:,.1f} MB; the window sweeps them when it starts" if found else ""
    yield Diagnosis("left behind", f"{len(found)} files{more}")

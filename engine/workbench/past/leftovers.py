"""What killed processes and finished work left in a workspace: found, and swept where nobody can need it any more."""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from engine.errors.log import note
from engine.jobs.process import process_identity
from engine.retrieval.compact_file import compact_path
from engine.retrieval.inverted_file import inverted_path
from engine.workbench.normalisations.mentions import is_answered, text_folders
from engine.workspace import DATABASE, Workspace, index_start
from store import backup, database, models, normalisations, runs, terminologies
from store.records.training import CANCELLED, COMPLETED, INTERRUPTED, STOPPED, UNFINISHED, JobRun
from store.sqlite import Database

HOUR, DAY = 3600.0, 24 * 3600.0
CHECKPOINT_DAYS = 30  # how long a cancelled run or experiment can be taken up again
UPLOAD_DAYS = 30  # how long a file stays that a stopped run would read again
WRITER = re.compile(r"\.(\d+)-[0-9a-f]+\.part$")  # the process that was writing the file
PASSING = (".vectors-*", ".names-*")  # folders of a training of vectors


@dataclass(frozen=True)
class Leftover:
    """A file or folder that nobody needs, its size in bytes, and why it is there."""

    path: str
    size: int
    why: str


class Leftovers:
    """Finds and sweeps what was left behind. Two windows may do so at once, and while others write."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def find(self) -> list[Leftover]:
        """What could be swept now. Files that a process may still be writing, or a run may still need, are none."""
        return [Leftover(str(path), _size(path), why) for path, why in self._found() if os.path.lexists(path)]

    def sweep(self) -> list[Leftover]:
        """Deletes what was left behind; what of it is gone. Nothing where the workspace cannot be written."""
        if self._workspace.obstacle:
            return []
        swept = []
        for one in self.find():
            path = Path(one.path)
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                with suppress(OSError):
                    path.unlink()
            if not os.path.lexists(path):
                swept.append(one)
                note(self._workspace.folder, f"swept {path.name}: {one.why}")
        return swept

    def _found(self) -> Iterator[tuple[Path, str]]:
        folder = self._workspace.folder
        with self._workspace.reading() as db:
            all_runs = runs.newest(db, 1_000_000)
            weights = {model.artefact for model in models.all_models(db)}
            indexes = {row["path"] for row in models.indexes(db)}
            starts = set(map(index_start, terminologies.fingerprints(db)))
        known = {run.id: run for run in all_runs}
        for part in _inside(folder):
            if (part.match(".*.part") or part.match(".*.part-*")) and _is_ended(part):
                yield part, "its writer ended before it was whole"
        yield from self._of_runs(folder / "runs", known)
        yield from self._of_texts()
        yield from self._of_experiments(folder / "experiments", known)
        for prepared in folder.glob("restored-*.db*"):
            if _age(prepared) > DAY:
                yield prepared, "a backup that was looked at and not put in place"
        for unpacked in (folder / "models").glob(".import-*"):
            if _age(unpacked) > DAY:
                yield unpacked, "an import of a model version that ended before it was whole"
        if any(run.status in UNFINISHED for run in all_runs):
            return  # a run may have written its file and not yet its row
        for path in _inside(folder):
            if any(path.match(place) for place in PASSING) and _age(path) > DAY:
                yield path, "a training of vectors that ended"
        weights |= self._in_backups(lambda db: {model.artefact for model in models.all_models(db)})
        for path in sorted((folder / "models").glob("*.safetensors")):
            if f"models/{path.name}" not in weights and _age(path) > DAY:
                yield path, "weights of no version, here or in a backup"
        yield from self._of_indexes(folder / "indexes", indexes)
        yield from self._of_terminologies(folder / "indexes", starts)

    def _of_indexes(self, folder: Path, known: set[str]) -> Iterator[tuple[Path, str]]:
        """Index files of no terminology or encoder that is there, and shards of an index that nobody went on with."""
        known = known | {str(beside(Path(path))) for path in known for beside in (compact_path, inverted_path)}
        files = [one for kind in ("*.npy", "*-int8.safetensors", "*-lists.faiss") for one in folder.glob(kind)]
        for path in sorted(files):
            if f"indexes/{path.name}" not in known and _age(path) > DAY:
                yield path, "an index that no terminology has; it is built again when it is needed"
        for path in sorted(folder.glob(".shards-*/*.npy")):
            if _age(path) > CHECKPOINT_DAYS * DAY:
                yield path, "names encoded for an index that was not finished"

    def _of_terminologies(self, folder: Path, known: set[str]) -> Iterator[tuple[Path, str]]:
        """Words and keys of no version of a terminology, and calibrations, whose names do not tell what they are of.

        known: what the names of files of a version begin with, of every version.
        """
        for path in sorted(one for kind in ("*-words-*.npz", "*-keys-*.json") for one in folder.glob(kind)):
            if path.name.partition("-")[0] not in known and _age(path) > DAY:
                yield path, "words or keys of no terminology; they are made again when they are needed"
        for path in sorted(folder.glob("calibration-*.json")):
            if _age(path) > CHECKPOINT_DAYS * DAY:
                yield path, "an old calibration; it is made again when it is needed"

    def _of_runs(self, folder: Path, known: dict[int, JobRun]) -> Iterator[tuple[Path, str]]:
        """Checkpoints, uploads and lists of names that no run will read again."""
        for path in sorted(folder.glob("*")):
            number = int(path.name.partition(".")[0]) if path.name.partition(".")[0].isdigit() else 0
            run = known.get(number)
            cancelled = run is not None and run.status == CANCELLED and _age(path) > CHECKPOINT_DAYS * DAY
            over = (run is None or run.status == COMPLETED) and _age(path) > HOUR
            if path.suffix == ".checkpoint" and (over or cancelled):
                yield path, "a checkpoint of a run that is over"
            elif path.suffix == ".log" and (run is None or run.status not in UNFINISHED) and _age(path) > DAY:
                yield path, "a log of a run; the workspace has one log now"
            elif path.name.startswith(("upload-", "names-")) and _age(path) > DAY:
                readers = [one for one in known.values() if _names(one, path)]
                waiting = [one for one in readers if one.status != COMPLETED]
                if not waiting or (_age(path) > UPLOAD_DAYS * DAY and all(r.status not in UNFINISHED for r in waiting)):
                    yield path, "a file that was uploaded and has been read"

    def _of_texts(self) -> Iterator[tuple[Path, str]]:
        """Uploaded and pasted mentions that no answers have as their file, here or in a backup, and no run reads."""
        unread = []
        with self._workspace.reading() as db:
            sources = normalisations.sources(db)
            for path in text_folders(self._workspace):
                stopped = STOPPED if _age(path) <= UPLOAD_DAYS * DAY else (INTERRUPTED,)
                readers = runs.naming(db, path.name, (*UNFINISHED, *stopped))
                if _age(path) > DAY and not readers and not is_answered(path, sources):
                    unread.append(path)
        copied = self._in_backups(normalisations.sources) if unread else set()
        for path in unread:
            if not is_answered(path, copied):
                yield path, "mentions that were uploaded or pasted, and have no answers"

    def _of_experiments(self, folder: Path, known: dict[int, JobRun]) -> Iterator[tuple[Path, str]]:
        """Folders of experiments that nobody will open or go on with, and what their trainings kept to go on from.

        The tables of a finished run stay, and so do its cells, which later runs take over.
        """
        for path in sorted(one for one in folder.glob("*") if one.is_dir() and one.name.isdigit()):
            run = known.get(int(path.name))
            if run is None:
                if _age(path) > DAY:
                    yield path, "an experiment that no run of this workspace is"
            elif run.status == CANCELLED and _newest(path) > CHECKPOINT_DAYS * DAY:
                yield path, "an experiment that was cancelled and not taken up again"
            elif run.status == COMPLETED:
                for training in sorted(path.glob("cells/*.training*")):
                    if _age(training) > HOUR:
                        yield training, "a checkpoint of an experiment that is over"

    def _in_backups(self, needed: Callable[[Database], set[str]]) -> set[str]:
        """What of the workspace's files a restored backup would need."""
        found: set[str] = set()
        folder = self._workspace.backups
        for copy in backup.backups(folder) if folder.is_dir() else []:
            with suppress(Exception), database.reading(backup.path_of(folder, copy.number), read_only=True) as db:
                found |= needed(db)
        return found


def _names(run: JobRun, path: Path) -> bool:
    """Whether a run's recipe names a file, or one in the folder `path`."""
    texts = [value for value in run.recipe.values() if isinstance(value, str)]
    return any(text == str(path) or text.startswith(f"{path}/") or text.startswith(f"{path}\\") for text in texts)


def _is_ended(part: Path) -> bool:
    """Whether the process that was writing a file under a passing name can no longer be doing so."""
    written_by = WRITER.search(part.name)
    if written_by and _age(part) <= 7 * DAY:
        return _age(part) > HOUR and not process_identity(int(written_by[1]))
    return _age(part) > DAY and part.name != DATABASE


def _age(path: Path) -> float:
    """Seconds since a file was changed; 0 where it is gone or the clock was set back."""
    try:
        return max(0.0, time.time() - path.stat().st_mtime)
    except OSError:
        return 0.0


def _newest(folder: Path) -> float:
    """Seconds since anything in a folder was changed."""
    return min(map(_age, [folder, *_inside(folder)]))


def _size(path: Path) -> int:
    size = 0
    for file in _inside(path) if path.is_dir() else [path]:
        with suppress(OSError):  # another window has swept it meanwhile
            size += file.stat().st_size if file.is_file() else 0
    return size


def _inside(folder: Path) -> list[Path]:
    """Everything in a folder at any depth; unlike `Path.rglob`, while another window deletes from it."""
    return [Path(place, name) for place, folders, files in os.walk(folder) for name in (*folders, *files)]

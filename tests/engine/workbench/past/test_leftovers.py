"""What was left behind is swept, and nothing that somebody writes or may still need; files are the owner's alone."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from engine.errors import BadInput
from engine.errors.log import log_path
from engine.jobs import worker
from engine.models import versions
from engine.normalisation.request import NormalisationRequest
from engine.terminology import importing
from engine.workbench import Workbench
from engine.workspace import written_whole
from store import models, normalisations, runs
from tests.conftest import TERMS

ROOT = Path(__file__).parents[4]


def old(path: Path, days: float = 2) -> Path:
    """A file as if it was written days ago."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        path.write_bytes(b"rest")
    os.utime(path, (time.time() - days * 86_400,) * 2)
    return path


def swept(bench: Workbench) -> set[str]:
    return {Path(one.path).name for one in bench.leftovers.sweep()}


def ended_process() -> int:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    return process.pid


def test_nothing_of_a_whole_workspace_is_left_behind(workbench: Workbench) -> None:
    assert workbench.leftovers.find() == []


def test_two_uploads_of_one_name_share_no_file(workbench: Workbench) -> None:
    first, second = (workbench.terminologies.save_upload("terms.csv", text) for text in (b"one", b"two"))
    assert (first.read_bytes(), second.read_bytes()) == (b"one", b"two")
    assert (first.name, second.name) == ("terms.csv", "terms.csv")


def test_an_upload_goes_once_it_was_read_and_stays_while_a_run_may_read_it(workbench: Workbench) -> None:
    read, waiting, fresh = (workbench.terminologies.save_upload("terms.csv", TERMS.encode()) for _ in range(3))
    done = workbench.jobs.queue("import", "a", {"path": str(read), "name": "read"})
    worker.execute(workbench.workspace, done)
    stopped = workbench.jobs.queue("import", "b", {"path": str(waiting), "name": "waiting"})
    with workbench.workspace.writing() as db:
        runs.finish(db, stopped, "interrupted")
    for path in (read, waiting):
        old(path.parent)
    assert swept(workbench) == {read.parent.name}
    assert waiting.exists() and fresh.exists() and not read.parent.exists()


def test_half_written_files_of_ended_processes_go_and_those_of_living_ones_stay(workbench: Workbench) -> None:
    folder = workbench.workspace.folder / "indexes"
    dead, mine = (old(folder / f".a.npy.{pid}-00ff.part", 0.1) for pid in (ended_process(), os.getpid()))
    fresh = folder / f".b.npy.{ended_process()}-00ff.part"
    fresh.write_bytes(b"")
    with written_whole(folder / "c.npy") as temporary:
        old(temporary, 0.1)
        assert swept(workbench) == {dead.name}
        assert temporary.exists()
    assert mine.exists() and fresh.exists() and (folder / "c.npy").exists()
    (folder / "c.npy").unlink()


def test_weights_without_a_version_go_unless_a_backup_has_it_or_a_run_goes_on(workbench: Workbench) -> None:
    workspace = workbench.workspace
    recipe = {"preset": "few-shot", "labels": "places", "input": "vectors", "data": {}}
    kept, gone = (versions.save(workspace, recipe, {"w": np.ones(3, np.float32)}, {}, "f", None) for _ in range(2))
    with workspace.writing() as db:
        models.remove(db, gone.id)
    copy = workbench.backups.make()
    with workspace.writing() as db:
        models.remove(db, kept.id)
    for version in (kept, gone):
        old(workspace.folder / version.artefact)
    run = workbench.jobs.queue("train", "a training", {})
    assert swept(workbench) == set()
    with workspace.writing() as db:
        runs.finish(db, run, "done")
    assert swept(workbench) == {Path(gone.artefact).name}
    assert copy is not None and (workspace.folder / kept.artefact).exists()


def test_words_and_keys_stay_while_a_terminology_is_there_or_may_come_back(workbench: Workbench) -> None:
    """Those of deleted terminologies and of all older versions stayed in the workspace for ever."""
    folder = workbench.workspace.folder / "indexes"
    version = workbench.terminologies.all()[0].fingerprint[:16]
    known = [old(folder / f"{version}-{rest}", 40) for rest in ("words-00ff.npz", "keys-00ff.json")]
    gone = [old(folder / f"{'0' * 16}-{rest}") for rest in ("words-00ff.npz", "keys-00ff.json")]
    fresh = old(folder / f"{'1' * 16}-words-00ff.npz", 0.5)
    dictionary = old(folder / "dictionary-other-00ff.npz", 40)
    assert swept(workbench) == {path.name for path in gone}
    workbench.upkeep.delete("organs", "ann")
    assert swept(workbench) == set() and all(path.exists() for path in (*known, dictionary, fresh))
    workbench.upkeep.tidy()
    assert swept(workbench) == {path.name for path in known} and dictionary.exists()


def test_an_old_calibration_goes_unless_a_run_goes_on(workbench: Workbench) -> None:
    folder = workbench.workspace.folder / "indexes"
    gone, kept = old(folder / "calibration-00ff.json", 31), old(folder / "calibration-ff00.json", 29)
    run = workbench.jobs.queue("train", "a training", {})
    assert swept(workbench) == set()
    with workbench.workspace.writing() as db:
        runs.finish(db, run, "done")
    assert swept(workbench) == {gone.name} and kept.exists()


def test_what_cannot_be_deleted_is_not_said_to_be_swept(workbench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = workbench.workspace.folder / "indexes"
    open_elsewhere, free = old(folder / "a.npy"), old(folder / "b.npy")

    def unlink(path: Path, missing_ok: bool = False) -> None:
        if path == open_elsewhere:
            raise PermissionError(path)
        os.unlink(path)

    monkeypatch.setattr(Path, "unlink", unlink)
    assert swept(workbench) == {free.name}
    log = log_path(workbench.workspace.folder).read_text(encoding="utf-8")
    assert "swept b.npy" in log and "a.npy" not in log
    assert [Path(one.path) for one in workbench.leftovers.find()] == [open_elsewhere]


def answered(bench: Workbench, path: Path) -> int:
    """The number of the normalisation that answers a file."""
    run = bench.normalisation.queue(NormalisationRequest(str(path), "organs", "vectors"))
    assert worker.execute(bench.workspace, run).status == "done"
    return bench.normalisation.of_run(run) or 0


def test_texts_of_mentions_go_once_no_answers_and_no_run_need_them(workbench: Workbench) -> None:
    """Uploaded and pasted clinical texts stayed in the workspace for ever."""
    texts = {what: workbench.mentions.save(f"{what}.txt", what.encode()) for what in (
        "asthma", "queued", "interrupted", "cancelled", "cancelled long ago", "never answered", "fresh",
    )}  # fmt: skip
    answered(workbench, texts["asthma"])
    for what in ("queued", "interrupted", "cancelled", "cancelled long ago"):
        run = workbench.normalisation.queue(NormalisationRequest(str(texts[what]), "organs", "vectors"))
        with workbench.workspace.writing() as db:
            if what != "queued":
                runs.finish(db, run, what.partition(" ")[0])
    for what, path in texts.items():
        if what != "fresh":
            old(path.parent, 40 if what in ("asthma", "queued", "interrupted", "cancelled long ago") else 2)
    over = {texts[what].parent.name for what in ("cancelled long ago", "never answered")}
    assert {Path(one.path).name for one in workbench.leftovers.find()} == swept(workbench) == over
    assert {what for what, path in texts.items() if not path.exists()} == {"cancelled long ago", "never answered"}


def test_texts_stay_in_a_workspace_that_was_moved_and_for_answers_that_a_backup_has(
    workbench: Workbench, tmp_path: Path
) -> None:
    kept, copied = (workbench.mentions.save(f"{text}.txt", text.encode()) for text in ("asthma", "flu"))
    answered(workbench, kept)
    number = answered(workbench, copied)
    assert workbench.backups.make() is not None
    with workbench.workspace.writing() as db:
        normalisations.remove(db, number)  # as when an older copy is put back
    for path in (kept, copied):
        old(path.parent, 40)
    moved = Workbench(workbench.workspace.folder.rename(tmp_path / "moved"))
    assert swept(moved) == set()
    assert len(list((tmp_path / "moved" / "mentions").glob("*/*.txt"))) == 2


def test_what_is_chosen_again_is_as_new(workbench: Workbench) -> None:
    path = workbench.mentions.save("m.txt", b"asthma")
    old(path.parent)
    assert workbench.mentions.save("m.txt", b"asthma") == path and swept(workbench) == set()


def test_a_text_goes_with_the_last_answers_that_it_has(workbench: Workbench, tmp_path: Path) -> None:
    path = workbench.mentions.save("m.txt", b"asthma")
    elsewhere = tmp_path / "own.txt"
    elsewhere.write_bytes(b"flu")
    first, second = answered(workbench, path), answered(workbench, workbench.mentions.save("n.txt", b"asthma"))
    own, stopped = answered(workbench, elsewhere), answered(workbench, workbench.mentions.save("o.txt", b"angina"))
    with workbench.workspace.writing() as db:
        runs.finish(db, workbench.normalisation.run_of(stopped) or 0, "interrupted")
    workbench.normalisation.delete(first)
    assert path.exists()
    waiting = workbench.normalisation.queue(NormalisationRequest(str(path), "organs", "vectors"))
    workbench.normalisation.delete(second)
    assert path.exists()
    made = worker.execute(workbench.workspace, waiting).result["normalisation"]
    for number in (made, own, stopped):
        workbench.normalisation.delete(number)
    assert elsewhere.exists()  # a person's own file
    assert list((workbench.workspace.folder / "mentions").iterdir()) == []


def test_checkpoints_of_runs_that_are_over_go(workbench: Workbench) -> None:
    numbers = {status: workbench.jobs.queue("train", status, {}) for status in ("done", "failed", "interrupted")}
    for status, number in numbers.items():
        with workbench.workspace.writing() as db:
            runs.finish(db, number, status)
        old(worker.checkpoint_path(workbench.workspace, number))
    assert swept(workbench) == {f"{numbers['done']}.checkpoint"}


def test_an_import_of_a_model_that_was_killed_goes(workbench: Workbench) -> None:
    models_of = workbench.workspace.folder / "models"
    killed, fresh = models_of / ".import-killed", models_of / ".import-fresh"
    old(killed / "0.safetensors")
    old(killed)
    fresh.mkdir()
    assert swept(workbench) == {killed.name} and fresh.exists() and not killed.exists()
    fresh.rmdir()


@pytest.mark.slow
def test_two_windows_sweep_at_once(workbench: Workbench) -> None:
    for number in range(200):
        old(workbench.workspace.folder / "runs" / f"upload-{number:016x}" / "terms.csv")
        old(workbench.workspace.folder / "runs" / f"upload-{number:016x}")
    code = "import sys; from engine.workbench import Workbench; Workbench(sys.argv[1]).leftovers.sweep()"
    command = [sys.executable, "-c", code, str(workbench.workspace.folder)]
    windows = [subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    assert [window.communicate()[1] for window in windows] == ["", ""]
    assert not list((workbench.workspace.folder / "runs").iterdir())


def test_an_import_killed_after_its_terminology_was_written_goes_on(workbench: Workbench, tmp_path: Path) -> None:
    file = tmp_path / "terms.csv"
    file.write_text(TERMS, encoding="utf-8")
    recipe = {"path": str(file), "name": "again"}
    for event in importing.import_file(workbench.workspace, recipe):
        if getattr(event, "step", 0) == 30:
            break  # read, and about to be written
    list(importing.import_file(workbench.workspace, recipe))
    list(importing.import_file(workbench.workspace, recipe))  # the run is taken up after its row landed
    assert [one.slug for one in workbench.terminologies.all()] == ["organs", "again"]
    file.write_text(TERMS.replace("Asthma", "Wheeze"), encoding="utf-8")
    with pytest.raises(BadInput, match="taken"):
        list(importing.import_file(workbench.workspace, recipe))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such rights")
def test_a_workspace_is_its_owners_alone_whatever_the_umask(tmp_path: Path) -> None:
    code = """
import os, sys
os.umask(0)
from pathlib import Path
from engine.workbench import SourceFile, Workbench
bench = Workbench(Path(sys.argv[1]) / "deep" / "workspace")
file = bench.terminologies.save_upload("terms.csv", Path(sys.argv[2]).read_bytes())
from engine.jobs import worker
worker.execute(bench.workspace, bench.terminologies.queue_import(SourceFile(file), "organs"))
bench.synonyms.add("organs", "H1", "coronary", "ann")
bench.rankings.rank("heart attack", terminology="organs", order="encoder")  # else the dictionary is made anew
bench.mentions.save("mentions.csv", b"mention\\nasthma\\n")
bench.backups.make()
bench.backups.prepare()
from engine.learning.checkpoint import write_checkpoint
import numpy
write_checkpoint(worker.checkpoint_path(bench.workspace, 9), {"a": numpy.zeros(3)}, {})
bench.jobs.queue("import", "b", {"path": "/nowhere", "name": "gone"})
worker.execute(bench.workspace, 2)
from engine.errors.log import note
note(bench.workspace.folder, "a line")
with bench.workspace.reading() as db:
    db.execute("SELECT count(*) FROM edits").fetchone()
    for path in [bench.workspace.folder.parent, bench.workspace.folder, *sorted(bench.workspace.folder.rglob("*"))]:
        print(oct(path.stat().st_mode & 0o777), path.is_dir(), path)
"""
    (tmp_path / "terms.csv").write_text(TERMS, encoding="utf-8")
    command = [sys.executable, "-c", code, str(tmp_path), str(tmp_path / "terms.csv")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    lines = [line.split(" ", 2) for line in done.stdout.splitlines()]
    wrong = [path for mode, is_folder, path in lines if mode != ("0o700" if is_folder == "True" else "0o600")]
    assert wrong == [] and len(lines) > 18
    assert any(path.endswith("-wal") for _, _, path in lines)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such rights")
def test_a_workspace_of_an_older_version_is_closed_to_others(workbench: Workbench) -> None:
    for path in (workbench.workspace.folder, *workbench.workspace.folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    workbench.workspace.tighten()
    modes = {path.is_dir(): oct(path.stat().st_mode & 0o777) for path in workbench.workspace.folder.rglob("*")}
    assert modes == {True: "0o700", False: "0o600"}


def test_folders_of_experiments_go_once_nobody_can_open_or_resume_them(workbench: Workbench) -> None:
    folder = workbench.workspace.folder / "experiments"
    numbers = {status: workbench.jobs.queue("experiment", status, {}) for status in ("done", "cancelled", "failed")}
    with workbench.workspace.writing() as db:
        for status, number in numbers.items():
            runs.finish(db, number, status)
    for number in (*numbers.values(), 999):
        old(folder / str(number) / "cells" / "a.json", 40)
        old(folder / str(number) / "cells" / "b.training", 40)
        for path in (folder / str(number) / "cells", folder / str(number)):
            old(path, 40)
    taken_up = folder / str(workbench.jobs.queue("experiment", "later", {}))
    old(taken_up / "cells" / "a.json", 40)

    assert swept(workbench) == {"999", str(numbers["cancelled"]), "b.training"}
    assert (folder / str(numbers["done"]) / "cells" / "a.json").exists()
    assert (folder / str(numbers["failed"]) / "cells" / "b.training").exists()
    assert (taken_up / "cells" / "a.json").exists()

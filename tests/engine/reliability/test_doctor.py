"""The doctor finds what is wrong in a workspace and says what to do; a well one has nothing to be done."""

from __future__ import annotations

import errno
import json
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from engine.__main__ import main
from engine.models import versions
from engine.reliability import doctor
from engine.reliability.doctor import examine
from engine.reliability.licences import DATA, library_licences
from engine.retrieval import index_form
from engine.retrieval.compact_file import write_compact
from engine.retrieval.inverted_file import write_inverted
from engine.workbench import Workbench
from store import runs
from store.migrations import NEWEST, STEPS, migrations
from store.sqlite import Database
from tests.engine.test_workspace import content

Capture = pytest.CaptureFixture[str]
ROOT = Path(__file__).parents[3]


def wrong(bench: Workbench) -> dict[str, str]:
    return {finding.what: finding.remedy for finding in examine(bench.workspace.folder) if finding.wrong}


def files_of(bench: Workbench) -> dict[str, tuple[str, int]]:
    """What is in the files of a workspace, but for those by which SQLite's readers know of each other."""
    passing = ("-shm", "-wal")
    return {name: held for name, held in content(bench.workspace.folder).items() if not name.endswith(passing)}


@pytest.fixture
def well(workbench: Workbench) -> Workbench:
    workbench.workspace.tighten()
    return workbench


def test_a_well_workspace_has_nothing_to_be_done(well: Workbench, capsys: Capture) -> None:
    assert wrong(well) == {}
    assert main(["doctor", "--json"]) == 0
    found = {row["what"]: row["found"] for row in json.loads(capsys.readouterr().out)["findings"]}
    assert found["database"].startswith("whole: ") and found["left behind"] == "0 files" and "SQLite" in found


def _weights(bench: Workbench) -> str:
    recipe = {"preset": "few-shot", "labels": "places", "input": "vectors", "data": {}}
    model = versions.save(bench.workspace, recipe, {"w": np.ones(3, np.float32)}, {}, "f", None)
    (bench.workspace.folder / model.artefact).write_bytes(b"other")
    return f"version {model.id}"


def _index(bench: Workbench) -> str:
    (path,) = (bench.workspace.folder / "indexes").glob("*.npy")
    path.write_bytes(b"other")
    return f"index {path.name}"


def _database(bench: Workbench) -> str:
    content = bytearray(bench.workspace.database.read_bytes())
    content[4096 * 40 : 4096 * 44] = b"\xa5" * (4096 * 4)
    bench.workspace.database.write_bytes(content)
    return "database"


def _backup(bench: Workbench) -> str:
    copy = bench.backups.make()
    assert copy is not None
    Path(copy.file).write_bytes(b"x" * Path(copy.file).stat().st_size)
    return "backup 1"


def _run(bench: Workbench) -> str:
    number = bench.jobs.queue("train", "a training", {})
    with bench.workspace.writing() as db:
        runs.finish(db, number, "interrupted")
    return f"run {number}"


def _history(bench: Workbench) -> str:
    entry = {"kind": "name", "batch": 0, "who": "ann", "at": "t", "role": "do", "rows": 0, "title": "", "note": ""}
    with bench.workspace.writing() as db:
        db.table("history").insert({"id": 7, "act": 7, **entry})
        db.table("history").insert({"id": 9, "act": 9, **entry})
    return "history"


def _permissions(bench: Workbench) -> str:
    bench.workspace.database.chmod(0o644)
    return "permissions"


@pytest.mark.parametrize("harm", [_weights, _index, _database, _backup, _run, _history, _permissions])
def test_what_is_wrong_is_found_with_what_to_do(
    well: Workbench, capsys: Capture, harm: Callable[[Workbench], str]
) -> None:
    if harm is _permissions and sys.platform == "win32":
        pytest.skip("Windows has no such rights")
    what = harm(well)
    assert wrong(well)[what]
    assert main(["doctor", "--json"]) == 2
    assert what in capsys.readouterr().err


def test_a_workspace_is_only_read(well: Workbench) -> None:
    """An older schema was brought to the newest, and a run whose process had gone was marked."""
    number = well.jobs.queue("train", "a training", {})
    with well.workspace.writing() as db:
        db.execute("UPDATE runs SET heartbeat = 0")
    before = files_of(well)
    assert wrong(well) == {f"run {number}": f"Take it up with “resume {number}”."}
    assert files_of(well) == before

    well.workspace.database.unlink()
    older = Database(well.workspace.database)
    older.enable_wal()
    migrations.apply(older, stop_before=STEPS[-1].__name__)
    older.close()
    well.workspace.tighten()
    before = files_of(well)
    (found,) = (one for one in examine(well.workspace.folder) if one.wrong)
    assert found.what == "workspace" and f"now {NEWEST}) and must be changed to be opened" in found.found
    assert files_of(well) == before


def test_a_workspace_that_does_not_open_is_a_finding(well: Workbench) -> None:
    well.workspace.database.write_bytes(b"")
    found = wrong(well)
    assert "restore" in found["database"] and "workspace" in found


def test_every_library_says_its_licence_and_the_document_names_the_data(capsys: Capture) -> None:
    assert main(["licences", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    libraries = {row["library"].lower(): row["licence"] for row in found["libraries"]}
    assert {"torch", "numpy", "streamlit", "click"} <= set(libraries)
    assert [name for name, licence in libraries.items() if licence == "not stated"] == []
    assert len(library_licences()) > 50


def test_every_shipped_data_file_has_its_licence_which_the_document_says_too() -> None:
    """`licences` named the first vectors alone: neither Mondo nor the encoder, nor a set to measure on."""
    kinds = (".json", ".safetensors", ".tsv", ".xz", ".zip")
    shipped = [path.relative_to(ROOT) for path in (ROOT / "engine").rglob("*") if path.suffix in kinds]
    assert len(shipped) > 40
    assert [
        path for path in shipped if not any(one.match(data) for one in (path, *path.parents) for data in DATA)
    ] == []

    rows = (ROOT / "docs" / "licences.md").read_text(encoding="utf-8").splitlines()
    for data, licence in DATA.items():
        (row,) = (line for line in rows if line.startswith("|") and data in line.split("|")[1])
        assert licence in row or (licence == "Apache-2.0" and "as the code" in row), data


def test_the_doctor_says_which_form_an_index_takes_and_why(
    well: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = {finding.what: finding.found for finding in examine(well.workspace.folder)}
    assert found["index of organs under vectors"] == (
        "exact rows: 17 names, and up to 20,000 every row is compared as it is"
    )
    path, rows = tmp_path / "index.npy", np.random.default_rng(0).standard_normal((900, 8)).astype(np.float16)
    np.save(path, rows)
    monkeypatch.setattr(index_form, "MOST_WITHOUT_COMPACT", 500)
    assert "the next search makes compact ones" in index_form.form_of(path, 900)
    list(write_compact(path, rows, "one"))
    assert index_form.form_of(path, 900).startswith("compact rows: 900 names; above 500 a byte a number")
    monkeypatch.setattr(index_form, "MANY", 800)
    assert "the next search makes lists, as above 800" in index_form.form_of(path, 900)
    list(write_inverted(path, rows, "one", 30))
    assert "IVF: 900 names; above 800 a query reads the nearest" in index_form.form_of(path, 900)
    assert " of 30 lists" in index_form.form_of(path, 900)


def test_a_file_that_vanishes_while_it_is_looked_at_is_no_end(well: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    """The doctor ended in an error when another process put away a “.part” or “-wal” meanwhile."""
    every_path = Path.rglob
    monkeypatch.setattr(Path, "rglob", lambda folder, like: [*every_path(folder, like), folder / "gone.part"])
    assert wrong(well) == {}


def test_a_disk_that_cannot_be_read_is_a_finding(well: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    """It ended what was looked at."""

    def unreadable(path: Path) -> str:
        raise OSError(errno.EIO, "Input/output error", str(path))

    monkeypatch.setattr(doctor, "open_to_others", unreadable)
    monkeypatch.setattr(doctor, "sha256_of", unreadable)
    _weights(well)
    found = {finding.what: finding.found for finding in examine(well.workspace.folder) if finding.wrong}
    assert set(found) == {"permissions", "artefacts", "indexes"}
    assert all(said.startswith("The disk cannot read or write ") for said in found.values())

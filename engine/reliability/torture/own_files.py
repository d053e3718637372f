"""Readers of what Nomenclator keeps beside its database: a damaged file is refused or made again, never a crash."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from engine.reliability.torture import reader_samples as samples
from engine.reliability.torture.attacked import AttackedReader, check_storable
from engine.reliability.torture.reader_samples import SampleFile, written

PLAN = {"seed": 0}


def _rows_of_model(folder: Path) -> AttackedReader:
    from engine.vectors.row_cache import RowCache

    cache = RowCache(folder / "cache", 3)
    cache.keep([str(number) for number in range(64)], np.ones((64, 3), np.float32))
    (whole,) = (folder / "cache").iterdir()

    def read(path: Path) -> None:
        rows, _ = RowCache(path.parent, 3).find_rows(["1", "2", "none"])
        check_storable(np.where(np.isfinite(rows), rows, 0).ravel().tolist())

    return AttackedReader([SampleFile("rows.safetensors", whole.read_bytes())], read)


def _journal(folder: Path) -> AttackedReader:
    """The answers of a normalisation that was killed; what is left of them is taken up and finished."""
    from engine.normalisation.file_sink import FileSink

    about = {"file": "mentions.csv", "terminology": "organs"}

    def write(path: Path) -> None:
        sink = FileSink(path, about)
        sink.append(samples.LINES, 3, 2)
        sink.append(samples.LINES[:1], 4, 1)

    def read(path: Path) -> None:
        sink = FileSink(path, about)
        sink.append(samples.LINES, sink.begun()[0] + 1, 2)
        check_storable(sink.lines())

    return AttackedReader([written(folder, "journal", write)], read)


def _calibration(folder: Path) -> AttackedReader:
    from engine.normalisation.confidence import SieveCalibration, read_calibration, write_calibration
    from engine.reliability.torture.reader_workspace import small_workbench

    workspace = small_workbench(folder).workspace
    key = read_calibration(workspace, ["facts"])[1]
    write_calibration(workspace, key, SieveCalibration({"all": ((0.0, 1.0), (0.1, 0.9)), "D": ((0.5,), (0.5,))}))
    curve_file = workspace.folder / "indexes" / f"calibration-{key}.json"

    def read(path: Path) -> None:
        curve_file.write_bytes(path.read_bytes())
        curve, _ = read_calibration(workspace, ["facts"])
        check_storable([curve.probability(sieve, 0.4) for sieve in ("D", "none")] if curve else [])

    return AttackedReader([SampleFile(curve_file.name, curve_file.read_bytes())], read)


def _keys(folder: Path) -> AttackedReader:
    from engine.normalisation.key_cache import KeyCache
    from engine.normalisation.preprocessing import Switches
    from engine.reliability.torture.reader_workspace import small_workbench

    workspace = small_workbench(folder).workspace

    def cache() -> KeyCache:
        return KeyCache(workspace, "0" * 64, Switches())

    made = cache()
    made.of |= {"heart attack": ["attack heart"], "fever": []}
    made.write()

    def read(path: Path) -> None:
        made.path.write_bytes(path.read_bytes())
        for text, keys in cache().of.items():
            check_storable([text.strip(), *(key.strip() for key in keys)])

    return AttackedReader([SampleFile(made.path.name, made.path.read_bytes())], read)


def _checkpoint(folder: Path) -> AttackedReader:
    from engine.learning.checkpoint import read_checkpoint, write_checkpoint

    arrays: dict[str, np.ndarray] = {"now.weight": np.ones((2, 3), np.float32), "noise": np.arange(8, dtype=np.uint8)}
    facts = {"fingerprint": "ab", "epoch": 3, "best_value": 0.5, "curve": [{"epoch": 1, "train_loss": 0.5}]}

    def read(path: Path) -> None:
        found, stored_facts = read_checkpoint(path)
        assert stored_facts == facts and {name: one.tolist() for name, one in found.items()} == {
            name: one.tolist() for name, one in arrays.items()
        }

    return AttackedReader([written(folder, "run.training", lambda path: write_checkpoint(path, arrays, facts))], read)


def _words(folder: Path) -> AttackedReader:
    """The word index; one that is damaged is made again."""
    from engine.reliability.torture.reader_workspace import small_workbench
    from engine.retrieval.word_file import file_of, word_index_of
    from engine.terminology.lookup import find

    workspace = small_workbench(folder).workspace
    terminology = find(workspace, "organs")
    index_file = file_of(workspace, terminology.fingerprint)

    def surface() -> list[str]:
        with workspace.reading() as db:
            return sorted(word_index_of(workspace, db, terminology).surface)

    whole = surface()

    def read(path: Path) -> None:
        index_file.write_bytes(path.read_bytes())
        assert surface() == whole

    return AttackedReader([SampleFile(index_file.name, index_file.read_bytes())], read)


def _compact_index(folder: Path) -> AttackedReader:
    from engine.retrieval.compact_file import compact_path, open_compact, write_compact

    rows = np.linspace(-1, 1, 64 * 8, dtype=np.float32).reshape(64, 8).astype(np.float16)
    path = folder / "rows.npy"
    list(write_compact(path, rows, "ab"))
    compact = compact_path(path)
    numbers = open_compact(path, "ab")
    assert numbers is not None
    whole = numbers.rows.tobytes()

    def read(path: Path) -> None:
        found = open_compact(path.with_name("rows.npy"), "ab")
        assert found is None or found.rows.tobytes() == whole

    return AttackedReader([SampleFile(compact.name, compact.read_bytes())], read)


def _lists_of_index(folder: Path) -> AttackedReader:
    from engine.retrieval.inverted_file import inverted_path, open_inverted, write_inverted

    rows = np.linspace(-1, 1, 64 * 8, dtype=np.float32).reshape(64, 8).astype(np.float16)
    path, queries = folder / "rows.npy", rows[:3].astype(np.float32)
    list(write_inverted(path, rows, "ab", lists=4))
    inverted = inverted_path(path)
    lists = open_inverted(path, "ab")
    assert lists is not None
    whole = lists.near(queries, 5).tolist()

    def read(path: Path) -> None:
        found = open_inverted(path.with_name("rows.npy"), "ab")
        assert found is None or found.near(queries, 5).tolist() == whole

    return AttackedReader([SampleFile(inverted.name, inverted.read_bytes())], read)


def _cell(folder: Path) -> AttackedReader:
    """A measurement of an experiment; one that cannot be read is measured again."""
    from engine.events import Finished
    from engine.experiments.cells import Cell, ExperimentReport, Table, carried_out

    def run(out: Path) -> list[Any]:
        table = Table("sums", [Cell("a", PLAN, lambda: iter([Finished({"sum": 3})]))], _report)
        return list(carried_out(table, out, {"command": "sums"}))

    def _report(measured: Any) -> ExperimentReport:
        return ExperimentReport([dict(one) for one in measured.values()], "| sums |", {})

    run(folder)
    (cell_file,) = (folder / "cells").glob("*.json")

    def read(path: Path) -> None:
        cell_file.write_bytes(path.read_bytes())
        run(folder)

    return AttackedReader([SampleFile(cell_file.name, cell_file.read_bytes())], read)


def _results(folder: Path) -> AttackedReader:
    from engine.experiments.pages.results_page import collected

    table = json.dumps({"command": "python -m engine experiment few-shot", "rows": [{"row": "S", "map": [0.5, 0.4]}]})
    page = "# Few-shot\n\n| row | mAP |\n|---|---|\n| S | .500 |\n"
    sample = samples.text("few-shot.json", table, **{"few-shot.md": page, "about.md": "Made here.\n"})
    return AttackedReader([sample], lambda path: check_storable(collected(path.parent)))


def _database(backed_up: bool) -> Callable[[Path], AttackedReader]:
    """A workspace's database, or a copy of it with its record: looked over, and offered to be put back."""

    def make(folder: Path) -> AttackedReader:
        from engine.reliability.torture.reader_workspace import small_workbench

        bench = small_workbench(folder)
        bench.synonyms.add("organs", "H", "cardiac disease", "ann")
        made = bench.backups.make()
        assert made is not None
        place = bench.workspace.folder
        copy = Path(made.file)
        whole = {path: path.read_bytes() for path in (place / "workspace.db", copy, copy.with_suffix(".json"))}

        def read(path: Path) -> None:
            for one, content in whole.items():
                found = path.with_name(one.name)
                one.write_bytes(found.read_bytes() if found.exists() else content)
            check_storable(bench.backups.verify())
            check_storable(bench.backups.all())
            bench.backups.prepare()

        names = [copy.name, f"{copy.stem}.json"] if backed_up else ["workspace.db"]
        content = {path.name: inside for path, inside in whole.items()}
        return AttackedReader(
            [SampleFile(names[0], content[names[0]], {name: content[name] for name in names[1:]})], read
        )

    return make


OWN_FILES: dict[str, Callable[[Path], AttackedReader]] = {
    "row cache": _rows_of_model,
    "normalisation journal": _journal,
    "calibration": _calibration,
    "keys of names": _keys,
    "training checkpoint": _checkpoint,
    "word index": _words,
    "compact index": _compact_index,
    "lists of an index": _lists_of_index,
    "experiment cell": _cell,
    "experiment results": _results,
    "database": _database(backed_up=False),
    "backup": _database(backed_up=True),
}

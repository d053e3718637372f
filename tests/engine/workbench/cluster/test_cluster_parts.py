"""Work on a workspace by two workers: the same rankings, mappings and figures as in one process, one worker killed."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.errors import Unavailable
from engine.events import Event, Finished
from engine.formats.mapping_sets.sssom import read_rows
from engine.jobs.cluster import LOCAL, Cluster, ClusterAddress, opened
from engine.models.open import open_encoder
from engine.retrieval.indexes import remove
from engine.retrieval.searchable import make_searchable
from engine.retrieval.shards import shard_ranges
from engine.workbench import Workbench
from engine.workbench.cluster import cluster_parts
from engine.workbench.cluster.cluster_parts import Stamp, names_answered, parts_of
from tests.tables import with_table

pytest.importorskip("distributed", reason="the cluster extra is not installed")
OTHERS = "id,name,synonyms,parents\nT,Diseases,,\nT99,Fever  (disorder),Heart attack of kind 0,T\n" + "".join(
    f"T{at},{name} of kind {at},{other} {at},T\n"
    for at, (name, other) in enumerate([("Heart attack", "infarction"), ("Lung infection", "pneumonia")] * 15)
)
TWO = ClusterAddress(LOCAL, workers=2)


@pytest.fixture
def two(workbench: Workbench, tmp_path: Path) -> Workbench:
    return with_table(workbench, tmp_path, "others", OTHERS)


@pytest.fixture
def killing(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Once the first part is done, one of the workers is killed; the list has its number."""
    killed: list[int] = []
    as_completed = Cluster.as_completed

    def killing_one(cluster: Cluster, *given: Any) -> Iterator[tuple[int, Any]]:
        for found in as_completed(cluster, *given):
            if not killed:
                killed.append(max(cluster.client.run(os.getpid).values()))
                os.kill(killed[0], signal.SIGKILL)
            yield found

    monkeypatch.setattr(Cluster, "as_completed", killing_one)
    return killed


def result(events: Iterator[Event]) -> dict[str, Any]:
    *before, last = events
    assert isinstance(last, Finished) and before
    return last.result


def same(one: Any, other: Any) -> bool:
    """Whether two results are the same, numbers to within 1e-5."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(map(same, one, other))
    return abs(one - other) <= 1e-5 if isinstance(one, float) else bool(one == other)


@pytest.mark.slow
def test_evaluate_mapping_is_the_same_with_a_worker_killed(
    two: Workbench, tmp_path: Path, killing: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "names.csv"
    asked = [
        "heart attak",
        "infarction of the heart",
        "wheezing asthma",
        "short breath",
        "lung infections",
        "chest pain",
    ]
    right = ["H1", "H1", "L1", "L3", "L2", "H3"]
    lines = [f"{name} {at},{code}" for at in range(12) for name, code in zip(asked, right, strict=True)]
    file.write_text("\n".join(["name,ids", *lines]), encoding="utf-8")
    monkeypatch.setattr("engine.workbench.measuring.evaluation.AT_ONCE", 3)

    def measured(where: ClusterAddress | None) -> dict[str, Any]:
        errors = tmp_path / f"errors-{where is None}.tsv"
        events = two.evaluation.map_names(file, "organs", "ids", "vectors", errors=errors, draws=100, cluster=where)
        return result(events) | {"errors": errors.read_text(encoding="utf-8")}

    alone, together = measured(None), measured(TWO)
    assert killing and alone["queries"] == 72
    assert same(alone, together)


@pytest.mark.slow
def test_a_mapping_is_the_same_with_a_worker_killed(
    two: Workbench, tmp_path: Path, killing: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.workbench.mapping.mappings.AT_ONCE", 2)
    files = [tmp_path / name for name in ("alone.sssom.tsv", "together.sssom.tsv")]
    results = [
        result(two.mappings.write("others", "organs", file, encoders=["vectors"], cluster=where))
        for file, where in zip(files, (None, TWO), strict=True)
    ]
    assert killing and results[0] | {"out": ""} == results[1] | {"out": ""}
    rows = [list(read_rows(file)) for file in files]
    place = rows[0][0].index("confidence")
    for one, other in zip(*rows, strict=True):
        assert [*one[:place], *one[place + 1 :]] == [*other[:place], *other[place + 1 :]]
        assert one[place] == other[place] or abs(float(one[place]) - float(other[place])) <= 1e-5


@pytest.mark.slow
def test_a_worker_with_other_content_says_so(two: Workbench) -> None:
    stamp = Stamp.of(two.workspace, ["organs"], "vectors")
    other = Stamp(stamp.folder, stamp.terminologies, stamp.encoder, stamp.edit + 1)
    gone = Stamp(stamp.folder + "-gone", stamp.terminologies, stamp.encoder, stamp.edit)
    with opened(ClusterAddress(LOCAL, workers=1)) as cluster:
        for wrong, said in ((other, "has other content than yours"), (gone, "cannot read .*-gone")):
            with pytest.raises(Unavailable, match=said):
                list(cluster.as_completed(names_answered, [[]], wrong, (), "concept"))


def test_parts_are_all_in_their_order() -> None:
    assert parts_of(range(5), 2) == [range(0, 2), range(2, 4), range(4, 5)]
    assert cluster_parts.parts_of([], 3) == []


@pytest.mark.slow
def test_names_are_encoded_alike_with_a_worker_killed(
    two: Workbench, killing: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.workbench.cluster.cluster_index.shard_ranges", lambda names: shard_ranges(names, 4))
    folder = two.workspace.folder / "indexes"
    for _ in make_searchable(two.workspace, "others", "vectors"):
        pass
    kept = {path.name: path.read_bytes() for path in folder.glob("*.npy")}
    assert len(kept) == 2
    remove(two.workspace, open_encoder(two.workspace, "vectors").sha256)
    assert not list(folder.glob("*.npy"))

    answer = result(two.rankings.index_by(TWO, "vectors"))
    assert killing and answer["size"] == sum(map(len, kept.values()))
    assert {path.name: path.read_bytes() for path in folder.glob("*.npy")} == kept
    assert not list(folder.glob(".shards-*"))
    again = list(two.rankings.index_by(ClusterAddress(LOCAL, workers=1), "vectors"))
    assert again == [Finished({"size": 0})]


@pytest.mark.slow
def test_an_audit_is_the_same_with_a_worker_killed(
    two: Workbench, killing: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.workbench.cluster.cluster_audit.AT_ONCE", 5)
    alone, together = (result(two.audits.findings("others", "vectors", cluster=where)) for where in (None, TWO))
    assert killing and alone["findings"] and same(alone, together)

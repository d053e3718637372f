"""A map from the question to the file and back, on a real workspace."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.errors import BadInput
from engine.jobs import worker
from engine.maps import MapRequest
from engine.maps.making import path_of
from engine.workbench import OpenMap, Workbench

ALL = MapRequest("organs", "vectors", layout="pca")


def drawn(bench: Workbench, asked: MapRequest) -> OpenMap:
    run = worker.execute(bench.workspace, bench.maps.queue(asked))
    assert run.status == "done", run.error
    opened = bench.maps.open(asked)
    assert opened is not None
    return opened


def test_every_name_has_its_place_and_its_words(workbench: Workbench) -> None:
    assert workbench.maps.open(ALL) is None
    points = drawn(workbench, ALL).points

    assert len(points.texts) == len(points.xy) == 17
    assert np.isfinite(points.xy).all()
    assert points.codes[points.texts.index("heart attack")] == "H1"
    assert points.tables.classes[points.classes[points.texts.index("heart attack")]] == "Heart disorders"
    assert points.levels[points.texts.index("Angina pectoris")] == 2
    assert not (points.neighbours == np.arange(17)[:, None]).any()


def test_names_beyond_those_laid_out_stand_between_the_nearest(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = drawn(workbench, ALL).points
    monkeypatch.setattr("engine.maps.making.LAID_OUT", 9)
    monkeypatch.setattr("engine.maps.making.PLACED", 3)
    points = drawn(workbench, replace(ALL, seed=2)).points

    assert points.texts == whole.texts and whole.placed == 0
    assert points.placed == 8 and not points.left_out
    assert np.isfinite(points.xy).all()
    laid = np.unique(points.neighbours)
    assert len(laid) == 9  # all neighbours are among the names that are laid out
    for place in np.setdiff1d(np.arange(17), laid).tolist():
        around = points.xy[points.neighbours[place]]
        assert (around.min(axis=0) - 1e-5 <= points.xy[place]).all() and (
            points.xy[place] <= around.max(axis=0) + 1e-5
        ).all()


def test_a_map_is_drawn_once_and_is_the_same_in_another_workspace(workbench: Workbench) -> None:
    first = drawn(workbench, ALL)
    run = worker.execute(workbench.workspace, workbench.maps.queue(ALL))
    assert run.result == {"map": first.key, "names": 17, "made": False}

    path_of(workbench.workspace, first.key).unlink()
    assert workbench.maps.open(ALL) is None
    again = drawn(Workbench(workbench.workspace.folder), ALL)
    assert again.key == first.key and np.array_equal(again.points.xy, first.points.xy)


def test_a_damaged_file_is_no_map(workbench: Workbench) -> None:
    key = drawn(workbench, ALL).key
    path_of(workbench.workspace, key).write_bytes(b"something else")

    fresh = Workbench(workbench.workspace.folder)
    assert fresh.maps.open(ALL) is None
    assert fresh.maps.drawn() == []


def test_settings_seed_and_edited_links_make_another_map(workbench: Workbench) -> None:
    from engine.maps.making import key_of
    from store.edits import Change

    keys = {
        key_of(workbench.workspace, asked)
        for asked in (ALL, replace(ALL, seed=2), replace(ALL, layout="umap"), replace(ALL, kind="branch", of="H"))
    }
    assert len(keys) == 4
    workbench.edits.apply([Change("add", "organs", "L3", "H", kind="parent")], "mira")
    assert key_of(workbench.workspace, ALL) not in keys


def test_a_search_draws_the_nearest_names(workbench: Workbench) -> None:
    asked = workbench.maps.request(
        terminology="organs", encoder="vectors", kind="search", of="heart", layout="pca", found=6
    )
    points = drawn(workbench, asked).points

    nearest = workbench.rankings.rank("heart", terminology="organs", top=6, unit="name").candidates
    assert sorted(points.texts) == sorted(candidate.name for candidate in nearest)


def test_a_second_encoder_shows_the_same_names_laid_over(workbench: Workbench) -> None:
    workbench.vectors.fit_spelling("spelling", ["organs"])
    beside = workbench.maps.request(**ALL.to_dict()).second("vectors:spelling")
    second = drawn(workbench, beside)
    first = workbench.maps.open(ALL)
    assert first is not None
    pair = workbench.maps.compare(first, second, top=5)

    assert second.points.rows.tolist() == first.points.rows.tolist()
    assert len(pair.movers) == 5 and 0 <= pair.mean <= 1
    shared = [
        len(set(one) & set(other)) / len(one)
        for one, other in zip(first.points.neighbours.tolist(), second.points.neighbours.tolist(), strict=True)
    ]
    assert pair.agreement.tolist() == pytest.approx(shared)
    with pytest.raises(BadInput, match="same names"):
        workbench.maps.compare(first, drawn(workbench, replace(ALL, kind="branch", of="H")))


def test_a_selection_is_labelled_and_undone_and_exported(workbench: Workbench) -> None:
    opened = drawn(workbench, ALL)
    points = [opened.points.texts.index("heart attack"), opened.points.texts.index("Asthma")]
    workbench.labels.relabel(
        "mine", [(one.name, "urgent") for one in workbench.map_points.names(opened, points)], "mira"
    )

    assert workbench.map_points.labels(opened, "mine") == dict.fromkeys(points, "urgent")
    lines = workbench.map_points.export(opened, points, "mine").decode("utf-8-sig").splitlines()
    assert lines[0].startswith("terminology,concept,name") and len(lines) == 3
    assert (
        lines[1].startswith("organs,H1,heart attack,Myocardial infarction,Heart disorders,2,") and ",urgent" in lines[1]
    )
    workbench.history.undo("mira")
    assert workbench.map_points.labels(opened, "mine") == {}


def test_names_are_withdrawn_in_bulk_and_the_map_says_so(workbench: Workbench) -> None:
    opened = drawn(workbench, ALL)
    points = [opened.points.texts.index("heart attack"), opened.points.texts.index("chest pain of the heart")]
    assert workbench.map_points.withdrawn(opened) == 0

    assert workbench.map_points.withdraw(opened, points, "mira", "too plain") == 2
    assert (workbench.map_points.withdrawn(opened), workbench.map_points.left_out(opened)) == (2, {})
    with pytest.raises(BadInput, match="None of these"):
        workbench.map_points.withdraw(opened, points, "mira")
    workbench.history.undo("mira")
    workbench.synonyms.add("organs", "H1", "coronary", "mira")
    workbench.synonyms.add("organs", "H1", "infarct", "mira")
    workbench.history.undo("mira")  # what was taken back is neither withdrawn nor added: Export lists the same
    assert (workbench.map_points.withdrawn(opened), workbench.map_points.left_out(opened)) == (
        0,
        {"added here by people": 1},
    )
    assert workbench.map_points.withdraw(opened, points[:1], "mira") == 1


def test_a_map_of_a_part_counts_what_was_done_to_its_own_concepts(workbench: Workbench) -> None:
    """Names added anywhere in the terminology were said not to be drawn."""
    opened = drawn(workbench, MapRequest("organs", "vectors", "branch", "L"))
    workbench.synonyms.add("organs", "H1", "coronary", "mira")
    workbench.synonyms.withdraw("organs", "H1", "heart attack", "mira")
    assert (workbench.map_points.withdrawn(opened), workbench.map_points.left_out(opened)) == (0, {})
    workbench.synonyms.add("organs", "L1", "wheezes", "mira")
    assert workbench.map_points.left_out(opened) == {"added here by people": 1}


def test_concepts_of_a_selection_get_a_further_parent_at_once(workbench: Workbench) -> None:
    opened = drawn(workbench, ALL)
    texts = ("heart attack", "Myocardial infarction", "chest pain of the heart", "Asthma")
    points = [opened.points.texts.index(text) for text in texts]

    assert (
        workbench.map_points.place_under(opened, points, "L", "mira", "seen together") == 2
    )  # L1 stands there already
    now = workbench.hierarchy.parents("organs")
    assert (sorted(now["H1"]), sorted(now["H3"]), now["L1"]) == (["H", "L"], ["H", "L"], ["L"])
    assert workbench.history.entries()[0].title == "2 concepts put under L, selected on the map"
    with pytest.raises(BadInput, match="under L already"):
        workbench.map_points.place_under(opened, points, "L", "mira")
    with pytest.raises(BadInput):
        workbench.map_points.place_under(opened, [opened.points.texts.index("Disorders")], "H1", "mira")  # a circle
    workbench.history.undo("mira")
    assert workbench.hierarchy.parents("organs")["H1"] == ["H"]


def test_a_selection_is_a_sheet_too(workbench: Workbench) -> None:
    from io import BytesIO

    from openpyxl import load_workbook

    opened = drawn(workbench, ALL)
    points = [opened.points.texts.index("heart attack")]
    sheet = load_workbook(BytesIO(workbench.map_points.export(opened, points, format="xlsx"))).active
    assert [cell.value for cell in sheet[2]][:3] == ["organs", "H1", "heart attack"]
    with pytest.raises(BadInput, match="no format"):
        workbench.map_points.export(opened, points, format="pdf")


def test_what_a_spreadsheet_would_run_is_neutralised(workbench: Workbench) -> None:
    workbench.labels.relabel("odd", [(f"=cmd{number}()", "x") for number in range(6)] + [("heart", "y")], "mira")
    opened = drawn(workbench, replace(ALL, kind="labels", of="odd"))

    text = workbench.map_points.export(opened, range(len(opened.points.rows))).decode("utf-8-sig")
    assert "'=cmd0()" in text and ",=cmd" not in text

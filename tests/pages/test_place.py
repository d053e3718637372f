"""The Place page on the small workspace: one name, a list, the hierarchy; what is shown and what the buttons do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from engine.jobs import worker
from engine.workbench import SourceFile, Workbench
from pages.parts.candidate_table import CandidateColumn
from pages.parts.place.parent_rows import place_data
from pages.parts.place.queue import _alike
from pages.parts.place.tree_component import tree_rows
from tests.pages.test_pages import drawn

NEW = "weak heart failure"


def button(app: AppTest, key: str):
    return next(one for one in app.button if one.key == key)


def test_nothing_typed_says_what_to_do(workbench: Workbench, open_page: Callable[..., AppTest]) -> None:
    app = open_page("place")
    assert not app.exception
    assert any("1 to 5 accept" in one.value for one in app.caption)
    button(app, "place_try_left ear pain").click().run()
    assert not app.exception
    assert app.session_state["place_name"] == "left ear pain"


def test_a_digit_accepts_and_u_takes_back(workbench: Workbench, open_page: Callable[..., AppTest]) -> None:
    app = open_page("place", name=NEW)
    assert not app.exception
    first = workbench.placement.rank_parents(NEW, "organs").parents[0]
    assert first.preferred in button(app, "place_accept_1").label
    button(app, "place_accept_1").click().run()
    assert not app.exception
    assert workbench.hierarchy.parents("organs")["NEW:0001"] == [first.id]
    assert any("stands under" in one.value for one in app.success)
    button(app, "place_undo").click().run()
    assert "NEW:0001" not in workbench.hierarchy.parents("organs")


def test_a_refused_parent_is_remembered_and_shown(workbench: Workbench, open_page: Callable[..., AppTest]) -> None:
    app = open_page("place", name=NEW)
    first = workbench.placement.rank_parents(NEW, "organs").parents[0].id
    button(app, "place_refuse").click().run()
    assert not app.exception
    assert list(workbench.placement.refusals("organs", NEW)) == [first]
    assert button(open_page("place", name=NEW), "place_accept_1").disabled


def test_a_refusal_taken_back_is_refused_again_and_other_pages_work_is_named_first(
    workbench: Workbench, open_page: Callable[..., AppTest]
) -> None:
    app = open_page("place", name=NEW)
    person = app.session_state["who"] if "who" in app.session_state else workbench.profile.name()
    workbench.synonyms.add("organs", "L1", "wheezy chest", person)
    first = workbench.placement.rank_parents(NEW, "organs").parents[0].id
    button(app, "place_refuse").click().run()
    button(app, "place_undo").click().run()
    button(app, "place_redo").click().run()
    assert list(workbench.placement.refusals("organs", NEW)) == [first]
    button(app, "place_undo").click().run()
    button(app, "place_undo").click().run()
    assert any("on another page" in one.value for one in app.info)
    assert "wheezy chest" in [name.text for name in workbench.terminologies.concept("organs", "L1").concept.names]
    button(app, "place_undo").click().run()
    assert "wheezy chest" not in [name.text for name in workbench.terminologies.concept("organs", "L1").concept.names]


def test_an_id_asks_for_a_further_parent(workbench: Workbench, open_page: Callable[..., AppTest]) -> None:
    app = open_page("place", name="L3")
    assert not app.exception
    assert any("Further parent of L3" in one.value for one in app.header)
    placing = workbench.placement.rank_parents("Dyspnoea", "organs", concept="L3")
    other = next(place for place, one in enumerate(placing.parents, 1) if not one.already)
    button(app, f"place_accept_{other}").click().run()
    assert len(workbench.hierarchy.parents("organs")["L3"]) == 2


def test_a_name_that_is_there_says_so(workbench: Workbench, open_page: Callable[..., AppTest]) -> None:
    app = open_page("place", name="asthma")
    assert any("is a name of L1" in one.value.replace("\\", "") for one in app.info)
    button(app, "place_further").click().run()
    assert not app.exception
    assert any("Further parent of L1" in one.value for one in app.header)


def test_a_key_pressed_again_makes_no_second_concept(workbench: Workbench, open_page: Callable[..., AppTest]) -> None:
    app = open_page("place", name=NEW)
    button(app, "place_accept_1").click().run()
    keys = [one for one in app.button if one.key.startswith("place_accept_")]
    assert keys and all(one.disabled for one in keys)
    app.toggle(key="place_again").set_value(True).run()
    stands = next(one for one in workbench.placement.rank_parents(NEW, "organs").parents if one.already)
    assert button(app, f"place_accept_{stands.rank}").disabled
    other = next(one for one in app.button if one.key.startswith("place_accept_") and not one.disabled)
    other.click().run()
    assert not app.exception
    assert len(workbench.hierarchy.parents("organs")["NEW:0002"]) == 1
    assert not app.toggle(key="place_again").value
    assert all(one.disabled for one in app.button if one.key.startswith("place_accept_"))


def test_odd_addresses_do_no_harm(workbench: Workbench, open_page: Callable[..., AppTest]) -> None:
    for query in (
        {"view": "nothing", "in": "nowhere", "with": "nobody"},
        {"view": "list", "list": "99"},
        {"view": "list", "list": "x"},
        {"view": "tree", "open": "nowhere"},
        {"name": "![a](http://a.example/b.png)"},
        {"name": "🫀"},
    ):
        app = open_page("place", **query)
        assert not app.exception, query


def test_the_first_list_is_said_to_be_placed_while_it_is(
    workbench: Workbench, open_page: Callable[..., AppTest], started: list[int]
) -> None:
    """“No list was placed yet” stood beside the bar of the first one."""

    def told() -> str:
        app = open_page("place", view="list")
        assert not app.exception
        return next(str(sheet["empty"]) for sheet in drawn(app, "sheet") if sheet["label"] == "Placed lists")

    assert "No list was placed yet" in told()
    workbench.proposals.start(workbench.proposals.read_names("lung pain"), "organs", "vectors", "mine", "ann")
    assert "No list was placed yet" not in told() and "The first list is being placed" in told()
    assert len(started) == 1


def test_a_list_is_placed_row_by_row_and_in_bulk(workbench: Workbench, open_page: Callable[..., AppTest]) -> None:
    names = workbench.proposals.read_names("old heart attack\nweak heart failure\nnight asthma\n!!")
    run = workbench.proposals.queue(names, "organs", "vectors", "ward", "Ann")
    number = worker.execute(workbench.workspace, run).result["placing"]
    app = open_page("place", view="list")
    assert not app.exception
    app = open_page("place", view="list", list=str(number))
    assert not app.exception
    assert any("1 row left out" in one.label for one in app.expander)
    assert {"place_export_csv", "place_export_xlsx", "place_export_sssom"} <= {
        one.proto.id.rsplit("-", 1)[-1] for one in app.get("download_button")
    }
    button(app, "place_accept_1").click().run()
    assert not app.exception
    assert [line.decision for line in workbench.proposals.lines(number)].count("accepted") == 1
    button(app, "place_refuse").click().run()
    assert [line.decision for line in workbench.proposals.lines(number)].count("refused") == 1
    button(app, "place_undo").click().run()
    button(app, "place_undo").click().run()
    assert {line.decision for line in workbench.proposals.lines(number)} == {"undecided"}
    button(app, "place_redo").click().run()
    assert not app.exception
    assert [line.decision for line in workbench.proposals.lines(number)].count("accepted") == 1
    app = open_page("place", view="list", list=str(number), filter="accepted")
    rows = next(sheet["rows"] for sheet in drawn(app, "sheet") if sheet["label"] == "Proposals")
    assert len(rows) == 1 and rows[0]["decision"].startswith("accepted")


def _placed(workbench: Workbench, names: str) -> int:
    """The number of a list of these names, placed in “organs”."""
    listed = workbench.proposals.read_names(names)
    run = workbench.proposals.queue(listed, "organs", "vectors", "ward", "Ann")
    return int(worker.execute(workbench.workspace, run).result["placing"])


def _proposals(app: AppTest) -> dict:
    return next(sheet for sheet in drawn(app, "sheet") if sheet["label"] == "Proposals")


def test_a_name_without_a_parent_can_be_put_aside(
    workbench: Workbench, open_page: Callable[..., AppTest], tmp_path: Path
) -> None:
    """Its row stayed among the undecided for ever: nothing could be said about it."""
    number = _placed(workbench, "weak heart failure\n雲")
    app = open_page("place", view="list", list=str(number))
    assert button(app, "place_refuse").label == "Put aside" and not button(app, "place_refuse").disabled
    button(app, "place_refuse").click().run()
    assert not app.exception and any("“雲” is put aside" in one.value for one in app.success)
    decided = {line.proposal.text: line.decision for line in workbench.proposals.lines(number)}
    assert decided == {"雲": "refused", "weak heart failure": "undecided"}
    button(app, "place_undo").click().run()
    assert any("“雲” is undecided again" in one.value for one in app.success)
    button(app, "place_redo").click().run()
    assert any("“雲” is put aside again" in one.value for one in app.success)
    app = open_page("place", view="list", list=str(number), filter="refused")
    app.session_state["place_row"] = int(_proposals(app)["rows"][0]["id"])
    app.run()
    assert any("put it aside: no parent was found" in one.value for one in app.info)
    path = tmp_path / "out.sssom.tsv"
    workbench.proposals.export(number, path)
    (row,) = [line for line in path.read_text(encoding="utf-8").splitlines() if "雲" in line]
    assert "sssom:NoTermFound" in row and "Not" not in row.split("\t")  # which would say that a term was found
    assert workbench.exports.preview("proposals", "organs").rows == 0  # it is no parent that was refused


def test_a_column_without_anything_to_say_takes_no_room(
    workbench: Workbench, open_page: Callable[..., AppTest]
) -> None:
    """“Decision” was cut off in a window of 1,280 pixels, among rows of which none was decided."""
    number = _placed(workbench, "weak heart failure")
    keys = [column["key"] for column in _proposals(open_page("place", view="list", list=str(number)))["columns"]]
    assert "decision" not in keys and keys[:4] == ["name", "parent", "sure", "score"]


def test_rows_that_are_as_sure_as_one_another_say_why(workbench: Workbench) -> None:
    """36 of 42 rows said 17 %, which looked like a fault."""
    number = _placed(workbench, "weak heart failure\nvery weak heart failure\nodd heart failure")
    lines = [
        replace(line, proposal=replace(line.proposal, probability=0.1666)) for line in workbench.proposals.lines(number)
    ]
    assert _alike(lines).startswith("3 rows say 17\u00a0%: “Sure” is measured in bands")
    assert _alike(lines[:2]) == _alike([]) == ""


def test_pasted_rows_that_cannot_be_used_are_named(workbench: Workbench, open_page: Callable[..., AppTest]) -> None:
    app = open_page("place", view="list")
    assert button(app, "place_start").disabled
    app.text_area(key="place_pasted").set_value("ear pain\n???\near pain").run()
    assert not app.exception
    assert len(app.warning) == 2
    assert "1 name" in button(app, "place_start").label


def test_the_tree_shows_the_way_to_the_open_concept(workbench: Workbench, open_page: Callable[..., AppTest]) -> None:
    app = open_page("place", view="tree", open="H1")
    assert not app.exception
    rows = tree_rows(workbench, "organs", {"R", "H"})
    assert [(row["id"], row["level"], row["unfolded"]) for row in rows] == [
        ("R", 1, True),
        ("H", 2, True),
        ("H1", 3, False),
        ("H2", 3, False),
        ("H3", 3, False),
        ("L", 2, False),
    ]
    assert rows[0]["below"] == 8 and (rows[3]["place"], rows[3]["of"]) == (2, 3)


def test_the_tree_has_a_circle_at_one_of_its_concepts(workbench: Workbench, tmp_path: Path) -> None:
    file = tmp_path / "round.csv"
    file.write_text("id,name,parents\nT,Top,\nH4,Four,H5\nH5,Five,H4\n", encoding="utf-8")
    worker.execute(workbench.workspace, workbench.terminologies.queue_import(SourceFile(file, "csv"), "round"))
    rows = tree_rows(workbench, "round", {"H4", "H5"})
    assert [(row["id"], row["level"], row["circle"]) for row in rows] == [
        ("H4", 1, True),
        ("H5", 2, False),
        ("H4", 3, False),
        ("T", 1, False),
    ]


def test_columns_mark_what_only_one_encoder_proposes(workbench: Workbench) -> None:
    few = workbench.placement.rank_parents(NEW, "organs", top=2)
    more = workbench.placement.rank_parents(NEW, "organs", top=3)
    data = place_data(
        [
            CandidateColumn("a", "A", few),
            CandidateColumn("b", "B", more),
            CandidateColumn("c", "C", None, "no such encoder"),
        ],
        ("b", more.parents[0].id),
        {more.parents[1].id: "Ann"},
    )
    assert [column["keyed"] for column in data["columns"]] == [False, True, False]
    assert [row["only"] for row in data["columns"][1]["rows"]] == [False, False, True]
    assert data["columns"][1]["rows"][1]["refused"] == "Ann"
    assert data["columns"][2]["note"] == "no such encoder"


@pytest.mark.parametrize("view", ["name", "list", "tree"])
def test_a_terminology_without_hierarchy_is_said(
    workbench: Workbench, open_page: Callable[..., AppTest], view: str, tmp_path
) -> None:
    from engine.terminology import importing

    file = tmp_path / "flat.csv"
    file.write_text("id,name\nA,Crimson\nB,Scarlet\n", encoding="utf-8")
    for _ in importing.import_file(workbench.workspace, {"path": str(file), "name": "flat", "title": "Flat"}):
        pass
    app = open_page("place", view=view, name="dark crimson", **{"in": "flat"})
    assert not app.exception

"""The page Terminologies takes a release in, draws what it changes, and answers for what lost its concept."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from engine import import_terminology
from engine.jobs import worker
from engine.workbench import SourceFile, Workbench
from pages.parts.rankings.versions import pairs_of_versions
from store.records.training import COMPLETED
from tests.coded import with_codes
from tests.engine.cli.terminologies.test_import_filters import metathesaurus
from tests.pages.test_pages import drawn

Opener = Callable[..., AppTest]
LINES = ("R,Disorders,,", "H,Heart disorders,,R", "H2,Heart failure,cardiac failure,H", "N,New,,H")
RELEASE = "\n".join(["id,name,synonyms,parents", *LINES])


@pytest.fixture
def release(tmp_path: Path) -> Path:
    path = tmp_path / "release.csv"
    path.write_text(RELEASE, encoding="utf-8")
    return path


@pytest.fixture
def updated(workbench: Workbench, release: Path) -> Workbench:
    workbench.synonyms.add("organs", "H1", "coronary", "ann")
    worker.execute(workbench.workspace, workbench.versions.queue(SourceFile(release), "organs", "ann"))
    return workbench


def rows(app: AppTest, label: str) -> list[dict[str, Any]]:
    """The rows that the page gave to the table with this label."""
    components = [one.proto for one in app.get("bidi_component")]
    sheets = [json.loads(one.json) for one in components if one.component_name == "nomenclator_sheet"]
    (found,) = [one["rows"] for one in sheets if one["label"] == label]
    return list(found)


def test_a_release_is_reported_before_it_is_taken_in(workbench: Workbench, release: Path, open_page: Opener) -> None:
    workbench.synonyms.add("organs", "H1", "coronary", "ann")
    app = open_page("terminologies", terminology="organs")
    app.text_input(key="update_organs_path").set_value(str(release)).run()
    assert not app.exception
    held = "0 edits, 0 decisions and 0 mappings hold"
    assert any(held in one.value and "1 loses" in one.value for one in app.markdown) and not app.warning
    total, *_ = rows(app, "Changes by branch")
    assert (total["title"], total["added"], total["withdrawn"]) == ("All branches", "1", "6")
    assert [one["concept"] for one in rows(app, "Changes one by one")] == ["N"]
    app.selectbox(key="coming_change").set_value("withdrawn").run()
    assert {one["concept"] for one in rows(app, "Changes one by one")} == {"H1", "H3", "L", "L1", "L2", "L3"}
    assert app.button(key="update_start").label == "Update organs"
    assert [one.slug for one in workbench.terminologies.all()] == ["organs"]


def test_how_an_update_goes_is_brought_into_sight(
    workbench: Workbench, release: Path, open_page: Opener, started: list[int]
) -> None:
    """The page became shorter, and what came of the update stood above what was seen."""

    def in_sight(app: AppTest) -> list[int]:
        sent = [one.proto for one in app.get("bidi_component")]
        return [json.loads(one.json)["of"] for one in sent if one.component_name == "nomenclator_into_sight"]

    app = open_page("terminologies", terminology="organs")
    app.text_input(key="update_organs_path").set_value(str(release)).run()
    assert in_sight(app) == []
    app.button(key="update_start").click().run()
    assert in_sight(app) == started
    assert worker.execute(workbench.workspace, started[0]).status == COMPLETED
    app.run()
    assert in_sight(app) == started and "is updated" in app.success[0].value


def test_a_release_of_new_notes_alone_can_be_taken_in(
    workbench: Workbench, tmp_path: Path, open_page: Opener, started: list[int]
) -> None:
    with_codes(workbench, tmp_path)
    app = open_page("terminologies", terminology="codes")
    app.text_input(key="update_codes_path").set_value(str(tmp_path / "codes.csv")).run()  # which has no notes
    assert any(one.value.startswith("It differs in notes") for one in app.caption) and not app.info
    app.button(key="update_start").click().run()
    assert worker.execute(workbench.workspace, started[0]).status == COMPLETED
    app = open_page("terminologies", terminology="codes")
    app.text_input(key="update_codes_path").set_value(str(tmp_path / "codes.csv")).run()
    assert any("there is nothing to update" in one.value for one in app.info)


def test_what_is_wrong_in_a_release_is_said_by_row(workbench: Workbench, release: Path, open_page: Opener) -> None:
    """An import said it of the same file; as the next release it was said to nobody."""
    app = open_page("terminologies", terminology="organs")
    app.text_input(key="update_organs_path").set_value(str(release)).run()
    assert any("**4 concepts**, 5 names, 3 parent links, no problems" in one.value for one in app.markdown)
    release.write_text(f"{RELEASE}\n,Nameless,,R\nN2,,,R\nN,Newer,,H\n", encoding="utf-8")
    app.text_input(key="update_organs_path").set_value(str(release)).run()
    assert any("**4 concepts**, 6 names, 3 parent links, **3 problems**" in one.value for one in app.markdown)
    said = [one.value for one in app.caption if "Row " in one.value]
    assert [one.partition(".** ")[0] for one in said] == ["**Row 6", "**Row 7", "**Row 8"]
    assert "The id is empty" in said[0] and "The name is empty" in said[1] and "stands in row 5 already" in said[2]


def test_columns_that_are_not_recognised_are_named(
    workbench: Workbench, tmp_path: Path, open_page: Opener, started: list[int]
) -> None:
    """The page only named an option of the command line."""
    path = tmp_path / "odd.csv"
    path.write_text("foo,bar\n1,2\nH1,Heart\n", encoding="utf-8")
    app = open_page("terminologies", terminology="organs")
    app.text_input(key="update_organs_path").set_value(str(path)).run()
    assert "no column for the id" in app.error[0].value and "--column" not in app.error[0].value
    assert "update_start" not in {one.key for one in app.button}
    assert app.selectbox(key="update_organs_named_id").options == ["foo", "bar"]
    app.selectbox(key="update_organs_named_id").select("foo").run()
    app.selectbox(key="update_organs_named_name").select("bar").run()
    assert not app.exception and rows(app, "Changes by branch")[0]["added"] == "1"
    app.button(key="update_start").click().run()
    run = worker.execute(workbench.workspace, started[0])
    assert run.status == COMPLETED and workbench.terminologies.concept("organs", "1").concept.preferred == "2"


def test_a_release_is_read_by_the_columns_chosen_at_the_import(
    workbench: Workbench, tmp_path: Path, open_page: Opener
) -> None:
    """Without a field for them, and without a word, all synonyms were to be withdrawn."""
    for name, more in (("first", ""), ("second", "2;Lunge;Pulmo;\n")):
        content = f"id;name;auch genannt;parent\n1;Herz;Cor;\n{more}"
        (tmp_path / f"{name}.csv").write_text(content, encoding="utf-8")
    columns = {"id": "id", "name": "name", "synonyms": "auch genannt", "parents": "parent"}
    file = SourceFile(tmp_path / "first.csv", columns=columns)
    worker.execute(workbench.workspace, workbench.terminologies.queue_import(file, "kh", "KH", "ann"))
    app = open_page("terminologies", terminology="kh")
    app.text_input(key="update_kh_path").set_value(str(tmp_path / "second.csv")).run()
    fields = {field: app.selectbox(key=f"update_kh_{field}").value for field in columns}
    assert not app.exception and fields == columns and not app.warning
    assert rows(app, "Changes by branch")[0]["name withdrawn"] == "0"
    app.selectbox(key="update_kh_synonyms").select("(none)").run()
    assert rows(app, "Changes by branch")[0]["name withdrawn"] == "1"
    assert app.warning[0].value == (
        "The file has no synonyms: all those of kh would be withdrawn; choose their column under “Synonyms”."
    )
    notes = [one.value.replace("\\", "") for one in app.caption if "not read" in one.value]
    assert notes == ["The column “auch genannt” is not read; where one holds synonyms, choose it above."]


def test_a_file_that_is_no_release_has_its_columns_in_the_fields(
    workbench: Workbench, tmp_path: Path, open_page: Opener
) -> None:
    """The fields stood on “Choose”, parents too that had been read, and the error stayed until two were chosen."""
    path = tmp_path / "odd.csv"
    path.write_text("Nr,key,name,parent\n1,H1,Heart,\n2,H2,Lung,1\n", encoding="utf-8")
    app = open_page("terminologies", terminology="organs")
    app.text_input(key="update_organs_path").set_value(str(path)).run()
    fields = [app.selectbox(key=f"update_organs_{field}").value for field in ("id", "name", "synonyms", "parents")]
    assert fields == ["Nr", "name", "(none)", "parent"] and "none of the ids" in app.error[0].value
    app.selectbox(key="update_organs_id").select("key").run()
    assert not app.exception and not app.error and app.button(key="update_start")


def test_that_nothing_hangs_on_a_terminology_is_said_in_words(
    workbench: Workbench, release: Path, open_page: Opener
) -> None:
    app = open_page("terminologies", terminology="organs")
    app.text_input(key="update_organs_path").set_value(str(release)).run()
    assert any(one.value == "Nobody has edited, decided or mapped anything of it." for one in app.markdown)


def test_a_release_is_read_by_its_filters(workbench: Workbench, tmp_path: Path, open_page: Opener) -> None:
    list_of_one = tmp_path / "one.csv"
    list_of_one.write_text("id,name\nC0000003,Willow bark\n", encoding="utf-8")
    import_terminology(workbench, list_of_one, "names")
    app = open_page("terminologies", terminology="names")
    app.text_input(key="update_names_path").set_value(str(metathesaurus(tmp_path))).run()
    (row, *_) = rows(app, "Changes by branch")
    assert (row["added"], row["renamed"]) == ("2", "1")
    app.multiselect(key="update_names_groups").set_value(["CHEM"]).run()
    (row, *_) = rows(app, "Changes by branch")
    assert not app.exception and (row["added"], row["renamed"]) == ("0", "1")


def test_a_file_and_a_run_are_of_one_terminology(
    workbench: Workbench, release: Path, open_page: Opener, started: list[int]
) -> None:
    """Opened beside it, another terminology was offered the file, and showed the first one's update as its own."""
    worker.execute(workbench.workspace, workbench.terminologies.queue_import(SourceFile(release), "others", "O", "ann"))
    app = open_page("terminologies", terminology="organs")
    app.text_input(key="update_organs_path").set_value(str(release)).run()
    app.query_params["terminology"] = "others"
    app.run()
    assert app.text_input(key="update_others_path").value == "" and not app.exception
    assert "update_start" not in {one.key for one in app.button}
    app.query_params["terminology"] = "organs"
    app.run()
    app.text_input(key="update_organs_path").set_value(str(release)).run()
    app.button(key="update_start").click().run()
    assert len(started) == 1 and "update_organs_path" not in {one.key for one in app.text_input}
    app.query_params["terminology"] = "others"
    app.run()
    assert app.text_input(key="update_others_path").value == "" and not app.exception


def test_what_lost_its_concept_is_answered(updated: Workbench, open_page: Opener) -> None:
    app = open_page("terminologies", terminology="organs")
    app.segmented_control(key="terminology_part").set_value("invalid").run()
    (line,) = rows(app, "What lost its concept")
    assert (line["what"], line["concept"], line["replacement"]) == (
        "coronary", "Myocardial infarction · H1", "none known",
    )  # fmt: skip
    assert app.button(key="invalid_move").disabled
    app.session_state["invalid_picked"] = line["id"]
    app.run()
    app.text_input(key=f"invalid_to_{line['id']}").set_value("H2").run()
    app.button(key="invalid_move").click().run()
    assert not app.exception and "1 moved, nothing is open" in app.success[0].value
    names = {name.text for name in updated.terminologies.concept("organs", "H2").concept.names}
    assert "coronary" in names


def test_what_changed_since_an_older_version(updated: Workbench, open_page: Opener) -> None:
    app = open_page("terminologies", terminology="organs")
    app.segmented_control(key="terminology_part").set_value("past").run()
    assert not app.exception and rows(app, "Changes by branch")[0]["withdrawn"] == "6"
    older = updated.versions.of("organs")[1].slug
    app = open_page("terminologies", terminology=older)
    assert not app.exception and any("An older version of organs" in one.value for one in app.caption)


def test_a_terminology_is_named_anew_and_deleted(updated: Workbench, open_page: Opener) -> None:
    app = open_page("terminologies", terminology="organs")
    app.segmented_control(key="terminology_part").set_value("about").run()
    app.text_input(key="new_slug_organs").set_value("bodies")
    app.text_input(key="licence_organs").set_value("CC0")
    app.button[[one.label for one in app.button].index("Keep changes")].click().run()
    assert not app.exception
    assert updated.terminologies.all()[0].slug == "bodies" and updated.terminologies.all()[0].licence == "CC0"
    app.segmented_control(key="terminology_part").set_value("delete").run()
    assert app.button(key="delete_terminology").disabled  # the only one
    older = updated.versions.of("bodies")[1].slug
    app = open_page("terminologies", terminology=older)
    app.segmented_control(key="terminology_part").set_value("delete").run()
    app.button(key="delete_terminology").click().run()
    assert [one.slug for one in updated.terminologies.all()] == ["bodies"]
    app.button(key="tidy_terminologies").click().run()
    assert not app.exception and updated.upkeep.deleted() == []


@pytest.mark.parametrize(
    ("slug", "title", "language", "said"),
    [
        ("B@d", "Bodies", "en", "short name"),
        ("bodies", " ", "en", "has a title"),
        ("bodies", "Bodies", "Danish", "write da"),
    ],
)
def test_nothing_is_kept_where_one_field_is_wrong(
    workbench: Workbench, open_page: Opener, slug: str, title: str, language: str, said: str
) -> None:
    """The title was changed while only the refusal of the short name was said, and the short name while only that of
    the language."""
    app = open_page("terminologies", terminology="organs")
    app.segmented_control(key="terminology_part").set_value("about").run()
    for field, text in (("new_slug", slug), ("title", title), ("language", language)):
        app.text_input(key=f"{field}_organs").set_value(text)
    app.button[[one.label for one in app.button].index("Keep changes")].click().run()
    assert not app.exception and said in app.error[0].value
    assert [(one.slug, one.title) for one in workbench.terminologies.all()] == [("organs", "Organs")]


def test_both_versions_are_ranked_beside_each_other(updated: Workbench, open_page: Opener) -> None:
    new, old = (one.slug for one in updated.versions.of("organs"))
    titles = pairs_of_versions(updated.terminologies.all())
    app = open_page("rankings", **{"in": titles[f"{new},{old}"], "q": "heart failure", "with": "Shipped vectors"})
    assert not app.exception
    columns = drawn(app, "candidate_table")[0]["columns"]
    assert [one["title"].rpartition(" · ")[2] for one in columns] == [new, old]
    first, second = (one["rows"][0] for one in columns)
    assert (first["concept"], second["concept"], second["shift"]) == ("H2", "H2", 0)
    assert {row["concept"]: row["shift"] for row in columns[1]["rows"]}["H1"] == "withdrawn"


def test_a_withdrawn_concept_is_said_to_be_withdrawn(updated: Workbench) -> None:
    """What its id found was a guess by its letters, “likely 71 %”."""
    found = updated.rankings.rank("h1", "organs", "vectors")
    assert found.note.startswith("H1 ") and " was withdrawn with the release of " in found.note
    assert all((one.probability or 0) < 0.5 for one in found.candidates)


def test_the_card_of_a_concept_that_a_release_withdrew_closes(
    workbench: Workbench, release: Path, open_page: Opener
) -> None:
    """Red “has no concept”, of an id that nobody typed, stayed through all searches."""
    app = open_page("rankings", concept="organs/H1", q="heart attack")
    assert drawn(app, "concept_card")
    worker.execute(workbench.workspace, workbench.versions.queue(SourceFile(release), "organs", "ann"))
    app.run()
    assert not app.error and not app.exception and not drawn(app, "concept_card")


def test_an_older_release_has_no_example_of_its_own(updated: Workbench, open_page: Opener) -> None:
    buttons = [one.label for one in open_page("normalise").button if one.label.startswith("Try an example")]
    assert buttons == ["Try an example of Organs names"]

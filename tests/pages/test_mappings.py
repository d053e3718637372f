"""The page Mappings on the small workspace: its form, its projects and their files, and its addresses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from engine.jobs import worker
from engine.vectors import SHIPPED
from engine.workbench import SourceFile, Workbench
from store.records.training import COMPLETED
from tests.coded import with_codes
from tests.mapped import started
from tests.pages.conftest import texts
from tests.pages.test_pages import drawn

Opener = Callable[..., AppTest]


def test_the_name_of_the_profile_comes_with_each_drawing(two: Workbench, open_page: Opener) -> None:
    """On a busy machine the first drawing was overtaken, and “Your name” stood empty though there was one."""
    two.profile.set_name("ben")
    assert open_page("mappings").run().text_input(key="who").proto.default == "ben"


def test_one_terminology_cannot_be_mapped(workbench: Workbench, open_page: Opener) -> None:
    assert "A mapping needs two terminologies" in open_page("mappings").info[0].value


def test_a_project_is_started_and_opened(two: Workbench, open_page: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "spawn", worker.execute)
    app = open_page("mappings")
    assert app.button(key="mappings_start").label == "Suggest targets"
    app.selectbox(key="mappings_source").select("organs").run()
    app.button(key="mappings_start").click().run()
    assert not app.exception
    app.button(key="mappings_open").click().run()
    assert not app.exception and "Organs onto Others" in texts(app)
    assert app.query_params["project"] == "1"


def test_a_project_of_a_branch_is_called_by_the_name_of_its_top(two: Workbench, open_page: Opener) -> None:
    """“below MONDO:0002356” stood there."""
    number = started(two, branch="H")
    name = two.terminologies.preferred_names("organs", ["H"])["H"]
    said = f"Organs onto Others, below {name} (H)"
    assert drawn(open_page("mappings"), "sheet")[0]["rows"][0]["title"] == said
    assert said in texts(open_page("mappings", project=str(number)))


def test_the_first_project_is_said_to_be_made_while_it_is(two: Workbench, open_page: Opener) -> None:
    """Below the running job the page said that there was none yet, and how to start it."""
    assert drawn(open_page("mappings"), "sheet")[0]["empty"].startswith("No mapping project yet")
    two.mapping_projects.queue("organs", "others", "ann")
    assert drawn(open_page("mappings"), "sheet")[0]["empty"].startswith("The first mapping project is being made")


def test_the_form_stands_in_the_address(two: Workbench, open_page: Opener) -> None:
    """A reload went back to the first two terminologies."""
    app = open_page("mappings")
    first, second = app.selectbox(key="mappings_source").value, app.selectbox(key="mappings_target").value
    assert dict(app.query_params) == {}
    app.selectbox(key="mappings_source").select(second).run()
    app.segmented_control(key="mappings_part").set_value("branch").run()
    said = dict(app.query_params)
    assert said == {"source": second, "target": first, "part": "branch"}
    app = open_page("mappings", **said)
    assert app.selectbox(key="mappings_source").value == second
    assert app.selectbox(key="mappings_target").value == first
    assert app.segmented_control(key="mappings_part").value == "branch"
    app = open_page("mappings", source="nowhere")
    assert "“nowhere”" in app.info[0].value and app.selectbox(key="mappings_source").value == first


def test_an_open_project_has_nothing_of_the_form_in_its_address(
    two: Workbench, open_page: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "spawn", worker.execute)
    app = open_page("mappings", source="others", target="organs")
    app.button(key="mappings_start").click().run()
    app.button(key="mappings_open").click().run()
    assert not app.exception and list(app.query_params) == ["project"]


def test_a_branch_without_its_id_is_asked_for(two: Workbench, open_page: Opener) -> None:
    app = open_page("mappings")
    app.segmented_control(key="mappings_part").set_value("branch").run()
    app.button(key="mappings_start").click().run()
    assert "Type the id" in app.info[0].value and two.mapping_projects.run_of() is None


def test_the_branch_is_shown_and_found_in_the_words_of_the_source(
    two: Workbench, open_page: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The example was an id of HPO whatever was mapped, and only who knew an id could map a branch."""
    monkeypatch.setattr(worker, "spawn", worker.execute)
    app = open_page("mappings")
    app.selectbox(key="mappings_source").select("others").run()
    app.segmented_control(key="mappings_part").set_value("branch").run()
    assert app.text_input(key="mappings_top").placeholder in ("For example: T1", "For example: T4")
    app.text_input(key="mappings_top").set_value("t4").run()
    assert "Diseases of the lung, with 2 concepts below it" in texts(app)
    app.text_input(key="mappings_top").set_value("kidney").run()
    assert "No concept with others below it has such an id" in texts(app)
    app.text_input(key="mappings_top").set_value("diseases heart").run()
    assert app.selectbox(key="mappings_top_diseases heart").options == ["Diseases of the heart (T1), 2 below"]
    app.button(key="mappings_start").click().run()
    assert not app.exception and two.mapping_projects.get(1).branch == "T1"


def test_what_is_wrong_with_a_file_is_said_of_its_name(two: Workbench, number: str, open_page: Opener) -> None:
    """The folder that an upload lies in for a moment stood there, with its forty letters."""
    app = open_page("mappings", project=number)
    app.file_uploader(key="mappings_file").set_value(("ours.csv", b"diagnosis\nasthma\n", "text/csv")).run()
    assert app.error[0].value.startswith("ours\\.csv has one column")


def test_what_a_file_brings_and_why_the_rest_is_left_out_is_said(
    two: Workbench, number: str, open_page: Opener
) -> None:
    """A target that there is not was said to be “about other lines”."""
    two.profile.set_name("ben")
    app = open_page("mappings", project=number)
    table = ("given.tsv", b"source_id\ttarget\nL1\tT6\nL2\tZZZ99\nX1\tT6\n", "text/tab-separated-values")
    app.file_uploader(key="mappings_file").set_value(table).run()
    said = "1 existing mapping. Left out: 1 row is about a concept"
    assert (
        f"It brings {said} that is no line of this project: X1. 1 row names a target that others does not have: ZZZ99."
        in (texts(app))
    )
    app.button(key="mappings_load").click().run()
    assert f"The file brought {said}" in texts(app)
    fitting = ("given.tsv", b"source_id\ttarget\nL1\tT6\n", "text/tab-separated-values")
    app.file_uploader(key="mappings_file_1").set_value(fitting).run()
    app.button(key="mappings_load").click().run()
    assert "1 existing mapping." in texts(app) and "mapping.." not in texts(app)
    old = ("given.tsv", "source_id\tNäme\ttarget\nL1\tMénière\tT6\n".encode("cp1252"), "text/tab-separated-values")
    app.file_uploader(key="mappings_file_2").set_value(old).run()
    assert "Read as Windows-1252; look whether" in texts(app)


def test_a_file_that_is_loaded_closes_its_menu_and_says_what_it_brought(
    two: Workbench, number: str, open_page: Opener
) -> None:
    """The menu stayed in front of what was said, with “It brings 0 new decisions”."""
    app = open_page("mappings", project=number)
    app.session_state["mappings_load_menu"] = True
    table = ("ours.csv", b"source,target\nH1,T2\nH2,T3\nX9,T3\n", "text/csv")
    app.file_uploader(key="mappings_file").set_value(table).run()
    assert "It brings 2 existing mappings. Left out: 1 row is about" in texts(app)
    app.button(key="mappings_load").click().run()
    assert not app.exception and not app.session_state["mappings_load_menu"]
    assert "The file brought 2 existing mappings. Left out: 1 row is about" in texts(app) and "It brings" not in texts(
        app
    )


def test_a_project_of_two_encoders_names_them_and_keeps_them(
    two: Workbench, open_page: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """“Suggest anew” took the current encoder alone, and candidates named encoders by their ids."""
    monkeypatch.setattr(worker, "spawn", worker.execute)
    both = ["vectors", two.models.add_shipped().id]
    number = started(two, encoders=both)
    app = open_page("mappings", project=str(number), state="all", line="H1")
    labels = " ".join(one.label for one in app.button if str(one.key).startswith("mappings_candidate"))
    assert "every encoder" in labels and both[1] not in labels.replace("\\", "")
    app.session_state["mappings_teach"] = True
    app.run()
    assert app.multiselect(key=f"mappings_encoders_again_{number}").value == both
    app.button(key="mappings_again").click().run()
    assert not app.exception and two.mapping_projects.get(number).encoder == " + ".join(both)


def test_a_list_at_its_end_and_a_project_that_is_gone(two: Workbench, number: str, open_page: Opener) -> None:
    app = open_page("mappings", project=number, state="confirmed")
    assert not app.exception and "No line is left in this list" in texts(app)
    assert "no mapping project 99" in open_page("mappings", project="99").error[0].value


def test_that_a_deleted_project_cannot_be_brought_back_is_said_before(
    two: Workbench, number: str, open_page: Opener
) -> None:
    app = open_page("mappings")
    app.session_state["mappings_delete"] = number
    app.run()
    assert "with its lines? This cannot be undone; what people decided stays" in texts(app)


def test_the_projects_say_how_far_they_are(two: Workbench, number: str, open_page: Opener) -> None:
    two.mapping_decisions.decide(int(number), ["H1"], "mapped", "ann")
    (row,) = drawn(open_page("mappings"), "sheet")[0]["rows"]
    assert (row["title"], row["left"], row["done_text"]) == ("Organs onto Others", "8", "1 of 9")


def test_a_namespace_gives_an_rf2_map_and_says_what_is_not_in_it(
    two: Workbench, number: str, open_page: Opener
) -> None:
    two.mapping_decisions.decide(int(number), ["H1"], "mapped", "ann")
    app = open_page("mappings", project=number)
    assert "go out as an RF2 simple map" in texts(app)
    rows = {"CSV · 1 row", "XLSX · 1 row", "SSSOM · 1 row", "FHIR ConceptMap · 1 row"}
    assert rows <= {one.proto.label for one in app.get("download_button")}
    app.checkbox(key="mappings_undecided").check().run()
    rows = {"CSV · 1 row", "XLSX · 1 row", "SSSOM · 9 rows", "FHIR ConceptMap · 9 rows"}
    assert rows <= {one.proto.label for one in app.get("download_button")}
    app.text_input(key="mappings_namespace").input("1000003").run()
    assert not app.exception and "concepts without an id of SNOMED CT: 1 mapping is left out." in texts(app)
    assert "No match or no decision: 8 lines are left out." in texts(app)


def test_decisions_teach_only_when_a_person_says_so(two: Workbench, number: str, open_page: Opener) -> None:
    two.mapping_decisions.decide(int(number), ["H1"], "mapped", "ann")
    app = open_page("mappings", project=number)
    app.session_state["mappings_teach"] = True
    app.run()
    assert not app.exception
    assert app.button(key="mappings_learn").disabled and "It takes 20" in texts(app)
    assert "Myocardial infarction" in texts(app) and two.accepted_names.of_mapping(int(number))
    app.button(key="mappings_synonyms").click().run()
    assert not app.exception and two.accepted_names.of_mapping(int(number)) == []


def test_what_changed_is_compared_when_asked_for(
    two: Workbench, number: str, open_page: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "spawn", worker.execute)
    two.synonyms.add("others", "T6", "trouble breathing", "ann")
    app = open_page("mappings", project=number, view="changed")
    assert two.mapping_changes.run_of(int(number)) is None
    app.button(key="mappings_compare").click().run()
    assert not app.exception and "**1 line** of 9" in texts(app)
    assert [row["id"] for row in drawn(app, "sheet")[0]["rows"]] == ["L3"]
    assert "Compared by" not in texts(app)


def test_a_comparison_without_a_deleted_encoder_says_so(
    two: Workbench, open_page: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "spawn", worker.execute)
    own = two.workspace.folder / "vectors" / "own.safetensors"
    own.write_bytes(SHIPPED.read_bytes())
    number = str(started(two, encoders=["vectors", "vectors:own"]))
    own.unlink()
    app = open_page("mappings", project=number, view="changed")
    app.button(key="mappings_compare").click().run()
    assert not app.exception and "**0 lines** of 9" in texts(app)
    assert "Compared by vectors; what stands in the queue was suggested by vectors + vectors:own." in texts(app)


def test_a_terminology_that_was_taken_out_is_told_with_the_way_back(
    two: Workbench, number: str, open_page: Opener
) -> None:
    """Each line said that its concept was out of use, and that “Suggest anew” helps, which then failed."""
    two.upkeep.delete("organs", "ann")
    app = open_page("mappings", project=number, state="all", line="H1")
    assert not app.exception and [one.value for one in app.warning] == [
        "organs was taken out. What is decided stays; undo it in the History before you go on here."
    ]
    assert "no longer in use" not in texts(app)
    run = worker.execute(two.workspace, two.mapping_projects.suggest_again(int(number)))
    assert run.error == "The terminology “organs” was taken out; undo that in the History to have it back."
    two.history.undo("ann")
    app = open_page("mappings", project=number, state="all", line="H1")
    assert not app.warning and len(app.error) == 1  # the failed run is told until it is closed
    app.button(key="mappings_run_close").click().run()
    assert not app.exception and not app.error
    assert open_page("mappings", project=number).error  # in another window


def test_a_newer_version_than_the_suggestions_are_of_is_told_until_they_are_new(
    two: Workbench, number: str, open_page: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Old names stood in the queue without a word, and the view Changed named a button that it did not have."""
    told = "Organs has a newer version than these suggestions are of"
    assert told not in texts(open_page("mappings", project=number))
    release = tmp_path / "organs.csv"
    release.write_text("id,name,parents\nR,Disorders,\nH9,Heart valve failure,R\n", encoding="utf-8")
    run = worker.execute(two.workspace, two.versions.queue(SourceFile(release), "organs", "ann"))
    assert run.status == COMPLETED, run.error
    assert told in texts(open_page("mappings", project=number))
    app = open_page("mappings", project=number, view="changed")
    assert not app.exception and told in texts(app)
    monkeypatch.setattr(worker, "spawn", worker.execute)
    app.button(key="mappings_again").click().run()
    assert not app.exception and told not in texts(app)
    assert app.segmented_control(key="mappings_view").value == "queue"
    assert "H9" in two.mapping_lines.chosen(int(number)) and "H1" not in two.mapping_lines.chosen(int(number))


def added_to(two: Workbench, concept: str) -> list[str]:
    return [one.name for one in two.terminologies.concept("others", concept).added]


def test_what_was_done_on_another_page_is_named_before_undo_takes_it_back(
    two: Workbench, number: str, open_page: Opener
) -> None:
    two.profile.set_name("ann")
    two.synonyms.add("others", "T4", "short of breath", "ann")
    app = open_page("mappings", project=number)
    app.button(key="mappings_undo").click().run()
    assert "Undo would take back what you did on another page: " in texts(app)
    assert added_to(two, "T4") == ["short of breath"]
    app.button(key="mappings_undo").click().run()
    assert not app.exception and added_to(two, "T4") == []


def test_bulk_leaves_codes_that_are_not_billable(workbench: Workbench, tmp_path: Path, open_page: Opener) -> None:
    """Normalise had a box for it, Mappings none."""
    number = started(with_codes(workbench, tmp_path), target="codes")
    app = open_page("mappings", project=str(number))
    for one in ("same", "exact"):
        app.checkbox(key=f"mappings_bulk_{one}").uncheck().run()
    app.slider(key="mappings_bulk_sure").set_value(0).run()
    whole = int(app.button(key="mappings_bulk_accept").label.split()[1])
    box = app.checkbox(key="mappings_bulk_billable")
    left = int(box.label.split()[1])
    assert "undecided whose code is not billable" in box.label and 0 < left < whole
    box.check().run()
    assert app.button(key="mappings_bulk_accept").label == f"Accept {whole - left} lines"
    app.button(key="mappings_bulk_accept").click().run()
    assert not app.exception and workbench.mapping_lines.counts(number)["undecided"] >= left


def test_a_release_of_its_source_is_told_in_the_list_and_in_what_changed(
    two: Workbench, number: str, tmp_path: Path, open_page: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The list of projects said nothing, and a withdrawn concept “would be suggested nothing”."""
    monkeypatch.setattr(worker, "spawn", worker.execute)
    assert "release" not in {one["key"] for one in drawn(open_page("mappings"), "sheet")[0]["columns"]}
    path = tmp_path / "next.csv"
    path.write_text("id,name,synonyms\nH1,Myocardial infarction,Heart attack\nN,Fever,\n", encoding="utf-8")
    run = worker.execute(two.workspace, two.versions.queue(SourceFile(path), "organs", "ann"))
    assert run.status == COMPLETED, run.error
    assert [row["release"] for row in drawn(open_page("mappings"), "sheet")[0]["rows"]] == ["Organs"]
    app = open_page("mappings", project=number, view="changed")
    app.button(key="mappings_compare").click().run()
    assert not app.exception and "1 new concept is not in the project yet; “Suggest anew” adds it." in texts(app)
    day = two.terminologies.all()[-1].imported[:10]
    assert {row["now"] for row in drawn(app, "sheet")[0]["rows"]} == {f"withdrawn with the release of {day}"}

"""The page Mappings on the small workspace: its form, its queue under keys, bulk, two people, and its addresses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from engine.jobs import worker
from engine.vectors import SHIPPED
from engine.workbench import SourceFile, Workbench
from store.records.training import DONE
from tests.coded import with_codes
from tests.mapped import EXACT, started, with_others, with_sides
from tests.pages.test_pages import drawn

Opener = Callable[..., AppTest]


@pytest.fixture
def two(workbench: Workbench, tmp_path: Path) -> Workbench:
    return with_others(workbench, tmp_path)


@pytest.fixture
def number(two: Workbench) -> str:
    return str(started(two))


def hand(app: AppTest) -> str:
    """The name of the line in hand."""
    return str(app.header[0].value).replace("\\", "")


def texts(app: AppTest) -> str:
    return " ".join(str(one.value) for one in (*app.caption, *app.markdown)).replace("\\", "")


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


def test_keys_decide_the_line_shown_and_go_on(two: Workbench, number: str, open_page: Opener) -> None:
    app = open_page("mappings", project=number, order="as in the source", line="H1")
    assert hand(app) == "Myocardial infarction"
    app.button(key="mappings_accept").click().run()
    assert "Mapped “Myocardial infarction” to “Heart attack” (T2), exact" in texts(app)
    assert hand(app) == "Heart failure"
    app.button(key="mappings_candidate_1").click().run()
    app.text_input(key="mappings_reason").set_value("by the book").run()
    app.button(key="mappings_broad").click().run()
    second = two.mapping_lines.case(int(number), "H2")
    assert second.decisions[0].targets == ((second.line.candidates[1].target, "skos:broadMatch"),)
    assert second.decisions[0].reason == "by the book" and hand(app) == "Angina pectoris"
    assert app.text_input(key="mappings_reason").value == ""
    app.button(key="mappings_none").click().run()
    app.button(key="mappings_undo").click().run()
    assert hand(app) == "Angina pectoris" and "Undid: No match" in texts(app)
    app.button(key="mappings_redo").click().run()
    assert two.mapping_lines.case(int(number), "H3").decisions[0].decision == "none"


def test_a_candidate_says_what_a_coder_must_know(workbench: Workbench, open_page: Opener, tmp_path: Path) -> None:
    with_codes(workbench, tmp_path)
    number = started(workbench, target="codes")
    workbench.mapping_decisions.decide(number, ["H3"], "mapped", "ann", targets={"I21.9": "skos:exactMatch"})
    app = open_page("mappings", project=str(number), state="all", line="H3")
    app.text_input(key="mappings_other").set_value("angina pectoris").run()
    label = app.button(key="mappings_candidate_0").label.replace("\\", "")
    assert "I20 · not billable · take I20.9 · Excludes1: not with I21.9" in label


def test_several_targets_keep_the_line(two: Workbench, number: str, open_page: Opener) -> None:
    app = open_page("mappings", project=number, state="all", line="L1")
    app.toggle(key="mappings_several").set_value(True).run()
    app.button(key="mappings_exact").click().run()
    app.button(key="mappings_candidate_1").click().run()
    app.button(key="mappings_related").click().run()
    assert hand(app) == "Asthma"
    assert len(two.mapping_lines.case(int(number), "L1").decisions[0].targets) == 2
    app.button(key="mappings_next").click().run()
    assert not app.toggle(key="mappings_several").value


def test_a_line_that_gets_several_targets_stays_though_the_filter_hides_it(
    two: Workbench, number: str, open_page: Opener
) -> None:
    """It left the list, and the next line came with its second candidate chosen and “Several” still on."""
    app = open_page("mappings", project=number, order="as in the source", line="H2")
    app.toggle(key="mappings_several").set_value(True).run()
    app.button(key="mappings_candidate_1").click().run()
    app.button(key="mappings_broad").click().run()
    assert not app.exception and hand(app) == "Heart failure" and app.toggle(key="mappings_several").value
    app.button(key="mappings_candidate_2").click().run()
    app.button(key="mappings_related").click().run()
    case = two.mapping_lines.case(int(number), "H2")
    assert len(case.decisions[0].targets) == 2 and hand(app) == "Heart failure"
    app.button(key="mappings_next").click().run()
    assert hand(app) == "Angina pectoris" and not app.toggle(key="mappings_several").value
    app.button(key="mappings_exact").click().run()
    third = two.mapping_lines.case(int(number), "H3")
    assert third.decisions[0].targets == ((third.line.candidates[0].target, EXACT),)


def test_a_candidate_that_was_chosen_is_chosen_at_its_line_alone(
    two: Workbench, number: str, open_page: Opener
) -> None:
    app = open_page("mappings", project=number, order="as in the source", line="H1")
    app.button(key="mappings_candidate_1").click().run()
    app.text_input(key="mappings_reason").set_value("of the first").run()
    two.mapping_decisions.decide(int(number), ["H1"], "none", "ben")  # in another window: the filter hides the line
    app.run()
    assert hand(app) == "Myocardial infarction" and app.text_input(key="mappings_reason").value == "of the first"
    app.session_state["mappings_line"] = "H2"  # picked in the list
    app.run()
    assert hand(app) == "Heart failure" and app.text_input(key="mappings_reason").value == ""
    app.button(key="mappings_exact").click().run()
    assert two.mapping_lines.case(int(number), "H2").decisions[0].targets == (("T3", EXACT),)


def test_another_concept_is_searched_and_chosen(two: Workbench, number: str, open_page: Opener) -> None:
    app = open_page("mappings", project=number, line="H3")
    app.text_input(key="mappings_other").set_value("lung infection").run()
    assert "Lung infection" in app.button(key="mappings_candidate_0").label
    app.button(key="mappings_narrow").click().run()
    assert two.mapping_lines.case(int(number), "H3").decisions[0].targets == (("T6", "skos:narrowMatch"),)


def test_the_first_that_is_accepted_is_the_first_in_sight(two: Workbench, number: str, open_page: Opener) -> None:
    """A search brought other candidates, and A accepted the suggestion that was no longer there."""
    app = open_page("mappings", project=number, line="H3")
    app.text_input(key="mappings_other").set_value("lung infection").run()
    app.button(key="mappings_accept").click().run()
    assert two.mapping_lines.case(int(number), "H3").decisions[0].targets == (("T6", "skos:exactMatch"),)


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


def test_a_second_person_agrees_contests_and_sees_kappa(two: Workbench, number: str, open_page: Opener) -> None:
    project = int(number)
    two.mapping_decisions.decide(project, ["H1", "H2"], "mapped", "ann")
    two.mapping_decisions.decide(project, ["L3"], "flag", "ann", addressed="ben")
    two.profile.set_name("ben")
    app = open_page("mappings", project=number, state="decided", whose="review", line="H1")
    assert "ann: T2 exact" in texts(app).replace("**", "")
    app.button(key="mappings_confirm").click().run()
    assert hand(app) == "Heart failure"
    app.button(key="mappings_none").click().run()
    assert two.mapping_lines.counts(project)["confirmed"] == two.mapping_lines.counts(project)["contested"] == 1
    app = open_page("mappings", project=number, whose="flagged", state="all")
    assert hand(app) == "Dyspnoea"
    app = open_page("mappings", project=number, view="agreement")
    assert not app.exception and "1 of 2" in texts(app)


def test_what_somebody_else_said_meanwhile_is_shown_before_it_is_contested(
    two: Workbench, number: str, open_page: Opener
) -> None:
    """Of two windows on one line neither was told that it is contested."""
    two.profile.set_name("ben")
    app = open_page("mappings", project=number, order="as in the source", line="H1")
    two.mapping_decisions.decide(int(number), ["H1"], "none", "ann")
    app.button(key="mappings_accept").click().run()
    assert not app.exception and hand(app) == "Myocardial infarction"
    assert "ann has said no match meanwhile. Yours was not kept" in texts(app)
    assert "ann: no match" in texts(app).replace("**", "")
    assert [one.who for one in two.mapping_lines.case(int(number), "H1").decisions] == ["ann"]
    app.button(key="mappings_accept").click().run()
    assert two.mapping_lines.case(int(number), "H1").line.state == "contested" and hand(app) == "Heart failure"


def test_a_word_that_changed_meanwhile_is_not_agreed_to(two: Workbench, number: str, open_page: Opener) -> None:
    two.mapping_decisions.decide(int(number), ["H1"], "mapped", "ann")
    two.profile.set_name("ben")
    app = open_page("mappings", project=number, state="decided", whose="review", line="H1")
    two.mapping_decisions.decide(int(number), ["H1"], "none", "ann")
    app.button(key="mappings_confirm").click().run()
    assert "said no match meanwhile" in texts(app) and two.mapping_lines.case(int(number), "H1").line.state == "decided"


def test_the_count_and_a_sample_of_a_bulk_decision_are_shown_before_it(
    two: Workbench, number: str, open_page: Opener
) -> None:
    app = open_page("mappings", project=number)
    app.slider(key="mappings_bulk_sure").set_value(50).run()
    assert "4 undecided lines" in texts(app).replace("**", "")
    assert "Asthma → Bronchial asthma · T5 · as exact · same text" in texts(app)  # it said “exact · exact”
    app.session_state["mappings_bulk"] = True
    app.run()
    app.button(key="mappings_bulk_accept").click().run()
    assert not app.session_state["mappings_bulk"]  # open it said that 0 lines would be accepted, and hid how many were
    assert two.mapping_lines.counts(int(number))["decided"] == 4
    app.button(key="mappings_undo").click().run()
    assert two.mapping_lines.counts(int(number))["decided"] == 0


def test_a_code_that_is_not_billable_is_marked_before_it_is_accepted_in_bulk(
    workbench: Workbench, open_page: Opener, tmp_path: Path
) -> None:
    with_codes(workbench, tmp_path)
    app = open_page("mappings", project=str(started(workbench, target="codes")))
    app.slider(key="mappings_bulk_sure").set_value(0).run()
    assert "Angina pectoris → Angina pectoris · I20 · not billable · take I20.9 · as exact · same text" in texts(app)


def test_the_list_shows_what_was_decided_in_place_of_the_suggestion(
    two: Workbench, number: str, open_page: Opener
) -> None:
    """Beside a line that was mapped to another concept, or to none, stood the suggestion that was rejected."""
    decide = two.mapping_decisions.decide
    decide(int(number), ["H1"], "mapped", "ann", {"T1": "broad"})
    decide(int(number), ["H2"], "none", "ann")
    decide(int(number), ["L1"], "none", "ann")
    decide(int(number), ["L1"], "mapped", "ben")
    decide(int(number), ["L2"], "skip", "ben")
    rows = drawn(open_page("mappings", project=number, state="all"), "sheet")[0]["rows"]
    shown = {row["id"]: (row["target"], row["sure"]) for row in rows}
    assert shown["H1"] == ("Diseases of the heart (broad)", "decided")
    assert shown["H2"] == ("no match", "decided")
    assert shown["L1"] == ("no match or Bronchial asthma", "contested")
    assert shown["L2"] == ("Lung infection", "skipped")


def test_a_line_that_a_release_changed_is_marked(workbench: Workbench, tmp_path: Path, open_page: Opener) -> None:
    """It said “decided” under the name that it had before, whatever the concept is called now."""
    two = with_sides(with_others(workbench, tmp_path), tmp_path)
    number = str(started(two, source="sides"))
    two.mapping_decisions.decide(int(number), ["S1", "S2"], "mapped", "ann", {"T6": EXACT})
    path = tmp_path / "next.csv"
    path.write_text("id,name\nS1,Right lung infection\nS3,Bronchial asthma type 2\n", encoding="utf-8")
    assert worker.execute(two.workspace, two.versions.queue(SourceFile(path), "sides", "ann")).status == DONE
    app = open_page("mappings", project=number, state="all", line="S1")
    rows = {row["id"]: row for row in drawn(app, "sheet")[0]["rows"]}
    assert [rows[id]["sure"] for id in ("S1", "S2", "S3")] == ["renamed", "withdrawn", "likely"]
    assert rows["S1"]["name"] == hand(app) == "Right lung infection"
    assert "It was “Left lung infection” when it was decided" in texts(app)
    assert "Its targets were suggested for “Left lung infection”; “Suggest anew”" in texts(app)
    assert "sides has S2 no longer in use; the line is marked “withdrawn”." in texts(app)


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


def test_lines_of_the_filter_are_assigned(two: Workbench, number: str, open_page: Opener) -> None:
    app = open_page("mappings", project=number, branch="Lung disorders")
    app.text_input(key="mappings_assignee").set_value("ben").run()
    app.button(key="mappings_assign").click().run()
    assert two.mapping_lines.counts_for(int(number), "ben")["assigned"] == 4


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
    assert {"CSV", "XLSX", "SSSOM"} <= {one.proto.label for one in app.get("download_button")}
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


def test_the_queue_shows_what_differs_in_one_kind(two: Workbench, open_page: Opener, tmp_path: Path) -> None:
    number = str(started(with_sides(two, tmp_path), source="sides"))
    app = open_page("mappings", project=number)
    chosen = app.selectbox(key="mappings_difference")
    assert sorted(chosen.options) == ["Whatever the first suggestion differs in", "number 1", "side 1"]
    chosen.select("side").run()
    assert not app.exception and hand(app) == "Left lung infection"


def test_a_line_whose_concept_is_out_of_use_says_so(
    two: Workbench, number: str, open_page: Opener, tmp_path: Path
) -> None:
    """What a release had withdrawn stood in the queue as any other, to be decided about."""
    gone = "H1 is no longer in use in organs. “Suggest anew” under Teach takes its line out"
    assert gone not in texts(open_page("mappings", project=number, state="all", line="H1"))
    release = tmp_path / "organs.csv"
    release.write_text("id,name,parents\nR,Disorders,\nH2,Heart failure,R\n", encoding="utf-8")
    run = worker.execute(two.workspace, two.versions.queue(SourceFile(release), "organs", "ann"))
    assert run.status == DONE, run.error
    app = open_page("mappings", project=number, state="all", line="H1")
    assert not app.exception and gone in texts(app)
    assert "no longer in use" not in texts(open_page("mappings", project=number, state="all", line="H2"))


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
    assert run.status == DONE, run.error
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

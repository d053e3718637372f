"""The lines of a mapping project on the page Mappings: decided under keys, in bulk, and by two people."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from streamlit.testing.v1 import AppTest

from engine.jobs import worker
from engine.workbench import SourceFile, Workbench
from store.records.training import COMPLETED
from tests.coded import with_codes
from tests.mapped import EXACT, started, with_others, with_sides
from tests.pages.conftest import hand, texts
from tests.pages.test_pages import drawn

Opener = Callable[..., AppTest]


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


def test_the_first_is_accepted_as_it_is_suggested(two: Workbench, open_page: Opener, tmp_path: Path) -> None:
    """What was suggested as narrower or broader was written as an exact match."""
    with_sides(two, tmp_path)
    number = started(two, source="sides")
    first = two.mapping_lines.case(number, "S1").line.candidates[0]
    assert (first.target, first.predicate) == ("T6", "skos:broadMatch")
    app = open_page("mappings", project=str(number), line="S1")
    assert "as it is suggested: broad" in app.button(key="mappings_accept").help
    app.button(key="mappings_accept").click().run()
    assert "Mapped “Left lung infection” to “Lung infection” (T6), broad" in texts(app)
    assert two.mapping_lines.case(number, "S1").decisions[0].targets == (("T6", "skos:broadMatch"),)
    app.button(key="mappings_undo").click().run()
    assert not two.mapping_lines.case(number, "S1").decisions
    two.mapping_decisions.decide(number, ["S1"], "mapped", "ann")  # as the command line does
    assert two.mapping_lines.case(number, "S1").decisions[0].targets == (("T6", "skos:broadMatch"),)


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
    decide(int(number), ["H1"], "mapped", "ann", targets={"T1": "broad"})
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
    two.mapping_decisions.decide(int(number), ["S1", "S2"], "mapped", "ann", targets={"T6": EXACT})
    path = tmp_path / "next.csv"
    path.write_text("id,name\nS1,Right lung infection\nS3,Bronchial asthma type 2\n", encoding="utf-8")
    assert worker.execute(two.workspace, two.versions.queue(SourceFile(path), "sides", "ann")).status == COMPLETED
    app = open_page("mappings", project=number, state="all", line="S1")
    rows = {row["id"]: row for row in drawn(app, "sheet")[0]["rows"]}
    assert [rows[id]["sure"] for id in ("S1", "S2", "S3")] == ["renamed", "withdrawn", "likely"]
    assert rows["S1"]["name"] == hand(app) == "Right lung infection"
    assert "It was “Left lung infection” when it was decided" in texts(app)
    assert "Its targets were suggested for “Left lung infection”; “Suggest anew”" in texts(app)
    assert "sides has S2 no longer in use; the line is marked “withdrawn”." in texts(app)


def test_lines_of_the_filter_are_assigned(two: Workbench, number: str, open_page: Opener) -> None:
    app = open_page("mappings", project=number, branch="Lung disorders")
    app.text_input(key="mappings_assignee").set_value("ben").run()
    app.button(key="mappings_assign").click().run()
    assert two.mapping_lines.counts_for(int(number), "ben")["assigned"] == 4


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
    assert run.status == COMPLETED, run.error
    app = open_page("mappings", project=number, state="all", line="H1")
    assert not app.exception and gone in texts(app)
    assert "no longer in use" not in texts(open_page("mappings", project=number, state="all", line="H2"))

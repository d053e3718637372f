"""Mapping projects: made by a job, decided by two people line by line and in bulk, each with its undo and history."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from sklearn.metrics import cohen_kappa_score

from engine.errors import BadInput, NotFound
from engine.jobs import worker
from engine.ranking.mapping.answer_file import AnswerFile
from engine.vectors import SHIPPED
from engine.workbench import BulkRule, SourceFile, Workbench
from store import mapping_decisions
from store.records.mapping import MappingFilter
from store.records.training import COMPLETED, FAILED
from tests.coded import with_codes
from tests.mapped import BROAD, EXACT, NARROW, RELATED, RIGHT, started, with_others, with_sides


@pytest.fixture
def two(workbench: Workbench, tmp_path: Path) -> Workbench:
    return with_others(workbench, tmp_path)


def state(workbench: Workbench, number: int, source: str) -> str:
    return workbench.mapping_lines.case(number, source).line.state


def test_every_concept_is_a_line_with_its_suggestions(two: Workbench) -> None:
    number = started(two)
    (project,) = two.mapping_projects.all()
    assert (project.title, project.lines, project.unmapped) == ("Organs onto Others", 9, False)
    assert two.mapping_lines.counts(number)["undecided"] == 9
    for source, target in RIGHT.items():
        best = two.mapping_lines.case(number, source).line.candidates[0]
        assert (best.target, best.predicate, best.same) == (target, EXACT, True)
    order = two.mapping_lines.chosen(number)
    assert set(order[-4:]) == set(RIGHT)  # the doubtful ones come first
    assert two.mapping_lines.chosen(number, order="as in the source")[0] == "R"
    assert two.mapping_projects.branches(number) == {"Heart disorders": 4, "Lung disorders": 4, "": 1}


def test_a_branch_and_what_is_not_mapped_yet(two: Workbench, tmp_path: Path) -> None:
    first = started(two, branch="L")
    assert set(two.mapping_lines.chosen(first)) == {"L", "L1", "L2", "L3"}
    two.mapping_decisions.decide(first, ["L1"], "mapped", "ann")
    two.mapping_decisions.decide(first, ["L2"], "none", "ann")
    second = started(two, branch="L", unmapped=True)
    assert set(two.mapping_lines.chosen(second)) == {"L", "L3"}
    two.history.undo("ann")
    assert set(two.mapping_lines.chosen(started(two, branch="L", unmapped=True))) == {"L", "L2", "L3"}
    given = tmp_path / "given.tsv"
    given.write_text("source_id\ttarget\nL3\tT5\nH1\tT2\n", encoding="utf-8")
    third = started(two, unmapped=True, mappings=given)
    assert set(two.mapping_lines.chosen(third)) == {"R", "H", "H2", "H3", "L", "L2"}


def test_nothing_left_to_map_is_a_sentence(two: Workbench) -> None:
    first = started(two, branch="L3")
    two.mapping_decisions.decide(first, ["L3"], "none", "ann")
    run = worker.execute(
        two.workspace, two.mapping_projects.queue("organs", "others", "ann", "L3", True, encoders=["vectors"])
    )
    assert run.status == FAILED and "nothing is left to map" in run.error
    with pytest.raises(BadInput, match="onto itself"):
        two.mapping_projects.queue("organs", "organs", "ann", encoders=["vectors"])


def test_a_run_that_was_cut_off_goes_on(two: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.ranking.mapping import batch

    monkeypatch.setattr("engine.ranking.mapping.answers.AT_ONCE", 3)
    number = two.mapping_projects.queue("organs", "others", "ann", encoders=["vectors"])
    answered, asked = batch.MappingBatch.answered, []

    def counted(self: batch.MappingBatch, code: str) -> object:
        asked.append(code)
        if len(asked) == 7:
            raise OSError("the disk is full")
        return answered(self, code)

    monkeypatch.setattr(batch.MappingBatch, "answered", counted)
    assert worker.execute(two.workspace, number).status == FAILED
    two.jobs.reopen(number)
    run = worker.execute(two.workspace, number)
    assert run.status == COMPLETED and len(asked) == 7 + 3 and run.result["lines"] == 9
    whole = started(two)
    for source in two.mapping_lines.chosen(whole):
        lines = [two.mapping_lines.case(one, source).line for one in (whole, run.result["project"])]
        assert lines[0].candidates == lines[1].candidates


def test_kept_answers_of_something_else_are_not_taken(tmp_path: Path) -> None:
    path = tmp_path / "answers"
    AnswerFile(path, "one").read()
    AnswerFile(path, "one").append([("H1", None)])
    with path.open("a") as file:
        file.write('["H2", ["T')
    assert AnswerFile(path, "one").read() == {"H1": None}
    assert AnswerFile(path, "two").read() == {} and os.path.getsize(path) == 4


def test_one_line_has_several_targets_each_with_its_relation(two: Workbench) -> None:
    number = started(two)
    said = two.mapping_decisions.decide(number, ["H1"], "mapped", "ann")
    assert said == "Mapped “Myocardial infarction” to “Heart attack” (T2), exact"
    two.mapping_decisions.decide(
        number, ["H1"], "mapped", "ann", targets={"T1": "broad"}, reason="as the guideline says", add=True
    )
    (decision,) = two.mapping_lines.case(number, "H1").decisions
    assert decision.targets == (("T1", BROAD), ("T2", EXACT))
    assert (decision.who, decision.reason, decision.model) == ("ann", "as the guideline says", "vectors")
    assert decision.score is not None and len(decision.model_sha256) == 64 and decision.when
    two.mapping_decisions.decide(number, ["H1"], "mapped", "ann", targets={"T6": NARROW})
    assert two.mapping_lines.case(number, "H1").decisions[0].targets == (("T6", NARROW),)
    two.history.undo("ann")
    two.history.undo("ann")
    assert two.mapping_lines.case(number, "H1").decisions[0].targets == (("T2", EXACT),)
    two.history.undo("ann")
    assert state(two, number, "H1") == "undecided"
    two.history.redo("ann")
    assert state(two, number, "H1") == "decided"


def test_what_a_person_replaces_of_their_own_is_said(two: Workbench) -> None:
    """In two windows of one person the later decision took the place of the first without a word."""
    number, decide = started(two), two.mapping_decisions.decide
    decide(number, ["H1"], "none", "ann", seen=())
    told = "Mapped “Myocardial infarction” to “Heart attack” (T2), exact"
    assert decide(number, ["H1"], "mapped", "ann", seen=()) == f"In place of your “no match”: {told}"
    many = two.history.count()
    assert decide(number, ["H1"], "mapped", "ann", seen=()) == told
    assert two.history.count() == many  # or the next undo would take back nothing that anybody sees
    said = decide(number, ["H1"], "mapped", "ann", targets={"T1": "broad"}, add=True)
    assert said.endswith("and “Heart attack” (T2), exact")
    assert all("In place" not in one.title for one in two.history.entries(limit=9))


def test_an_answer_that_was_not_seen_is_not_contested_blindly(two: Workbench) -> None:
    number, decide = started(two), two.mapping_decisions.decide
    decide(number, ["H1"], "none", "ann")
    with pytest.raises(BadInput, match="ann has said no match meanwhile"):
        decide(number, ["H1"], "mapped", "ben", seen=())
    decide(number, ["H1"], "none", "ben", seen=())
    assert state(two, number, "H1") == "confirmed"  # the same, without having seen it
    decide(number, ["H1"], "mapped", "ben", seen=two.mapping_lines.case(number, "H1").decisions)
    assert state(two, number, "H1") == "contested"


def test_history_says_what_was_decided(two: Workbench) -> None:
    number = started(two)
    two.mapping_decisions.decide(number, ["H1"], "mapped", "ann", targets={"T1": "broad"})
    two.mapping_decisions.decide(number, ["L3"], "flag", "ann", addressed="ben")
    two.mapping_decisions.assign(number, ["L1", "L2"], "ben", "ann")
    entries = two.history.entries(limit=3)
    assert [(one.kind, one.title) for one in entries] == [
        ("assignment", "Assigned 2 lines to ben"),
        ("mapping", "Flagged “Dyspnoea” for ben"),
        ("mapping", "Mapped “Myocardial infarction” to “Diseases of the heart” (T1), broad"),
    ]
    (change,) = two.history.changes(entries[2].id)
    assert (change.thing, change.about, change.before, change.after) == (
        "Myocardial infarction",
        "H1",
        "",
        "T1 broad",
    )
    two.history.take_back(entries[2].id, "ben")
    assert state(two, number, "H1") == "undecided"
    assert next(one.title for one in two.history.entries(limit=1)).startswith("Undid: Mapped")


def test_lines_by_what_their_first_suggestion_differs_in(two: Workbench, tmp_path: Path) -> None:
    with_sides(two, tmp_path)
    number = started(two, source="sides")
    assert two.mapping_projects.differences(number) == {"side": 1, "number": 1}
    chosen = two.mapping_lines.chosen
    assert chosen(number, MappingFilter(difference="side")) == ["S1"]
    assert chosen(number, MappingFilter(difference="number")) == ["S3"]
    assert chosen(number, MappingFilter(difference="stage")) == []


def test_states_filters_and_whose_lines(two: Workbench) -> None:
    number = started(two)
    decide = two.mapping_decisions.decide
    decide(number, ["H1", "H2"], "mapped", "ann")
    decide(number, ["L3"], "flag", "ann", addressed="ben", reason="which asthma?")
    decide(number, ["R"], "skip", "ann")
    two.mapping_decisions.assign(number, ["L1", "L2"], "ben", "ann")
    counts = two.mapping_lines.counts(number)
    assert {name: count for name, count in counts.items() if count} == {
        "undecided": 5,
        "decided": 2,
        "flagged": 1,
        "skipped": 1,
    }
    assert two.mapping_lines.counts_for(number, "ben") == {"assigned": 2, "flagged": 1, "review": 2}
    assert two.mapping_lines.counts_for(number, "ann") == {"assigned": 0, "flagged": 0, "review": 0}
    chosen = two.mapping_lines.chosen
    assert chosen(number, MappingFilter(whose="flagged", person="ben")) == ["L3"]
    assert set(chosen(number, MappingFilter(whose="review", person="ben"))) == {"H1", "H2"}
    assert set(chosen(number, MappingFilter(whose="assigned", person="ben"))) == {"L1", "L2"}
    assert set(chosen(number, MappingFilter(branch="Lung disorders"))) == {"L", "L1", "L2", "L3"}
    assert chosen(number, MappingFilter(text="myocard")) == ["H1"]
    assert chosen(number, MappingFilter("decided", text="T3")) == ["H2"]
    assert two.mapping_lines.people(number) == {"ann": 2}
    with pytest.raises(BadInput, match="no state “open”"):
        chosen(number, MappingFilter("open"))
    with pytest.raises(BadInput, match="Name the person"):
        chosen(number, MappingFilter(whose="assigned"))


def test_who_says_the_same_again_stays_the_author(two: Workbench) -> None:
    """Ann became the reviewer of her own decision, and ben its author."""
    number, decide, confirm = started(two), two.mapping_decisions.decide, two.mapping_decisions.confirm

    def people() -> list[str]:
        with two.workspace.reading() as db:
            return [one.who for one in mapping_decisions.latest(db, number)["H1"]]

    decide(number, ["H1"], "mapped", "ann")
    with pytest.raises(BadInput, match="Nobody else has decided"):
        confirm(number, ["H1"], "ann")
    confirm(number, ["H1"], "ben")
    decide(number, ["H1"], "mapped", "ann", reason="as I said")
    assert people() == ["ann", "ben"]
    with pytest.raises(BadInput, match="somebody else has to confirm it"):
        confirm(number, ["H1"], "ann")
    confirm(number, ["H1"], "ben")  # again, which changes nothing
    assert people() == ["ann", "ben"]
    decide(number, ["H1"], "none", "ann")
    decide(number, ["H1"], "mapped", "ann")  # and back: ben has said so all the time
    assert people() == ["ben", "ann"]
    two.history.undo("ann")
    two.history.undo("ann")
    assert people() == ["ann", "ben"]


def test_a_second_person_confirms_or_contests(two: Workbench) -> None:
    number = started(two)
    lines = ["H1", "H2", "L1", "L2"]
    two.mapping_decisions.decide(number, lines, "mapped", "ann")
    two.mapping_decisions.decide(number, ["L3"], "none", "ann")
    assert two.mapping_decisions.confirm(number, ["H1", "H2", "L3"], "ben") == "Confirmed 3 lines"
    two.mapping_decisions.decide(number, ["L1"], "mapped", "ben", targets={"T5": "narrow"})
    two.mapping_decisions.decide(number, ["L2"], "none", "ben")
    assert [state(two, number, one) for one in (*lines, "L3")] == [
        "confirmed",
        "confirmed",
        "contested",
        "contested",
        "confirmed",
    ]
    found = two.mapping_lines.agreement(number, "ann", "ben")
    ann = ["T2 exact", "T3 exact", "T5 exact", "T6 exact", "no match"]
    ben = ["T2 exact", "T3 exact", "T5 narrow", "no match", "no match"]
    assert (found.figures.names, found.figures.same) == (5, 3)
    assert found.figures.kappa == pytest.approx(cohen_kappa_score(ann, ben)) and found.called == "moderate"
    assert set(found.differences) == {("L1", "T5 exact", "T5 narrow"), ("L2", "T6 exact", "no match")}
    told = two.mapping_lines.contradictions(number)
    assert [(one.source, one.kind, one.one, one.one_by, one.other, one.other_by) for one in told] == [
        ("L1", "two people", "T5 exact", "ann", "T5 narrow", "ben"),
        ("L2", "two people", "T6 exact", "ann", "no match", "ben"),
    ]
    assert set(two.mapping_lines.chosen(number, MappingFilter("contradicted"))) == {"L1", "L2"}
    two.mapping_decisions.confirm(number, ["L2"], "ann")  # ann takes ben's word
    assert state(two, number, "L2") == "confirmed"
    two.history.undo("ben")
    two.history.undo("ben")
    assert state(two, number, "L1") == "decided"
    with pytest.raises(BadInput, match="Nobody else has decided"):
        two.mapping_decisions.confirm(number, ["R"], "ben")


def test_what_was_loaded_is_shown_and_held_against_decisions(two: Workbench, tmp_path: Path) -> None:
    number = started(two)
    given = tmp_path / "given.tsv"
    given.write_text("source_id\ttarget\nH1\tT2\nH2\tT2\nL1\tT5|T6\nX9\tT2\n", encoding="utf-8")
    assert two.mapping_files.load(number, given, "ann", preview=True).mappings == 4
    assert two.mapping_lines.case(number, "H1").loaded == ()
    merged = two.mapping_files.load(number, given, "ann")
    assert (merged.mappings, merged.left_out) == (4, 1)
    (loaded,) = two.mapping_lines.case(number, "H1").loaded
    assert (loaded.target, loaded.predicate, loaded.origin) == ("T2", EXACT, "given.tsv")
    two.mapping_decisions.decide(number, ["H1", "H2"], "mapped", "ann")
    told = {(one.source, one.kind) for one in two.mapping_lines.contradictions(number)}
    assert told == {("H2", "loaded and decided"), ("L1", "two exact targets")}
    two.mapping_files.load(number, given, "ann")  # the same file again replaces what it brought
    assert len(two.mapping_lines.case(number, "L1").loaded) == 2
    given.write_text("source_id\ttarget\nX9\tT2\n", encoding="utf-8")
    with pytest.raises(BadInput, match="maps no concept"):
        two.mapping_files.load(number, given, "ann")


def test_a_person_and_a_file_of_one_name_are_two_voices(two: Workbench, tmp_path: Path) -> None:
    number = started(two)
    given = tmp_path / "ann"
    given.write_text("source_id\ttarget\nH1\tT3\n", encoding="utf-8")
    two.mapping_files.load(number, given, "ben")
    two.mapping_decisions.decide(number, ["H1"], "mapped", "ann")
    told = [(one.source, one.kind, one.one_by, one.other_by) for one in two.mapping_lines.contradictions(number)]
    assert told == [("H1", "loaded and decided", "ann", "ann")]


def test_bulk_accepts_what_is_sure_and_is_one_undo(two: Workbench) -> None:
    number = started(two)
    two.mapping_decisions.decide(number, ["H1"], "flag", "ann")
    rule = BulkRule(0.5, same=True)
    found, sample = two.mapping_decisions.acceptable(number, rule, sample=2)
    assert found == 3 and len(sample) == 2 and set(sample) < {"H2", "L1", "L2"}
    assert two.mapping_decisions.acceptable(number, rule, MappingFilter(text="lung"))[0] == 1
    assert two.mapping_decisions.accept_all(number, rule, "ben") == 3
    assert two.mapping_lines.counts(number)["decided"] == 3 and state(two, number, "H1") == "flagged"
    assert two.mapping_decisions.accept_all(number, rule, "ben") == 0
    two.history.undo("ben")
    assert two.mapping_lines.counts(number)["decided"] == 0


def test_lines_with_a_code_that_is_not_billable_are_left_undecided(workbench: Workbench, tmp_path: Path) -> None:
    """A bulk decision mapped them to headings that nobody can send in, without a word and without a choice."""
    number = started(with_codes(workbench, tmp_path), target="codes")
    rule = BulkRule(0.0, exact=False)
    found, every = workbench.mapping_decisions.acceptable(number, rule, sample=99)
    targets = {one.source: one.candidates[0].target for one in workbench.mapping_lines.read(number, every)}
    headings = {source for source, target in targets.items() if target in ("I", "I20-I25", "I20", "I21", "I50", "S72")}
    assert 0 < len(headings) < found
    assert workbench.mapping_decisions.count_not_billable(number, rule) == len(headings)
    assert workbench.mapping_decisions.accept_all(number, replace(rule, billable=True), "ann") == found - len(headings)
    assert workbench.mapping_decisions.count_not_billable(number, rule) == len(headings)  # which are still undecided
    assert workbench.mapping_decisions.count_not_billable(started(with_others(workbench, tmp_path)), rule) == 0


def test_names_that_differ_in_a_side_are_never_accepted_in_bulk(two: Workbench) -> None:
    two.synonyms.add("organs", "L3", "acute lung infection", "ann")
    two.synonyms.withdraw("organs", "L3", "trouble breathing", "ann")
    number = started(two)
    with two.workspace.writing() as db:
        db.execute("UPDATE mapping_lines SET differs = 'course' WHERE source = 'H2'")
    assert "H2" not in two.mapping_decisions.acceptable(number, BulkRule(0.0, exact=False), sample=9)[1]


def test_frequencies_order_the_lines(two: Workbench, tmp_path: Path) -> None:
    number = started(two)
    counts = tmp_path / "counts.tsv"
    counts.write_text("id\tcount\nL3\t40\nH1\t7\nX\t9\n", encoding="utf-8")
    assert two.mapping_files.load_frequencies(number, counts) == 2
    assert two.mapping_lines.chosen(number, order="frequent first")[:2] == ["L3", "H1"]
    counts.write_text("id\tcount\nL3\tmany\n", encoding="utf-8")
    with pytest.raises(BadInput, match="line 2: “many” is no count"):
        two.mapping_files.load_frequencies(number, counts)


def test_new_suggestions_keep_what_was_decided(two: Workbench) -> None:
    number = started(two, branch="L")
    two.mapping_decisions.decide(number, ["L1"], "mapped", "ann")
    two.synonyms.add("others", "T4", "short of breath", "ann")
    known = two.mapping_projects.get(number).edit
    run = worker.execute(two.workspace, two.mapping_projects.suggest_again(number, ["vectors"]))
    assert run.status == COMPLETED, run.error
    assert two.mapping_lines.case(number, "L3").line.candidates[0].target == "T4"
    assert state(two, number, "L1") == "decided" and two.mapping_projects.get(number).edit > known
    assert set(two.mapping_lines.chosen(number)) == {"L", "L1", "L2", "L3"}


def test_a_project_that_is_gone_is_looked_for_on_the_page_or_by_the_command(two: Workbench) -> None:
    """A window on a project that was deleted sent the person to a command alone."""
    number = started(two)
    two.mapping_projects.delete(number)
    with pytest.raises(NotFound, match="the page Mappings and “mappings list” list those that are there"):
        two.mapping_lines.counts(number)


def test_new_suggestions_for_a_deleted_project_fail_in_a_sentence(two: Workbench) -> None:
    number = started(two, branch="L")
    run = two.mapping_projects.suggest_again(number, ["vectors"])
    two.mapping_projects.delete(number)
    done = worker.execute(two.workspace, run)
    assert done.status == FAILED and f"There is no mapping project {number}" in done.error


def test_a_new_source_list_is_laid_onto_an_old_mapping(two: Workbench, tmp_path: Path) -> None:
    """What the release brought is there to decide, what it lost is not, and every decision stands."""
    number = started(two, branch="L")
    two.mapping_decisions.decide(number, ["L1", "L2"], "mapped", "ann")
    release = tmp_path / "release.csv"
    rows = ["R,Disorders,", "L,Lung disorders,R", "L1,Asthma of old,L", "L4,Whooping cough,L", "H9,Palpitation,R"]
    release.write_text("\n".join(["id,name,parents", *rows]), encoding="utf-8")
    run = worker.execute(two.workspace, two.versions.queue(SourceFile(release), "organs", "ann"))
    assert run.status == COMPLETED, run.error
    for _ in range(2):
        run = worker.execute(two.workspace, two.mapping_projects.suggest_again(number, ["vectors"]))
        assert run.status == COMPLETED, run.error
        lines = {one: two.mapping_lines.case(number, one).line for one in two.mapping_lines.chosen(number)}
        found = {one: (line.name, line.state) for one, line in lines.items()}
        assert found.pop("L2")[1] == "decided" and found == {
            "L": ("Lung disorders", "undecided"),
            "L1": ("Asthma of old", "decided"),
            "L4": ("Whooping cough", "undecided"),
        }
        assert lines["L2"].name not in ("", "L2") and not lines["L2"].candidates
    assert [one.concept for one in two.versions.carried("organs").invalid] == ["L2"]


def test_a_renamed_terminology_keeps_its_projects_and_a_deleted_project_its_history(two: Workbench) -> None:
    number = started(two)
    two.mapping_decisions.decide(number, ["L1"], "mapped", "ann")
    two.upkeep.rename("others", "diseases", "ann")
    assert two.mapping_projects.get(number).target == "diseases"
    assert two.mapping_lines.card("diseases", "T5") is not None
    two.mapping_projects.delete(number)
    assert two.mapping_projects.all() == []
    with pytest.raises(NotFound, match="no mapping project"):
        two.mapping_projects.get(number)
    assert any(one.title.startswith("Mapped “Asthma”") for one in two.history.entries())


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"decision": "perhaps"}, "no decision “perhaps”"),
        ({"decision": "mapped", "targets": {"T2": "same"}}, "no relation “same”"),
        ({"decision": "mapped", "targets": {"T99": "exact"}}, "no concept “T99”"),
        ({"decision": "none", "targets": {"T2": "exact"}}, "Only a mapped line has targets"),
        ({"decision": "none", "sources": ["H1", "X"]}, "no line for “X”"),
        ({"decision": "none", "who": " "}, "Say who you are"),
        ({"decision": ""}, "decided nothing there"),
    ],
)
def test_what_cannot_be_decided_is_one_sentence(two: Workbench, wish: dict, said: str) -> None:
    number = started(two, branch="H")
    with pytest.raises((BadInput, NotFound), match=said):
        two.mapping_decisions.decide(number, **{"sources": ["H1"], "who": "ann", **wish})
    assert two.mapping_lines.counts(number)["undecided"] == 4 and two.history.entries() == []


def test_related_can_be_said(two: Workbench) -> None:
    number = started(two, branch="L3")
    two.mapping_decisions.decide(number, ["L3"], "mapped", "ann", targets={"T5": RELATED})
    assert two.mapping_lines.case(number, "L3").decisions[0].targets == (("T5", RELATED),)


def test_why_rows_of_a_file_are_left_out_is_told_by_the_run_that_begins_with_it(two: Workbench, tmp_path: Path) -> None:
    given = tmp_path / "given.sssom.tsv"
    heading = "subject_id\tpredicate_id\tpredicate_modifier\tobject_id\tmapping_justification\n"
    why = "semapv:ManualMappingCuration\n"
    rows = [
        "L3\tskos:exactMatch\t\tT5",
        "H1\tskos:exactMatch\tNot\tT2",
        "H2\tex:likes\t\tT2",
        "L1\tskos:exactMatch\t\tT99",
    ]
    given.write_text(heading + "".join(f"{row}\t{why}" for row in rows), encoding="utf-8")
    run = worker.execute(
        two.workspace, two.mapping_projects.queue("organs", "others", "ann", encoders=["vectors"], mappings=given)
    )
    told = " ".join(run.result["left_out"])
    assert "does not hold: H1." in told and "no relation of SKOS as its predicate_id: H2." in told
    assert "does not have: T99." in told and "L3" not in told
    given.write_text(heading + f"{rows[1]}\t{why}", encoding="utf-8")
    with pytest.raises(BadInput, match=r"can be loaded\. 1 row says by its predicate_modifier"):
        two.mapping_projects.queue("organs", "others", "ann", encoders=["vectors"], mappings=given)


def test_rows_of_a_file_outside_the_branch_of_a_project_are_told(two: Workbench, tmp_path: Path) -> None:
    given = tmp_path / "given.tsv"
    given.write_text("source_id\ttarget\nL3\tT5\nH1\tT2\n", encoding="utf-8")
    wish = {"who": "ann", "encoders": ["vectors"], "mappings": given}
    run = worker.execute(two.workspace, two.mapping_projects.queue("organs", "others", branch="L", **wish))
    assert run.result["left_out"] == ["1 row is about a concept that is no line of this project: H1."]
    assert [one.target for one in two.mapping_lines.case(run.result["project"], "L3").loaded] == ["T5"]
    given.write_text("source_id\ttarget\nH1\tT2\n", encoding="utf-8")
    with pytest.raises(BadInput, match="maps no concept of organs below L onto one of others"):
        two.mapping_projects.queue("organs", "others", branch="L", **wish)


def test_what_changed_is_compared_by_the_encoders_that_are_still_there(two: Workbench) -> None:
    """The comparison of a project one of whose encoders was deleted failed in its run."""
    own = two.workspace.folder / "vectors" / "own.safetensors"
    own.write_bytes(SHIPPED.read_bytes())
    number = started(two, encoders=["vectors", "vectors:own"])
    run = worker.execute(two.workspace, two.mapping_changes.queue(number))
    assert (run.status, run.result["encoder"], run.result["count"]) == (COMPLETED, "vectors + vectors:own", 0)
    own.unlink()
    run = worker.execute(two.workspace, two.mapping_changes.queue(number))
    assert (run.status, run.result["encoder"], run.result["count"]) == (COMPLETED, "vectors", 0)

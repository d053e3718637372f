"""A release of a mapping's target, or source: what still maps, and what becomes of the lines that lost a concept.

Mappings were not asked about at all: a line stayed mapped to a concept out of use, and nobody was told.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.jobs import worker
from engine.workbench import SourceFile, Workbench
from store.records.training import COMPLETED
from tests.mapped import EXACT, NARROW, started, with_others

TARGETS = """format-version: 1.4
data-version: 2027

[Term]
id: T
name: Diseases

[Term]
id: T1
name: Diseases of the heart
is_a: T

[Term]
id: T2
name: Heart attack
is_obsolete: true
replaced_by: T7

[Term]
id: T3
name: Cardiac failure
is_obsolete: true
replaced_by: T7

[Term]
id: T4
name: Diseases of the lung
is_a: T

[Term]
id: T5
name: Bronchial asthma
is_a: T4

[Term]
id: T6
name: Lung infection
is_obsolete: true
consider: T4

[Term]
id: T7
name: Acute coronary syndrome
is_a: T1
"""
SOURCES = """id,name,synonyms,parents
R,Disorders,,
H,Heart disorders,,R
H9,Myocardial infarction,,H
H2,Heart failure,,H
"""


@pytest.fixture
def mapped(workbench: Workbench, tmp_path: Path) -> Workbench:
    """“organs” onto “others”: H1 by two people, H2 onto two targets, L1, L2; L3 onto nothing."""
    bench = with_others(workbench, tmp_path)
    given = tmp_path / "given.tsv"
    given.write_text("source_id\ttarget\nL3\tT5\nL\tT6\n", encoding="utf-8")
    number = started(bench, mappings=given)
    decide = bench.mapping_decisions.decide
    for person in ("ann", "bob"):
        decide(number, ["H1"], "mapped", person, targets={"T2": EXACT})
    decide(number, ["H2"], "mapped", "ann", targets={"T2": NARROW, "T3": EXACT, "T1": NARROW})
    decide(number, ["L1"], "mapped", "ann", targets={"T5": EXACT})
    decide(number, ["L2"], "mapped", "ann", targets={"T6": EXACT})
    decide(number, ["L3"], "none", "ann")
    return bench


def release(bench: Workbench, path: Path, name: str, text: str) -> dict:
    path.write_text(text, encoding="utf-8")
    before = bench.versions.preview(SourceFile(path), name).carried
    run = worker.execute(bench.workspace, bench.versions.queue(SourceFile(path), name, "ann"))
    assert run.status == COMPLETED, run.error
    after = bench.versions.carried(name)
    assert (before.held, before.invalid) == (after.held, after.invalid)
    assert (run.result["held"], run.result["invalid"]) == (after.held, len(after.invalid))
    return run.result


def lost(bench: Workbench, name: str) -> list[tuple[str, str, str, str]]:
    found = bench.versions.carried(name).invalid
    return sorted((one.what, one.who, one.concept, one.replacement) for one in found)


def stands(bench: Workbench, source: str, who: str = "ann") -> dict[str, str]:
    decisions = bench.mapping_lines.case(1, source).decisions
    return next((dict(one.targets) for one in decisions if one.who == who), {})


AFTER = [
    ("Heart failure", "ann", "T2", "T7"),
    ("Myocardial infarction", "ann", "T2", "T7"),
    ("Myocardial infarction", "bob", "T2", "T7"),
    ("Pneumonia", "ann", "T6", "T4"),
]


def test_targets_that_became_invalid_are_asked_and_the_others_hold(mapped: Workbench, tmp_path: Path) -> None:
    release(mapped, tmp_path / "others.obo", "others", TARGETS)
    carried = mapped.versions.carried("others")
    assert lost(mapped, "others") == AFTER and carried.mappings == 1
    assert {(one.kind, one.why, one.where) for one in carried.invalid} == {
        ("mapping", "its target is inactive", "Organs onto Others")
    }
    assert [(one.kind, one.what, one.concept) for one in carried.unused] == [("loaded mapping", "L → T6", "T6")]
    assert mapped.versions.carried("organs").held == {
        "edits": 0,
        "decisions": 0,
        "mappings": 6,
    }  # with L3, for which there is no match


def test_a_line_moves_with_its_relation_and_what_else_it_lost_is_asked_next(mapped: Workbench, tmp_path: Path) -> None:
    release(mapped, tmp_path / "others.obo", "others", TARGETS)
    assert mapped.versions.resolve("others", "move", "ann") == (3, 2)
    assert stands(mapped, "H1") == stands(mapped, "H1", "bob") == {"T7": EXACT}
    assert stands(mapped, "H2") == {"T1": NARROW, "T3": EXACT, "T7": NARROW}
    assert lost(mapped, "others") == [("Heart failure", "ann", "T3", "T7"), AFTER[3]]
    assert mapped.versions.resolve("others", "move", "ann") == (1, 1)
    assert stands(mapped, "H2") == {"T1": NARROW, "T7": NARROW}
    (split,) = mapped.versions.carried("others").invalid
    assert mapped.versions.resolve("others", "move", "ann", [split.id]) == (1, 0)
    assert stands(mapped, "L2") == {"T4": EXACT}
    for _ in range(3):
        mapped.history.undo("ann")
    assert lost(mapped, "others") == AFTER and stands(mapped, "H1", "bob") == {"T2": EXACT}


def test_what_is_kept_stays_and_what_is_withdrawn_opens_the_line(mapped: Workbench, tmp_path: Path) -> None:
    release(mapped, tmp_path / "others.obo", "others", TARGETS)
    assert mapped.versions.resolve("others", "keep", "ann") == (4, 0)
    assert stands(mapped, "H2") == {"T1": NARROW, "T2": NARROW, "T3": EXACT}
    mapped.history.undo("ann")
    assert mapped.versions.resolve("others", "withdraw", "ann") == (4, 1)
    assert mapped.versions.resolve("others", "withdraw", "ann") == (1, 0)
    assert stands(mapped, "H1") == stands(mapped, "L2") == {} and stands(mapped, "H2") == {"T1": NARROW}
    assert mapped.mapping_lines.counts(1)["undecided"] == 6  # nine less H2, L1 and L3
    mapped.history.undo("ann")
    mapped.history.undo("ann")
    assert lost(mapped, "others") == AFTER


def test_a_source_that_is_gone_hands_its_decision_to_the_one_with_its_name(mapped: Workbench, tmp_path: Path) -> None:
    release(mapped, tmp_path / "organs.csv", "organs", SOURCES)
    carried = mapped.versions.carried("organs")
    found = {(one.what, one.who): (one.concept, one.replacement, one.why) for one in carried.invalid}
    why = "its source is inactive"
    assert found["Myocardial infarction", "bob"] == ("H1", "H9", why) and found["Pneumonia", "ann"] == ("L2", "", why)
    assert found["Dyspnoea", "ann"] == ("L3", "", why)  # no match was not asked about
    assert len(found) == 5 and carried.mappings == 1
    assert mapped.versions.resolve("organs", "move", "ann") == (2, 3)
    with mapped.workspace.reading() as db:
        rows = db.execute("SELECT source, who, decision, entered_by FROM mapping_decisions ORDER BY id DESC LIMIT 4")
        assert set(rows.fetchall()) == {
            (source, who, decision, "ann")
            for who in ("ann", "bob")
            for source, decision in (("H1", ""), ("H9", "mapped"))
        }
    mapped.history.undo("ann")
    assert len(lost(mapped, "organs")) == 5


def test_the_line_of_a_source_that_is_gone_comes_with_its_decision(mapped: Workbench, tmp_path: Path) -> None:
    before = mapped.mapping_lines.case(1, "H1").line
    release(mapped, tmp_path / "organs.csv", "organs", SOURCES)
    counts = mapped.mapping_lines.counts(1)
    mapped.versions.resolve("organs", "move", "ann")
    assert stands(mapped, "H9") == stands(mapped, "H9", "bob") == {"T2": EXACT}
    moved = mapped.mapping_lines.case(1, "H9").line
    assert (moved.name, moved.candidates, moved.branch) == ("Myocardial infarction", before.candidates, before.branch)
    assert mapped.mapping_lines.counts(1) == counts | {"undecided": counts["undecided"] + 1}  # that of H1
    mapped.history.undo("ann")
    assert stands(mapped, "H1", "bob") == {"T2": EXACT} and stands(mapped, "H9") == {}
    mapped.history.redo("ann")
    assert worker.execute(mapped.workspace, mapped.mapping_projects.suggest_again(1, ["vectors"])).status == COMPLETED
    assert stands(mapped, "H9") == {"T2": EXACT} and "H1" not in mapped.mapping_lines.chosen(1)


def test_a_mapping_that_was_taken_back_or_deleted_is_asked_no_more(mapped: Workbench, tmp_path: Path) -> None:
    mapped.mapping_decisions.decide(1, ["H1", "H2"], "", "ann")
    release(mapped, tmp_path / "others.obo", "others", TARGETS)
    assert lost(mapped, "others") == [AFTER[2], AFTER[3]]
    mapped.mapping_projects.delete(1)
    assert lost(mapped, "others") == []

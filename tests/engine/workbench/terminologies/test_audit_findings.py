"""Findings are kept with their decisions: each remedy does its edits, all of it is one undo and stands in History."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from engine.errors import BadInput, NotFound
from engine.jobs import worker
from engine.workbench import AuditFinding, Workbench
from engine.workbench.terminologies.audit_findings import AuditFindings, FindingCase
from store import findings
from tests.mapped import with_others

HERE = {"kind": "far synonym", "concept": "H2", "name": "cardiac failure", "other": "L1", "instead": ""}


def findings_of(workbench: Workbench, *found: dict[str, str], terminology: str = "organs") -> list[AuditFinding]:
    """The findings of an audit that found these."""
    rows = [[{**HERE, "score": 0.5, "reason": "Because.", **one}[name] for name in findings.COLUMNS] for one in found]
    with workbench.workspace.writing() as db:
        number = findings.replace(db, 1, terminology, "vectors", "x", 0, rows)
    return workbench.audit_findings.read(workbench.audit_findings.numbers(number))


def names(workbench: Workbench, code: str) -> set[str]:
    return {one.text for one in workbench.terminologies.concept("organs", code).concept.names}


@pytest.mark.parametrize(
    ("found", "remedies"),
    [
        ({}, 2),
        ({"kind": "missing synonym", "name": "pump failure", "other": "X:1"}, 1),
        ({"kind": "ambiguous name", "name": "lung infection", "concept": "L2", "other": "L1"}, 0),
        ({"kind": "redundant", "concept": "H2", "other": "H"}, 1),
        ({"kind": "cycle", "concept": "H2", "other": "L"}, 0),
        ({"kind": "misplaced concept", "concept": "H2", "other": "H", "instead": "L"}, 1),
        ({"kind": "duplicate concepts", "concept": "H2", "other": "H1"}, 2),
        ({"kind": "stray mark", "name": "cardiac failure"}, 0),
        ({"concept": "nothing"}, 0),
    ],
)
def test_each_kind_has_its_remedies(workbench: Workbench, found: dict[str, str], remedies: int) -> None:
    (one,) = findings_of(workbench, found)
    assert len(workbench.audit_findings.case(one.id).remedies) == remedies


def test_of_two_people_who_resolve_a_finding_at_once_one_does(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    (one,) = findings_of(workbench, {})
    both, case = Barrier(2, timeout=30), AuditFindings.case

    def seen(self: AuditFindings, number: int, name: str = "") -> FindingCase:
        found = case(self, number, name)
        both.wait()  # each has looked before either writes
        return found

    def resolved(who: str) -> str:
        try:
            return workbench.audit_findings.resolve(one.id, who)
        except BadInput as error:
            return str(error)

    monkeypatch.setattr(AuditFindings, "case", seen)
    with ThreadPoolExecutor(2) as people:
        said = list(people.map(resolved, ("mira", "olu")))
    assert sum("has resolved that already" in one for one in said) == 1
    assert workbench.history.count() == 2  # the decision and its edits, of one of them


def test_a_far_name_is_moved_and_the_undo_is_one(workbench: Workbench) -> None:
    (one,) = findings_of(workbench, {})
    does = workbench.audit_findings.resolve(one.id, "mira", comment="as on the ward")
    assert does == "“cardiac failure” is a name of L1, not of H2"
    assert "cardiac failure" in names(workbench, "L1") and "cardiac failure" not in names(workbench, "H2")
    (now,) = workbench.audit_findings.read([one.id])
    assert (now.state, now.who, now.comment) == ("resolved", "mira", "as on the ward")
    edit, decision = workbench.history.entries(limit=2)
    assert (edit.kind, decision.kind) == ("name", "finding") and edit.act == decision.id
    assert decision.title.startswith("Resolved far synonym “cardiac failure” of H2")
    (change,) = workbench.history.changes(decision.id)
    assert (change.thing, change.about, change.after) == ("far synonym: cardiac failure", "H2", "resolved")
    already = "Far synonym “cardiac failure” of H2: mira has resolved that already; {} takes it back."
    for who, back in (("olu", "the page History"), ("mira", "“Undo”")):  # Undo is of one's own actions
        for act in (workbench.audit_findings.resolve, workbench.audit_findings.refuse):
            with pytest.raises(BadInput, match=already.format(back)):
                act(one.id, who)
    undone = workbench.history.undo("mira")
    assert undone is not None and undone.kind == "finding"
    assert "cardiac failure" in names(workbench, "H2") and "cardiac failure" not in names(workbench, "L1")
    assert workbench.audit_findings.read([one.id])[0].state == "open"
    workbench.history.redo("mira")
    assert workbench.audit_findings.read([one.id])[0].state == "resolved"


def test_two_concepts_are_merged_with_their_names_and_children(workbench: Workbench) -> None:
    (one,) = findings_of(
        workbench, {"kind": "duplicate concepts", "concept": "L", "name": "Lung disorders", "other": "H"}
    )
    workbench.audit_findings.resolve(one.id, "mira")
    assert "Lung disorders" in names(workbench, "H")
    parents = workbench.hierarchy.parents("organs")
    assert parents["L1"] == parents["L2"] == ["H"]
    with pytest.raises(NotFound):
        workbench.terminologies.concept("organs", "L")
    workbench.history.undo("mira")
    assert workbench.hierarchy.parents("organs")["L1"] == ["L"]


def test_a_misplaced_concept_moves_and_a_link_goes(workbench: Workbench) -> None:
    moved, link = findings_of(
        workbench,
        {"kind": "misplaced concept", "concept": "H2", "other": "H", "instead": "L"},
        {"kind": "redundant", "concept": "H3", "other": "H"},
    )
    workbench.audit_findings.resolve(moved.id, "mira")
    workbench.audit_findings.resolve(link.id, "mira")
    parents = workbench.hierarchy.parents("organs")
    assert parents["H2"] == ["L"] and "H3" not in parents


def test_what_was_refused_stays_so_and_what_was_resolved_is_open_again_when_found_again(workbench: Workbench) -> None:
    found = ({}, {"name": "pump failure", "kind": "missing synonym"}, {"kind": "redundant", "other": "H"})
    resolved, refused, flagged = findings_of(workbench, *found)
    workbench.audit_findings.resolve(resolved.id, "mira")
    workbench.audit_findings.refuse(refused.id, "mira")
    workbench.audit_findings.flag(flagged.id, "mira", "olu knows")
    assert [one.state for one in findings_of(workbench, *found)] == ["open", "refused", "flagged"]
    audit = workbench.audits.newest("organs")
    assert audit is not None and audit.findings == 3
    assert workbench.audit_findings.counts(audit.id) == {
        ("far synonym", "open"): 1,
        ("missing synonym", "refused"): 1,
        ("redundant", "flagged"): 1,
    }
    assert len(workbench.audit_findings.numbers(audit.id, "redundant", "flagged")) == 1
    with pytest.raises(NotFound, match="newest audit"):
        workbench.audit_findings.case(resolved.id)


def test_what_cannot_be_decided_is_one_sentence(workbench: Workbench) -> None:
    (one,) = findings_of(workbench, {"kind": "cycle", "concept": "H2", "other": "L"})
    with pytest.raises(BadInput, match="Say who you are"):
        workbench.audit_findings.refuse(one.id, " ")
    with pytest.raises(BadInput, match="No edit here mends"):
        workbench.audit_findings.resolve(one.id, "mira")
    workbench.audit_findings.refuse(one.id, "mira")
    with pytest.raises(BadInput, match="refused that already"):
        workbench.audit_findings.refuse(one.id, "olu")
    assert [entry.title for entry in workbench.history.entries()] == ["Refused cycle “cardiac failure” of H2"]


def test_the_command_leaves_out_what_was_refused(workbench: Workbench, tmp_path: Path) -> None:
    workbench.synonyms.add("organs", "L1", "wheeze,", "mira")
    worker.execute(workbench.workspace, workbench.audits.queue("organs"))
    audit = workbench.audits.newest("organs")
    assert audit is not None and not workbench.audits.edited_since(audit)
    with_others(workbench, tmp_path)
    workbench.synonyms.add("others", "T1", "elsewhere", "mira")
    assert not workbench.audits.edited_since(audit)  # another terminology is none of its business
    workbench.synonyms.add("organs", "L2", "chest infection", "mira")
    assert workbench.audits.edited_since(audit)
    (stray,) = workbench.audit_findings.numbers(audit.id, "stray mark")
    workbench.audit_findings.refuse(stray, "mira")
    *_, last = workbench.audits.findings("organs")
    assert last.result["counts"]["stray mark"] == 0
    assert "wheeze," not in [one["name"] for one in last.result["findings"]]

"""Below a heading the code is offered that says no more than it does, only where there is exactly one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.normalisation.factory import open_normaliser
from engine.normalisation.request import EVIDENCE, NormalisationRequest
from engine.ranking import BILLABLE
from engine.ranking.marks.default_codes import DefaultCode, default_codes
from engine.workbench import Workbench
from store.records.mention import Mention
from tests.tables import with_table

CODES = """id,name,parents
A1,Asthma,
A1.9,Other and unspecified asthma,A1
A1.90,Unspecified asthma,A1.9
A1.901,Unspecified asthma with exacerbation,A1.90
A1.909,"Unspecified asthma, uncomplicated",A1.90
A1.99,Other asthma,A1.9
A1.2,Mild asthma,A1
B1,Brittle bones without fracture,
B1.0,Age-related brittle bones without fracture,B1
B1.0,Brittle bones NOS,B1
B1.8,Other brittle bones without fracture,B1
C1,Rusty hinges,
C1.0,"Rusty hinges, unspecified side",C1
C1.1,"Rusty hinges, right side",C1
D1,Fibrillation and flutter,
D1.9,Unspecified fibrillation and flutter,D1
D1.91,Unspecified fibrillation,D1.9
D1.92,Unspecified flutter,D1.9
E1,Kidney disease of pressure,
E1.0,Kidney disease of pressure with stage 5 kidney disease,E1
E1.9,"Kidney disease of pressure with stage 1 to stage 4 kidney disease, or unspecified kidney disease",E1
F1,Withdrawal,
F1.0,"Withdrawal, uncomplicated",F1
F1.9,"Withdrawal, unspecified",F1
G1,Sugar disease,
G1.3,Sugar disease with eye trouble,G1
G1.31,Sugar disease with unspecified retinopathy,G1.3
G1.39,Sugar disease with other eye trouble,G1.3
G1.9,Sugar disease without complications,G1
G1.A,Sugar disease without complications in remission,G1
H1,Broken leg,
H1.XXXA,"Broken leg, initial encounter",H1
H1.XXXD,"Broken leg, subsequent encounter",H1
J1,Ring,J2
J2,Ring of rings,J1
"""
LEAVES = ("A1.901", "A1.909", "A1.99", "A1.2", "B1.0", "B1.8", "C1.0", "C1.1", "D1.91", "D1.92", "E1.0", "E1.9")
CODES_TO_SEND = (*LEAVES, "F1.0", "F1.9", "G1.31", "G1.39", "G1.9", "G1.A", "H1.XXXA", "H1.XXXD")


@pytest.fixture
def coded(workbench: Workbench, tmp_path: Path) -> Workbench:
    bench = with_table(workbench, tmp_path, "codes", CODES)
    with bench.workspace.writing() as db:
        for code in CODES_TO_SEND:
            db.execute("UPDATE concepts SET notes = ? WHERE code = ?", [json.dumps({"Billable": ["yes"]}), code])
    return bench


@pytest.mark.parametrize(
    ("heading", "default"),
    [
        ("A1", "A1.909"),  # all the way down
        ("A1.90", "A1.909"),
        ("B1", "B1.0"),  # by its name NOS
        ("C1", "C1.0"),
        ("D1", None),  # two below it are unspecified
        ("E1", "E1.9"),
        ("F1", "F1.9"),  # of two that say no more, the one that says it is unspecified
        ("G1", "G1.9"),
        ("G1.3", None),  # retinopathy is more than eye trouble
        ("H1", None),  # nobody knows which encounter it is
        ("A1.2", None),  # nothing is below it
        ("X1", None),
    ],
)
def test_the_one_default_below_a_heading(coded: Workbench, heading: str, default: str | None) -> None:
    with coded.workspace.reading() as db:
        found = default_codes(db, "codes", [heading])
    assert {code: one.code for code, one in found.items()} == ({heading: default} if default else {})


def test_a_ranking_offers_it_beside_the_mark(coded: Workbench) -> None:
    found = {one.concept_id: one for one in coded.rankings.rank("rusty hinges", "codes", "vectors").candidates}
    assert (found["C1"].marks, found["C1"].default_code) == (("not billable",), "C1.0")
    assert found["C1"].default_name == "Rusty hinges, unspecified side"
    assert (found["C1.0"].marks, found["C1.0"].default_code) == ((), "")


@pytest.mark.parametrize(("text", "heading"), [("rusty hinges left", "C1"), ("sugar disease with complications", "G1")])
def test_a_default_that_says_otherwise_is_not_offered(coded: Workbench, text: str, heading: str) -> None:
    found = {one.concept_id: one for one in coded.rankings.rank(text, "codes", "vectors", 30).candidates}
    assert found[heading].default_code == ""


def test_a_ranking_of_billable_codes_has_it_in_the_headings_place(coded: Workbench) -> None:
    concepts = coded.rankings.rank("rusty hinges", "codes", "vectors", 30).candidates
    found = coded.rankings.rank("rusty hinges", "codes", "vectors", 30, BILLABLE).candidates
    assert (concepts[0].concept_id, concepts[0].exact) == ("C1", True)
    first = found[0]
    assert (first.concept_id, first.name) == ("C1.0", "Rusty hinges, unspecified side")
    assert (first.via, first.exact, first.marks, first.default_code) == ("C1 Rusty hinges", False, (), "")
    assert (first.score, first.probability) == (concepts[0].score, concepts[0].probability)
    codes = [one.concept_id for one in found]
    assert len(codes) == len(set(codes)) and [one.rank for one in found] == list(range(1, len(found) + 1))
    assert "A1" not in codes and "D1" in codes, "a heading without a default stays"
    assert coded.rankings.rank("C1", "codes", "vectors", 2, BILLABLE).candidates[0].concept_id == "C1"
    assert len(coded.rankings.rank("rusty hinges", "codes", "vectors", 3, BILLABLE).candidates) == 3


def test_which_terminology_says_what_is_billable(coded: Workbench) -> None:
    has = coded.terminologies.has_billable_codes
    assert (has("codes"), has("organs"), has()) == (True, False, True)


def test_a_file_is_answered_in_billable_codes_but_for_what_people_decided(coded: Workbench) -> None:
    def first(billable: bool, *texts: str) -> list[str]:
        request = NormalisationRequest("m.csv", "codes", "vectors", EVIDENCE, billable=billable)
        answers = open_normaliser(coded.workspace, request).answers([Mention(text) for text in texts])
        return [answer.parts[0].candidates[0].concept for answer in answers]

    texts = ("Rusty hinges", "broken leg", "rusty hinge", "asthma")
    assert first(False, *texts) == ["C1", "H1", "C1", "A1"]
    assert first(True, *texts) == ["C1.0", "H1", "C1.0", "A1.909"]
    coded.synonyms.add("codes", "A1", "asthma attack", "ada")
    assert first(True, "asthma attack") == ["A1"], "a person said so"
    with pytest.raises(BadInput, match="knows no billable codes; search by evidence"):
        open_normaliser(coded.workspace, NormalisationRequest("m.csv", "codes", "vectors", "O-T", billable=True))


def test_a_code_that_wants_its_seventh_character_is_answered_as_it_is_ranked(
    workbench: Workbench, tmp_path: Path
) -> None:
    """The page Rankings left it, where a file was answered with the only code below it."""
    bench = with_table(workbench, tmp_path, "codes", "id,name,parents\nK10.0,Sprain,\nK10.0XXA,Sprain of thumb,K10.0\n")
    with bench.workspace.writing() as db:
        db.execute("UPDATE concepts SET notes = ? WHERE code = 'K10.0XXA'", [json.dumps({"Billable": ["yes"]})])
    request = NormalisationRequest("m.csv", "codes", "vectors", EVIDENCE, billable=True)
    (answer,) = open_normaliser(bench.workspace, request).answers([Mention("sprain")])
    ranked = bench.rankings.rank("sprain", "codes", "vectors", unit=BILLABLE).candidates
    assert answer.concepts == (ranked[0].concept_id,) == ("K10.0",)


def test_many_headings_are_asked_at_once(coded: Workbench) -> None:
    with coded.workspace.reading() as db:
        assert default_codes(db, "codes", ["A1", "C1", "D1"]) == {
            "A1": DefaultCode("A1.909", "Unspecified asthma, uncomplicated"),
            "C1": DefaultCode("C1.0", "Rusty hinges, unspecified side"),
        }
        assert default_codes(db, "codes", []) == {}


def test_a_heading_in_a_circle_has_no_default(coded: Workbench) -> None:
    with coded.workspace.reading() as db:
        assert default_codes(db, "codes", ["J1", "J2"]) == {}

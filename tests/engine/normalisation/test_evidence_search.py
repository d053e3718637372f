"""Mentions answered as the page Rankings answers a name, and what people decided before all else."""

from __future__ import annotations

import gc
from dataclasses import replace
from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.formats.mentions.mentions import MentionRow
from engine.normalisation.answer import ConceptLabels, lines
from engine.normalisation.exact_match import EXACT
from engine.normalisation.factory import open_normaliser
from engine.normalisation.normaliser import Normaliser
from engine.normalisation.records import FROM_DATA, FROM_ONTOLOGY
from engine.normalisation.request import EVIDENCE, NormalisationRequest, Search
from engine.workbench import Workbench
from engine.workbench.normalisations.attributed_lines import attributes_read
from store.records.mention import Mention
from store.records.normalisation import Line
from tests.tables import with_table


def _first(bench: Workbench, terminology: str, *texts: str, encoder: str = "vectors") -> list[tuple[str, float]]:
    request = NormalisationRequest("m.csv", terminology, encoder, EVIDENCE)
    return _leading(open_normaliser(bench.workspace, request), *texts)


def _leading(normaliser: Normaliser, *texts: str) -> list[tuple[str, float]]:
    answers = normaliser.answers([Mention(text) for text in texts])
    return [(part.candidates[0].concept, part.probability) for answer in answers for part in answer.parts[:1]]


@pytest.fixture(scope="module")
def icd10cm(sample: Workbench) -> Normaliser:
    """The sample's ICD-10-CM before anybody decided anything, opened once: that takes seconds."""
    return open_normaliser(sample.workspace, _icd10cm(sample))


def _icd10cm(bench: Workbench) -> NormalisationRequest:
    return NormalisationRequest("m.csv", "icd10cm", bench.models.resolve("current"), EVIDENCE)


def test_the_answers_are_those_of_a_ranking(workbench: Workbench) -> None:
    texts = ["cardiac infarct", "lung inflammation"]
    for text, (concept, probability) in zip(texts, _first(workbench, "organs", *texts), strict=True):
        first = workbench.rankings.rank(text, "organs", "vectors").candidates[0]
        assert (concept, probability) == (first.concept_id, pytest.approx(first.probability))


def test_of_concepts_with_one_name_that_one_leads_which_a_ranking_puts_first(
    workbench: Workbench, tmp_path: Path
) -> None:
    """A place of the pool is a text: a draw had chosen one of its concepts, as A8 for “Other worries”, .13 sure."""
    rows = "id,name,parents\nA,Worries,\n"
    for place in range(1, 9):
        name = "Other worries" if place == 8 else f"Worries of kind {place}"
        rows += f"A{place},{name},A\nA{place}.9,{name},A{place}\n"
    bench = with_table(workbench, tmp_path, "worries", rows)
    names = [f"Worries of kind {place}" for place in range(1, 8)] + ["Other worries"]
    for name, found in zip(names, _first(bench, "worries", *names), strict=True):
        first = bench.rankings.rank(name, "worries", "vectors").candidates[0]
        assert found == (first.concept_id, pytest.approx(first.probability)), name


def test_a_concept_of_a_name_that_a_ranking_leaves_out_does_not_lead(workbench: Workbench, tmp_path: Path) -> None:
    """“Nephritis” below “… in diseases classified elsewhere” is not what the text alone says."""
    rows = "id,name,synonyms,parents\nN,Kidney,,\nN1,Inflamed kidney,nephritis,N\n"
    rows += "N2,Kidney disorders in diseases classified elsewhere,nephritis,N\n"
    bench = with_table(workbench, tmp_path, "kidneys", rows)
    ((concept, probability),) = _first(bench, "kidneys", "nephritis")
    first = bench.rankings.rank("nephritis", "kidneys", "vectors").candidates[0]
    assert (concept, probability) == (first.concept_id, pytest.approx(first.probability)) and concept == "N1"


def test_a_name_that_people_added_leads_and_is_exact(workbench: Workbench) -> None:
    workbench.synonyms.add("organs", "L2", "wet chest", "ada")
    request = NormalisationRequest("m.csv", "organs", "vectors", EVIDENCE)
    (answer,) = open_normaliser(workbench.workspace, request).answers([Mention("Wet chest")])
    (part,) = answer.parts
    assert (part.candidates[0].concept, part.sieve, part.candidates[0].origin) == ("L2", "exact", "D")
    assert part.probability > 0.5


def test_a_text_that_nobody_can_read_is_not_answered(workbench: Workbench) -> None:
    request = NormalisationRequest("m.csv", "organs", "vectors", EVIDENCE)
    (answer,) = open_normaliser(workbench.workspace, request).answers([Mention("药剂师")])
    assert answer.concepts == ()


def test_everyday_names_are_answered_on_icd10cm(icd10cm: Normaliser) -> None:
    found = _leading(icd10cm, "heart attack", "CKD stage 4", "hypertension")
    assert [concept for concept, _ in found] == ["I21.9", "N18.4", "I10"]
    assert all(0 < probability < 1 for _, probability in found)


def test_lay_words_denials_and_families_are_answered_on_icd10cm(icd10cm: Normaliser) -> None:
    texts = {"swelling of the legs": "R60.0", "no fever": "R50.9", "family history of asthma": "Z82.5",
             "burning when peeing": "R30.0"}  # “peeing” was read as “peeling”  # fmt: skip
    found = _leading(icd10cm, *texts)
    assert [concept for concept, _ in found] == [*texts.values()]


def test_a_denial_is_read_once_and_no_bulk_takes_it(icd10cm: Normaliser) -> None:
    """“no known drug allergies” is what the dictionary knows; it was asked as “drug allergies”."""
    mentions = [Mention("no known drug allergies"), Mention("denies chest pain")]
    known, denied = icd10cm.answers(mentions)
    assert known.parts[0].candidates[0].concept == "Z78.9"
    (first, *_) = denied.parts[0].candidates
    assert (first.concept, first.differs) == ("R07.9", ("negation",)) and denied.parts[0].probability < 0.2


def _parts(normaliser: Normaliser, *texts: str) -> list[list[str]]:
    answers = normaliser.answers([Mention(text) for text in texts])
    return [[part.candidates[0].concept for part in answer.parts] for answer in answers]


def test_a_line_that_lists_findings_is_answered_for_each(icd10cm: Normaliser) -> None:
    listed, codes, unknown = _parts(icd10cm, "HTN, T2DM, OSA", "I10 E11.9", "HTN, T2DM, xyzzy, COPD")
    assert (listed, codes) == (["I10", "E11.9", "G47.33"], ["I10", "E11.9"])
    assert [unknown[0], unknown[1], unknown[3]] == ["I10", "E11.9", "J44.9"]
    assert _parts(icd10cm, "PMH: MI, T2DM, CVA", "Asthma (J45.909), hypertension - I10") == [
        ["I25.2", "E11.9", "Z86.73"],
        ["J45.909", "I10"],
    ]


def test_what_a_list_denies_is_denied_in_its_part_alone(icd10cm: Normaliser) -> None:
    (answer,) = icd10cm.answers([Mention("HTN, T2DM, no fever, COPD")])
    told = list(lines(MentionRow(1, answer.mention), answer.parts, ConceptLabels({}, {})))
    assert [attributes_read(line, "") for line in told] == [(), (), ("negated",), ()]


def test_what_people_decided_is_sure_and_stays_denied(sample: Workbench) -> None:
    """The probability was the ranking's, “exact < 1 %”, and the next file's “denies SOB” was a finding."""
    sample.synonyms.add("icd10cm", "I21.9", "infarctus du myocarde", "ada")
    (_, probability), *_ = _first(sample, "icd10cm", "infarctus du myocarde", encoder=sample.models.resolve("current"))
    assert probability >= 0.95
    said = Line(1, 1, 1, "denies SOB", read_as="denies SOB", concept="R06.02", sieve=EXACT)
    assert attributes_read(replace(said, origin=FROM_DATA), "") == ("negated",)
    assert attributes_read(replace(said, origin=FROM_ONTOLOGY), "") == ()  # a name that denies is one


def test_what_a_concept_has_together_is_one_answer(icd10cm: Normaliser) -> None:
    assert _parts(icd10cm, "HTN, T2DM, CKD 3") == [
        ["I12.9", "E11.22", "N18.30"]
    ]  # ICD-10-CM takes these to go together
    texts = {"T2DM and CKD stage 3": "E11.22", "HTN + CKD 4": "I12.9", "NSTEMI, DES to LAD, DAPT 12/12": "I21.4",
             "mitochondrial myopathy, encephalopathy, lactic acidosis, and stroke-like episodes": "E88.41"}  # fmt: skip
    assert _parts(icd10cm, *texts) == [[concept] for concept in texts.values()]


def test_a_list_that_people_decided_as_a_whole_stays_one(sample: Workbench) -> None:
    sample.synonyms.add("icd10cm", "I10", "HTN, gout", "ada")
    after = open_normaliser(sample.workspace, _icd10cm(sample))
    assert _parts(after, "HTN, gout", "HTN, eczema") == [
        ["I10"],
        ["I10", "L30.9"],
    ]


def test_what_is_denied_is_asked_in_every_search(workbench: Workbench) -> None:
    for search in (EVIDENCE, "O-T"):
        request = NormalisationRequest("m.csv", "organs", "vectors", search)
        (answer,) = open_normaliser(workbench.workspace, request).answers([Mention("denies heart attack")])
        assert (answer.parts[0].text, answer.parts[0].candidates[0].concept) == ("heart attack", "H1")


def test_what_it_cannot_do_is_said(workbench: Workbench, tmp_path: Path) -> None:
    assert Search.of(" Evidence ").name == EVIDENCE
    for encoder, train in (("tfidf", ()), ("vectors", (str(tmp_path / "train.txt"),))):
        request = NormalisationRequest("m.csv", "organs", encoder, EVIDENCE, train=train)
        with pytest.raises(BadInput, match=r"learns nothing .* name another search, such as D-T\+OD-T"):
            open_normaliser(workbench.workspace, request)


def test_no_search_for_garbage_goes_through_the_names_while_they_are_read(workbench: Workbench) -> None:
    """Half of the seconds in which ICD-10-CM was opened went into it."""
    request = NormalisationRequest("m.csv", "organs", "vectors", EVIDENCE)
    open_normaliser(workbench.workspace, request)  # what it imports is there from now on
    searches, before = [], gc.get_threshold()
    gc.callbacks.append(lambda phase, _: searches.append(phase))
    gc.set_threshold(1, 1, 1)
    try:
        open_normaliser(workbench.workspace, request)
    finally:
        gc.set_threshold(*before)
        gc.callbacks.pop()
    assert len(searches) < 50  # around it; there were thousands

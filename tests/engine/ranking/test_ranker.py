"""Rankings over a small and over the real workspace."""

import shutil
import weakref
from pathlib import Path

import numpy as np
import pytest

from engine.errors import BadInput, NotFound
from engine.jobs import worker
from engine.ranking import ENCODER, EVIDENCE
from engine.ranking.ordering.calibration import SAME_TEXT
from engine.ranking.ranker import Ranker
from engine.retrieval.index import Index, best
from engine.workbench import SourceFile, Workbench
from store.edits import CONCEPT, WITHDRAW, Change
from tests.tables import with_table


def _ids(bench: Workbench, text: str, **options) -> list[str]:
    return [candidate.concept_id for candidate in bench.rankings.rank(text, "organs", **options).candidates]


def test_best_is_what_sorting_gives_ties_in_order() -> None:
    scores = np.array([0.5, 0.9, 0.5, 0.1, 0.9], dtype=np.float32)
    assert best(scores, 3).tolist() == [1, 4, 0]
    assert best(scores, 9).tolist() == [1, 4, 0, 2, 3]
    assert best(scores[:0], 3).tolist() == []


def test_search_of_many_agrees_with_one_by_one() -> None:
    rows = np.random.default_rng(0).standard_normal((500, 16)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    index = Index(rows)
    scores, places = index.search(rows[:5], 7)
    for query, line, found in zip(rows[:5], scores, places, strict=True):
        assert found.tolist() == best(index.scores(query), 7).tolist()
        np.testing.assert_allclose(line, index.scores(query)[found], atol=1e-6)


def test_an_exact_name_stands_first_and_is_marked(workbench: Workbench) -> None:
    ranking = workbench.rankings.rank("HEART  attack", "organs")
    first, *rest = ranking.candidates
    assert (first.rank, first.concept_id, first.name, first.preferred_name) == (
        1,
        "H1",
        "heart attack",
        "Myocardial infarction",
    )
    assert first.exact and not any(candidate.exact for candidate in rest)
    assert [candidate.rank for candidate in ranking.candidates] == list(range(1, len(ranking.candidates) + 1))
    assert [c.score for c in rest] == sorted((c.score for c in rest), reverse=True)


def test_a_concept_stands_once_and_every_name_in_the_other_unit(workbench: Workbench) -> None:
    concepts = _ids(workbench, "heart attack", top=50)
    assert len(concepts) == len(set(concepts)) == 9
    names = workbench.rankings.rank("heart attack", "organs", top=50, unit="name").candidates
    assert len(names) == len({(candidate.concept_id, candidate.name) for candidate in names}) == 17


@pytest.mark.parametrize("order", [EVIDENCE, ENCODER])
def test_a_ranking_is_broken_off_between_two_terminologies(workbench: Workbench, tmp_path: Path, order: str) -> None:
    file = tmp_path / "more.csv"
    file.write_text("concept_id,name\nX1,heart failure\n", encoding="utf-8")
    worker.execute(workbench.workspace, workbench.terminologies.queue_import(SourceFile(file), "more"))
    called: list[int] = []
    whole = workbench.rankings.rank("heart", order=order, between=lambda: called.append(1))
    assert called == [1, 1] and whole.candidates

    def newer() -> None:
        called.append(1)
        if len(called) == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        workbench.rankings.rank("heart", order=order, between=newer)
    assert len(called) == 4
    assert workbench.rankings.rank("heart", order=order).candidates == whole.candidates


def test_a_ranker_that_nobody_holds_is_gone_at_once(workbench: Workbench) -> None:
    """Without a collection: what is open when the window settles is taken out of it."""
    ranker = Ranker(workbench.workspace)
    held = weakref.ref(ranker)
    del ranker
    assert held() is None


def test_an_id_finds_its_concept_and_its_neighbours(workbench: Workbench) -> None:
    ranking = workbench.rankings.rank("l2", "organs")
    assert ranking.candidates[0].concept_id == "L2" and ranking.candidates[0].exact
    assert "Pneumonia" in ranking.note


def test_an_added_name_answers_the_next_query_and_undo_takes_it_back(workbench: Workbench) -> None:
    assert (
        workbench.rankings.rank("winded", "organs").candidates[0].concept_id != "L3"
        or not workbench.rankings.rank("winded", "organs").candidates[0].exact
    )
    workbench.synonyms.add("organs", "L3", "winded", "ann", "said by patients", "winded", 0.4, "vectors")
    first = workbench.rankings.rank("Winded", "organs").candidates[0]
    assert (first.concept_id, first.exact, first.added, first.source) == ("L3", True, True, "added by ann")
    near = workbench.rankings.rank("winded often", "organs").candidates[0]
    assert (near.concept_id, near.name, near.added) == ("L3", "winded", True)
    workbench.history.undo("ann")
    assert not any(candidate.added for candidate in workbench.rankings.rank("winded", "organs").candidates)
    workbench.history.redo("ann")
    assert workbench.rankings.rank("winded", "organs").candidates[0].added


def test_a_withdrawn_name_is_not_found_any_more(workbench: Workbench) -> None:
    workbench.synonyms.withdraw("organs", "H1", "heart attack", "ann")
    candidates = workbench.rankings.rank("heart attack", "organs", top=50, unit="name").candidates
    assert all(candidate.name != "heart attack" for candidate in candidates)
    assert not any(candidate.exact for candidate in candidates)
    workbench.history.undo("ann")
    assert workbench.rankings.rank("heart attack", "organs").candidates[0].exact


def test_another_workbench_sees_the_edit_at_once(workbench: Workbench) -> None:
    other = Workbench(workbench.workspace.folder)
    other.rankings.rank("puffed", "organs")
    workbench.synonyms.add("organs", "L3", "puffed", "ann")
    assert other.rankings.rank("puffed", "organs").candidates[0].exact


@pytest.mark.parametrize(
    ("text", "said"),
    [("", "Type a name"), ("  \n", "Type a name"), ("a" * 10_000, "10,000 characters"), ("x " * 5_000, "10,000")],
)
def test_unusable_queries_get_a_sentence(workbench: Workbench, text: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        workbench.rankings.rank(text)


@pytest.mark.parametrize("text", ["😀", "?!", "…"])
def test_a_text_without_a_vector_says_so(workbench: Workbench, text: str) -> None:
    ranking = workbench.rankings.rank(text)
    assert ranking.candidates == () and "knows no part" in ranking.note


def test_unknown_terminologies_and_encoders_are_named(workbench: Workbench) -> None:
    with pytest.raises(NotFound, match="organs"):
        workbench.rankings.rank("x", "nowhere")
    with pytest.raises(NotFound, match="vectors"):
        workbench.rankings.rank("x", encoder="few-shot-9")


def test_a_missing_vectors_file_is_named(workbench: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import engine.vectors

    monkeypatch.setattr(engine.vectors, "SHIPPED", tmp_path / "gone.safetensors")
    assert [choice.id for choice in workbench.rankings.encoders()] == ["vectors"]
    with pytest.raises(NotFound, match=r"gone\.safetensors is missing"):
        workbench.rankings.rank("gout")


def test_real_names_rank_their_own_concepts_first(sample: Workbench) -> None:
    for text, concept in (("heart atack", "HP:0001658"), ("type 2 diabetes", "E11"), ("short stature", "HP:0004322")):
        assert concept in [candidate.concept_id for candidate in sample.rankings.rank(text, top=5).candidates], text


def test_what_a_concept_calls_a_manifestation_is_no_exact_match_for_the_bare_name(sample: Workbench) -> None:
    """“Pyelonephritis” and “Nephritis” are names of N16 and N08, disorders “in diseases classified elsewhere”."""
    for text, code in (("pyelonephritis", "N12"), ("nephropathy", "N28.9")):
        first = sample.rankings.rank(text, "icd10cm", "current", 3).candidates[0]
        assert first.concept_id == code and not first.exact


@pytest.mark.parametrize(
    ("text", "leaf", "heading"),
    [
        ("elevated troponin", "R79.89", "R79.8"),
        ("s/p cholecystectomy", "Z90.49", "Z90.4"),
        ("other specified abnormal findings of blood chemistry", "R79.89", "R79.8"),  # an exact name of both
    ],
)
def test_a_heading_gives_way_to_the_leaf_of_its_own_name(sample: Workbench, text: str, leaf: str, heading: str) -> None:
    first, second, *_ = sample.rankings.rank(text, "icd10cm", "current", 3).candidates
    assert (first.concept_id, second.concept_id) == (leaf, heading)
    assert first.score >= second.score and (first.probability or 0) > (second.probability or 0)
    sentences = sample.explanations.explain(text, leaf, "icd10cm", "current").sentences
    assert first.exact or "A rule moves it up, since nothing stands below it" in " ".join(sentences)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("hives", "L50.9"),  # in other words than typed: L50 and L50.9 have one name but for “unspecified”
        ("carpal tunnel left", "G56.02"),  # G56.0 leaves the side out
        ("fracture left pelvis", "S32.9"),  # which has no side
        ("numb left arm", "R20.0"),
        ("pink eye right", "H10.31"),
        ("runny nose", "J34.89"),
        ("no BM x 3 days", "K59.00"),
        ("ring worm", "B35.9"),
        ("HIV+", "Z21"),
        ("L clavicle #", "S42.002"),
        ("prostate cancer, treated", "Z85.46"),
        ("deaf since birth", "H90.5"),
        ("left hemiparesis, right handed", "G81.94"),
        ("diabetic retinopathy type 1", "E10.319"),
        ("TCA overdose, suicide attempt", "T43.012"),
        ("breast cancer mets to bone", "C79.51"),
        ("umbilical hernia, incarcerated", "K42.0"),
        ("falls, recurrent", "R29.6"),
        ("acute duodenal ulcer, bleeding", "K26.0"),  # a form's meaning says “chronic or unspecified”
        ("C. diff colitis, relapsed", "A04.71"),
        ("radial head fracture, nondisplaced, left elbow", "S52.125"),
        ("feel sick and throwing up", "R11.2"),  # two findings with a name together
        ("baby not moving much, 32 weeks", "O36.8130"),
        ("left hemiparesis after old cerebral infarct, right-handed", "I69.354"),
        ("Mg 0.4, low", "E83.42"),
        ("HTN, BP 158/96, started amlodipine", "I10"),
        ("L TKR, OA knee", "M17.12"),
        ("barking cough at night, croup", "J05.0"),
        ("asthma attack, sats 91%, wheeze ++", "J45.901"),
        ("pressure sore sacrum grade 2", "L89.152"),
        ("covid last year, recovered", "Z86.16"),
        ("breast cancer, for chemo", "Z51.11"),
        ("diabetes, steroids", "E09.9"),  # what is taken may be what it comes of
        ("SCC, on lip", "C44.02"),
        ("angina, stable", "I20.89"),
        ("newborn, cephalohematoma", "P12.0"),
        ("UTI, catheter in situ", "T83.511"),
        ("MI, healed", "I25.2"),
        ("diarrhoea 5/7", "R19.7"),
        ("SOB", "R06.02"),  # HPO lends “Dyspnea” to it
        ("K 2.6", "E87.6"),  # was taken for the id K26
        ("my daughter has chickenpox", "B01.9"),  # was taken for a family's history
    ],
)
def test_what_people_say_is_answered_by_the_code_they_mean(sample: Workbench, text: str, right: str) -> None:
    assert sample.rankings.rank(text, "icd10cm", "current", 3).candidates[0].concept_id == right


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("nephritis", "N05"),  # a name of N08, a disorder “in diseases classified elsewhere”
        ("slipped on ice and fell", "W00.0"),  # of which one says all that the other does
        ("headache, denies vision changes", "R51.9"),  # R51 cannot be coded
    ],
)
def test_one_of_two_concepts_that_are_both_called_so_leads(sample: Workbench, text: str, code: str) -> None:
    first = sample.rankings.rank(text, "icd10cm", "current", 3).candidates[0]
    assert first.concept_id == code and not first.exact


def test_each_terminology_is_asked_in_its_own_words(sample: Workbench) -> None:
    for terminology, id in (("icd10cm", "I51.7"), ("hpo", "HP:0001712")):
        assert sample.rankings.rank("LVH", terminology).candidates[0].concept_id == id
    both = sample.rankings.rank("LVH", top=4)
    first = {one.terminology: one.concept_id for one in reversed(both.candidates)}
    assert first["icd10cm"] == "I51.7" and first["hpo"] == "HP:0001712"  # HPO has cardiomegaly as well
    assert "cardiomegaly" in both.note and "left ventricular hypertrophy" in both.note


def test_a_stage_alone_is_no_more_than_a_guess(sample: Workbench) -> None:
    for text in ("stage II and stage III", "left side"):
        ranking = sample.rankings.rank(text, "icd10cm", "current", 3)
        assert f"“{text}” says how far" in ranking.note and "not of what" in ranking.note  # with the capitals typed
        assert (ranking.candidates[0].probability or 1) < 0.5


def test_what_a_text_denies_is_found_and_is_no_more_than_a_guess(sample: Workbench) -> None:
    for text, code in (("no fever", "R50.9"), ("denies chest pain", "R07.9")):
        first = sample.rankings.rank(text, "icd10cm", "current", 3).candidates[0]
        assert (first.concept_id, first.differs) == (code, ("negation",)) and (first.probability or 1) < 0.1
    lacks = sample.rankings.rank("no appetite", "icd10cm", "current", 3).candidates[0]
    assert lacks.concept_id == "R63.0" and (lacks.probability or 0) > 0.5


def test_two_stages_are_searched_each_by_itself(sample: Workbench) -> None:
    found = sample.rankings.rank("pressure ulcer stage II and stage III", "icd10cm", "current", 3).candidates
    assert [one.concept_id for one in found[:2]] == ["L89.92", "L89.93"] and not any(one.differs for one in found[:2])


@pytest.mark.parametrize(
    ("text", "terminology", "codes"),
    [
        ("nausea and diarrhea", "icd10cm", ["R11.0", "R19.7"]),
        ("heartburn, nausia", "icd10cm", ["R12", "R11.0"]),
        ("headache + dizziness", "hpo", ["HP:0002315", "HP:0002321"]),
        ("HTN, T2DM", "icd10cm", ["I10", "E11.9"]),  # the code below E11 that can be sent in
        ("T2DM and HTN", "icd10cm", ["E11.9", "I10"]),  # whose many kinds left no room for the other
        ("headache / fever", "icd10cm", ["R51.9", "R50.9"]),
        ("headache/fever", "icd10cm", ["R51.9", "R50.9"]),
        ("AKI on CKD3", "icd10cm", ["N17.9", "N18.30"]),
        ("acute renal failure on CKD 4", "icd10cm", ["N17.9", "N18.4"]),
        ("short stature, microcephaly", "hpo", ["HP:0004322", "HP:0000252"]),  # Mondo has a name with both
        ("seizures/hypotonia", "hpo", ["HP:0001250", "HP:0001252"]),
        ("anemia with GI bleed", "icd10cm", ["D64.9", "K92.2"]),
        ("heartburn and nausea", "hpo", ["HP:0002020", "HP:0002018"]),  # “pyrosis” was heard as “paresis”
    ],
)
def test_findings_that_are_joined_are_first_each_by_itself(
    sample: Workbench, text: str, terminology: str, codes: list[str]
) -> None:
    ranking = sample.rankings.rank(text, terminology, "current", 3)
    first, second = ranking.candidates[:2]
    assert [first.concept_id, second.concept_id] == codes
    assert first.probability == pytest.approx(second.probability) and 0.3 < (first.probability or 0) <= 0.5
    assert "” and “" in ranking.note and "each by itself" in ranking.note


def test_a_side_that_is_not_ranked_is_marked(sample: Workbench) -> None:
    """“bells palsy left” is ranked as Bell’s palsy, since no name of it has a side; the row says that one is lost."""
    first = sample.rankings.rank("bells palsy left", "icd10cm", "current", 3).candidates[0]
    assert (first.concept_id, first.differs) == ("G51.0", ("side",))
    assert sample.rankings.rank("c/o pain in left hip", "icd10cm", "current", 3).candidates[0].differs == ()


def test_what_is_left_of_a_denial_says_of_what_it_is(sample: Workbench) -> None:
    """“Left without being seen” was read as left, and CAUTI as the beginning of “cautious gait”."""
    for text in ("left without being seen", "CAUTI"):
        ranking = sample.rankings.rank(text, "hpo", "current", 3)
        assert "Read as" not in ranking.note and (ranking.candidates[0].probability or 0) < 0.8


def test_a_syndrome_of_two_findings_and_others_makes_them_no_one_finding(sample: Workbench) -> None:
    """Mondo has “central obesity, type 2 diabetes, hypertension, and early-onset coronary artery disease”."""
    for text in ("diabetes and hypertension", "hypertension, diabetes"):
        found = sample.rankings.rank(text, "icd10cm", "current", 3).candidates[:2]
        assert {one.concept_id for one in found} == {"E11.9", "I10"}


def test_a_tablet_is_no_abortion(sample: Workbench) -> None:
    assert sample.rankings.rank("paracetamol 1 tab", "icd10cm", "current", 3).candidates[0].concept_id != "Z33.2"


def test_what_has_a_name_of_its_own_is_one_finding(sample: Workbench) -> None:
    for text, code in (
        ("nausea and vomiting", "R11.2"),
        ("anxiety and depression", "F41.8"),
        ("umbilical hernia with bowel obstruction", "K42.0"),
        ("CKD, CHF and HTN", "I13.0"),
        ("fissure in ano, chronic", "K60.1"),
        ("septic arthritis left knee, staph", "M00.9"),
    ):
        ranking = sample.rankings.rank(text, "icd10cm", "current", 3)
        assert ranking.candidates[0].concept_id.startswith(code[:3]) and "each by itself" not in ranking.note


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("fracture right ankle", "S82.891"),
        ("fracture of ankle", "S82.899"),
        ("fracture right ulna", "S52.201"),
        ("fracture left shoulder", "S42.92"),
        ("RSV", "B97.4"),
        ("RSV bronchiolitis", "J21.0"),
        ("RSV pneumonia", "J12.1"),
        ("itchy rash", "R21"),
        ("rash on arm", "R21"),
        ("type 2 DM w/o complications", "E11.9"),
        ("gastritis w/o bleeding", "K29.70"),
        ("no BM", "K59.00"),
        ("LOC after fall", "R55"),  # and no concussion without loss of consciousness
        ("COPD without exacerbation", "J44.9"),
        ("spotting at 9 weeks", "O26.851"),
        ("CKD G3a", "N18.31"),
        ("tics", "F95.9"),
        ("delirium", "R41.0"),
        ("menopause", "Z78.0"),
        ("c section", "O82"),
        ("bloody cough", "R04.2"),
        ("prematurity 32 weeks", "P07.35"),
        ("amputation below knee", "Z89.5"),
        ("insulin dependent diabetes", "E11.9"),
        ("athsma", "J45.909"),
        ("R CVA w/ L hemiparesis", "I69.354"),
        ("ca breast; mets to bone", "C79.51"),
        ("Asthma (J45.909)", "J45.909"),
        ("hypertension - I10", "I10"),
        ("blind in left eye", "H54.62"),
        ("blind in right eye", "H54.61"),
        ("ringing in left ear", "H93.12"),
        ("ringing in both ears", "H93.13"),
        ("twisted R ankle", "S93.401"),
        ("weakness left side since stroke", "I69.354"),
        ("broke my left arm", "S42.302"),
        ("pancreas issues", "K86.9"),
        ("found to have bronchospasm, stable", "J98.01"),
        ("failure to thrive 8 months old", "R62.51"),
        ("severe pre-eclampsia 34 wks", "O14.13"),
        ("breech at 37 weeks", "O32.1XX0"),
        ("both knees worn out with OA", "M17.0"),
        ("bilateral PEs", "I26.99"),
        ("tested positive for flu A", "J10.1"),
        ("WCC up", "D72.829"),
        ("INR too high", "R79.1"),
        ("breech at 37/40", "O32.1XX0"),
        ("N+V", "R11.2"),
        ("+UPT", "Z32.01"),
        ("bed sore left heel", "L89.62"),
        ("venous leg ulcer right ankle", "I83.013"),
    ],
)
def test_what_a_clinician_types_finds_what_a_coder_would_choose(sample: Workbench, text: str, code: str) -> None:
    """A broken bone is broken by accident, “w/o” denies, and of a virus alone no disease is known."""
    assert sample.rankings.rank(text, "icd10cm", "current", 3).candidates[0].concept_id == code


def test_a_word_that_no_name_has_gets_no_confident_answer(sample: Workbench) -> None:
    ranking = sample.rankings.rank("afebrile", "icd10cm", "current", 3)
    assert "guess from its letters" in ranking.note and (ranking.candidates[0].probability or 1) < 0.5


@pytest.mark.parametrize(
    ("terminology", "text"), [("hpo", "ECG normal"), ("icd10cm", "normal hearing"), ("mondo", "takes warfarin")]
)
def test_what_is_merely_like_something_normal_or_taken_is_a_guess(
    sample: Workbench, terminology: str, text: str
) -> None:
    """They gave an abnormal ECG and a hearing loss as likely; what has the word “normal” in its name stays sure."""
    assert (sample.rankings.rank(text, terminology, "current", 3).candidates[0].probability or 1) < 0.5
    named = sample.rankings.rank("normal pressure hydrocephalus", "icd10cm", "current", 3).candidates[0]
    assert named.concept_id == "G91.2" and (named.probability or 0) > 0.5


@pytest.mark.parametrize(
    ("text", "code"), [("abscess R axilla", "L02.411"), ("abscess L axilla", "L02.412"), ("rahs", "R21")]
)
def test_a_sides_letter_inside_a_form_and_two_letters_that_changed_places_are_read(
    sample: Workbench, text: str, code: str
) -> None:
    assert sample.rankings.rank(text, "icd10cm", "current", 3).candidates[0].concept_id == code


def test_an_obsolete_id_says_what_replaced_it(sample: Workbench) -> None:
    first, second, *_ = sample.rankings.rank("hp:0000057").candidates
    assert (first.concept_id, first.obsolete, first.replaced_by) == ("HP:0000057", True, "HP:0008665")
    assert (second.concept_id, second.obsolete) == ("HP:0008665", False)


def test_of_two_ids_that_differ_in_capitals_the_one_typed_is_meant(workbench: Workbench, tmp_path: Path) -> None:
    with_table(workbench, tmp_path, "twins", "id,name\nh5,heart failure\nH5,hearing loss\n")
    for typed, name in (("h5", "heart failure"), ("H5", "hearing loss")):
        ranking = workbench.rankings.rank(typed, "twins")
        assert ranking.candidates[0].concept_id == typed and f"ranked for “{name}”" in ranking.note


def test_a_replacement_that_a_person_took_out_is_no_answer(workbench: Workbench, tmp_path: Path) -> None:
    file = tmp_path / "toy.obo"
    file.write_text(
        "format-version: 1.2\n\n[Term]\nid: T:1\nname: Disease\n\n[Term]\nid: T:2\nname: Heart disease\nis_a: T:1\n\n"
        "[Term]\nid: T:3\nname: obsolete Cardiac disease\nis_obsolete: true\nreplaced_by: T:2\n",
        encoding="utf-8",
    )
    worker.execute(workbench.workspace, workbench.terminologies.queue_import(SourceFile(file), "toy"))
    assert [one.concept_id for one in workbench.rankings.rank("T:3", "toy").candidates if one.exact] == ["T:3", "T:2"]
    workbench.edits.apply([Change(WITHDRAW, "toy", "T:2", "Heart disease", kind=CONCEPT)], "ann")
    assert [one.concept_id for one in workbench.rankings.rank("T:3", "toy").candidates if one.exact] == ["T:3"]


def test_the_encoders_own_order_states_no_probability(sample: Workbench) -> None:
    found = sample.rankings.rank("zzqxv", "hpo", "current", 3, order=ENCODER).candidates
    assert {one.probability for one in found} == {None}


def test_the_index_holds_every_name_and_a_damaged_one_is_made_again(sample: Workbench, tmp_path: Path) -> None:
    before = sample.rankings.rank("asthma", "hpo").candidates
    folder = tmp_path / "workspace"  # of its own: what others have mapped must not be cut under them
    shutil.copytree(sample.workspace.folder, folder)
    files = sorted((folder / "indexes").glob("*.npy"))
    shapes = {np.load(file, mmap_mode="r").shape for file in files}  # under the vectors and the shipped encoder
    assert shapes == {(names, dim) for names in (111_079, 42_546, 116_510) for dim in (300, 200)}
    for file in files:
        file.write_bytes(file.read_bytes()[:1000])
    assert Workbench(folder).rankings.rank("asthma", "hpo").candidates == before


def test_what_vectors_blur_is_marked(workbench: Workbench) -> None:
    workbench.synonyms.add("organs", "H2", "left heart failure", "Ann")
    found = {
        one.name: one.differs
        for one in workbench.rankings.rank("right heart failure", "organs", unit="name").candidates
    }
    assert found["left heart failure"] == ("side",)
    assert found["Heart failure"] == ("side",)  # it leaves the side open: a wider name
    assert workbench.rankings.rank("left heart failure", "organs").candidates[0].differs == ()


def test_a_name_typed_whole_is_marked_by_nothing_and_read_as_nothing_else(workbench: Workbench, tmp_path: Path) -> None:
    file = tmp_path / "weeks.csv"
    names = ("Weeks 10-19", "Pain without fever", "Low back pain", "Low dorsalgia")
    file.write_text("id,name\n" + "".join(f"W{at},{name}\n" for at, name in enumerate(names)), encoding="utf-8")
    worker.execute(workbench.workspace, workbench.terminologies.queue_import(SourceFile(file), "weeks"))
    workbench.abbreviations.add("low back pain", ["low dorsalgia"], "ann")
    for typed in names:
        ranking = workbench.rankings.rank(typed.lower(), "weeks")
        first = ranking.candidates[0]
        assert (first.name, first.exact, first.differs, ranking.note) == (typed, True, (), "")
    assert "Read as “low dorsalgia”" in workbench.rankings.rank("low back pain", "organs").note


def test_accents_do_not_hide_a_name(workbench: Workbench, tmp_path: Path) -> None:
    file = tmp_path / "eponyms.csv"
    file.write_text("id,name\nS1,Sjögren syndrome\nS2,Behcet disease\n", encoding="utf-8")
    worker.execute(workbench.workspace, workbench.terminologies.queue_import(SourceFile(file), "eponyms"))
    for typed, concept in (("sjogren syndrome", "S1"), ("Behçet disease", "S2"), ("Sjögren Syndrome", "S1")):
        first = workbench.rankings.rank(typed, "eponyms").candidates[0]
        assert (first.concept_id, first.exact, first.score) == (concept, True, 1.0)
    workbench.synonyms.add("eponyms", "S2", "Adamantiades–Behçet’s", "mira")
    assert workbench.rankings.rank("adamantiades–behcet’s", "eponyms").candidates[0].exact


def test_a_script_that_the_encoder_does_not_know_is_said_and_gets_no_answer(workbench: Workbench) -> None:
    ranking = workbench.rankings.rank("药剂师", "organs")
    assert ranking.candidates == () and "in a script that no name here is written in" in ranking.note
    guessed = workbench.rankings.rank("zzyzzxq", "organs")
    assert guessed.candidates and "No name here has a word of “zzyzzxq”" in guessed.note
    assert "No name" not in workbench.rankings.rank("attack of heart", "organs").note


def test_names_in_such_a_script_are_found_by_their_letters(workbench: Workbench, tmp_path: Path) -> None:
    file = tmp_path / "zh.csv"
    file.write_text("id,name\nZ1,心脏病\nZ2,肺炎\nZ3,Heart disease\n", encoding="utf-8")
    worker.execute(workbench.workspace, workbench.terminologies.queue_import(SourceFile(file), "zh"))
    ranking = workbench.rankings.rank("心脏", "zh")
    assert [one.concept_id for one in ranking.candidates] == ["Z1"] and "has not learnt a word" in ranking.note
    assert workbench.rankings.rank("肺炎", "zh").candidates[0].exact and not workbench.rankings.rank("肺炎", "zh").note


def test_a_term_that_is_only_included_finds_its_concept(sample: Workbench) -> None:
    """ICD-10-CM has “high blood pressure” and “hypertension” as Includes notes of I10 and as no names."""
    for typed in ("high blood pressure", "hypertension"):
        first = sample.rankings.rank(typed, "icd10cm").candidates[0]
        assert (first.concept_id, first.differs) == ("I10", ())


def test_what_helps_beside_the_encoder_can_be_left_out(sample: Workbench) -> None:
    def note(text: str, *without: str) -> str:
        return sample.rankings.without(without).rank(text, "icd10cm").note

    assert sample.rankings.rank("T2DM", "icd10cm").note == "Read as “type 2 diabetes mellitus”."
    assert "Read as" not in note("T2DM", "dictionary")
    assert "pneumonia" in note("pneumonai") and "Read as" not in note("pneumonai", "spelling")
    by_way = [one.via for one in sample.rankings.rank("hypertension", "icd10cm").candidates if one.via]
    alone = sample.rankings.without(["bridges", "includes"]).rank("hypertension", "icd10cm")
    assert by_way and not any(one.via for one in alone.candidates)


@pytest.mark.parametrize(
    ("text", "slug", "concept", "code"),
    [("hart attack", "hpo", "HP:0001658", "I21.9"), ("pump gave way", "hpo", "HP:0001635", "I50.9")],
)
def test_a_name_that_is_added_to_one_terminology_helps_the_others(
    sample: Workbench, text: str, slug: str, concept: str, code: str
) -> None:
    """A misspelt one is read by the others as it is without it; what else it may be is that concept's name."""
    sample.synonyms.add(slug, concept, text, "ann")
    every, alone = sample.rankings.rank(text), sample.rankings.rank(text, "icd10cm")
    first = every.candidates[0]
    assert (first.concept_id, first.added, first.exact) == (concept, True, True) and first.evidence == SAME_TEXT
    assert [one.rank for one in every.candidates] == list(range(1, len(every.candidates) + 1))
    assert {
        next(one.concept_id for one in found.candidates if one.terminology == "icd10cm") for found in (every, alone)
    } == {code}
    assert sample.rankings.rank("hart failure", "icd10cm").candidates[0].concept_id in ("I50", "I50.9")


def test_without_all_that_speaks_beside_it_the_encoder_orders_alone(workbench: Workbench) -> None:
    """One who measured knew to ask for the encoder's order too; whoever else left it out got the learnt one."""
    alone = workbench.rankings.without(["evidence"]).rank("heart trouble", "organs").candidates
    assert alone == workbench.rankings.rank("heart trouble", "organs", order=ENCODER).candidates
    assert alone != workbench.rankings.rank("heart trouble", "organs").candidates


def test_a_text_that_another_terminology_alone_knows_is_no_guess_from_its_letters(
    workbench: Workbench, tmp_path: Path
) -> None:
    with_table(workbench, tmp_path, "ward", "id,name,synonyms\nW1,Heart attack,Herzinfarkt\n")
    answer = workbench.rankings.rank("Herzinfarkt", "organs", "vectors", 3)
    assert (answer.candidates[0].concept_id, bool(answer.candidates[0].via)) == ("H1", True)
    assert answer.note.endswith("another terminology has, and what follows first is by way of that.")

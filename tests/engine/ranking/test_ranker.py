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
from engine.ranking.ordering.sureness import LIKELY_FROM
from engine.ranking.ranker import Ranker
from engine.workbench import SourceFile, Workbench
from store.edits import CONCEPT, WITHDRAW, Change
from tests.tables import with_table


def _ids(bench: Workbench, text: str, **options) -> list[str]:
    return [candidate.concept_id for candidate in bench.rankings.rank(text, "organs", **options).candidates]


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


@pytest.mark.parametrize(("order", "in_all"), [(EVIDENCE, 5), (ENCODER, 3)])
def test_a_ranking_is_broken_off_between_two_steps(
    workbench: Workbench, tmp_path: Path, order: str, in_all: int
) -> None:
    file = tmp_path / "more.csv"
    file.write_text("concept_id,name\nX1,heart failure\n", encoding="utf-8")
    worker.execute(workbench.workspace, workbench.terminologies.queue_import(SourceFile(file), "more"))
    steps: list[int] = []
    whole = workbench.rankings.rank("heart", order=order, between=lambda: steps.append(1))
    assert len(steps) == in_all and whole.candidates  # one a terminology, and others

    for last in range(1, len(steps) + 1):
        called: list[int] = []

        def newer(last: int = last, called: list[int] = called) -> None:
            called.append(1)
            if len(called) == last:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            workbench.rankings.rank("heart", order=order, between=newer)
        assert len(called) == last
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
    before = workbench.rankings.rank("winded", "organs").candidates
    assert before and not any(candidate.exact or candidate.name == "winded" for candidate in before)
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
    [
        ("", "Type a name"),
        (None, "is “None” and no text"),
        (5.0, "is “5.0” and no text"),
        ("  \n", "Type a name"),
        ("a" * 10_000, "10,000 characters"),
        ("x " * 5_000, "10,000"),
    ],
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
    monkeypatch.setattr("engine.models.open.SHIPPED", tmp_path / "gone.safetensors")
    assert [choice.id for choice in workbench.rankings.encoders()] == ["vectors"]
    with pytest.raises(NotFound, match=r"gone\.safetensors is missing"):
        workbench.rankings.rank("gout")


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


def test_what_is_merely_like_a_text_without_a_learnt_word_is_a_guess(workbench: Workbench, tmp_path: Path) -> None:
    """“Сахар”, sugar, was diabetes in 98 of 100."""
    file = tmp_path / "ru.csv"
    file.write_text("id,name\n1,сахарный диабет\n2,инфаркт миокарда\n", encoding="utf-8")
    worker.execute(workbench.workspace, workbench.terminologies.queue_import(SourceFile(file), "ru"))
    for text in ("сахар", "несахарный диабет"):
        first = workbench.rankings.rank(text, "ru").candidates[0]
        assert first.concept_id == "1" and first.probability is not None and first.probability < LIKELY_FROM
    turned = workbench.rankings.rank("диабет сахарный", "ru").candidates[0]  # the same words
    assert turned.probability is not None and turned.probability > LIKELY_FROM


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


def test_a_text_without_a_misspelt_word_is_read_alike_where_no_spelling_is_corrected(workbench: Workbench) -> None:
    """Rules that ask for names went without any, and what they do counted as that of the spelling."""
    for text in ("asthma, heart failure", "angina pectoris / lung infection"):
        found = workbench.rankings.rank(text, "organs", "vectors")
        without = workbench.rankings.without(["spelling"]).rank(text, "organs", "vectors")
        assert "each by itself" in found.note and without.note == found.note
        assert [one.score for one in without.candidates] == [one.score for one in found.candidates]


@pytest.mark.parametrize(
    ("text", "slug", "concept", "code"),
    [("hart attack", "hpo", "HP:0001658", "I21.9"), ("pump gave way", "hpo", "HP:0001635", "I50.9")],
)
def test_a_name_that_is_added_to_one_terminology_helps_the_others(
    sample_copy: Workbench, text: str, slug: str, concept: str, code: str
) -> None:
    """A misspelt one is read by the others as it is without it; what else it may be is that concept's name."""
    sample_copy.synonyms.add(slug, concept, text, "ann")
    every, alone = sample_copy.rankings.rank(text), sample_copy.rankings.rank(text, "icd10cm")
    first = every.candidates[0]
    assert (first.concept_id, first.added, first.exact) == (concept, True, True) and first.evidence == SAME_TEXT
    assert [one.rank for one in every.candidates] == list(range(1, len(every.candidates) + 1))
    assert {
        next(one.concept_id for one in found.candidates if one.terminology == "icd10cm") for found in (every, alone)
    } == {code}
    assert sample_copy.rankings.rank("hart failure", "icd10cm").candidates[0].concept_id in ("I50", "I50.9")


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

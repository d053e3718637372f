"""Explanations of rankings: numbers that add up to the scores shown, held against leaving words out."""

import math
from pathlib import Path

import pytest

from engine.errors import BadInput, NotFound
from engine.jobs import worker
from engine.ranking.explaining.sentences import FITS
from engine.ranking.explaining.wording import ABOUT, DIFFERENCE_WORDS, GROUPS, group_of, label_of
from engine.ranking.ordering.order import FEATURES
from engine.ranking.shelves import shelves
from engine.text.differences import MARKS
from engine.workbench import Explanation, SourceFile, Workbench

BODY = """id,name,synonyms,parents
B,Findings,,
B1,Dyspnoea,air hunger|breathlessness,B
B2,Fever,high temperature,B
"""


@pytest.fixture
def two(workbench: Workbench, tmp_path: Path) -> Workbench:
    """The small workspace with a second terminology, which calls dyspnoea otherwise."""
    file = tmp_path / "findings.csv"
    file.write_text(BODY, encoding="utf-8")
    run = workbench.terminologies.queue_import(SourceFile(file), "findings", title="Findings")
    worker.execute(workbench.workspace, run)
    return workbench


def score(one: Explanation) -> float:
    return 1 / (1 + math.exp(-(one.start + sum(part.points for part in one.parts)))) + one.rule


@pytest.mark.parametrize(
    "text", ["heart attack", "hart atack", "hart attack", "lung", "air hunger", "L2", "acute cough of the left lung"]
)
@pytest.mark.parametrize("within", ["organs", "all"])
def test_the_parts_of_every_row_add_up_to_the_score_shown(text: str, within: str, two: Workbench) -> None:
    two.synonyms.add("organs", "L1", "wheezy heart", "ann")
    two.synonyms.add("organs", "H1", "hart attack", "ann")
    ranking = two.rankings.rank(text, within, "vectors")
    assert ranking.candidates
    for row in ranking.candidates:
        one = two.explanations.explain(text, row.concept_id, row.terminology, "vectors", within=within)
        assert (one.rank, one.score, one.exact, one.name) == (row.rank, row.score, row.exact, one.name)
        assert score(one) == pytest.approx(row.score, abs=1e-6)
        assert (one.rule > 0) is row.exact
        assert (one.differs, one.marks, one.probability) == (row.differs, row.marks, row.probability)


def test_the_names_of_a_ranking_of_names_are_explained_too(workbench: Workbench) -> None:
    for row in workbench.rankings.rank("heart", "organs", "vectors", unit="name").candidates:
        one = workbench.explanations.explain("heart", row.concept_id, "organs", "vectors", name=row.name)
        assert (one.name, one.rank) == (row.name, row.rank)
        assert score(one) == pytest.approx(row.score, abs=1e-6)


def test_the_parts_of_a_contrast_are_all_that_parts_two_rows(workbench: Workbench) -> None:
    found = workbench.explanations.contrast("heart trouble", "H2", "L2", "organs", "vectors")
    apart = [_log_odds(score(one)) for one in (found.one, found.other)]
    assert sum(part.points for part in found.parts) == pytest.approx(apart[0] - apart[1], abs=1e-6)
    sizes = [abs(part.points) for part in found.parts]
    assert sizes == sorted(sizes, reverse=True) and all(sizes)
    assert found.sentences[0].startswith("“Heart failure” stands before “Pneumonia”: ")
    back = workbench.explanations.contrast("heart trouble", "L2", "H2", "organs", "vectors")
    assert back.sentences == found.sentences
    assert [-part.points for part in back.parts] == pytest.approx([part.points for part in found.parts])


def _log_odds(value: float) -> float:
    return math.log(value / (1 - value))


def test_what_is_told_of_a_word_left_out_is_what_ranking_without_it_gives(workbench: Workbench) -> None:
    one = workbench.explanations.explain("heart chest pain", "H3", "organs", "vectors")
    assert [left.text for left in one.left_out if left.kind == "word"] == ["heart", "chest", "pain"]
    for left, rest in zip(one.left_out, ("chest pain", "heart pain", "heart chest"), strict=True):
        row = next(
            row for row in workbench.rankings.rank(rest, "organs", "vectors").candidates if row.concept_id == "H3"
        )
        assert (left.rank, left.score) == (row.rank, pytest.approx(row.score, abs=1e-6))
        assert not row.exact


def test_a_misspelt_word_is_read_and_said_so(workbench: Workbench) -> None:
    one = workbench.explanations.explain("old hart failure", "H2", "organs", "vectors")
    (spelling,) = [left for left in one.left_out if left.kind == "spelling"]
    assert spelling.text == "old heart failure"
    assert spelling.score is not None and spelling.score < one.score
    assert any("Read as “old heart failure”" in sentence for sentence in one.sentences)


def test_what_is_told_of_the_spelling_is_what_ranking_without_it_alone_gives(workbench: Workbench) -> None:
    """The short form stays written out."""
    one = workbench.explanations.explain("bad astma, SOB", "L3", "organs", "vectors")
    (spelling,) = [left for left in one.left_out if left.kind == "spelling"]
    uncorrected = workbench.rankings.without(["spelling"]).rank("bad astma, SOB", "organs", "vectors")
    (row,) = [row for row in uncorrected.candidates if row.concept_id == "L3"]
    assert (spelling.rank, spelling.score) == (row.rank, pytest.approx(row.score, abs=1e-6))
    assert spelling.rank == 1


def test_a_misspelt_name_is_ranked_as_that_name(workbench: Workbench) -> None:
    one = workbench.explanations.explain("hart failure", "H2", "organs", "vectors")
    assert one.exact and one.rank == 1
    assert one.sentences[0].startswith("“heart failure”, for which the text is ranked, is one of its names")


def test_the_bridge_that_was_taken_is_named_and_what_it_gives(two: Workbench) -> None:
    one = two.explanations.explain("air hunger", "L3", "organs", "vectors")
    assert one.via == "Findings: Dyspnoea"
    (bridge,) = [left for left in one.left_out if left.kind == "bridge"]
    assert bridge.score is not None and bridge.score < one.score
    assert any(sentence.startswith("Found by way of Findings: Dyspnoea") for sentence in one.sentences)
    assert sum(part.points for part in one.parts if part.group == "other terminologies") > 0


def test_a_concept_that_no_row_shows_is_explained_too(workbench: Workbench) -> None:
    shown = workbench.rankings.rank("pneumonia", "organs", "vectors", top=2).candidates
    assert "H3" not in {row.concept_id for row in shown}
    one = workbench.explanations.explain("pneumonia", "H3", "organs", "vectors", top=2)
    assert one.rank is None and one.place > 2 and not one.exact
    assert score(one) == pytest.approx(one.score, abs=1e-6)
    assert one.sentences[0].startswith("It is not among the rows shown")


def test_an_exact_name_says_that_it_stands_first_by_rule(workbench: Workbench) -> None:
    one = workbench.explanations.explain("heart attack", "H1", "organs", "vectors")
    assert (one.rank, one.score, one.exact) == (1, 1.0, True) and 0 < one.rule < 1
    assert one.sentences[0].startswith("The typed text is one of its names, so it stands before all others: exact, ")
    by_id = workbench.explanations.explain("H1", "H1", "organs", "vectors")
    assert by_id.sentences[0].startswith("The typed text is its id")
    assert by_id.left_out == ()


def test_what_is_not_there_is_named(workbench: Workbench) -> None:
    with pytest.raises(NotFound, match="Organs has no concept “X9”"):
        workbench.explanations.explain("heart", "X9", "organs", "vectors")
    with pytest.raises(NotFound, match="“nowhere”"):
        workbench.explanations.explain("heart", "H1", "nowhere", "vectors")
    with pytest.raises(BadInput, match="Type a name"):
        workbench.explanations.explain(" ", "H1", "organs", "vectors")


def test_every_feature_of_the_order_has_a_group_and_words() -> None:
    assert set(map(group_of, FEATURES)) == set(GROUPS) == set(ABOUT) == {*FITS, "the same text"}
    assert set(DIFFERENCE_WORDS) == set(MARKS)
    assert len(set(map(label_of, FEATURES))) == len(FEATURES)


def test_an_explanation_reads_no_words_anew(two: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    two.explanations.explain("air hunger", "L3", "organs", "vectors", within="all")
    monkeypatch.setattr(shelves, "word_index_of", None)
    assert two.explanations.explain("air hunger", "L3", "organs", "vectors", within="all").parts


@pytest.mark.parametrize(
    ("text", "code", "told"),
    [
        (
            "otitis externa L, otomize spray",
            "H60.92",
            "A rule moves it up, since it has the side, trimester or number that was typed.",
        ),
        (
            "tonsillitis, pen V 10 days",
            "J03.90",
            "A rule moves it up, since nothing stands below it, as it does below a heading whose name says the same.",
        ),
        ("T2DM", "E11.9", "A rule moves it up, since it is the code to send in below a heading that was first."),
        ("T2DM", "E11", "A rule moves it down, since it is a heading, and the code to send in stands below it."),
    ],
)
def test_the_rule_that_moved_a_row_is_the_one_told(sample: Workbench, text: str, code: str, told: str) -> None:
    """All were said to have the score of a heading of their name, which T15.01 and E11.9 have not."""
    assert told in sample.explanations.explain(text, code, "icd10cm").sentences


def test_an_id_in_another_spelling_is_an_id_and_no_name(sample: Workbench) -> None:
    assert sample.explanations.explain("I219", "I21.9", "icd10cm").sentences[0].startswith("The typed text is its id")

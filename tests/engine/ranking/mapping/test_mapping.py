"""A small terminology mapped onto another: names, synonyms, hierarchy, predicates; and what is measured of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.errors import BadInput, NotFound
from engine.evaluation.mappings import measured
from engine.events import Finished
from engine.formats.mapping_sets.mappings import read_reference
from engine.formats.mapping_sets.sssom import read_rows
from engine.ranking.mapping import coverage
from engine.ranking.mapping.coverage import FEATURES
from engine.ranking.mapping.hierarchy import with_hierarchy
from engine.ranking.mapping.of_encoders import MappingRequest, encoder_answers
from engine.ranking.mapping.records import MappingAnswer, Suggestion
from engine.ranking.mapping.side import MappedSide
from engine.ranking.ordering.order import shipped
from engine.retrieval.word_index import WordIndex
from engine.workbench import MappingTrial, Workbench
from tests.mapped import RIGHT, with_others
from tests.tables import with_table


@pytest.fixture
def two(workbench: Workbench, tmp_path: Path) -> Workbench:
    """The small workspace with “others” beside “organs”."""
    return with_others(workbench, tmp_path)


def result(events) -> dict:
    *_, last = events
    assert isinstance(last, Finished)
    return last.result


def returned(events):
    """What a generator of events returns at its end."""
    while True:
        try:
            next(events)
        except StopIteration as end:
            return end.value


def mapped(path: Path) -> dict[str, dict[str, str]]:
    rows = read_rows(path)
    heading = next(rows)
    found = [dict(zip(heading, row, strict=True)) for row in rows]
    return {one["subject_id"].split(":", 1)[1]: one for one in found}


def test_every_concept_has_its_best_suggestion_marked_undecided(two: Workbench, tmp_path: Path) -> None:
    out = tmp_path / "organs.sssom.tsv"
    answer = result(two.mappings.write("organs", "others", out, encoders=["vectors"]))
    found = mapped(out)
    assert answer == {
        "source": "organs",
        "target": "others",
        "mapped": 0,
        "suggested": len(found),
        "unmapped": 9 - len(found),
        "out": str(out),
    }
    assert {code: found[code]["object_id"].removeprefix("others:") for code in RIGHT} == RIGHT
    one = found["H1"]
    assert (one["predicate_id"], one["mapping_justification"]) == ("skos:exactMatch", "semapv:LexicalMatching")
    assert one["mapping_tool"] == "Nomenclator" and 0.5 < float(one["confidence"]) <= 1
    assert {line["ext_decision"] for line in found.values()} == {"undecided"}


def test_the_least_confidence_leaves_suggestions_out(two: Workbench, tmp_path: Path) -> None:
    out = tmp_path / "organs.sssom.tsv"
    answer = result(two.mappings.write("organs", "others", out, 0.5, ["vectors"]))
    confidences = [float(one["confidence"]) for one in mapped(out).values()]
    assert confidences and min(confidences) >= 0.5
    assert answer["suggested"] == len(confidences) and answer["unmapped"] == 9 - len(confidences)


def test_names_that_people_added_and_took_out_count(two: Workbench, tmp_path: Path) -> None:
    out = tmp_path / "organs.sssom.tsv"
    two.synonyms.add("others", "T6", "trouble breathing", "ann")
    result(two.mappings.write("organs", "others", out, encoders=["vectors"]))
    assert mapped(out)["L3"]["object_id"] == "others:T6"
    two.synonyms.withdraw("organs", "L3", "trouble breathing", "ann")
    result(two.mappings.write("organs", "others", out, encoders=["vectors"]))
    assert mapped(out)["L3"]["mapping_justification"] != "semapv:LexicalMatching"


def test_what_it_wrote_is_a_reference_that_it_meets(two: Workbench, tmp_path: Path) -> None:
    out = tmp_path / "organs.sssom.tsv"
    result(two.mappings.write("organs", "others", out, encoders=["vectors"]))
    answer = result(two.mappings.measure(MappingTrial(out, "organs", "others", ["vectors"])))
    (whole,) = [row for row in answer["rows"] if row["predicate"] == "all" and row["hierarchy"]]
    assert whole["precision"] == whole["recall"] == whole["f1"] == 1
    assert answer["left_out"] == 0
    out.write_bytes(out.read_text(encoding="utf-8").replace("Heart attack", "Herzanfälle").encode("cp1252", "replace"))
    old = result(two.mappings.measure(MappingTrial(out, "organs", "others", ["vectors"])))
    assert "encoding" not in answer and old["encoding"].startswith("Read as Windows-1252;")


def test_bad_input_is_named(two: Workbench, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="itself"):
        result(two.mappings.write("organs", "organs", tmp_path / "a.tsv", encoders=["vectors"]))
    with pytest.raises(BadInput, match=r"\.sssom\.tsv"):
        result(two.mappings.write("organs", "others", tmp_path / "a.doc", encoders=["vectors"]))
    with pytest.raises(BadInput, match=r"FHIR R4; let it end in \.fhir\.json"):
        result(two.mappings.write("organs", "others", tmp_path / "a.sssom.tsv", encoders=["vectors"], format="fhir"))
    for format in ("xlsx", "none"):  # one that writes no mappings, and none at all
        with pytest.raises(BadInput, match=f"There is no format “{format}” of mappings; choose one of sssom, "):
            result(two.mappings.write("organs", "others", tmp_path / "a.tsv", encoders=["vectors"], format=format))
    with pytest.raises(BadInput, match="no folder"):
        result(two.mappings.write("organs", "others", tmp_path / "none" / "a.tsv", encoders=["vectors"]))
    with pytest.raises(BadInput, match="from 0 to 1"):
        result(two.mappings.write("organs", "others", tmp_path / "a.tsv", 2.0, ["vectors"]))
    with pytest.raises(NotFound, match="no file"):
        result(two.mappings.measure(MappingTrial(tmp_path / "none.tsv", "organs", "others", ["vectors"])))
    wrong = tmp_path / "wrong.tsv"
    wrong.write_text("source_id\ttarget\nX1\tT2\n", encoding="utf-8")
    with pytest.raises(BadInput, match="maps no concept of Organs"):
        result(two.mappings.measure(MappingTrial(wrong, "organs", "others", ["vectors"])))
    wrong.write_text("id\tname\nH1\tMyocardial infarction\n", encoding="utf-8")  # every figure was 0
    with pytest.raises(BadInput, match="of organs onto one of others: its first mapping is “H1” onto “Myocardial"):
        result(two.mappings.measure(MappingTrial(wrong, "organs", "others", ["vectors"])))


def test_a_reference_is_read_from_a_table_and_from_sssom(tmp_path: Path) -> None:
    table = tmp_path / "pairs.tsv"
    table.write_text("source_id\tname\ticd\nM:1\tgout\tA1|A2\nM:1\tpodagra\tA1\nM:2\tcough\tB\n", encoding="utf-8")
    exact = "skos:exactMatch"
    assert read_reference(table) == {"M:1": {"A1": exact, "A2": exact}, "M:2": {"B": exact}}
    sssom = tmp_path / "pairs.sssom.tsv"
    sssom.write_text(
        "#curie_map:\n#  x: http://x/\nsubject_id\tpredicate_id\tobject_id\nM:1\tskos:broadMatch\tICD10CM:A1\n",
        encoding="utf-8",
    )
    assert read_reference(sssom, ("m", {"M:1"}), ("icd10cm", {"A1"})) == {"M:1": {"A1": "skos:broadMatch"}}


def suggestion(source: str, target: str, predicate: str = "skos:exactMatch") -> Suggestion:
    return Suggestion(source, source, target, target, target, predicate, 0.5, False)


def test_precision_recall_and_f1_by_predicate() -> None:
    reference = {code: {"T": "skos:exactMatch"} for code in "abcd"}
    given = [
        suggestion("a", "T"),
        suggestion("b", "U"),
        suggestion("c", "T", "skos:broadMatch"),
        suggestion("elsewhere", "T"),
    ]
    whole, exact, broad = measured(given, reference)
    assert (whole["suggested"], whole["right"], whole["precision"], whole["recall"]) == (3, 2, 2 / 3, 2 / 4)
    assert whole["f1"] == pytest.approx(2 * (2 / 3) * 0.5 / (2 / 3 + 0.5))
    assert (exact["precision"], exact["recall"]) == (1 / 2, 1 / 4)
    assert (broad["predicate"], broad["precision"]) == ("skos:broadMatch", 1)


def side(titles: dict[str, str], parents: dict[str, list[str]]) -> MappedSide:
    codes, texts = list(titles), list(titles.values())
    words = WordIndex.of(texts, codes)
    return MappedSide("s", "S", titles, parents, codes, texts, [True] * len(codes), np.eye(len(codes)), words)


def test_relatives_that_map_near_make_a_target_likelier() -> None:
    source = side({"P": "p", "C": "c", "D": "d"}, {"C": ["P"], "D": ["P"]})
    target = side(
        {"R": "r", "X": "x", "Y": "y", "X1": "x one", "X2": "x two", "Y1": "y one"},
        {"X": ["R"], "Y": ["R"], "X1": ["X"], "X2": ["X"], "Y1": ["Y"]},
    )
    nothing = np.zeros(2, bool)
    answers = [
        MappingAnswer("P", ("X",), ("x",), np.array([True]), np.array([9.0])),
        MappingAnswer("C", ("Y1", "X1"), ("y one", "x one"), nothing, np.array([3.0, 2.9])),
        MappingAnswer("D", ("X2",), ("x two",), np.array([True]), np.array([9.0])),
    ]
    alone, together = (
        {some[0].source: some[0].target for some in with_hierarchy(answers, source, target, shipped(), weight)}
        for weight in (0.0, 1.5)
    )
    assert alone == {"P": "X", "C": "Y1", "D": "X2"}
    assert together == {"P": "X", "C": "X1", "D": "X2"}


def test_what_shares_some_words_is_less_sure_than_what_is_the_text_itself() -> None:
    """“Cleft uvula” stood for “Long uvula” with 93 %: the order knows no concept that the target lacks."""
    source, target = side({"C": "long uvula"}, {}), side({"X": "cleft uvula", "Y": "cleft palate"}, {})
    sums, names = shipped().none + np.array([2.6, 0.0]), ("cleft uvula", "cleft palate")
    (other,) = with_hierarchy(
        [MappingAnswer("C", ("X", "Y"), names, np.zeros(2, bool), sums)], source, target, shipped()
    )
    order = shipped().probabilities(sums)
    assert order[0] > 0.85 and other[0].confidence < 0.5
    assert other[1].confidence / other[0].confidence == pytest.approx(order[1] / order[0])
    assert len(other[0].evidence) == len(FEATURES) and other[1].evidence == ()
    alike = side({"X": "long uvula", "Y": "cleft palate"}, {})
    same = MappingAnswer("C", ("X", "Y"), ("long uvula", "cleft palate"), np.array([True, False]), sums)
    (exact,) = with_hierarchy([same], source, alike, shipped())
    assert exact[0].confidence > 0.9 and exact[0].predicate == "skos:exactMatch"
    assert dict(zip(FEATURES, exact[0].evidence, strict=True))["all words of both"] == 1


def test_how_sure_a_suggestion_is_changes_neither_its_rank_nor_its_predicate(monkeypatch: pytest.MonkeyPatch) -> None:
    source, target = side({"C": "long uvula"}, {}), side({"X": "cleft uvula", "Y": "uvula", "Z": "palate"}, {})
    names, sums = ("cleft uvula", "uvula", "palate"), shipped().none + np.array([1.0, 2.6, 0.2])
    answers = [MappingAnswer("C", ("X", "Y", "Z"), names, np.zeros(3, bool), sums)]
    (now,) = with_hierarchy(answers, source, target, shipped())
    monkeypatch.setattr(coverage, "INTERCEPT", coverage.INTERCEPT + 5)
    (surer,) = with_hierarchy(answers, source, target, shipped())
    assert [(one.target, one.predicate) for one in now] == [(one.target, one.predicate) for one in surer]
    assert all(one.confidence < other.confidence for one, other in zip(now, surer, strict=True))


def test_a_target_that_is_not_there_is_not_suggested_nor_what_is_called_the_same(two: Workbench) -> None:
    two.synonyms.add("others", "T3", "heart attack", "ann")
    ranker = two.rankings.ranker

    def suggested(lacking: dict[str, dict[str, str]]) -> set[str]:
        asking = encoder_answers(
            ranker, MappingRequest("organs", "others", ["vectors"], lacking=lacking), lambda _: ["H1"]
        )
        found = returned(asking)
        return {one for answer in found.by_encoder["vectors"] if answer.source == "H1" for one in answer.targets}

    assert {"T2", "T3"} <= suggested({})
    assert suggested({"H1": {"T2": "skos:exactMatch"}}) and not {"T2", "T3"} & suggested({"H1": {"T2": ""}})


def test_a_map_reference_set_is_read_by_its_active_members(tmp_path: Path) -> None:
    table = tmp_path / "der2_iisssccRefset_ExtendedMapSnapshot_INT_20260101.txt"
    heading = "id effectiveTime active moduleId refsetId referencedComponentId mapGroup mapPriority mapRule mapAdvice"
    rows = [
        [*heading.split(), "mapTarget", "correlationId", "mapCategoryId"],
        ["a", "20260101", "1", "m", "447562003", "22298006", "1", "1", "TRUE", "ALWAYS I21.9", "I21.9", "c", "k"],
        ["b", "20260101", "0", "m", "447562003", "22298006", "1", "2", "TRUE", "ALWAYS I22", "I22", "c", "k"],
        ["c", "20260101", "1", "m", "447562003", "56265001", "1", "1", "TRUE", "none", "", "c", "k"],
    ]
    table.write_text("".join("\t".join(row) + "\r\n" for row in rows), encoding="utf-8", newline="")
    assert read_reference(table) == {"22298006": {"I21.9": "skos:exactMatch"}}


def test_names_that_deny_something_are_read_in_an_edited_terminology(workbench: Workbench, tmp_path: Path) -> None:
    """Where a name of the target had been added or withdrawn, its names could not be read, and the mapping ended."""
    rows = "id,name\nW1,Wound without infection\nW2,Wound with infection\n"
    for slug in ("wounds", "injuries"):
        with_table(workbench, tmp_path, slug, rows)
    workbench.synonyms.add("injuries", "W2", "infected wound", "ann")
    out = tmp_path / "wounds.sssom.tsv"
    result(workbench.mappings.write("wounds", "injuries", out, encoders=["vectors"]))
    assert {code: one["object_id"] for code, one in mapped(out).items()} == {"W1": "injuries:W1", "W2": "injuries:W2"}

"""Several encoders' suggestions as one list, and names that a third terminology lends."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.events import Finished
from engine.formats.mapping_sets.sssom import read_rows
from engine.jobs import worker
from engine.models.open import open_encoder
from engine.ranking.mapping.joining import MOST_KEPT, joined
from engine.ranking.mapping.records import Suggestion
from engine.ranking.mapping.side import read_side
from engine.ranking.mapping.source_lenders import names_lent_to, source_lenders
from engine.terminology import importing, lookup
from engine.workbench import Workbench
from store.records.mapping import encoders_in
from store.records.training import COMPLETED
from tests.mapped import started, with_others

THIRD = """id,name,synonyms,parents
X,Illness,,
X1,Angina pectoris,stenocardia,X
X2,Stenocardia,,X
"""


def one(target: str, confidence: float, same: bool = False, name: str = "") -> Suggestion:
    return Suggestion("S", "s", target, target, name or target, "skos:exactMatch", confidence, same)


def test_of_each_target_the_best_probability_stands_with_all_who_suggest_it() -> None:
    (found,) = joined(
        {
            "first": [[one("A", 0.6, name="a by the first"), one("B", 0.3)]],
            "second": [[one("B", 0.7), one("A", 0.2), one("C", 0.1)]],
        }
    )
    assert [(best.target, best.confidence, best.encoders) for best in found] == [
        ("B", 0.7, ("second", "first")),
        ("A", 0.6, ("first", "second")),
        ("C", 0.1, ("second",)),
    ]
    assert found[1].name == "a by the first"


def test_the_same_text_stays_first_and_the_list_stays_short() -> None:
    many = [one(str(at), at / 100) for at in range(30)]
    (found,) = joined({"first": [many], "second": [[one("same", 0.05, same=True)]]})
    assert len(found) == MOST_KEPT and found[0].target == "same" and found[1].target == "29"


def test_concepts_that_only_one_encoder_answers_stay() -> None:
    found = joined({"first": [[one("A", 0.5)]], "second": [[replace(one("B", 0.4), source="T")]]})
    assert [(some[0].source, some[0].encoders) for some in found] == [("S", ("first",)), ("T", ("second",))]


@pytest.fixture
def three(workbench: Workbench, tmp_path: Path) -> Workbench:
    """“organs”, “others” and a third one that calls angina stenocardia; others has stenocardia alone."""
    bench = with_others(workbench, tmp_path)
    file = tmp_path / "third.csv"
    file.write_text(THIRD.replace("X2,Stenocardia,,X\n", ""), encoding="utf-8")
    for _ in importing.import_file(bench.workspace, {"path": str(file), "name": "third", "title": "Third"}):
        pass
    bench.synonyms.add("others", "T1", "stenocardia", "ann")
    return bench


def test_a_third_terminology_and_the_dictionary_lend_names(three: Workbench) -> None:
    workspace, ranker = three.workspace, three.rankings.ranker
    encoder = open_encoder(workspace, "vectors")
    with workspace.reading() as db:
        first, second = (lookup.find(workspace, slug) for slug in ("organs", "others"))
        side, given = read_side(db, ranker.shelves, first, encoder), source_lenders(db, ranker.shelves, first, second)
    found = names_lent_to(side, given, ["H3", "L1"], encoder)
    *written_out, lent = found.of["H3"]  # L1 is lent nothing: the target has the words of a name of it
    assert lent == ("stenocardia", "Third: Angina pectoris") and [*found.of] == ["H3"]
    assert {via for _, via in written_out} == {"Short forms and lay words: chest pain of the heart"}
    assert "chest precordial pain" in dict(written_out) and found.rows.shape == (len(written_out) + 1, encoder.dim)


def test_a_line_says_by_way_of_what_its_suggestion_was_found(three: Workbench) -> None:
    line = three.mapping_lines.case(started(three), "H3").line
    (best,) = [candidate for candidate in line.candidates if candidate.target == "T1"]
    assert (best.found, best.via, best.same) == ("stenocardia", "Third: Angina pectoris", False)


def test_a_project_joins_two_encoders_and_decisions_name_the_one_that_stands(
    workbench: Workbench, tmp_path: Path
) -> None:
    two = with_others(workbench, tmp_path)
    model = two.models.add_shipped().id
    number = started(two, encoders=["vectors", model])
    project = two.mapping_projects.get(number)
    assert encoders_in(project.encoder) == ["vectors", model]
    best = two.mapping_lines.case(number, "H1").line.candidates[0]
    assert best.target == "T2" and set(best.encoders) == {"vectors", model}
    two.mapping_decisions.decide(number, ["H1"], "mapped", "ann")
    (decision,) = two.mapping_lines.case(number, "H1").decisions
    assert decision.model == best.encoders[0] and len(decision.model_sha256) == 64
    lines = two.mapping_lines.chosen(number)
    for encoders in (["vectors", model], ["vectors"]):
        run = worker.execute(two.workspace, two.mapping_projects.suggest_again(number, encoders))
        assert run.status == COMPLETED and encoders_in(two.mapping_projects.get(number).encoder) == encoders
        assert sorted(two.mapping_lines.chosen(number)) == sorted(lines) and run.result["lines"] == len(lines)


def test_a_project_whose_concepts_are_all_gone_keeps_its_lines_whatever_the_encoders(
    workbench: Workbench, tmp_path: Path
) -> None:
    """The concepts were chosen anew for each encoder while none was left, so that each line stood there twice."""
    two = with_others(workbench, tmp_path)
    spelling = two.vectors.fit_spelling("spelling", ["organs"])["encoder"]
    number = started(two, branch="H3")
    two.mapping_decisions.decide(number, ["H3"], "mapped", "ann")
    two.concept_edits.retire("organs", "H3", "ann")
    run = worker.execute(two.workspace, two.mapping_projects.suggest_again(number, ["vectors", spelling]))
    assert (run.status, run.error) == (COMPLETED, "") and run.result["lines"] == 1


def test_a_file_names_those_who_suggest(workbench: Workbench, tmp_path: Path) -> None:
    two, out = with_others(workbench, tmp_path), tmp_path / "organs.sssom.tsv"
    model = two.models.add_shipped().id
    *_, last = two.mappings.write("organs", "others", out, encoders=["vectors", model])
    assert isinstance(last, Finished) and last.result["suggested"]
    heading, *rows = read_rows(out)
    comments = {row[heading.index("comment")].rpartition("suggested by ")[2] for row in rows}
    assert comments <= {"vectors", model, f"vectors, {model}", f"{model}, vectors"} and len(comments) >= 1

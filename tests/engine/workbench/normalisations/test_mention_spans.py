"""Mentions corrected and added by people: answered anew, out with an export, and taken back."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.formats.mentions.pubtator import documents
from engine.jobs import worker
from engine.normalisation.request import NormalisationRequest
from engine.workbench import Workbench
from store.records.normalisation import Line

TEXT = "Chest pain of the heart. No heart attack, but trouble breathing at night."
ABSTRACT = f"7|t|A case\n7|a|{TEXT}\n7\t7\t17\tChest pain\tDisease\tX\n7\t35\t47\theart attack\tDisease\tX\n\n"


@pytest.fixture
def answered(workbench: Workbench, tmp_path: Path) -> int:
    path = tmp_path / "case.pubtator.txt"
    path.write_text(ABSTRACT, encoding="utf-8")
    run = worker.execute(workbench.workspace, workbench.normalisation.queue(NormalisationRequest(str(path), "organs")))
    assert not run.error, run.error
    return int(run.result["normalisation"])


def lines(workbench: Workbench, number: int) -> list[Line]:
    return workbench.answers.lines(number, order="as in the file")


def marked(workbench: Workbench, number: int, folder: Path) -> list[list[str]]:
    """The annotations of an export to PubTator."""
    out = folder / "out.pubtator.txt"
    workbench.normalisation.export(number, out)
    return [line.split("\t")[1:] for line in out.read_text(encoding="utf-8").splitlines() if "\t" in line]


def test_a_corrected_mention_is_answered_anew_and_exported_so(
    workbench: Workbench, answered: int, tmp_path: Path
) -> None:
    first = lines(workbench, answered)[0]
    assert (first.text, first.start, first.end) == ("Chest pain", 7, 17)
    place = workbench.mention_spans.place(answered, first.id, "Chest pain of the heart")
    assert workbench.mention_spans.correct(answered, first.id, *place, "ann") == "Chest pain of the heart"
    now = lines(workbench, answered)[0]
    assert (now.text, now.start, now.end, now.concept) == ("Chest pain of the heart", 7, 30, "H3")
    assert marked(workbench, answered, tmp_path)[0] == ["7", "30", "Chest pain of the heart", "Disease", "H3"]
    sheet = tmp_path / "out.csv"
    workbench.normalisation.export(answered, sheet)
    with sheet.open(encoding="utf-8-sig", newline="") as file:
        row = next(csv.DictReader(file))
    assert (row["mention"], row["start"], row["end"]) == ("Chest pain of the heart", "7", "30")
    span = workbench.mention_spans.read([now])[now.id]
    assert (span.before, span.who) == ("Chest pain", "ann") and span.when
    (entry,) = workbench.history.entries(limit=1)
    assert (entry.kind, entry.title) == ("span", "“Chest pain” corrected to “Chest pain of the heart”")
    workbench.history.undo("ann")
    assert lines(workbench, answered)[0] == first
    workbench.history.redo("ann")
    assert lines(workbench, answered)[0].text == "Chest pain of the heart"


def test_a_missed_mention_is_added_decided_and_taken_back(workbench: Workbench, answered: int, tmp_path: Path) -> None:
    beside = lines(workbench, answered)[1]
    place = workbench.mention_spans.place(answered, beside.id, "trouble breathing")
    added = workbench.mention_spans.add(answered, beside.id, *place, "ann")
    found = next(line for line in lines(workbench, answered) if line.id == added)
    assert (found.text, found.document, found.concept) == ("trouble breathing", "7", "L3")
    assert workbench.normalisation.get(answered).lines == 3
    workbench.decisions.decide(answered, [added], "accept", "ben")
    assert workbench.answers.counts(answered)["done"] == 1
    assert marked(workbench, answered, tmp_path)[2][2:] == ["trouble breathing", "Disease", "L3"]
    assert workbench.answers.values(answered, "sieve")[found.sieve] == 1
    assert workbench.exports.preview("decisions").rows == 1
    workbench.history.undo("ann")
    counts = workbench.answers.counts(answered)
    assert (counts["lines"], counts["accept"], counts["done"], counts["left"]) == (2, 0, 0, 2)
    assert found.sieve not in workbench.answers.values(answered, "sieve")
    assert workbench.exports.preview("decisions").rows == 0
    assert [line.text for line in lines(workbench, answered)] == ["Chest pain", "heart attack"]
    assert workbench.normalisation.get(answered).lines == len(marked(workbench, answered, tmp_path)) == 2
    with pytest.raises(BadInput, match="marked there already"):
        workbench.mention_spans.add(answered, beside.id, beside.start, beside.end, "ann")


@pytest.mark.parametrize("name", ["out.csv", "out.xlsx", "out.sssom.tsv", "out.fhir.json"])
def test_an_added_mention_comes_back_with_an_export(
    workbench: Workbench, answered: int, tmp_path: Path, name: str
) -> None:
    beside = lines(workbench, answered)[1]
    place = workbench.mention_spans.place(answered, beside.id, "trouble breathing")
    added = workbench.mention_spans.add(answered, beside.id, *place, "ann")
    workbench.decisions.decide(answered, [beside.id, added], "accept", "ben")
    assert workbench.normalisation.export(answered, tmp_path / name) == 3
    loaded = workbench.answer_files.load(tmp_path / name, "organs", "cleo")
    made, back = ([replace(line, extra=()) for line in lines(workbench, number)] for number in (answered, loaded))
    assert made == back and back[2].decision == "accept"
    counts = workbench.answers.counts(loaded)
    assert (counts["lines"], counts["done"], counts["left"]) == (3, 2, 1)
    assert workbench.normalisation.get(loaded).lines == 3
    assert workbench.normalisation.export(loaded, tmp_path / name) == 3


def test_decisions_are_taken_over_beside_a_mention_that_one_side_added(
    workbench: Workbench, answered: int, tmp_path: Path
) -> None:
    first, second = lines(workbench, answered)
    before, after = tmp_path / "before.csv", tmp_path / "after.csv"
    workbench.decisions.decide(answered, [second.id], "accept", "ben")
    workbench.normalisation.export(answered, before)
    place = workbench.mention_spans.place(answered, first.id, "trouble breathing")
    workbench.mention_spans.add(answered, first.id, *place, "ann")
    workbench.normalisation.export(answered, after)
    workbench.decisions.decide(answered, [second.id], "none", "cleo")
    assert workbench.answer_files.take_decisions(answered, before, "ben") == 1
    other = workbench.answer_files.load(before, "organs", "ben")
    workbench.decisions.decide(other, [lines(workbench, other)[1].id], "none", "cleo")
    assert workbench.answer_files.take_decisions(other, after, "ben") == 1
    assert [lines(workbench, number)[-1].decision for number in (answered, other)] == ["accept", "accept"]


def test_the_mentions_of_a_table_are_exported_to_pubtator_in_the_text_of_their_row(
    workbench: Workbench, tmp_path: Path
) -> None:
    path, out = tmp_path / "case.csv", tmp_path / "out.pubtator.txt"
    rows = ["Chest pain,At night: chest pain and asthma", "Heart attack,Asthma since", "heart failure,"]
    path.write_text("diagnosis,context\n" + "\n".join(rows) + "\n", encoding="utf-8")
    run = worker.execute(workbench.workspace, workbench.normalisation.queue(NormalisationRequest(str(path), "organs")))
    number = int(run.result["normalisation"])
    for beside, text in zip(lines(workbench, number)[:2], ("asthma", "Asthma"), strict=True):
        place = workbench.mention_spans.place(number, beside.id, text)
        workbench.mention_spans.add(number, beside.id, *place, "ann")
    assert workbench.normalisation.export(number, out) == 5 and workbench.normalisation.losses(number, out) == []
    assert out.read_text(encoding="utf-8").split("\n\n") == [
        "2|t|At night: chest pain and asthma\n2|a|\n2\t10\t20\tchest pain\t\tH3\n2\t25\t31\tasthma\t\tL1",
        "3|t|Heart attack\n3|a|Asthma since\n3\t0\t12\tHeart attack\t\tH1\n3\t13\t19\tAsthma\t\tL1",
        "4|t|heart failure\n4|a|\n4\t0\t13\theart failure\t\tH2",
        "",
    ]
    for document in documents(out):
        assert all(document.text[one.start : one.end] == one.text for one in document.mentions)


def test_an_added_mention_without_its_text_is_said_to_be_left_out_of_pubtator(
    workbench: Workbench, answered: int, tmp_path: Path
) -> None:
    beside, sheet, out = lines(workbench, answered)[1], tmp_path / "sheet.csv", tmp_path / "out.pubtator.txt"
    place = workbench.mention_spans.place(answered, beside.id, "night")
    workbench.mention_spans.add(answered, beside.id, *place, "ann")
    guess = "Guesses: 1 answer that nobody decided is left out; the mention stays, without a concept."
    assert workbench.normalisation.losses(answered, out) == [guess]
    workbench.normalisation.export(answered, sheet)
    loaded = workbench.answer_files.load(sheet, "organs", "cleo")
    assert [one[2] for one in marked(workbench, loaded, tmp_path)] == ["Chest pain", "heart attack"]
    said = ["No text: 1 mention that was added by hand is left out."]
    assert workbench.normalisation.losses(loaded, out) == said and workbench.normalisation.losses(loaded, sheet) == []


def test_a_corrected_mention_is_not_decided_with_its_old_text(workbench: Workbench, answered: int) -> None:
    first, second = lines(workbench, answered)
    place = workbench.mention_spans.place(answered, second.id, "trouble breathing")
    workbench.mention_spans.correct(answered, second.id, *place, "ann")
    assert workbench.decisions.accept_above(answered, 0.0, "ann") == 1  # the other line
    assert workbench.decisions.decide(answered, [second.id], "accept", "ann", everywhere=True) == 1
    judged = workbench.decisions.newest(answered)[0]
    assert (judged.text, judged.concept) == ("trouble breathing", "L3") and first.id != judged.line


def test_what_cannot_be_marked_is_one_sentence(workbench: Workbench, answered: int, tmp_path: Path) -> None:
    line, spans = lines(workbench, answered)[0], workbench.mention_spans
    for start, end, said in ((5, 900, "is not in the text"), (29, 32, "no word"), (7, 17, "is the mention already")):
        with pytest.raises(BadInput, match=said):
            spans.correct(answered, line.id, *((30, 31) if said == "no word" else (start, end)), "ann")
    with pytest.raises(BadInput, match="not in the text of line"):
        spans.place(answered, line.id, "elbow")
    (tmp_path / "case.pubtator.txt").unlink()
    with pytest.raises(BadInput, match="not at hand"):
        spans.correct(answered, line.id, 7, 30, "ann")

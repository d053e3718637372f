"""The queue that a person works through, and the text that a mention stood in."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.jobs import worker
from engine.normalisation.request import NormalisationRequest
from engine.workbench import Passage, Workbench
from engine.workbench.normalisations.passages import AROUND, around
from store.records.normalisation import Filter, Line
from store.records.training import COMPLETED

PUBTATOR = """1|t|Heart attack in the young.
1|a|We saw heart failure twice.
1\t0\t12\tHeart attack\tDisease\t-1
1\t34\t47\theart failure\tDisease\t-1

"""


def _answered(workbench: Workbench, path: Path, text: str) -> int:
    path.write_text(text, encoding="utf-8")
    run = worker.execute(workbench.workspace, workbench.normalisation.queue(NormalisationRequest(str(path), "organs")))
    assert run.status == COMPLETED, run.error
    assert workbench.normalisation.of_run(run.id) == run.result["normalisation"]
    assert workbench.normalisation.run_of(run.result["normalisation"]) == run.id
    return int(run.result["normalisation"])


def test_a_queue_has_the_order_of_the_answers(workbench: Workbench, tmp_path: Path) -> None:
    number = _answered(workbench, tmp_path / "m.csv", "mention\nheart attack\nlungs\nHeart Attack\nasthma\n")
    for order in workbench.answers.orders():
        ids = workbench.answers.queue(number, Filter(), order)
        assert ids == [line.id for line in workbench.answers.lines(number, Filter(), order)]
    assert workbench.answers.queue(number, Filter(text="heart"), "as in the file", limit=1) == [min(ids)]
    assert [line.row for line in workbench.answers.numbered(number, [*reversed(ids), 999])] == [5, 4, 3, 2]
    assert workbench.answers.numbered(number, []) == [] == list(workbench.answers.alike_counts(number, []))
    assert [workbench.answers.alike_counts(number, ids)[id] for id in ids] == [2, 1, 2, 1]
    with pytest.raises(BadInput, match="no order “random”"):
        workbench.answers.queue(number, order="random")


def test_identical_texts_stand_together_the_frequent_first_or_once(workbench: Workbench, tmp_path: Path) -> None:
    texts = ["asthma", "heart attack", "left angina", "Heart  attack", "lungs", "ASTHMA", "heart attack"]
    number = _answered(workbench, tmp_path / "m.csv", "mention\n" + "\n".join(texts))
    read = workbench.answers.lines
    assert [line.row for line in read(number, order="frequent first")][:5] == [3, 5, 8, 2, 7]
    once = Filter(once=True)
    assert [line.row for line in read(number, once, "frequent first")] == [3, 2, 4, 6]
    assert [line.row for line in read(number, once, "as in the file", 2, 1)] == [3, 4]
    assert (workbench.answers.count(number, once), workbench.answers.count(number)) == (4, 7)
    for order in workbench.answers.orders():
        assert workbench.answers.queue(number, once, order) == [line.id for line in read(number, once, order)]
    first = read(number, once, "frequent first")[0]
    assert workbench.decisions.decide(number, [first.id], "none", who="ann", everywhere=True)
    assert [line.row for line in read(number, Filter("undecided", once=True), "frequent first")] == [2, 4, 6]
    workbench.decisions.decide(number, [read(number, Filter("undecided"))[0].id], "accept", who="ann")
    counts = [workbench.answers.count(number, Filter(status)) for status in ("decided", "none", "tied", "undecided")]
    assert counts == [4, 3, 1, 3]
    (marked,) = read(number, Filter(difference="side"))
    assert marked.row == 4 and not read(number, Filter(difference="sid"))


def test_a_mention_stands_in_its_abstract(workbench: Workbench, tmp_path: Path) -> None:
    path = tmp_path / "m.pubtator"
    number = _answered(workbench, path, PUBTATOR)
    lines = workbench.answers.lines(number, order="as in the file")
    found = [workbench.answers.passages(number, lines)[line.id] for line in lines]
    assert [one.text[one.start : one.end] for one in found] == ["Heart attack", "heart failure"]
    assert found[0].text == "Heart attack in the young. We saw heart failure twice."
    path.write_text(PUBTATOR.replace("young", "elderly"), encoding="utf-8")
    assert workbench.answers.passages(number, lines) == {}  # no longer the file that was answered
    assert not workbench.normalisation.has_source(number)


def test_a_column_of_texts_is_shown_too(workbench: Workbench, tmp_path: Path) -> None:
    text = "mention,context\nHF,He had HF (heart failure) twice.\nlungs,\n"
    number = _answered(workbench, tmp_path / "m.csv", text)
    first, second = workbench.answers.lines(number, order="as in the file")
    found = workbench.answers.passages(number, [first, second])
    assert found == {first.id: Passage("He had HF (heart failure) twice.", 7, 9)}
    assert workbench.normalisation.has_source(number)


def test_a_long_text_is_cut_on_both_sides() -> None:
    text = "x" * 2_000 + " flu " + "y" * 2_000
    found = around(text, Line(1, 1, 1, "Flu", start=5, end=8))  # a wrong place: the first occurrence counts
    assert found.text[found.start : found.end] == "flu" and found.text[0] == found.text[-1] == "…"
    assert len(found.text) == 2 * AROUND + len("flu") + 2
    assert around("nothing", Line(1, 1, 1, "flu")) == Passage("nothing", -1, -1)

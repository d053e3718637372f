"""Before a file is answered: an example, choices in plain words; and what an export would change when it comes back."""

from __future__ import annotations

import csv
import io
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.formats.mentions.answer_columns import About
from engine.formats.mentions.answer_files import answers_module, read_export
from engine.formats.mentions.mentions import MentionFile
from engine.normalisation.factory import open_normaliser
from engine.normalisation.request import EVIDENCE, TARGETS, TARGETS_IN_TURN, NormalisationRequest, Search
from engine.workbench import Workbench
from engine.workbench.normalisations.search_choices import PLAIN
from store.records.mention import Mention
from store.records.normalisation import Line
from store.sqlite import Database

LINES = [
    Line(2, 1, 1, "heart attack", concept="H1", name="heart attack", preferred="Myocardial infarction", score=1.0),
    Line(3, 1, 1, "failing heart", concept="H3", name="chest pain of the heart", score=0.6,
         others=(("H2", "Heart failure", 0.5, "O"),)),
    Line(4, 1, 1, "moon", concept="", name=""),
]  # fmt: skip


@pytest.fixture
def loaded(workbench: Workbench, tmp_path: Path) -> int:
    path = tmp_path / "m.csv"
    answers_module("csv").write_answers(path, LINES, About(path, "organs"))
    return workbench.answer_files.load(path, "organs", "ann")


def _decided(workbench: Workbench, number: int) -> list[tuple[str, str, str]]:
    found = workbench.answers.lines(number, order="as in the file")
    return [(line.decision, line.decided_concept, line.who) for line in found]


def test_the_same_content_is_kept_once_under_its_own_name(workbench: Workbench) -> None:
    first = workbench.mentions.save("../m.csv", b"mention\nflu\n")
    assert first == workbench.mentions.save("m.csv", b"mention\nflu\n")
    other = workbench.mentions.save("m.csv", b"mention\ncold\n")
    assert other != first and other.name == first.name == "m.csv"
    assert first.read_bytes() == b"mention\nflu\n" and workbench.workspace.folder in first.parents


def test_every_search_has_plain_words_and_the_default_comes_first(workbench: Workbench) -> None:
    found = workbench.normalisation.searches()
    assert [one.name for one in found[:2]] == ["evidence", "D-T+OD-T"] and set(PLAIN) == set(TARGETS)
    assert {one.name for one in found} == {"evidence", *TARGETS, *TARGETS_IN_TURN}
    assert [one.steps for one in found] == [len(Search.of(one.name).targets) for one in found]
    assert found[1].title == "People’s names, then all names"
    assert len({one.title for one in found}) == len(found)


def test_every_switch_is_known_to_a_run(workbench: Workbench) -> None:
    from engine.normalisation.preprocessing import Switches

    names = [name for name, label, about in workbench.normalisation.preprocessing() if label and about]
    assert Switches.without(*names) == Switches(**dict.fromkeys(names, False)) and "exact" in names


def test_the_example_can_be_loaded_and_is_always_the_same(workbench: Workbench) -> None:
    text = workbench.mentions.example("organs")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert text == workbench.mentions.example("organs") and list(rows[0]) == ["id", "mention"]
    assert rows[0]["mention"] == "Disorders" and rows[-1]["mention"].startswith("said to feel")
    path = workbench.mentions.save("example.csv", text.encode())
    assert [row.mention.text for row in MentionFile(path).rows()] == [row["mention"] for row in rows]


def test_headings_are_told_even_where_none_is_recognised(workbench: Workbench, tmp_path: Path) -> None:
    path = tmp_path / "m.csv"
    path.write_text("a,b\nflu,1\n", encoding="utf-8")
    with pytest.raises(BadInput):
        workbench.mentions.preview(path)
    assert workbench.mentions.headings(path) == ["a", "b"]
    path.write_text("1|t|Flu\n1|a|Flu.\n", encoding="utf-8")
    assert workbench.mentions.headings(path) == []


def test_an_export_says_what_it_would_change_and_changes_it(workbench: Workbench, loaded: int, tmp_path: Path) -> None:
    ids = [line.id for line in workbench.answers.lines(loaded, order="as in the file")]
    workbench.decisions.decide(loaded, [ids[0]], "accept", "ann")
    workbench.decisions.decide(loaded, [ids[2]], "skip", "ann")
    path = tmp_path / "back.csv"
    workbench.normalisation.export(loaded, path)
    same = workbench.answer_files.preview(path, "organs")
    assert (same.lines, same.decisions, same.people, same.differing) == (3, {"accept": 1, "skip": 1}, ("ann",), 0)
    assert same.here is not None and same.here.id == loaded

    lines = list(read_export(path).lines)
    lines[0] = replace(lines[0], decision="", decided_concept="", who="")  # silence changes nothing
    lines[1] = replace(lines[1], decision="second", who="bob")  # written in a spreadsheet, without its concept
    lines[2] = replace(lines[2], decision="other", decided_concept="L1", decided_name="Asthma", who="bob")
    answers_module("csv").write_answers(path, lines, About(path, "organs"))
    found = workbench.answer_files.preview(path, "organs")
    assert [(ours.row, ours.decision, theirs.decision) for ours, theirs in found.changed] == [
        (3, "", "second"),
        (4, "skip", "other"),
    ]
    assert workbench.answer_files.take_decisions(loaded, path, "cleo") == found.differing == 2
    assert _decided(workbench, loaded) == [("accept", "H1", "ann"), ("second", "H2", "bob"), ("other", "L1", "bob")]
    assert workbench.decisions.undo("cleo").lines == 2
    assert _decided(workbench, loaded) == [("accept", "H1", "ann"), ("", "", ""), ("skip", "", "ann")]


def test_what_somebody_decided_alike_meanwhile_stays_theirs(
    workbench: Workbench, loaded: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What differs was worked out before the transaction, so that what was decided in between was written over."""
    path, writing = tmp_path / "back.csv", workbench.workspace.writing
    decided = [replace(LINES[0], decision="accept", who="bob"), LINES[1], replace(LINES[2], decision="none", who="bob")]
    answers_module("csv").write_answers(path, decided, About(path, "organs"))
    line = workbench.answers.lines(loaded, order="as in the file")[2]

    def writing_after_dora() -> AbstractContextManager[Database]:
        Workbench(workbench.workspace.folder).decisions.decide(loaded, [line.id], "none", "dora")
        return writing()

    monkeypatch.setattr(workbench.workspace, "writing", writing_after_dora)
    assert workbench.answer_files.take_decisions(loaded, path, "cleo") == 1
    assert _decided(workbench, loaded) == [("accept", "H1", "bob"), ("", "", ""), ("none", "", "dora")]


def test_a_row_whose_parts_are_read_in_two_steps_is_one_row(
    workbench: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file of 2,001 lines had a row more than it has where the 2,000th and the next were parts of one."""
    monkeypatch.setattr("engine.workbench.normalisations.answer_files.STEP", 2)
    path = tmp_path / "parts.csv"
    parts = [replace(LINES[1], row=3, part=part, parts=2) for part in (1, 2)]
    answers_module("csv").write_answers(path, [LINES[0], *parts, LINES[2]], About(path, "organs"))
    made = workbench.normalisation.get(workbench.answer_files.load(path, "organs", "ann"))
    assert (made.rows, made.lines) == (3, 4)


def test_a_word_that_is_no_decision_is_refused(workbench: Workbench, loaded: int, tmp_path: Path) -> None:
    """It was kept as it stood: neither decided nor undecided."""
    path = tmp_path / "back.csv"
    lines = [LINES[0], replace(LINES[1], decision="yes")]
    answers_module("csv").write_answers(path, lines, About(path, "organs"))
    files = workbench.answer_files
    for load in (partial(files.load, path, "organs"), partial(files.take_decisions, loaded, path)):
        with pytest.raises(BadInput, match=r"back\.csv, row 3: “yes” is no decision; write one of accept, second"):
            load("bob")
    assert len(workbench.normalisation.all()) == 1 and _decided(workbench, loaded) == [("", "", "")] * 3


@pytest.mark.parametrize("separator", [";", "\t"])
def test_an_export_that_a_spreadsheet_saved_again_is_read(
    workbench: Workbench, loaded: int, tmp_path: Path, separator: str
) -> None:
    """Where a comma is the decimal sign, a spreadsheet saves a CSV with semicolons: “is no export of answers”."""
    path, again = tmp_path / "out.csv", tmp_path / "again.csv"
    workbench.normalisation.export(loaded, path)
    with path.open(encoding="utf-8-sig", newline="") as file, again.open("w", encoding="utf-8", newline="") as saved:
        csv.writer(saved, delimiter=separator).writerows(csv.reader(file))
    assert list(read_export(again).lines) == list(read_export(path).lines)


def test_a_decision_keeps_its_own_candidate_s_score(workbench: Workbench, loaded: int, tmp_path: Path) -> None:
    """A comment, a loaded file and loaded decisions gave a second candidate the first one's score."""
    line = workbench.answers.lines(loaded, order="as in the file")[1]
    workbench.decisions.decide(loaded, [line.id], "second", "ann")
    workbench.decisions.comment(loaded, line.id, "as in the guideline", "bob")
    workbench.normalisation.export(loaded, tmp_path / "answers.csv")
    workbench.exports.write("decisions", tmp_path / "decisions.csv", terminology="organs")
    again = workbench.answer_files.load(tmp_path / "answers.csv", "organs", "ann")
    workbench.exports.load(tmp_path / "decisions.csv", "ann")
    newest = [workbench.decisions.newest(number, 1)[0] for number in (loaded, again, again + 1)]
    said = [(one.decision, one.concept, one.score, one.comment) for one in newest]
    assert said == [("second", "H2", 0.5, "as in the guideline")] * 3


def test_a_comment_leaves_what_another_encoder_said_of_a_decision(workbench: Workbench, loaded: int) -> None:
    """The decision became one of the file's encoder, without the score that the person saw."""
    (line, *_) = workbench.answers.queue(loaded)
    workbench.decisions.decide(loaded, [line], "other", "ann", concept="L1", model="vectors", score=0.7)
    workbench.decisions.comment(loaded, line, "as in the guideline", "bob")
    after, before = workbench.decisions.newest(loaded, 2)
    assert (before.model, before.score, before.who, before.comment) == ("vectors", 0.7, "ann", "")
    changed = {"id": after.id, "batch": after.batch, "comment": "as in the guideline"}
    assert after == replace(before, **changed)


def test_the_history_never_calls_less_than_the_whole_100_per_cent(workbench: Workbench, tmp_path: Path) -> None:
    """A bulk acceptance from 0.995 was there for good as one of “at least 100 %”."""
    path = tmp_path / "m.csv"
    answers_module("csv").write_answers(path, [replace(LINES[0], probability=0.999)], About(path, "organs"))
    number = workbench.answer_files.load(path, "organs", "ann")
    assert workbench.decisions.accept_above(number, 0.995, "ann") == 1
    assert workbench.history.entries()[0].title == "1 answer of at least 99.5 % accepted"


def test_an_export_of_another_terminology_says_which_concepts_are_not_here(
    workbench: Workbench, tmp_path: Path
) -> None:
    path = tmp_path / "m.csv"
    answers_module("csv").write_answers(
        path, [replace(LINES[0], decision="other", decided_concept="X9")], About(path, "organs")
    )
    found = workbench.answer_files.preview(path, "organs")
    assert found.unknown == ("X9",) and found.here is None
    with pytest.raises(BadInput, match="no normalisation 5"):
        workbench.answer_files.take_decisions(5, path, "ann")


def test_an_id_that_the_terminology_lacks_answers_nothing(workbench: Workbench, tmp_path: Path) -> None:
    """A slip in a decided sheet, “S06.0XOA”, was “people's, exact 95 %” in the next file."""
    path = tmp_path / "m.csv"
    decided = [replace(LINES[0], decision="other", decided_concept=concept) for concept in ("X9", "L2")]
    texts = ["unheard of", "known of"]
    answers_module("csv").write_answers(
        path, [replace(one, row=row, text=text) for row, (one, text) in enumerate(zip(decided, texts, strict=True), 1)],
        About(path, "organs"),
    )  # fmt: skip
    workbench.answer_files.load(path, "organs", "ann")
    for search in (EVIDENCE, "D-T+OD-T"):
        normaliser = open_normaliser(workbench.workspace, NormalisationRequest("n.csv", "organs", "vectors", search))
        unheard, known = normaliser.answers([Mention(text) for text in texts])
        assert known.concepts == ("L2",) and "X9" not in {
            hit.concept for part in unheard.parts for hit in part.candidates
        }

"""Attributes of mentions: read from their texts, said by people, taken back in History, and out with an export."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.errors import BadInput
from engine.jobs import worker
from engine.normalisation.request import NormalisationRequest
from engine.workbench import Workbench
from engine.workbench.normalisations.attributed_lines import AttributedMention
from store.records.normalisation import Line

MENTIONS = """mention,context
heart attack,Her father had a heart attack.
asthma,He denies asthma and cough.
pneumonia,Admitted with pneumonia.
"""


@pytest.fixture
def answered(workbench: Workbench, tmp_path: Path) -> int:
    path = tmp_path / "m.csv"
    path.write_text(MENTIONS, encoding="utf-8")
    run = worker.execute(workbench.workspace, workbench.normalisation.queue(NormalisationRequest(str(path), "organs")))
    return int(run.result["normalisation"])


def lines(workbench: Workbench, number: int) -> list[Line]:
    return workbench.answers.lines(number, order="as in the file")


def column(path: Path) -> list[str]:
    with path.open(encoding="utf-8", newline="") as file:
        return [row["attributes"] for row in csv.DictReader(file)]


def attributes_of(workbench: Workbench, number: int) -> list[AttributedMention | None]:
    here = lines(workbench, number)
    found = workbench.mention_attributes.read(number, here)
    return [found.get(line.id) for line in here]


def test_they_are_read_from_the_text_and_people_have_the_last_word(workbench: Workbench, answered: int) -> None:
    family, negated = AttributedMention(("family",), False), AttributedMention(("negated",), False)
    assert attributes_of(workbench, answered) == [family, negated, None]
    ids = [line.id for line in lines(workbench, answered)]
    assert workbench.mention_attributes.say(answered, ids[1:], ["historical"], "ann") == 2
    assert workbench.mention_attributes.say(answered, ids[:1], [], "ann") == 1
    assert attributes_of(workbench, answered) == [
        AttributedMention((), True),
        *[AttributedMention(("historical",), True)] * 2,
    ]
    (one, two) = workbench.history.entries(limit=2)
    assert (one.kind, one.title) == ("attribute", "“heart attack”: neither negated, suspected, historical nor family")
    assert two.title == "2 mentions: historical"
    assert [change.after for change in workbench.history.changes(two.id)] == ["historical"] * 2
    workbench.history.undo("ann")
    workbench.history.undo("ann")
    assert attributes_of(workbench, answered) == [family, negated, None]
    workbench.history.redo("ann")
    assert attributes_of(workbench, answered)[2] == AttributedMention(("historical",), True)
    with pytest.raises(BadInput, match="no attribute “hypothetical”"):
        workbench.mention_attributes.say(answered, ids, ["hypothetical"], "ann")


def test_an_export_has_a_column_of_them_and_loads_back(workbench: Workbench, answered: int, tmp_path: Path) -> None:
    workbench.mention_attributes.say(answered, [lines(workbench, answered)[2].id], ["negated", "family"], "ann")
    out = tmp_path / "out.csv"
    workbench.normalisation.export(answered, out)
    with out.open(encoding="utf-8", newline="") as file:
        assert [row["attributes"] for row in csv.DictReader(file)] == ["family", "negated", "negated family"]
    loaded = workbench.answer_files.load(out, "organs", "ann")
    assert workbench.normalisation.get(loaded).extra == ("attributes",)
    assert [line.extra for line in lines(workbench, loaded)] == [("family",), ("negated",), ("negated family",)]
    assert attributes_of(workbench, loaded) == [
        AttributedMention(tuple(one.split()), False) for one in ("family", "negated", "negated family")
    ]
    again = tmp_path / "again.csv"
    workbench.normalisation.export(loaded, again)
    assert again.read_text(encoding="utf-8").splitlines()[0] == out.read_text(encoding="utf-8").splitlines()[0]
    assert column(again) == column(out)
    workbench.mention_attributes.say(loaded, [lines(workbench, loaded)[0].id], [], "ann")
    workbench.normalisation.export(loaded, again)
    assert column(again) == ["", "negated", "negated family"]
    second = workbench.answer_files.load(again, "organs", "ann")
    assert attributes_of(workbench, second)[0] is None


@pytest.mark.parametrize("ending", [".csv", ".xlsx", ".sssom.tsv"])
def test_what_a_person_denies_of_a_mention_survives_an_export(
    workbench: Workbench, tmp_path: Path, ending: str
) -> None:
    path = tmp_path / "alone.csv"
    path.write_text("mention,attributes of mine\nno asthma,a\nno pneumonia,b\n", encoding="utf-8")
    run = worker.execute(workbench.workspace, workbench.normalisation.queue(NormalisationRequest(str(path), "organs")))
    number = int(run.result["normalisation"])
    workbench.mention_attributes.say(number, [lines(workbench, number)[0].id], [], "ann")
    out = tmp_path / f"out{ending}"
    workbench.normalisation.export(number, out)
    loaded = workbench.answer_files.load(out, "organs", "ann")
    assert attributes_of(workbench, loaded) == [None, AttributedMention(("negated",), False)]


@pytest.mark.parametrize("ending", [".csv", ".xlsx", ".sssom.tsv", ".fhir.json"])
@pytest.mark.parametrize("mentions", ["mention\nno asthma\n", "id,mention\n1,no asthma\n"])
def test_an_export_with_its_column_is_known_as_the_file_that_it_came_from(
    workbench: Workbench, tmp_path: Path, ending: str, mentions: str
) -> None:
    path, out = tmp_path / "alone.csv", tmp_path / f"out{ending}"
    path.write_text(mentions, encoding="utf-8")
    run = worker.execute(workbench.workspace, workbench.normalisation.queue(NormalisationRequest(str(path), "organs")))
    number = int(run.result["normalisation"])
    (line,) = lines(workbench, number)
    workbench.decisions.decide(number, [line.id], "accept", "ann")
    workbench.normalisation.export(number, out)
    workbench.decisions.undo("ann")
    workbench.mention_attributes.say(number, [line.id], [], "ann")
    found = workbench.answer_files.preview(out, "organs")
    assert (found.here and found.here.id, found.differing) == (number, 1)
    loaded = workbench.answer_files.load(out, "organs", "ann")
    workbench.mention_attributes.say(loaded, [lines(workbench, loaded)[0].id], ["family"], "ann")
    workbench.normalisation.export(loaded, out)
    found = workbench.answer_files.preview(out, "organs")
    assert found.here and found.here.id == loaded


def test_a_column_attributes_of_the_files_own_tells_like_files_apart(workbench: Workbench, tmp_path: Path) -> None:
    numbers = []
    for name in ("red", "blue"):
        path = tmp_path / f"{name}.csv"
        path.write_text(f"mention,attributes\nno asthma,{name}\n", encoding="utf-8")
        request = NormalisationRequest(str(path), "organs")
        run = worker.execute(workbench.workspace, workbench.normalisation.queue(request))
        numbers.append(int(run.result["normalisation"]))
        workbench.normalisation.export(numbers[-1], tmp_path / f"out-{name}.csv")
    found = [workbench.answer_files.preview(tmp_path / f"out-{name}.csv", "organs").here for name in ("red", "blue")]
    assert [one and one.id for one in found] == numbers


def test_the_command_writes_the_same_column_as_the_window(
    workbench: Workbench, answered: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = ("--workspace", str(workbench.workspace.folder))
    window, command, plain = (tmp_path / f"{name}.csv" for name in ("window", "command", "plain"))
    workbench.normalisation.export(answered, window)
    main(["normalise", str(tmp_path / "m.csv"), "--terminology", "organs", "--out", str(command), *folder])
    assert column(command) == column(window) == ["family", "negated", ""]
    assert attributes_of(workbench, workbench.answer_files.load(command, "organs", "ann"))[2] is None
    plain.write_text("mention\nasthma\n", encoding="utf-8")
    main(["normalise", str(plain), "--terminology", "organs", "--out", str(command), *folder])
    capsys.readouterr()
    assert "attributes" not in command.read_text(encoding="utf-8")


def test_a_file_without_any_has_no_such_column(workbench: Workbench, tmp_path: Path) -> None:
    path = tmp_path / "m.csv"
    path.write_text("mention\nasthma\n", encoding="utf-8")
    run = worker.execute(workbench.workspace, workbench.normalisation.queue(NormalisationRequest(str(path), "organs")))
    workbench.normalisation.export(run.result["normalisation"], tmp_path / "out.csv")
    assert "attributes" not in (tmp_path / "out.csv").read_text(encoding="utf-8")


def test_a_mention_says_of_itself_that_it_is_denied_or_the_familys(workbench: Workbench, tmp_path: Path) -> None:
    path = tmp_path / "alone.csv"
    path.write_text("mention\nno asthma\nfather had a heart attack\npneumonia\n", encoding="utf-8")
    run = worker.execute(workbench.workspace, workbench.normalisation.queue(NormalisationRequest(str(path), "organs")))
    found = attributes_of(workbench, int(run.result["normalisation"]))
    assert found == [AttributedMention(("negated",), False), AttributedMention(("family",), False), None]


def test_what_is_only_suspected_says_so_and_is_not_accepted_in_bulk(workbench: Workbench, tmp_path: Path) -> None:
    path = tmp_path / "alone.csv"
    path.write_text("mention\nheart attack\n?heart attack\n", encoding="utf-8")
    request = NormalisationRequest(str(path), "organs", "vectors", "evidence")
    number = int(worker.execute(workbench.workspace, workbench.normalisation.queue(request)).result["normalisation"])
    assert attributes_of(workbench, number) == [None, AttributedMention(("suspected",), False)]
    assert [line.differs for line in lines(workbench, number)] == ["", "certainty"]
    assert workbench.decisions.count_acceptable(number, 0.0) == 1
    workbench.normalisation.export(number, tmp_path / "out.csv")
    assert column(tmp_path / "out.csv") == ["", "suspected"]

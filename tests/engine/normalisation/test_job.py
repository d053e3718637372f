"""Files answered as they are read: each text as it should be, and a killed run goes on to the same file."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.errors import BadInput, NotFound
from engine.events import Finished, Progress
from engine.formats.mentions.answer_files import read_export
from engine.normalisation import job
from engine.normalisation.file_sink import FileSink
from engine.normalisation.job import fingerprint, normalise_file
from engine.normalisation.request import NormalisationRequest
from engine.workbench import Workbench
from tests.tables import with_table

ROOT = Path(__file__).parents[3]
MENTIONS = """code,mention
1,Heart Attack
2,
3,short of breath
4,Heart Attack
5,lung infections
"""


def _file(tmp_path: Path, text: str = MENTIONS, name: str = "m.csv") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def _rows(path: Path) -> list[tuple]:
    return [(line.row, line.text, line.concept, line.extra) for line in read_export(path).lines]


def test_every_mention_is_answered_and_rows_that_cannot_be_are_told(
    workbench: Workbench, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    out = tmp_path / "a.csv"
    assert main(["normalise", str(_file(tmp_path)), "--terminology", "organs", "--out", str(out), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["mentions"], answer["lines"], answer["left_out"], answer["problems"][0]["row"]) == (4, 4, 1, 3)
    assert _rows(out) == [
        (2, "Heart Attack", "H1", ("1",)),
        (4, "short of breath", "L3", ("3",)),
        (5, "Heart Attack", "H1", ("4",)),
        (6, "lung infections", "L2", ("5",)),
    ]
    lines = list(read_export(out).lines)
    assert [line.preferred for line in lines[:2]] == ["Myocardial infarction", "Dyspnoea"]
    assert [line.topic for line in lines[:2]] == ["Heart disorders", "Lung disorders"]
    assert len(lines[0].model_sha256) == 64
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.csv", "m.csv", "workspace"]  # no journal is left


def test_a_command_says_beforehand_how_it_goes_on(
    workbench: Workbench, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    """A process that was killed had said nothing of it."""
    words = ["normalise", str(_file(tmp_path)), "--terminology", "organs", "--out", str(tmp_path / "a.csv")]
    assert main(words) == 0
    told = capsys.readouterr().err.splitlines()[0]
    assert told.startswith("nomenclator: what is answered is kept") and "the same command goes on" in told
    journal = tmp_path / ".a.csv.journal"
    journal.write_text('{"about": {}}\n', encoding="utf-8")
    assert main(words) == 0
    anew = capsys.readouterr().err.splitlines()[0]
    assert anew.startswith(f"nomenclator: {journal} is of other options") and "begins anew" in anew


def test_a_resumed_run_tells_what_was_done_before(
    workbench: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job, "CHUNK", 2)
    asked = NormalisationRequest(str(_file(tmp_path)), "organs")
    about = fingerprint(workbench.workspace, asked)
    events = normalise_file(workbench.workspace, asked, FileSink(tmp_path / "j", about))
    while not (isinstance(event := next(events), Progress) and event.step == 2):
        pass
    assert event.metrics["before"] == 0 < event.metrics["seconds"]
    events.close()
    *_, last, _ = normalise_file(workbench.workspace, asked, FileSink(tmp_path / "j", about))
    assert isinstance(last, Progress) and (last.step, last.metrics["before"]) == (4, 2)


def test_pubtator_comes_out_with_the_ids_of_the_answers(workbench: Workbench, tmp_path: Path) -> None:
    text = "7|t|Heart attack\n7|a|Myocardial infarction (MI) kills. MI!\n"
    text += "7\t0\t12\tHeart attack\tDisease\t-1\n7\t43\t45\tMI\tDisease\t-1\n"
    out = tmp_path / "a.pubtator.txt"
    file = _file(tmp_path, text, "m.txt")
    assert main(["normalise", str(file), "--terminology", "organs", "--out", str(out)]) == 0
    assert [line.split("\t")[3::2] for line in out.read_text(encoding="utf-8").splitlines() if "\t" in line] == [
        ["Heart attack", "H1"],
        ["MI", "H1"],  # the abstract says what it is short for
    ]


def test_pubtator_has_the_text_of_a_row(workbench: Workbench, tmp_path: Path) -> None:
    out = tmp_path / "a.pubtator.txt"
    file = _file(tmp_path, "mention,context\nill heart attack,A chill; ill heart attack.\nill,A chill; ill\n")
    assert main(["normalise", str(file), "--terminology", "organs", "--out", str(out)]) == 0
    found = out.read_text(encoding="utf-8").splitlines()
    assert found[0] == "2|t|A chill; ill heart attack." and found[2].split("\t")[:3] == ["2", "9", "25"]
    assert found[6].split("\t")[:4] == ["3", "9", "12", "ill"]  # not within “chill”


def test_work_that_was_stopped_goes_on_and_ends_the_same(
    workbench: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job, "CHUNK", 2)
    asked = NormalisationRequest(str(_file(tmp_path)), "organs")
    about = fingerprint(workbench.workspace, asked)
    whole = FileSink(tmp_path / "whole", about)
    list(normalise_file(workbench.workspace, asked, whole))

    path = tmp_path / "stopped"
    events = normalise_file(workbench.workspace, asked, FileSink(path, about))
    while not (isinstance(event := next(events), Progress) and event.step == 2):
        pass
    events.close()
    with open(path, "a", encoding="utf-8") as file:
        file.write('["half a li')  # as a crash leaves it
    resumed = FileSink(path, about)
    assert resumed.begun() == (4, 2)
    *_, last = normalise_file(workbench.workspace, asked, resumed)
    assert isinstance(last, Finished)
    assert last.result["mentions"] == 4
    one, other = ([asdict(line) for line in journal.lines()] for journal in (resumed, whole))
    assert len(one) == len(other) == 4
    for line, before in zip(one, other, strict=True):
        # names read in another batch may differ in a float's last digit, on some processors
        for ours, theirs in zip(line.pop("others"), before.pop("others"), strict=True):
            assert (*ours[:2], ours[3]) == (*theirs[:2], theirs[3])
            assert ours[2] == pytest.approx(theirs[2], abs=2e-6)
        assert line.pop("score") == pytest.approx(before.pop("score"), abs=2e-6)
        assert line == before


def test_answers_of_a_ranking_are_made_of_all_that_lends_and_orders(workbench: Workbench, tmp_path: Path) -> None:
    asked = NormalisationRequest(str(_file(tmp_path)), "organs", search="evidence")
    before = fingerprint(workbench.workspace, asked)
    with_table(workbench, tmp_path, "lender", "id,name\nX1,heart attack\n")
    assert fingerprint(workbench.workspace, asked) != before
    searched = fingerprint(workbench.workspace, replace(asked, search="O-T"))
    assert searched.keys() < before.keys()


def test_a_journal_of_other_work_is_not_gone_on_with(workbench: Workbench, tmp_path: Path) -> None:
    file = _file(tmp_path)
    asked = NormalisationRequest(str(file), "organs")
    journal = FileSink(tmp_path / "j", fingerprint(workbench.workspace, asked))
    list(normalise_file(workbench.workspace, asked, journal))
    assert FileSink(tmp_path / "j", fingerprint(workbench.workspace, asked)).begun() == (6, 4)
    workbench.synonyms.add("organs", "H1", "coronary", "ann")  # answers may differ now
    assert FileSink(tmp_path / "j", fingerprint(workbench.workspace, asked)).begun() == (0, 0)


@pytest.mark.slow
def test_a_killed_command_is_taken_up_by_the_same_command(workbench: Workbench, tmp_path: Path) -> None:
    file = _file(tmp_path, "mention\n" + "".join(f"heart attack number {i}\n" for i in range(12_000)))
    out = tmp_path / "a.csv"
    command = [sys.executable, "-m", "engine", "normalise", str(file), "--terminology", "organs", "--out", str(out)]
    command += ["--workspace", str(workbench.workspace.folder), "--search", "O-T", "--json"]
    child = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    journal = tmp_path / ".a.csv.journal"
    while not (journal.is_file() and b'\n{"row"' in journal.read_bytes()) and child.poll() is None:  # a whole step
        time.sleep(0.01)
    child.send_signal(signal.SIGKILL if os.name == "posix" else signal.SIGTERM)
    child.wait()
    assert not out.exists()
    left = sum(text.startswith(b"[") for text in journal.read_bytes().splitlines())
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    answer = json.loads(done.stdout)
    assert answer["mentions"] == answer["lines"] == 12_000
    assert 0 < answer["resumed_after"] < 12_000 and answer["resumed_after"] <= left
    assert f"going on behind {answer['resumed_after']:,} mentions that {journal} has from before." in done.stderr
    assert [line.row for line in read_export(out).lines] == list(range(2, 12_002))


def test_a_wrong_request_says_what_to_do(workbench: Workbench, tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    file = str(_file(tmp_path))
    for more, said in (
        (["--out", str(tmp_path / "a.doc")], "the ending names no format"),
        (["--out", file], "is the file of the mentions itself"),
        (["--out", str(tmp_path / "a.csv"), "--column", "diagnosis"], "write FIELD=HEADING"),
        (["--out", str(tmp_path / "none" / "a.csv")], "make it first"),
        (["--out", str(tmp_path / "a.csv"), "--search", "X-T"], "There is no search “X-T”"),
        (
            ["--out", str(tmp_path / "a.csv"), "--search", "D-T"],
            "organs has no edits, decisions or loaded mentions yet",
        ),
        (["--out", str(tmp_path / "a.csv"), "--hybrid", "auto"], "is chosen on dev mentions"),
    ):
        assert main(["normalise", file, "--terminology", "organs", *more]) == 2
        assert said in capsys.readouterr().err
    with pytest.raises(NotFound, match="nothing"):
        list(normalise_file(workbench.workspace, NormalisationRequest(file, "nothing"), FileSink(tmp_path / "j", {})))
    with pytest.raises(BadInput, match="no setting “speed”"):
        NormalisationRequest.from_dict({"speed": 1})

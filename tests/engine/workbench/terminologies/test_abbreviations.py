"""The workspace's short forms and lay words: what people change counts at once, is undone, exported and loaded."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from engine.errors import BadInput, NotFound
from engine.terminology.abbreviations import in_force, workspace_dictionary
from engine.text import normalise
from engine.text.dictionary.clinical_dictionary import written_entries
from engine.text.dictionary.expansions import expansions
from engine.text.dictionary.written_forms import forms_of
from engine.workbench import Workbench
from store.records.terminology import HistoryFilter


def readings(workbench: Workbench, text: str) -> list[str]:
    """The other readings of a text with the dictionary as it stands."""
    with workbench.workspace.reading() as db:
        return list(expansions(text, workspace_dictionary(workbench.workspace, db)))


def test_a_form_of_ones_own_counts_at_once_and_is_undone(workbench: Workbench) -> None:
    forms = workbench.abbreviations
    assert readings(workbench, "QQX of the knee") == []
    forms.add("QQX", ["quite queer example"], "mira", reason="our ward says so")
    assert readings(workbench, "QQX of the knee") == ["quite queer example of the knee"]
    assert [(one.form, one.who) for one in forms.search(own=True)[0]] == [("QQX", "mira")]
    assert workbench.history.undo("mira") is not None
    assert readings(workbench, "QQX of the knee") == [] and forms.search(own=True)[0] == []
    assert workbench.history.redo("mira") is not None
    assert readings(workbench, "qqx") == ["quite queer example"]
    (entry, *_) = workbench.history.entries(HistoryFilter(kind="abbreviation", text="queer"), 1)
    assert entry.title == "Did again: “QQX” stands for “quite queer example”"
    (line,) = workbench.history.changes(1)
    assert (line.kind, line.thing, line.before, line.after) == ("abbreviation", "QQX", "", "quite queer example")


def test_a_shipped_form_is_changed_taken_out_and_comes_back(workbench: Workbench) -> None:
    forms = workbench.abbreviations
    before = readings(workbench, "CKD stage 3")
    forms.add("ckd", ["quite queer knee"], "mira")
    assert readings(workbench, "CKD stage 3") == ["quite queer knee stage 3"]
    forms.remove("CKD", "mira")
    assert readings(workbench, "CKD stage 3") == [] and "CKD" not in {one.form for one in forms.search("ckd")[0]}
    workbench.history.undo("mira")
    assert readings(workbench, "CKD stage 3") == ["quite queer knee stage 3"]
    workbench.history.undo("mira")
    assert readings(workbench, "CKD stage 3") == before
    rolled = workbench.history.roll_back(1, "mira")
    assert rolled.changed == {"abbreviation": 1} and readings(workbench, "CKD stage 3")[0].startswith("quite")


def test_what_cannot_be_kept_is_said(workbench: Workbench) -> None:
    forms = workbench.abbreviations
    for form, meanings, words in (
        ("—", ["dash"], "no letter"),
        ("X1", [" "], "stands for 0 things"),
        ("X1", ["x1"], "stands for itself"),
        ("X1", ["one|two"], "parts meanings"),
        ("(a|b", ["one"], "without a pair of brackets around it"),  # kept as a form that nobody types
        ("a|b)", ["one"], "“\\(big\\|enlarged\\) prostate”"),
        ("a|b", ["one"], "or each by itself"),
        ("HTN", ["essential hypertension"], "that already"),
    ):
        with pytest.raises(BadInput, match=words):
            forms.add(form, meanings, "mira")
    with pytest.raises(BadInput, match="no case"):
        forms.add("X1", ["one"], "mira", case="upper")
    with pytest.raises(BadInput, match="Say who you are"):
        forms.add("X1", ["one"], " ")
    with pytest.raises(NotFound, match="not in the dictionary"):
        forms.remove("X1", "mira")


def test_a_file_is_one_change_without_what_holds_already(workbench: Workbench, tmp_path: Path) -> None:
    file = tmp_path / "forms.csv"
    file.write_text("Short form,Stands for\nQQX,one|two\nTIA,\nCKD,chronic kidney disease\n", encoding="utf-8")
    answer = workbench.abbreviations.load(file, "mira")
    assert (answer["added"], answer["unchanged"]) == (1, 1) and answer["problems"][0][0] == "line 3"
    assert readings(workbench, "QQX") == ["one", "two"]
    workbench.history.undo("mira")
    assert readings(workbench, "QQX") == []
    file.write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(BadInput, match="needs the columns"):
        workbench.abbreviations.load(file, "mira")


def test_rows_of_one_form_are_read_together(workbench: Workbench, tmp_path: Path) -> None:
    """The last one stood for the form alone, and each load of the same file changed it."""
    file = tmp_path / "forms.csv"
    file.write_text("form,meanings\nQQX,one\nQQY,two\nQQX,three\n", encoding="utf-8")
    assert workbench.abbreviations.load(file, "mira") == {"added": 2, "unchanged": 0, "problems": []}
    assert readings(workbench, "QQX") == ["one", "three"]
    assert workbench.abbreviations.load(file, "mira") == {"added": 0, "unchanged": 2, "problems": []}


def test_a_row_with_a_bracket_too_few_is_told(workbench: Workbench, tmp_path: Path) -> None:
    path = tmp_path / "forms.csv"
    path.write_text("form,meanings\n(QQX|QQY,one thing\n((QQA|QQB)|QQC) toe,one toe\nQQZ,zed\n", encoding="utf-8")
    loaded = workbench.abbreviations.load(path, "mira")
    assert loaded["added"] == 1 and [line for line, _ in loaded["problems"]] == ["line 2", "line 3"]
    assert all("without a pair of brackets" in sentence for _, sentence in loaded["problems"])


def test_the_export_holds_all_and_loads_into_another_workspace(workbench: Workbench, tmp_path: Path) -> None:
    forms = workbench.abbreviations
    forms.add("QQX", ["one", "two"], "mira", case="capitals")
    forms.remove("TIA", "mira")
    out = tmp_path / "forms.csv"
    there = {normalise(form) for one in written_entries() for form in forms_of(one.form)}
    number = workbench.exports.write("abbreviations", out)
    assert number == workbench.exports.preview("abbreviations").rows < len(there) / 5
    with out.open(encoding="utf-8-sig", newline="") as file:
        rows = {row["short form"]: row for row in csv.DictReader(file)}
    assert (rows["QQX"]["stands for"], rows["QQX"]["case"], rows["QQX"]["by"]) == ("one|two", "capitals", "mira")
    assert rows["TIA"]["state"] == "taken out" and rows["CKD"]["by"] == ""
    assert {normalise(form) for written in rows for form in forms_of(written)} == there | {"qqx"}
    other = Workbench(tmp_path / "other")
    found = other.exports.preview_load(out)
    assert (found.kind.key, found.wrong) == ("abbreviations", 0)
    assert (found.new, found.usable) == (2, number)
    assert other.exports.load(out, "cleo")["loaded"] == 2
    assert other.exports.preview_load(out).new == 0  # all of it was said to be what can be loaded
    assert readings(other, "QQX") == ["one", "two"] and readings(other, "TIA") == []
    assert [one.who for one in other.abbreviations.search(own=True)[0]] == ["mira"]


def test_a_form_of_several_written_as_one_that_somebody_changed_stands_by_itself(
    workbench: Workbench, tmp_path: Path
) -> None:
    written = next(one.form for one in written_entries() if len(forms_of(one.form)) == 3)
    first, *others = forms_of(written)
    rows_before = workbench.exports.preview("abbreviations").rows
    workbench.abbreviations.remove(first, "mira")
    out = tmp_path / "forms.csv"
    assert workbench.exports.write("abbreviations", out) > rows_before
    with out.open(encoding="utf-8-sig", newline="") as file:
        rows = {row["short form"]: row["state"] for row in csv.DictReader(file)}
    assert written not in rows and rows[first] == "taken out" and {rows[one] for one in others} == {"in force"}
    other = Workbench(tmp_path / "other")
    assert other.exports.load(out, "cleo")["loaded"] == 1
    with other.workspace.reading() as db:
        assert {one.form for one in in_force(db, [first, others[0]])} == {others[0]}


def test_what_ships_is_loaded_where_somebody_said_otherwise(workbench: Workbench, tmp_path: Path) -> None:
    out = tmp_path / "forms.csv"
    workbench.exports.write("abbreviations", out)
    other = Workbench(tmp_path / "other")
    other.abbreviations.remove("TIA", "cleo")
    assert other.exports.load(out, "cleo")["loaded"] == 1
    assert readings(other, "TIA") == readings(workbench, "TIA") != []


def test_several_forms_of_a_file_are_written_as_one(workbench: Workbench, tmp_path: Path) -> None:
    file = tmp_path / "forms.csv"
    file.write_text("form,meanings\nQQ(X|Y) (ward|),one\n" + "(A|B)" * 12 + ",two\n", encoding="utf-8")
    answer = workbench.abbreviations.load(file, "mira")
    assert answer["added"] == 4
    assert answer["problems"][0][1] == f"“{'(A|B)' * 12}” is 4,096 forms; write 1,000 at most as one."
    assert readings(workbench, "QQY ward") == readings(workbench, "QQX") == ["one"]

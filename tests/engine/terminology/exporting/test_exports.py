"""What is exported is loaded again without loss, neutralised cells and all; what cannot be loaded says why, by row."""

from __future__ import annotations

import csv
import re
import threading
import time
import zipfile
from collections.abc import Iterable
from contextvars import copy_context
from pathlib import Path

import pytest

from engine import events
from engine.errors import BadInput
from engine.events import FollowedCall
from engine.formats.mapping_sets import decided_tables
from engine.formats.mapping_sets.mappings import SLOTS
from engine.formats.registry import MAPPINGS, ROWS, TERMINOLOGY, writers
from engine.jobs import worker
from engine.normalisation.request import NormalisationRequest
from engine.terminology import editing, importing
from engine.terminology.exporting import KINDS, kind_module, placed_list
from engine.terminology.exporting.tables import read
from engine.workbench import SourceFile, Workbench
from store.edits import Change
from tests.linked import copied
from tests.mapped import started, with_others


def table(file: Path) -> list[list[str]]:
    """The cells as they stand in a CSV."""
    with open(file, encoding="utf-8-sig", newline="") as opened:
        return list(csv.reader(opened))


RISKY = ("=1+1", "+49 (0)30", "-ve culture", "@SUM(A1)", "\tindented", "'=quoted", 'said "so"; a|b', "Sjögren’s\nβ")


@pytest.fixture
def emptied(made: Path, tmp_path: Path) -> Workbench:
    """A workspace with the same terminology and nothing else."""
    folder = tmp_path / "empty"
    copied(made, folder)
    return Workbench(folder)


@pytest.fixture
def edited(workbench: Workbench) -> Workbench:
    """Edits of every kind by two people, one of them undone, and a withdrawal of an added name."""
    workbench.synonyms.add("organs", "H2", "pump failure", "mira", "heard, on the ward", "pump", 0.75, "vectors")
    workbench.synonyms.withdraw("organs", "L2", "lung infection", "mira", "=too wide")
    workbench.edits.apply(
        [
            Change("add", "organs", "NEW:0001", "Broken heart", "a letter", kind="concept"),
            Change("add", "organs", "NEW:0001", "H", "a letter", "broken heart", 0.5, "vectors", kind="parent"),
            Change("add", "organs", "NEW:0001", "takotsubo", "a letter"),
        ],
        "olu",
    )
    workbench.synonyms.add("organs", "H1", "coronary", "olu")
    workbench.history.undo("olu")
    return workbench


def again(first: Workbench, second: Workbench, folder: Path, kind: str, format: str) -> tuple[bytes, bytes]:
    """An export, and the export of what a workspace has that loaded it."""
    one, other = (
        folder / first.exports.file_name(kind, format),
        folder / f"again-{first.exports.file_name(kind, format)}",
    )
    first.exports.write(kind, one)
    second.exports.load(one, "loader")
    second.exports.write(kind, other)
    return one.read_bytes(), other.read_bytes()


@pytest.mark.parametrize("format", ["csv", "xlsx"])
def test_labels_load_back_byte_for_byte(workbench: Workbench, emptied: Workbench, tmp_path: Path, format: str) -> None:
    workbench.labels.add("signs", [(name, "x" + name) for name in RISKY], "mira")
    workbench.labels.add("topics", [("asthma", "lung"), ("angina", "heart")], "olu")
    workbench.labels.add("topics", [("angina", "chest")], "mira")  # a second opinion, which stands
    workbench.labels.remove("topics", "asthma", "mira")

    first, second = again(workbench, emptied, tmp_path, "labels", format)
    assert first == second
    assert [(one.name, one.label, one.who) for one in emptied.labels.in_set("topics")] == [("angina", "chest", "mira")]
    assert [one.when for one in emptied.labels.in_set("signs")] == [
        one.when for one in workbench.labels.in_set("signs")
    ]


@pytest.mark.parametrize("format", ["csv", "xlsx", "sssom", "fhir"])
def test_edits_load_back_byte_for_byte(edited: Workbench, emptied: Workbench, tmp_path: Path, format: str) -> None:
    first, second = again(edited, emptied, tmp_path, "edits", format)
    assert first == second
    assert [edit.who for edit in emptied.terminologies.concept("organs", "H2").added] == ["mira"]
    assert emptied.terminologies.concept("organs", "NEW:0001").path[0].id == "R"
    emptied.history.undo("loader")  # all of it was one action
    assert emptied.exports.preview("edits").rows == 0


@pytest.mark.parametrize("kind", ["edits", "labels"])
def test_notes_go_along_and_come_back(workbench: Workbench, emptied: Workbench, tmp_path: Path, kind: str) -> None:
    workbench.synonyms.add("organs", "H2", "pump failure", "mira", "heard")
    workbench.synonyms.add("organs", "H1", "coronary", "olu")
    workbench.labels.add("topics", [("asthma", "lung"), ("angina", "heart")], "olu")
    workbench.labels.add("topics", [("flu", "lung")], "olu")
    number = 1 if kind == "edits" else 3
    workbench.history.add_note(number, "ask (again), the ward | =1", "bea, the nurse")
    workbench.history.undo("mira" if kind == "edits" else "olu")
    workbench.history.redo("mira" if kind == "edits" else "olu")  # what was done again keeps its notes
    workbench.history.add_note(number, "she said yes", "olu")

    first, second = again(workbench, emptied, tmp_path, kind, "csv")
    assert first == second
    cells = [row[-1] for row in table(tmp_path / f"{kind}.csv")][1:]
    noted = [cell for cell in cells if cell]
    assert len(noted) == (1 if kind == "edits" else 2) and len(noted) < len(cells)
    assert noted[0].startswith("ask (again), the ward | =1  (bea, the nurse, 2")
    assert "  |  she said yes  (olu, 2" in noted[0]
    emptied.history.undo("loader")  # several batches, and still one action
    assert emptied.exports.preview(kind).rows == 0


def test_a_whole_terminology_has_the_names_that_cards_have(edited: Workbench, tmp_path: Path) -> None:
    """A withdrawn name of a concept that a person added came back with the export of the whole."""
    edited.synonyms.add("organs", "NEW:0001", "heartbreak", "olu")
    edited.synonyms.withdraw("organs", "NEW:0001", "takotsubo", "mira")
    edited.synonyms.withdraw("organs", "NEW:0001", "Broken heart", "mira")
    edited.exports.write("terminology", tmp_path / "whole.csv", terminology="organs")
    names: dict[str, list[str]] = {}
    for id, name, kind, *_ in table(tmp_path / "whole.csv")[1:]:
        if kind != "no name":  # a title that was withdrawn
            names.setdefault(id, []).append(name)
    cards = edited.terminologies.concepts("organs", names)
    assert names == {id: [name.text for name in card.concept.names] for id, card in cards.items()}
    assert names["NEW:0001"] == ["heartbreak"] and "pump failure" in names["H2"] and "lung infection" not in names["L2"]


def test_a_file_from_before_there_were_notes_loads(edited: Workbench, emptied: Workbench, tmp_path: Path) -> None:
    edited.exports.write("edits", tmp_path / "edits.csv")
    with open(tmp_path / "old.csv", "w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file).writerows(row[:-1] for row in table(tmp_path / "edits.csv"))
    assert emptied.exports.load(tmp_path / "old.csv", "loader")["loaded"] == 5


def test_an_edit_keeps_the_hash_of_its_model_and_the_undone_one_is_left_out(edited: Workbench, tmp_path: Path) -> None:
    edited.exports.write("edits", tmp_path / "edits.csv")
    heading, *lines = table(tmp_path / "edits.csv")
    rows = [dict(zip(heading, line, strict=True)) for line in lines]
    assert [row["name"] for row in rows] == ["pump failure", "lung infection", "Broken heart", "H", "takotsubo"]
    assert len(rows[0]["model sha256"]) == 64 and (rows[0]["score"], rows[0]["query"]) == ("0.75", "pump")
    assert rows[1]["why"] == "'=too wide"  # a spreadsheet does not run it


def test_the_mark_of_neutralised_cells_goes_when_they_are_read(workbench: Workbench, tmp_path: Path) -> None:
    workbench.labels.add("signs", [(name, "class") for name in RISKY], "mira")
    file = tmp_path / "labels.csv"
    workbench.exports.write("labels", file)
    written = [row[1] for row in table(file)][1:]
    assert written[:4] == [f"'{name}" for name in RISKY[:4]]
    assert [row[1] for _, row in read(file).rows] == [name.strip() for name in RISKY]


def test_judgements_load_back_byte_for_byte(workbench: Workbench, emptied: Workbench, tmp_path: Path) -> None:
    mentions = tmp_path / "ward.csv"
    mentions.write_text("text\nheart attack\n=cmd\nasthma\nwheezing\n", encoding="utf-8")
    asked = NormalisationRequest(str(mentions), "organs", "vectors")
    _, run = workbench.jobs.runs, workbench.normalisation.queue(asked)
    _done(workbench, run)
    (made,) = workbench.normalisation.all()
    lines = workbench.answers.lines(made.id)
    workbench.decisions.decide(made.id, [lines[0].id], "accept", "mira", comment="+ sure")
    workbench.decisions.decide(made.id, [lines[1].id], "none", "olu", comment="no disease")
    workbench.history.add_note(workbench.history.last(), "=ask the ward", "bea")
    for format in ("csv", "xlsx", "sssom", "fhir"):
        other = Workbench(copied(emptied.workspace.folder, tmp_path / f"copy-{format}"))
        first, second = again(workbench, other, tmp_path, "decisions", format)
        assert first == second
        assert [row[-1][:20] for row in other.exports.preview("decisions").first] == ["", "=ask the ward  (bea, "[:20]]
        assert workbench.exports.preview("decisions").rows == other.exports.preview("decisions").rows == 2


def _done(workbench: Workbench, run: int) -> None:
    from engine.jobs import worker

    assert worker.execute(workbench.workspace, run).status == "done"


def test_a_terminology_as_edited_is_imported_again_without_loss(edited: Workbench, tmp_path: Path) -> None:
    one, other = tmp_path / "one.csv", tmp_path / "other.csv"
    edited.exports.write("terminology", one, terminology="organs")
    for _ in importing.import_file(edited.workspace, {"path": str(one), "name": "again"}):
        pass
    edited.exports.write("terminology", other, terminology="again")
    first, second = ([row[:10] for row in table(file)] for file in (one, other))
    assert first == second
    names = {(row[0], row[1]) for row in first}
    assert (
        ("H2", "pump failure") in names and ("L2", "lung infection") not in names and ("NEW:0001", "takotsubo") in names
    )


def test_obo_holds_the_same_names_and_parents(edited: Workbench, tmp_path: Path) -> None:
    from engine.formats.ontologies.obo import read as read_obo

    file = tmp_path / "organs.obo"
    edited.exports.write("terminology", file, terminology="organs")
    parsed = read_obo(file)
    assert parsed.version == edited.terminologies.all()[0].version == ""  # its short name became its version
    found = {concept.id: concept for concept in parsed.concepts}
    assert [name.text for name in found["H2"].names] == ["Heart failure", "cardiac failure", "pump failure"]
    assert found["NEW:0001"].parents == ("H",) and len(found) == 10


def test_sssom_says_what_each_edit_means(edited: Workbench, tmp_path: Path) -> None:
    file = tmp_path / "edits.sssom.tsv"
    edited.exports.write("edits", file)
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    rows = list(csv.DictReader(lines, delimiter="\t"))
    told = [(row["subject_label"], row["predicate_modifier"], row["predicate_id"], row["object_id"]) for row in rows]
    assert told[0] == ("pump failure", "", "skos:exactMatch", "organs:H2")
    assert told[1] == ("lung infection", "Not", "skos:exactMatch", "organs:L2")
    assert told[3] == ("Broken heart", "", "skos:broadMatch", "organs:H")


def test_what_is_wrong_is_told_by_row_and_the_rest_is_loaded(
    edited: Workbench, emptied: Workbench, tmp_path: Path
) -> None:
    file = tmp_path / "edits.csv"
    edited.exports.write("edits", file)
    text = file.read_text(encoding="utf-8-sig").replace("organs,name,add,H2", "organs,name,add,H9", 1)
    file.write_text(text, encoding="utf-8-sig")
    found = emptied.exports.preview_load(file)
    assert (found.usable, found.wrong) == (4, 1)
    assert found.problems[0][0] == "row 2" and "H9" in found.problems[0][1]
    assert emptied.exports.load(file, "loader")["left_out"] == 1
    with pytest.raises(BadInput, match="nothing to load"):
        emptied.exports.load(file, "loader")  # all of it is there already


def test_what_cannot_be_said_or_loaded_is_refused_in_a_sentence(workbench: Workbench, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="SSSOM means nothing"):
        workbench.exports.write("labels", tmp_path / "labels.sssom.tsv")
    with pytest.raises(BadInput, match="which one"):
        workbench.exports.write("terminology", tmp_path / "all.csv")
    workbench.exports.write("history", tmp_path / "history.csv")
    with pytest.raises(BadInput, match=r"history.csv: an export of history is not loaded back; it is what happened"):
        workbench.exports.load(tmp_path / "history.csv", "mira")
    with pytest.raises(
        BadInput, match=r"^x.foo: the ending names no format; use .csv, .xlsx, .parquet, .sssom.tsv, .fhir.json.$"
    ):
        workbench.exports.write("edits", tmp_path / "x.foo")  # it told .obo and .owl, which edits cannot be
    (tmp_path / "else.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(BadInput, match="no export of this program"):
        workbench.exports.preview_load(tmp_path / "else.csv")
    assert [path.name for path in tmp_path.glob(".*.part")] == []


@pytest.mark.parametrize("ending", [".csv", ".xlsx", ".sssom.tsv", ".fhir.json"])
def test_an_export_of_another_page_says_where_it_is_loaded(workbench: Workbench, tmp_path: Path, ending: str) -> None:
    """An export of Normalise was “no export of this program”, and its columns were cut within a word."""
    mentions, out = tmp_path / "m.csv", tmp_path / f"out{ending}"
    mentions.write_text("mention\nno asthma\n", encoding="utf-8")
    asked = workbench.normalisation.queue(NormalisationRequest(str(mentions), "organs"))
    workbench.normalisation.export(worker.execute(workbench.workspace, asked).result["normalisation"], out)
    said = f"out{ending} is an export of Normalise; load it on the page Normalise, or with “normalisations load”"
    with pytest.raises(BadInput, match=re.escape(said)):
        workbench.exports.preview_load(out)


def test_an_export_of_mappings_says_where_it_is_loaded(workbench: Workbench, tmp_path: Path) -> None:
    bench, out = with_others(workbench, tmp_path), tmp_path / "ours.sssom.tsv"
    bench.mapping_files.export(started(bench), out)
    with pytest.raises(BadInput, match="an export of a mapping project; load it on the page Mappings"):
        bench.exports.load(out, "mira")


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        (decided_tables.HEADING, "an export of a mapping project; load it on the page Mappings"),
        (SLOTS, "an export of suggested mappings; load it on the page Mappings, or with “mappings load”"),
        (
            placed_list.HEADINGS.values(),
            "an export of a list of placed names, which is not loaded back; load the edits",
        ),
        (
            (*SLOTS, *(f"ext_{one.replace(' ', '_')}" for one in placed_list.HEADINGS.values())),
            "an export of a list of placed names",
        ),
    ],
)
def test_what_other_pages_and_commands_write_is_known(
    workbench: Workbench, tmp_path: Path, columns: Iterable[str], said: str
) -> None:
    """All of these were “no export of this program”."""
    path = tmp_path / "out.csv"
    path.write_text(",".join(columns) + "\n", encoding="utf-8")
    with pytest.raises(BadInput, match=re.escape(said)):
        workbench.exports.preview_load(path)


def test_the_columns_of_a_strange_file_are_named_whole(workbench: Workbench, tmp_path: Path) -> None:
    path = tmp_path / "else.csv"
    path.write_text(",".join(f"probability {place}" for place in range(20)) + "\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"columns are probability 0, .*, probability 7, …\. A terminology"):
        workbench.exports.preview_load(path)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_exported_in_each_of_its_formats(edited: Workbench, tmp_path: Path, kind: str) -> None:
    edited.labels.add("topics", [("asthma", "lung")], "olu")
    known = kind_module(kind).KIND
    assert known.sssom.endswith(".") and known.about.endswith(".")
    terminology = "organs" if known.needs else ""
    preview = edited.exports.preview(kind, terminology)
    assert all(len(row) == len(known.columns) for row in preview.first)
    for format in known.formats:
        assert (
            edited.exports.write(kind, tmp_path / edited.exports.file_name(kind, format), terminology=terminology)
            == preview.rows
        )


def test_a_format_that_the_ending_denies_is_refused(edited: Workbench, tmp_path: Path) -> None:
    for name, format in (("organs.ttl", "owl"), ("organs.sssom.tsv", "robot"), ("organs.doc", "csv")):
        with pytest.raises(BadInput, match="end it in"):
            edited.exports.write_terminology(tmp_path / name, "organs", format)
    assert edited.exports.write_terminology(tmp_path / "organs.fhir.json", "organs").rows
    assert [path.name for path in tmp_path.glob("organs*")] == ["organs.fhir.json"]


@pytest.mark.parametrize("format", [*writers(TERMINOLOGY, ROWS, MAPPINGS)])
def test_a_terminology_says_how_far_it_is_written(
    edited: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, format: str
) -> None:
    """Exports of 300,000 names were silent for 2.5 to 4.8 s."""
    monkeypatch.setattr(events, "SELDOM", 10)
    heard = FollowedCall()
    context = copy_context()
    context.run(events._followed.set, heard)
    context.run(edited.exports.write_terminology, tmp_path / edited.exports.file_name("terminology", format), "organs")
    assert heard.message == "10 names" and 0 < heard.share < 1


def test_what_a_format_loses_is_counted(edited: Workbench, tmp_path: Path) -> None:
    found = edited.exports.write_terminology(tmp_path / "organs.ttl", "organs")
    assert (found.concepts, found.edges) == (10, 9)
    assert found.lost == [f"SKOS has no place for sources of names: {found.names} names lose theirs."]
    assert edited.exports.write_terminology(tmp_path / "organs.jsonl", "organs").names == found.names


def test_a_title_is_lost_where_it_is_not_the_short_name(edited: Workbench) -> None:
    for title, lost in (
        ("My vocabulary", ["CSV has no place for the terminology's title, version and licence."]),
        ("organs", []),
    ):
        edited.upkeep.describe("organs", "mira", title=title)
        assert edited.exports.losses("organs", "csv") == lost


def test_a_delta_holds_what_people_changed_and_no_more(edited: Workbench, tmp_path: Path) -> None:
    out = tmp_path / "organs.rf2.zip"
    with pytest.raises(BadInput, match="namespace of seven digits"):
        edited.exports.write_terminology(out, "organs")
    with pytest.raises(BadInput, match="RF2 only"):
        edited.exports.write_terminology(tmp_path / "organs.obo", "organs", namespace="1000003")
    assert edited.exports.write_terminology(out, "organs", namespace="1000003").rows == 6
    with zipfile.ZipFile(out) as archive:
        (name,) = (one for one in archive.namelist() if "_Description_Delta" in one)
        text = archive.read(name).decode()
    assert [term in text for term in ("pump failure", "Broken heart", "takotsubo", "coronary", "lung infection")] == [
        True,
        True,
        True,
        False,  # it was undone
        False,  # its identifier is not known, so that it stands in a file of its own
    ]


@pytest.mark.parametrize("format", ["csv", "xlsx", "jsonl", "obo", "skos", "owl", "fhir"])
def test_what_is_written_is_recognised_and_keeps_concepts_names_and_links(
    edited: Workbench, tmp_path: Path, format: str
) -> None:
    out = tmp_path / edited.exports.file_name("terminology", format, "organs")
    written = edited.exports.write_terminology(out, "organs", format)
    found = edited.terminologies.preview(SourceFile(out))
    assert (found.concepts, found.names, found.edges) == (written.concepts, written.names, written.edges)
    assert found.format == {"csv": "own"}.get(format, format) and found.problems == []


def test_labels_that_are_there_are_not_loaded_again(workbench: Workbench, tmp_path: Path) -> None:
    workbench.labels.add("s", [("heart attack", "heart"), ("wheeze", "lung")], "ann")
    workbench.labels.add("s", [("wheeze", "chest")], "bob")
    workbench.exports.write("labels", tmp_path / "labels.csv")
    assert workbench.exports.load(tmp_path / "labels.csv", "mira")["loaded"] == 0
    assert workbench.history.last() == 2
    workbench.labels.relabel("s", [("heart attack", "")], "ann")
    workbench.labels.relabel("s", [("wheeze", "air")], "ann")
    assert workbench.exports.load(tmp_path / "labels.csv", "mira")["loaded"] == 3
    assert {one.name: one.label for one in workbench.labels.in_set("s")} == {"heart attack": "heart", "wheeze": "chest"}


def _changed(workbench: Workbench, path: Path, kind: str, row: int, **cells: str) -> Path:
    """An export at `path` whose row has these cells under the headings of that name."""
    workbench.exports.write(kind, path)
    heading, *rows = table(path)
    for column, cell in cells.items():
        rows[row][heading.index(column)] = cell
    with open(path, "w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file).writerows([heading, *rows])
    return path


def test_an_edit_is_loaded_as_it_would_be_made_in_the_window(
    workbench: Workbench, emptied: Workbench, tmp_path: Path
) -> None:
    """Under the id as it was typed, with two blanks, the edit was in no card."""
    workbench.synonyms.add("organs", "H1", "coronary attack", "mira")
    file = _changed(workbench, tmp_path / "edits.csv", "edits", 0, concept="h1", name=" coronary  attack")
    assert emptied.exports.load(file, "loader")["loaded"] == 1
    assert [edit.name for edit in emptied.terminologies.concept("organs", "H1").added] == ["coronary attack"]
    with pytest.raises(BadInput, match="“coronary attack” is a name of H1 already"):
        emptied.exports.load(file, "loader")


def test_what_is_loaded_is_checked_against_what_others_wrote_until_then(
    workbench: Workbench, emptied: Workbench, tmp_path: Path
) -> None:
    workbench.synonyms.add("organs", "H1", "coronary", "mira")
    workbench.exports.write("edits", tmp_path / "edits.csv")
    writes = threading.Event()

    def write() -> None:
        with emptied.workspace.writing() as db:
            writes.set()
            editing.apply_in(db, emptied.workspace, [Change("add", "organs", "H1", "coronary")], "olu")
            time.sleep(0.5)

    writer = threading.Thread(target=write)
    writer.start()
    assert writes.wait(20)
    with pytest.raises(BadInput, match="“coronary” is a name of H1 already"):
        emptied.exports.load(tmp_path / "edits.csv", "loader")
    writer.join(20)
    assert emptied.exports.preview("edits").rows == 1


@pytest.mark.parametrize("kind", ["edits", "labels", "abbreviations"])
def test_a_time_is_kept_in_utc_and_no_other_text_is_one(
    workbench: Workbench, emptied: Workbench, tmp_path: Path, kind: str
) -> None:
    """“sometime last year” was kept, and stood in the history before every time there is."""
    workbench.synonyms.add("organs", "H1", "coronary", "mira")
    workbench.labels.add("topics", [("asthma", "lung")], "mira")
    workbench.abbreviations.add("00q", ["a sleeping heart"], "mira")
    row = next(at for at, cells in enumerate(workbench.exports.preview(kind).first) if "mira" in cells)
    file = _changed(workbench, tmp_path / "out.csv", kind, row, at="sometime last year")
    place, sentence = emptied.exports.preview_load(file).problems[0]
    assert place == f"row {row + 2}" and sentence.startswith("“sometime last year” is no time; write it as 2026-05-03T")
    file = _changed(workbench, tmp_path / "out.csv", kind, row, at="2026-05-03 14:05+02:00")
    emptied.exports.load(file, "loader")
    assert "2026-05-03T12:05:00.000+00:00" in emptied.exports.preview(kind).first[row]


@pytest.mark.parametrize("kind", ["edits", "labels"])
def test_the_time_of_a_note_is_one(workbench: Workbench, emptied: Workbench, tmp_path: Path, kind: str) -> None:
    workbench.synonyms.add("organs", "H1", "coronary", "mira")
    workbench.labels.add("topics", [("asthma", "lung")], "mira")
    file = _changed(workbench, tmp_path / "out.csv", kind, 0, notes="ask  (bea, some day)")
    with pytest.raises(BadInput, match="row 2: “some day” is no time"):
        emptied.exports.load(file, "loader")
    file = _changed(workbench, tmp_path / "out.csv", kind, 0, notes="ask  (bea, 2026-05-03T14:05+02:00)")
    emptied.exports.load(file, "loader")
    assert emptied.exports.preview(kind).first[0][-1] == "ask  (bea, 2026-05-03T12:05:00.000+00:00)"

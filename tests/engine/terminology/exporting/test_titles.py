"""What a concept is called after export and import, where people withdrew its name or it is no longer in use."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.formats.parsed import ParsedTerminology
from engine.formats.reading import read_file
from engine.formats.registry import ROWS, TERMINOLOGY, writers
from engine.jobs import worker
from engine.terminology import importing
from engine.workbench import SourceFile, Workbench
from store.records.terminology import Concept, Name

TABLE = """id,name,synonyms,name_de,obsolete
K12,Heart failure,Cardiac failure|Pump failure,Herzinsuffizienz,false
K65,Senile decay,,,true
"""
TITLE = "Titles that people withdrew come back as names of their concepts: 1 in all."
RETIRED = "Names that people gave to what is no longer in use do not come back: 1 in all."
REST = {"Cardiac failure", "Pump failure", "Herzinsuffizienz"}
TABLES = writers(ROWS)


@pytest.fixture(scope="module")
def hosp(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    """A preferred name withdrawn, and a name given to a concept that the next release has out of use."""
    folder = tmp_path_factory.mktemp("hosp")
    path = folder / "hosp.csv"
    path.write_text(TABLE.replace(",true", ",false"), encoding="utf-8")
    bench = Workbench(folder / "workspace")
    worker.execute(bench.workspace, bench.terminologies.queue_import(SourceFile(path), "hosp"))
    bench.synonyms.add("hosp", "K65", "Decrepitude", "ann", "")
    path.write_text(TABLE, encoding="utf-8")
    worker.execute(bench.workspace, bench.versions.queue(SourceFile(path), "hosp", "ann"))
    bench.synonyms.withdraw("hosp", "K12", "Heart failure", "ann", "")
    return bench


def again(bench: Workbench, folder: Path, format: str, name: str = "hosp") -> tuple[list[str], dict[str, Concept]]:
    """What an export says that it lost, and the concepts that are read of it."""
    path = folder / bench.exports.file_name("terminology", format, name)
    lost = bench.exports.write_terminology(path, name, format).lost
    assert lost == bench.exports.losses(name, format)
    return lost, {one.id: one for one in read_file(path).concepts}


@pytest.mark.parametrize("format", [*writers(TERMINOLOGY), *TABLES])
def test_what_is_out_of_use_stays_so_and_keeps_its_title(hosp: Workbench, tmp_path: Path, format: str) -> None:
    """As CSV it was in use again, and called by the name that a person had given it; so it was called as OWL."""
    lost, found = again(hosp, tmp_path, format)
    assert (found["K65"].preferred, found["K65"].obsolete, found["K65"].names) == ("Senile decay", True, ())
    assert RETIRED in lost


@pytest.mark.parametrize("format", [*writers(TERMINOLOGY), *TABLES])
def test_a_title_that_was_withdrawn_stays_the_title(hosp: Workbench, tmp_path: Path, format: str) -> None:
    """As CSV the concept was called by another synonym, as Turtle by a German one, and nothing was said to be lost."""
    lost, found = again(hosp, tmp_path, format)
    assert {id: one.preferred for id, one in found.items()} == {"K12": "Heart failure", "K65": "Senile decay"}
    names = {name.text for name in found["K12"].names}
    comes_back = format not in TABLES
    assert names == REST | ({"Heart failure"} if comes_back else set())
    assert (TITLE in lost) is comes_back


def test_a_concept_without_a_name_goes_out_under_its_id(tmp_path: Path) -> None:
    """A term whose name line says nothing came in, and went out with an empty name, which no reader takes."""
    bench = Workbench(tmp_path / "workspace")
    nameless = Concept("X:1", "", definition="What nobody has named.")
    concepts = [nameless, Concept("X:2", "Heart", (Name("Heart", "preferred"),), ("X:1",))]
    importing.add(bench.workspace, "few", ParsedTerminology("Few", "", "", "few.obo", concepts))
    for format in [*writers(TERMINOLOGY), *TABLES]:
        _, found = again(bench, tmp_path, format, "few")
        assert (found["X:1"].preferred, found["X:1"].definition) == ("X:1", nameless.definition), format
        assert found["X:2"].parents == ("X:1",), format

"""What a concept is called after export and import, where people withdrew its name or it is no longer in use."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.formats.reading import read_file
from engine.formats.registry import ROWS, TERMINOLOGY, writers
from engine.jobs import worker
from engine.workbench import SourceFile, Workbench
from store.records.terminology import Concept

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


def again(bench: Workbench, folder: Path, format: str) -> tuple[list[str], dict[str, Concept]]:
    """What an export says that it lost, and the concepts that are read of it."""
    path = folder / bench.exports.file_name("terminology", format, "hosp")
    lost = bench.exports.write_terminology(path, "hosp", format).lost
    assert lost == bench.exports.losses("hosp", format)
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

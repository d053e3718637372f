"""`fetch`: the licence before anything is asked, the file, its import; every publication as its publisher packs it."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main
from engine.terminology import publications
from engine.terminology.publications import PUBLICATIONS, Publication
from engine.workbench import Workbench
from tests.engine.terminology.publisher import Publisher, publisher

OBO = 'format-version: 1.2\n\n[Term]\nid: X:1\nname: Seizure\nsynonym: "Fit" EXACT []\n'
MESH = """<?xml version="1.0"?><DescriptorRecordSet LanguageCode="eng"><DescriptorRecord DescriptorClass="1">
<DescriptorUI>D000001</DescriptorUI><DescriptorName><String>Seizures</String></DescriptorName>
<TreeNumberList><TreeNumber>C10.1</TreeNumber></TreeNumberList><ConceptList><Concept PreferredConceptYN="Y">
<ConceptUI>M1</ConceptUI><ConceptName><String>Seizures</String></ConceptName><TermList>
<Term ConceptPreferredTermYN="Y" RecordPreferredTermYN="Y"><TermUI>T1</TermUI><String>Seizures</String></Term>
<Term ConceptPreferredTermYN="N" RecordPreferredTermYN="N"><TermUI>T2</TermUI><String>Fits</String></Term>
</TermList></Concept></ConceptList></DescriptorRecord></DescriptorRecordSet>"""
TABULAR = """<?xml version="1.0"?><ICD10CM.tabular><version>2026</version><chapter><name>1</name><desc>Symptoms</desc>
<section id="R50-R69"><desc>General symptoms (R50-R69)</desc><diag><name>R56</name><desc>Convulsions</desc>
<inclusionTerm><note>Fit</note></inclusionTerm></diag></section></chapter></ICD10CM.tabular>"""
UNIIS = "Name\tTYPE\tUNII\tDisplay Name\nASPIRIN\tcn\tR16CO5Y76E\tASPIRIN\nASA\tcn\tR16CO5Y76E\tASPIRIN\n"


def zipped(name: str, content: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
        archive.writestr("readme.pdf", "")
    return packed.getvalue()


PACKED = {
    "icd10cm": ("/tables.zip", zipped("Table and Index/icd10cm_tabular_2026.xml", TABULAR), "Convulsions"),
    "hpo": ("/hp.obo", OBO.encode(), "Seizure"),
    "mondo": ("/mondo.obo", OBO.encode(), "Seizure"),
    "mesh": ("/desc2026.gz", gzip.compress(MESH.encode()), "Seizures"),
    "medic": ("/CTD_diseases.obo.gz", gzip.compress(OBO.encode()), "Seizure"),
    "unii": ("/UNIIs.zip", zipped("UNII_Names_2026.txt", UNIIS), "ASPIRIN"),
}


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> Iterator[Publisher]:
    """A publisher of every publication, in place of the real ones."""
    with publisher() as found:
        here: dict[str, Publication] = {}
        for name, (path, content, _) in PACKED.items():
            found.files[path] = content
            here[name] = replace(PUBLICATIONS[name], address=found.address + path)
        monkeypatch.setattr(publications, "PUBLICATIONS", here)
        yield found


def test_every_publication_can_be_fetched_and_says_its_licence() -> None:
    assert list(PACKED) == list(PUBLICATIONS)
    for one in PUBLICATIONS.values():
        assert one.address.startswith("https://") and one.terms.startswith("https://") and one.licence.endswith(".")


@pytest.mark.parametrize("name", PACKED)
def test_a_publication_is_fetched_imported_and_found(
    name: str, house: Publisher, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "workspace"
    Workbench(folder)

    assert main(["fetch", name, "--accept-licence", "--workspace", str(folder), "--json"]) == 0
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert answer["licence"] == PUBLICATIONS[name].licence and answer["checked"] == "" and not answer["changed"]
    assert answer["imported"]["names"] >= 2 and answer["imported"]["format"] == PUBLICATIONS[name].format
    first = Workbench(folder).rankings.rank(PACKED[name][2], name, "vectors").candidates[0]
    assert (first.preferred_name, first.exact) == (PACKED[name][2], True)


def test_nothing_is_asked_before_the_licence_is_accepted(
    house: Publisher, workbench: Workbench, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fetch", "hpo"]) == 2
    said = capsys.readouterr().err
    assert PUBLICATIONS["hpo"].licence in said and PUBLICATIONS["hpo"].terms in said and "--accept-licence" in said
    assert house.asked == [] and not (workbench.workspace.folder / "downloads").exists()


def test_a_short_name_that_is_taken_is_said_before_anything_is_fetched(
    house: Publisher, workbench: Workbench, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fetch", "hpo", "--accept-licence", "--name", "organs"]) == 2
    assert "“organs” is taken" in capsys.readouterr().err and house.asked == []


def test_a_next_release_is_fetched_beside_the_one_that_is_there(
    house: Publisher, workbench: Workbench, capsys: pytest.CaptureFixture[str]
) -> None:
    """The refusal of a taken name told of `--update`, which there was not."""
    assert main(["fetch", "hpo", "--accept-licence", "--update"]) == 2
    assert "“hpo”" in capsys.readouterr().err and house.asked == []
    assert main(["fetch", "hpo", "--accept-licence"]) == 0
    house.files["/hp.obo"] += b"\n[Term]\nid: X:2\nname: Cough\n"
    capsys.readouterr()
    assert main(["fetch", "hpo", "--accept-licence", "--update", "--json"]) == 0
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert [one["concept"] for one in answer["imported"]["changes"]] == ["X:2"]
    assert workbench.rankings.rank("cough", "hpo", "vectors").candidates[0].exact


def test_a_file_alone_is_checked_by_the_fetch_before(
    house: Publisher, workbench: Workbench, capsys: pytest.CaptureFixture[str]
) -> None:
    def fetched() -> dict[str, Any]:
        assert main(["fetch", "hpo", "--accept-licence", "--no-import", "--json"]) == 0
        found: dict[str, Any] = json.loads(capsys.readouterr().out)
        return found

    first, second = fetched(), fetched()
    house.files["/hp.obo"] += b"\n[Term]\nid: X:2\nname: Cough\n"
    third = fetched()

    assert "imported" not in first and Path(first["file"]).read_text().startswith("format-version")
    assert [(one["checked"], one["changed"]) for one in (first, second, third)] == [
        ("", False), ("first fetch", False), ("", True)]  # fmt: skip
    assert workbench.terminologies.all()[-1].slug == "organs"


def test_a_publisher_that_moved_and_a_name_that_is_none(
    house: Publisher, workbench: Workbench, capsys: pytest.CaptureFixture[str]
) -> None:
    house.files["/moved/hp.obo"] = house.files.pop("/hp.obo")

    assert main(["fetch", "hpo", "--accept-licence"]) == 2
    assert "--address" in capsys.readouterr().err
    assert main(["fetch", "hpo", "--accept-licence", "--address", f"{house.address}/moved/hp.obo"]) == 0
    assert main(["fetch", "snomed", "--accept-licence"]) == 2
    assert "docs/sources.md" in capsys.readouterr().err


@pytest.mark.parametrize("end", ["hp.%2F..%2F..%2Fworkspace.db", "hp.%5Cobo", "hp.."])
def test_a_file_is_not_written_outside_of_the_downloads(
    end: str, house: Publisher, workbench: Workbench, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only what stands before the first point was checked, and the rest may hold an encoded path."""
    before = workbench.workspace.database.read_bytes()
    house.files[f"/{end}"] = OBO.encode()

    assert main(["fetch", "hpo", "--accept-licence", "--no-import", "--address", f"{house.address}/{end}"]) == 2
    assert "cannot be the name of a file" in capsys.readouterr().err
    assert workbench.workspace.database.read_bytes() == before and house.asked == []

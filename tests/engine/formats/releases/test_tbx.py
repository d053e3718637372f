"""TBX as term bases write it: version 2 and 3, DCA and DCT style, TBX-Min; broader concepts by id or by term."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.formats.reading import read_file
from engine.formats.recognition import format_of

VERSION_2 = """<?xml version='1.0' encoding='UTF-8'?>
<!DOCTYPE martif SYSTEM "TBXcoreStructV02.dtd">
<martif type="TBX" xml:lang="en">
<martifHeader><fileDesc><titleStmt><title>Hearts</title></titleStmt></fileDesc></martifHeader>
<text><body>
<termEntry id="c1"><descripGrp><descrip type="subjectField">cardiology</descrip></descripGrp>
<langSet xml:lang="en"><descrip type="definition">Of the heart.</descrip>
<ntig><termGrp><term>heart <hi>disease</hi></term></termGrp></ntig><tig><term>cardiopathy</term>
<termNote type="administrativeStatus">preferredTerm-admn-sts</termNote></tig></langSet>
<langSet xml:lang="da"><tig><term>hjertesygdom</term></tig></langSet></termEntry>
<termEntry id="c2"><descrip type="broaderConceptGeneric" target="c1">x</descrip>
<langSet xml:lang="en"><tig><term>heart attack</term></tig></langSet></termEntry>
<termEntry id="c3"><descrip type="superordinateConceptGeneric">cardiopathy</descrip>
<langSet xml:lang="en"><tig><term>angina</term></tig></langSet></termEntry>
<termEntry id="c4"><langSet xml:lang="en"><tig><term> </term></tig></langSet></termEntry>
<termEntry id="c2"><langSet xml:lang="en"><tig><term>infarct</term></tig></langSet></termEntry>
</body></text></martif>
"""
DCT = """<?xml version="1.0" encoding="utf-8"?>
<?xml-model href="https://example.org/TBX-Basic.nvdl" type="application/xml"?>
<tbx type="TBX-Basic" style="dct" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2"
 xmlns:min="http://www.tbxinfo.net/ns/min" xmlns:basic="http://www.tbxinfo.net/ns/basic"><text><body>
<conceptEntry id="c1"><min:subjectField>cardiology</min:subjectField>
<langSec xml:lang="en"><descripGrp><basic:definition>Of the heart.</basic:definition></descripGrp>
<termSec><term>heart disease</term></termSec>
<termSec><term>cardiopathy</term><min:administrativeStatus>preferredTerm-admn-sts</min:administrativeStatus></termSec>
</langSec><langSec xml:lang="da"><termSec><term>hjertesygdom</term></termSec></langSec></conceptEntry>
<conceptEntry id="c2"><basic:broaderConcept target="c1"/>
<langSec xml:lang="en"><termSec><term>heart attack</term></termSec></langSec></conceptEntry>
<conceptEntry id="c3"><basic:broaderConcept target="c1"/>
<langSec xml:lang="en"><termSec><term>angina</term></termSec></langSec></conceptEntry>
</body></text></tbx>
"""
MIN = """<TBX dialect="TBX-Min"><header><id>Hearts</id></header><body><entry id="c1"><subjectField>x</subjectField>
<langGroup xml:lang="en"><termGroup><term>heart disease</term><termStatus>admitted</termStatus></termGroup>
<termGroup><term>cardiopathy</term><termStatus>preferred</termStatus></termGroup></langGroup></entry></body></TBX>
"""


def written(folder: Path, content: str, encoding: str = "utf-8") -> Path:
    path = folder / "hearts.xml"
    path.write_text(content, encoding=encoding)
    return path


@pytest.mark.parametrize("content", [VERSION_2, DCT, DCT.replace("utf-8", "utf-16")], ids=["2", "3", "3 in UTF-16"])
def test_terms_by_language_and_broader_concepts(tmp_path: Path, content: str) -> None:
    path = written(tmp_path, content, "utf-16" if "utf-16" in content else "utf-8-sig")
    assert format_of(path) == "tbx"
    parsed = read_file(path)
    first = parsed.concepts[0]
    assert [(name.text, name.language, name.kind) for name in first.names] == [
        ("cardiopathy", "en", "preferred"),
        ("hjertesygdom", "da", "preferred"),
        ("heart disease", "en", "synonym"),
    ]
    assert (first.definition, first.notes) == ("Of the heart.", {"Subject field": ["cardiology"]})
    assert {concept.id: concept.parents for concept in parsed.concepts} == {"c1": (), "c2": ("c1",), "c3": ("c1",)}


def test_entries_that_cannot_be_used_are_named_by_their_lines(tmp_path: Path) -> None:
    problems = read_file(written(tmp_path, VERSION_2)).problems
    lines = VERSION_2.split("\n")
    assert [problem.row for problem in problems] == [
        lines.index(next(line for line in lines if line.startswith(start))) + 1
        for start in ('<termEntry id="c4">', '<termEntry id="c2"><langSet')
    ]
    assert "c4 has no term" in problems[0].sentence and "c2 stands in line 11 already" in problems[1].sentence


def test_tbx_min(tmp_path: Path) -> None:
    (concept,) = read_file(written(tmp_path, MIN)).concepts
    assert (concept.preferred, [name.text for name in concept.names]) == (
        "cardiopathy",
        ["cardiopathy", "heart disease"],
    )


@pytest.mark.parametrize(
    "content",
    [VERSION_2[:-30], VERSION_2.replace("<body>", "<body>&undeclared;"), VERSION_2[:600]],
    ids=["cut", "an entity", "cut early"],
)
def test_a_damaged_file_is_refused(tmp_path: Path, content: str) -> None:
    with pytest.raises(BadInput, match=r"hearts\.xml is not well-formed XML"):
        read_file(written(tmp_path, content))


def test_no_file_outside_is_read(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    outside = '<!DOCTYPE martif [<!ENTITY e SYSTEM "secret.txt">]>'
    content = VERSION_2.replace('<!DOCTYPE martif SYSTEM "TBXcoreStructV02.dtd">', outside).replace("angina", "&e;")
    with pytest.raises(BadInput, match="declares the entity e"):
        read_file(written(tmp_path, content))

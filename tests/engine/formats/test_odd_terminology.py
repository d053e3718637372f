"""Odd names and ids through every format that is written and read: they come back, or export says what it loses."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.formats.parsed import ParsedTerminology
from engine.formats.reading import reader
from engine.formats.recognition import chosen_format
from engine.terminology import importing
from engine.workbench import Workbench
from store.records.terminology import Concept, Name
from tests.engine.formats.whole import WRITTEN, contents


def _concept(id: str, *names: Name, above: tuple[str, ...] = ("root",), definition: str = "") -> Concept:
    return Concept(id, names[0].text, names, above, definition)


def _preferred(text: str, language: str = "en") -> Name:
    return Name(text, "preferred", language=language)


def _synonym(text: str, language: str = "en", scope: str = "exact") -> Name:
    return Name(text, "synonym", scope, language=language)


QUOTED = [_preferred("says \"ah\" and 'oh'"), _synonym("'=quoted"), _synonym('double""quotes'), _synonym("“curly”")]
FORMULAS = [_preferred("=SUM(A1)"), *map(_synonym, ("+49", "@cmd", "-ve", "#hash", "007", "1e5", "NULL", "NA", "TRUE"))]
LETTERS = [_preferred("𝔸 beyond the basic plane 😀"), *map(_synonym, ("עברית", "العربية\u200f", "中文", "Ärzte"))]
MARKED = [_preferred("pipe | and; semicolon, comma"), _synonym("back\\slash {brace} [bracket] !bang", scope="narrow")]
MARKED += [_synonym("<b>&amp;</b>", scope="broad"), _synonym("_x000D_ as it is", scope="related")]
PLAIN = [
    Concept("root", "root", (_preferred("root"),)),
    _concept("A B", *QUOTED, definition='What a "quote" is, and a | bar.'),
    _concept("x:y:z", *FORMULAS, above=("root", "A B")),
    _concept("a/b#c?d=e&f", *LETTERS, above=("x:y:z",)),
    _concept("100%", *MARKED),
    _concept("http://example.org/2", _preferred("iri"), above=("a/b#c?d=e&f", "100%", "A B")),
    _concept("'Ünïcode–id'", _preferred("Mixed Case"), _synonym("mixed case"), above=("http://example.org/2",)),
    _concept("_x0041_", _preferred("below a quoted one"), above=("'Ünïcode–id'",)),
    Concept("lonely", "no parents", (_preferred("no parents"),)),
    Concept("gone", "gone", obsolete=True, replaced_by="A B"),
]
LANGUAGES = _concept("five", *(_preferred(text, text[:2]) for text in ("en", "de", "fr", "es", "da-DK")))
BARRED = [_concept("p|q", _preferred("a bar in its id")), _concept("below", _preferred("below a bar"), above=("p|q",))]
LINES = _concept("lines", _preferred("two"), _synonym("two\nlines"), _synonym("tab\tbed"), definition="One.\nTwo.")
BELL = _concept("bell", _preferred("bell"), _synonym("bell\x07"))


@pytest.fixture
def passed(workbench: Workbench, tmp_path: Path):
    """What comes back of concepts after a format, and what export says that it lost."""

    def through(format: str, concepts: list[Concept]) -> tuple[list[Concept], str]:
        importing.add(workbench.workspace, "odd", ParsedTerminology("Odd", "", "", "odd", concepts, []))
        path = tmp_path / f"odd{WRITTEN[format]}"
        lost = workbench.exports.write_terminology(path, "odd", format).lost
        return reader(chosen_format(path))(path).concepts, " ".join(lost)

    return through


@pytest.mark.parametrize("format", WRITTEN)
def test_odd_names_and_ids_are_the_same_again(passed, format: str) -> None:
    found, _ = passed(format, PLAIN)
    assert contents(found) == contents(PLAIN)


@pytest.mark.parametrize("format", WRITTEN)
@pytest.mark.parametrize(
    ("concepts", "said", "losing"),
    [
        ([PLAIN[0], LANGUAGES], ["languages of names: 4 names"], {"obo", "robot"}),
        ([PLAIN[0], LINES], ["line breaks: 2 names", "in a definition: 1 definition loses"], {"obo", "robot"}),
        ([PLAIN[0], BELL], ["control characters: 1 name loses"], {"owl", "fhir"}),
        ([PLAIN[0], *BARRED], [], {"robot"}),  # whose parents stand in a cell, with bars between them
    ],
    ids=["languages", "lines", "control", "bars"],
)
def test_what_does_not_come_back_is_said(passed, format: str, concepts, said, losing) -> None:
    found, lost = passed(format, concepts)
    assert (contents(found) != contents(concepts)) is (format in losing)
    assert all(one in lost for one in said) is (format in losing or not said)

"""Any terminology, written in a format that is read too, is the same again: languages, scopes, what has no name."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.formats.reading import read_file
from engine.formats.registry import FORMATS
from store.records.terminology import EXACT, SCOPES, Concept, Name, Terminology
from tests.budget import examples
from tests.engine.formats.whole import contents

ABOUT = Terminology("organs", "Organs", "1", "CC0", "organs", "", "", 0, 0, 0)
WHOLE = ("jsonl", "own", "skos", "owl", "fhir")  # these hold everything that is asked here
LETTERS = st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff")
TEXTS = st.one_of(st.sampled_from(["a", "b"]), st.text(LETTERS, min_size=1, max_size=8).map(str.strip).filter(bool))
LANGUAGES = st.sampled_from(["en", "", "da", "pt-br"])


@st.composite
def terminologies(draw: st.DrawFn) -> list[Concept]:
    """Up to three concepts below one another, some out of use or without a name, texts often in several languages."""
    concepts = [Concept("X:0", "root", (Name("root", "preferred"),))]
    for number in range(1, draw(st.integers(1, 3)) + 1):
        id, above = f"X:{number}", concepts[-1]
        if draw(st.booleans()) and draw(st.booleans()):
            concepts.append(Concept(id, draw(TEXTS), obsolete=True, replaced_by="X:0"))
            continue
        names: dict[tuple[str, str, str], Name] = {}
        spoken = set[str]()
        for text, language, scope in draw(st.lists(st.tuples(TEXTS, LANGUAGES, st.sampled_from(SCOPES)), max_size=4)):
            leads = not names or (language not in spoken and draw(st.booleans()))
            one = Name(text, "preferred", EXACT, "", language) if leads else Name(text, "synonym", scope, "", language)
            if names.setdefault((text, language, one.scope), one) is one and leads:
                spoken.add(language)
        title = next((name.text for name in names.values()), id)
        concepts.append(Concept(id, title, tuple(names.values()), () if above.obsolete else (above.id,)))
    return concepts


@pytest.mark.parametrize("format", WHOLE)
def test_what_goes_out_comes_in_again(tmp_path: Path, format: str) -> None:
    chosen = FORMATS[format]
    path = tmp_path / f"organs{(chosen.written or ('.csv',))[0]}"

    @settings(max_examples=examples(100), deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(terminologies())
    def is_same(concepts: list[Concept]) -> None:
        chosen.load().write(path, concepts, ABOUT)
        assert contents(read_file(path).concepts) == contents(concepts)

    is_same()


def test_a_terminology_that_a_spreadsheet_saved_again_is_read_whole(tmp_path: Path) -> None:
    """With semicolons it was read as any table: without scopes, sources and what is out of use."""
    concepts = [
        Concept("X:0", "root", (Name("root", "preferred"), Name("r; o|t", "synonym", "broad", "mine", "da"))),
        Concept("X:1", "gone", obsolete=True, replaced_by="X:0"),
    ]
    path, again = tmp_path / "organs.csv", tmp_path / "again.csv"
    FORMATS["own"].load().write(path, concepts, ABOUT)
    with path.open(encoding="utf-8-sig", newline="") as file, again.open("w", encoding="utf-8", newline="") as saved:
        csv.writer(saved, delimiter=";").writerows(csv.reader(file))
    assert contents(read_file(again).concepts) == contents(read_file(path).concepts) == contents(concepts)

"""Files as the standards allow them and few write them, made for this project: their counts were made by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.formats.reading import read_file
from engine.formats.recognition import format_of

FILES = Path(__file__).parent / "files"
COUNTS = {  # concepts, different names, links, problems
    "skos-languages.ttl": ("skos", 3, 8, 2, 0),  # collections are no concepts; an alternative label as the preferred
    "skos-notations.ttl": ("skos", 2, 2, 0, 0),  # two are out of use; transitive links where there are others
    "skos-xl-labels.ttl": ("skos", 3, 6, 1, 0),  # a label said both ways, a link said from both ends
    "skos-base.rdf": ("skos", 3, 5, 2, 0),  # rdf:ID and xml:base, a concept within another
    "skos-language-map.jsonld": ("skos", 2, 5, 1, 0),
    "skos-lines.nt": ("skos", 2, 2, 0, 0),  # broadMatch is a mapping
    "skos-faults.ttl": ("skos", 4, 5, 1, 3),  # two preferred labels of a language, no label, its own parent
    "skos-sparql-style.ttl": ("skos", 2, 2, 1, 0),
    "skos-expanded.jsonld": ("skos", 2, 3, 1, 0),
    "skos-latin-1.rdf": ("skos", 2, 3, 1, 0),  # a class below Concept, entities, a label in two spellings of a language
    "martif.tbx": ("tbx", 2, 6, 1, 1),  # ntig and termGrp, markup in a term, an entry without any
    "dct.tbx": ("tbx", 2, 4, 0, 0),  # a cross reference is no hierarchy
    "dca.tbx": ("tbx", 1, 2, 0, 0),  # an entry without an id, a term twice
    "min.tbxm": ("tbx", 1, 3, 0, 0),
    "utf-16.tbx": ("tbx", 2, 2, 1, 0),
    "doubles.tbx": ("tbx", 1, 2, 0, 1),  # a language in two sections, an id twice
    "obographs-two.json": ("obographs", 3, 4, 2, 1),  # properties and individuals are none, nor part_of a link
    "obographs-untyped.json": ("obographs", 2, 3, 1, 0),
}


def test_every_file_is_counted() -> None:
    assert {path.name for path in FILES.iterdir()} == set(COUNTS)


@pytest.mark.parametrize("name", COUNTS)
def test_what_is_read_is_what_was_counted(name: str) -> None:
    parsed = read_file(FILES / name)
    found = (format_of(FILES / name), parsed.live, parsed.distinct_names, parsed.edges, len(parsed.problems))
    assert found == COUNTS[name]


def test_what_is_preferred_and_what_stands_for_what_is_gone() -> None:
    found = {one.id: one for name in ("martif.tbx", "dct.tbx") for one in read_file(FILES / name).concepts}
    assert [(name.text, name.language) for name in found["c1"].names] == [
        ("heart", "en"),
        ("Herz", "de"),
        ("ticker", "en"),
    ]
    assert found["c5"].preferred == "cellule" and found["c2"].preferred == "heart valve"
    gone = {one.id: one for one in read_file(FILES / "skos-notations.ttl").concepts}["1.2"]
    assert (gone.obsolete, gone.replaced_by) == (True, "1.1")

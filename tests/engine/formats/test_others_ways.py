"""Files as the standards allow them and few write them, made for this project: their counts were made by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.formats.parsed import ParsedTerminology
from engine.formats.reading import read_file
from engine.formats.recognition import format_of
from engine.formats.registry import FORMATS, TERMINOLOGY
from store.records.terminology import Terminology

ABOUT = Terminology("others", "Others’", "1", "CC0", "others", "", "", 0, 0, 0)
FILES = Path(__file__).parent / "files"
COUNTS = {  # concepts, different names, links, problems
    "skos-languages.ttl": ("skos", 3, 8, 2, 0),  # collections are no concepts; an alternative label as the preferred
    "skos-notations.ttl": ("skos", 2, 2, 0, 0),  # two are out of use; transitive links where there are others
    "skos-xl-labels.ttl": ("skos", 3, 6, 1, 0),  # a label said both ways, a link said from both ends
    "skos-base.rdf": ("skos", 3, 5, 2, 0),  # rdf:ID and xml:base, a concept within another
    "skos-language-map.jsonld": ("skos", 2, 5, 1, 0),
    "skos-lines.nt": ("skos", 2, 2, 0, 0),  # broadMatch is a mapping
    "skos-faults.ttl": ("skos", 4, 5, 1, 4),  # two preferred labels of a language, no label, its own parent
    "skos-sparql-style.ttl": ("skos", 2, 2, 1, 0),
    "skos-expanded.jsonld": ("skos", 2, 3, 1, 0),
    "skos-latin-1.rdf": ("skos", 2, 3, 1, 0),  # a class below Concept, entities, a label in two spellings of a language
    "skos-graphs.trig": ("skos", 2, 5, 1, 0),  # SKOS-XL in named graphs, what is of one concept in two of them
    "skos-quads.nq": ("skos", 2, 2, 1, 0),
    "skos-named-graph.jsonld": ("skos", 2, 3, 1, 0),
    "skos-rdfs-labels.ttl": ("skos", 3, 3, 2, 1),  # no preferred label anywhere; one concept without any label
    "martif.tbx": ("tbx", 2, 6, 1, 1),  # ntig and termGrp, markup in a term, an entry without any
    "dct.tbx": ("tbx", 2, 4, 0, 0),  # a cross reference is no hierarchy
    "dca.tbx": ("tbx", 1, 2, 0, 0),  # an entry without an id, a term twice
    "min.tbxm": ("tbx", 1, 3, 0, 0),
    "utf-16.tbx": ("tbx", 2, 2, 1, 0),
    "doubles.tbx": ("tbx", 1, 2, 0, 1),  # a language in two sections, an id twice
    "term-bank.tbx": ("tbx", 3, 7, 1, 0),  # a document type, a related concept, parts of a term
    "obographs-merged.json": ("obographs", 3, 6, 2, 3),  # a node in two graphs, parents that are gone or not there
    "owl-ontology.owl": ("owl", 4, 11, 2, 2),  # entities, axioms, a genus, an individual that is a class too
    "owl-protege.ttl": ("owl", 5, 8, 2, 2),
    "owl-no-labels.ttl": ("owl", 2, 2, 1, 1),
    "obographs-two.json": ("obographs", 3, 4, 2, 1),  # properties and individuals are none, nor part_of a link
    "obographs-untyped.json": ("obographs", 2, 3, 1, 0),
    "skos-poolparty.rdf": ("skos", 3, 7, 1, 0),  # what is only matched has no place among them
    "skos-poolparty.ttl": ("skos", 2, 5, 1, 0),  # a label said both ways, properties of its own
    "skos-vocbench.rdf": (
        "skos",
        2,
        4,
        1,
        0,
    ),  # a label within its concept, a definition that is a node, one out of use
    "memoq.tbx": ("tbx", 2, 4, 0, 0),  # an empty term, a document type that lies elsewhere
    "multiterm.xml": ("tbx", 2, 4, 0, 0),  # MultiTerm's own XML
    "tbx-basic-dct.tbx": ("tbx", 2, 4, 0, 0),
    "obographs-robot.json": ("obographs", 2, 5, 1, 0),  # a synonym with two scopes is one name
    "protege.obo": ("obo", 3, 6, 1, 0),  # qualifiers, escapes, axioms in the header
    "claml-who.xml": ("claml", 4, 8, 3, 1),  # daggers, fragments, references in brackets; modifiers are said
    "claml-gm.xml": ("claml", 3, 5, 2, 0),  # labels without a language, of which the file tells
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
    gone = {one.id: one for one in read_file(FILES / "obographs-merged.json").concepts if one.obsolete}
    assert (gone["X:0000003"].replaced_by, gone["X:0000003"].notes) == ("X:0000002", {"Consider": ["X:0000001"]})
    assert gone["X:0000009"].replaced_by == "X:0000002"


def test_one_name_a_language_is_preferred_whichever_property_says_it() -> None:
    found = {one.id: one for one in read_file(FILES / "owl-ontology.owl").concepts}
    preferred = {(name.text, name.language) for name in found["X:0000002"].names if name.kind == "preferred"}
    assert preferred == {("two", "en"), ("zwei", "de")}
    assert found["X:0000003"].parents == ("X:0000001",)  # the genus of its definition


def is_kept(path: Path, format: str, folder: Path) -> None:
    """Write what a file holds in a format and read it: all is there again that the format has a place for."""
    given, chosen = read_file(path), FORMATS[format]
    out = folder / f"out{chosen.written[0] if chosen.written else '.csv'}"
    chosen.load().write(out, given.concepts, ABOUT)
    found = read_file(out)
    spoken = "languages" not in chosen.loses
    assert format_of(out) == format

    def contents(parsed: ParsedTerminology) -> list[set[tuple[str, ...]]]:
        live = [one for one in parsed.concepts if not one.obsolete]
        named = {
            one.id for one in given.concepts if one.names or spoken
        }  # where names need no language they need a text
        names = [(one.id, name) for one in live for name in one.names if one.id in named]
        return [
            {(one.id,) for one in live},
            {(id, blank(name.text), name.language if spoken else "", name.scope) for id, name in names},
            {(one.id, parent) for one in live for parent in one.parents},
            {(one.id, one.replaced_by) for one in parsed.concepts if one.obsolete},
        ]

    def blank(text: str) -> str:
        return " ".join(text.split()) if "line breaks" in chosen.loses else text

    assert contents(found) == contents(given)


@pytest.mark.parametrize(
    "format", [name for name, one in FORMATS.items() if {TERMINOLOGY} <= {*one.reads} & {*one.writes}]
)
def test_what_is_read_goes_out_and_comes_in_again(tmp_path: Path, format: str) -> None:
    for name in COUNTS:
        is_kept(FILES / name, format, tmp_path)


def test_codes_in_brackets_are_no_part_of_a_name_and_fragments_stand_apart() -> None:
    """They read as “Tuberculous meningitis G01” and “Meningitiscerebral, tuberculous”."""
    found = {one.id: one for one in read_file(FILES / "claml-who.xml").concepts}
    assert [name.text for name in found["A17.0"].names] == [
        "Tuberculous meningitis",
        "Tuberculosis of nervous system: Tuberculous meningitis",
        "Meningitis cerebral, tuberculous",
        "Meningitis spinal, tuberculous",
    ]
    assert found["A17.0"].notes == {"Usage": ["dagger"], "Excludes": ["meningitis G00.-"]}
    assert found["A15-A19"].names[1].text == "infections due to Mycobacterium tuberculosis and M. bovis"
    (title, inclusion) = read_file(FILES / "claml-gm.xml").concepts[1].names
    assert (title.language, inclusion.text) == ("de", "Diabetes mellitus: juveniler Typ")


def test_terms_of_multiterm_have_their_languages_and_their_preferred_one_first() -> None:
    heart = read_file(FILES / "multiterm.xml").concepts[0]
    assert (heart.id, heart.definition, heart.notes) == ("1", "Pumpe", {"Subject field": ["Cardiology"]})
    assert [(name.text, name.kind, name.language) for name in heart.names] == [
        ("heart", "preferred", "en-us"),
        ("Herz", "preferred", "de"),
        ("ticker", "synonym", "en-us"),
    ]


OTHER_OWL = {
    "functional syntax": "Prefix(:=<http://example.org/x#>)\n\nOntology(<http://example.org/x>\n"
    "Declaration(Class(:Heart))\n)\n",
    "Manchester syntax": "Prefix: : <http://example.org/x#>\n\nOntology: <http://example.org/x>\n\nClass: :Heart\n",
    "OWL/XML": '<?xml version="1.0"?>\n<Ontology xmlns="http://www.w3.org/2002/07/owl#" ontologyIRI="http://example.org/x">'
    '<Declaration><Class IRI="#Heart"/></Declaration></Ontology>\n',
}


@pytest.mark.parametrize("ending", [".owl", ".ofn", ".omn", ".owx", ".txt", ".xml"])
@pytest.mark.parametrize("syntax", OTHER_OWL)
def test_owl_in_a_syntax_that_is_not_read_is_refused_with_the_remedy(tmp_path: Path, syntax: str, ending: str) -> None:
    """It was said to be no RDF, or to be of no format at all."""
    path = tmp_path / f"heart{ending}"
    path.write_text(OTHER_OWL[syntax], encoding="utf-8")
    with pytest.raises(BadInput) as said:
        read_file(path)
    sentence = (
        f"{path.name} is OWL in {syntax}, which is not read; save it as RDF/XML or Turtle, as Protégé and ROBOT do."
    )
    assert str(said.value) == sentence

"""BioC as PubTator and others give it: documents, places and ids, in XML, JSON and a document a line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.formats.mentions import bioc
from engine.formats.mentions.mentions import MentionFile
from engine.formats.recognition import format_of
from engine.reliability.torture.ontology_samples import BIOC

PASSAGES = [
    {
        "infons": {"type": "title"},
        "offset": 0,
        "text": "Heart attack in MI",
        "annotations": [
            {
                "id": "1",
                "infons": {"type": "Disease", "identifier": "MESH:D1"},
                "text": "Heart attack",
                "locations": [{"offset": 0, "length": 12}],
            },
            {
                "id": "2",
                "infons": {"type": "Disease", "identifier": "-"},
                "text": "MI",
                "locations": [{"offset": 16, "length": 2}],
            },
        ],
    },
    {
        "infons": {"type": "abstract"},
        "offset": 19,
        "text": "Angina: MI, MI.",
        "annotations": [
            {
                "id": "3",
                "infons": {"type": "Disease", "identifier": "D2,D3"},
                "text": "Angina",
                "locations": [{"offset": 19, "length": 6}],
            },
            {
                "id": "4",
                "infons": {"conceptid": ["D4"]},
                "text": "MI",
                "locations": [{"offset": 32, "length": 2}, {"offset": 40, "length": 1}],
            },
            {"id": "5", "infons": {}, "text": "not there", "locations": []},
            {"id": "6", "infons": {}, "text": "", "locations": []},
        ],
    },
]
COLLECTION = {"source": "PubTator", "documents": [{"id": "77", "passages": PASSAGES}]}
SHAPES = {
    "a collection": json.dumps(COLLECTION),
    "PubTator 3": json.dumps({"PubTator3": [{"id": "77", "passages": PASSAGES}]}),
    "collections in a list": json.dumps([COLLECTION], indent=2),
    "a document": json.dumps({"id": "77", "passages": PASSAGES}),
}


@pytest.mark.parametrize("content", SHAPES.values(), ids=SHAPES)
def test_documents_of_json(tmp_path: Path, content: str) -> None:
    path = tmp_path / "corpus.txt"
    path.write_text(content, encoding="utf-8")
    assert format_of(path) == "bioc"
    problems: list = []
    (document,) = bioc.documents(path, problems)
    assert (document.id, document.text) == ("77", "Heart attack in MI Angina: MI, MI.")
    assert [(one.start, one.end, one.text, one.ids) for one in document.mentions] == [
        (0, 12, "Heart attack", ("D1",)),
        (16, 18, "MI", ()),
        (19, 25, "Angina", ("D2", "D3")),
        (31, 33, "MI", ("D4",)),  # the place that is given is one off
        (-1, -1, "not there", ()),
    ]
    assert [one.sentence for one in problems] == ["A mention of document 77 has no text; it is left out."]


def test_a_document_a_line(tmp_path: Path) -> None:
    path = tmp_path / "corpus.jsonl"
    path.write_text("".join(json.dumps({"id": id, "passages": PASSAGES}) + "\n" for id in "ab"), encoding="utf-8")
    assert [one.id for one in bioc.documents(path)] == ["a", "b"]


def test_sentences_of_xml_are_passages(tmp_path: Path) -> None:
    path = tmp_path / "corpus.xml"
    path.write_text(BIOC, encoding="utf-8")
    (document,) = bioc.documents(path)
    assert (document.id, document.title, document.abstract) == ("7", "A heart attack.", "Fieber é")
    assert [(one.start, one.end, one.type, one.ids) for one in document.mentions] == [
        (2, 14, "Disease", ("D1", "D2")),
        (8, 14, "", ("D3",)),
        (16, 22, "", ()),
    ]


def test_its_mentions_are_answered_as_those_of_pubtator(tmp_path: Path) -> None:
    path = tmp_path / "corpus.json"
    path.write_text(SHAPES["a collection"], encoding="utf-8")
    file = MentionFile(path)
    assert (file.annotated, file.headings, file.size()) == (True, (), 5)
    rows = list(file.rows())
    assert [row.mention.text for row in rows] == ["Heart attack", "MI", "Angina", "MI", "not there"]
    assert rows[0].mention.context == "Heart attack in MI Angina: MI, MI."


@pytest.mark.parametrize(
    "content", ["<collection><passage>", '{"passages": 1, "infons"', '[{"passages": 3, "offset": 1}]']
)
def test_what_is_no_bioc_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "corpus.bioc"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(BadInput, match=r"corpus\.bioc"):
        list(bioc.documents(path))

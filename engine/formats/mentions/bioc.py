"""BioC, XML or JSON: documents of passages with the mentions marked in them, each with a concept's id."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from engine.errors import BadInput, NotFound
from engine.events import counted
from engine.formats.mentions.pubtator import Annotation, Document, ids_of, of_documents
from engine.formats.opening.json_text import dicts, read_json, read_json_file
from engine.formats.opening.limits import LARGEST_WHOLE
from engine.formats.opening.lines import whole_content
from engine.formats.opening.markup import root_of
from engine.formats.opening.numbers import whole_number
from engine.formats.opening.xml_records import local, xml_records
from engine.formats.parsed import ParsedTerminology, Problem
from engine.formats.recognition import head_of

IDS = ("identifier", "concept_id", "conceptid", "mesh", "umls", "cui", "omim", "id", "normalized_id", "database_id")
Passage = tuple[int, str, list[dict[str, Any]]]  # where it begins in its document, its text, its annotations


def recognises(head: str) -> bool:
    """Whether a file is a collection of documents with passages, in XML or JSON."""
    start = head.lstrip("\ufeff \t\r\n")
    if start.startswith("<"):
        return root_of(start)[0] == "collection" and "<passage" in start
    return start.startswith(("{", "[")) and '"passages"' in start and bool(re.search(r'"(offset|infons)"', start))


def read(path: Path, title: str = "") -> ParsedTerminology:
    """The concepts that the mentions name; see `engine.formats.mentions.pubtator.of_documents`."""
    problems: list[Problem] = []
    return of_documents(path, title, documents(path, problems), problems)


def documents(path: Path, problems: list[Problem] | None = None) -> Iterator[Document]:
    """The documents of a file: the first passage is the title, the others the abstract, with a blank between two.

    Mentions that cannot be used are added to `problems`, with the line of their document where there is one. NotFound
    without the file, BadInput for what is no BioC.
    """
    if not path.is_file():
        raise NotFound(f"There is no BioC file at {path}; check the path.")
    wrong = problems if problems is not None else []
    xml = head_of(path).lstrip("\ufeff \t\r\n").startswith("<")
    count = 0
    for count, (row, id, passages) in enumerate(counted(_of_xml(path) if xml else _of_json(path), "documents"), 1):
        yield _document(row, id or str(count), passages, wrong)
    if not count:
        raise BadInput(f"{path.name} holds no document with passages as BioC has them; choose its format.")


def _document(row: int, id: str, passages: Iterable[Passage], wrong: list[Problem]) -> Document:
    here = Document(id)
    texts: list[str] = []
    for offset, text, marks in passages:
        base = sum(map(len, texts)) + len(texts)
        texts.append(text)
        for one in marks:
            marked, kind, ids = str(one.get("text") or "").strip(), str(one["infons"].get("type") or ""), _ids(one)
            if not marked:
                wrong.append(Problem(row, f"A mention of document {id} has no text; it is left out."))
                continue
            start = _place(text, marked, one["offset"], offset)
            here.mentions.append(
                Annotation(base + start, base + start + len(marked), marked, kind, ids, row)
                if start >= 0
                else Annotation(-1, -1, marked, kind, ids, row)
            )
    here.title, here.abstract = (texts or [""])[0], " ".join(texts[1:])
    return here


def _place(text: str, marked: str, given: int | None, offset: int) -> int:
    """Where a mention begins in the text of its passage: where it says, else the nearest place that reads so, or −1."""
    expected = 0 if given is None else given - offset
    if text[max(0, expected) :].startswith(marked) and given is not None and expected >= 0:
        return expected
    places = [found.start() for found in re.finditer(re.escape(marked), text)]
    return min(places, key=lambda place: abs(place - expected), default=-1)


def _ids(one: dict[str, Any]) -> tuple[str, ...]:
    infons = {str(key).lower(): value for key, value in one["infons"].items()}
    found = next((infons[key] for key in IDS if infons.get(key)), "")
    return ids_of("|".join(map(str, found)) if isinstance(found, list) else str(found).replace(";", "|"))


def _of_xml(path: Path) -> Iterator[tuple[int, str, list[Passage]]]:
    for row, element in xml_records(path, ("document",)):
        id = next((_text(one) for one in element if local(one.tag) == "id"), "")
        yield row, id, [part for one in element if local(one.tag) == "passage" for part in _xml_passage(one)]


def _xml_passage(element: Any) -> Iterator[Passage]:
    parts = {kind: [one for one in element if local(one.tag) == kind] for kind in ("sentence", "annotation")}
    text = next((one.text or "" for one in element if local(one.tag) == "text"), "")
    offset = next((whole_number(_text(one)) for one in element if local(one.tag) == "offset"), None) or 0
    marked = []
    for one in parts["annotation"]:
        infons = {each.get("key", ""): _text(each) for each in one if local(each.tag) == "infon"}
        at = next((whole_number(each.get("offset", "")) for each in one if local(each.tag) == "location"), None)
        mention = next((_text(each) for each in one if local(each.tag) == "text"), "")
        marked.append({"text": mention, "infons": infons, "offset": at})
    if text or marked or not parts["sentence"]:
        yield offset, text, marked
    for one in parts["sentence"]:
        yield from _xml_passage(one)


def _text(element: Any) -> str:
    return (element.text or "").strip()


def _of_json(path: Path) -> Iterator[tuple[int, str, list[Passage]]]:
    for one in _json_documents(path):
        id = one.get("id") or one.get("pmid") or one.get("_id") or ""
        yield 0, str(id), [part for each in dicts(one.get("passages")) for part in _json_passage(each)]


def _json_documents(path: Path) -> list[dict[str, Any]]:
    """The documents of a collection, of a list of them, or of a file with one a line."""
    try:
        found = read_json_file(path)
    except BadInput:
        lines = whole_content(path, LARGEST_WHOLE).split(b"\n")
        if len(lines) < 2 or b'"passages"' not in lines[0]:
            raise
        found = [read_json(line, path.name, "save it again, whole") for line in lines if line.strip()]
    if isinstance(found, dict):
        inner = next((found[key] for key in ("documents", "PubTator3") if isinstance(found.get(key), list)), None)
        found = [found] if inner is None else inner
    nested = (part for one in dicts(found) for part in (dicts(one.get("documents")) or [one]))
    return [one for one in nested if isinstance(one.get("passages"), list)]


def _json_passage(one: dict[str, Any]) -> Iterator[Passage]:
    text, offset = one.get("text"), one.get("offset")
    marked = []
    for each in dicts(one.get("annotations")):
        infons = each.get("infons")
        at = next((place.get("offset") for place in dicts(each.get("locations"))), None)
        mention = each.get("text")
        marked.append(
            {
                "text": mention if isinstance(mention, str) else "",
                "infons": infons if isinstance(infons, dict) else {},
                "offset": at if isinstance(at, int) else None,
            }
        )
    sentences = dicts(one.get("sentences"))
    if text or marked or not sentences:
        yield offset if isinstance(offset, int) else 0, text if isinstance(text, str) else "", marked
    for each in sentences:
        yield from _json_passage(each)

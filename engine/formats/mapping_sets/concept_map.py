"""FHIR R4 ConceptMap: mappings in SSSOM's slots, written as text, an element after another, and read back.

What FHIR has no place for stands in extensions of ours on the target, so that an export can be loaded again without
loss; the columns are named once, at the top. Another program's map is read as source, target and predicate.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from engine.errors import BadInput
from engine.formats.fhir_values import EXTENSION, code_of, held
from engine.formats.mapping_sets.mapping_files import AboutMappings
from engine.formats.mapping_sets.sssom import answer_mappings, answers_of
from engine.formats.mentions.answer_columns import About, Cell, Export
from engine.formats.ontologies.curies import OURS, WHOLE, curie
from engine.formats.opening.json_text import dicts, read_json, read_json_file, text_of
from engine.workspace import written_whole
from store.records.normalisation import Line

KIND = re.compile(r'"resourceType"\s*:\s*"ConceptMap"')
COLUMNS, SLOTS = f"{EXTENSION}columns", f"{EXTENSION}slots"
ESCAPED = ":escaped"
NOTHING = "sssom:NoTermFound"
EQUIVALENCES = {
    "skos:exactMatch": "equivalent",
    "skos:closeMatch": "inexact",
    "skos:broadMatch": "wider",  # the target is broader
    "skos:narrowMatch": "narrower",
    "skos:relatedMatch": "relatedto",
}
UNMATCHED, DISJOINT, RELATED = "unmatched", "disjoint", "relatedto"
PREDICATES = {equivalence: predicate for predicate, equivalence in EQUIVALENCES.items()} | {
    "equal": "skos:exactMatch",
    "subsumes": "skos:broadMatch",
    "specializes": "skos:narrowMatch",
}
EXPLAINED = ("narrower", "inexact")  # FHIR wants a comment with these
PLAIN = ("subject_id", "subject_label", "predicate_id", "object_id", "object_label", "comment")
_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False, allow_nan=False).encode


def recognises_map(head: str) -> bool:
    """Whether a file begins as JSON that says it is a ConceptMap."""
    return head.lstrip("\ufeff \t\r\n").startswith("{") and bool(KIND.search(head))


def write_mappings(path: Path, heading: Sequence[str], rows: Iterable[Sequence[Cell]], about: AboutMappings) -> int:
    """Write any mappings under their slots, as `engine.formats.mapping_sets.sssom.write_mappings`; how many.

    A group holds what follows one another between the same two systems. The file appears when it is whole.
    """
    count, group = 0, None
    waiting = iter(rows)
    first = next(waiting, None)
    with written_whole(path) as temporary, open(temporary, "w", encoding="utf-8", newline="\n") as file:
        file.write(_encode(_head(about, heading))[:-1])
        for row in chain([] if first is None else [first], waiting):
            cells = dict(zip(heading, row, strict=False))
            systems = _systems(cells, about)
            if systems != group:
                opening = "]},\n" if count else ', "group": [\n'
                file.write(f"{opening}{_encode(_known(source=systems[0], target=systems[1]))[:-1]}")
                file.write(f'{", " if any(systems) else ""}"element": [\n')
                group = systems
            else:
                file.write(",\n")
            file.write(_encode(_element(cells, about)))
            count += 1
        file.write("\n]}]}\n" if count else "}\n")
    return count


def read_rows(path: Path) -> Iterator[list[str]]:
    """The rows under their heading: those of `write_mappings`, or PLAIN where another program wrote the file.

    BadInput for a file that is no ConceptMap.
    """
    return _rows(_opened(path))


def write_answers(path: Path, lines: Iterable[Line], about: About) -> int:
    """Write the lines of a file of answers, each a mapping of its mention; how many."""
    return write_mappings(path, *answer_mappings(lines, about))


def read_answers(path: Path) -> Export:
    """The lines that `write_answers` wrote; BadInput for a map that another program made."""
    found = _opened(path)
    rows = _rows(found)
    pairs = [one for one in _extension_list(found, SLOTS) if isinstance(one, list) and len(one) == 2]
    return answers_of(path.name, next(rows), rows, [one[1] for one in pairs if isinstance(one[1], str)])


def _opened(path: Path) -> dict[str, Any]:
    found = read_json_file(path)
    kind = found.get("resourceType") if isinstance(found, dict) else None
    if kind == "CodeSystem":
        raise BadInput(f"{path.name} is a terminology; import it on the Terminologies page.")
    if kind != "ConceptMap":
        raise BadInput(f"{path.name} is no ConceptMap of FHIR in JSON; choose its format.")
    return dict(found)


def _rows(found: dict[str, Any]) -> Iterator[list[str]]:
    named = [name for name in _extension_list(found, COLUMNS) if isinstance(name, str)]
    heading = named or list(PLAIN)
    yield heading
    for group in dicts(found.get("group")):
        systems = text_of(group.get("source")), text_of(group.get("target"))
        for element in dicts(group.get("element")):
            for target in dicts(element.get("target")):
                cells = _slots_of(target) if named else _found(systems, element, target)
                yield [cells.get(name, "") for name in heading]


def _head(about: AboutMappings, heading: Sequence[str]) -> dict[str, Any]:
    return {
        "resourceType": "ConceptMap",
        "extension": [
            {"url": COLUMNS, "valueString": _encode(list(heading))},
            {"url": SLOTS, "valueString": _encode(about.extensions)},
        ],
        "url": about.url,
        "title": held(about.title),
        "status": "draft",
        "description": held(about.comment),
        "copyright": about.licence,
    }


def _systems(cells: dict[str, Cell], about: AboutMappings) -> tuple[str, str]:
    """The addresses of the two terminologies, "" where a side is no terminology: texts have none."""
    found, slug = [], about.target or str(cells.get("ext_terminology") or "")
    for slot, own in (("subject_source", slug if cells.get("subject_id") else ""), ("object_source", slug)):
        given = str(cells.get(slot) or "")
        slug = given.removeprefix("nomenclator:") if given.startswith("nomenclator:") else own
        known = about.addresses.systems.get(slug, OURS + slug if slug else "")
        found.append(given if WHOLE.match(given) else known)
    return found[0], found[1]


def _element(cells: dict[str, Cell], about: AboutMappings) -> dict[str, Any]:
    subject, object = str(cells.get("subject_id") or ""), str(cells.get("object_id") or "")
    label = str(cells.get("subject_label") or "")
    predicate, comment = str(cells.get("predicate_id") or ""), str(cells.get("comment") or "")
    equivalence = EQUIVALENCES.get(predicate, RELATED)
    if object in ("", NOTHING):
        equivalence, object = UNMATCHED, ""
    elif cells.get("predicate_modifier"):
        equivalence = DISJOINT
    comment = comment or (predicate if equivalence in EXPLAINED else "")
    extensions = [_extension(slot, cell) for slot, cell in cells.items() if cell not in (None, "")]
    target = _known(
        code=code_of(_local(object, about)),
        display=str(cells.get("object_label") or ""),
        equivalence=equivalence,
        comment=comment,
    )
    source = _known(code=code_of(_local(subject, about) or label), display=label)
    return {**source, "target": [{**({"extension": extensions} if extensions else {}), **target}]}


def _extension(slot: str, cell: Cell) -> dict[str, Any]:
    if isinstance(cell, str) and (held(cell) != cell or not cell.strip()):
        return {"url": EXTENSION + slot + ESCAPED, "valueString": json.dumps(cell)}  # which FHIR's strings can hold
    if isinstance(cell, str):
        return {"url": EXTENSION + slot, "valueString": cell}
    return {"url": EXTENSION + slot, "valueDecimal": cell}


def _local(id: str, about: AboutMappings) -> str:
    """An id as its terminology has it: without a prefix that is ours alone."""
    prefix, colon, rest = id.partition(":")
    return rest if colon and about.addresses.is_own(about.prefixes.get(prefix, "")) else id


def _known(**values: str) -> dict[str, str]:
    return {name: held(value) for name, value in values.items() if value.strip()}


def _extension_list(found: dict[str, Any], url: str) -> list[Any]:
    """The list that an extension of the map holds; empty where there is none."""
    for one in dicts(found.get("extension")):
        if one.get("url") == url:
            entries = read_json(text_of(one.get("valueString")), "What the map says of its columns", "export it again")
            return entries if isinstance(entries, list) else []
    return []


def _slots_of(target: dict[str, Any]) -> dict[str, str]:
    """The slots of a mapping of ours, which stand in its extensions."""
    slots = {}
    for one in dicts(target.get("extension")):
        url = text_of(one.get("url"))
        value = one.get("valueString", one.get("valueDecimal"))
        if url.endswith(ESCAPED):
            value = read_json(str(value), "An escaped text of the map", "export it again")
        slots[url.removeprefix(EXTENSION).removesuffix(ESCAPED)] = "" if value is None else str(value)
    return slots


def _found(systems: tuple[str, str], element: dict[str, Any], target: dict[str, Any]) -> dict[str, str]:
    """The slots of a mapping of another program."""
    equivalence = text_of(target.get("equivalence"))
    return {
        "subject_id": _id(text_of(element.get("code")), systems[0]),
        "subject_label": text_of(element.get("display")),
        "predicate_id": PREDICATES.get(equivalence, "" if equivalence == DISJOINT else "skos:relatedMatch"),
        "object_id": "" if equivalence in (UNMATCHED, DISJOINT) else _id(text_of(target.get("code")), systems[1]),
        "object_label": text_of(target.get("display")),
        "comment": text_of(target.get("comment")),
    }


def _id(code: str, system: str) -> str:
    return curie(code, system.removeprefix(OURS))[0] if code and system.startswith(OURS) else code

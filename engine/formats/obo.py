"""OBO: terms with scoped synonyms, is_a parents, obsolete and alternative ids; read through obonet, written as 1.2."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TextIO, cast

from engine.errors import BadInput, NomenclatorError
from engine.formats.opening.lines import text_lines
from engine.formats.parsed import Parsed, Problem
from engine.workspace import written_whole
from store.records.terminology import EXACT, RELATED, SCOPES, Concept, Name, Terminology

QUOTED = re.compile(r'^"((?:[^"\\]|\\.)*)"\s*([A-Z]*)\s*([\w:-]*)')
LONGEST_MESSAGE = 200  # letters of obonet's own message
GAP = re.compile(r"\s{20,}")  # no text has as many blanks in a row
ESCAPE = re.compile(r"\\(.)")
ESCAPES = str.maketrans({"\\": "\\\\", "\n": "\\n", '"': '\\"', "\t": "\\t", "\r": "\\n"})
LINE = str.maketrans({"\n": " ", "\r": " ", "\t": " ", "!": "\\!", "{": "\\{"})


def recognises(head: str) -> bool:
    """Whether a file begins as OBO does, with its header or its first term."""
    return head.lstrip().startswith(("format-version:", "[Term]"))


def read(path: Path, title: str = "", source: str = "") -> Parsed:
    """The terms of an OBO file as concepts; alternative ids become obsolete concepts that point to their term."""
    import obonet

    lines = _lines_of_ids(path)
    try:
        graph = obonet.read_obo(cast(TextIO, _Lines(path)), ignore_obsolete=False)
    except NomenclatorError:
        raise
    except Exception as error:  # obonet raises many kinds for what is no OBO
        message = " ".join(str(error).split())[:LONGEST_MESSAGE]
        raise BadInput(
            f"{path.name} is not well-formed OBO: {message}; check the file against the OBO 1.4 format."
        ) from None
    problems: list[Problem] = []
    nodes = {key: data for key, data in graph.nodes(data=True) if "name" in data}
    for key in graph.nodes:
        if key not in nodes and key in lines:
            problems.append(Problem(lines[key], f"{key} has no name line; add “name: …”. It is left out."))
    concepts = [_concept(key, data, graph, nodes, lines, problems, source) for key, data in nodes.items()]
    known = set(nodes)
    for key, data in nodes.items():
        for alternative in data.get("alt_id", []):
            if alternative not in known:
                known.add(alternative)
                concepts.append(Concept(alternative, data["name"], obsolete=True, replaced_by=key))
    header = graph.graph
    return Parsed(
        title=title or str(header.get("name") or path.stem),
        version=str(header.get("data-version", "")),
        licence=_licence(header),
        source=source or path.name,
        concepts=concepts,
        problems=problems,
    )


def _concept(
    key: str,
    data: dict[str, Any],
    graph: Any,
    nodes: dict[str, Any],
    lines: dict[str, int],
    problems: list[Problem],
    source: str,
) -> Concept:
    obsolete = data.get("is_obsolete") == "true"
    parents = []
    for _, parent, relation in graph.out_edges(key, keys=True):
        if relation == "is_a" and parent not in nodes:
            problems.append(
                Problem(
                    lines.get(key, 0), f"{key} has the parent {parent}, which is not in the file; the link is left out."
                )
            )
        elif relation == "is_a" and parent != key and parent not in parents:
            parents.append(parent)
    definition = QUOTED.match(data.get("def", ""))
    names = (
        ()
        if obsolete
        else (Name(data["name"], "preferred", EXACT, source or "name"), *_synonyms(key, data, lines, problems))
    )
    replaced = data.get("replaced_by", [])
    return Concept(
        id=key,
        preferred=data["name"],
        names=names,
        parents=() if obsolete else tuple(parents),
        definition=_plain(definition.group(1)) if definition else "",
        notes={"Comment": [data["comment"]]} if data.get("comment") else {},
        obsolete=obsolete,
        replaced_by=(replaced[0] if isinstance(replaced, list) and replaced else replaced or ""),
    )


def _synonyms(key: str, data: dict[str, Any], lines: dict[str, int], problems: list[Problem]) -> list[Name]:
    names = []
    for line in data.get("synonym", []):
        match = QUOTED.match(line)
        if not match or not match.group(1).strip():
            problems.append(
                Problem(lines.get(key, 0), f"{key} has a synonym without quoted text ({line[:60]}); it is left out.")
            )
            continue
        scope, kind = (match.group(2) or RELATED).lower(), match.group(3)
        source = f"synonym, {kind}" if kind else "synonym"
        names.append(Name(_plain(match.group(1)), "synonym", scope if scope in SCOPES else RELATED, source))
    return names


def _plain(text: str) -> str:
    return ESCAPE.sub(lambda match: {"n": " ", "t": " ", "W": " "}.get(match.group(1), match.group(1)), text)


def _licence(header: dict[str, Any]) -> str:
    for line in header.get("property_value", []):
        if "license" in line.split(" ")[0]:
            return line.split(" ", 1)[1].split(" xsd")[0].strip('"')
    return ""


def _lines_of_ids(path: Path) -> dict[str, int]:
    """Id -> line number in the file, so that a problem names its place."""
    numbered = enumerate(text_lines(path), 1)
    return {line[4:].split(" !")[0].strip(): number for number, line in numbered if line.startswith("id: ")}


class _Lines:
    """The lines of a file as obonet takes an open one; none is longer than the limit, and none has a wide gap.

    obonet looks at each blank of a gap, and from there at all that follow.
    """

    def __init__(self, path: Path) -> None:
        self._lines = (GAP.sub(" ", line.rstrip()) + "\n" for line in text_lines(path))

    def __enter__(self) -> Iterator[str]:
        return self._lines

    def __exit__(self, *problem: object) -> None:
        pass


def write(path: Path, concepts: Iterable[Concept], about: Terminology) -> int:
    """Write the concepts as they come; how many names. The file appears when it is whole."""
    count = 0
    with written_whole(path) as temporary, open(temporary, "w", encoding="utf-8", newline="\n") as file:
        file.write(f"format-version: 1.2\ndata-version: {about.version or about.slug}\nontology: {about.slug}\n")
        for concept in concepts:
            count += max(1, len(concept.names))
            file.write("\n" + "\n".join(_stanza(concept)) + "\n")
    return count


def _stanza(concept: Concept) -> Iterable[str]:
    yield "[Term]"
    yield f"id: {concept.id}"
    yield f"name: {concept.preferred.translate(LINE)}"
    if concept.definition:
        yield f'def: "{concept.definition.translate(ESCAPES)}" []'
    if concept.notes:
        lines = [f"{heading}: {'; '.join(texts)}" for heading, texts in concept.notes.items()]
        yield f"comment: {' | '.join(lines).translate(LINE)}"
    titles = [name for name in concept.names if name.kind == "preferred" and name.text == concept.preferred]
    for name in concept.names:
        if name not in titles[:1]:
            yield f'synonym: "{name.text.translate(ESCAPES)}" {name.scope.upper()} []'
    for parent in concept.parents:
        yield f"is_a: {parent}"
    if concept.obsolete:
        yield "is_obsolete: true"
        if concept.replaced_by:
            yield f"replaced_by: {concept.replaced_by}"

"""OBO files through obonet: terms with scoped synonyms, is_a parents, obsolete and alternative ids."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from engine.errors import BadInput
from engine.readers import Parsed, Problem
from store.records.terminology import EXACT, RELATED, SCOPES, Concept, Name

QUOTED = re.compile(r'^"((?:[^"\\]|\\.)*)"\s*([A-Z]*)\s*([\w:-]*)')
MOST_SAID = 200  # letters of obonet's own message
ESCAPE = re.compile(r"\\(.)")


def read(path: Path, title: str = "", source: str = "") -> Parsed:
    """The terms of an OBO file as concepts; alternative ids become obsolete concepts that point to their term."""
    import obonet

    lines = _lines_of_ids(path)
    try:
        with open(path, encoding="utf-8-sig") as file:
            graph = obonet.read_obo(file, ignore_obsolete=False)
    except UnicodeDecodeError as error:
        raise BadInput(f"{path.name} is not UTF-8 text (byte {error.start}); save it as UTF-8 and try again.") from None
    except (ValueError, KeyError, IndexError, TypeError) as error:
        said = " ".join(str(error).split())[:MOST_SAID]
        raise BadInput(
            f"{path.name} is not well-formed OBO: {said}; check the file against the OBO 1.4 format."
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
    with open(path, encoding="utf-8", errors="replace") as file:
        return {
            line[4:].split(" !")[0].strip(): number for number, line in enumerate(file, 1) if line.startswith("id: ")
        }

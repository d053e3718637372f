"""OBO Graphs, the JSON in which OBO ontologies are published: nodes with scoped synonyms, is_a edges."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from engine.errors import BadInput
from engine.events import counted
from engine.formats.ontologies.addresses import canonical
from engine.formats.ontologies.curies import short_id
from engine.formats.opening.json_text import dicts, read_json_file
from engine.formats.opening.lines import byte_lines
from engine.formats.parsed import CONSIDER, ParsedTerminology, Problem
from store.records.terminology import EXACT, RELATED, SCOPES, Concept, Name

GRAPHS = re.compile(r'"graphs"\s*:\s*\[')
SYNONYM = re.compile(r"has(Exact|Broad|Narrow|Related)Synonym$")
IS_A = ("is_a", "http://www.w3.org/2000/01/rdf-schema#subClassOf", "rdfs:subClassOf", "subClassOf")
ALTERNATIVE, REPLACED = "hasAlternativeId", ("IAO_0100001", "IAO:0100001", "replaced_by")
MAY_REPLACE = ("#consider", "oboInOwl:consider")
LICENCE = ("license", "rights")
LINE = re.compile(rb'"id"\s*:\s*"([^"]+)"')
THING = "http://www.w3.org/2002/07/owl#Thing"


def recognises(head: str) -> bool:
    """Whether a file begins as JSON with a list of graphs or, where that comes late, with nodes or edges of one."""
    start = head.lstrip()
    return start.startswith("{") and bool(
        GRAPHS.search(head) or ('"nodes"' in head and re.search(r'"(lbl|edges|sub)"\s*:', head))
    )


def read(path: Path, title: str = "") -> ParsedTerminology:
    """The classes of all graphs of a file, with ids as OBO writes them, deprecated ones obsolete.

    Links other than is_a are no hierarchy. Further ids become obsolete concepts that point to their term. A class
    without a label, and a link to one that is not in the file, is left out and is a problem. BadInput for other JSON.
    """
    graphs = _graphs(path)
    rows = _rows(path)
    problems: list[Problem] = []
    nodes = _nodes(graphs)
    parents: dict[str, list[str]] = {}
    for edge in counted((edge for graph in graphs for edge in dicts(graph.get("edges"))), "edges"):
        child, parent = (_id(edge.get(end)) for end in ("sub", "obj"))
        if edge.get("pred") in IS_A and child and parent:
            parents.setdefault(child, []).append(parent)
    concepts = []
    usable = {id for id, node in nodes.items() if _label(node) or _gone(node)}
    live = {id for id in usable if not _gone(nodes[id])}
    for id, node in counted(nodes.items(), "concepts with their names"):
        if id in usable:
            concepts.append(_concept(id, node, parents.get(id, []), live, rows.get(id, 0), problems))
        else:
            problems.append(Problem(rows.get(id, 0), f"{id} has no label; add “lbl”. It is left out."))
    known = set(usable)
    for id, node in nodes.items():
        for other in map(short_id, _values(node, (ALTERNATIVE,))):
            if other not in known and id in usable:
                known.add(other)
                concepts.append(Concept(other, _label(node) or id, obsolete=True, replaced_by=id))
    about = _dict(graphs[0].get("meta"))
    version = str(about.get("version") or "")
    name = str(graphs[0].get("lbl") or "") or next(iter(_property_values(about, ("title",))), "")
    licence = next(iter(_property_values(about, LICENCE)), "")
    address = canonical(str(graphs[0].get("id") or ""))
    return ParsedTerminology(
        title or name or path.stem, version, licence, path.name, concepts, problems, address=address
    )


def _graphs(path: Path) -> list[dict[str, Any]]:
    found = read_json_file(path)
    graphs = dicts(_dict(found).get("graphs")) or ([found] if _dict(found).get("nodes") else [])
    if not graphs:
        raise BadInput(
            f"{path.name} holds no graphs as OBO Graphs do; save it as OBO Graphs JSON, or choose its format."
        )
    return graphs


def _rows(path: Path) -> dict[str, int]:
    """Id -> the line of its node, for files with a node on lines of its own."""
    found: dict[str, int] = {}
    try:
        for number, line in enumerate(byte_lines(path), 1):
            for match in LINE.findall(line[:10_000]):
                found.setdefault(short_id(match.decode("utf-8", "replace")), number)
    except BadInput:  # a line as long as the file
        pass
    return found


def _nodes(graphs: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Id -> its node, for classes and for what has a label and no type; of several of one id what they say together."""
    found: dict[str, dict[str, Any]] = {}
    for node in counted((node for graph in graphs for node in dicts(graph.get("nodes"))), "nodes"):
        id, kind = _id(node.get("id")), node.get("type")
        if not id or node.get("id") == THING or not (kind == "CLASS" or (kind is None and _label(node))):
            continue
        there = found.get(id)
        if there is None or not _label(there):
            found[id] = {**(there or {}), **node, "meta": _together(there, node)}
        else:
            found[id] = {**there, "meta": _together(there, node)}
    return found


def _together(*nodes: dict[str, Any] | None) -> dict[str, Any]:
    """What is said about a node in several graphs: lists one after another, of the rest what is said first."""
    found: dict[str, Any] = {}
    for node in nodes:
        for key, value in _dict(_dict(node).get("meta")).items():
            there = found.setdefault(key, value)
            if there is not value and isinstance(there, list) and isinstance(value, list):
                found[key] = [*there, *(one for one in value if one not in there)]
    return found


def _concept(
    id: str, node: dict[str, Any], parents: list[str], live: set[str], row: int, problems: list[Problem]
) -> Concept:
    gone = _gone(node)
    about = _dict(node.get("meta"))
    label = _label(node) or id
    live_parents = []
    for parent in dict.fromkeys(parents) if not gone else ():
        if parent in live and parent != id:
            live_parents.append(parent)
        elif parent != id and parent != THING:
            sentence = f"{id} has the parent {parent}, which is not in the file or not in use; the link is left out."
            problems.append(Problem(row, sentence))
    names = [Name(label, "preferred", EXACT, "name")]
    for one in dicts(about.get("synonyms")):
        text, kind = str(one.get("val") or "").strip(), _id(one.get("synonymType")).rpartition("#")[2]
        if not text:
            problems.append(Problem(row, f"{id} has a synonym without a text; it is left out."))
            continue
        found = SYNONYM.search(str(one.get("pred") or ""))
        scope = found[1].lower() if found else RELATED
        source = f"synonym, {kind}" if kind else "synonym"
        names.append(Name(text, "synonym", scope if scope in SCOPES else RELATED, source))
    comments = [str(one) for one in about.get("comments") or [] if isinstance(one, str)]
    replaced = [short_id(value) for value in _values(node, REPLACED)]
    consider = list(dict.fromkeys([*replaced[1:], *map(short_id, _values(node, MAY_REPLACE))]))
    notes = {"Comment": comments} if comments else {}
    return Concept(
        id,
        label,
        () if gone else tuple(names),
        tuple(live_parents),
        str(_dict(about.get("definition")).get("val") or ""),
        notes | ({CONSIDER: consider} if gone and consider else {}),
        gone,
        next(iter(replaced), ""),
    )


def _label(node: dict[str, Any]) -> str:
    label = node.get("lbl") or node.get("label") or ""
    return " ".join(label.split()) if isinstance(label, str) else ""


def _gone(node: dict[str, Any]) -> bool:
    return _dict(node.get("meta")).get("deprecated") in (True, "true", 1)


def _values(node: dict[str, Any], predicates: tuple[str, ...]) -> list[str]:
    return _property_values(_dict(node.get("meta")), predicates)


def _property_values(about: dict[str, Any], predicates: tuple[str, ...]) -> list[str]:
    found = dicts(about.get("basicPropertyValues"))
    return [str(one.get("val")) for one in found if str(one.get("pred") or "").endswith(predicates) and one.get("val")]


def _id(value: Any) -> str:
    return short_id(value) if isinstance(value, str) else ""


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}

"""OBO: terms with scoped synonyms, is_a parents, obsolete and alternative ids; read through obonet."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.errors import BadInput, NomenclatorError
from engine.events import counted
from engine.formats.ontologies.addresses import obo_address
from engine.formats.ontologies.obo_writing import write
from engine.formats.opening.lines import text_lines
from engine.formats.parsed import CONSIDER, ParsedTerminology, Problem
from store.records.terminology import EXACT, RELATED, SCOPES, Concept, Name

__all__ = ["read", "recognises", "write"]
QUOTED = re.compile(r'^"((?:[^"\\]|\\.)*)"\s*([A-Z]*)\s*([\w:-]*)')
LONGEST_SHOWN = 60  # letters of a line in a message
GAP = re.compile(r"\s{20,}")  # no text has as many blanks in a row
HEAD = re.compile(r"\[\w+\]")  # of a frame
FRAME = re.compile(r"\[(Term|Typedef|Instance)\]")  # those that OBO has
ESCAPE = re.compile(r"\\(.)")


def recognises(head: str) -> bool:
    """Whether a file begins as OBO does, with its header or its first term."""
    return head.lstrip().startswith(("format-version:", "[Term]"))


def read(path: Path, title: str = "", source: str = "") -> ParsedTerminology:
    """The terms of an OBO file as concepts; alternative ids become obsolete concepts that point to their term."""
    from obonet import read as obonet_read

    obonet_read.logger.setLevel(logging.ERROR)  # it warns of a file without a header
    lines = _lines_of_ids(path)
    problems: list[Problem] = []
    try:
        _, terms, _, header = obonet_read.get_sections(_in_frames(path))
        named = [term for term in terms if term.get("id")]
        if len(named) < len(terms):
            problems += [
                Problem(line, "A term has no id line; add “id: …”. It is left out.") for line in _nameless(path)
            ]
        frames = _frames(named, lines, problems)
    except NomenclatorError:
        raise
    except Exception:  # obonet raises many kinds for what is no OBO
        raise BadInput(f"{path.name} is not well-formed OBO; export it once more, in OBO 1.4.") from None
    nodes = {
        key: {**data, "name": _plain(data["name"])} for key, data in frames.items() if data.get("name", "").strip()
    }
    for key in frames:
        if key not in nodes:
            problems.append(Problem(lines.get(key, 0), f"{key} has no name line; add “name: …”. It is left out."))
    each = counted(nodes.items(), "terms")
    concepts = [_concept(key, data, nodes, lines, problems, source) for key, data in each]
    known = set(nodes)
    for key, data in nodes.items():
        for alternative in data.get("alt_id", []):
            if alternative not in known:
                known.add(alternative)
                concepts.append(Concept(alternative, data["name"], obsolete=True, replaced_by=key))
    return ParsedTerminology(
        title=title or str(header.get("ontology") or header.get("name") or path.stem),
        version=str(header.get("data-version", "")),
        licence=_licence(header),
        source=source or path.name,
        concepts=concepts,
        problems=problems,
        rows=lines,
        address=obo_address(str(header.get("ontology") or ""), nodes),
    )


def _frames(terms: list[dict[str, Any]], lines: dict[str, int], problems: list[Problem]) -> dict[str, dict[str, Any]]:
    """Id -> what the frames of a term say; of several the last counts, but for the parents that each has."""
    found: dict[str, dict[str, Any]] = {}
    for term in terms:
        key = term.pop("id")
        if key in found:
            sentence = f"{key} has two frames; join them. The last one counts, with the parents of both."
            problems.append(Problem(lines.get(key, 0), sentence, left_out=False))
            term["is_a"] = [*found[key].get("is_a", ()), *term.get("is_a", ())]
            found[key].update(term)
        else:
            found[key] = term
    return found


def _is_obsolete(data: dict[str, Any]) -> bool:
    """Whether the clauses of a term say that it is not in use any more."""
    return data.get("is_obsolete") == "true"


def _concept(
    key: str,
    data: dict[str, Any],
    nodes: dict[str, Any],
    lines: dict[str, int],
    problems: list[Problem],
    source: str,
) -> Concept:
    obsolete = _is_obsolete(data)
    parents = []
    for parent in dict.fromkeys(data.get("is_a", ())) if not obsolete else ():
        if parent == key:
            problems.append(Problem(lines.get(key, 0), f"{key} is its own parent; the link is left out."))
            continue
        if parent in nodes and not _is_obsolete(nodes[parent]):
            parents.append(parent)
        else:
            sentence = f"{key} has the parent {parent}, which is not in the file or not in use; the link is left out."
            problems.append(Problem(lines.get(key, 0), sentence))
    definition = QUOTED.match(data.get("def", ""))
    names = (
        ()
        if obsolete
        else (Name(data["name"], "preferred", EXACT, source or "name"), *_synonyms(key, data, lines, problems))
    )
    replaced = data.get("replaced_by", [])
    replaced = [replaced] if isinstance(replaced, str) else list(replaced)
    consider = [*replaced[1:], *data.get("consider", [])]
    notes = {"Comment": [_plain(data["comment"])]} if data.get("comment") else {}
    return Concept(
        id=key,
        preferred=data["name"],
        names=names,
        parents=tuple(parents),
        definition=_plain(definition.group(1)) if definition else "",
        notes=notes | ({CONSIDER: list(dict.fromkeys(consider))} if obsolete and consider else {}),
        obsolete=obsolete,
        replaced_by=next(iter(replaced), ""),
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


def _nameless(path: Path) -> list[int]:
    """The lines of the heads of terms without an id."""
    heads: list[int] = []
    nameless = False
    for number, line in enumerate(text_lines(path), 1):
        if HEAD.match(line):
            nameless = line.startswith("[Term]")
            heads += [number] if nameless else []
        elif nameless and line.startswith("id:") and line[3:].strip():
            heads.pop()
            nameless = False
    return heads


def _in_frames(path: Path) -> Iterator[str]:
    """The lines of a file, none longer than the limit, with an empty one before the head of each frame and only there.

    obonet knows a frame by the empty lines around it, OBO by its head alone. And of a wide gap obonet looks at each
    blank, and from there at all that follow, so there is none. BadInput for a line that says nothing in OBO.
    """
    for number, one in enumerate(text_lines(path), 1):
        line = one.rstrip()
        if FRAME.match(line):
            yield "\n"
        elif line and line[0] != "!" and (HEAD.match(line) or ":" not in line[1:]):
            shown = line if len(line) <= LONGEST_SHOWN else f"{line[:LONGEST_SHOWN]}…"
            raise BadInput(
                f"{path.name}, line {number:,}: “{shown}” is neither “tag: value” nor the head of a frame, [Term], "
                "[Typedef] or [Instance]; mend the line or take it out."
            )
        if line:
            yield GAP.sub(" ", line) + "\n"

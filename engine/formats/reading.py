"""A person's terminology from a file of any format."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.errors import BadInput
from engine.events import counted
from engine.formats.alike_ids import alike_ids
from engine.formats.cleaning import without_controls
from engine.formats.no_terminology import mappings_instead
from engine.formats.parsed import ParsedTerminology, Problem
from engine.formats.recognition import chosen_format, head_of
from engine.formats.registry import FORMATS, TERMINOLOGY
from engine.text import LONGEST_NAME
from store.records.terminology import Concept

LONGEST_ID = 200  # characters of a concept's id
OF_FOLDERS = ("rf2", "loinc")  # the formats whose files may be a folder
MOST_NAMED = 5  # concepts of a cycle


def reader(name: str) -> Callable[..., ParsedTerminology]:
    """The `read` function of a format of terminologies; BadInput for an unknown one."""
    known = [format for format, one in FORMATS.items() if TERMINOLOGY in one.reads]
    if name not in known:
        raise BadInput(f"There is no format “{name}”; choose one of {', '.join(known)}.")
    read: Callable[..., ParsedTerminology] = FORMATS[name].load().read
    return read


def read_file(path: Path, format: str | None = None, **options: Any) -> ParsedTerminology:
    """Read a person's terminology; BadInput when the file is missing, empty or holds no concept.

    `columns` among the options maps fields to headings, in formats that have them; the others are the format's filters.
    """
    if not path.is_file() and not (path.is_dir() and any(FORMATS[one].recognises("", path) for one in OF_FOLDERS)):
        if path.is_dir():
            raise BadInput(f"{path} is a folder without a release of SNOMED CT or LOINC in it; choose a file.")
        raise BadInput(f"{path}: there is no such file; check the path.")
    if path.is_file() and path.stat().st_size == 0:
        raise BadInput(f"{path.name} is empty; choose a file with at least one concept.")
    if not format and not options.get("columns") and (instead := mappings_instead(head_of(path))):
        raise BadInput(f"{path.name} {instead}.")
    name = chosen_format(path, format, bool(options.get("columns")))
    read = reader(name)
    if wrong := [one for one in options if one != "columns" and one not in FORMATS[name].filters]:
        raise BadInput(f"{path.name}: {FORMATS[name].title} is not read by {' or '.join(wrong)}; leave that out.")
    if options.get("columns") and not FORMATS[name].columns:
        raise BadInput(f"{path.name}: {FORMATS[name].title} has no columns to name; leave them out.")
    parsed = _within_limits(without_controls(read(path, **options)))
    parsed.problems += [*_cycles(parsed.concepts), *alike_ids(parsed.concepts)]
    if not parsed.live:
        reason = (
            f" The first problem: row {parsed.problems[0].row}: {parsed.problems[0].sentence}"
            if parsed.problems
            else ""
        )
        limits = [f"{one} {_quoted(value)}" for one, value in options.items() if one != "columns" and value]
        remedy = "check its format and columns"
        if limits:
            remedy = (
                f"it was read by {' and '.join(limits)}: leave that out, or see what there is with “import --preview”"
            )
        raise BadInput(f"{path.name} holds no usable concept; {remedy}.{reason}")
    return parsed


def _quoted(value: Any) -> str:
    return "“" + ", ".join(map(str, value if isinstance(value, (list, tuple, set)) else [value])) + "”"


def _within_limits(parsed: ParsedTerminology) -> ParsedTerminology:
    """The concepts with ids and names that can be kept; what is left out is a problem each."""
    usable: list[Concept] = []
    gone: set[str] = set()
    for concept in counted(parsed.concepts, "concepts within the limits"):
        short = len(concept.preferred) <= LONGEST_NAME
        if short and len(concept.id) <= LONGEST_ID and all(len(one.text) <= LONGEST_NAME for one in concept.names):
            usable.append(concept)
            continue
        names = tuple(name for name in concept.names if len(name.text) <= LONGEST_NAME)
        if len(concept.id) > LONGEST_ID or not (short or names):
            what, most = ("id", LONGEST_ID) if len(concept.id) > LONGEST_ID else ("every name", LONGEST_NAME)
            sentence = f"{concept.id[:40]}: {what} has more than {most:,} characters; shorten it. It is left out."
            parsed.problems.append(Problem(parsed.rows.get(concept.id, 0), sentence))
            gone.add(concept.id)
            continue
        if len(names) < len(concept.names) or not short:
            sentence = (
                f"{concept.id} has names of more than {LONGEST_NAME:,} characters; shorten them. They are left out."
            )
            parsed.problems.append(Problem(parsed.rows.get(concept.id, 0), sentence))
            if not short:
                names = (replace(names[0], kind="preferred"), *names[1:])
            concept = replace(concept, names=names, preferred=concept.preferred if short else names[0].text)
        usable.append(concept)
    for place, one in enumerate(usable if gone else ()):
        if lost := gone.intersection(one.parents):
            usable[place] = replace(one, parents=tuple(parent for parent in one.parents if parent not in lost))
            for parent in sorted(lost):
                sentence = f"{one.id} has the parent {parent[:40]}, which is left out itself; the link is left out."
                parsed.problems.append(Problem(parsed.rows.get(one.id, 0), sentence))
    parsed.concepts = usable
    return parsed


def _cycles(concepts: list[Concept]) -> list[Problem]:
    """Which concepts stand above one another; they stay, as the file has them."""
    parents = {one.id: one.parents for one in concepts if one.parents}
    above: dict[str, int] = {}  # how many concepts above one could lead back to it
    below: dict[str, list[str]] = {}
    for id, over in parents.items():
        above[id] = 0
        for one in over:
            if one in parents:
                above[id] += 1
                below.setdefault(one, []).append(id)
    ready = [id for id, count in above.items() if not count]
    while ready:
        for child in below.pop(ready.pop(), ()):
            above[child] -= 1
            if not above[child]:
                ready.append(child)
    left = {id: {one for one in parents[id] if above.get(one)} for id, count in above.items() if count}
    found: list[Problem] = []
    seen: set[str] = set()
    for start in left:
        way: dict[str, int] = {}
        id = start
        while id not in way and id not in seen:
            way[id] = len(way)
            id = min(left[id])
        if id in way:
            ring = sorted(one for one, place in way.items() if place >= way[id])
            named = " and ".join(ring[:MOST_NAMED]) + (
                f" and {len(ring) - MOST_NAMED} more" if ring[MOST_NAMED:] else ""
            )
            found.append(Problem(0, f"{named} stand above one another; take a parent from one of them.", False))
        seen.update(way)
    return found

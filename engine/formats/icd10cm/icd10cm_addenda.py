"""The addenda of ICD-10-CM as CMS publishes them in text: what a year adds, deletes and revises of the year before."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from engine.formats.icd10cm.icd10cm_codes import CODE, concept_of, dotted, longest_prefix
from engine.formats.opening.lines import text_lines
from engine.formats.parsed import ParsedTerminology, Problem
from store.records.terminology import BILLABLE_NOTE, Concept

LINE = re.compile(
    rf"(?P<what>Add|Delete|Revise from|Revise to): +(?:(?P<flag>[01]) )?(?P<code>{CODE}) +"
    r"(?:(?P<short>\S.{59}) )?(?P<long>\S.*)"
)
BLOCK = re.compile(r"([A-Z]\w\w)-([A-Z]\w\w)")
TITLES = ("title", "short title", "description")  # sources of names that a revised title takes the place of
ALONE = "The file holds changes alone; update the ICD-10-CM of the year before with it (--update)."
YEAR = re.compile(r"20\d\d")


@dataclass(frozen=True)
class _Change:
    row: int
    texts: tuple[str, ...]  # the long title, then the short one where it differs
    billable: bool | None  # None where the file does not say


def recognises(head: str) -> bool:
    """Whether the first two lines are of addenda."""
    lines = [line.rstrip() for line in head.splitlines()[:6] if line.strip()][:2]
    return bool(lines) and all(LINE.fullmatch(line) for line in lines)


def read(path: Path, title: str = "") -> ParsedTerminology:
    """The codes that were added and revised, and those deleted as obsolete; see `upon` for what they change.

    A code that is deleted and added is one that changed. Lines that are none of the addenda are reported and left out.
    """
    problems = [Problem(0, ALONE, left_out=False)]
    now: dict[str, _Change] = {}
    gone: dict[str, _Change] = {}
    for number, line in enumerate(text_lines(path), 1):
        if not line.strip():
            continue
        match = LINE.fullmatch(line.rstrip())
        if not match:
            problems.append(Problem(number, "The line does not say what happens to a code; mend it. It is left out."))
            continue
        texts = dict.fromkeys((match["long"].strip(), (match["short"] or "").strip() or match["long"].strip()))
        change = _Change(number, tuple(texts), None if match["flag"] is None else match["flag"] == "1")
        changes = now if match["what"] in ("Add", "Revise to") else gone
        changes[dotted(match["code"])] = change
    concepts = [concept_of(code, one.texts, bool(one.billable), longest_prefix(code, now)) for code, one in now.items()]
    concepts += [Concept(code, one.texts[0], obsolete=True) for code, one in gone.items() if code not in now]
    year = YEAR.search(path.name)
    version = year[0] if year else ""
    return ParsedTerminology(title or path.stem, version, "", path.name, concepts, problems, changes_only=True)


def upon(addenda: ParsedTerminology, before: Iterable[Concept]) -> ParsedTerminology:
    """The year that addenda make of the concepts of the year before.

    A revised code keeps its inclusion terms, notes and place, and gets its titles; a new one stands below the longest
    code that it begins with, a new category in the narrowest block that holds it. Problems name codes that were to be
    deleted and are not there, and categories that no block holds.
    """
    found = {one.id: one for one in before}
    problems = [one for one in addenda.problems if one.left_out]
    for one in addenda.concepts:
        there = found.get(one.id)
        if one.obsolete:
            if there is None:
                problems.append(Problem(0, f"{one.id} is to be deleted and is not there; check the year before."))
            else:
                found[one.id] = replace(there, names=(), parents=(), obsolete=True)
        elif there is None or there.obsolete:
            found[one.id] = one
        else:
            found[one.id] = _revised(there, one)
    live = {code for code, one in found.items() if not one.obsolete}
    blocks = [match for code in live if (match := BLOCK.fullmatch(code))]
    for one in addenda.concepts:
        if one.obsolete or found[one.id].parents:
            continue
        parent = longest_prefix(one.id, live) or _block(one.id, blocks)
        if parent:
            found[one.id] = replace(found[one.id], parents=(parent,))
        else:
            problems.append(Problem(0, f"{one.id} is in no block of the year before; it has no parent.", False))
    for code, one in found.items():
        if any(parent not in live for parent in one.parents):
            found[code] = replace(one, parents=tuple(parent for parent in one.parents if parent in live))
    return replace(addenda, concepts=list(found.values()), problems=problems, changes_only=False)


def _revised(before: Concept, now: Concept) -> Concept:
    texts = {name.text for name in now.names}
    others = [name for name in before.names if name.source not in TITLES and name.text not in texts]
    notes = {heading: texts for heading, texts in before.notes.items() if heading != BILLABLE_NOTE}
    return replace(before, preferred=now.preferred, names=(*now.names, *others), notes=now.notes | notes)


def _block(code: str, blocks: Iterable[re.Match[str]]) -> str:
    """The narrowest block that holds a category; "" for none."""
    around = [one for one in blocks if one[1] <= code[:3] <= one[2]]
    return max(around, key=lambda one: (one[1], [-ord(letter) for letter in one[2]]))[0] if around else ""

"""Names as a file has them, without control characters, and without marks such as “(disorder)” and stray blanks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace

from engine.events import counted
from engine.formats.parsed import ParsedTerminology, Problem
from engine.text import normalise
from engine.text.stray_marks import without_mark
from store.records.terminology import EXACT, Concept, Name

MARKS, BLANKS = "marks", "blanks"
CONTROL = re.compile(r"[\x00-\x08\x0e-\x1b\x7f]")  # control characters that are no blanks


def cleanable(concepts: Iterable[Concept]) -> dict[str, int]:
    """How many names, different (concept, text, language) of concepts in use, can be cleaned: {"marks", "blanks"}, the
    latter where nothing but blanks is too much."""
    found = Counter[str]()
    for concept in counted(concepts, "concepts looked through for stray marks"):
        if concept.obsolete:
            continue
        clean = [(name, without_mark(name.text)) for name in concept.names]
        stray = {(name.text, name.language): text for name, text in clean if text != name.text}
        found.update(BLANKS if text == " ".join(had.split()) else MARKS for (had, _), text in stray.items())
    return {MARKS: found[MARKS], BLANKS: found[BLANKS]}


def cleaned_terminology(parsed: ParsedTerminology) -> ParsedTerminology:
    """What a reader found with its names without marks, and how many that changed under `cleaned`.

    Concept, kind, scope, source and language of a name stay; of names of a concept that become the same text in a
    language one stays, preferred where one of them is, exact where one of them is.
    """
    changed = cleanable(parsed.concepts)
    return replace(parsed, concepts=[_clean(concept, without_mark) for concept in parsed.concepts], cleaned=changed)


def without_controls(parsed: ParsedTerminology) -> ParsedTerminology:
    """What a reader found with its names without control characters; a concept that has some is a problem."""
    for place, concept in enumerate(counted(parsed.concepts, "concepts looked through for control characters")):
        texts = [concept.preferred, *(name.text for name in concept.names)]
        if had := next(filter(CONTROL.search, texts), ""):
            cleaned = _without_control(had)[:40]
            sentence = f"“{cleaned}” of {concept.id} has control characters, which no name has; they are taken out."
            parsed.problems.append(Problem(parsed.rows.get(concept.id, 0), sentence, left_out=False))
            parsed.concepts[place] = _clean(concept, _without_control)
    return parsed


def _without_control(text: str) -> str:
    """The text without control characters; the same where it has nothing else."""
    return CONTROL.sub("", text).strip() or text


def _clean(concept: Concept, clean: Callable[[str], str]) -> Concept:
    alike: dict[tuple[str, str], list[tuple[Name, str]]] = {}
    for name in concept.names:
        text = clean(name.text)
        alike.setdefault((normalise(text), name.language), []).append((name, text))
    preferred = clean(concept.preferred)
    if preferred == concept.preferred and all(name.text == text for one in alike.values() for name, text in one):
        return concept
    names = tuple(name for one in alike.values() for name in _one_name(one))
    return replace(concept, preferred=preferred, names=names)


def _one_name(alike: list[tuple[Name, str]]) -> list[Name]:
    """The one name that these names of one text are, or all of them where none had a mark."""
    if all(name.text == text for name, text in alike):
        return [name for name, _ in alike]
    name, text = next((one for one in alike if one[0].kind == "preferred"), alike[0])
    scope = EXACT if any(one.scope == EXACT for one, _ in alike) else name.scope
    return [replace(name, text=text, scope=scope)]

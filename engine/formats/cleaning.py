"""Names as a file has them, and without marks such as “(disorder)” and stray blanks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from engine.events import counted
from engine.formats.parsed import Parsed
from engine.text import normalise
from engine.text.stray_marks import without_mark
from store.records.terminology import EXACT, Concept, Name

MARKS, BLANKS = "marks", "blanks"


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


def cleaned(parsed: Parsed) -> Parsed:
    """What a reader found with its names without marks, and how many that changed under `cleaned`.

    Concept, kind, scope, source and language of a name stay; of names of a concept that become the same text in a
    language one stays, preferred where one of them is, exact where one of them is.
    """
    changed = cleanable(parsed.concepts)
    return replace(parsed, concepts=[_clean(concept) for concept in parsed.concepts], cleaned=changed)


def _clean(concept: Concept) -> Concept:
    alike: dict[tuple[str, str], list[tuple[Name, str]]] = {}
    for name in concept.names:
        text = without_mark(name.text)
        alike.setdefault((normalise(text), name.language), []).append((name, text))
    preferred = without_mark(concept.preferred)
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

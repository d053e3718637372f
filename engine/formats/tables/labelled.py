"""Concepts with labels in several languages: which language leads, what is preferred, each name once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from engine.events import counted
from engine.formats.parsed import Problem
from store.records.terminology import EXACT, Concept, Name


@dataclass(slots=True)
class LabelledConcept:
    """A concept as a file labels it, before it is known which language leads the file."""

    id: str
    row: int = 0
    preferred: list[tuple[str, str]] = field(default_factory=list)  # (text, language)
    others: list[Name] = field(default_factory=list)
    parents: list[str] = field(default_factory=list)
    definitions: dict[str, str] = field(default_factory=dict)  # language -> text
    notes: dict[str, list[str]] = field(default_factory=dict)
    obsolete: bool = False
    replaced_by: str = ""


def leading_language(found: Iterable[LabelledConcept]) -> str:
    """The language in which most concepts have a preferred label; of equals English, else the first by its code."""
    counts = Counter(language for one in found if not one.obsolete for language in {lang for _, lang in one.preferred})
    return min(counts, key=lambda language: (-counts[language], _rank(language), language), default="")


def concepts_of(
    found: Sequence[LabelledConcept], problems: list[Problem], source: str = "prefLabel", language: str | None = None
) -> list[Concept]:
    """The concepts, one preferred name a language, that of the leading one first; parents that are there and in use.

    A further preferred label of one language counts as a synonym. A concept without any label keeps its id as its title
    and has no name. What is left out is a problem each.
    """
    leading = leading_language(found) if language is None else language
    live = {one.id for one in found if not one.obsolete}
    return [_concept(one, leading, live, problems, source) for one in counted(found, "concepts with their names")]


def _concept(one: LabelledConcept, leading: str, live: set[str], problems: list[Problem], source: str) -> Concept:
    preferred: dict[str, str] = {}
    others = list(one.others)
    for text, language in sorted(set(one.preferred), key=lambda label: (label[1] != leading, _rank(label[1]), label)):
        if preferred.setdefault(language, text) != text:
            others.append(Name(text, "synonym", EXACT, source, language))
    names = [Name(text, "preferred", EXACT, source, language) for language, text in preferred.items()]
    if not names and others:  # what stands first is its title
        names = [replace(others.pop(0), kind="preferred")]
    names += others
    different = {(name.text, name.kind, name.scope, name.language): name for name in reversed(names)}
    title = names[0].text if names else one.id
    if not names and not one.obsolete:
        problems.append(Problem(one.row, f"{one.id} has no label; add one. It has no name to be found by.", False))
    definition = one.definitions.get(leading) or next(iter(one.definitions.values()), "")
    return Concept(
        one.id,
        title,
        () if one.obsolete else tuple(reversed(different.values())),
        () if one.obsolete else _parents(one, live, problems),
        definition,
        one.notes,
        one.obsolete,
        one.replaced_by,
    )


def _parents(one: LabelledConcept, live: set[str], problems: list[Problem]) -> tuple[str, ...]:
    live_parents = []
    for parent in dict.fromkeys(one.parents):
        if parent in live and parent != one.id:
            live_parents.append(parent)
            continue
        why = (
            "is its own parent"
            if parent == one.id
            else f"has the parent {parent}, which is not in the file or not in use"
        )
        problems.append(Problem(one.row, f"{one.id} {why}; the link is left out."))
    return tuple(live_parents)


def _rank(language: str) -> int:
    return 0 if language == "en" else 1 if language.startswith("en") else 2

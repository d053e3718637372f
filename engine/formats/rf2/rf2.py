"""SNOMED CT’s release format 2 (RF2): concepts, descriptions, is-a and language reference sets of a release.

A release is a folder, a zip archive, or its file of descriptions with the others beside it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from sys import intern

from engine.errors import BadInput
from engine.events import counted
from engine.formats.parsed import ParsedTerminology, Problem
from engine.formats.release_file import ReleaseFile, is_whole
from engine.formats.rf2.rf2_associations import retired_concepts
from engine.formats.rf2.rf2_axioms import parents_by_axiom
from engine.formats.rf2.rf2_identifiers import FULLY_SPECIFIED, IS_A, MAPS, PREFERRED, SYNONYM, TAG, US_ENGLISH
from engine.formats.rf2.rf2_modules import ModuleChoice, ReleaseModule, modules_of
from engine.formats.rf2.rf2_release import (
    ASSOCIATION,
    AXIOM,
    CONCEPT,
    DEFINITION,
    DESCRIPTION,
    LANGUAGE,
    MAP,
    RELATIONSHIP,
    STATED,
    files_to_read,
    held_by,
    is_release,
    of_kind,
)
from engine.formats.rf2.rf2_rows import newest
from engine.formats.rf2.rf2_writing import write
from store.records.terminology import EXACT, Concept, Name

__all__ = ["modules", "read", "recognises", "write"]
DATE = re.compile(r"\d{8}")
CONCEPTS, DESCRIPTIONS = ("id", "active"), ("id", "conceptid", "languagecode", "typeid", "term")  # headings, lower case
MEMBERS = ("refsetid", "referencedcomponentid")
ON = "1"  # in the column “active”
ACTIVE = {"active": frozenset(ON)}
NAMELESS = (
    "Concepts in use without a description in use, and so without a name to be found by: {} ({} first); look for the "
    "file of their descriptions."
)
OUTSIDE = (
    "Parent links to concepts that are not in {} or not in use, and are left out: {} ({} first); add their release."
)
STRANGE = (
    "Concepts with names in {} that its file of concepts does not list: {} ({} first); whether they are in use is not "
    "known, nor what is above them; add the release that they come from, as the international one."
)
Description = tuple[str, str, str, str]  # id, language, kind, term


def recognises(head: str) -> bool:
    """Whether a file is headed as the descriptions of a release are, with tabs between the columns."""
    return held_by(next((line for line in head.splitlines() if line.strip()), "")) == DESCRIPTION


def recognises_file(path: Path, head: str) -> bool:
    """Whether a folder or an archive holds a release."""
    return is_whole(path, head) and is_release(path)


def modules(path: Path) -> list[ReleaseModule]:
    """The modules of a release, with how many concepts and names of the newest state each brings."""
    try:
        return modules_of(files_to_read(path)[0])
    except BadInput:  # reading the release says what is wrong with it
        return []


def read(path: Path, title: str = "", date: str = "", modules: Collection[str] = ()) -> ParsedTerminology:
    """The active concepts of a release with their active descriptions in every language.

    What the language reference sets prefer is preferred, of English ones the set of the United States first;
    without any a synonym that reads as the fully specified name less its tag, else that name. Parents are the
    active is-a relationships, else those that the OWL axioms state, else the stated relationships. Retired concepts
    are kept, out of use, where associations say what replaces them. Of the versions of a component the newest
    counts, up to `date` (YYYYMMDD) where it is given; with `modules` what a `ModuleChoice` of them lets through. Of a
    folder or archive the Snapshot is read, else the Full, else the Delta, which holds changes alone. BadInput for a
    file that is cut.
    """
    if date and not DATE.fullmatch(date):
        raise BadInput(f"“{date[:20]}” is no date of a release; write it as 20260131.")
    files, problems = files_to_read(path, bool(date))
    changes_only = any(file.type == "Delta" and file.holds == DESCRIPTION for file in files)
    if changes_only:
        sentence = (
            f"{path.name} holds the changes since the release before alone; choose the Snapshot for all concepts."
        )
        problems.append(Problem(0, sentence, left_out=False))
    choice = ModuleChoice(modules)
    active, retired_names = _states(files, choice, date)
    texts = _texts(files, choice, retired_names, date)
    if not modules and (nameless := sorted(active.difference(texts))):
        problems.append(Problem(0, NAMELESS.format(f"{len(nameless):,}", nameless[0]), left_out=False))
        texts.update({code: [] for code in nameless})
    if not modules and not changes_only and active and (strange := sorted(set(texts).difference(active))):
        sentence = STRANGE.format(path.name, f"{len(strange):,}", strange[0])
        problems.append(Problem(0, sentence, left_out=False))
    preferred = _preferred(files, texts, date)
    parents, outside = _parents(files, texts, choice, date)
    if outside and not modules:
        sentence = OUTSIDE.format(path.name, f"{len(outside):,}", " under ".join(min(outside)))
        problems.append(Problem(0, sentence))
    defined = _definitions(files, texts, choice, date)
    maps = _maps(files, texts, date)
    problems += choice.problems(texts, path.name)
    found = [
        _concept(code, texts.pop(code), preferred, parents.pop(code, []), defined.get(code, ""), maps.get(code, {}))
        for code in counted(list(texts), "concepts")
    ]
    associations = newest(of_kind(files, ASSOCIATION), ("id", "active", *MEMBERS, "targetcomponentid"), date)
    found += retired_concepts(associations, choice.retired(retired_names))
    version = max((match[1] for file in files if (match := re.search(r"_(\d{8})\.txt$", file.name))), default="")
    return ParsedTerminology(
        title or path.stem, date or version, "", path.name, found, problems, changes_only=changes_only
    )


def _states(files: list[ReleaseFile], choice: ModuleChoice, date: str) -> tuple[set[str], dict[str, str]]:
    """The active concepts, and the others, each with no name yet, of any module."""
    active: set[str] = set()
    retired: dict[str, str] = {}
    for id, on, *module in newest(of_kind(files, CONCEPT), (*CONCEPTS, *choice.columns), date):
        choice.meet(id, on == ON, module)
        if on == ON:
            active.add(intern(id))
        else:
            retired[id] = ""
    return active, retired


def _texts(
    files: list[ReleaseFile], choice: ModuleChoice, retired_names: dict[str, str], date: str
) -> dict[str, list[Description]]:
    """Concept -> its descriptions; what a retired concept is called goes into `retired_names`."""
    found: dict[str, list[Description]] = {}
    columns = (*DESCRIPTIONS, *choice.columns)
    rows = newest(of_kind(files, DESCRIPTION), columns, date, ACTIVE | choice.where)
    for id, code, language, kind, term in choice.named(rows) if choice.columns else rows:
        if code in retired_names and kind == FULLY_SPECIFIED:
            retired_names[code] = term.strip()
        elif kind in (FULLY_SPECIFIED, SYNONYM) and code not in retired_names and (term := term.strip()):
            found.setdefault(intern(code), []).append((id, intern(language.lower()), intern(kind), term))
    return found


def _preferred(files: list[ReleaseFile], texts: dict[str, list[Description]], date: str) -> dict[str, set[str]]:
    """Language -> the ids of the descriptions that are preferred in it, by the one reference set that counts for it."""
    sets: dict[str, set[str]] = {}  # reference set -> the descriptions that it prefers
    where = ACTIVE | {"acceptabilityid": frozenset([PREFERRED])}
    for refset, description in newest(of_kind(files, LANGUAGE), MEMBERS, date, where):
        sets.setdefault(refset, set()).add(description)
    synonyms: dict[str, list[str]] = {}  # language -> descriptions
    for of in texts.values():
        for id, language, kind, _ in of:
            if kind == SYNONYM:
                synonyms.setdefault(language, []).append(id)
    counts = {
        (language, refset): len(sets[refset].intersection(ids)) for language, ids in synonyms.items() for refset in sets
    }
    counts = {one: count for one, count in counts.items() if count}
    chosen: dict[str, set[str]] = {}
    for language, refset in sorted(counts, key=lambda one: (one[1] != US_ENGLISH, -counts[one], one)):
        chosen.setdefault(language, sets[refset])
    return chosen


def _parents(
    files: list[ReleaseFile], texts: dict[str, list[Description]], choice: ModuleChoice, date: str
) -> tuple[dict[str, list[str]], set[tuple[str, str]]]:
    """Concept -> its parents, and the links of concepts that are there to those that are not."""
    found: dict[str, list[str]] = {}
    outside: set[tuple[str, str]] = set()
    for holds in (RELATIONSHIP, AXIOM, STATED):
        for child, parent in _links(of_kind(files, holds), holds, choice, date):
            if child in texts and child != parent:
                if parent in texts:
                    found.setdefault(intern(child), []).append(intern(parent))
                else:
                    choice.meet_outside(child, parent)
                    outside.add((child, parent))
        if found:
            break
    return found, outside


def _links(files: list[ReleaseFile], holds: str, choice: ModuleChoice, date: str) -> Iterator[tuple[str, str]]:
    where = ACTIVE | choice.where
    if holds == AXIOM:
        for (expression,) in newest(files, ("owlexpression",), date, where):
            child, above = parents_by_axiom(expression)
            yield from ((child, parent) for parent in above)
        return
    for child, parent in newest(files, ("sourceid", "destinationid"), date, where | {"typeid": frozenset([IS_A])}):
        yield child, parent


def _definitions(
    files: list[ReleaseFile], texts: dict[str, list[Description]], choice: ModuleChoice, date: str
) -> dict[str, str]:
    rows = newest(of_kind(files, DEFINITION), ("conceptid", "term"), date, ACTIVE | choice.where)
    return {code: term.strip() for code, term in rows if code in texts}


def _maps(files: list[ReleaseFile], texts: dict[str, list[Description]], date: str) -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = {}
    for refset, code, target in newest(of_kind(files, MAP), (*MEMBERS, "maptarget"), date, ACTIVE):
        if refset in MAPS and code in texts and target.strip():
            listed = found.setdefault(code, {}).setdefault(MAPS[refset], [])
            if target.strip() not in listed:
                listed.append(target.strip())
    return found


def _concept(
    code: str,
    descriptions: list[Description],
    preferred: Mapping[str, set[str]],
    parents: list[str],
    definition: str,
    notes: dict[str, list[str]],
) -> Concept:
    """A concept: first what is preferred, English before others, then its fully specified names, then the others."""
    chosen = {id for id, language, kind, _ in descriptions if kind == SYNONYM and id in preferred.get(language, ())}
    chosen = chosen or _without_tag(descriptions)
    ordered = sorted(
        descriptions,
        key=lambda one: (one[0] not in chosen, one[2] != FULLY_SPECIFIED, not one[1].startswith("en")),
    )
    names: dict[tuple[str, str], Name] = {}
    for id, language, _, term in ordered:
        if (term, language) not in names:
            kind = "preferred" if id in chosen or not names else "synonym"
            names[term, language] = Name(term, kind, EXACT, "SNOMED CT", language)
    title = next((name.text for name in names.values()), code)
    return Concept(code, title, tuple(names.values()), tuple(dict.fromkeys(parents)), definition, notes)


def _without_tag(descriptions: list[Description]) -> set[str]:
    """The synonym that says as much as a fully specified name less its tag: “Fever”, of “Fever (finding)”."""
    bare = {(TAG.sub("", term), language) for _, language, kind, term in descriptions if kind == FULLY_SPECIFIED}
    return {id for id, language, kind, term in descriptions if kind == SYNONYM and (term, language) in bare}

"""SNOMED CT’s release format 2 (RF2): concepts, descriptions, is-a and language reference sets of a release.

A release is a folder, a zip archive, or its file of descriptions with the others beside it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter
from pathlib import Path
from sys import intern

from engine.errors import BadInput
from engine.events import counted
from engine.formats.parsed import Parsed, Problem
from engine.formats.rf2_associations import retired_concepts
from engine.formats.rf2_axioms import parents_by_axiom
from engine.formats.rf2_release import (
    ASSOCIATION,
    AXIOM,
    CONCEPT,
    DEFINITION,
    DESCRIPTION,
    LANGUAGE,
    MAP,
    RELATIONSHIP,
    STATED,
    ReleaseFile,
    files_of,
    headings,
    held_by,
    is_archive,
    is_release,
    of_type,
)
from engine.formats.rf2_writing import write
from store.records.terminology import EXACT, Concept, Name

__all__ = ["read", "recognises", "write"]
TAG = re.compile(r"\s*\([^()]+\)$")  # of a fully specified name
DATE = re.compile(r"\d{8}")
DESCRIPTIONS = ("id", "effectivetime", "active", "conceptid", "languagecode", "typeid", "term")  # headings, lower case
CONCEPTS = ("id", "effectivetime", "active")
RELATIONSHIPS = ("id", "effectivetime", "active", "sourceid", "destinationid", "typeid")
MEMBERS = ("id", "effectivetime", "active", "refsetid", "referencedcomponentid")
FULLY_SPECIFIED, SYNONYM = "900000000000003001", "900000000000013009"  # kinds of description
PREFERRED, US_ENGLISH = "900000000000548007", "900000000000509007"  # acceptability, language reference set
MAPS = {"447562003": "ICD-10 map", "6011000124106": "ICD-10-CM map", "446608001": "ICD-O map"}
IS_A = "116680003"
SNAPSHOT = "Snapshot"  # a type of file
ON = "1"  # in the column “active”
LANGUAGE_CODE = re.compile(r"-[a-z]{2}(-[A-Za-z]{2})?(?=_)")  # in the names of description files alone
UNKNOWN = {CONCEPT: "which concepts are retired cannot be told", RELATIONSHIP: "no concept has a parent"}
Description = tuple[str, str, str, str]  # id, language, kind, term


def recognises(head: str) -> bool:
    """Whether a file is headed as the descriptions of a release are, with tabs between the columns."""
    return held_by(next((line for line in head.splitlines() if line.strip()), "")) == DESCRIPTION


def recognises_file(path: Path, head: str) -> bool:
    """Whether a folder or an archive holds a release."""
    return (path.is_dir() or (head.startswith("PK") and is_archive(path))) and is_release(path)


def read(path: Path, title: str = "", date: str = "") -> Parsed:
    """The active concepts of a release with their active descriptions in every language.

    What the language reference sets prefer is preferred, of English ones the set of the United States first;
    without any a synonym that reads as the fully specified name less its tag, else that name. Parents are the
    active is-a relationships, else those that the OWL axioms state, else the stated relationships. Retired concepts
    are kept, out of use, where associations say what replaces them. Of the versions of a component the newest
    counts, up to `date` (YYYYMMDD) where it is given. Of a folder or archive the Snapshot is read, else the Full,
    else the Delta, which holds changes alone. BadInput for a file that is cut.
    """
    problems: list[Problem] = []
    if date and not DATE.fullmatch(date):
        raise BadInput(f"“{date[:20]}” is no date of a release; write it as 20260131.")
    files = _files(path, problems, bool(date))
    if any(file.type == "Delta" and file.holds == DESCRIPTION for file in files):
        sentence = (
            f"{path.name} holds the changes since the release before alone; choose the Snapshot for all concepts."
        )
        problems.append(Problem(0, sentence, left_out=False))
    retired_names = {id: "" for id, on in _newest(_of(files, CONCEPT), CONCEPTS, date) if on != ON}
    texts: dict[str, list[Description]] = {}
    for id, on, code, language, kind, term in _newest(_of(files, DESCRIPTION), DESCRIPTIONS, date):
        if on == ON and code in retired_names and kind == FULLY_SPECIFIED:
            retired_names[code] = term.strip()
        elif on == ON and kind in (FULLY_SPECIFIED, SYNONYM) and code not in retired_names and (term := term.strip()):
            texts.setdefault(intern(code), []).append((id, intern(language.lower()), intern(kind), term))
    preferred = _preferred(files, texts, date)
    parents = _parents(files, texts, date)
    defined = _definitions(files, texts, date)
    maps = _maps(files, texts, date)
    found = [
        _concept(code, texts.pop(code), preferred, parents.pop(code, []), defined.get(code, ""), maps.get(code, {}))
        for code in counted(list(texts), "concepts")
    ]
    associations = _newest(_of(files, ASSOCIATION), (*MEMBERS, "targetcomponentid"), date)
    found += retired_concepts(associations, retired_names)
    version = max((match[1] for file in files if (match := re.search(r"_(\d{8})\.txt$", file.name))), default="")
    return Parsed(title or path.stem, date or version, "", path.name, found, problems)


def _files(path: Path, problems: list[Problem], full: bool) -> list[ReleaseFile]:
    """The files to be read; of one file alone itself and those that lie where a release has them."""
    if path.is_dir() or is_archive(path):
        files = of_type(files_of(path), full)
        for part, unknown in UNKNOWN.items():
            others = (AXIOM, STATED) if part == RELATIONSHIP else ()
            if not any(file.holds in (part, *others) for file in files):
                problems.append(Problem(0, f"There is no file of {part.lower()}s in {path.name}, so {unknown}.", False))
        return files
    named = "_Description_" in path.name
    files = [ReleaseFile(path.name, DESCRIPTION, "Delta" if "_Delta" in path.name else "", path)]
    beside = _beside(path) if named else []
    for part, unknown in UNKNOWN.items():
        name = LANGUAGE_CODE.sub("", path.name).replace("_Description_", f"_{part}_")
        others = (AXIOM, STATED) if part == RELATIONSHIP else ()
        if not any(file.holds in (part, *others) for file in beside):
            missing = (
                f"There is no {name} beside {path.name}" if named else f"“{path.name}” is not named as in a release"
            )
            sentence = f"{missing}, so {unknown}; give the path of sct2_Description_… where it lies."
            problems.append(Problem(1, sentence))
    return files + beside


def _beside(path: Path) -> list[ReleaseFile]:
    """The files of the same release and type: in the folder of the descriptions, and its language reference sets."""
    tail = LANGUAGE_CODE.sub("", path.name).partition("_Description_")[2]
    type, _, release = tail.partition("_")
    folders = [path.parent]
    if path.parent.name == "Terminology" and (sets := path.parent.parent / "Refset").is_dir():
        folders += [sets / part for part in ("Language", "Map", "Content") if (sets / part).is_dir()]
    found = [file for folder in folders for file in files_of(folder) if file.path.parent == folder]
    return [
        file for file in found if file.holds != DESCRIPTION and file.type == type and file.name.endswith(f"_{release}")
    ]


def _of(files: Sequence[ReleaseFile], *holds: str) -> list[ReleaseFile]:
    return [file for file in files if file.holds in holds]


def _preferred(files: list[ReleaseFile], texts: dict[str, list[Description]], date: str) -> dict[str, set[str]]:
    """Language -> the ids of the descriptions that are preferred in it, by the one reference set that counts for it."""
    sets: dict[str, set[str]] = {}  # reference set -> the descriptions that it prefers
    columns = (*MEMBERS, "acceptabilityid")
    for _, on, refset, description, acceptability in _newest(_of(files, LANGUAGE), columns, date):
        if on == ON and acceptability == PREFERRED:
            sets.setdefault(refset, set()).add(description)
    counts: Counter[tuple[str, str]] = Counter()
    for refset, preferred in sets.items():
        counts.update(
            (language, refset)
            for of in texts.values()
            for id, language, kind, _ in of
            if kind == SYNONYM and id in preferred
        )
    chosen: dict[str, set[str]] = {}
    for language, refset in sorted(counts, key=lambda one: (one[1] != US_ENGLISH, -counts[one], one)):
        chosen.setdefault(language, sets[refset])
    return chosen


def _parents(files: list[ReleaseFile], texts: dict[str, list[Description]], date: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for holds in (RELATIONSHIP, AXIOM, STATED):
        for child, parent in _links(_of(files, holds), holds, date):
            if child in texts and parent in texts and child != parent:
                found.setdefault(intern(child), []).append(intern(parent))
        if found:
            break
    return found


def _links(files: list[ReleaseFile], holds: str, date: str) -> Iterator[tuple[str, str]]:
    if holds == AXIOM:
        for _, on, _, _, expression in _newest(files, (*MEMBERS, "owlexpression"), date):
            child, above = parents_by_axiom(expression) if on == ON else ("", [])
            yield from ((child, parent) for parent in above)
        return
    for _, on, child, parent, _ in _newest(files, RELATIONSHIPS, date, IS_A):
        if on == ON:
            yield child, parent


def _definitions(files: list[ReleaseFile], texts: dict[str, list[Description]], date: str) -> dict[str, str]:
    rows = _newest(_of(files, DEFINITION), DESCRIPTIONS, date)
    return {code: term.strip() for _, on, code, _, _, term in rows if on == ON and code in texts}


def _maps(files: list[ReleaseFile], texts: dict[str, list[Description]], date: str) -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = {}
    for _, on, refset, code, target in _newest(_of(files, MAP), (*MEMBERS, "maptarget"), date):
        if on == ON and refset in MAPS and code in texts and target.strip():
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
    first = next(iter(names.values()))
    return Concept(code, first.text, tuple(names.values()), tuple(dict.fromkeys(parents)), definition, notes)


def _without_tag(descriptions: list[Description]) -> set[str]:
    """The synonym that says as much as a fully specified name less its tag: “Fever”, of “Fever (finding)”."""
    bare = {(TAG.sub("", term), language) for _, language, kind, term in descriptions if kind == FULLY_SPECIFIED}
    return {id for id, language, kind, term in descriptions if kind == SYNONYM and (term, language) in bare}


def _newest(
    files: Sequence[ReleaseFile], columns: tuple[str, ...], date: str = "", kind: str = ""
) -> Iterator[tuple[str, ...]]:
    """The id and the columns after the date, of the rows of the latest date; with `kind` of that in the last column.

    The Snapshot of one release has each id once, so that its rows go by without standing in memory.
    """
    releases = {tuple(file.name.split("_")[-2:]) for file in files}  # country and date
    if not date and len(releases) == 1 and all(file.type == SNAPSHOT for file in files):
        for file in files:
            for row in _rows(file, (columns[0], *columns[2:])):
                if not kind or row[-1] == kind:
                    yield row
        return
    found: dict[str, tuple[str, ...]] = {}
    for file in files:
        for row in _rows(file, columns):
            id, when = row[:2]
            if (not kind or row[-1] == kind) and (not date or when <= date):
                there = found.get(id)
                if there is None or when >= there[1]:
                    found[id] = row
    yield from ((id, *row[2:]) for id, row in found.items())


def _rows(file: ReleaseFile, columns: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The columns asked for of every row; tabs stand between them, and quotation marks are themselves."""
    chosen: Callable[[list[str]], tuple[str, ...]] | None = None
    width = 0
    for number, line in enumerate(file.lines(), 1):
        if not line.strip():
            continue
        if chosen is None:
            heading = headings(line)
            if missing := set(columns) - set(heading):
                raise BadInput(f"{file.name} has no column {', '.join(sorted(missing))}; copy it again.")
            chosen, width = itemgetter(*(heading.index(column) for column in columns)), len(heading)
            continue
        cells = line.rstrip("\r\n").split("\t")
        if len(cells) != width:
            raise BadInput(
                f"{file.name}, row {number}: {len(cells)} columns where the heading has {width}; "
                "the file is cut or was edited, copy it again from the release."
            )
        yield chosen(cells)

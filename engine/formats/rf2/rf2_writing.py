"""SNOMED CT RF2: what people changed, as the Delta of an extension in the person's namespace, in a ZIP.

Concepts, descriptions and is-a relationships that people added get SNOMED CT identifiers made of the edit's number, so
that a later export gives them the same. What they withdrew from the release is a row that is not active; since an
import keeps no identifiers of descriptions and relationships, that cell is empty, and such rows stand in files of their
own, whose names begin with “x” as RF2 wants for files beside the release format.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from engine.errors import BadInput
from engine.formats.changes import Changes
from engine.formats.rf2.rf2_identifiers import (
    CASE_INSENSITIVE,
    FULLY_SPECIFIED,
    INFERRED,
    IS_A,
    PRIMITIVE,
    SOME,
    SYNONYM,
)
from engine.formats.zip_entry import zip_entry
from engine.workspace import written_whole
from store.edits import ADD, CONCEPT, NAME, PARENT
from store.records.terminology import Concept, Edit, Terminology

NAMESPACE = re.compile(r"\d{7}", re.ASCII)
DIGITS = re.compile(r"\d{6,18}", re.ASCII)
CONCEPT_ID = re.compile(r"[1-9]\d{2,14}[01]0\d", re.ASCII)
CONCEPTS = ("id", "effectiveTime", "active", "moduleId", "definitionStatusId")
DESCRIPTIONS = (
    *("id", "effectiveTime", "active", "moduleId", "conceptId", "languageCode", "typeId", "term"),
    "caseSignificanceId",
)
RELATIONSHIPS = (
    *("id", "effectiveTime", "active", "moduleId", "sourceId", "destinationId", "relationshipGroup", "typeId"),
    *("characteristicTypeId", "modifierId"),
)
PROVENANCE = ("kind", "action", "conceptId", "text", "by", "at", "why", "query", "score", "model", "model sha256", "id")
HEADS = {"Concept": CONCEPTS, "Description": DESCRIPTIONS, "Relationship": RELATIONSHIPS}
BLANKS = str.maketrans({"\t": " ", "\n": " ", "\r": " "})
TIMES = ((0, 1, 2, 3, 4, 5, 6, 7, 8, 9), (1, 5, 7, 6, 2, 8, 3, 0, 9, 4))  # Verhoeff's permutation
INVERSE = (0, 4, 3, 2, 1, 5, 6, 7, 8, 9)


def write(
    path: Path,
    concepts: Iterable[Concept],
    about: Terminology,
    changes: Changes | None = None,
    namespace: str = "",
) -> int:
    """Write the Delta; how many rows. BadInput without a namespace of seven digits, or where nobody edited anything."""
    check_namespace(namespace, "An RF2 Delta")
    if changes is None or not changes.edits:
        raise BadInput(f"Nobody has edited {about.slug}, so there is no Delta; edit it, or choose another format.")
    found = _Delta(changes, namespace)
    date = max(edit.when for edit in changes.edits)[:10].replace("-", "")
    files = {
        f"sct2_{part}_Delta{'-en' if part == 'Description' else ''}_{namespace}_{date}.txt": [HEADS[part], *rows]
        for part, rows in found.rows(date).items()
    }
    for part, rows in found.nameless(date).items():
        if rows:
            files[f"xsct2_{part}_Inactivation_{namespace}_{date}.txt"] = [HEADS[part], *rows]
    files[f"xder2_Provenance_{namespace}_{date}.txt"] = [PROVENANCE, *found.provenance()]
    with written_whole(path) as temporary, zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, lines in files.items():
            text = "".join("\t".join(cell.translate(BLANKS) for cell in line) + "\r\n" for line in lines)
            archive.writestr(zip_entry(f"RF2_{about.slug}/Delta/{name}"), text)
    return sum(len(lines) - 1 for name, lines in files.items() if "Provenance" not in name)


def is_namespace(text: str) -> bool:
    """Whether a text is seven digits, as a namespace of SNOMED CT is.

    >>> is_namespace("1000003"), is_namespace("١٢٣٤٥٦٧")
    (True, False)
    """
    return bool(NAMESPACE.fullmatch(text))


def check_namespace(namespace: str, what: str) -> None:
    """BadInput, which begins with `what` needs it, for anything but the seven digits of a namespace."""
    if not is_namespace(namespace):
        raise BadInput(
            f"{what} needs your extension's namespace of seven digits, not “{namespace[:20]}”; give --namespace. "
            "SNOMED International gives them out."
        )


def is_concept_id(code: str) -> bool:
    """Whether a code is an identifier of a concept of SNOMED CT: its partition and its check digit say so.

    >>> is_concept_id("22298006"), is_concept_id("22298007"), is_concept_id("HP:0001250")
    (True, False, False)
    """
    return bool(CONCEPT_ID.fullmatch(code)) and check_digit(code[:-1]) == int(code[-1])


def identifier(number: int, namespace: str, partition: str) -> str:
    """A SNOMED CT identifier of the long format: the number, the namespace, 10, 11 or 12, and Verhoeff's check digit.

    >>> identifier(1, "1000003", "10")
    '11000003104'
    """
    digits = f"{number}{namespace}{partition}"
    return digits + str(check_digit(digits))


def check_digit(digits: str) -> int:
    """Verhoeff's check digit, as the identifiers of SNOMED CT end with.

    >>> check_digit("236")
    3
    """
    check = 0
    for place, digit in enumerate(reversed(digits), 1):
        check = _times(check, _permuted(place, int(digit)))
    return INVERSE[check]


def _times(one: int, other: int) -> int:
    """The product of the dihedral group of order ten."""
    if one < 5:
        return (one + other) % 5 if other < 5 else (one + other - 5) % 5 + 5
    return (one - other) % 5 + 5 if other < 5 else (one - other) % 5


def _permuted(place: int, digit: int) -> int:
    for _ in range(place % 8):
        digit = TIMES[1][digit]
    return digit


class _Delta:
    """The edits as rows of RF2; a person's own concept is known by the identifier that it gets."""

    def __init__(self, changes: Changes, namespace: str) -> None:
        self.edits = changes.edits
        self._space = namespace
        self._module = identifier(1, namespace, "10")  # the extension's module, which its owner replaces by theirs
        self._ids = {
            edit.concept_id: identifier(edit.id + 1, namespace, "10")
            for edit in self.edits
            if edit.kind == CONCEPT and edit.action == ADD and not DIGITS.fullmatch(edit.concept_id)
        }

    def rows(self, date: str) -> dict[str, list[tuple[str, ...]]]:
        """What was added, and the concepts that were taken out."""
        found: dict[str, list[tuple[str, ...]]] = {part: [] for part in HEADS}
        for edit in self.edits:
            code, active = self._id(edit.concept_id), "1" if edit.action == ADD else "0"
            if edit.kind == CONCEPT:
                found["Concept"].append((code, date, active, self._module, PRIMITIVE))
            if edit.action == ADD and edit.kind in (CONCEPT, NAME):
                kind = FULLY_SPECIFIED if edit.kind == CONCEPT else SYNONYM
                found["Description"].append(self._description(edit, date, self._number(edit), active, kind))
            if edit.action == ADD and edit.kind == PARENT:
                found["Relationship"].append(self._relationship(edit, date, self._number(edit), active))
        return found

    def nameless(self, date: str) -> dict[str, list[tuple[str, ...]]]:
        """Descriptions and relationships of the release that people took out, without their identifiers."""
        gone = [edit for edit in self.edits if edit.action != ADD]
        return {
            "Description": [self._description(one, date, "", "0", SYNONYM) for one in gone if one.kind == NAME],
            "Relationship": [self._relationship(one, date, "", "0") for one in gone if one.kind == PARENT],
        }

    def provenance(self) -> Iterator[tuple[str, ...]]:
        """Who made each edit, when, why, and what they saw; the last cell is the identifier that it got."""
        for edit in self.edits:
            seen = (edit.who, edit.when, edit.reason, edit.query, "" if edit.score is None else str(edit.score))
            id = self._number(edit) if edit.action == ADD and edit.kind in (CONCEPT, NAME, PARENT) else ""
            about = (edit.kind, edit.action, self._id(edit.concept_id), edit.name)
            yield (*about, *seen, edit.model, edit.model_sha256, id)

    def _id(self, code: str) -> str:
        return self._ids.get(code, code)

    def _number(self, edit: Edit) -> str:
        return identifier(edit.id, self._space, "12" if edit.kind == PARENT else "11")

    def _description(self, edit: Edit, date: str, id: str, active: str, kind: str) -> tuple[str, ...]:
        code = self._id(edit.concept_id)
        return (id, date, active, self._module, code, "en", kind, edit.name, CASE_INSENSITIVE)

    def _relationship(self, edit: Edit, date: str, id: str, active: str) -> tuple[str, ...]:
        ends = (self._id(edit.concept_id), self._id(edit.name))
        return (id, date, active, self._module, *ends, "0", IS_A, INFERRED, SOME)

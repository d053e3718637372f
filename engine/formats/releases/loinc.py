"""LOINC as its release has it: the table of codes, the hierarchy of components, replacements and other languages."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from sys import intern

from engine.formats.parsed import CONSIDER, ParsedTerminology, Problem
from engine.formats.release_file import ReleaseFile, is_whole
from engine.formats.releases.loinc_release import (
    HIERARCHY,
    REPLACED,
    VARIANT,
    files_of,
    is_release,
    is_table,
    language_of,
    rows_by_heading,
    version_of,
)
from engine.formats.tables.labelled import LabelledConcept, concepts_of
from store.records.terminology import BROAD, EXACT, RELATED, Name

__all__ = ["read", "recognises", "recognises_file"]
TITLE, LICENCE = "LOINC", "LOINC licence, loinc.org/license"
CODE, LONG, SHORT, STATUS = "LOINC_NUM", "LONG_COMMON_NAME", "SHORTNAME", "STATUS"
SHOWN = ("DISPLAYNAME", "LINGUISTICVARIANTDISPLAYNAME")
EXACTLY = {**dict.fromkeys(SHOWN, "display name"), SHORT: "short name"}
OTHERWISE = (*SHOWN, SHORT, "COMPONENT")  # names a code without a long common name
RELATED_NAMES, CONSUMER = "RELATEDNAMES2", "CONSUMER_NAME"
GONE = ("DEPRECATED", "DISCOURAGED")
NOTES = {
    "COMPONENT": "Component",
    "PROPERTY": "Property",
    "TIME_ASPCT": "Time",
    "SYSTEM": "System",
    "SCALE_TYP": "Scale",
    "METHOD_TYP": "Method",
    "CLASS": "Class",
    "STATUS_REASON": "Reason",
    "EXTERNAL_COPYRIGHT_NOTICE": "Copyright",
}
PART = "LP"  # begins the code of a part, which is no row of the table
LONE = "There is no ComponentHierarchyBySystem.csv with {}, so no code has a parent; give the release’s folder or zip."
UNKNOWN = "Codes in {} that {} does not have: {:,} ({} first); they are left out; take both files from one release."


def recognises(head: str) -> bool:
    """Whether a file begins with the headings of LOINC's table of codes."""
    return is_table(head)


def recognises_file(path: Path, head: str) -> bool:
    """Whether a folder or an archive holds that table."""
    return is_whole(path, head) and is_release(path)


def read(path: Path, title: str = "") -> ParsedTerminology:
    """The codes of a release, or of its table with what lies beside it, and the parts that they stand below.

    The long common name is preferred, display and short name are exact synonyms, the consumer's name a broader one, and
    the related names, which are mostly those of a code's parts, related ones. What is deprecated or discouraged is out
    of use, with what the release says to take instead. Linguistic variants give names in their languages.
    """
    problems: list[Problem] = []
    table, *others = files_of(path)
    found = _codes(table, problems)
    by_kind = {kind: [file for file in others if file.holds == kind] for kind in (HIERARCHY, REPLACED, VARIANT)}
    for file in by_kind[HIERARCHY][:1]:
        _stand_below(file, found, table.name, problems)
    if not by_kind[HIERARCHY]:
        problems.append(Problem(0, LONE.format(table.name), left_out=False))
    for file in by_kind[REPLACED][:1]:
        _replace(file, found, problems)
    for file in by_kind[VARIANT]:
        _name_in_language(file, found, table.name, problems)
    listed = concepts_of(list(found.values()), problems, "long common name", language_of(table))
    if gone := sum(one.obsolete for one in found.values()):
        sentence = f"Out of use, as the column “{STATUS}” says (deprecated, discouraged): {gone:,} in all."
        problems.append(Problem(0, sentence, left_out=False))
    return ParsedTerminology(title or TITLE, version_of(path), LICENCE, path.name, listed, problems)


def _codes(file: ReleaseFile, problems: list[Problem]) -> dict[str, LabelledConcept]:
    found: dict[str, LabelledConcept] = {}
    for number, cells in rows_by_heading(file, CODE, problems):
        code = cells.get(CODE, "")
        preferred = next((cells[name] for name in (LONG, *OTHERWISE) if cells.get(name)), "")
        if not code or not preferred:
            missing = f"code (column “{CODE}”)" if not code else f"name (column “{LONG}”)"
            problems.append(Problem(number, f"{file.name}: the row has no {missing}; fill it in. It is left out."))
        elif code in found:
            sentence = f"{file.name}: {code} stands in row {found[code].row:,} already. This row is left out."
            problems.append(Problem(number, sentence))
        else:
            one = found[code] = LabelledConcept(code, number)
            _name(one, cells, preferred, language_of(file))
            one.obsolete = cells.get(STATUS, "").upper() in GONE
            if definition := cells.get("DEFINITIONDESCRIPTION"):
                one.definitions["en"] = definition
            one.notes = {title: [intern(cells[column])] for column, title in NOTES.items() if cells.get(column)}
    return found


def _name(one: LabelledConcept, cells: Mapping[str, str], preferred: str, language: str) -> None:
    """Give a code the names of a row in a language, the preferred one once."""
    language = intern(language)
    one.preferred.append((preferred, language))
    texts = {(preferred, EXACT)}
    others = [(cells.get(column, ""), EXACT, source) for column, source in EXACTLY.items()]
    others.append((cells.get(CONSUMER, ""), BROAD, "consumer name"))
    others += [(text.strip(), RELATED, "related name") for text in cells.get(RELATED_NAMES, "").split(";")]
    for text, scope, source in others:
        if text and (text, scope) not in texts and not (scope == RELATED and (text, EXACT) in texts):
            texts.add((text, scope))
            one.others.append(Name(intern(text), "synonym", scope, source, language))


def _stand_below(file: ReleaseFile, found: dict[str, LabelledConcept], table: str, problems: list[Problem]) -> None:
    """Give each code and part the parents of a hierarchy, in which the parts are concepts of their own."""
    unknown: list[str] = []
    for number, cells in rows_by_heading(file, "IMMEDIATE_PARENT", problems):
        code, text, parent = (cells.get(column, "") for column in ("CODE", "CODE_TEXT", "IMMEDIATE_PARENT"))
        one = found.get(code)
        if one is None and code.startswith(PART):
            one = found[code] = LabelledConcept(code, number, [(text, "en")] if text else [])
        if one is None:
            unknown.append(code or f"line {number:,}")
        elif parent and parent not in one.parents:
            one.parents.append(intern(parent))
    problems += _left_out(unknown, file, table)


def _replace(file: ReleaseFile, found: dict[str, LabelledConcept], problems: list[Problem]) -> None:
    """Say of what is out of use what is to be taken instead; where there are several, it was split."""
    for _, cells in rows_by_heading(file, "MAP_TO", problems):
        one, other = found.get(cells.get("LOINC", "")), cells.get("MAP_TO", "")
        if one is None or not one.obsolete or other not in found:
            continue
        if not one.replaced_by:
            one.replaced_by = other
        elif other != one.replaced_by and other not in one.notes.get(CONSIDER, ()):
            one.notes.setdefault(CONSIDER, []).append(other)


def _name_in_language(
    file: ReleaseFile, found: dict[str, LabelledConcept], table: str, problems: list[Problem]
) -> None:
    unknown: list[str] = []
    for number, cells in rows_by_heading(file, CODE, problems):
        code = cells.get(CODE, "")
        preferred = next((cells[name] for name in (LONG, *SHOWN, SHORT) if cells.get(name)), "")
        if code not in found:
            unknown.append(code or f"line {number:,}")
        elif preferred:
            _name(found[code], cells, preferred, language_of(file))
    problems += _left_out(unknown, file, table)


def _left_out(codes: list[str], file: ReleaseFile, table: str) -> list[Problem]:
    """One problem for all codes of a file that the table does not have."""
    return [Problem(0, UNKNOWN.format(file.name, table, len(codes), min(codes)))] if codes else []

"""ICD-10-CM from the package simple-icd-10-cm: every chapter, block and code, with inclusion terms and notes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from engine.formats.ontologies.addresses import SHIPPED, namespace_of
from engine.formats.parsed import ParsedTerminology
from store.records.terminology import BILLABLE_NOTE, EXACT, NARROW, Concept, Name

TITLE, SOURCE = "ICD-10-CM", "simple-icd-10-cm"
VERSION = "April 2026"
LICENCE = "US Government work, public domain (CMS and NCHS)"
NOTES = (
    ("Includes", "get_includes"),
    ("Excludes1", "get_excludes1"),
    ("Excludes2", "get_excludes2"),
    ("Code first", "get_code_first"),
    ("Use additional code", "get_use_additional_code"),
    ("Code also", "get_code_also"),
    ("Notes", "get_notes"),
)
# Under a residual code ("Other …", "… not elsewhere classified") inclusion terms are the conditions assigned to it,
# not other words for it (ICD-10-CM guidelines, I.A.11): narrower, so that they never train as equals.
RESIDUAL = re.compile(r"^(other|unspecified)\b|\bother specified\b|\bnot elsewhere classified\b|\bNEC\b", re.IGNORECASE)


def read(path: Path | None = None) -> ParsedTerminology:
    """The whole classification: 98,505 concepts.

    39 blocks of one category bear the code of that category (B20, C50 …); such a block gets an id of its own,
    "B20-B20", so that every id is unique and no concept is its own parent.
    """
    concepts = [_concept(code, block, parent) for code, block, parent in _walk()]
    address = SHIPPED[SOURCE]
    return ParsedTerminology(
        TITLE, VERSION, LICENCE, SOURCE, concepts, address=address, namespace=namespace_of(address)
    )


def _walk() -> Iterator[tuple[str, bool, str]]:
    """(code, is it a block or chapter, id of its parent), parents first."""
    import simple_icd_10_cm as icd

    # A chapter is its number, and comes before everything in it.
    chapters = [code for code in icd.get_all_codes(True) if icd.is_chapter(code)]
    stack = [(code, True, "") for code in reversed(chapters)]
    while stack:
        code, block, parent = stack.pop()
        yield code, block, parent
        here = _id(code, block)
        for child in reversed(icd.get_children(code, prioritize_blocks=block)):
            stack.append((child, child != code and icd.is_block(child), here))


def _concept(code: str, block: bool, parent: str) -> Concept:
    import simple_icd_10_cm as icd

    title = _in_a_line(icd.get_description(code, prioritize_blocks=block))
    scope = NARROW if RESIDUAL.search(title) else EXACT
    included = dict.fromkeys(map(_in_a_line, icd.get_inclusion_term(code, prioritize_blocks=block)))
    names = (
        Name(title, "preferred", EXACT, "description"),
        *(Name(text, "synonym", scope, "inclusion term") for text in included),
    )
    return Concept(_id(code, block), title, names, (parent,) if parent else (), notes=_notes(code, block))


def _in_a_line(text: str) -> str:
    """Without the tabs and blanks that the markup of the list has in 520 names."""
    return " ".join(text.split())


def _notes(code: str, block: bool) -> dict[str, list[str]]:
    import simple_icd_10_cm as icd

    notes = {} if block or not icd.is_leaf(code) else {BILLABLE_NOTE: ["yes"]}
    for heading, getter in NOTES:
        found = getattr(icd, getter)(code, prioritize_blocks=block)
        if found:
            notes[heading] = [found] if isinstance(found, str) else list(found)
    return notes


def _id(code: str, block: bool) -> str:
    return f"{code}-{code}" if block and not code.isdigit() and "-" not in code else code

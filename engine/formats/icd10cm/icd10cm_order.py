"""ICD-10-CM’s order file and code list as CMS publishes them in text: a code a line, with its titles."""

from __future__ import annotations

import re
from pathlib import Path

from engine.formats.icd10cm import icd10cm_addenda
from engine.formats.icd10cm.icd10cm_addenda import upon
from engine.formats.icd10cm.icd10cm_codes import CODE, concept_of, dotted, longest_prefix
from engine.formats.opening.lines import text_lines
from engine.formats.parsed import ParsedTerminology, Problem
from engine.formats.recognition import head_of

__all__ = ["read", "recognises", "upon"]
ORDER = re.compile(rf"(?P<order>\d{{5}}) (?P<code>{CODE}) +(?P<flag>[01]) (?P<short>.{{60}}) (?P<long>.*\S)")
LISTED = re.compile(rf"(?P<code>{CODE})(?: {{1,8}}|\t)(?P<long>\S.*)")


def recognises(head: str) -> bool:
    """Whether the first two lines are of an order file, or of addenda."""
    if icd10cm_addenda.recognises(head):
        return True
    lines = [line.rstrip() for line in head.splitlines()[:6] if line.strip()][:2]
    return len(lines) > 1 and all(ORDER.fullmatch(line) for line in lines)


def read(path: Path, title: str = "") -> ParsedTerminology:
    """A concept a line; the long title is preferred, the short one a synonym, and what a code begins with its parent.

    Lines that are none of the file, and codes that an earlier line has, are reported and left out. Addenda are read as
    `icd10cm_addenda.read` says.
    """
    if icd10cm_addenda.recognises(head_of(path)):
        return icd10cm_addenda.read(path, title)
    problems: list[Problem] = []
    found: dict[str, tuple[int, tuple[str, ...], bool]] = {}
    for number, line in enumerate(text_lines(path), 1):
        if not line.strip():
            continue
        match = ORDER.fullmatch(line.rstrip()) or LISTED.fullmatch(line.rstrip())
        if not match:
            problems.append(Problem(number, "The line has no code and title in their places; mend it. It is left out."))
            continue
        parts = match.groupdict()
        code = dotted(parts["code"])
        if code in found:
            problems.append(Problem(number, f"{code} stands in line {found[code][0]:,} already. It is left out."))
            continue
        texts = dict.fromkeys((parts["long"].strip(), (parts.get("short") or "").strip() or parts["long"].strip()))
        found[code] = number, tuple(texts), parts.get("flag") == "1"
    concepts = [
        concept_of(code, texts, billable, longest_prefix(code, found)) for code, (_, texts, billable) in found.items()
    ]
    return ParsedTerminology(title or path.stem, "", "", path.name, concepts, problems)

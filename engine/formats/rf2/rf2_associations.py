"""What SNOMED CT's historical associations say of retired concepts: which one replaces them, and which may."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.formats.parsed import CONSIDER
from store.records.terminology import Concept

REPLACED = {"900000000000527005": "same as", "900000000000526001": "replaced by"}
MAY_REPLACE = {
    "900000000000523009": "possibly equivalent to",
    "1186924009": "partially equivalent to",
    "1186921001": "possibly replaced by",
    "900000000000530003": "alternative",
}
Row = tuple[str, ...]  # id, active, reference set, retired concept, the other one


def retired_concepts(rows: Iterable[Row], names: Mapping[str, str]) -> list[Concept]:
    """The retired concepts that the associations say something of, out of use, in the order of their first mention.

    names: retired concept -> a name; its id serves where there is none. Where several replace one, it was split.
    """
    replaced: dict[str, list[str]] = {}
    others: dict[str, list[str]] = {}
    for _, active, refset, code, other in rows:
        if active != "1" or code not in names:
            continue
        if refset in REPLACED:
            replaced.setdefault(code, []).append(other)
        elif refset in MAY_REPLACE:
            others.setdefault(code, []).append(other)
    found = []
    for code in {**replaced, **others}:
        first, *more = replaced.get(code) or [""]
        consider = list(dict.fromkeys([*more, *others.get(code, ())]))
        notes = {CONSIDER: consider} if consider else {}
        found.append(Concept(code, names[code] or code, notes=notes, obsolete=True, replaced_by=first))
    return found

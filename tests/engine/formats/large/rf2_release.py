"""A release of SNOMED CT in RF2, of any size, that holds nothing of SNOMED CT: made names, the real layout."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

from tests.engine.formats.large.next_release import MOVED, RETIRED, REWORDED, NextRelease
from tests.engine.formats.large.terms import term

FIRST = "20260131"
REWORDINGS = 10_000_000  # added to the number of a description that takes the place of another
FSN, SYNONYM, IS_A, CORE = "900000000000003001", "900000000000013009", "116680003", "900000000000207008"
US, GB = "900000000000509007", "900000000000508004"
REPLACED_BY = "900000000000526001"  # an association
PREFERRED, ACCEPTABLE = "900000000000548007", "900000000000549004"
ROOT = 138_875_005
TAIL = "Snapshot{}_INT_{}.txt"
MEMBER = "id effectiveTime active moduleId refsetId referencedComponentId"
HEADINGS = {
    "Concept": "id effectiveTime active moduleId definitionStatusId",
    "Description": "id effectiveTime active moduleId conceptId languageCode typeId term caseSignificanceId",
    "Relationship": "id effectiveTime active moduleId sourceId destinationId relationshipGroup typeId "
    "characteristicTypeId modifierId",
    "Language": f"{MEMBER} acceptabilityId",
    "Association": f"{MEMBER} targetComponentId",
}


@dataclass(frozen=True)
class Size:
    """How much a release holds; `changed` is the share of its names that the next release has anew."""

    concepts: int = 350_000
    descriptions: int = 1_500_000
    links: int = 1_200_000
    changed: float = 0.0

    @property
    def next(self) -> NextRelease:
        """What the next release changes."""
        return NextRelease(self.concepts, self.changed)


def write_release(folder: Path, size: Size, date: str = FIRST) -> Path:
    """Write a Snapshot of this size below `folder`: concepts, descriptions, is-a, language sets, associations.

    Each concept has a fully specified name and a preferred synonym; the other descriptions are synonyms, dealt out
    evenly. Of the next release what `Size.next` changes has its own `date`, and what it takes out is no longer active.
    Returns the folder.
    """
    terms, sets = folder / "Snapshot" / "Terminology", folder / "Snapshot" / "Refset"
    tail, english = TAIL.format("", date), TAIL.format("-en", date)
    _write(terms / f"sct2_Concept_{tail}", "Concept", _concepts(size, date))
    _write(terms / f"sct2_Description_{english}", "Description", _descriptions(size, date))
    _write(terms / f"sct2_Relationship_{tail}", "Relationship", _links(size, date))
    _write(sets / "Language" / f"der2_cRefset_Language{english}", "Language", _members(size, date))
    _write(sets / "Content" / f"der2_cRefset_Association{tail}", "Association", _associations(size, date))
    return folder


def _write(path: Path, holds: str, rows: Iterable[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write("\t".join(HEADINGS[holds].split()) + "\r\n")
        file.writelines(rows)


def _code(place: int) -> int:
    return ROOT if place == 0 else 100_000_000 + 1_009 * place


def _concepts(size: Size, date: str) -> Iterator[str]:
    for place in range(size.concepts + size.next.new):
        retired = size.next.change(place) == RETIRED
        when = date if retired or place >= size.concepts else FIRST
        yield f"{_code(place)}\t{when}\t{0 if retired else 1}\t{CORE}\t900000000000074008\r\n"


def _associations(size: Size, date: str) -> Iterator[str]:
    for place in range(size.concepts):
        if size.next.change(place) == RETIRED:
            id = f"{place:08x}-0000-5000-8000-000000000001"
            yield f"{id}\t{date}\t1\t{CORE}\t{REPLACED_BY}\t{_code(place)}\t{_code(place + 1)}\r\n"


def _placed(size: Size) -> Iterator[tuple[int, int]]:
    """(concept, wording) by description: wording −1 is the fully specified name, 0 the preferred synonym."""
    further = size.descriptions - 2 * size.concepts
    for place in range(size.concepts + size.next.new):
        own = (place + 1) * further // size.concepts - place * further // size.concepts
        for wording in range(-1, own + 1):
            yield place, wording


def _described(size: Size) -> Iterator[tuple[int, int, int, str, bool, bool]]:
    """(number, concept, wording, text, whether it is active, whether this release changed it) of each description."""
    for number, (place, wording) in enumerate(_placed(size)):
        text, reworded = term(place, max(wording, 0)), size.next.change(place) == REWORDED
        yield number, place, wording, text, not reworded, reworded or place >= size.concepts
        if reworded:
            yield number + REWORDINGS, place, wording, f"{text} as revised", True, True


def _descriptions(size: Size, date: str) -> Iterator[str]:
    for number, place, wording, text, active, changed in _described(size):
        when = f"{date if changed else FIRST}\t{1 if active else 0}"
        text, kind = (f"{text} (disorder)", FSN) if wording < 0 else (text, SYNONYM)
        yield f"{_description(number)}\t{when}\t{CORE}\t{_code(place)}\ten\t{kind}\t{text}\t900000000000448009\r\n"


def _description(number: int) -> int:
    return 2_000_000_011 + 10 * number


def _members(size: Size, date: str) -> Iterator[str]:
    for refset in (US, GB):
        for number, _, wording, _, active, changed in _described(size):
            when = f"{date if changed else FIRST}\t{1 if active else 0}"
            how = PREFERRED if wording <= 0 else ACCEPTABLE
            id = f"{number:08x}-0000-5000-8000-{int(refset) % 2**48:012x}"
            yield f"{id}\t{when}\t{CORE}\t{refset}\t{_description(number)}\t{how}\r\n"


def _links(size: Size, date: str) -> Iterator[str]:
    """Is-a to concepts that came before, so that there is no cycle; concept 0 is the root."""
    number = 0
    for place in range(1, size.concepts):
        wanted = (place * size.links) // (size.concepts - 1) - number
        nearest = place // 40  # siblings: a concept has some forty children
        others = chain((nearest * tenths // 10 for tenths in range(9, 0, -1)), range(place))
        above = set(islice(dict.fromkeys(islice(chain([nearest], others), 2 * wanted + 10)), wanted))
        change = size.next.change(place)
        for parent in sorted(above):
            number += 1
            gone = change == RETIRED or (change == MOVED and parent == nearest)
            yield _link(number, place, parent, date if gone else FIRST, not gone)
        if change == MOVED:
            yield _link(size.links + place, place, nearest + 1, date)
    for number in range(size.next.new):
        place = size.concepts + number
        yield _link(size.links + place, place, size.next.parent_of_new(number), date)


def _link(number: int, child: int, parent: int, when: str, active: bool = True) -> str:
    return (
        f"{3_000_000_012 + 10 * number}\t{when}\t{1 if active else 0}\t{CORE}\t{_code(child)}\t{_code(parent)}\t0\t"
        f"{IS_A}\t900000000000011006\t900000000000451002\r\n"
    )

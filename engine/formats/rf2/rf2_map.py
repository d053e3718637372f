"""SNOMED CT RF2: what a mapping project decided, as a simple map reference set in the person's namespace.

A member ties a concept of SNOMED CT to a code of the other terminology, whichever of the two was mapped onto the other.
The module and the reference set are identifiers in the namespace, which its owner replaces by theirs; a member's UUID
is made of what it says, so that a later export gives it the same.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.errors import BadInput
from engine.formats.rf2.rf2_writing import BLANKS, check_namespace, identifier, is_concept_id
from engine.workspace import written_whole
from store.records.mapping import ANSWERS, EXACT, MAPPED, MappingDecision

HEADING = ("id", "effectiveTime", "active", "moduleId", "refsetId", "referencedComponentId", "mapTarget")
HIGHEST = 99_999_999  # items of a namespace; concepts that people add count up from 2, reference sets down from it


@dataclass(frozen=True)
class SimpleMap:
    """Concepts of SNOMED CT with their codes, the day of the last decision among them (YYYYMMDD), and in sentences what
    of the project is not in it."""

    members: list[tuple[str, str]]
    day: str
    lost: list[str]


def simple_map(sources: Iterable[str], decisions: Mapping[str, Sequence[MappingDecision]]) -> SimpleMap:
    """The exact mappings that people decided and nobody contests, of these source concepts.

    decisions: by source concept.
    """
    exact: list[tuple[str, str]] = []
    days, open_lines, contested, related = [""], 0, 0, 0
    for source in sources:
        answers = [one for one in decisions.get(source, ()) if one.decision in ANSWERS]
        if len({one.answer for one in answers}) > 1:
            contested += 1
        elif not answers or answers[0].decision != MAPPED:
            open_lines += 1
        else:
            targets = [target for target, relation in answers[0].targets if relation == EXACT]
            exact += [(source, target) for target in targets]
            related += len(answers[0].targets) - len(targets)
            days.append(answers[-1].when[:10].replace("-", ""))
    turned = _concepts(target for _, target in exact) > _concepts(source for source, _ in exact)
    pairs = [(target, source) for source, target in exact] if turned else exact
    members = [pair for pair in pairs if is_concept_id(pair[0])]
    left_out = [
        (related, "mapping", "An RF2 map has no place for relations other than exact"),
        (len(pairs) - len(members), "mapping", "An RF2 map has no place for concepts without an id of SNOMED CT"),
        (contested, "line", "People contradict each other"),
        (open_lines, "line", "No match or no decision"),
    ]
    left = [f"{why}: {_counted(number, thing)} left out." for number, thing, why in left_out if number]
    if members:
        left.append("An RF2 map has no place for who decided, when, why and what they saw; SSSOM and FHIR keep it.")
    return SimpleMap(members, max(days), left)


def write_map(path: Path, found: SimpleMap, namespace: str, number: int) -> int:
    """Write the members as a Snapshot, the reference set that of project `number`; how many.

    BadInput without a namespace of seven digits, or where there is no member.
    """
    check_namespace(namespace, "An RF2 map")
    if not found.members:
        raise BadInput(f"There is nothing to write to {path.name}; decide first. {' '.join(found.lost)}".strip())
    module, refset = identifier(1, namespace, "10"), identifier(HIGHEST - number, namespace, "10")
    with written_whole(path) as temporary, open(temporary, "w", encoding="utf-8", newline="") as file:
        file.write("\t".join(HEADING) + "\r\n")
        for concept, code in found.members:
            member = uuid.uuid5(uuid.NAMESPACE_OID, "\t".join((refset, concept, code)))
            row = (str(member), found.day, "1", module, refset, concept, code.translate(BLANKS))
            file.write("\t".join(row) + "\r\n")
    return len(found.members)


def _concepts(ids: Iterable[str]) -> int:
    return sum(map(is_concept_id, ids))


def _counted(number: int, thing: str) -> str:
    return f"{number:,} {thing} is" if number == 1 else f"{number:,} {thing}s are"

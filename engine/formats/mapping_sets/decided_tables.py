"""What people decided in a mapping project as a plain table, for spreadsheets; `mapping_tables` reads it back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.formats.mapping_sets.decided_mappings import DecidedLine
from engine.formats.mapping_sets.mapping_tables import NO_MATCH, SOURCE, TARGET
from store.records.mapping import ANSWERS, Targets, relation_word

HEADING = (
    SOURCE,
    "source_name",
    TARGET,
    "target_name",
    "relation",
    "decided_by",
    "when",
    "reason",
    "confirmed_by",
    "state",
)
NOTHING: Targets = (("", NO_MATCH),)


def decided_rows(lines: Iterable[DecidedLine], titles: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
    """A row of HEADING for each target, or each “no match”, that somebody decided on: who said it first, when and why,
    and who has said the same since. Lines that nobody answered have none. titles: target concept -> its name."""
    for line in lines:
        for first, *others in line.answers:
            if first.decision not in ANSWERS:
                continue
            attribution = (first.who, first.when, first.reason, ", ".join(one.who for one in others), line.state)
            for target, relation in first.targets or NOTHING:
                yield line.source, line.name, target, titles.get(target, ""), relation_word(relation), *attribution

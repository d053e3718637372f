"""What differs between two versions of a terminology: concepts, names, places, definitions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.events import counted, say
from engine.terminology.top_classes import first_classes
from engine.terminology.updating.records import (
    ADDED,
    CHANGES,
    MERGED,
    NAME_ADDED,
    NAME_WITHDRAWN,
    REDEFINED,
    RENAMED,
    REPARENTED,
    SPLIT,
    WITHDRAWN,
    BranchCounts,
    ReleaseChange,
    ReleaseDifference,
)
from engine.terminology.updating.successors import Version
from engine.text import normalise
from store.records.terminology import Concept

BETWEEN = " | "
Line = tuple[str, Concept, str, str]  # change, concept, before, after


def difference(old: Version, new: Version) -> ReleaseDifference:
    """What the new version changes. A concept that is out of use was merged where the version names one successor,
    split where it names several, else withdrawn; one whose names went to a new concept was split, too.

    Names are counted on the concepts that both versions have in use.
    """
    places = {**_branches(old), **_branches(new)}
    lines = [*_concepts(old, new), *_names(old, new)]
    say(f"{len(lines):,} changes")
    changes = [
        ReleaseChange(change, one.id, one.preferred, places.get(one.id, ""), before, after)
        for change, one, before, after in lines
    ]
    changes.sort(key=lambda line: CHANGES.index(line.change))
    counts = Counter(line.change for line in changes)
    by_branch: dict[str, Counter[str]] = {}
    for line in changes:
        by_branch.setdefault(line.branch, Counter())[line.change] += 1
    titles = {code: (new.concepts.get(code) or old.concepts[code]).preferred for code in by_branch if code}
    rows = [
        BranchCounts(code, titles.get(code, ""), {change: found[change] for change in CHANGES})
        for code, found in sorted(by_branch.items(), key=lambda one: -one[1].total())
    ]
    return ReleaseDifference({change: counts[change] for change in CHANGES}, rows, changes)


def _branches(version: Version) -> dict[str, str]:
    """Concept -> the first top class that it stands below, or is."""
    live = list(counted(version.live(), "concepts by branch", len(version.concepts)))
    parents = {one.id: list(one.parents) for one in live if one.parents}
    return first_classes([one.id for one in live], parents)


def _concepts(old: Version, new: Version) -> Iterator[Line]:
    for one in counted(new.live(), "concepts compared", len(new.concepts)):
        before = old.concepts.get(one.id)
        if before is None or before.obsolete:
            yield ADDED, one, "out of use" if before else "", ""
            continue
        if before is one:
            continue
        if one.preferred != before.preferred:
            yield RENAMED, one, before.preferred, one.preferred
        if set(one.parents) != set(before.parents):
            yield REPARENTED, one, BETWEEN.join(sorted(before.parents)), BETWEEN.join(sorted(one.parents))
        if one.definition.split() != before.definition.split():
            yield REDEFINED, one, before.definition, one.definition
    for one in old.live():
        if not new.is_live(one.id):
            after = new.named_successors(one.id)
            merged = MERGED if new.is_replaced(one.id) else WITHDRAWN
            yield SPLIT if len(after) > 1 else merged, one, "", BETWEEN.join(after)


def _names(old: Version, new: Version) -> Iterator[Line]:
    """Names that came and went on concepts that stay, and the concepts that gave names to new ones."""
    fresh: dict[str, list[str]] = {}
    for one in new.live():
        if not old.is_live(one.id):
            for norm in {normalise(name.text) for name in one.names}:
                fresh.setdefault(norm, []).append(one.id)
    for one in counted(new.live(), "concepts by their names", len(new.concepts)):
        if not old.is_live(one.id) or old.concepts[one.id] is one:
            continue
        before, after = ({name.text: None for name in side.names} for side in (old.concepts[one.id], one))
        gone = [text for text in before if text not in after]
        yield from ((NAME_ADDED, one, "", text) for text in after if text not in before)
        yield from ((NAME_WITHDRAWN, one, text, "") for text in gone)
        given = dict.fromkeys(code for text in gone for code in fresh.get(normalise(text), ()))
        if given:
            yield SPLIT, one, one.id, BETWEEN.join([one.id, *given])

"""A family after a few concepts without children came, went or moved: made from the old one, not anew.

Every accepted parent changes the hierarchy, and walking over a hundred thousand concepts again takes seconds.
"""

from __future__ import annotations

from engine.placement.family import Family
from engine.terminology.levels import CleanHierarchy

MOST_CHANGED = 5_000  # concepts changed at once, above which all is made anew


def grown(old: Family, titles: dict[str, str], parents: dict[str, list[str]]) -> Family | None:
    """The family of these concepts and parents; None when more changed than leaves, so that it has to be made anew.

    `old` is left as it is. Only what it has worked out already is carried over.
    """
    changed = {code for code, over in parents.items() if old.parents.get(code) != over}
    changed |= old.parents.keys() - parents.keys()
    changed |= titles.keys() ^ old.titles.keys()
    new = Family(titles, parents)
    if len(changed) > MOST_CHANGED or any(old.titles.get(code, title) != title for code, title in titles.items()):
        return None
    if not changed:
        return new if old.titles.keys() != titles.keys() else old
    over = {parent for code in changed for parent in (*old.parents.get(code, ()), *parents.get(code, ()))}
    if over & changed or any(code in old.children for code in changed):
        return None
    places = {code: place for place, code in enumerate(titles)}
    children = dict(old.children)
    for parent in over:
        stored = [child for child in children.get(parent, ()) if child not in changed]
        stored += [code for code in changed if parent in parents.get(code, ()) and code in titles]
        children[parent] = sorted(stored, key=places.__getitem__)
        if not children[parent] or parent not in titles:
            del children[parent]
    new.__dict__.update(number=places, children=children)
    if "cleaned" in old.__dict__:
        new.__dict__["cleaned"] = _cleaned(old.cleaned, changed, new)
        for parent in over:
            if parent not in children and not parents.get(parent):  # it stands alone now
                new.cleaned.levels.pop(parent, None)
    if "below" in old.__dict__ and not old.cleaned.cycles:
        new.__dict__["below"] = _below(old, new, changed)
    return new


def _cleaned(old: CleanHierarchy, changed: set[str], new: Family) -> CleanHierarchy:
    levels = {code: level for code, level in old.levels.items() if code not in changed}
    stored = {code: over for code, over in old.parents.items() if code not in changed}
    shortcuts = [link for link in old.shortcuts if link[0] not in changed]
    for code in sorted(changed):
        over = [parent for parent in dict.fromkeys(new.parents.get(code, ())) if parent in new.titles]
        if over:
            for parent in over:
                levels.setdefault(parent, 0)  # it stood alone before
            levels[code] = 1 + max(levels[parent] for parent in over)
            stored[code] = [parent for parent in over if levels[parent] == levels[code] - 1]
            shortcuts += [(code, parent) for parent in over if parent not in stored[code]]
    return CleanHierarchy(stored, levels, old.cycles, sorted(shortcuts))


def _below(old: Family, new: Family, changed: set[str]) -> dict[str, int]:
    counts = dict(old.below)
    for code in changed:
        for family, step in ((old, -1), (new, 1)):
            for above in family.lineage(family.parents.get(code, ())) if code in family.titles else ():
                counts[above] = counts.get(above, 0) + step
    return {code: count for code, count in counts.items() if count}

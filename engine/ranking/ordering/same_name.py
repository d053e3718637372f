"""A heading and a concept of its name with nothing below it: the latter is meant, since a record can be coded with it.

ICD-10-CM has 735 headings with a child of their own name, R79.8 and R79.89 “Other specified abnormal findings of blood
chemistry”: nothing but that one has children tells the two apart, and a heading cannot be billed. Many more have a
child that only adds “unspecified”: L50 “Urticaria”, L50.9. For a disease's name the heading is as good an answer; for
a word that somebody uses in its place (“hives”) it is the child.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.ranking.ordering.evidence import Gathered
from engine.ranking.ordering.moved_sums import SAME_NAME, MovedSums
from engine.ranking.ordering.order import LEAF
from engine.text import normalise

UNSPECIFIED_AT_END = re.compile(r"^unspecified |, unspecified$")


def leaf_of_same_name_first(gathered: Sequence[Gathered], adjusted: MovedSums) -> None:
    """Exchanges the sums of a heading and of a leaf of its name where the heading's is the higher; where a heading is
    found in other words than those typed, also with a leaf of its name and “unspecified”."""
    for unspecified in (False, True)[: 1 + any(one.evidence.in_other_words for one in gathered)]:
        best: dict[tuple[str, str, bool], int] = {}
        for place in adjusted.best_first():
            one = gathered[place].evidence
            name = normalise(one.name.preferred)
            name = UNSPECIFIED_AT_END.sub("", name) if unspecified else name
            best.setdefault((gathered[place].slug, name, bool(one.features[LEAF])), place)
        for (slug, name, leaf), place in best.items():
            heading = best.get((slug, name, False))
            if not leaf or heading is None or adjusted.sums[heading] <= adjusted.sums[place]:
                continue
            if not unspecified or gathered[heading].evidence.in_other_words:
                adjusted.exchange(heading, place, SAME_NAME)

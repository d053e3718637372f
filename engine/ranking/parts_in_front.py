"""What stands for each part of a text before what is found for the whole, in all terminologies that are asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from store.records.terminology import Ranking


def with_parts_in_front(whole: Ranking, by_parts: Sequence[Ranking], top: int) -> Ranking:
    """The `top` candidates of a text: for its first part the concept of each terminology that has one for each of its
    parts, then for the second, and so on, then those of the whole. The terminologies stand in the order of their first
    concepts in the whole."""
    if not by_parts:
        return whole
    order = list(dict.fromkeys(one.terminology for one in whole.candidates))
    firsts = [ranking.candidates for ranking in by_parts]
    firsts.sort(key=lambda some: order.index(slug) if (slug := some[0].terminology) in order else len(order))
    found = [one for beside in zip_longest(*firsts) for one in beside if one]
    keys = {one.key for one in found}
    every = [*found, *(one for one in whole.candidates if one.key not in keys)][:top]
    ranked = tuple(replace(one, rank=at) for at, one in enumerate(every, 1))
    return replace(whole, candidates=ranked, note=by_parts[0].note)

"""What stands for each part of a text before what is found for the whole."""

from __future__ import annotations

from dataclasses import replace

from store.records.terminology import Ranking


def with_parts_in_front(whole: Ranking, by_parts: Ranking, top: int) -> Ranking:
    """The `top` candidates of a text: those of its parts, then the others of the whole."""
    keys = {one.key for one in by_parts.candidates}
    every = [*by_parts.candidates, *(one for one in whole.candidates if one.key not in keys)][:top]
    ranked = tuple(replace(one, rank=at) for at, one in enumerate(every, 1))
    return replace(whole, candidates=ranked, note=by_parts.note)

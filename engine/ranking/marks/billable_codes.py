"""Codes that may be sent in, in place of the headings above them: J45.909 for J45, where nothing more is known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.ranking.exact import CONCEPT_ID
from store.records.terminology import Candidate


def in_billable_codes(ranked: Sequence[Candidate]) -> Iterator[Candidate]:
    """The candidates, each heading's place taken by the code by default below it; every concept once, ranked anew.

    A heading that has no such code stays and is marked as not billable, and so does one whose own id was typed. A code
    in a heading's place keeps what speaks for the heading, by way of which it was found.
    """
    seen = set[tuple[str, str]]()
    for one in ranked:
        if one.default_code and one.source != CONCEPT_ID:
            one = replace(
                one,
                concept_id=one.default_code,
                name=one.default_name,
                preferred_name=one.default_name,
                exact=False,
                via=f"{one.concept_id} {one.preferred_name}",
                marks=(),
                default_code="",
                default_name="",
            )
        if one.key not in seen:
            seen.add(one.key)
            yield replace(one, rank=len(seen))

"""A proposed parent with what became of it: undecided, accepted or refused, and its row in an export."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.placement.family import Family
from engine.placement.placer import codes_of
from engine.retrieval.delta import Delta
from engine.text.difference_words import difference_word, difference_words
from store.placings import PlacedProposal, PlacingList, Proposal
from store.refusals import Refusal

UNDECIDED, ACCEPTED, REFUSED = "undecided", "accepted", "refused"


@dataclass(frozen=True)
class ProposalLine:
    """A proposal with what became of it: `parent` and `parent_name` are the accepted ones where it was accepted."""

    proposal: Proposal
    decision: str
    parent: str
    parent_name: str
    path: tuple[str, ...]
    code: str = ""
    who: str = ""
    when: str = ""
    note: str = ""
    named: tuple[str, ...] = ()  # concepts that people gave the name since, by another list perhaps

    @property
    def score(self) -> float | None:
        """The score of `parent`; None for one that was not proposed."""
        return {self.proposal.parent: self.proposal.score, **dict(self.proposal.others)}.get(self.parent)

    @property
    def probability(self) -> float | None:
        """How probably `parent` is right, which is known of the first one proposed alone."""
        return self.proposal.probability if self.parent == self.proposal.parent else None

    @property
    def doubt(self) -> str:
        """Why it is not accepted in bulk, in a few words; "" when nothing speaks against it."""
        one = self.proposal
        if not one.parent:
            return "no parent found"
        if named := one.named or self.named:
            return f"is a name of {named[0]}"
        if one.differs:
            return f"{' and '.join(map(difference_word, one.differs))} differs from “{one.nearest_name}”"
        return f"{' and '.join(map(difference_word, one.against))} differs from the parent" if one.against else ""


def lines_of(
    proposals: Sequence[Proposal],
    placed: Mapping[int, PlacedProposal],
    refused: Mapping[tuple[str, str], Refusal],
    family: Family,
    delta: Delta,
) -> list[ProposalLine]:
    """The proposals with what became of each, in their order.

    placed: number of a proposal -> what was made of it; refused: (normalised text, parent) -> the refusal in force;
    family: the hierarchy of their terminology, edits counted; delta: these edits.
    """
    lines = []
    for one in proposals:
        made, refusal = placed.get(one.id), refused.get((one.norm, one.parent))
        parent, decision, titles = one.parent, UNDECIDED, family.titles
        extra: dict[str, Any] = {"named": tuple(code for code in codes_of(one.norm, delta) if code in titles)}
        if made is not None and made.parent in family.parents.get(made.code, ()):
            parent, decision = made.parent, ACCEPTED
            extra = {"code": made.code, "who": made.who, "when": made.when}
        elif refusal is not None:
            decision = REFUSED
            extra |= {"who": refusal.who, "when": refusal.when, "note": refusal.comment}
        path = tuple(titles[code] for code in family.line(parent)[:-1]) if parent in titles else ()
        lines.append(ProposalLine(one, decision, parent, titles.get(parent, ""), path, **extra))
    return lines


def export_row(batch: PlacingList, line: ProposalLine) -> dict[str, Any]:
    """Column of an exported list -> its value in the row of a proposal."""
    one = line.proposal
    return {
        **{key: getattr(one, key) for key in ("row", "text", "nearest", "nearest_name")},
        **{key: getattr(line, key) for key in ("decision", "code", "parent", "parent_name", "who", "when", "note")},
        **{key: getattr(line, key) for key in ("score", "probability")},
        "path": " > ".join(line.path),
        "differs": difference_words(", ".join(one.differs)),
        "against": difference_words(", ".join(one.against)),
        "nearest_score": one.nearest_score,
        "named": ", ".join(dict.fromkeys((*one.named, *line.named))),
        "others": " | ".join(f"{code} ({score:.3f})" for code, score in one.others),
        "model": batch.encoder,
        "model_sha256": batch.encoder_sha256,
    }

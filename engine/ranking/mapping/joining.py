"""What several encoders suggest, joined: of each target the best probability stands, with who suggests it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.ranking.mapping.hierarchy import WEIGHT, with_hierarchy
from engine.ranking.mapping.records import MappingAnswer, Suggestion
from engine.ranking.mapping.side import MappedSide
from engine.ranking.ordering.order import LearntOrder
from engine.terminology.garbage import uncollected

MOST_KEPT = 9  # suggestions that a concept keeps of all encoders


@dataclass(frozen=True)
class EncoderAnswers:
    """The answers of several encoders, by their ids, about `concepts` of `source`; the newest `edit` that
    they know of, and the `prints` of the encoders, where they were opened here. The names and hierarchies of the two
    sides are the same for every encoder. `ranked` are suggestions of a ranking under each, a list for each concept;
    `ranked_behind`: whether these stand behind what comparing names found, see `engine.ranking.mapping.by_ranking`."""

    source: MappedSide
    target: MappedSide
    concepts: list[str]
    by_encoder: dict[str, list[MappingAnswer]]
    edit: int
    prints: tuple[str, ...] = ()
    ranked: Mapping[str, Sequence[Sequence[Suggestion]]] = field(default_factory=dict)
    ranked_behind: bool = False

    def suggestions(self, order: LearntOrder, weight: float = WEIGHT) -> list[list[Suggestion]]:
        """Every suggestion for each concept that has one, best first, relatives counted with `weight`."""
        with uncollected():
            found = {
                encoder: with_hierarchy(answers, self.source, self.target, order, weight)
                for encoder, answers in self.by_encoder.items()
            }
            both = _behind if self.ranked_behind else _better
            found |= {encoder: both(found[encoder], lists) for encoder, lists in self.ranked.items()}
            return joined(found)


def _better(compared: list[list[Suggestion]], ranked: Sequence[Sequence[Suggestion]]) -> list[list[Suggestion]]:
    """The suggestions of one encoder for each concept, of each target the better of the two."""
    of_source: dict[str, dict[str, Suggestion]] = {}
    for one in sorted((one for some in (*compared, *ranked) for one in some), key=_rank):
        of_source.setdefault(one.source, {}).setdefault(one.target, one)
    return [[*of_target.values()] for of_target in of_source.values()]


def _behind(compared: list[list[Suggestion]], ranked: Sequence[Sequence[Suggestion]]) -> list[list[Suggestion]]:
    """The suggestions of one encoder for each concept, those that ranking alone has less sure than all of comparing."""
    further = {some[0].source: some for some in ranked if some}
    found = [[*some, *_less_sure(some, further.pop(some[0].source, ()))] for some in compared if some]
    return [*found, *([*some] for some in further.values())]


def _less_sure(given: Sequence[Suggestion], further: Sequence[Suggestion]) -> list[Suggestion]:
    known, least = {one.target for one in given}, min(one.confidence for one in given)
    return [replace(one, confidence=least * one.confidence) for one in further if one.target not in known]


def joined(by_encoder: Mapping[str, Sequence[Sequence[Suggestion]]]) -> list[list[Suggestion]]:
    """The suggestions of several encoders (id -> a list for each concept) as one list for each concept, best first.

    The probabilities of all encoders are those of one learnt order and can be compared; of a target the best one stands
    with its name, predicate and way, and `encoders` names all that suggest the target, whose probability stands first.
    """
    if len(by_encoder) == 1:  # whose answers name each target once
        ((encoder, lists),) = by_encoder.items()
        return [[replace(one, encoders=(encoder,)) for one in sorted(some, key=_rank)[:MOST_KEPT]] for some in lists]
    of_source: dict[str, dict[str, list[Suggestion]]] = {}
    for encoder, lists in by_encoder.items():
        for one in (one for some in lists for one in some):
            of_source.setdefault(one.source, {}).setdefault(one.target, []).append(replace(one, encoders=(encoder,)))
    return [sorted(map(_best, of_target.values()), key=_rank)[:MOST_KEPT] for of_target in of_source.values()]


def _best(given: list[Suggestion]) -> Suggestion:
    first, *others = sorted(given, key=_rank)
    return replace(first, encoders=(*first.encoders, *(one for other in others for one in other.encoders)))


def _rank(one: Suggestion) -> tuple[bool, float]:
    return not one.same_text, -one.confidence

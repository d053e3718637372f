"""What is asked of a ranking, whatever the text."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from engine.models.protocol import NameEncoder
from engine.ranking import CONCEPT, EVIDENCE
from store.records.terminology import Terminology


@dataclass(frozen=True)
class RankingRequest:
    """The terminologies, the encoder, how many answers and of what unit, and their order; see
    `engine.ranking.ranker.Ranker.rank` and `candidates`."""

    chosen: Sequence[Terminology]
    encoder: NameEncoder
    encoder_id: str = ""
    top: int = 10
    unit: str = CONCEPT
    order: str = EVIDENCE
    between: Callable[[], object] | None = None
    not_lending: Collection[str] = ()
    to_learn_from: bool = False

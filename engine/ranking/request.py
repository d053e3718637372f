"""What is asked of a ranking, whatever the text."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from engine.models.protocol import NameEncoder
from engine.ranking import CONCEPT, EVIDENCE
from store.records.terminology import Terminology


@dataclass(frozen=True)
class RankingRequest:
    """Which terminologies are searched with which encoder, for how many answers of what unit, in what order.

    With the unit CONCEPT the answers are concepts and with NAME names; with BILLABLE a heading gives its place to the
    code by default below it.

    With the order EVIDENCE candidates are found by vectors, by words, by other readings of the text (the workspace's
    dictionary) and by way of the workspace's other terminologies, and ordered by all that speaks for each; with ENCODER
    by the encoder's cosine alone.
    """

    chosen: Sequence[Terminology]
    encoder: NameEncoder
    encoder_id: str = ""  # what the ranking says it was made with
    top: int = 10  # the best answers of all the terminologies together
    unit: str = CONCEPT
    order: str = EVIDENCE
    between: Callable[[], object] = lambda: None  # called between two steps; what it raises ends the ranking
    not_lending: Collection[str] = ()  # the terminologies that lend no names
    headings: int = 2  # at most, of a family or a pregnancy, one within another: “FHx of preeclampsia in pregnancy”
    to_learn_from: bool = False  # more candidates, chosen without the order in force
    by_parts: bool = False  # of a text that joins several findings what stands for each goes first

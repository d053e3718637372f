"""The order of rankings learnt from what people decided: in the background, in force at once, taken back as any act."""

from __future__ import annotations

from engine.ranking.order_learning.deciding import LEAST_DECISIONS, enough, read_decided
from engine.terminology.person import named
from engine.workbench.encoders.encoder_resolver import EncoderResolver
from engine.workbench.jobs import Jobs
from engine.workspace import Workspace
from store import ranking_orders
from store.ranking_orders import LearntOrderVersion
from store.records.training import CURRENT, JobRun

KIND = "order"


class LearntOrders:
    """Learns the order of rankings, of mappings and of searches by evidence, from decisions."""

    def __init__(self, workspace: Workspace, encoders: EncoderResolver, jobs: Jobs) -> None:
        self._workspace = workspace
        self._encoders = encoders
        self._jobs = jobs

    @property
    def least(self) -> int:
        """How many decisions it takes."""
        return LEAST_DECISIONS

    def decisions(self) -> tuple[int, int]:
        """How many decisions there are to learn from: texts in Normalise, concepts in Mappings."""
        with self._workspace.reading() as db:
            return read_decided(db).counts

    def in_force(self) -> LearntOrderVersion | None:
        """The order that was learnt last and stands; None while the shipped one orders."""
        with self._workspace.reading() as db:
            return ranking_orders.in_force(db)

    def queue(self, who: str, encoder: str = CURRENT) -> int:
        """The number of a queued run that learns the order and puts it in force; undo takes it back.

        BadInput where the decisions are too few.
        """
        who, (id, _) = named(who, "before an order is learnt", "it"), self._encoders.open(encoder)
        with self._workspace.reading() as db:
            found = enough(read_decided(db))
        return self._jobs.queue(KIND, f"Learning the order from {found:,} decisions", {"encoder": id, "who": who})

    def start(self, who: str, encoder: str = CURRENT) -> int:
        """Such a run in a child process; its number."""
        return self._jobs.spawn(self.queue(who, encoder))

    def run_of(self) -> JobRun | None:
        """The newest run that learns an order, over or not; None before the first."""
        return self._jobs.newest_of(KIND)

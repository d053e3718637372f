"""A whole terminology audited: what may be wrong in it, most telling first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from engine.errors import BadInput
from engine.events import Finished, result_of
from engine.ranking.ranker import Ranker
from engine.terminology.lookup import find
from engine.workbench.encoders.encoder_resolver import EncoderResolver
from engine.workbench.jobs import Jobs
from engine.workspace import Workspace
from store import edits, findings
from store.findings import Audit
from store.records.training import CURRENT, JobRun

if TYPE_CHECKING:
    from engine.events import Event
    from engine.jobs.cluster import ClusterAddress


class TerminologyAudits:
    """Reads whole terminologies with an encoder and lists what may be wrong."""

    def __init__(self, workspace: Workspace, ranker: Ranker, encoders: EncoderResolver, jobs: Jobs) -> None:
        self._workspace = workspace
        self._ranker = ranker
        self._encoders = encoders
        self._jobs = jobs

    def kinds(self) -> dict[str, str]:
        """The kinds of findings with their titles."""
        from engine.placement.audit.kinds import KINDS

        return {name: kind.title for name, kind in KINDS.items()}

    def findings(
        self,
        terminology: str,
        encoder: str = CURRENT,
        kinds: Sequence[str] = (),
        top: int = 1_000,
        cluster: ClusterAddress | None = None,
    ) -> Iterator[Event]:
        """Looks for every kind of fault, edits counted: yields Progress, then Finished.

        The result: {"terminology", "encoder", "findings": [{"kind", "concept", "name", "other", "score", "reason"}],
        "counts"}; of the findings the first `top` (0: all) of these `kinds` (none: all), most telling first. What
        people refused is left out. cluster: whose workers look, instead of this process. BadInput for a kind that
        there is not.
        """
        from engine.placement.audit.run import audit_terminology
        from engine.workbench.cluster.cluster_audit import audit_by

        if wrong := [kind for kind in kinds if kind not in self.kinds()]:
            raise BadInput(f"There is no kind of finding “{wrong[0]}”; choose among {', '.join(self.kinds())}.")
        if top < 0:
            raise BadInput(f"Asked for {top} findings; choose 0 for all, or more.")
        id, opened = self._encoders.open(encoder)
        chosen = find(self._workspace, terminology)
        events = (
            audit_terminology(self._workspace, self._ranker.shelves, chosen, opened)
            if cluster is None
            else audit_by(cluster, self._workspace, chosen, id)
        )
        report = (yield from result_of(events))["report"]
        with self._workspace.reading() as db:
            refused = findings.refused(db, chosen.slug)
        found = [one for one in report.findings if (one.kind, one.concept, one.name, one.other) not in refused]
        listed = [one for one in found if not kinds or one.kind in kinds][: top or None]
        rows = [asdict(one) | {"score": round(one.score, 4)} for one in listed]
        for row in rows:
            del row["instead"]
        counted = Counter(one.kind for one in found)
        counts = {kind: counted[kind] for kind in self.kinds()}
        yield Finished({"terminology": chosen.slug, "encoder": id, "findings": rows, "counts": counts})

    def queue(self, terminology: str, encoder: str = CURRENT) -> int:
        """The number of a queued run whose findings are kept; NotFound for what is not there."""
        found = find(self._workspace, terminology)
        id, _ = self._encoders.open(encoder)
        return self._jobs.queue("audit", f"Audit of {found.title}", {"terminology": found.slug, "encoder": id})

    def start(self, terminology: str, encoder: str = CURRENT) -> int:
        """Such a run in a child process; its number."""
        return self._jobs.spawn(self.queue(terminology, encoder))

    def run_of(self, terminology: str) -> JobRun | None:
        """The newest run that audits a terminology, over or not; None before the first."""
        return self._jobs.newest_of("audit", terminology=terminology)

    def newest(self, terminology: str) -> Audit | None:
        """The last audit of a terminology that was kept; None before the first."""
        with self._workspace.reading() as db:
            return findings.newest(db, find(self._workspace, terminology).slug)

    def edited_since(self, audit: Audit) -> bool:
        """Whether anything of its terminology was edited since an audit."""
        with self._workspace.reading() as db:
            return edits.last_id_of(db, audit.terminology) > audit.edit

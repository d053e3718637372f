"""A whole terminology audited: what may be wrong in it, most telling first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from engine.errors import BadInput
from engine.events import Finished, Progress
from engine.ranking.ranker import Ranker
from engine.terminology.importing import find
from engine.workbench.encoder_resolver import CURRENT, EncoderResolver
from engine.workspace import Workspace
from store import terminologies

if TYPE_CHECKING:
    from engine.events import Event


class TerminologyAudits:
    """Reads whole terminologies with an encoder and lists what may be wrong."""

    def __init__(self, workspace: Workspace, ranker: Ranker, encoders: EncoderResolver) -> None:
        self._workspace = workspace
        self._ranker = ranker
        self._encoders = encoders

    def kinds(self) -> tuple[str, ...]:
        """The kinds of findings."""
        from engine.placement.audit import KINDS

        return KINDS

    def findings(
        self, terminology: str, encoder: str = CURRENT, kinds: Sequence[str] = (), top: int = 1_000
    ) -> Iterator[Event]:
        """Looks for every kind of fault, edits counted: yields Progress, then Finished.

        The result: {"terminology", "encoder", "findings": [{"kind", "concept", "name", "other", "score", "reason"}],
        "counts"}; of the findings the first `top` (0: all) of these `kinds` (none: all), most telling first.
        BadInput for a kind that there is not.
        """
        from engine.placement.audit import KINDS, audit
        from engine.placement.audit.missing import Elsewhere
        from engine.placement.audit.reading import read_audited

        if wrong := [kind for kind in kinds if kind not in KINDS]:
            raise BadInput(f"There is no kind of finding “{wrong[0]}”; choose among {', '.join(KINDS)}.")
        if top < 0:
            raise BadInput(f"Asked for {top} findings; choose 0 for all, or more.")
        id, opened = self._encoders.open(encoder)
        chosen, shelves = find(self._workspace, terminology), self._ranker.shelves
        yield Progress(0, 1, f"Reading {chosen.title}")
        with self._workspace.reading() as db:
            audited = read_audited(db, shelves, chosen, opened)
            others = [
                Elsewhere(one.title, read_audited(db, shelves, one, opened, exact=True))
                for one in terminologies.all_terminologies(db)
                if one.slug != chosen.slug
            ]
        for event in audit(audited, others):
            if not isinstance(event, Finished):
                yield event
                continue
            report = event.result["report"]
            listed = [one for one in report.findings if not kinds or one.kind in kinds]
            findings = [asdict(one) | {"score": round(one.score, 4)} for one in listed[: top or None]]
            yield Finished({"terminology": chosen.slug, "encoder": id, "findings": findings, "counts": report.counts})

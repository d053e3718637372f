"""A terminology mapped onto another: suggestions for every concept, written as SSSOM, and measured."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import BadInput
from engine.events import Finished, Progress
from engine.jobs.cluster import ClusterAddress
from engine.ranking.ranker import Ranker
from engine.terminology.lookup import find
from engine.workbench.cluster.cluster_parts import Stamp, concepts_mapped, dealt, parts_of
from engine.workbench.encoders.encoder_resolver import EncoderResolver
from engine.workbench.mapping.mapping_trial import MappingTrial, ReferenceRead, read_of_trial
from engine.workspace import Workspace
from store.records.mapping import encoders_joined
from store.records.training import CURRENT

if TYPE_CHECKING:
    from engine.events import Event
    from engine.ranking.mapping.joining import EncoderAnswers
    from engine.ranking.mapping.records import MappingAnswer
    from engine.ranking.mapping.side import MappedSide
    from store.records.terminology import Terminology

AT_ONCE, MOST_PARTS = 1_000, 200  # concepts that a worker of a cluster maps together, at least; parts of a terminology


class TerminologyMappings:
    """Maps a whole terminology onto another."""

    def __init__(self, workspace: Workspace, ranker: Ranker, encoders: EncoderResolver) -> None:
        self._workspace = workspace
        self._ranker = ranker
        self._encoders = encoders

    def write(
        self,
        source: str,
        target: str,
        out: Path,
        least: float = 0.0,
        encoders: Sequence[str] = (CURRENT,),
        format: str = "",
        cluster: ClusterAddress | None = None,
    ) -> Iterator[Event]:
        """Writes every source concept's best suggestion as SSSOM or FHIR, the `format` or the ending of `out`: yields
        Progress, then Finished.

        Of several encoders the surest suggestion is written, and its comment names those that suggest it.

        The result: {"source", "target", "mapped", "suggested", "unmapped", "out"}. Each suggestion is marked undecided;
        `mapped` counts what people decided, which is nothing yet, `unmapped` the concepts without a suggestion of at
        least the confidence `least`. cluster: whose workers compare, instead of this process. BadInput for a
        terminology onto itself, and for an `out` that is no such file.
        """
        from engine.formats.mapping_sets.mappings import Mapping, MappingSet, mapping_format, write_suggestions
        from engine.formats.ontologies.addresses import Addresses

        chosen = mapping_format(out, format)
        if not out.absolute().parent.is_dir():
            raise BadInput(f"There is no folder {out.absolute().parent} to write {out.name} to; make it first.")
        if not 0 <= least <= 1:
            raise BadInput(f"A confidence lies from 0 to 1, not at {least}; choose another --min-confidence.")
        answers = yield from self._answers(source, target, encoders, cluster=cluster)
        best = [some[0] for some in answers.suggestions(self._ranker.order)]
        found, ids = [one for one in best if one.confidence >= least], list(answers.by_encoder)
        rows = [
            Mapping(
                one.source,
                one.source_name,
                one.target,
                one.target_name,
                one.predicate,
                one.confidence,
                one.name,
                one.same_text,
                one.via,
                one.encoders if len(ids) > 1 else (),
            )
            for one in found
        ]
        first, second = find(self._workspace, source), find(self._workspace, target)
        date, joined, given = datetime.now(UTC).isoformat(), encoders_joined(ids), Addresses.of(first, second)
        about = MappingSet(first.slug, second.slug, first.title, second.title, joined, date, given)
        write_suggestions(out, rows, about, chosen)
        yield Finished(
            {
                "source": first.slug,
                "target": second.slug,
                "mapped": 0,
                "suggested": len(found),
                "unmapped": len(answers.source.concept_codes) - len(found),
                "out": str(out),
            }
        )

    def measure(self, trial: MappingTrial, cluster: ClusterAddress | None = None) -> Iterator[Event]:
        """Measures suggestions against a reference mapping: yields Progress, then Finished.

        The result: {"source", "target", "half", "encoder", "concepts", "left_out", "rows": [{"hierarchy", "predicate",
        "suggested", "right", "reference", "precision", "recall", "f1", "confidence", "calibration_error", "sure"}]},
        without and with hierarchy, see `engine.evaluation.mappings.measured`; `left_out` counts concepts of the
        reference that the source has not, and “encoding” is there where the reference has an `encoding_note`.
        cluster: whose workers compare, instead of this process. BadInput where the reference has no concept of the
        source, or maps none onto a concept of the target.
        """
        given = read_of_trial(self._workspace, trial)
        sides = (trial.source, trial.target, trial.encoders)
        answers = yield from self._answers(*sides, given.targets, cluster, trial.bridges)
        rows = self._rows(answers, trial, given.targets)
        yield Finished({**given.about(trial.half, answers.by_encoder), "rows": rows})

    def measure_lacking(self, trial: MappingTrial) -> Iterator[Event]:
        """The same where one concept in three is asked as if the target lacked it, see `engine.evaluation.lacking`.

        The result has “lacking” too, how many these are, and rows of them alone, marked “lacking”. What is measured is
        the comparison of names alone.
        """
        from engine.evaluation.lacking import with_lacking

        given = read_of_trial(self._workspace, trial)
        found, without = yield from self._with_and_without(trial, given)
        answers, targets = with_lacking(found, without, given.targets)
        gone = {code: right for code, right in targets.items() if not right}
        of_gone = [row for row in self._rows(answers, trial, gone) if row["hierarchy"]]
        rows = self._rows(answers, trial, targets) + [{"hierarchy": True, "lacking": True, **row} for row in of_gone]
        yield Finished({**given.about(trial.half, found.by_encoder), "lacking": len(gone), "rows": rows})

    def learn_sureness(self, trial: MappingTrial) -> Iterator[Event]:
        """Learns from a reference how sure suggestions are: the result of `measure`, of the comparison of names alone,
        and “learnt”, weights of what tells how sure a suggestion is."""
        from engine.evaluation.lacking import learnt

        given = read_of_trial(self._workspace, trial)
        found, without = yield from self._with_and_without(trial, given)
        weights = learnt(found, without, given.targets, self._ranker.order)
        rows = self._rows(found, trial, given.targets)
        yield Finished({**given.about(trial.half, found.by_encoder), "learnt": weights, "rows": rows})

    def _with_and_without(
        self, trial: MappingTrial, given: ReferenceRead
    ) -> Generator[Event, None, tuple[EncoderAnswers, EncoderAnswers]]:
        """What comparing names finds for the concepts of a reference, and what it finds without their right targets."""
        sides, only = (trial.source, trial.target, trial.encoders), given.targets
        found = yield from self._by_names(*sides, only, trial.bridges)
        without = yield from self._by_names(*sides, only, trial.bridges, only)
        return found, without

    def _rows(
        self, answers: EncoderAnswers, trial: MappingTrial, targets: Mapping[str, Mapping[str, str]]
    ) -> list[dict[str, Any]]:
        """What is measured of the suggestions that are sure enough, without hierarchy and with it."""
        from engine.evaluation.mappings import measured
        from engine.ranking.mapping.hierarchy import WEIGHT

        rows: list[dict[str, Any]] = []
        for weight in (0.0, WEIGHT):
            firsts = [some[0] for some in answers.suggestions(self._ranker.order, weight)]
            sure = [one for one in firsts if one.confidence >= trial.least]
            rows += [{"hierarchy": bool(weight), **row} for row in measured(sure, targets)]
        return rows

    def _answers(
        self,
        source: str,
        target: str,
        encoders: Sequence[str],
        only: Collection[str] = (),
        cluster: ClusterAddress | None = None,
        bridges: bool = True,
    ) -> Generator[Event, None, EncoderAnswers]:
        """The answers of each encoder about a source, all of it or these concepts with what counts for them, and with
        them those of rankings where other terminologies lend names."""
        from engine.ranking.mapping.by_ranking import with_rankings

        if cluster is None:
            found = yield from self._by_names(source, target, encoders, only, bridges)
        else:
            found = yield from self._by_workers(cluster, source, target, encoders, only, bridges)
        return (yield from with_rankings(self._ranker, found, branches=not only)) if bridges else found

    def _by_names(
        self,
        source: str,
        target: str,
        encoders: Sequence[str],
        only: Collection[str],
        bridges: bool,
        lacking: Mapping[str, Collection[str]] | None = None,
    ) -> Generator[Event, None, EncoderAnswers]:
        """What comparing names finds; `lacking`: by concept the targets that are as if they were not there."""
        from engine.ranking.mapping.of_encoders import MappingRequest, encoder_answers

        def choose(side: MappedSide) -> Collection[str]:
            return only or side.concept_codes

        first, second, ids = self._chosen(source, target, encoders)
        request = MappingRequest(first.slug, second.slug, ids, bridges, lacking)
        return (yield from encoder_answers(self._ranker, request, choose))

    def _chosen(self, source: str, target: str, encoders: Sequence[str]) -> tuple[Terminology, Terminology, list[str]]:
        """Two terminologies and the ids of encoders; BadInput for a terminology onto itself."""
        first, second = find(self._workspace, source), find(self._workspace, target)
        if first.slug == second.slug:
            raise BadInput(f"{first.title} cannot be mapped onto itself; name another terminology as the target.")
        return first, second, list(dict.fromkeys(self._encoders.open(one)[0] for one in encoders))

    def _by_workers(
        self,
        where: ClusterAddress,
        source: str,
        target: str,
        encoders: Sequence[str],
        only: Collection[str],
        bridges: bool,
    ) -> Generator[Event, None, EncoderAnswers]:
        """The same, the concepts answered by the workers of a cluster, AT_ONCE at a time; hierarchies are read here."""
        from engine.ranking.mapping.answers import chosen
        from engine.ranking.mapping.joining import EncoderAnswers
        from engine.ranking.mapping.side import read_side
        from engine.ranking.mapping.source_lenders import lending_terminologies

        first, second, ids = self._chosen(source, target, encoders)
        found: dict[str, list[MappingAnswer]] = {}
        shelves = self._ranker.shelves
        for id in ids:
            with self._workspace.reading() as db:
                _, opened = self._encoders.open(id, db)
                sides = [read_side(db, shelves, one, opened) for one in (first, second)]
                others = [one.slug for one in lending_terminologies(db, shelves, first, second)] if bridges else []
            codes = chosen(sides[0], only)
            stamp = Stamp.of(self._workspace, [first.slug, second.slug, *others], id)
            parts: dict[int, list[MappingAnswer]] = {}
            at_once = max(AT_ONCE, -(-len(codes) // MOST_PARTS))
            for number, part, cluster in dealt(where, concepts_mapped, parts_of(codes, at_once), stamp, bridges):
                parts[number] = part
                ready = min(len(parts) * at_once, len(codes))
                yield Progress(ready, len(codes), f"Mapped by {cluster.workers} workers", {"workers": cluster.workers})
            found[id] = [one for number in sorted(parts) for one in parts[number]]
        return EncoderAnswers(sides[0], sides[1], codes, found, stamp.edit)

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
from engine.terminology.edited_view import edited_view
from engine.terminology.lookup import find
from engine.workbench.cluster.cluster_parts import Stamp, concepts_mapped, dealt, parts_of
from engine.workbench.encoders.encoder_resolver import EncoderResolver
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

    def measure(
        self,
        reference: Path,
        source: str,
        target: str,
        encoders: Sequence[str] = (CURRENT,),
        least: float = 0.0,
        cluster: ClusterAddress | None = None,
        bridges: bool = True,
        half: str = "",
        lacking: bool = False,
        learn: bool = False,
    ) -> Iterator[Event]:
        """Measures suggestions against a reference mapping: yields Progress, then Finished.

        bridges: whether the workspace's other terminologies lend names. half: “a” or “b”, the concepts of this half
        alone, by a hash of their ids; how sure suggestions are was learnt from a. lacking: one concept in three is
        asked as if the target lacked it, see `engine.evaluation.lacking`; the result has “lacking”, how many these are,
        and rows of them alone, marked “lacking”. learn: the result has “learnt”, weights of what tells how sure a
        suggestion is.

        reference: see `engine.formats.mapping_sets.mappings.read_reference`. The result: {"source", "target", "half",
        "encoder", "concepts", "left_out", "rows": [{"hierarchy", "predicate", "suggested", "right", "reference",
        "precision", "recall", "f1", "confidence", "calibration_error", "sure"}]}, without and with hierarchy, see
        `engine.evaluation.mappings.measured`; `left_out` counts concepts of the reference that the source has not,
        and “encoding” is there where the reference has an `encoding_note`.
        BadInput where it has none of them, or maps none onto a concept of the target.
        """
        from engine.evaluation.lacking import learnt, with_lacking
        from engine.evaluation.mapped_names import half_of
        from engine.evaluation.mappings import measured
        from engine.formats.mapping_sets.mappings import read_reference
        from engine.formats.opening.lines import encoding_note
        from engine.ranking.mapping.hierarchy import WEIGHT

        first, second = find(self._workspace, source), find(self._workspace, target)
        known = [(one.slug, edited_view(self._workspace, one.slug).titles) for one in (first, second)]
        given = read_reference(reference, *known)
        given = {code: targets for code, targets in given.items() if half in ("", half_of(code))}
        there = {code: targets for code, targets in given.items() if code in known[0][1]}
        if not there:
            raise BadInput(f"{reference} maps no concept of {first.title}; name its source with --source.")
        onto = [(code, other) for code, others in there.items() for other in others]
        if onto and not any(other in known[1][1] for _, other in onto):
            raise BadInput(
                f"{reference} maps no concept of {first.slug} onto one of {second.slug}: its first mapping is "
                f"“{onto[0][0]}” onto “{onto[0][1]}”; see which columns hold the ids (source_id, target_id)."
            )
        ranked = not (learn or lacking)  # what these measure is the comparison of names alone
        answers = yield from self._answers(source, target, encoders, there, cluster, bridges, ranked=ranked)
        about: dict[str, Any] = {"source": first.slug, "target": second.slug, "half": half}
        about["encoder"] = encoders_joined(answers.by_encoder)
        about |= {"concepts": len(there), "left_out": len(given) - len(there)}
        about |= {"encoding": said} if (said := encoding_note(reference)) else {}
        if learn or lacking:
            without = yield from self._answers(source, target, encoders, there, None, bridges, there)
        if learn:
            about["learnt"] = learnt(answers, without, there, self._ranker.order)
        if lacking:
            answers, there = with_lacking(answers, without, there)
        rows = []
        for weight in (0.0, WEIGHT):
            made = [some[0] for some in answers.suggestions(self._ranker.order, weight)]
            chosen = [one for one in made if one.confidence >= least]
            rows += [{"hierarchy": bool(weight), **row} for row in measured(chosen, there)]
        if lacking:
            gone = {code: right for code, right in there.items() if not right}
            about["lacking"] = len(gone)
            rows += [{"hierarchy": True, "lacking": True, **row} for row in measured(chosen, gone)]
        yield Finished({**about, "rows": rows})

    def _answers(
        self,
        source: str,
        target: str,
        encoders: Sequence[str],
        only: Collection[str] = (),
        cluster: ClusterAddress | None = None,
        bridges: bool = True,
        lacking: Mapping[str, Collection[str]] | None = None,
        ranked: bool = True,
    ) -> Generator[Event, None, EncoderAnswers]:
        """The answers of each encoder about a source, all of it or these concepts with what counts for them."""
        from engine.ranking.mapping.by_ranking import with_rankings
        from engine.ranking.mapping.of_encoders import encoder_answers

        first, second = find(self._workspace, source), find(self._workspace, target)
        if first.slug == second.slug:
            raise BadInput(f"{first.title} cannot be mapped onto itself; name another terminology as the target.")
        ids = list(dict.fromkeys(self._encoders.open(one)[0] for one in encoders))

        def choose(side: MappedSide) -> Collection[str]:
            return only or side.concept_codes

        answers = (
            self._answers_by(cluster, first, second, ids, only, bridges)
            if cluster is not None
            else encoder_answers(self._ranker, first.slug, second.slug, ids, choose, None, bridges, lacking)
        )
        found = yield from answers
        if not (bridges and ranked and lacking is None):
            return found
        return (yield from with_rankings(self._ranker, found, branches=not only))

    def _answers_by(
        self,
        where: ClusterAddress,
        first: Terminology,
        second: Terminology,
        encoders: Sequence[str],
        only: Collection[str],
        bridges: bool,
    ) -> Generator[Event, None, EncoderAnswers]:
        """The same, the concepts answered by the workers of a cluster, AT_ONCE at a time; hierarchies are read here."""
        from engine.ranking.mapping.answers import chosen
        from engine.ranking.mapping.joining import EncoderAnswers
        from engine.ranking.mapping.side import read_side
        from engine.ranking.mapping.source_lenders import lending_terminologies

        found: dict[str, list[MappingAnswer]] = {}
        shelves = self._ranker.shelves
        for id in encoders:
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

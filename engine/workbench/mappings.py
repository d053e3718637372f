"""A terminology mapped onto another: suggestions for every concept, written as SSSOM, and measured."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import BadInput
from engine.events import Finished, Progress
from engine.jobs.cluster import ClusterAddress
from engine.ranking.ranker import Ranker
from engine.terminology.edited_view import edited_view
from engine.terminology.importing import find
from engine.workbench.cluster_parts import Stamp, concepts_mapped, dealt, parts_of
from engine.workbench.encoder_resolver import CURRENT, EncoderResolver
from engine.workspace import Workspace

if TYPE_CHECKING:
    from engine.events import Event
    from engine.ranking.mapping.records import Answer
    from engine.ranking.mapping.side import MappedSide

ENDING = ".tsv"
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
        encoder: str = CURRENT,
        format: str = "",
        cluster: ClusterAddress | None = None,
    ) -> Iterator[Event]:
        """Writes every source concept's best suggestion as SSSOM or FHIR, the `format` or the ending of `out`: yields
        Progress, then Finished.

        The result: {"source", "target", "mapped", "suggested", "unmapped", "out"}. Each suggestion is marked undecided;
        `mapped` counts what people decided, which is nothing yet, `unmapped` the concepts without a suggestion of at
        least the confidence `least`. cluster: whose workers compare, instead of this process. BadInput for a
        terminology onto itself, and for an `out` that is no such file.
        """
        from engine.formats.mappings import Mapping, MappingSet, write_suggestions
        from engine.formats.recognition import written_format
        from engine.formats.registry import FORMATS, MAPPINGS

        chosen = written_format(out.name, MAPPINGS) or ("sssom" if out.suffix.lower() == ENDING else "")
        if not chosen or out.is_dir() or (format and format != chosen):
            ending = FORMATS[format or "sssom"].written[0]
            raise BadInput(f"{out} is no name of a file of {FORMATS[format or 'sssom'].title}; let it end in {ending}.")
        if not out.absolute().parent.is_dir():
            raise BadInput(f"There is no folder {out.absolute().parent} to write {out.name} to; make it first.")
        if not 0 <= least <= 1:
            raise BadInput(f"A confidence lies from 0 to 1, not at {least}; choose another --min-confidence.")
        id = self._encoders.id(encoder)
        result = yield from self._suggested(source, target, id, cluster=cluster)
        found = [one for one in result["suggestions"] if one.confidence >= least]
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
            )
            for one in found
        ]
        first, second = find(self._workspace, source), find(self._workspace, target)
        date = datetime.now(UTC).isoformat()
        write_suggestions(out, rows, MappingSet(first.slug, second.slug, first.title, second.title, id, date), chosen)
        yield Finished(
            {
                "source": first.slug,
                "target": second.slug,
                "mapped": 0,
                "suggested": len(found),
                "unmapped": result["concepts"] - len(found),
                "out": str(out),
            }
        )

    def measure(
        self,
        reference: Path,
        source: str,
        target: str,
        encoder: str = CURRENT,
        least: float = 0.0,
        cluster: ClusterAddress | None = None,
    ) -> Iterator[Event]:
        """Measures suggestions against a reference mapping: yields Progress, then Finished.

        reference: see `engine.formats.mappings.read_reference`. The result: {"source", "target", "encoder", "concepts",
        "left_out", "rows": [{"hierarchy", "predicate", "suggested", "right", "reference", "precision", "recall",
        "f1"}]}, without and with hierarchy; `left_out` counts concepts of the reference that the source does not have.
        BadInput where it has none of them.
        """
        from engine.evaluation.mappings import measured
        from engine.formats.mappings import read_reference
        from engine.ranking.mapping.hierarchy import WEIGHT, with_hierarchy

        first, second, id = find(self._workspace, source), find(self._workspace, target), self._encoders.id(encoder)
        known = [(one.slug, edited_view(self._workspace, one.slug).titles) for one in (first, second)]
        given = read_reference(reference, *known)
        there = {code: targets for code, targets in given.items() if code in known[0][1]}
        if not there:
            raise BadInput(f"{reference} maps no concept of {first.title}; name its source with --source.")
        result = yield from self._suggested(source, target, id, there, cluster)
        rows = []
        for weight in (0.0, WEIGHT):
            made = with_hierarchy(result["answers"], result["sides"][0], result["sides"][1], self._ranker.order, weight)
            chosen = [one for one in made if one.confidence >= least]
            rows += [{"hierarchy": bool(weight), **row} for row in measured(chosen, there)]
        about = {"source": first.slug, "target": second.slug, "encoder": id}
        yield Finished({**about, "concepts": len(there), "left_out": len(given) - len(there), "rows": rows})

    def _suggested(
        self,
        source: str,
        target: str,
        encoder: str,
        only: Collection[str] = (),
        cluster: ClusterAddress | None = None,
    ) -> Generator[Event, None, dict[str, Any]]:
        """The suggestions of the whole source, with what they were made of, and how many concepts it has."""
        from engine.ranking.mapping import suggestions
        from engine.ranking.mapping.side import read_side

        first, second = find(self._workspace, source), find(self._workspace, target)
        if first.slug == second.slug:
            raise BadInput(f"{first.title} cannot be mapped onto itself; name another terminology as the target.")
        _, opened = self._encoders.open(encoder)
        with self._workspace.reading() as db:
            sides = [read_side(db, self._ranker.shelves, one, opened) for one in (first, second)]
        about = {"sides": sides, "concepts": len(sides[0].concept_codes)}
        if cluster is not None:
            return about | (yield from self._suggested_by(cluster, sides, encoder, only))
        for event in suggestions(sides[0], sides[1], self._ranker.order, only=only):
            if isinstance(event, Finished):
                return about | event.result
            yield event
        raise AssertionError("A mapping ends with its suggestions.")

    def _suggested_by(
        self, where: ClusterAddress, sides: Sequence[MappedSide], encoder: str, only: Collection[str]
    ) -> Generator[Event, None, dict[str, Any]]:
        """The same, the concepts answered by the workers of a cluster, AT_ONCE at a time; hierarchies are read here."""
        from engine.ranking.mapping import chosen
        from engine.ranking.mapping.hierarchy import with_hierarchy

        source, target = sides
        codes, stamp = chosen(source, only), Stamp.of(self._workspace, [one.slug for one in sides], encoder)
        found: dict[int, list[Answer]] = {}
        at_once = max(AT_ONCE, -(-len(codes) // MOST_PARTS))
        for number, part, cluster in dealt(where, concepts_mapped, parts_of(codes, at_once), stamp):
            found[number] = part
            ready = min(len(found) * at_once, len(codes))
            yield Progress(ready, len(codes), f"Mapped by {cluster.workers} workers", {"workers": cluster.workers})
        answers = [one for number in sorted(found) for one in found[number]]
        return {"suggestions": with_hierarchy(answers, source, target, self._ranker.order), "answers": answers}

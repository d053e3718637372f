"""How good encoders are: on human-judged pairs, and on the tasks of a terminology."""

from __future__ import annotations

import random
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import BadInput
from engine.evaluation import measuring
from engine.evaluation.judged_sets import keep_set, names_file, relatedness_file, relatedness_sets
from engine.evaluation.relatedness import read_pairs, relatedness
from engine.events import Finished, Progress
from engine.jobs.cluster import ClusterAddress
from engine.models.open import VECTORS
from engine.ranking import CONCEPT
from engine.retrieval.indexes import Indexes
from engine.terminology import lookup
from engine.terminology.preferred_names import with_chosen_names
from engine.workbench.cluster.cluster_parts import Stamp, dealt, names_answered, parts_of, rank_by
from engine.workbench.encoders.encoder_resolver import EncoderResolver
from engine.workbench.rankings.rankings import Rankings
from engine.workspace import Workspace
from store import terminologies
from store.records.training import CURRENT

if TYPE_CHECKING:
    from engine.evaluation.mapped_names import AnsweredName, MappedName
    from engine.events import Event

AT_ONCE = 25  # names that a worker of a cluster answers together


class Evaluations:
    """Measures encoders."""

    def __init__(self, workspace: Workspace, indexes: Indexes, encoders: EncoderResolver, rankings: Rankings) -> None:
        self._workspace = workspace
        self._indexes = indexes
        self._encoders = encoders
        self._rankings = rankings

    def relatedness_sets(self) -> list[str]:
        """The names of the relatedness sets that ship, and of those of this workspace."""
        return [path.stem for path in relatedness_sets(self._workspace)]

    def add_relatedness_set(self, path: Path, name: str, columns: Sequence[str | int] | None = None) -> dict[str, Any]:
        """Keeps the pairs of a human-judged set in the workspace; `relatedness` of the shipped vectors on it.

        The kept set needs no `columns`. BadInput for a name that cannot name a file, or a file that is no such set.
        """
        lookup.check_file_name(name)
        result = self.relatedness(path, columns=columns)
        keep_set(self._workspace, name, read_pairs(relatedness_file(self._workspace, path), columns))
        return result

    def relatedness(
        self, path: Path, encoder: str = VECTORS, columns: Sequence[str | int] | None = None, draws: int = 1_000
    ) -> dict[str, Any]:
        """An encoder on a human-judged set: {"pairs", "spearman", "low", "high", "without_vector", "halves"}.

        path: a file, or the name of a set, here and below.
        """
        _, opened = self._encoders.open(encoder)
        return relatedness(read_pairs(relatedness_file(self._workspace, path), columns), opened.encode, draws)

    def compare_relatedness(
        self,
        path: Path,
        encoders: Sequence[str],
        columns: Sequence[str | int] | None = None,
        draws: int = 10_000,
        baselines: bool = False,
    ) -> dict[str, Any]:
        """Encoders, with or without baselines, on the same pairs: {"rows", "differences", "left_out"}.

        A difference is the first encoder less another: {"metric", "first", "second", "difference", "low", "high", "p"}.
        """
        request = measuring.MeasurementRequest(self._encoders.ids(encoders), baselines)
        pairs = read_pairs(relatedness_file(self._workspace, path), columns)
        report = measuring.measure_relatedness(self._workspace, pairs, request).report(draws, 0)
        return {key: report[key] for key in ("rows", "differences", "left_out")}

    def measure(
        self,
        task: str,
        terminology: str,
        encoders: Sequence[str] = (VECTORS,),
        baselines: bool = False,
        queries: int = 1_000,
        seed: int = 0,
        draws: int = 10_000,
        levels: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Encoders on one task over a terminology: {"task", "rows", "differences", "left_out", …facts}.

        retrieval, mapping, coverage and bm25 query the held-out concepts, at most `queries` of them (concepts for
        coverage); levels and hypernyms take the settings of the data selection `Levels`.
        """
        if queries < 1 or draws < 1:
            raise BadInput(f"Asked for {queries} queries and {draws} draws; choose at least 1 of each.")
        found = lookup.find(self._workspace, terminology)
        request = measuring.MeasurementRequest(self._encoders.ids(encoders), baselines, queries, seed)
        if task in measuring.HELD_OUT:
            measured = measuring.measure_held_out(self._workspace, self._indexes, task, found, request)
        elif task in measuring.LEVELS:
            measured = measuring.measure_levels(self._workspace, task, found, request, levels or {})
        else:
            there = ", ".join((*measuring.HELD_OUT, *measuring.LEVELS))
            raise BadInput(f"There is no task “{task}” over a terminology; there are {there}.")
        return measured.report(draws, seed)

    def map_names(
        self,
        path: Path,
        terminology: str,
        ids: str = "",
        encoder: str = CURRENT,
        half: str = "",
        errors: Path | None = None,
        draws: int = 10_000,
        without: Collection[str] = (),
        cluster: ClusterAddress | None = None,
        unit: str = CONCEPT,
    ) -> Iterator[Event]:
        """Names with their ids, asked as a person asks them: yields Progress, then Finished.

        path: a CSV or TSV file with the columns `name` and `ids` (default: the terminology's short name, else IDS), the
        ids between “|”, or the name of a shipped set. half: “a” or “b”, only the names of that half. errors: a TSV file
        for every miss with its cause. without: those of `engine.ranking.LEADS` that are left out. cluster: whose
        workers ask, instead of this process. unit: CONCEPT or BILLABLE, as `Rankings.rank` has it. The result:
        {"terminology", "encoder", "queries"}, the metrics of `engine.evaluation.mapped_names.measured`, and with
        `errors` {"causes", "errors"}.
        """
        from engine.evaluation import mapped_names

        found = lookup.find(self._workspace, terminology)
        names = mapped_names.read_names(names_file(path), ids or found.slug, "" if ids else mapped_names.IDS)
        chosen = [one for one in names if half in ("", one.half)]
        if not chosen:
            raise BadInput(f"{path} has no name in half “{half}”; leave --half out.")
        id = self._encoders.id(encoder)
        with self._workspace.reading() as db:
            nearness = mapped_names.Nearness(terminologies.edges(db, found.slug))
            known = terminologies.preferred_of(db, found.slug, {one for name in chosen for one in name.ids})
            known = with_chosen_names(db, found.slug, known)

        answered: list[mapped_names.AnsweredName] = []
        if cluster is not None:
            answered = yield from self._answered_by(cluster, chosen, found.slug, id, without, unit)
        else:
            rankings = self._rankings.without(without) if without else self._rankings
            for one in mapped_names.answers(chosen, rank_by(rankings, found.slug, id, unit)):
                answered.append(one)
                yield Progress(len(answered), len(chosen), one.query.name)
        result = mapped_names.measured(answered, nearness, draws)
        if errors:
            causes = mapped_names.write_errors(errors, answered, nearness, known)
            result |= {"causes": causes, "errors": str(errors)}
        yield Finished({"terminology": found.slug, "encoder": id, **result})

    def reword_names(
        self,
        paths: Sequence[Path],
        terminology: str,
        ids: str = "",
        encoder: str = CURRENT,
        names: int = 250,
        seed: int = 0,
        lost: Path | None = None,
        draws: int = 10_000,
    ) -> Iterator[Event]:
        """Names typed in other manners, as a person asks them: yields Progress, then Finished.

        paths and ids: as `map_names` has them; of all their names at most `names` are drawn. lost: a TSV file for
        every name that lost its right first concept. The result: {"terminology", "encoder", "names", "right",
        "manners"}, the last as `engine.evaluation.rewording.shares` has it, and with `lost` its path.
        """
        from engine.evaluation import mapped_names, rewording

        if names < 1 or draws < 1:
            raise BadInput(f"Asked for {names} names and {draws} draws; choose at least 1 of each.")
        found = lookup.find(self._workspace, terminology)
        or_else = "" if ids else mapped_names.IDS
        every = [one for path in paths for one in mapped_names.read_names(names_file(path), ids or found.slug, or_else)]
        different = list({one.name: one for one in every}.values())
        chosen = random.Random(seed).sample(different, min(names, len(different)))
        id = self._encoders.id(encoder)

        right, typed = 0, list[rewording.RewordedName]()
        rank = rank_by(self._rankings, found.slug, id)
        for place, (answer, others) in enumerate(rewording.reworded(chosen, rank), 1):
            right += answer.rank == 1
            typed += others
            yield Progress(place, len(chosen), answer.query.name)
        if lost:
            rewording.write_lost(lost, typed)
        about = {"terminology": found.slug, "encoder": id, "names": len(chosen), "right": right}
        written = {"lost": str(lost)} if lost else {}
        yield Finished({**about, "manners": rewording.shares(typed, draws), **written})

    def _answered_by(
        self,
        where: ClusterAddress,
        names: Sequence[MappedName],
        slug: str,
        encoder: str,
        without: Collection[str],
        unit: str,
    ) -> Generator[Event, None, list[AnsweredName]]:
        """The names in their order, answered by the workers of a cluster, AT_ONCE at a time."""
        stamp = Stamp.of(self._workspace, [slug], encoder)
        found: dict[int, list[AnsweredName]] = {}
        parts = parts_of(names, AT_ONCE)
        for number, part, cluster in dealt(where, names_answered, parts, stamp, tuple(without), unit):
            found[number] = part
            ready = sum(map(len, found.values()))
            yield Progress(ready, len(names), f"Asked by {cluster.workers} workers", {"workers": cluster.workers})
        return [one for number in sorted(found) for one in found[number]]

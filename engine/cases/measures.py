"""Relatedness sets and comparisons."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine import comparison, importing
from engine.cases.base import Cases
from engine.comparison import Comparison
from engine.comparison_queries import (
    TOP,
    ComparedNames,
    ComparedRanks,
    checked_names,
    compare_names,
    compared_ranks,
    names_from,
)
from engine.encoding import OWN_VECTORS, VECTORS, open_encoder
from engine.errors import BadInput
from engine.fitting import relatedness_sets
from store import models, runs

if TYPE_CHECKING:
    from engine.events import Event
    from store.records.terminology import Terminology


class MeasureCases(Cases):
    """How good encoders are, side by side."""

    def relatedness_sets(self) -> list[str]:
        """The names of the relatedness sets kept here."""
        return [path.stem for path in relatedness_sets(self.workspace)]

    def add_relatedness_set(self, path: Path, name: str) -> dict[str, Any]:
        """Keep a human-judged set; what the shipped vectors give on it."""
        importing.check_file_name(name)
        result = self.relatedness(path)
        shutil.copyfile(path, self.workspace.folder / "relatedness" / f"{name}{path.suffix.lower()}")
        return result

    def relatedness(
        self, path: Path, encoder: str = VECTORS, columns: Sequence[str | int] | None = None, draws: int = 1_000
    ) -> dict[str, Any]:
        """An encoder on a human-judged set: {"pairs", "spearman", "low", "high", "without_vector", "halves"}."""
        from engine.evaluation.relatedness import read_pairs, relatedness

        return relatedness(read_pairs(path, columns), open_encoder(self.workspace, self._id(encoder)).encode, draws)

    def relatedness_beside(
        self,
        path: Path,
        encoders: Sequence[str],
        columns: Sequence[str | int] | None = None,
        draws: int = 10_000,
        baselines: bool = False,
    ) -> dict[str, Any]:
        """Encoders, and baselines if asked for, on the same pairs: {"rows", "differences", "left_out"}.

        A difference is the first encoder less another: {"metric", "first", "second", "difference", "low", "high", "p"}.
        """
        from engine.evaluation import measuring
        from engine.evaluation.relatedness import read_pairs

        asked = measuring.Asked([self._id(encoder) for encoder in encoders], baselines)
        report = measuring.measure_relatedness(self.workspace, read_pairs(path, columns), asked).report(draws, 0)
        return {key: report[key] for key in ("rows", "differences", "left_out")}

    def evaluate(
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

        retrieval, mapping, coverage and bm25 ask the held-out concepts, at most `queries` of them (concepts for
        coverage); levels and hypernyms take the settings of the data selection `Levels`.
        """
        from engine.evaluation import measuring

        if queries < 1 or draws < 1:
            raise BadInput(f"Asked for {queries} queries and {draws} draws; choose at least 1 of each.")
        found = importing.find(self.workspace, terminology)
        asked = measuring.Asked([self._id(encoder) for encoder in encoders], baselines, queries, seed)
        if task in measuring.HELD_OUT:
            measured = measuring.measure_held_out(self.workspace, self.ranker.indexes, task, found, asked)
        elif task in measuring.LEVELS:
            measured = measuring.measure_levels(self.workspace, task, found, asked, levels or {})
        else:
            there = ", ".join((*measuring.HELD_OUT, *measuring.LEVELS))
            raise BadInput(f"There is no task “{task}” over a terminology; there are {there}.")
        return measured.report(draws, seed)

    def comparison(self, ids: Sequence[str], terminology: str) -> Comparison | None:
        """Two to four encoders side by side, as measured before; None when that has still to be done."""
        found = comparison.kept(self.workspace, self._ids(ids), terminology)
        return self._titled(found) if found else None

    def compare(self, ids: Sequence[str], terminology: str) -> Comparison:
        """The same, measured here and now where it has to be."""
        for _ in self.comparing(ids, terminology):
            pass
        found = self.comparison(ids, terminology)
        assert found is not None
        return found

    def comparing(self, ids: Sequence[str], terminology: str) -> Iterator[Event]:
        """The measuring, as a generator of progress."""
        return comparison.compare(self.workspace, self.ranker.indexes, self._ids(ids), terminology)

    def start_comparison(self, ids: Sequence[str], terminology: str) -> int:
        """Start measuring in a child process; the run, or the one that is already at it."""
        recipe = {"encoders": comparison.checked(self._ids(ids)), "terminology": terminology}
        importing.find(self.workspace, terminology)
        return self._started(recipe, f"Comparing {len(ids)} encoders on {terminology}")

    def comparison_run(self, ids: Sequence[str], terminology: str) -> int | None:
        """The run that measures this at the moment, if any."""
        return self._comparing({"encoders": self._ids(ids), "terminology": terminology})

    def compared_ranks(self, text: str, ids: Sequence[str], terminology: str, top: int = TOP) -> ComparedRanks:
        """Where encoders put the concepts that any of them has among its first `top` for a text."""
        return compared_ranks(self.ranker, self._terminologies(terminology), text, self._ids(ids), top)

    def start_compared_names(self, names: Sequence[tuple[str, str]], ids: Sequence[str], terminology: str) -> int:
        """Start asking encoders a list of (name, expected concept id or "") in a child process; the run."""
        kept = checked_names(names)
        recipe = {"encoders": comparison.checked(self._ids(ids)), "terminology": terminology, "names": kept}
        self._terminologies(terminology)
        return self._started(recipe, f"Comparing encoders on {len(kept)} names")

    def compared_names(self, run: int) -> ComparedNames | None:
        """What a list of names came to; None while its run is not done."""
        with self.workspace.reading() as db:
            found = runs.get(db, run)
        asked = found is not None and found.kind == "compare" and "names" in found.result
        return self.asked_names(found.result) if found is not None and asked else None

    def asking(self, names: Sequence[tuple[str, str]], ids: Sequence[str], terminology: str) -> Iterator[Event]:
        """A list of names asked here and now, as a generator of progress; its end is for `asked_names`."""
        kept = [(name, expected) for name, expected in checked_names(names)]
        chosen = self._terminologies(terminology)
        return compare_names(self.ranker, chosen, terminology, comparison.checked(self._ids(ids)), kept)

    def asked_names(self, result: Mapping[str, Any]) -> ComparedNames:
        """What `asking` ended with."""
        titles, made = self._titles(), ComparedNames(**result["names"])
        return replace(made, titles={id: titles.get(id, id) for id in (*made.encoders, made.terminology)})

    def names_from(self, text: str) -> list[tuple[str, str]]:
        """(name, expected concept id or "") of each line of a pasted or uploaded list."""
        return names_from(text)

    def comparison_report(self, found: Comparison, names: ComparedNames | None) -> str:
        """One HTML page that needs nothing else: to keep, to send, to print."""
        from engine.comparison_report import report

        return report(found, names)

    def _ids(self, ids: Sequence[str]) -> list[str]:
        return [self._id(id) for id in ids]

    def _terminologies(self, slug: str) -> list[Terminology]:
        known = importing.known(self.workspace)
        return known if slug == "all" else [importing.find(self.workspace, slug)]

    def _titles(self) -> dict[str, str]:
        with self.workspace.reading() as db:
            versions = {model.id: model.name for model in models.all_models(db)}
        own = {path.name.split(".")[0] for path in (self.workspace.folder / "vectors").iterdir() if path.is_file()}
        titles = {one.slug: one.title for one in importing.known(self.workspace)}
        return titles | {VECTORS: "Shipped vectors", **{OWN_VECTORS + name: name for name in own}} | versions

    def _titled(self, found: Comparison) -> Comparison:
        titles = self._titles()
        return replace(found, titles={id: titles.get(id, id) for id in (*found.encoders, found.terminology)})

    def _started(self, recipe: dict[str, Any], title: str) -> int:
        running = self._comparing(recipe)
        return running if running is not None else self._spawned(self.queue("compare", title, recipe))

    def _comparing(self, recipe: dict[str, Any]) -> int | None:
        wanted = json.loads(json.dumps(recipe))
        return next((run.id for run in self._running("compare") if run.recipe == wanted), None)

"""Encoders side by side: on the tasks of a terminology, on one text, on a list of names."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.comparison import run as comparison
from engine.comparison.compared_names import ComparedNames, ComparedRanks
from engine.comparison.pasted_names import checked_names, names_from
from engine.comparison.ranking_names import TOP, compare_names, compared_ranks
from engine.comparison.records import Comparison
from engine.evaluation.judged_sets import NAMES, names_file
from engine.events import Event
from engine.ranking.ranker import Ranker
from engine.terminology import lookup
from engine.text.counts import count
from engine.vectors.ids import OWN_VECTORS, ids_in
from engine.workbench.encoders.encoder_resolver import EncoderResolver
from engine.workbench.jobs import Jobs
from engine.workspace import Workspace
from store import models, runs
from store.records.terminology import Terminology


class EncoderComparison:
    """Compares two to four encoders; “current” counts as the one it means."""

    def __init__(self, workspace: Workspace, ranker: Ranker, encoders: EncoderResolver, jobs: Jobs) -> None:
        self._workspace = workspace
        self._ranker = ranker
        self._encoders = encoders
        self._jobs = jobs

    def measured(self, ids: Sequence[str], terminology: str) -> Comparison | None:
        """Two to four encoders on the tasks of a terminology, as measured before; None where they were not."""
        found = comparison.stored_comparison(self._workspace, self._encoders.ids(ids), terminology)
        return self._titled(found) if found else None

    def measure(self, ids: Sequence[str], terminology: str) -> Comparison:
        """The same, measured here and now where they were not."""
        for _ in self.measuring(ids, terminology):
            pass
        found = self.measured(ids, terminology)
        assert found is not None
        return found

    def measuring(self, ids: Sequence[str], terminology: str) -> Iterator[Event]:
        """Measures them; yields Progress, then Finished."""
        return comparison.compare(self._workspace, self._ranker.indexes, self._encoders.ids(ids), terminology)

    def start(self, ids: Sequence[str], terminology: str) -> int:
        """Starts measuring in a child process; the number of the run, or of the one that is measuring this already."""
        recipe = {"encoders": comparison.checked_encoders(self._encoders.ids(ids)), "terminology": terminology}
        titled = lookup.find(self._workspace, terminology).title
        return self._started(recipe, f"Comparing {len(ids)} encoders on {titled}")

    def run_of(self, ids: Sequence[str], terminology: str) -> int | None:
        """The number of the run that is measuring this, or None."""
        return self._comparing({"encoders": self._encoders.ids(ids), "terminology": terminology})

    def ranks(self, text: str, ids: Sequence[str], terminology: str, top: int = TOP) -> ComparedRanks:
        """The ranks that encoders give to the concepts which any of them has among its first `top` for a text.

        BadInput unless they are two to four different encoders.
        """
        ids = comparison.checked_encoders(self._encoders.ids(ids))
        return compared_ranks(self._ranker, self._terminologies(terminology), text, ids, top)

    def start_names(self, names: Sequence[tuple[str, str]], ids: Sequence[str], terminology: str) -> int:
        """Starts ranking a list of (name, expected concept id or "") in a child process; the number of the run."""
        queries = checked_names(names)
        recipe = {
            "encoders": comparison.checked_encoders(self._encoders.ids(ids)),
            "terminology": terminology,
            "names": queries,
        }
        self._terminologies(terminology)
        return self._started(recipe, f"Comparing encoders on {count(len(queries), 'name')}")

    def names_of_run(self, run: int) -> ComparedNames | None:
        """The ranks of a list of names that a run read; None while it has not finished, or for another kind of run."""
        with self._workspace.reading() as db:
            found = runs.get(db, run)
        if found is None or found.kind != "compare" or "names" not in found.result:
            return None
        renamed = {**found.result["names"], "terminology": found.recipe["terminology"]}  # which follows a renaming
        return self.names_from_result({"names": renamed})

    def rank_names(self, names: Sequence[tuple[str, str]], ids: Sequence[str], terminology: str) -> Iterator[Event]:
        """Ranks a list of names here and now; yields Progress, then Finished for `names_from_result`."""
        queries = [(name, expected) for name, expected in checked_names(names)]
        chosen = self._terminologies(terminology)
        return compare_names(
            self._ranker, chosen, terminology, comparison.checked_encoders(self._encoders.ids(ids)), queries
        )

    def names_from_result(self, result: Mapping[str, Any]) -> ComparedNames:
        """The result of `rank_names`, or of its run, with the titles of its encoders."""
        titles, made = self._titles(), ComparedNames(**result["names"])
        return replace(made, titles={id: titles.get(id, id) for id in (*made.encoders, made.terminology)})

    def read_names(self, text: str, terminology: str = "") -> list[tuple[str, str]]:
        """(name, expected concept ids with “|” between, or "") of each line of a pasted or uploaded list.

        In a table with the heading “name” the ids are those of the column with the terminology's name, or of the first.
        """
        return names_from(text, terminology)

    def shipped_names(self) -> dict[str, str]:
        """The sets of names with their ids that ship: name -> the text of the table."""
        return {name: names_file(Path(name)).read_text(encoding="utf-8") for name in NAMES}

    def report(self, found: Comparison, names: ComparedNames | None) -> str:
        """A comparison, with a list of names where there is one, as one HTML page that needs no other file."""
        from engine.comparison.report import report

        return report(found, names)

    def _terminologies(self, slug: str) -> list[Terminology]:
        return lookup.chosen_among(lookup.all_terminologies(self._workspace), slug)

    def _titles(self) -> dict[str, str]:
        with self._workspace.reading() as db:
            versions = {model.id: model.name for model in models.all_models(db)}
        own = ids_in(self._workspace.folder / "vectors")
        titles = {one.slug: one.title for one in lookup.all_terminologies(self._workspace)}
        return titles | {id: id.removeprefix(OWN_VECTORS) for id in own} | models.TITLES_OF_VECTORS | versions

    def _titled(self, found: Comparison) -> Comparison:
        titles = self._titles()
        return replace(found, titles={id: titles.get(id, id) for id in (*found.encoders, found.terminology)})

    def _started(self, recipe: dict[str, Any], title: str) -> int:
        running = self._comparing(recipe)
        return running if running is not None else self._jobs.start("compare", title, recipe)

    def _comparing(self, recipe: dict[str, Any]) -> int | None:
        stored = json.loads(json.dumps(recipe))
        return next((run.id for run in self._jobs.running("compare") if run.recipe == stored), None)

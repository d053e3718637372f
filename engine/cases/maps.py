"""Maps of names: ask for one, open it, compare two, and take a selection out again."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine import editing
from engine.cases.base import Cases
from engine.encoding import encoder_sha256
from engine.errors import BadInput, Damaged, NotFound
from engine.importing import find
from engine.maps import LAYOUTS, MapAsked
from engine.text import normalise
from store import edits, labels, maps, runs, terminologies
from store.maps import KeptMap
from store.records.training import UNFINISHED

if TYPE_CHECKING:
    import numpy as np

    from engine.maps.file import Drawn

OPEN_AT_ONCE = 4
TOP_MOVERS = 200
HEADINGS = ("terminology", "concept", "name", "preferred name", "class", "level", "source", "region", "label")


@dataclass(frozen=True)
class OpenMap:
    """A map with its points in memory; `key` names it for as long as nothing that decides its points changes."""

    key: str
    asked: MapAsked
    points: Drawn


@dataclass(frozen=True)
class MapName:
    """A name of a selection: its number on the map and what is known of it."""

    point: int
    name: str
    concept: str
    preferred: str
    topic: str  # its top class
    level: int | None
    source: str
    region: str
    label: str = ""


@dataclass(frozen=True)
class MapPair:
    """Two maps of the same names: for each the share of neighbours kept, [n]; and the names that changed company most,
    each with the Jaccard of its neighbourhoods and its nearest names before and after."""

    agreement: np.ndarray
    movers: list[tuple[MapName, float, list[str], list[str]]]
    mean: float


class MapCases(Cases):
    """Two-dimensional maps, drawn by a run and kept."""

    _maps: dict[str, OpenMap]
    _maps_lock = threading.Lock()

    def map_layouts(self) -> dict[str, tuple[str, str]]:
        """Layout -> its title and what it shows, in a clause."""
        return {name: (kind.title, getattr(kind, "whole", "")) for name, kind in LAYOUTS.items()}

    def map_branches(self, terminology: str) -> dict[str, str]:
        """Concept id -> title of the top classes of a terminology, in the order of their titles."""
        from engine.hierarchy import top_classes

        find(self.workspace, terminology)
        parents = editing.parents_now(self.workspace, terminology)
        with self.workspace.reading() as db:
            titles = dict(terminologies.live_codes(db, terminology))
        tops = top_classes(titles, parents) if parents else {}
        return dict(sorted(((top, titles.get(top, top)) for top in tops), key=lambda pair: pair[1]))

    def map_asked(self, **asked: object) -> MapAsked:
        """What is asked for, checked: the encoder, terminology, concept or label set must be there."""
        made = MapAsked.from_dict(asked)
        made = replace(made, encoder=self._id(made.encoder), beside=self._id(made.beside) if made.beside else "")
        find(self.workspace, made.terminology)
        for encoder in {made.encoder, made.beside, made.searched_by} - {""}:
            encoder_sha256(self.workspace, encoder)
        if made.kind == "labels":
            with self.workspace.reading() as db:
                if not labels.in_set(db, made.of):
                    raise NotFound(f"The label set “{made.of}” holds no labels; add some on the Labels page.")
        elif made.kind == "branch":
            with self.workspace.reading() as db:
                if not maps.has_concept(db, made.terminology, made.of):
                    raise NotFound(f"{made.terminology} has no concept “{made.of}”; check the id of the branch.")
        return made

    def queue_map(self, asked: MapAsked) -> int:
        """A run that draws the map."""
        what = {"terminology": "all names", "branch": asked.of, "search": f"“{asked.of}”", "labels": asked.of}
        return self.queue("map", f"Map of {asked.terminology}, {what[asked.kind]}, {asked.encoder}", asked.to_dict())

    def start_map(self, asked: MapAsked) -> int:
        """The same in a child process; the run that is at it already, if any."""
        running = self.map_run(asked)
        return running if running is not None else self._spawned(self.queue_map(asked))

    def map_run(self, asked: MapAsked) -> int | None:
        """The run that is drawing this map, or None."""
        self._mark_interrupted()
        with self.workspace.reading() as db:
            newest = runs.newest(db, 10, "map")
        return next((r.id for r in newest if r.status in UNFINISHED and MapAsked.from_dict(r.recipe) == asked), None)

    def kept_maps(self) -> list[KeptMap]:
        """Every map that is drawn, newest first."""
        with self.workspace.reading() as db:
            return maps.all_maps(db)

    def open_map(self, asked: MapAsked) -> OpenMap | None:
        """The map when it is drawn and nothing that decides its points has changed; else None.

        A file that is not what was saved is forgotten, since it can be drawn again.
        """
        from engine.maps.file import read
        from engine.maps.making import kept, path_of

        row = kept(self.workspace, asked)
        if row is None:
            return None
        with self._maps_lock:
            opened = self.__dict__.setdefault("_maps", {})
            if row.key not in opened:
                try:
                    points = read(path_of(self.workspace, row.key), row.sha256)
                except Damaged:
                    with self.workspace.writing() as db:
                        maps.remove(db, row.key)
                    return None
                while len(opened) >= OPEN_AT_ONCE:
                    opened.pop(next(iter(opened)))
                opened[row.key] = OpenMap(row.key, asked, points)
            return replace(opened[row.key], asked=asked)

    def map_pair(self, first: OpenMap, second: OpenMap, top: int = TOP_MOVERS) -> MapPair:
        """What changed between two maps of the same names; BadInput when they are not of the same names."""
        from engine.maps import aligning

        one, other = first.points, second.points
        if len(one.rows) != len(other.rows) or (one.rows != other.rows).any():
            raise BadInput("These two maps do not show the same names; draw the second one beside the first.")
        shares = aligning.agreement(one.neighbours, other.neighbours)
        alike = aligning.jaccard(one.neighbours, other.neighbours)
        moved = aligning.movers(one.neighbours, other.neighbours, other.apart, top).tolist()
        lines = [
            (name, float(alike[name.point]), self._company(one, name.point), self._company(other, name.point))
            for name in self.map_names(first, moved)
        ]
        readable = other.neighbours[:, 0] >= 0
        return MapPair(shares, lines, float(shares[readable].mean()) if readable.any() else 0.0)

    def map_names(self, opened: OpenMap, points: Sequence[int], label_set: str = "") -> list[MapName]:
        """What is known of these points, in their order, with their labels in a set; NotFound for a number too high."""
        from engine.maps.points import NO_LEVEL

        drawn = opened.points
        if any(not 0 <= point < len(drawn.rows) for point in points):
            raise NotFound(f"This map has the names 0 to {len(drawn.rows) - 1}; open it again and select anew.")
        titles = dict(zip(drawn.tables["preferred"], drawn.tables["titles"], strict=True))
        labelled = self._labels_of(label_set)
        return [
            MapName(
                point,
                drawn.texts[point],
                drawn.codes[point],
                titles.get(drawn.codes[point], ""),
                drawn.tables["classes"][drawn.classes[point]],
                None if drawn.levels[point] == NO_LEVEL else int(drawn.levels[point]),
                drawn.tables["sources"][drawn.sources[point]],
                drawn.regions[drawn.region[point]].title if drawn.region[point] >= 0 else "",
                labelled.get(normalise(drawn.texts[point]), "") if labelled else "",
            )
            for point in points
        ]

    def map_labels(self, opened: OpenMap, label_set: str) -> dict[int, str]:
        """Point -> its class in a label set, for the points that have one."""
        labelled = self._labels_of(label_set)
        if not labelled:
            return {}
        with self.workspace.reading() as db:
            rows = maps.rows_with_norms(db, opened.asked.terminology, list(labelled))
        of_row = {row: labelled[norm] for norm, there in rows.items() for row in there}
        drawn = opened.points
        found = {point: of_row[row] for point, row in enumerate(drawn.rows.tolist()) if row in of_row}
        for point in (drawn.rows < 0).nonzero()[0].tolist():
            if label := labelled.get(normalise(drawn.texts[point])):
                found[point] = label
        return found

    def not_on_map(self, opened: OpenMap) -> dict[str, int]:
        """What the map leaves out, reason -> how many names: known when it was drawn, and added since."""
        counts = dict(opened.points.left_out)
        if added := self._edited(opened, edits.ADD):
            counts["added here by people"] = added
        return counts

    def withdrawn_on_map(self, opened: OpenMap) -> int:
        """How many of the terminology's names people have withdrawn; a map still shows them."""
        return self._edited(opened, edits.WITHDRAW)

    def _edited(self, opened: OpenMap, action: str) -> int:
        if opened.asked.kind == "labels":
            return 0
        with self.workspace.reading() as db:
            return sum(edit.action == action for edit in edits.standing(db, opened.asked.terminology))

    def export_map(self, opened: OpenMap, points: Sequence[int], label_set: str = "", format: str = "csv") -> bytes:
        """A selection as CSV (UTF-8 with a byte order mark) or XLSX; what a spreadsheet would run is neutralised."""
        from engine.writers import csv_file, xlsx

        def rows() -> Iterator[list[str]]:
            for one in self.map_names(opened, points, label_set):
                level = "" if one.level is None else str(one.level)
                told = [opened.asked.terminology, one.concept, one.name, one.preferred, one.topic, level, one.source]
                yield [*told, one.region, one.label]

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"selection.{format}"
            if format == "xlsx":
                xlsx.write_rows(path, "selection", HEADINGS, rows())
            elif format == "csv":
                csv_file.write_rows(path, HEADINGS, rows())
            else:
                raise BadInput(f"There is no format “{format}” of a selection; choose csv or xlsx.")
            return path.read_bytes()

    def withdraw_map_names(self, opened: OpenMap, points: Sequence[int], who: str, reason: str = "") -> int:
        """Take the names of a selection from their concepts, as one batch and one undo; how many.

        Names that are withdrawn already, and labels that are no names of the terminology, are passed over.
        """
        slug = opened.asked.terminology
        with self.workspace.reading() as db:
            gone = {
                (edit.concept_id, normalise(edit.name))
                for edit in edits.standing(db, slug)
                if edit.action == edits.WITHDRAW
            }
        named = {(one.concept, normalise(one.name)): one for one in self.map_names(opened, points) if one.concept}
        changes = [
            edits.Change(edits.WITHDRAW, slug, one.concept, one.name, reason)
            for key, one in named.items()
            if key not in gone
        ]
        if not changes:
            raise BadInput("None of these names is in use in the terminology; select others.")
        editing.apply(self.workspace, changes, who, f"{len(changes):,} names withdrawn, selected on the map")
        return len(changes)

    def place_map_concepts(
        self, opened: OpenMap, points: Sequence[int], parent: str, who: str, reason: str = ""
    ) -> int:
        """Put the concepts of a selection under one more parent, as one batch and one undo; how many.

        The parent itself and concepts that stand under it already are passed over. BadInput when a circle would come of
        it, or nothing.
        """
        slug = opened.asked.terminology
        over = editing.parents_now(self.workspace, slug)
        concepts = dict.fromkeys(one.concept for one in self.map_names(opened, points) if one.concept)
        changes = [
            edits.Change(edits.ADD, slug, concept, parent, reason, kind=edits.PARENT)
            for concept in concepts
            if concept != parent and parent not in over.get(concept, ())
        ]
        if not changes:
            raise BadInput(f"Every concept of the selection stands under {parent} already; choose another parent.")
        title = f"{len(changes):,} concepts put under {parent}, selected on the map"
        editing.apply(self.workspace, changes, who, title)
        return len(changes)

    def _labels_of(self, label_set: str) -> dict[str, str]:
        if not label_set:
            return {}
        with self.workspace.reading() as db:
            return {normalise(one.name): one.label for one in labels.in_set(db, label_set)}

    @staticmethod
    def _company(drawn: Drawn, point: int) -> list[str]:
        return [drawn.texts[near] for near in drawn.neighbours[point][:3].tolist() if near >= 0]

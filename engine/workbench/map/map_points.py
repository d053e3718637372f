"""The names on a map: what is known of them, their labels, and what is done with a selection."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import BadInput, NotFound
from engine.formats.registry import ROWS, Format, writers
from engine.terminology import editing
from engine.terminology.preferred_names import chosen_names
from engine.text import normalise
from engine.workbench.map.map_records import MapName, OpenMap
from engine.workspace import Workspace
from store import edits, exports, labels, maps

if TYPE_CHECKING:
    from engine.maps.density import Contour

HEADINGS = ("terminology", "concept", "name", "preferred name", "class", "level", "source", "region", "label")


class MapPoints:
    """Describes, exports and edits the names of a selection on a map."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def names(self, opened: OpenMap, points: Sequence[int], label_set: str = "") -> list[MapName]:
        """What is known of these points, in their order, with their labels in a set; NotFound for a number too high."""
        from engine.maps.points import NO_LEVEL

        drawn = opened.points
        if any(not 0 <= point < len(drawn.rows) for point in points):
            raise NotFound(f"This map has the names 0 to {len(drawn.rows) - 1}; open it again and select anew.")
        titles = drawn.tables.title_of() | self._chosen(opened.request.terminology)
        labelled = self._labels_of(label_set)
        return [
            MapName(
                point,
                drawn.texts[point],
                drawn.codes[point],
                titles.get(drawn.codes[point], ""),
                drawn.tables.classes[drawn.classes[point]],
                None if drawn.levels[point] == NO_LEVEL else int(drawn.levels[point]),
                drawn.tables.sources[drawn.sources[point]],
                drawn.regions[drawn.region[point]].title if drawn.region[point] >= 0 else "",
                labelled.get(normalise(drawn.texts[point]), "") if labelled else "",
            )
            for point in points
        ]

    def _chosen(self, terminology: str) -> dict[str, str]:
        """Code -> the preferred name that people chose, since a map was drawn too."""
        with self._workspace.reading() as db:
            return chosen_names(db, terminology)

    def labels(self, opened: OpenMap, label_set: str) -> dict[int, str]:
        """Point -> its class in a label set, for the points that have one."""
        labelled = self._labels_of(label_set)
        if not labelled:
            return {}
        with self._workspace.reading() as db:
            rows = maps.rows_with_norms(db, opened.request.terminology, list(labelled))
        of_row = {row: labelled[norm] for norm, there in rows.items() for row in there}
        drawn = opened.points
        found = {point: of_row[row] for point, row in enumerate(drawn.rows.tolist()) if row in of_row}
        for point in (drawn.rows < 0).nonzero()[0].tolist():
            if label := labelled.get(normalise(drawn.texts[point])):
                found[point] = label
        return found

    def contours(self, opened: OpenMap) -> list[Contour]:
        """The lines around where many of the map's names lie, in its own units, the densest part first."""
        from engine.maps.density import contours

        return contours(opened.points.xy)

    def left_out(self, opened: OpenMap) -> dict[str, int]:
        """What the map leaves out, reason -> number of names: those known when it was drawn, and those added since."""
        counts = dict(opened.points.left_out)
        if added := self._edited(opened, edits.ADD):
            counts["added here by people"] = added
        return counts

    def withdrawn(self, opened: OpenMap) -> int:
        """How many of the terminology's names people have withdrawn; a map still shows them."""
        return self._edited(opened, edits.WITHDRAW)

    def formats(self) -> dict[str, Format]:
        """The formats that a selection can be exported in, by name."""
        return writers(ROWS)

    def export(self, opened: OpenMap, points: Sequence[int], label_set: str = "", format: str = "csv") -> bytes:
        """A selection as CSV (UTF-8 with a byte order mark) or XLSX; what a spreadsheet would run is neutralised."""

        def rows() -> Iterator[list[str]]:
            for one in self.names(opened, points, label_set):
                level = "" if one.level is None else str(one.level)
                cells = [opened.request.terminology, one.concept, one.name, one.preferred, one.topic, level, one.source]
                yield [*cells, one.region, one.label]

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"selection.{format}"
            if format not in self.formats():
                raise BadInput(f"There is no format “{format}” of a selection; choose {' or '.join(self.formats())}.")
            self.formats()[format].load().write_rows(path, HEADINGS, rows(), "selection")
            return path.read_bytes()

    def withdraw(self, opened: OpenMap, points: Sequence[int], who: str, reason: str = "") -> int:
        """Withdraws the names of a selection from their concepts, as one batch and one undo; how many.

        Names that are withdrawn already, and labels that are no names of the terminology, are passed over.
        """
        slug = opened.request.terminology
        with self._workspace.reading() as db:
            gone = {
                (edit.concept_id, normalise(edit.name))
                for edit in edits.in_force(db, slug)
                if edit.action == edits.WITHDRAW
            }
        named = {(one.concept, normalise(one.name)): one for one in self.names(opened, points) if one.concept}
        changes = [
            edits.Change(edits.WITHDRAW, slug, one.concept, one.name, reason)
            for key, one in named.items()
            if key not in gone
        ]
        if not changes:
            raise BadInput("None of these names is in use in the terminology; select others.")
        editing.apply(self._workspace, changes, who, f"{len(changes):,} names withdrawn, selected on the map")
        return len(changes)

    def place_under(self, opened: OpenMap, points: Sequence[int], parent: str, who: str, reason: str = "") -> int:
        """Puts the concepts of a selection under one more parent, as one batch and one undo; how many.

        The parent itself and concepts that are under it already are passed over. BadInput when a circle would come of
        it, or nothing would change.
        """
        slug = opened.request.terminology
        over = editing.edited_parents(self._workspace, slug)
        concepts = dict.fromkeys(one.concept for one in self.names(opened, points) if one.concept)
        changes = [
            edits.Change(edits.ADD, slug, concept, parent, reason, kind=edits.PARENT)
            for concept in concepts
            if concept != parent and parent not in over.get(concept, ())
        ]
        if not changes:
            raise BadInput(f"Every concept of the selection stands under {parent} already; choose another parent.")
        title = f"{len(changes):,} concepts put under {parent}, selected on the map"
        editing.apply(self._workspace, changes, who, title)
        return len(changes)

    def _edited(self, opened: OpenMap, action: str) -> int:
        """How many names are added or withdrawn now, of concepts that a map of a part shows: what was taken back is
        neither."""
        if opened.request.kind == "labels":
            return 0
        shown = None if opened.request.kind == "terminology" else set(opened.points.codes)
        with self._workspace.reading() as db:
            return exports.count_edits(db, opened.request.terminology, edits.NAME, action, shown)

    def _labels_of(self, label_set: str) -> dict[str, str]:
        if not label_set:
            return {}
        with self._workspace.reading() as db:
            return {normalise(one.name): one.label for one in labels.in_set(db, label_set)}

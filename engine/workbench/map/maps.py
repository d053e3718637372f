"""Two-dimensional maps of names: requested, drawn by a run, opened and compared."""

from __future__ import annotations

import threading
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.errors import BadInput, Damaged, NomenclatorError, NotFound
from engine.maps import LAYOUTS, MapRequest, aligning
from engine.models.open import encoder_sha256
from engine.terminology import editing
from engine.terminology.lookup import find
from engine.terminology.preferred_names import with_chosen_names
from engine.terminology.top_classes import top_classes
from engine.workbench.encoders.encoder_resolver import EncoderResolver
from engine.workbench.jobs import Jobs
from engine.workbench.map.map_points import MapPoints
from engine.workbench.map.map_records import MapPair, OpenMap
from engine.workspace import Workspace
from store import labels, maps, terminologies
from store.maps import StoredMap

if TYPE_CHECKING:
    from engine.maps.file import DrawnMap

OPEN_AT_ONCE = 4  # maps with their points in memory
TOP_MOVERS = 200  # names listed of two maps beside each other


class Maps:
    """Requests, draws, opens and compares maps."""

    def __init__(self, workspace: Workspace, points: MapPoints, encoders: EncoderResolver, jobs: Jobs) -> None:
        self._workspace = workspace
        self._points = points
        self._encoders = encoders
        self._jobs = jobs
        self._opened: dict[str, OpenMap] = {}
        self._lock = threading.Lock()

    def layouts(self) -> dict[str, tuple[str, str]]:
        """Layout -> its title and what it shows, in a clause."""
        return {name: (kind.title, getattr(kind, "whole", "")) for name, kind in LAYOUTS.items()}

    def branches(self, terminology: str) -> dict[str, str]:
        """Concept id -> title of the top classes of a terminology, in the order of their titles."""
        find(self._workspace, terminology)
        parents = editing.edited_parents(self._workspace, terminology)
        with self._workspace.reading() as db:
            titles = with_chosen_names(db, terminology, terminologies.live_titles(db, terminology))
        tops = top_classes(titles, parents) if parents else {}
        return dict(sorted(((top, titles.get(top, top)) for top in tops), key=lambda pair: pair[1]))

    def request(self, **values: object) -> MapRequest:
        """The request of a map from the values of its fields; “current” becomes the encoder that it means.

        NotFound where its encoder, terminology, concept or label set is not there, BadInput for values of no map.
        """
        made = MapRequest.from_dict(values)
        beside = self._encoders.id(made.beside) if made.beside else ""
        made = replace(made, encoder=self._encoders.id(made.encoder), beside=beside)
        terminology = find(self._workspace, made.terminology)
        for encoder in {made.encoder, made.beside, made.searched_by} - {""}:
            encoder_sha256(self._workspace, encoder)
        if made.kind == "labels":
            with self._workspace.reading() as db:
                if not labels.in_set(db, made.of):
                    raise NotFound(f"The label set “{made.of}” holds no labels; add some on the Labels page.")
        elif made.kind == "branch":
            with self._workspace.reading() as db:
                if not maps.has_concept(db, made.terminology, made.of):
                    raise NotFound(f"{terminology.title} has no concept “{made.of}”; check the id of the branch.")
        return made

    def queue(self, request: MapRequest) -> int:
        """The number of a queued run that draws the map."""
        what = {"terminology": "all names", "branch": request.of, "search": f"“{request.of}”", "labels": request.of}
        return self._jobs.queue(
            "map", f"Map of {request.terminology}, {what[request.kind]}, {request.encoder}", request.to_dict()
        )

    def start(self, request: MapRequest) -> int:
        """The number of a run that draws the map in a child process; of the one that is drawing it already, if any."""
        running = self.run_of(request)
        return running if running is not None else self._jobs.spawn(self.queue(request))

    def run_of(self, request: MapRequest) -> int | None:
        """The number of the run that is drawing this map, or None."""
        running = self._jobs.running("map")
        return next((run.id for run in running if MapRequest.from_dict(run.recipe) == request), None)

    def drawn(self) -> list[StoredMap]:
        """Every map that is drawn, newest first."""
        with self._workspace.reading() as db:
            return maps.all_maps(db)

    def openable(self, most: int) -> list[StoredMap]:
        """The newest of them, at most `most`, whose names, encoders and labels are as they were, as `open` gives them.

        None with other settings than those that a request has by itself.
        """
        from engine.maps.making import stored_map

        found = []
        for row in self.drawn():
            request = MapRequest.from_dict(row.asked)
            plain = MapRequest(request.terminology, request.encoder, request.kind, request.of, request.layout)
            with suppress(NomenclatorError):
                now = stored_map(self._workspace, replace(plain, by=request.by, beside=request.beside))
                if now is not None and now.key == row.key:
                    found.append(row)
            if len(found) == most:
                break
        return found

    def open(self, request: MapRequest) -> OpenMap | None:
        """The map when it is drawn and nothing that decides its points has changed; else None.

        A file that is not what was saved is forgotten, since it can be drawn again.
        """
        from engine.maps.file import read
        from engine.maps.making import path_of, stored_map

        row = stored_map(self._workspace, request)
        if row is None:
            return None
        with self._lock:
            opened = self._opened
            if row.key not in opened:
                try:
                    points = read(path_of(self._workspace, row.key), row.sha256)
                except Damaged:
                    with self._workspace.writing() as db:
                        maps.remove(db, row.key)
                    return None
                while len(opened) >= OPEN_AT_ONCE:
                    opened.pop(next(iter(opened)))
                opened[row.key] = OpenMap(row.key, request, points)
            return replace(opened[row.key], request=request)

    def compare(self, first: OpenMap, second: OpenMap, top: int = TOP_MOVERS) -> MapPair:
        """What changed between two maps of the same names, with the `top` names that changed most.

        BadInput when they are not of the same names.
        """
        one, other = first.points, second.points
        if len(one.rows) != len(other.rows) or (one.rows != other.rows).any():
            raise BadInput("These two maps do not show the same names; draw the second one beside the first.")
        shares = aligning.agreement(one.neighbours, other.neighbours)
        alike = aligning.jaccard(one.neighbours, other.neighbours)
        movers = aligning.movers(one.neighbours, other.neighbours, other.apart, top).tolist()
        lines = [
            (name, float(alike[name.point]), self._company(one, name.point), self._company(other, name.point))
            for name in self._points.names(first, movers)
        ]
        readable = other.neighbours[:, 0] >= 0
        return MapPair(shares, lines, float(shares[readable].mean()) if readable.any() else 0.0)

    @staticmethod
    def _company(drawn: DrawnMap, point: int) -> list[str]:
        return [drawn.texts[near] for near in drawn.neighbours[point][:3].tolist() if near >= 0]

"""One map from the first name to the last label, as a run: its events, its file, its row."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import BadInput
from engine.events import Event, Finished, Progress, result_of
from engine.maps.aligning import laid_over, pushed_apart
from engine.maps.cache_key import cache_stamp
from engine.maps.density import NARROW, WIDE
from engine.maps.file import DrawnMap, MapTables, read, write
from engine.maps.neighbours import NearestRows, nearest
from engine.maps.placing import placed_between
from engine.maps.points import (
    NO_LEVEL,
    ClassesAndLevels,
    DrawnName,
    Points,
    classes_and_levels,
    fair_positions,
    requested_names,
    sampled,
)
from engine.maps.regions import crowds, named_regions
from engine.maps.request import FEWEST, MapRequest
from engine.models.open import encoder_sha256, open_encoder
from engine.models.protocol import NameEncoder
from engine.retrieval.index import best
from engine.retrieval.index_files import CHUNK
from engine.retrieval.indexes import Indexes
from engine.retrieval.searchable import make_searchable
from engine.terminology.lookup import find
from engine.workspace import Workspace
from store import maps
from store.maps import StoredMap

STORED_NEIGHBOURS = 15
LAID_OUT = 200_000  # names; further ones are placed by those nearest to them
PLACED = 131_072  # of these at once
MOST_STORED = 40  # maps in a workspace, some 25 MB each at 100,000 names; the oldest go
UNREADABLE = "not readable by the encoder"


def key_of(workspace: Workspace, request: MapRequest) -> str:
    """The key of a map as the workspace stands."""
    ids = {request.encoder, request.searched_by, request.beside} - {""}
    hashes = {id: encoder_sha256(workspace, id) for id in ids}
    return request.key(find(workspace, request.terminology).fingerprint, hashes, cache_stamp(workspace, request))


def path_of(workspace: Workspace, key: str) -> Path:
    """Where a map is kept."""
    return workspace.folder / "maps" / f"{key}.safetensors"


def stored_map(workspace: Workspace, request: MapRequest) -> StoredMap | None:
    """The row of a map that is drawn already, or None."""
    key = key_of(workspace, request)
    with workspace.reading() as db:
        row = maps.get(db, key)
    return row if row and path_of(workspace, key).is_file() else None


def draw(workspace: Workspace, request: MapRequest) -> Iterator[Event]:
    """Draw a map, and first the one it is aligned with; Finished with {"map", "names", "made"}."""
    first: DrawnMap | None = None
    if request.beside:
        for event in result_of(draw(workspace, request.first())):
            yield Progress(event.step // 2, 100, event.message)
        row = stored_map(workspace, request.first())
        assert row is not None
        first = read(path_of(workspace, row.key), row.sha256)
    if there := stored_map(workspace, request):
        yield Finished({"map": there.key, "names": there.names, "made": False})
        return
    half = 50 if request.beside else 0
    key = key_of(workspace, request)
    drawn: DrawnMap | None = None
    for step in _drawn(workspace, request, first):
        if isinstance(step, DrawnMap):
            drawn = step
        else:
            yield Progress(half + step.step * (100 - half) // 100, 100, step.message)
    assert drawn is not None
    sha256 = write(path_of(workspace, key), drawn)
    count = len(drawn.rows)
    with workspace.writing() as db:
        maps.add(db, key, request.terminology, request.encoder, request.to_dict(), count, drawn.left_out, sha256)
        old = [one.key for one in maps.all_maps(db)[MOST_STORED:]]
        for one in old:
            maps.remove(db, one)
    for one in old:
        path_of(workspace, one).unlink(missing_ok=True)
    yield Finished({"map": key, "names": count, "made": True})


def _drawn(workspace: Workspace, request: MapRequest, first: DrawnMap | None) -> Iterator[Progress | DrawnMap]:
    yield Progress(0, 100, "Opening the encoder")
    encoder = open_encoder(workspace, request.encoder)
    for event in result_of(make_searchable(workspace, request.terminology, request.encoder)):
        yield Progress(10 * event.step // event.total, 100, event.message)
    yield Progress(10, 100, "Gathering the names")
    where = classes_and_levels(workspace, request.terminology, request.of if request.kind == "branch" else "")
    points = _points(workspace, request, where, first)
    laid = np.array(fair_positions(points.names, where.classes, LAID_OUT, request.seed))
    rows = _rows(workspace, request, encoder, [points.names[at] for at in laid])
    readable: np.ndarray = np.asarray(rows.any(1))
    laid, rows = laid[readable], rows[readable]
    if len(laid) < FEWEST:
        raise BadInput(f"The encoder reads {len(laid)} of these names; a map needs {FEWEST}. Choose another one.")
    near = yield from _near(rows)
    yield Progress(40, 100, "Laying the names out")
    start = first.xy[laid] if first is not None else None
    xy = np.full((len(points.names), 2), np.nan, np.float32)
    for placed in request.laid_out_by().placed(rows, near, start, request.seed):
        if isinstance(placed, np.ndarray):
            xy[laid] = placed
        else:
            yield Progress(40 + int(40 * placed), 100, "Laying the names out")
    neighbours = np.full((len(xy), min(STORED_NEIGHBOURS, near.positions.shape[1])), -1, np.int32)
    neighbours[laid] = laid[near.positions[:, :STORED_NEIGHBOURS]]
    others = np.setdiff1d(np.arange(len(xy)), laid) if len(points.names) > LAID_OUT else np.empty(0, np.int64)
    for at in range(0, len(others), PLACED):
        yield Progress(80 + 10 * at // len(others), 100, f"Placing {len(others):,} names by those nearest to them")
        _place(workspace, request, encoder, points.names, others[at : at + PLACED], laid, rows, xy, neighbours)
    apart = np.zeros(len(xy), dtype=np.float32)
    readable = np.asarray(np.isfinite(xy).all(1))
    if first is None:
        points, xy, neighbours, apart = _readable(points, xy, neighbours, apart)
    else:
        xy = laid_over(xy, first.xy)
        same = min(neighbours.shape[1], first.neighbours.shape[1])
        every = _rows(workspace, request, encoder, points.names)
        apart[readable] = pushed_apart(every, first.neighbours[:, :same], neighbours[:, :same])[readable]
    yield Progress(92, 100, "Naming the crowded parts")
    yield replace(_with_words(points, where, xy, neighbours, apart), placed=int(readable[others].sum()))


def _place(
    workspace: Workspace,
    request: MapRequest,
    encoder: NameEncoder,
    names: Sequence[DrawnName],
    some: np.ndarray,
    laid: np.ndarray,
    laid_rows: np.ndarray,
    xy: np.ndarray,
    neighbours: np.ndarray,
) -> None:
    """Write places and neighbours of the names at `some` that the encoder reads, by those that are `laid` out."""
    rows = _rows(workspace, request, encoder, [names[at] for at in some])
    readable = rows.any(1)
    there = some[readable]
    xy[there], nearest = placed_between(rows[readable], laid_rows, xy[laid], neighbours.shape[1])
    neighbours[there] = np.where(nearest >= 0, laid[nearest], -1)


def _readable(points: Points, xy: np.ndarray, neighbours: np.ndarray, apart: np.ndarray) -> tuple[Any, ...]:
    """The same without the names that have no place, their neighbours renumbered; how many is said."""
    there = np.isfinite(xy).all(1)
    if there.all():
        return points, xy, neighbours, apart
    numbers = np.append(np.cumsum(there) - 1, -1)
    names = [name for name, ok in zip(points.names, there.tolist(), strict=True) if ok]
    left_out = points.left_out | {UNREADABLE: int((~there).sum())}
    return Points(names, left_out), xy[there], numbers[neighbours[there]].astype(np.int32), apart[there]


def _points(workspace: Workspace, request: MapRequest, where: ClassesAndLevels, first: DrawnMap | None) -> Points:
    if first is not None:  # the same names, one for one
        sources = [first.tables.sources[number] for number in first.sources.tolist()]
        together = zip(first.rows.tolist(), first.texts, first.codes, sources, strict=True)
        return Points([DrawnName(*one) for one in together], first.left_out)
    found: Sequence[int] = ()
    if request.kind == "search":
        index = Indexes(workspace).get(
            find(workspace, request.terminology), searching := open_encoder(workspace, request.searched_by)
        )
        query = searching.encode([request.of])[0]
        if not query.any():
            raise BadInput(f"The encoder knows no part of “{request.of}”; search for other words.")
        found = best(index.scores(query), request.found).tolist()
    return sampled(requested_names(workspace, request, found), where.classes, request.most, request.seed)


def _rows(workspace: Workspace, request: MapRequest, encoder: NameEncoder, names: Sequence[DrawnName]) -> np.ndarray:
    """The unit rows of the names, float32 [n, dim]: from the index where they stand in it."""
    index_rows = np.array([name.row for name in names])
    index = Indexes(workspace).get(find(workspace, request.terminology), encoder)
    rows = index.rows[np.maximum(index_rows, 0)]
    new = np.flatnonzero(index_rows < 0)
    for start in range(0, len(new), CHUNK):
        part = new[start : start + CHUNK]
        rows[part] = encoder.encode([names[at].text for at in part])
    return np.asarray(rows, dtype=np.float32)


def _near(rows: np.ndarray) -> Generator[Progress, None, NearestRows]:
    for step in nearest(rows, 50 if len(rows) > 50 else len(rows) - 1):
        if isinstance(step, NearestRows):
            return step
        yield Progress(12 + int(28 * step), 100, "Finding each name's neighbours")
    raise AssertionError("nearest ends with the neighbours")


def _with_words(
    points: Points, where: ClassesAndLevels, xy: np.ndarray, neighbours: np.ndarray, apart: np.ndarray
) -> DrawnMap:
    texts, codes = [name.text for name in points.names], [name.code for name in points.names]
    classes, class_titles = _numbered([where.classes.get(code, "") for code in codes], np.uint16)
    sources, source_titles = _numbered([name.source or "" for name in points.names], np.uint16)
    readable = np.isfinite(xy).all(1)
    crowded = []
    for smoothing in (WIDE, NARROW):
        member = np.full(len(xy), -1, dtype=np.int16)
        member[readable], tops = crowds(xy[readable], smoothing)
        crowded.append((member, named_regions(member, tops, texts, codes, where.parents, where.titles)))
    preferred = sorted(set(codes) - {""})
    return DrawnMap(
        xy=xy,
        rows=np.array([name.row for name in points.names], dtype=np.int32),
        neighbours=neighbours,
        apart=apart,
        classes=classes,
        levels=np.array([min(where.levels.get(code, NO_LEVEL), NO_LEVEL) for code in codes], dtype=np.uint8),
        sources=sources,
        region=crowded[0][0],
        district=crowded[1][0],
        texts=texts,
        codes=codes,
        tables=MapTables(class_titles, source_titles, preferred, [where.titles.get(code, "") for code in preferred]),
        regions=crowded[0][1],
        districts=crowded[1][1],
        left_out=points.left_out,
    )


def _numbered(values: Sequence[str], kind: type) -> tuple[np.ndarray, list[str]]:
    """Each value as the number of its title; titles by how many they have, the empty one last."""
    titles, counts = np.unique(np.array(values, dtype=object).astype(str), return_counts=True)
    order = sorted(range(len(titles)), key=lambda at: (titles[at] == "", -counts[at], titles[at]))
    known = {str(titles[at]): number for number, at in enumerate(order)}
    return np.array([known[value] for value in values], dtype=kind), list(known)

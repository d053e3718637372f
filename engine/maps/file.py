"""A finished map as a file: typed arrays in safetensors, written whole and verified when read."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import Damaged
from engine.maps.regions import Region
from engine.text.text_arrays import lines_of, text_array
from engine.workspace import written_whole
from store.files import make_private_folder, sha256_of


@dataclass(frozen=True)
class MapTables:
    """What the numbers and codes of a map stand for: classes and sources by their number, “” where a name has none; the
    codes of its concepts, `preferred`, and the preferred name of each at the same place, `titles`."""

    classes: list[str]
    sources: list[str]
    preferred: list[str]
    titles: list[str]

    def title_of(self) -> dict[str, str]:
        """Code -> preferred name."""
        return dict(zip(self.preferred, self.titles, strict=True))


@dataclass(frozen=True)
class DrawnMap:
    """A map: n names with their places and what is known of each.

    xy: float32 [n, 2], NaN where the encoder of an aligned map cannot read the name; rows: int32 [n], the row in the
    terminology's index or -1; neighbours: int32 [n, k], nearest first, -1 where unreadable; apart: float32 [n], see
    `engine.maps.aligning.movers`, zeros in a map of its own; classes, levels, sources: uint16, uint8, uint16 [n];
    region, district: int16 [n], the large and the small crowd, -1 for none.
    """

    xy: np.ndarray
    rows: np.ndarray
    neighbours: np.ndarray
    apart: np.ndarray
    classes: np.ndarray
    levels: np.ndarray
    sources: np.ndarray
    region: np.ndarray
    district: np.ndarray
    texts: list[str]
    codes: list[str]
    tables: MapTables
    regions: list[Region]
    districts: list[Region]
    left_out: dict[str, int]
    placed: int = 0  # how many stand between the names nearest to them, since too many were to be laid out


ARRAYS = ("xy", "rows", "neighbours", "apart", "classes", "levels", "sources", "region", "district")


def write(path: Path, drawn: DrawnMap) -> str:
    """Keep the map; its sha256."""
    from safetensors.numpy import save_file

    arrays = {name: np.ascontiguousarray(getattr(drawn, name)) for name in ARRAYS}
    arrays |= {name: text_array(" ".join(text.split()) for text in getattr(drawn, name)) for name in ("texts", "codes")}
    meta = {
        "tables": json.dumps(asdict(drawn.tables)),
        "regions": json.dumps([asdict(one) for one in drawn.regions]),
        "districts": json.dumps([asdict(one) for one in drawn.districts]),
        "left_out": json.dumps(drawn.left_out),
        "placed": json.dumps(drawn.placed),
    }
    make_private_folder(path.parent)
    with written_whole(path) as temporary:
        save_file(arrays, temporary, meta)
    return sha256_of(path)


def read(path: Path, sha256: str) -> DrawnMap:
    """The map of a file; Damaged when it is not what was written."""
    from safetensors import safe_open

    if not path.is_file() or sha256_of(path) != sha256:
        raise Damaged(f"The map {path} is missing or not what was saved; draw it again.")
    with safe_open(path, framework="numpy") as file:
        meta: dict[str, Any] = {name: json.loads(text) for name, text in file.metadata().items()}
        arrays = {name: file.get_tensor(name) for name in ARRAYS}
        texts, codes = (lines_of(file.get_tensor(name)) for name in ("texts", "codes"))
    for crowds in ("regions", "districts"):
        meta[crowds] = [Region(**one) for one in meta[crowds]]
    meta["tables"] = MapTables(**meta["tables"])
    return DrawnMap(**arrays, texts=texts, codes=codes, **meta)

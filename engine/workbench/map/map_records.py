"""What the window knows of a map: its points in memory, a name on it, two maps beside each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.maps import MapRequest

if TYPE_CHECKING:
    import numpy as np

    from engine.maps.file import DrawnMap


@dataclass(frozen=True)
class OpenMap:
    """A map with its points in memory; `key` names it for as long as nothing that decides its points changes."""

    key: str
    request: MapRequest
    points: DrawnMap


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
    """Two maps of the same names: for each name the share of neighbours that stay, float [n]; and the names whose
    neighbours changed most, each with the Jaccard of its neighbourhoods and its nearest names before and after."""

    agreement: np.ndarray
    movers: list[tuple[MapName, float, list[str], list[str]]]
    mean: float

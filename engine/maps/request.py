"""What a map is to show: which names, under which encoder, laid out how. Its key names the file it is kept in."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from engine.errors import BadInput
from engine.maps.layouts import LAYOUTS
from engine.settings import named

KINDS = ("terminology", "branch", "search", "labels")
FORMAT, BRANCH_FORMAT = 1, 2  # a new number draws every map, or every one of a branch, anew
MOST_NAMES, MOST_FOUND, FEWEST = 150_000, 2_000, 5


@dataclass(frozen=True)
class MapRequest:
    """A map as a person asks for it.

    `kind` terminology draws all names; branch those of the concept `of` and of all below it; search the `found` names
    nearest to the text `of` under the encoder `by`; labels the names of the label set `of`. `beside` is the encoder
    whose map this one is aligned with, "" for a map of its own. More than `most` names are drawn as a fair sample.
    """

    terminology: str
    encoder: str
    kind: str = "terminology"
    of: str = ""
    layout: str = "umap"
    settings: tuple[tuple[str, float | int], ...] = ()  # of the layout, where they are not its defaults
    most: int = MOST_NAMES
    found: int = MOST_FOUND
    by: str = ""  # the encoder that searched; "" is `encoder`
    beside: str = ""
    seed: int = 1

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise BadInput(f"A map cannot show “{self.kind}”; choose one of {', '.join(KINDS)}.")
        if self.kind != "terminology" and not self.of.strip():
            what = {"branch": "the id of a concept", "search": "a text to search for", "labels": "a label set"}
            raise BadInput(f"A map of a {self.kind} needs {what[self.kind]}.")
        if not FEWEST <= self.most <= 1_000_000 or not FEWEST <= self.found <= 50_000:
            raise BadInput(f"A map draws {FEWEST} to 1,000,000 names, of a search at most 50,000.")
        self.laid_out_by()

    def laid_out_by(self) -> Any:
        """The layout with its settings; BadInput for one that there is not."""
        return named({"name": self.layout, **dict(self.settings)}, LAYOUTS, "layout")

    def first(self) -> MapRequest:
        """The map that this one is aligned with, on the same names."""
        return replace(self, encoder=self.beside, by=self.searched_by, beside="")

    def second(self, encoder: str) -> MapRequest:
        """The map of another encoder over the same names, aligned with this one."""
        return replace(self, encoder=encoder, by=self.searched_by, beside=self.encoder)

    @property
    def searched_by(self) -> str:
        """The encoder that finds the names of a search."""
        return (self.by or self.encoder) if self.kind == "search" else ""

    def to_dict(self) -> dict[str, Any]:
        """As JSON for a run's row."""
        return {**asdict(self), "settings": [list(pair) for pair in self.settings]}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> MapRequest:
        """The inverse of `to_dict`."""
        settings = tuple((str(name), value) for name, value in values.get("settings", ()))
        return cls(**{**values, "settings": settings})

    def key(self, fingerprint: str, sha256_of: Mapping[str, str], cache_stamp: str) -> str:
        """Names the map's file: a hash of all that decides where its points lie.

        fingerprint: the terminology's; sha256_of: encoder id -> hash, for `encoder`, `by` and `beside`; stand: what
        people's work contributes, the labels of a label set or the edited links of a hierarchy.
        """
        encoders = [sha256_of.get(one, "") for one in (self.encoder, self.searched_by, self.beside)]
        layout = [self.layout, self.laid_out_by().to_dict()]
        found = self.found if self.kind == "search" else 0
        format = BRANCH_FORMAT if self.kind == "branch" else FORMAT
        content = [format, fingerprint, encoders, self.kind, self.of, layout, self.most, found, self.seed, cache_stamp]
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:32]

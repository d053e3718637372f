"""Several vectors as one: their unit rows side by side, weighted, and optionally centred with top directions removed.

With unit rows u_i of the parts and weights w_i, a row is (w_1 u_1, …, w_k u_k) / |·|: the cosine of two names that all
parts know is the mean of the parts' cosines, weighted by w_i². A part that does not know a name is zero there.
Centring subtracts the mean row of the names it was fitted on, and `components` removes the directions in which those
names vary most after that (Mu and Viswanath 2018, “All-but-the-Top”). One part alone may be centred the same way.

    mean        float32 [dim]              zero without centring
    directions  float32 [components, dim]  orthonormal
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import BadInput, Damaged
from engine.events import Event, Finished, Progress
from engine.formats.opening.numbers import finite_number
from engine.vectors.ids import id_of
from engine.vectors.parts import FUSED, open_part, refuse_cycle
from engine.vectors.recipe_file import OfKind, read, written
from engine.vectors.unit import unit
from store.files import sha256_of

_BLOCK = 4096
_MOST = 1.01  # in a mean of unit rows, or a direction


class FusedFile(OfKind):
    """Vectors made of other vectors, which stay where they are; see the module."""

    kind = FUSED

    def __init__(
        self, path: Path, parts: list[Any], weights: list[float], state: tuple[np.ndarray, np.ndarray] | None = None
    ) -> None:
        self.path = path
        self.parts = parts
        self.weights = weights
        self.dim = sum(part.dim for part in parts)
        self._state = state

    @classmethod
    def load(cls, path: Path) -> FusedFile:
        """The vectors in a file; Damaged or BadInput when it cannot be read."""
        about, arrays = read(path, FUSED, {"mean": ("F32", 1), "directions": ("F32", 2)})
        ids, weights = checked_parts(about.get("parts"), about.get("weights"), str(path))
        refuse_cycle(path, ids)
        parts = [open_part(path.parent, id) for id in ids]
        if not arrays:
            return cls(path, parts, weights)
        hashes, dim = about.get("parts_sha256"), sum(part.dim for part in parts)
        if (
            not isinstance(hashes, list)
            or len(hashes) != len(parts)
            or not len(arrays["mean"]) == arrays["directions"].shape[1] == dim
        ):
            raise Damaged(f"The vectors file {path} contradicts itself about its parts; fuse them again.")
        if any(np.abs(array).max(initial=0) > _MOST for array in arrays.values()):
            raise Damaged(f"The vectors file {path} removes more from its rows than they hold; fuse them again.")
        if [part.sha256 for part in parts] != hashes:
            changed = [id for id, part, was in zip(ids, parts, hashes, strict=True) if part.sha256 != was]
            raise Damaged(
                f"The vectors {path} were fitted on another “{changed[0]}” than the one that is here now; "
                "put that one back, or fuse them again."
            )
        return cls(path, parts, weights, (arrays["mean"], arrays["directions"]))

    @cached_property
    def sha256(self) -> str:
        """Hash of this file and of its parts' hashes."""
        return hashlib.sha256(
            "\t".join([sha256_of(self.path), *(part.sha256 for part in self.parts)]).encode()
        ).hexdigest()

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        """Unit rows, float32 [len(texts), dim]; zero where no part knows the text."""
        rows, known = self.side_by_side(texts)
        if self._state is not None:
            mean, directions = self._state
            at = 0
            for part, knows in zip(self.parts, known.T, strict=True):
                rows[:, at : at + part.dim] -= np.where(knows[:, None], mean[at : at + part.dim], np.float32(0))
                at += part.dim
            rows -= (rows @ directions.T) @ directions
            rows[~known.any(axis=1)] = 0
        return unit(rows)

    def side_by_side(self, texts: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        """The unit rows before centring, float32 [n, dim], and which part knows which text, bool [n, parts]."""
        rows = np.empty((len(texts), self.dim), np.float32)
        known = np.empty((len(texts), len(self.parts)), bool)
        at = 0
        for number, (part, weight) in enumerate(zip(self.parts, self.weights, strict=True)):
            found = part.encode(texts)
            known[:, number] = found.any(axis=1)
            rows[:, at : at + part.dim] = found * np.float32(weight)
            at += part.dim
        return unit(rows), known


def made_of(path: Path) -> tuple[list[str], list[float]]:
    """The parts' ids and weights of the fused vectors at `path`."""
    about, _ = read(path, FUSED)
    return checked_parts(about.get("parts"), about.get("weights"), str(path))


def checked_parts(parts: Any, weights: Any, where: str) -> tuple[list[str], list[float]]:
    """The parts' ids and their weights, 1 each unless given; BadInput says what is wrong with them."""
    if not isinstance(parts, list) or not parts or not all(isinstance(part, str) for part in parts):
        raise BadInput(f"{where}: fused vectors need parts, as “vectors” and “vectors:NAME”, not {parts!r}.")
    if len(set(parts)) < len(parts):
        raise BadInput(f"{where}: a part stands twice in {', '.join(parts)}; give it once, with more weight.")
    weights = [1.0] * len(parts) if weights is None else weights
    numbers = isinstance(weights, list) and all((finite_number(weight) or 0) > 0 for weight in weights)
    if not numbers or len(weights) != len(parts):
        raise BadInput(f"{where}: give one weight above 0 for each of the {len(parts)} parts, not {weights!r}.")
    return parts, [float(weight) for weight in weights]


def fuse(
    out: Path,
    parts: Sequence[str],
    weights: Sequence[float] | None = None,
    centre: bool = False,
    components: int = 0,
    texts: Sequence[str] = (),
    fitted_on: Sequence[str] = (),
) -> Iterator[Event]:
    """Write to `out` vectors of `parts`, found beside it; centring and components are fitted on `texts`.

    Only texts that every part knows are fitted on. `fitted_on` names where they are from, kept in the file. Ends with
    `Finished({"path", "dim", "names"})`; `out` appears only when complete. Raises BadInput or NotFound.
    """
    ids, numbers = checked_parts(list(parts), None if weights is None else list(weights), "fuse")
    if id_of(out) in ids:
        raise BadInput(f"The fused vectors {out} cannot be a part of themselves; name other parts, or another name.")
    refuse_cycle(out, ids)
    opened = [open_part(out.parent, id) for id in ids]
    fused = FusedFile(out, opened, numbers)
    if not 0 <= components < fused.dim:
        raise BadInput(
            f"{components} components cannot be removed from {fused.dim} numbers; give 0 or more, and fewer."
        )
    recipe: dict[str, Any] = {"parts": ids, "weights": numbers}
    if not (centre or components):
        written(out, FUSED, recipe)
        yield Finished({"path": str(out), "dim": fused.dim, "names": 0})
        return
    if not texts:
        raise BadInput("Centring and removing components need names to be fitted on; name a terminology.")
    total, moments, count = np.zeros(fused.dim), np.zeros((fused.dim, fused.dim)), 0
    for start in range(0, len(texts), _BLOCK):
        rows, known = fused.side_by_side(texts[start : start + _BLOCK])
        rows = rows[known.all(axis=1)].astype(np.float64)
        total += rows.sum(axis=0)
        moments += rows.T @ rows
        count += len(rows)
        yield Progress(min(start + _BLOCK, len(texts)), len(texts), "Encoding the names to fit on")
    if count <= components:
        raise BadInput(f"Only {count} of the {len(texts):,} names are known to every part; fit on other names.")
    mean = total / count if centre else np.zeros(fused.dim)
    spread = moments / count - np.outer(mean, mean)
    directions = np.linalg.eigh(spread)[1].T[::-1][:components]
    recipe |= {"centre": centre, "components": components, "fitted_on": list(fitted_on), "names": count}
    recipe["parts_sha256"] = [part.sha256 for part in opened]
    arrays = {"mean": mean.astype(np.float32), "directions": directions.astype(np.float32)}
    written(out, FUSED, recipe, arrays)
    yield Finished({"path": str(out), "dim": fused.dim, "names": count})

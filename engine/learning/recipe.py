"""A recipe: everything that, with the data, rebuilds a trained encoder exactly; plain JSON outside, checked inside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.errors import BadInput
from engine.learning.losses import LOSSES
from engine.learning.samplers import SAMPLERS
from engine.learning.selection import DATA
from engine.models.encoders import ENCODERS
from engine.models.open import VECTORS
from engine.models.recipe_migration import upgraded
from engine.models.transforms import TRANSFORMS
from engine.models.transforms.none import NoTransform
from engine.settings import Field, Settings, as_named, named, setting

PARTS: dict[str, tuple[dict[str, type[Settings]], str]] = {  # those that are one name with its settings
    "data": (DATA, "data selection"),
    "front": (TRANSFORMS, "transform"),
    "encoder": (ENCODERS, "encoder"),
    "sampler": (SAMPLERS, "sampler"),
}


@dataclass(frozen=True)
class Optimiser(Settings):
    """Adam, the size of a step, and when to stop."""

    title = "optimiser"
    learning_rate: float = setting(1e-3, "Learning rate", "Adam's step; the papers use 0.001.", low=1e-7, high=1.0)
    batch: int = setting(16, "Anchors a batch", "How many names lead a step.", low=1, high=4096)
    watch: str = setting(
        "loss",
        "Watch",
        "What must get better on the validation names: the loss, or the mAP of retrieving training names.",
        choices=("loss", "map"),
    )
    patience: int = setting(10, "Patience", "Epochs without a better value of it, then stop.", low=1, high=1000)
    most_epochs: int = setting(200, "Most epochs", "Stop here at the latest.", low=1, high=10_000)
    clip: float = setting(0.0, "Clip", "Gradients longer than this are cut to it; 0 cuts none.", low=0.0, high=1e6)
    precision: str = setting(
        "auto",
        "Precision",
        "bfloat16 matrix products are several times faster where the processor has them; auto decides by that.",
        choices=("auto", "float32", "bfloat16"),
    )


@dataclass(frozen=True)
class Recipe:
    """The settings of one training, read and checked: JSON becomes this once, where it enters.

    `data`, `transform`, `encoder`, `losses` and `sampler` are settings from DATA, TRANSFORMS, ENCODERS, LOSSES and
    SAMPLERS. In JSON the transform stands under "front" and the losses under "objectives". `rest` holds the other keys
    as they were written; properties below give them by name, with what an absent key means.
    """

    data: Any
    transform: Any
    encoder: Any
    losses: tuple[Any, ...]
    sampler: Any
    optimiser: Optimiser
    seed: int
    rest: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def from_dict(cls, recipe: Mapping[str, Any]) -> Recipe:
        """Read JSON, of this version or an earlier one; BadInput names the part, the value and what would do."""
        parts = upgraded(recipe)
        losses = as_list(parts.pop("objectives", None))
        seed = parts.pop("seed", 0)
        if type(seed) is not int or not 0 <= seed < 2**63:
            raise BadInput(f"seed must be a whole number of 0 or more, not {seed!r}.")
        data, transform, encoder, sampler = (
            named(parts.pop(part, None), registry, what) for part, (registry, what) in PARTS.items()
        )
        return cls(
            data=data,
            transform=transform,
            encoder=encoder,
            losses=tuple(named(one, LOSSES, "loss") for one in losses),
            sampler=sampler,
            optimiser=Optimiser.from_dict(parts.pop("optimiser", {})),
            seed=seed,
            rest=parts,
        )

    @property
    def preset(self) -> str:
        """The preset that it began as; empty for none."""
        return str(self.rest.get("preset") or "")

    @property
    def terminology(self) -> str:
        """The short name of the terminology to learn from, several joined by “+”, or “all”; empty for none."""
        return str(self.rest.get("terminology") or "")

    @property
    def labels(self) -> str:
        """The label set to learn from; empty for none."""
        return str(self.rest.get("labels") or "")

    @property
    def input(self) -> str:
        """The id of the encoder that it trains on top of; the shipped vectors where none is named."""
        return str(self.rest.get("input", VECTORS))

    @property
    def compose(self) -> Any:
        """The input to make first, as {"model", "weight", "name"}; None for none."""
        return self.rest.get("compose") or None

    @property
    def own_files(self) -> bool:
        """Whether its data selection reads files of its own, and no terminology or label set."""
        return bool(getattr(self.data, "own_files", False))

    def changed(self, **keys: Any) -> Recipe:
        """A copy with these keys of `rest` set, such as `input`; a key set to None is taken out."""
        rest = {key: value for key, value in {**self.rest, **keys}.items() if value is not None}
        return replace(self, rest=rest)

    def check(self) -> None:
        """BadInput where these parts, each well formed, would together learn nothing or pass one of them over."""
        if not getattr(self.encoder, "learns", True):
            return
        weighed = [one for one in self.losses if one.weight]
        if not weighed:
            raise BadInput("Every loss weighs 0, so that nothing would be learned; give one a weight above 0.")
        needy = next((one for one in weighed if getattr(one, "needs_triplets", False)), None)
        if needy and not getattr(self.sampler, "gives_triplets", False):
            giving = ", ".join(name for name, kind in SAMPLERS.items() if getattr(kind, "gives_triplets", False))
            raise BadInput(
                f"The {needy.title} learns from triplets, and the {self.sampler.title} gives none; choose another "
                f"loss, or one of the samplers {giving}."
            )
        seen = getattr(self.encoder, "reads_rows", True) or any(getattr(one, "grounds", False) for one in weighed)
        if not seen and not isinstance(self.transform, NoTransform):
            raise BadInput(
                f"The {self.encoder.title} reads texts, so that {self.transform.title} before it would change nothing; "
                "choose the transform none."
            )

    def to_dict(self) -> dict[str, Any]:
        """The whole recipe as JSON-able data, defaults written out."""
        return {
            **self.rest,
            "data": as_named(self.data, DATA),
            "front": as_named(self.transform, TRANSFORMS),
            "encoder": as_named(self.encoder, ENCODERS),
            "objectives": [as_named(one, LOSSES) for one in self.losses],
            "sampler": as_named(self.sampler, SAMPLERS),
            "optimiser": self.optimiser.to_dict(),
            "seed": self.seed,
        }

    def fields(self) -> list[Field]:
        """Every setting as a line of a form; `path` is its place in the dict, such as `objectives.0.margin`."""
        lines = [*self.data.described("data"), *self.sampler.described("sampler")]
        lines += [*self.transform.described("front"), *self.encoder.described("encoder")]
        for place, loss in enumerate(self.losses):
            lines += loss.described(f"objectives.{place}")
        return [*lines, *self.optimiser.described("optimiser")]


def as_list(objectives: Any) -> list[Any]:
    """What stands under "objectives", one by one; a bare name is a list of it. BadInput for none, or for no list."""
    found = [objectives] if isinstance(objectives, str) else objectives or []
    if not isinstance(found, list | tuple):
        raise BadInput(f'objectives must be a list, such as [{{"name": "triplet"}}], not {objectives!r}.')
    if not found:
        raise BadInput('A recipe needs at least one loss, such as [{"name": "triplet"}].')
    return list(found)


def spelt_out(recipe: Mapping[str, Any]) -> dict[str, Any]:
    """The recipe with the settings of every part that stands there by its bare name, at their defaults."""
    found = dict(recipe)
    for part, (registry, what) in PARTS.items():
        if isinstance(found.get(part), str):
            found[part] = as_named(named(found[part], registry, what), registry)
    found["objectives"] = [
        as_named(named(one, LOSSES, "loss"), LOSSES) if isinstance(one, str) else one
        for one in as_list(found.get("objectives"))
    ]
    return found

"""A recipe: everything that, with the data, rebuilds a trained encoder exactly; plain JSON outside, checked inside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.encoders import ENCODERS
from engine.errors import BadInput
from engine.fronts import FRONTS
from engine.fronts.none import NoFront
from engine.objectives import OBJECTIVES
from engine.samplers import SAMPLERS
from engine.selection import DATA
from engine.settings import Field, Settings, as_named, named, setting

PARTS: dict[str, tuple[dict[str, type[Settings]], str]] = {  # those that are one name with its settings
    "data": (DATA, "data selection"),
    "front": (FRONTS, "front"),
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
    """Parsed settings of one training; `rest` keeps what belongs to others (terminology, input, preset …)."""

    data: Any
    front: Any
    encoder: Any
    objectives: tuple[Any, ...]
    sampler: Any
    optimiser: Optimiser
    seed: int
    rest: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def from_dict(cls, recipe: Mapping[str, Any]) -> Recipe:
        """Parse and check; BadInput names the part, the value and what would do."""
        parts = upgraded(recipe)
        objectives = listed(parts.pop("objectives", None))
        seed = parts.pop("seed", 0)
        if type(seed) is not int or not 0 <= seed < 2**63:
            raise BadInput(f"seed must be a whole number of 0 or more, not {seed!r}.")
        return cls(
            **{part: named(parts.pop(part, None), registry, what) for part, (registry, what) in PARTS.items()},
            objectives=tuple(named(o, OBJECTIVES, "objective") for o in objectives),
            optimiser=Optimiser.from_dict(parts.pop("optimiser", {})),
            seed=seed,
            rest=parts,
        )

    def check(self) -> None:
        """BadInput where these parts, each well formed, would together learn nothing or pass one of them over."""
        if not getattr(self.encoder, "learns", True):
            return
        weighed = [objective for objective in self.objectives if objective.weight]
        if not weighed:
            raise BadInput("Every objective weighs 0, so that nothing would be learned; give one a weight above 0.")
        needy = next((one for one in weighed if getattr(one, "needs_triplets", False)), None)
        if needy and not getattr(self.sampler, "gives_triplets", False):
            giving = ", ".join(name for name, kind in SAMPLERS.items() if getattr(kind, "gives_triplets", False))
            raise BadInput(
                f"The {needy.title} learns from triplets, and the {self.sampler.title} gives none; choose another "
                f"objective, or one of the samplers {giving}."
            )
        seen = getattr(self.encoder, "reads_rows", True) or any(getattr(one, "grounds", False) for one in weighed)
        if not seen and not isinstance(self.front, NoFront):
            raise BadInput(
                f"The {self.encoder.title} reads texts, so that {self.front.title} before it would change nothing; "
                "choose the front none."
            )

    def to_dict(self) -> dict[str, Any]:
        """The whole recipe as JSON-able data, defaults written out."""
        return {
            **self.rest,
            "data": as_named(self.data, DATA),
            "front": as_named(self.front, FRONTS),
            "encoder": as_named(self.encoder, ENCODERS),
            "objectives": [as_named(o, OBJECTIVES) for o in self.objectives],
            "sampler": as_named(self.sampler, SAMPLERS),
            "optimiser": self.optimiser.to_dict(),
            "seed": self.seed,
        }

    def fields(self) -> list[Field]:
        """Every setting as a line of a form; `path` is its place in the dict, such as `objectives.0.margin`."""
        lines = [*self.data.described("data"), *self.sampler.described("sampler")]
        lines += [*self.front.described("front"), *self.encoder.described("encoder")]
        for place, objective in enumerate(self.objectives):
            lines += objective.described(f"objectives.{place}")
        return [*lines, *self.optimiser.described("optimiser")]


def listed(objectives: Any) -> list[Any]:
    """The objectives one by one; a bare name stands for a list of it. BadInput when there is none, or no list."""
    found = [objectives] if isinstance(objectives, str) else objectives or []
    if not isinstance(found, list | tuple):
        raise BadInput(f'objectives must be a list, such as [{{"name": "triplet"}}], not {objectives!r}.')
    if not found:
        raise BadInput('A recipe needs at least one objective, such as [{"name": "triplet"}].')
    return list(found)


def spelt_out(recipe: Mapping[str, Any]) -> dict[str, Any]:
    """The recipe with the settings of every part that stands there by its bare name, at their defaults."""
    found = dict(recipe)
    for part, (registry, what) in PARTS.items():
        if isinstance(found.get(part), str):
            found[part] = as_named(named(found[part], registry, what), registry)
    found["objectives"] = [
        as_named(named(one, OBJECTIVES, "objective"), OBJECTIVES) if isinstance(one, str) else one
        for one in listed(found.get("objectives"))
    ]
    return found


def upgraded(recipe: Mapping[str, Any]) -> dict[str, Any]:
    """A recipe in today's words: the first ones had no front and no data selection, and centred inside the encoder."""
    parts = dict(recipe)
    centre = False
    if isinstance(parts.get("encoder"), Mapping):
        parts["encoder"] = dict(parts["encoder"])
        centre = parts["encoder"].pop("centre", False)
    parts.setdefault("front", {"name": "centre" if centre else "none"})
    parts.setdefault("data", {"name": "top-classes"})
    return parts

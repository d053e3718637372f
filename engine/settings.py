"""Settings that check themselves and describe the form that draws them."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields
from typing import Any, TypeVar

from engine.errors import BadInput

S = TypeVar("S", bound="Settings")
KINDS = {bool: "yes or no", int: "a whole number", float: "a number", str: "a text"}


@dataclass(frozen=True)
class Field:
    """One line of a form: where the value stands in its recipe, what it is called, and what it may be."""

    path: str
    label: str
    help: str
    kind: str  # bool, int, float, str
    value: Any
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()


def setting(
    default: Any,
    label: str,
    help: str = "",
    low: float | None = None,
    high: float | None = None,
    choices: Sequence[str] = (),
) -> Any:
    """A dataclass field that carries its label, its help and the values it may take."""
    return field(default=default, metadata={"label": label, "help": help, "low": low, "high": high, "choices": choices})


class Settings:
    """What frozen dataclasses of settings share: checked on creation, to and from a plain dict, drawn as a form.

    Every field is made by `setting`. A value that is not allowed raises BadInput repeating it.
    """

    title = "settings"

    def __post_init__(self) -> None:
        for f in fields(self):  # type: ignore[arg-type]
            object.__setattr__(self, f.name, checked(self.title, getattr(self, f.name), f.default, f.name, f.metadata))

    def to_dict(self) -> dict[str, Any]:
        """The values as a plain JSON-able dict."""
        return asdict(self)  # type: ignore[call-overload]

    @classmethod
    def from_dict(cls: type[S], values: Mapping[str, Any]) -> S:
        """Settings from a dict; absent keys take their defaults, unknown ones raise BadInput naming them."""
        if not isinstance(values, Mapping):
            first = fields(cls)[0]
            example = json.dumps({first.name: first.default})
            raise BadInput(f"{cls.title} must be settings by name, such as {example}, not {values!r}.")
        known = [f.name for f in fields(cls)]  # type: ignore[arg-type]
        for key in values:
            if key not in known:
                raise BadInput(f"{cls.title} has no setting '{key}'; it has {', '.join(known)}.")
        return cls(**values)

    def described(self, path: str) -> list[Field]:
        """The fields in order, each addressed as `path.name`."""
        return [
            Field(
                path=f"{path}.{f.name}",
                label=f.metadata["label"],
                help=f.metadata["help"],
                kind=type(f.default).__name__,
                value=getattr(self, f.name),
                low=f.metadata["low"],
                high=f.metadata["high"],
                choices=tuple(f.metadata["choices"]),
            )
            for f in fields(self)  # type: ignore[arg-type]
        ]


def checked(title: str, value: Any, default: Any, name: str, allowed: Mapping[str, Any]) -> Any:
    """`value` as the default's type, within its bounds; BadInput says what was given and what would do."""
    kind = type(default)
    here = f"{title}: {name}"
    if kind in (int, float) and isinstance(value, (int, float)) and not isinstance(value, bool):
        whole = isinstance(value, int) or value.is_integer()
        if kind is float or whole:  # a form or JSON may give 9600.0 for a whole number
            with suppress(OverflowError):
                value = kind(value)
    if type(value) is not kind or (kind is float and not math.isfinite(value)):
        raise BadInput(f"{here} must be {KINDS[kind]}, not {value!r}.")
    low, high, choices = allowed["low"], allowed["high"], allowed["choices"]
    if choices and value not in choices:
        raise BadInput(f"{here} must be one of {', '.join(choices)}, not {value!r}.")
    if (low is not None and value < low) or (high is not None and value > high):
        bounds = f"between {low} and {high}" if None not in (low, high) else f"{low} or more" if high is None else ""
        raise BadInput(f"{here} must be {bounds or f'{high} or less'}, not {value!r}.")
    return value


def named(part: Mapping[str, Any] | str | None, registry: Mapping[str, type[Settings]], what: str) -> Any:
    """The settings that `part` names in `registry`, filled from its other keys; a bare name takes the defaults."""
    if not isinstance(part, Mapping | str | None):
        first = next(iter(registry))
        raise BadInput(f'This is no {what}: {part!r}; write its name, such as {first} or {{"name": "{first}"}}.')
    values = {"name": part} if isinstance(part, str) else dict(part or {})
    name = values.pop("name", None)
    if not isinstance(name, str) or name not in registry:
        raise BadInput(f"No {what} is called {name!r}; there are {', '.join(registry)}.")
    return registry[name].from_dict(values)


def as_named(part: Settings, registry: Mapping[str, type[Settings]]) -> dict[str, Any]:
    """The inverse of `named`."""
    name = next(name for name, kind in registry.items() if kind is type(part))
    return {"name": name, **part.to_dict()}

"""What a person asks of an experiment, and the terminologies it is run on."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from engine.errors import BadInput
from engine.formats.reading import read_file
from engine.learning.selection import Source
from engine.workspace import Workspace
from store import terminologies

PATHS = ("file", "chapters")


@dataclass(frozen=True)
class ExperimentOptions:
    """An experiment with its options; those that it has no use for `engine.experiments.run` leaves aside, and says so.

    `encoder` is the input of every training; `changes` are settings as “path=value”, made on each recipe; `only`
    names rows; `file` (with `format`) is a hierarchy or dictionary to use instead of the workspace's terminologies,
    `root` and `levels` say which part of it. `quick` asks for small networks, few names and one seed: does it run?
    """

    name: str
    seeds: int = 5
    quick: bool = False
    encoder: str = "vectors"
    preset: str = "few-shot"
    changes: Sequence[str] = ()
    only: Sequence[str] = ()
    relatedness: Sequence[Path] = ()
    chapters: Path | None = None
    corpora: Sequence[str] = ()  # NAME=TRAIN,DEV (normalisation)
    against: Sequence[str] = ()  # further encoders (normalisation)
    curve: bool = False
    file: Path | None = None
    format: str | None = None
    terminologies: Sequence[str] = ()  # of the workspace, instead of the experiment's own
    root: str = ""
    levels: int = 4
    hidden: int = 0  # of the papers' wide networks; 0 leaves it to the experiment

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> ExperimentOptions:
        """The options out of JSON, paths as texts; BadInput for one that there is not, or of another kind."""
        known: dict[str, Any] = {option.name: option.default for option in fields(cls)}
        if unknown := set(given) - set(known):
            raise BadInput(f"An experiment has no option “{min(unknown)}”; it has {', '.join(known)}.")
        if not isinstance(given.get("name"), str):
            raise BadInput("Say which experiment is meant, as {“name”: “few-shot”}.")
        values: dict[str, Any] = {}
        for name, value in given.items():
            kind = str if name in (*PATHS, "format", "name") else type(known[name])
            if isinstance(value, list):
                value = tuple(value)
            if not isinstance(value, kind) or isinstance(value, bool) is not (kind is bool):
                raise BadInput(f"The option “{name}” of an experiment cannot be {value!r}.")
            values[name] = Path(str(value)) if name in PATHS else value
            if name == "relatedness":
                values[name] = tuple(Path(str(path)) for path in value)
        return cls(**values)

    @property
    def seed_list(self) -> list[int]:
        """The seeds to run."""
        return [0] if self.quick else list(range(self.seeds))

    @property
    def command(self) -> str:
        """The line that asks for this; files by their names alone, and “--out DIR” left to the reader."""
        words = [f"python -m engine experiment {self.name}"]
        for option in fields(self)[1:]:
            value = getattr(self, option.name)
            if value == option.default:
                continue
            flag = typed(option.name)
            if option.name == "corpora":
                value = [_by_name(item) for item in value]
            given = [value] if isinstance(value, (str, int, Path)) else list(value)
            quoted = [shlex.quote(item.name if isinstance(item, Path) else str(item)) for item in given]
            if option.name == "changes":
                words += [f"{flag} {item}" for item in quoted]
            else:
                words.append(flag if value is True else f"{flag} {' '.join(quoted)}")
        return " ".join([*words, "--out DIR"])

    def about(self) -> dict[str, Any]:
        """The options that shaped the result, for its JSON."""
        return {"experiment": self.name, "command": self.command, "seeds": len(self.seed_list), "quick": self.quick}


def without_the_rest(options: ExperimentOptions, known: Collection[str]) -> tuple[ExperimentOptions, list[str]]:
    """The options, every one but the known as if it were not given; and those that were given, as typed."""
    rest = [option for option in fields(options) if option.name not in known]
    aside = [option for option in rest if (getattr(options, option.name) or option.default) != option.default]
    plain: dict[str, Any] = {option.name: option.default for option in rest}
    return replace(options, **plain), [typed(option.name) for option in aside]


def typed(option: str) -> str:
    """An option of ExperimentOptions as it is typed."""
    return "--set" if option == "changes" else f"--{option}"


def _by_name(corpus: str) -> str:
    """NAME=TRAIN,DEV without the folders."""
    name, _, files = corpus.partition("=")
    return f"{name}={','.join(Path(file).name for file in files.split(','))}"


def sources(workspace: Workspace, options: ExperimentOptions, preferred: Sequence[str]) -> dict[str, Source]:
    """Title -> source: the file if one is named, or the terminologies; else those of `preferred` that there are.

    BadInput when the workspace has none of these, and for a file and terminologies at once.
    """
    if options.file and options.terminologies:
        raise BadInput("Name a file or the workspace's terminologies, not both: leave out --file or --terminologies.")
    if options.file:
        return {options.file.stem: Source.of_parsed(read_file(options.file, options.format))}
    if options.terminologies:
        return {slug: Source.of_workspace(workspace, slug) for slug in options.terminologies}
    with workspace.reading() as db:
        there = [terminology.slug for terminology in terminologies.all_terminologies(db)]
    found = {slug: Source.of_workspace(workspace, slug) for slug in preferred if slug in there}
    if not found:
        raise BadInput(
            f"This workspace has none of {', '.join(preferred)}; run init, or name a file with --file and --format."
        )
    return found

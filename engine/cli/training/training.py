"""Training and other long work: `presets`, `train`, `selection`, `runs`, `run`, `cancel` and `resume`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from engine.cli import options
from engine.cli.arguments import command, ends_with_problem, open_workbench, wants_json
from engine.cli.console import run_now
from engine.text.counts import percent

if TYPE_CHECKING:
    from store.records.training import JobRun

FIRST = ("id", "status", "title", "done", "left", "message", "error", "finished")  # of a run, what is read first
SETTING = "PATH=VALUE, for example encoder.hidden=4800"


@command("presets", "list the recipes to start from, with what each is for")
def presets() -> dict[str, Any]:
    from engine.learning.presets import ABOUT, PRESETS

    if wants_json():
        return {"presets": [{"name": name, "about": ABOUT[name], "recipe": PRESETS[name]} for name in PRESETS]}
    return {
        line: text for name in PRESETS for line, text in ((name, ABOUT[name]), (f"{name}, its recipe", PRESETS[name]))
    }


def _recipe_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options that make a recipe; the function takes them as keyword arguments."""
    for option in (
        click.option(
            "--set", "changes", multiple=True, metavar="PATH=VALUE", help="another setting, e.g. encoder.hidden=4800"
        ),
        click.option("--seed", type=int, default=0),
        click.option("--shots", type=int, help="names a class"),
        click.option(
            "--parent", default="vectors", metavar="VERSION", help="train on top of a version, or of vectors:NAME"
        ),
        click.option("--labels", metavar="SET", help="a label set, for presets that learn from classes"),
        click.option("--terminology", help="a short name, several joined by + (hpo+icd10cm), or all"),
        click.option("--preset", default="few-shot", help="few-shot (default) or another; “presets” lists them"),
    ):
        function = option(function)
    return function


def _recipe(
    preset: str,
    terminology: str | None,
    labels: str | None,
    parent: str,
    shots: int | None,
    seed: int,
    changes: tuple[str, ...],
) -> dict[str, Any]:
    from engine.learning.presets import recipe_from

    options.settings_of(changes, "--set", SETTING)
    if terminology is not None and labels is not None:  # neither for data that are files of their own
        raise click.UsageError("option --labels: not allowed with option --terminology", click.get_current_context())
    recipe = recipe_from(preset, list(changes), shots=shots, seed=seed) | {"input": parent}
    return recipe | ({"labels": labels} if labels else {"terminology": terminology or ""})


@command("train", "train an encoder and keep it as a version")
@_recipe_options
def train(**given: Any) -> dict[str, Any]:
    recipe = _recipe(**given)
    workbench = open_workbench()
    return run_now(workbench, workbench.training.queue(recipe)).result


@command("selection", "show what “train” would learn from, with the same options")
@_recipe_options
def selection(**given: Any) -> dict[str, Any]:
    recipe = _recipe(**given)
    workbench = open_workbench()
    found, needs = workbench.training.selection(recipe), workbench.training.needs(recipe)
    if problem := needs.problem or found.problem:
        ends_with_problem(problem)
    return {**asdict(found), "note": needs.note, "problem": problem}


@command("runs", "list the newest runs")
def runs() -> dict[str, Any]:
    workbench = open_workbench()
    return {"runs": [_with_progress(one) for one in workbench.jobs.runs()]}


@command("run", "show a run: its status, progress and the time left")
@click.argument("run", type=int)
def run(run: int) -> dict[str, Any]:
    workbench = open_workbench()
    return {"run": _with_progress(workbench.jobs.run(run))} if wants_json() else _with_progress(workbench.jobs.run(run))


def _with_progress(run: JobRun) -> dict[str, Any]:
    """A run with how much of it is done, 0 to 1, and the time left, as the window says them; as JSON also its steps and
    `eta`, the seconds until the last of these, which a training seldom takes."""
    from engine.jobs.eta import finished_share, time_left

    fields, share = asdict(run), finished_share(run)
    if not wants_json():
        fields = {name: value for name, value in fields.items() if name not in ("step", "total", "eta")}
    fields |= {"done": share if wants_json() else percent(share), "left": time_left(run)}
    return {**{name: fields[name] for name in FIRST}, **fields}


@command("cancel", "stop a run; a training can be taken up again with “resume”")
@click.argument("run", type=int)
def cancel(run: int) -> dict[str, Any]:
    from engine.errors import BadInput
    from store.records.training import UNFINISHED

    workbench = open_workbench()
    status = workbench.jobs.run(run).status
    if status not in UNFINISHED:
        raise BadInput(f"Run {run} is {status} already; only a queued or running one can be cancelled.")
    workbench.jobs.cancel(run)
    return {"run": workbench.jobs.run(run)}


@command("resume", "take up an interrupted, failed or cancelled run")
@click.argument("run", type=int)
def resume(run: int) -> dict[str, Any]:
    workbench = open_workbench()
    return run_now(workbench, workbench.jobs.reopen(run)).result

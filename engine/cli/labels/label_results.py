"""`labels agreement`, `resolve`, `train` and `changes`: what labelling came to."""

from __future__ import annotations

from typing import Any

import click

from engine.cli import options
from engine.cli.arguments import command, open_workbench
from engine.cli.console import run_now
from engine.cli.labels.label_queues import QUEUE
from engine.cli.labels.labels import SET
from engine.errors import BadInput
from store.records.training import CURRENT


@command(
    "agreement",
    "show how far two people agree on the names that both labelled: Cohen's kappa, and where they differ",
    "Without ONE and OTHER the two who labelled most names in common are compared.",
)
@SET
@click.argument("one", required=False, default="")
@click.argument("other", required=False, default="")
def agreement(label_set: str, one: str, other: str) -> dict[str, Any]:
    workbench = open_workbench()
    people = workbench.label_review.people(label_set)
    most = list(people)
    for who in filter(None, (one, other)):
        if who not in people:
            raise BadInput(f"{who} labelled no name of “{label_set}”; there are {', '.join(most) or 'none'}.")
    if not other:
        one, other = workbench.label_review.pair(label_set, one)
    found = workbench.label_review.agreement(label_set, one, other)
    figures = {"names": found.figures.names, "same": found.figures.same, "kappa": found.figures.kappa}
    sides = {"one": one, "other": other}
    return {"people": people, **sides, **figures, "called": found.called, "differences": found.differences}


@command("resolve", "settle a name that two people labelled differently; an undo takes it back")
@SET
@click.argument("name")
@click.argument("title", metavar="CLASS")
@options.who()
def resolve(label_set: str, name: str, title: str, who: str) -> dict[str, Any]:
    workbench = open_workbench()
    workbench.label_review.resolve(label_set, name, title, who)
    return {"name": name, "class": title, "who": who}


@command("train", "train an encoder on the labels of a set as they are now, all of them")
@SET
@click.option("--preset", default="few-shot", help="a preset that learns classes (few-shot)")
@options.encoder("what the training starts from: vectors (default), vectors:NAME, a version, or current")
@click.option("--seed", type=int, default=0, help="decides every random draw")
@click.option(
    "--set", "settings", multiple=True, metavar="PATH=VALUE", help="another setting, e.g. encoder.hidden=4800"
)
def train_on_labels(label_set: str, preset: str, encoder: str, seed: int, settings: tuple[str, ...]) -> dict[str, Any]:
    from engine.learning.presets import set_in

    workbench = open_workbench()
    workbench.label_sets.definition(label_set)
    recipe = workbench.training.recipe_for_labels(label_set, preset, encoder) | {"seed": seed}
    options.settings_of(settings, "--set", "PATH=VALUE, for example encoder.hidden=4800")
    if wrong := [one for one in settings if not set_in(recipe, one)]:
        raise BadInput(f"“{wrong[0].partition('=')[0]}” is no setting of the preset {preset}.")
    run = workbench.training.queue(workbench.training.fix_labels(recipe), f"{label_set}: its labels")
    return run_now(workbench, run).result


@command("changes", "show what another encoder changes in the suggestions of a queue's set and names")
@QUEUE
@click.option("--before", default="vectors", help="an encoder (vectors)")
@click.option("--after", default=CURRENT, help="another one (current)")
@click.option("--top", type=click.IntRange(min=0), default=20, help="how many names (20)")
def changes(queue: int, before: str, after: str, top: int) -> dict[str, Any]:
    workbench = open_workbench()
    found = workbench.label_review.changes(queue, workbench.models.resolve(before), workbench.models.resolve(after))
    return {
        "labelled": found.labelled,
        "right_before": found.right_before,
        "right_after": found.right_after,
        "held": found.held,
        "held_before": found.held_before,
        "held_after": found.held_after,
        "unlabelled": found.unlabelled,
        "pool": found.pool,
        "margin_before": found.margin_before,
        "margin_after": found.margin_after,
        "moved": found.unlabelled_changes[:top],
        "moved_labelled": found.labelled_changes[:top],
    }

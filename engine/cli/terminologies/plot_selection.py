"""`plot select`, `export`, `label`, `withdraw` and `place`: names of a plot chosen by what they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.cli import options
from engine.cli.arguments import WRITTEN, Several, command, open_workbench
from engine.cli.labels.labels import known_class
from engine.cli.terminologies.plot import KEY, opened_plot
from engine.errors import BadInput

if TYPE_CHECKING:
    from engine.workbench import OpenMap, Workbench

LABEL_SET = click.option("--label-set", default="", help="show the labels of this set")


def _selected(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options that choose names of a plot; the function takes them as keyword arguments."""
    for option in (
        click.option("--box", nargs=4, type=options.NUMBER, metavar="X1 Y1 X2 Y2", help="that lie in this rectangle"),
        click.option("--names", cls=Several, metavar="NAME...", help="these names, whole"),
        click.option("--points", cls=Several, type=int, metavar="POINT...", help="with these numbers on the plot"),
        click.option("--source", default="", help="that come from this source"),
        click.option("--level", type=int, help="whose concepts stand on this level"),
        click.option("--region", default="", help="in the region of this title"),
        click.option("--topic", default="", help="of this top class"),
        click.option("--text", default="", help="whose text holds this"),
    ):
        function = option(function)
    return function


def _points(workbench: Workbench, opened: OpenMap, chosen: dict[str, Any]) -> list[int]:
    """The points that all of the given options let through; BadInput when there is none, or no option."""
    if not any(value is not None and value != "" and value != () for value in chosen.values()):
        raise BadInput("Say which names of the plot: with --text, --topic, --region, --names, --points or --box.")
    text, box = chosen["text"].casefold(), chosen["box"]
    points = list(chosen["points"]) or range(len(opened.points.rows))
    names = {name.casefold() for name in chosen["names"]}
    fields = {name: chosen[name] for name in ("topic", "region", "source", "level") if chosen[name] not in ("", None)}
    found = [
        one.point
        for one in workbench.map_points.names(opened, points)
        if text in one.name.casefold()
        and (not names or one.name.casefold() in names)
        and all(getattr(one, name) == value for name, value in fields.items())
        and (not box or _inside(opened, one.point, box))
    ]
    if not found:
        raise BadInput("No name of the plot is like that; “plot select” with fewer options shows more.")
    return found


def _inside(opened: OpenMap, point: int, box: tuple[float, float, float, float]) -> bool:
    x, y = opened.points.xy[point].tolist()
    return min(box[0], box[2]) <= x <= max(box[0], box[2]) and min(box[1], box[3]) <= y <= max(box[1], box[3])


@command("select", "list the names of a plot that the options choose, with their places")
@KEY
@_selected
@LABEL_SET
@options.top(200)
def select(key: str, label_set: str, top: int, **chosen: Any) -> dict[str, Any]:
    workbench = open_workbench()
    opened = opened_plot(workbench, key)
    points = _points(workbench, opened, chosen)
    rows = []
    for one in workbench.map_points.names(opened, points[:top], label_set):
        x, y = opened.points.xy[one.point].tolist()
        rows.append({**asdict(one), "x": x, "y": y})
    return {"names": rows, "in all": len(points)}


@command("export", "write the chosen names to a file")
@KEY
@_selected
@LABEL_SET
@click.option("--out", type=WRITTEN, required=True, help="NAME.csv or .xlsx")
def export_names(key: str, label_set: str, out: Path, **chosen: Any) -> dict[str, Any]:
    from engine.workspace import written_whole

    workbench = open_workbench()
    opened = opened_plot(workbench, key)
    points = _points(workbench, opened, chosen)
    content = workbench.map_points.export(opened, points, label_set, out.suffix.lower().removeprefix("."))
    with written_whole(out) as temporary:
        temporary.write_bytes(content)
    return {"file": str(out), "names": len(points)}


@command("label", "give the chosen names a class in a label set: one undo")
@KEY
@_selected
@click.option("--set", "label_set", required=True, help="the label set")
@click.option("--class", "title", required=True, help="the class; “” takes the names out")
@click.option("--new-class", is_flag=True, help="a class that the set has not yet, or a set that is not there yet")
@options.who()
def label_names(key: str, label_set: str, title: str, new_class: bool, who: str, **chosen: Any) -> dict[str, Any]:
    workbench = open_workbench()
    if title and not new_class:
        known_class(workbench, label_set, title)
    opened = opened_plot(workbench, key)
    names = workbench.map_points.names(opened, _points(workbench, opened, chosen))
    return {"labelled": workbench.labels.relabel(label_set, [(one.name, title) for one in names], who)}


@command("withdraw", "take the chosen names from their concepts: one undo")
@KEY
@_selected
@options.reason()
@options.who()
def withdraw_names(key: str, reason: str, who: str, **chosen: Any) -> dict[str, Any]:
    workbench = open_workbench()
    opened = opened_plot(workbench, key)
    points = _points(workbench, opened, chosen)
    return {"withdrawn": workbench.map_points.withdraw(opened, points, who, reason)}


@command("place", "put the concepts of the chosen names under one more parent: one undo")
@KEY
@_selected
@click.option("--parent", required=True, metavar="CONCEPT", help="the parent's id")
@options.reason()
@options.who()
def place_concepts(key: str, parent: str, reason: str, who: str, **chosen: Any) -> dict[str, Any]:
    workbench = open_workbench()
    opened = opened_plot(workbench, key)
    points = _points(workbench, opened, chosen)
    return {"placed": workbench.map_points.place_under(opened, points, parent, who, reason)}

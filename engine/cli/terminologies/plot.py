"""`plot`: names on a plane, drawn and kept, two encoders compared, and a selection of names worked with."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from engine.cli import options
from engine.cli.arguments import command, open_workbench
from engine.cli.console import run_now
from engine.cli.group import Group
from engine.errors import BadInput, NotFound

if TYPE_CHECKING:
    from engine.workbench import MapRequest, OpenMap, Workbench

KEY = click.argument("key", metavar="KEY")
plot = Group(
    "plot",
    "draw names on a plane, compare encoders, select and export",
    {
        "Drawing": {
            "layouts": "engine.cli.terminologies.plot:layouts",
            "branches": "engine.cli.terminologies.plot:branches",
            "draw": "engine.cli.terminologies.plot:draw",
            "list": "engine.cli.terminologies.plot:list_maps",
            "show": "engine.cli.terminologies.plot:show",
            "pair": "engine.cli.terminologies.plot:pair",
        },
        "Selections": {
            "select": "engine.cli.terminologies.plot_selection:select",
            "export": "engine.cli.terminologies.plot_selection:export_names",
            "label": "engine.cli.terminologies.plot_selection:label_names",
            "withdraw": "engine.cli.terminologies.plot_selection:withdraw_names",
            "place": "engine.cli.terminologies.plot_selection:place_concepts",
        },
    },
)


@command("layouts", "list the ways to lay names out")
def layouts() -> dict[str, Any]:
    workbench = open_workbench()
    found = workbench.maps.layouts()
    return {"layouts": [{"layout": name, "title": title, "about": about} for name, (title, about) in found.items()]}


@command("branches", "list the top classes of a terminology, to draw one of them")
@options.terminology()
def branches(terminology: str) -> dict[str, Any]:
    workbench = open_workbench()
    found = workbench.maps.branches(terminology)
    return {"branches": [{"concept": concept, "title": title} for concept, title in found.items()]}


@command(
    "draw",
    "draw the names of a terminology, of a branch, of a search or of a label set, and keep the plot",
    "Its KEY, or the beginning of it, names it elsewhere. With --beside it is laid over another encoder's.",
)
@options.terminology()
@options.current_encoder()
@click.option("--branch", default="", metavar="CONCEPT", help="only this concept and all below it")
@click.option("--search", default="", metavar="TEXT", help="only the names nearest to this text")
@click.option("--label-set", default="", help="the names of this label set")
@click.option("--layout", default="umap", help="umap (default) or another; “plot layouts” lists them")
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="a setting of the layout")
@click.option("--most", type=int, help="draw a fair sample of so many names (150000)")
@click.option("--found", type=int, help="names of a search (2000)")
@click.option("--beside", default="", metavar="ENCODER", help="lay it over the plot of this encoder")
@click.option("--seed", type=int, default=1)
def draw(
    terminology: str,
    encoder: str,
    branch: str,
    search: str,
    label_set: str,
    layout: str,
    settings: tuple[str, ...],
    most: int | None,
    found: int | None,
    beside: str,
    seed: int,
) -> dict[str, Any]:
    shown = {"branch": branch, "search": search, "labels": label_set}
    chosen = [(kind, of) for kind, of in shown.items() if of]
    if len(chosen) > 1:
        raise BadInput("Draw a branch, a search or a label set: give one of --branch, --search and --label-set.")
    kind, of = chosen[0] if chosen else ("terminology", "")
    pairs = options.settings_of(settings, "--set", "NAME=VALUE, for example neighbours=30")
    workbench = open_workbench()
    more = {name: value for name, value in (("most", most), ("found", found)) if value is not None}
    request = workbench.maps.request(
        terminology=terminology,
        encoder=beside or encoder,
        kind=kind,
        of=of,
        layout=layout,
        settings=[(name, _number(value, name)) for name, value in pairs.items()],
        seed=seed,
        **more,
    )
    return run_now(workbench, workbench.maps.queue(_second(workbench, request, encoder) if beside else request)).result


@command("list", "list the plots that are drawn, newest first")
def list_maps() -> dict[str, Any]:
    workbench = open_workbench()
    rows = []
    for one in workbench.maps.drawn():
        what = {name: one.asked.get(name, "") for name in ("kind", "of", "layout", "beside")}
        rows.append({"key": one.key, "terminology": one.terminology, "encoder": one.encoder, **what})
        rows[-1] |= {"names": one.names, "created": one.created}
    return {"plots": rows}


@command("show", "show what a plot holds: its regions, the names left out and why")
@KEY
def show(key: str) -> dict[str, Any]:
    workbench = open_workbench()
    opened = opened_plot(workbench, key)
    return {
        "key": opened.key,
        "names": len(opened.points.rows),
        "placed": opened.points.placed,
        "left_out": workbench.map_points.left_out(opened),
        "withdrawn": workbench.map_points.withdrawn(opened),
        "regions": [asdict(region) for region in opened.points.regions],
    }


@command("pair", "compare a plot with that of another encoder over the same names: which names changed company")
@KEY
@click.option("--encoder", required=True, help="the other encoder; its plot is drawn where there is none")
@options.top(20)
def pair(key: str, encoder: str, top: int) -> dict[str, Any]:
    workbench = open_workbench()
    first = opened_plot(workbench, key)
    request = _second(workbench, first.request, encoder)
    second = workbench.maps.open(request)
    if second is None:
        run_now(workbench, workbench.maps.queue(request))
        second = workbench.maps.open(request)
    if second is None:
        raise NotFound(f"The plot of {encoder} beside {key} is gone; draw it again.")
    found = workbench.maps.compare(first, second, top)
    movers = [
        {"name": name.name, "concept": name.concept, "in_common": alike, "before": before, "after": after}
        for name, alike, before, after in found.movers
    ]
    return {"first": first.key, "second": second.key, "mean_share_of_neighbours": found.mean, "movers": movers}


def opened_plot(workbench: Workbench, key: str) -> OpenMap:
    """The plot whose key begins with these letters; NotFound, or BadInput where several do."""
    rows = [one for one in workbench.maps.drawn() if one.key.startswith(key)]
    if len(rows) > 1:
        raise BadInput(f"{len(rows)} plots begin with “{key}”; give more letters of the key.")
    opened = workbench.maps.open(workbench.maps.request(**rows[0].asked)) if rows else None
    if opened is None:
        raise NotFound(f"There is no plot “{key}” that is true still; “plot list” lists them, “plot draw” draws one.")
    return opened


def _second(workbench: Workbench, request: MapRequest, encoder: str) -> MapRequest:
    second = request.second(workbench.models.resolve(encoder))
    return workbench.maps.request(**second.to_dict())


def _number(text: str, name: str) -> float | int:
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        raise BadInput(f"--set {name}={text}: a setting of a layout is a number.") from None

"""Label sets: `label` reads a file, `labels …` defines sets, changes labels, and leads to queues and agreement."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.cli import options
from engine.cli.arguments import FILE, Several, command, open_workbench
from engine.cli.group import Group
from engine.errors import BadInput, NotFound
from engine.formats.opening.tables import file_text

if TYPE_CHECKING:
    from engine.formats.tables.label_tables import LabelTable
    from engine.workbench import Workbench

SET = click.argument("label_set", metavar="SET")
FIRST_ROW = "taken as a label: no heading in it is known"
labels = Group(
    "labels",
    "label sets, queues of names, agreement of people",
    {
        "Sets": {
            "list": "engine.cli.labels.labels:list_sets",
            "show": "engine.cli.labels.labels:show_set",
            "levels": "engine.cli.labels.labels:levels",
            "define": "engine.cli.labels.labels:define_set",
            "remove": "engine.cli.labels.labels:remove_set",
            "relabel": "engine.cli.labels.labels:relabel",
            "unlabel": "engine.cli.labels.labels:unlabel",
        },
        "Queues": {
            "queue": "engine.cli.labels.label_queues:begin_queue",
            "next": "engine.cli.labels.label_queues:next_names",
            "give": "engine.cli.labels.label_queues:give",
            "skip": "engine.cli.labels.label_queues:skip",
            "undo": "engine.cli.labels.label_queues:undo_label",
        },
        "Results": {
            "agreement": "engine.cli.labels.label_results:agreement",
            "resolve": "engine.cli.labels.label_results:resolve",
            "train": "engine.cli.labels.label_results:train_on_labels",
            "changes": "engine.cli.labels.label_results:changes",
        },
    },
)


@command(
    "label",
    "add labels from a CSV or TSV file of name, class",
    "A set whose classes were defined takes no others, and none of the labels then, without --new-class.",
)
@click.argument("file", type=FILE)
@click.option("--set", "label_set", required=True, help="the label set; a new name makes a new set")
@click.option("--new-class", is_flag=True, help="classes that the set has not yet are added to it")
@options.who()
def label(file: Path, label_set: str, new_class: bool, who: str) -> dict[str, Any]:
    from engine.formats.tables.label_tables import read_labels

    workbench = open_workbench()
    table = read_labels(file)
    if not new_class:
        known_classes(workbench, label_set, table)
    added = workbench.labels.add(label_set, table.pairs, who)
    answer = {"added": added, "unchanged": len(table.pairs) - added, "columns": table.columns}
    answer |= {"encoding": table.encoding} if table.encoding else {}
    return answer if table.headed else answer | {"first row": FIRST_ROW}


@command("list", "list the label sets with their classes, k and labelled names")
def list_sets() -> dict[str, Any]:
    workbench = open_workbench()
    labelled = {one.name: one.names for one in workbench.label_sets.counts()}
    return {
        "sets": [
            {
                "set": name,
                "classes": len(one.classes),
                "names": labelled.get(name, 0),
                "k": one.target,
                "how": one.how,
                "terminology": one.terminology,
                "at": one.at,
                "queue": workbench.label_queue.newest(name),
            }
            for name, one in workbench.label_sets.definitions().items()
        ]
    }


@command("show", "show a set: its classes with the names of each so far, and every label")
@SET
def show_set(label_set: str) -> dict[str, Any]:
    workbench = open_workbench()
    definition = workbench.label_sets.definition(label_set)
    progress = [{"class": title, "names": count} for title, count in workbench.labels.progress(label_set)]
    found = workbench.labels.in_set(label_set)
    return {"set": label_set, "k": definition.target, "progress": progress, "labels": found}


@command("levels", "show how many classes each level of a terminology would give")
@options.terminology()
def levels(terminology: str) -> dict[str, Any]:
    workbench = open_workbench()
    found = workbench.label_sets.levels(terminology)
    return {"levels": [{"level": level, "classes": classes} for level, classes in found.items()]}


@command(
    "define",
    "define a set by its classes: a terminology's top ones, those of a level, those below a concept, or your own",
    "Once more for the same SET changes what it asks; its labels stay.",
)
@SET
@click.option("--classes", cls=Several, metavar="CLASS...", help="classes of your own, two or more")
@click.option("--classes-from", type=FILE, metavar="FILE", help="the same from a text file, one a line")
@click.option("--terminology", default="", help="take the classes from this terminology")
@click.option("--level", type=int, help="its concepts of this level that have something below them; 0 is the top")
@click.option("--below", default="", metavar="CONCEPT", help="the children of this concept")
@click.option("--target", type=int, help="k, the names wanted for each class (30)")
@options.who()
def define_set(
    label_set: str,
    classes: tuple[str, ...],
    classes_from: Path | None,
    terminology: str,
    level: int | None,
    below: str,
    target: int | None,
    who: str,
) -> dict[str, Any]:
    from engine import labelling

    workbench = open_workbench()
    how, at = labelling.FREE, ""
    if terminology:
        how, at = (
            (labelling.BELOW, below)
            if below
            else (labelling.TOP, "")
            if level is None
            else (
                labelling.LEVEL,
                str(level),
            )
        )
        chosen = workbench.label_sets.proposed_classes(terminology, how, at)
    else:
        if below or level is not None:
            raise BadInput("A level and a concept are those of a terminology; name it with --terminology.")
        text = file_text(classes_from) if classes_from else ""
        chosen = labelling.free_classes("\n".join([*classes, text]))
    k = labelling.TARGET if target is None else target
    workbench.label_sets.define(labelling.Definition(label_set, chosen, how, terminology, at, k), who)
    return {"set": label_set, "k": k, "classes": workbench.label_sets.definition(label_set).classes}


@command("remove", "remove a set with its labels: one undo brings the labels back")
@SET
@options.who()
def remove_set(label_set: str, who: str) -> dict[str, Any]:
    workbench = open_workbench()
    return {"removed": label_set, "labels": workbench.label_sets.remove(label_set, who)}


def known_classes(workbench: Workbench, label_set: str, table: LabelTable) -> None:
    """BadInput where the labels of a table would give a set other classes than those that were defined."""
    try:
        workbench.label_sets.check_classes(label_set.strip(), [title.strip() for _, title in table.pairs])
    except BadInput as wrong:
        first = "" if table.headed else f" Its first row is {FIRST_ROW}."
        raise BadInput(f"{wrong} --new-class adds them.{first}") from None


def known_class(workbench: Workbench, label_set: str, title: str) -> None:
    """BadInput for a title that is no class of a set, NotFound for a set that is not there: a slip would make one."""
    try:
        workbench.label_sets.check_class(label_set, title.strip())
    except (BadInput, NotFound) as wrong:
        raise type(wrong)(f"{wrong} --new-class adds it.") from None


@command("relabel", "give names of a set another class, whatever they had: one undo")
@SET
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option("--class", "title", required=True, help="the class, one of the set's")
@click.option("--new-class", is_flag=True, help="a class that the set has not yet")
@click.option("--dry-run", is_flag=True, help="only say how many names would change their class")
@options.who()
def relabel(
    label_set: str, names: tuple[str, ...], title: str, new_class: bool, dry_run: bool, who: str
) -> dict[str, Any]:
    workbench = open_workbench()
    if not title.strip():
        raise BadInput("Name the class with --class; “labels unlabel” takes names out of the set.")
    if not new_class:
        known_class(workbench, label_set, title)
    workbench.labels.check_labelled(label_set, names)
    pairs = [(name, title) for name in names]
    changing = workbench.labels.count_relabelled(label_set, pairs)
    return {"changing": changing} | ({} if dry_run else {"labelled": workbench.labels.relabel(label_set, pairs, who)})


@command("unlabel", "take names out of a set: one undo")
@SET
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@options.who()
def unlabel(label_set: str, names: tuple[str, ...], who: str) -> dict[str, Any]:
    workbench = open_workbench()
    removed = workbench.labels.relabel(label_set, [(name, "") for name in names], who)
    if not removed:
        raise BadInput(f"None of these names has a label in “{label_set}”; “labels show” lists those that have.")
    return {"removed": removed}

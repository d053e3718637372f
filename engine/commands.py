"""The commands of `python -m engine`: what each takes, and which use case it asks for."""

from __future__ import annotations

import argparse
import getpass
import sys
from pathlib import Path
from typing import Any

from engine.errors import BadInput, NomenclatorError
from engine.events import Finished, Progress
from engine.workbench import Workbench
from store.records.training import DONE, TrainingRun


class OneLine(argparse.ArgumentParser):
    """Wrong arguments get one line that says what and where help is."""

    def error(self, message: str) -> Any:
        print(f"nomenclator: {message}; see “{self.prog} --help”.", file=sys.stderr)
        sys.exit(2)


def parser() -> argparse.ArgumentParser:
    """Every command with its options; `use_case` of the parsed options answers it with a dict."""
    everywhere = argparse.ArgumentParser(add_help=False)
    everywhere.add_argument("--workspace", type=Path, help="the workspace folder (default: in your data folder)")
    everywhere.add_argument("--json", action="store_true", help="one JSON object on standard output")
    top = OneLine(prog="python -m engine", description="Nomenclator without the window.")
    commands = top.add_subparsers(required=True, metavar="COMMAND", parser_class=OneLine)

    def command(within: Any, name: str, use_case: Any, help: str) -> argparse.ArgumentParser:
        found: argparse.ArgumentParser = within.add_parser(name, parents=[everywhere], help=help, description=help)
        found.set_defaults(use_case=use_case)
        return found

    command(commands, "init", _init, "make the sample workspace: ICD-10-CM and HPO, searchable")
    command(commands, "terminologies", _terminologies, "list the terminologies of the workspace")

    found = command(commands, "rank", _rank, "rank concepts for a name")
    found.add_argument("text")
    found.add_argument("--terminology", default="all", help="a short name, or all (default)")
    found.add_argument("--encoder", default="vectors", help="vectors (default), vectors:NAME, a version, or current")
    found.add_argument("--top", type=int, default=10)
    found.add_argument("--names", action="store_true", help="rank names instead of concepts")

    found = command(commands, "concept", _concept, "show a concept with its names, parents and children")
    found.add_argument("concept")
    found.add_argument("--terminology", required=True)

    found = command(commands, "import", _import, "import a terminology from an OBO, CSV or TSV file")
    found.add_argument("file", type=Path)
    found.add_argument("--format", choices=("obo", "csv", "medic", "pubtator"))
    found.add_argument("--name", required=True, help="the short name it gets")
    found.add_argument("--column", action="append", default=[], metavar="FIELD=HEADING", help="e.g. id=Code (CSV)")
    found.add_argument("--preview", action="store_true", help="only say what would be imported")

    edit = commands.add_parser("edit", help="add, withdraw, undo or redo a synonym").add_subparsers(
        required=True, metavar="ACTION", parser_class=OneLine
    )
    for action in ("add", "withdraw"):
        found = command(edit, action, _edit, f"{action} a name of a concept")
        found.add_argument("name")
        found.add_argument("--concept", required=True)
        found.add_argument("--terminology", required=True)
        found.add_argument("--reason", default="")
        found.set_defaults(action=action)
    for action in ("undo", "redo", "list"):
        found = command(
            edit,
            action,
            _edit,
            {"undo": "the same as “undo”", "redo": "the same as “redo”", "list": "the newest edits"}[action],
        )
        found.set_defaults(action=action)
    for found in edit.choices.values():
        found.add_argument("--who", default=getpass.getuser(), help="your name (default: the system's)")

    found = command(commands, "label", _label, "add labels from a CSV or TSV file of name, class")
    found.add_argument("file", type=Path)
    found.add_argument("--set", required=True, dest="label_set")
    found.add_argument("--who", default=getpass.getuser())

    command(commands, "presets", _presets, "list the recipes to start from, with what each is for")

    found = command(commands, "train", _train, "train an encoder and keep it as a version")
    found.add_argument("--preset", default="few-shot", help="few-shot (default) or another; “presets” lists them")
    source = found.add_mutually_exclusive_group()  # neither for data that are files of their own
    source.add_argument("--terminology", help="a short name, several joined by + (hpo+icd10cm), or all")
    source.add_argument("--labels", metavar="SET", help="a label set, for presets that learn from classes")
    found.add_argument(
        "--parent", default="vectors", metavar="VERSION", help="train on top of a version, or of vectors:NAME"
    )
    found.add_argument("--shots", type=int, help="names a class")
    found.add_argument("--seed", type=int, default=0)
    found.add_argument(
        "--set", action="append", default=[], metavar="PATH=VALUE", help="another setting, e.g. encoder.hidden=4800"
    )

    found = command(commands, "resume", _resume, "take up an interrupted run")
    found.add_argument("run", type=int)
    command(commands, "runs", _runs, "list the newest runs")

    models = command(commands, "models", _models, "list the model versions, or work with one")
    models.add_argument(
        "action",
        nargs="?",
        default="list",
        choices=("list", "current", "rename", "export", "import", "delete", "lineage"),
    )
    models.add_argument("version", nargs="?", help="a version; for import, the .zip")
    models.add_argument("value", nargs="?", help="the new name (rename) or the file (export)")
    models.add_argument("--reason", default="")
    models.add_argument("--who", default=getpass.getuser())

    from engine.commands_evaluate import add_evaluate_commands
    from engine.commands_export import add_export_commands
    from engine.commands_history import add_history_commands
    from engine.commands_normalise_files import add_normalise_command
    from engine.commands_placing import add_place_command
    from engine.commands_research import add_research_commands
    from engine.commands_vectors import add_vectors_commands

    add_evaluate_commands(commands, command)
    add_export_commands(commands, command)
    add_history_commands(commands, command)
    add_normalise_command(commands, command)
    add_vectors_commands(commands, command)
    add_research_commands(commands, command)
    add_place_command(commands, command)
    return top


def opened(options: argparse.Namespace) -> Workbench:
    """The workspace the options name; it must exist."""
    return Workbench(options.workspace, create=False)


def told(progress: Progress) -> None:
    """A progress line on standard error."""
    share = f"{progress.step / progress.total:4.0%} " if progress.total else "     "
    end = "" if sys.stderr.isatty() else "\n"
    print(f"\r{share}{progress.message:<70}", end=end, file=sys.stderr, flush=True)


def done(bench: Workbench, run: int) -> TrainingRun:
    """Do a queued run here and now; its failure is the command's."""
    from engine import worker

    finished = worker.execute(bench.workspace, run, told)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    if finished.status != DONE:
        raise NomenclatorError(
            finished.error or f"Run {run} was {finished.status}; take it up again with “resume {run}”."
        )
    return finished


def _init(options: argparse.Namespace) -> dict[str, Any]:
    bench = Workbench(options.workspace)
    return done(bench, bench.queue("init", "Making the sample workspace", {})).result | {
        "workspace": str(bench.workspace.folder)
    }


def _terminologies(options: argparse.Namespace) -> dict[str, Any]:
    return {"terminologies": opened(options).terminologies()}


def _rank(options: argparse.Namespace) -> dict[str, Any]:
    unit = "name" if options.names else "concept"
    ranking = opened(options).rank(options.text, options.terminology, options.encoder, options.top, unit)
    return {
        "query": ranking.query,
        "encoder": ranking.encoder,
        "note": ranking.note,
        "candidates": list(ranking.candidates),
    }


def _concept(options: argparse.Namespace) -> dict[str, Any]:
    card = opened(options).concept(options.terminology, options.concept)
    return {"concept": card.concept, "parents": card.parents, "children": card.children, "path": card.path}


def _import(options: argparse.Namespace) -> dict[str, Any]:
    bench = opened(options)
    columns = dict(pair.split("=", 1) for pair in options.column if "=" in pair) or None
    if options.preview:
        return vars(bench.preview_import(options.file, options.format, columns))
    return done(bench, bench.queue_import(options.file, options.name, options.format, columns)).result


def _edit(options: argparse.Namespace) -> dict[str, Any]:
    bench = opened(options)
    if options.action == "list":
        return {"edits": bench.edits()}
    if options.action in ("undo", "redo"):
        from engine.commands_history import stepped

        return stepped(options)
    change = bench.add_name if options.action == "add" else bench.withdraw_name
    clashes = bench.clashes(options.terminology, options.concept, options.name) if options.action == "add" else []
    return {
        "edits": change(options.terminology, options.concept, options.name, options.who, options.reason),
        "also_names": clashes,
    }


def _label(options: argparse.Namespace) -> dict[str, Any]:
    from engine.readers.table import read_labels

    return {"added": opened(options).add_labels(options.label_set, read_labels(options.file), options.who)}


def _presets(options: argparse.Namespace) -> dict[str, Any]:
    from engine.presets import ABOUT, PRESETS

    if options.json:
        return {"presets": [{"name": name, "about": ABOUT[name], "recipe": PRESETS[name]} for name in PRESETS]}
    return {
        line: said for name in PRESETS for line, said in ((name, ABOUT[name]), (f"{name}, its recipe", PRESETS[name]))
    }


def _train(options: argparse.Namespace) -> dict[str, Any]:
    from engine.presets import recipe_from

    bench = opened(options)
    recipe = recipe_from(options.preset, options.set, shots=options.shots, seed=options.seed) | {
        "input": options.parent
    }
    recipe |= {"labels": options.labels} if options.labels else {"terminology": options.terminology or ""}
    return done(bench, bench.queue_training(recipe)).result


def _resume(options: argparse.Namespace) -> dict[str, Any]:
    bench = opened(options)
    return done(bench, bench.reopen(options.run)).result


def _runs(options: argparse.Namespace) -> dict[str, Any]:
    return {"runs": opened(options).runs()}


def _models(options: argparse.Namespace) -> dict[str, Any]:
    bench, action = opened(options), options.action
    if action == "list":
        return {"models": bench.models(), "current": bench.current()}
    if not options.version:
        raise BadInput(f"“models {action}” needs a version; “models” lists them.")
    if action == "lineage":
        return {"lineage": bench.lineage(options.version)}
    if action == "current":
        bench.make_current(options.version, options.who, options.reason)
        return {"current": bench.current()}
    if action == "rename":
        bench.rename(options.version, options.value or "")
        return {"model": bench.model(options.version)}
    if action == "export":
        return {"file": str(bench.export_model(options.version, Path(options.value) if options.value else None))}
    if action == "import":
        return {"model": bench.import_model(Path(options.version))}
    bench.delete_model(options.version)
    return {"deleted": options.version}


def drained(events: Any) -> dict[str, Any]:
    """Follow a generator of events to its end, telling progress; its result."""
    for event in events:
        if isinstance(event, Finished):
            return event.result
        told(event)
    raise NomenclatorError("The work ended without a result; start it again.")

"""The program: every command by subject, and how a line of arguments becomes an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from engine import __version__
from engine.cli.console import OK, escape_what_is_lacking, write_problem
from engine.cli.group import Group
from engine.errors import NomenclatorError

PROGRAM, INSTALLED, COMPLETION = "python -m engine", "nomenclator", "_NOMENCLATOR_COMPLETE"
JOINER = "\u2060"  # the invisible character that keeps the window from making an address a link; copied from there
EPILOG = f"""\b
Tab completion in bash (zsh and fish alike), where installed as “{INSTALLED}”:
eval "$({COMPLETION}=bash_source {INSTALLED})\""""
SECTIONS = {
    "Searching": {
        "rank": "engine.cli.searching.rankings:rank",
        "rank-beside": "engine.cli.searching.rankings:rank_beside",
        "explain": "engine.cli.searching.explain:explain",
        "concept": "engine.cli.searching.rankings:concept",
        "compare": "engine.cli.searching.comparison:compare",
        "encoders": "engine.cli.searching.rankings:encoders",
        "index": "engine.cli.searching.rankings:index",
        "learn-order": "engine.cli.searching.ranking_order:learn_order",
        "calibrate": "engine.cli.searching.ranking_order:calibrate",
        "relearn-order": "engine.cli.searching.ranking_order:relearn_order",
    },
    "Terminologies and their hierarchy": {
        "init": "engine.cli.terminologies.terminologies:init",
        "terminologies": "engine.cli.terminologies.terminologies:terminologies",
        "import": "engine.cli.terminologies.terminologies:import_terminology",
        "terminology": "engine.cli.terminologies.terminology:terminology",
        "fetch": "engine.cli.terminologies.fetch:fetch",
        "edit": "engine.cli.terminologies.edits:edit",
        "abbreviations": "engine.cli.terminologies.abbreviations:abbreviations",
        "hierarchy": "engine.cli.terminologies.hierarchy:hierarchy",
        "audit": "engine.cli.terminologies.audit:audit",
        "map": "engine.cli.terminologies.mapping:map_terminology",
        "mappings": "engine.cli.terminologies.mapping_projects:mappings",
        "plot": "engine.cli.terminologies.plot:plot",
    },
    "Placing new names": {
        "place": "engine.cli.placing.place:place",
        "parents": "engine.cli.placing.parents:parents",
        "proposals": "engine.cli.placing.proposals:proposals",
    },
    "Normalising mentions": {
        "normalise": "engine.cli.normalising.normalise:normalise",
        "normalisations": "engine.cli.normalising.normalisations:normalisations",
        "decisions": "engine.cli.normalising.decisions:decisions",
    },
    "Labels": {
        "label": "engine.cli.labels.labels:label",
        "labels": "engine.cli.labels.labels:labels",
    },
    "Training": {
        "presets": "engine.cli.training.training:presets",
        "train": "engine.cli.training.training:train",
        "selection": "engine.cli.training.training:selection",
        "models": "engine.cli.training.models:models",
        "vectors": "engine.cli.training.vectors:vectors",
        "runs": "engine.cli.training.training:runs",
        "run": "engine.cli.training.training:run",
        "cancel": "engine.cli.training.training:cancel",
        "resume": "engine.cli.training.training:resume",
    },
    "Measuring": {
        "evaluate": "engine.cli.measuring.evaluate:evaluate",
        "bench": "engine.cli.measuring.bench:bench",
        "experiment": "engine.cli.measuring.experiments:experiment",
        "results": "engine.cli.measuring.experiments:results",
    },
    "History and files": {
        "history": "engine.cli.history.history:history",
        "difference": "engine.cli.history.history:difference",
        "note": "engine.cli.history.history:note",
        "undo": "engine.cli.history.history:undo",
        "redo": "engine.cli.history.history:redo",
        "take-back": "engine.cli.history.history:take_back",
        "rollback": "engine.cli.history.history:rollback",
        "exports": "engine.cli.history.export:exports",
        "export": "engine.cli.history.export:export",
        "load": "engine.cli.history.export:load",
        "profile": "engine.cli.history.history:profile",
    },
    "Care of the workspace": {
        "backup": "engine.cli.care.backups:backup",
        "verify": "engine.cli.care.backups:verify",
        "restore": "engine.cli.care.backups:restore",
        "doctor": "engine.cli.care.doctor:doctor",
        "torture": "engine.cli.care.torture:torture",
        "licences": "engine.cli.care.doctor:licences",
    },
    "Other programs": {
        "serve": "engine.cli.other_programs.serve:serve",
    },
}
program = click.version_option(__version__, "--version", prog_name="Nomenclator")(
    Group(PROGRAM, "Nomenclator without the window. “COMMAND --help” says more of each.", SECTIONS, EPILOG)
)


def run_line(arguments: Sequence[str] | None = None) -> int:
    """Run one command line (default: the process's own); 0, 2 after one line that names the thing and the remedy, or 1
    where nobody reads any more how far the work is, which ends it. ModuleNotFoundError where the library
    is missing that would make the line."""
    if instruction := os.environ.get(COMPLETION):
        from click.shell_completion import shell_complete

        return shell_complete(program, {}, INSTALLED, COMPLETION, instruction)
    given = sys.argv[1:] if arguments is None else arguments
    words = [word.replace(JOINER, "") for word in given]
    escape_what_is_lacking()
    try:
        return program.main(words, prog_name=PROGRAM, standalone_mode=False) or OK
    except SystemExit:  # click's, where nobody reads the help to its end
        return OK
    except NomenclatorError as problem:
        return write_problem(str(problem))
    except click.ClickException as problem:
        return write_problem(_in_one_line(problem))
    except click.Abort:
        return write_problem("stopped before it was done; give the command again.")
    except Exception as error:
        from engine.errors.log import in_one_sentence

        return write_problem(str(in_one_sentence(error, None)))


def _in_one_line(problem: click.ClickException) -> str:
    message = " ".join(problem.format_message().split()).rstrip(".")
    context = getattr(problem, "ctx", None)
    return f"{message}; see “{context.command_path if context else PROGRAM} --help”."

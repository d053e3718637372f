"""The program: every command by subject, and how a line of arguments becomes an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

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
        "rank": "engine.cli.rankings:rank",
        "rank-beside": "engine.cli.rankings:rank_beside",
        "explain": "engine.cli.explain:explain",
        "concept": "engine.cli.rankings:concept",
        "compare": "engine.cli.comparison:compare",
        "encoders": "engine.cli.rankings:encoders",
        "index": "engine.cli.rankings:index",
        "learn-order": "engine.cli.ranking_order:learn_order",
        "calibrate": "engine.cli.ranking_order:calibrate",
        "relearn-order": "engine.cli.ranking_order:relearn_order",
    },
    "Terminologies and their hierarchy": {
        "init": "engine.cli.terminologies:init",
        "terminologies": "engine.cli.terminologies:terminologies",
        "import": "engine.cli.terminologies:import_terminology",
        "terminology": "engine.cli.terminology:terminology",
        "fetch": "engine.cli.fetch:fetch",
        "edit": "engine.cli.edits:edit",
        "abbreviations": "engine.cli.abbreviations:abbreviations",
        "hierarchy": "engine.cli.hierarchy:hierarchy",
        "audit": "engine.cli.audit:audit",
        "map": "engine.cli.mapping:map_terminology",
        "mappings": "engine.cli.mapping_projects:mappings",
        "plot": "engine.cli.plot:plot",
    },
    "Placing new names": {
        "place": "engine.cli.place:place",
        "parents": "engine.cli.parents:parents",
        "proposals": "engine.cli.proposals:proposals",
    },
    "Normalising mentions": {
        "normalise": "engine.cli.normalise:normalise",
        "normalisations": "engine.cli.normalisations:normalisations",
        "decisions": "engine.cli.decisions:decisions",
    },
    "Labels": {
        "label": "engine.cli.labels:label",
        "labels": "engine.cli.labels:labels",
    },
    "Training": {
        "presets": "engine.cli.training:presets",
        "train": "engine.cli.training:train",
        "selection": "engine.cli.training:selection",
        "models": "engine.cli.models:models",
        "vectors": "engine.cli.vectors:vectors",
        "runs": "engine.cli.training:runs",
        "run": "engine.cli.training:run",
        "cancel": "engine.cli.training:cancel",
        "resume": "engine.cli.training:resume",
    },
    "Measuring": {
        "evaluate": "engine.cli.evaluate:evaluate",
        "bench": "engine.cli.benchmarks:bench",
        "experiment": "engine.cli.experiments:experiment",
        "results": "engine.cli.experiments:results",
    },
    "History and files": {
        "history": "engine.cli.history:history",
        "difference": "engine.cli.history:difference",
        "note": "engine.cli.history:note",
        "undo": "engine.cli.history:undo",
        "redo": "engine.cli.history:redo",
        "take-back": "engine.cli.history:take_back",
        "rollback": "engine.cli.history:rollback",
        "exports": "engine.cli.export:exports",
        "export": "engine.cli.export:export",
        "load": "engine.cli.export:load",
        "profile": "engine.cli.history:profile",
    },
    "Care of the workspace": {
        "backup": "engine.cli.backups:backup",
        "verify": "engine.cli.backups:verify",
        "restore": "engine.cli.backups:restore",
        "doctor": "engine.cli.doctor:doctor",
        "torture": "engine.cli.torture:torture",
        "licences": "engine.cli.doctor:licences",
    },
    "Other programs": {
        "serve": "engine.cli.serve:serve",
    },
}
program = Group(PROGRAM, "Nomenclator without the window. “COMMAND --help” says more of each.", SECTIONS, EPILOG)


def run_line(arguments: Sequence[str] | None = None) -> int:
    """Run one command line (default: the process's own); 0, or 2 after one line that names the thing and the remedy."""
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

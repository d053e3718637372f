"""What every command takes and how its line is read: `Command`, `Several`, `--workspace` and `--json`."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.cli import console
from engine.errors import NomenclatorError

if TYPE_CHECKING:
    from engine.workbench import Workbench

FOLDER, JSON, PROBLEM = "nomenclator.workspace", "nomenclator.json", "nomenclator.problem"
LARGE = 50_000_000  # bytes of a database from which its copy takes a moment
NEGATIVE = re.compile(r"-\d+|-\d*\.\d+")
FILE = click.Path(path_type=Path)
WRITTEN = click.Path(path_type=Path)  # of an option that names what the command writes
HELP = {"help_option_names": ["-h", "--help"], "max_content_width": 120}


class Several(click.Option):
    """An option that takes one value or more after it: `--against tfidf current`."""

    def __init__(self, *declarations: Any, **settings: Any) -> None:
        super().__init__(*declarations, **{**settings, "multiple": True})


class Command(click.Command):
    """A command with `--workspace` and `--json`; what its function returns, a dict, is written to standard output."""

    def __init__(self, *given: Any, **settings: Any) -> None:
        super().__init__(*given, **{"context_settings": HELP, **settings})
        self.params += [
            click.Option(
                ["--workspace"],
                type=FILE,
                expose_value=False,
                callback=_remember(FOLDER),
                help="the workspace folder (default: in your data folder)",
            ),
            click.Option(
                ["--json"],
                is_flag=True,
                expose_value=False,
                callback=_remember(JSON),
                help="one JSON object on standard output",
            ),
        ]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the line; values that begin with a minus sign and hold a space, or are numbers, are no options."""
        return super().parse_args(ctx, args if ctx.resilient_parsing else sorted_arguments(self, ctx, args))

    def invoke(self, ctx: click.Context) -> None:
        """Run the command and write what it returns, and which files it replaced; then the problem that it is to end
        with.

        Whatever is raised becomes one sentence, its trace a part of the workspace's log.
        """
        replaced = [path for path in _written_by(self, ctx) if os.path.isfile(path)]
        try:
            answer = super().invoke(ctx)
            with console.until_nobody_reads():
                console.write_answer(answer, ctx.meta[JSON])
        except (click.ClickException, click.exceptions.Exit):
            raise
        except BrokenPipeError:  # nobody reads how far the work is
            raise click.exceptions.Exit(console.NOT_DONE) from None
        except Exception as error:
            from engine.errors.log import in_one_sentence

            raise in_one_sentence(error, _log_folder(ctx)) from None
        for path in replaced:
            console.write_note(f"{path} was there before and has been replaced.")
        if problem := ctx.meta.get(PROBLEM):
            raise NomenclatorError(problem)


def command(name: str, help: str, more: str = "") -> Callable[[Callable[..., dict[str, Any]]], Command]:
    """Decorates the function of a command, which returns its answer as a dict; `more` is for the command's own help."""
    return click.command(name, cls=Command, help=f"{help}\n\n{more}" if more else help, short_help=help)


def _written_by(command: click.Command, ctx: click.Context) -> list[Path]:
    """The files that the command line tells a command to write."""
    given = (ctx.params.get(str(one.name)) for one in command.params if one.type is WRITTEN)
    return [path for path in given if path]


def _log_folder(ctx: click.Context) -> Path | None:
    """The workspace whose log has the trace; None where that is no workspace."""
    from engine.workspace import DATABASE, default_workspace

    folder = ctx.meta[FOLDER] or default_workspace()
    return folder if os.path.lexists(folder / DATABASE) else None


def workspace_folder() -> Path | None:
    """The folder that the command line names, or None."""
    folder: Path | None = click.get_current_context().meta[FOLDER]
    return folder


def wants_json() -> bool:
    """Whether the answer is written as JSON."""
    return bool(click.get_current_context().meta[JSON])


def ends_with_problem(sentence: str) -> None:
    """After its answer, the command ends with this sentence and exit code 2."""
    click.get_current_context().meta[PROBLEM] = sentence


def open_workbench() -> Workbench:
    """The workbench of the workspace that the command line names; NotFound where there is none."""
    from engine.workbench import Workbench

    workbench = Workbench(workspace_folder(), create=False)
    if workbench.workspace.database.stat().st_size >= LARGE:
        workbench.workspace.follow = console.followed
    return workbench


def sorted_arguments(command: click.Command, ctx: click.Context, arguments: list[str]) -> list[str]:
    """The arguments as click reads them: options first, each value beside its option, then “--” and the others.

    An option of several values takes all that follow up to the next option; a clear beginning of an option's name
    counts as the option. UsageError where an option has too few values, or one that is given twice two that differ.
    """
    known = {
        flag: one
        for one in command.get_params(ctx)
        if isinstance(one, click.Option)
        for flag in (*one.opts, *one.secondary_opts)
    }
    options: list[str] = []
    others: list[str] = []
    given: dict[str | None, list[str]] = {}
    left = list(arguments)
    while left:
        word = left.pop(0)
        if word == "--":
            others += left
            break
        if not _is_option(word):
            others.append(word)
            continue
        flag, equals, value = word.partition("=")
        whole = flag if flag in known else _whole(flag, known)
        option = known.get(whole)
        if option is None or option.is_flag:
            options.append(whole + equals + value)
            continue
        several = isinstance(option, Several)
        values = [value] if equals else []
        while not equals and left and not _is_option(left[0]) and (several or len(values) < option.nargs):
            values.append(left.pop(0))
        if len(values) < option.nargs:
            needs = "a value" if option.nargs == 1 else f"{option.nargs} values"
            raise click.BadOptionUsage(whole, f"option {whole} needs {needs}", ctx)
        if not option.multiple and given.setdefault(option.name, values) != values:
            both = " and ".join(f"“{' '.join(one)}”" for one in (given[option.name], values))
            raise click.BadOptionUsage(whole, f"option {whole} is given twice, as {both}; give it once", ctx)
        options += [part for one in values for part in (whole, one)] if several else [whole, *values]
    return [*options, *(["--", *others] if others else [])]


def _whole(flag: str, known: dict[str, click.Option]) -> str:
    matches = [name for name in known if name.startswith(flag)] if flag.startswith("--") else []
    return matches[0] if len(matches) == 1 else flag


def _is_option(word: str) -> bool:
    return len(word) > 1 and word[0] == "-" and " " not in word and not NEGATIVE.fullmatch(word)


def _remember(key: str) -> Callable[[click.Context, click.Parameter, Any], Any]:
    def remember(ctx: click.Context, parameter: click.Parameter, value: Any) -> Any:
        ctx.meta[key] = value
        return value

    return remember

"""The commands as a page of tables: `python -m engine.cli.manual > docs/commands.md`."""

from __future__ import annotations

import click

from engine.cli.group import Group
from engine.cli.program import PROGRAM, SECTIONS, program

EVERYWHERE = ("--workspace", "--json", "--help")
HEAD = f"""# Commands

Everything that the window does, without it. `{PROGRAM} COMMAND --help` says what each option means and what it is
when left out. Every command also takes `--workspace FOLDER` and `--json`, which writes one JSON object on standard
output; progress and problems go to standard error. Exit codes: 0, 2 after one line that names the thing and the
remedy, or 1 where nobody reads any more how far the work is (a closed pipe), which ends it. An option in brackets may
be left out; “…” marks what may be given more than once, or with several values.

This page is written by `python -m engine.cli.manual > docs/commands.md`, and a test compares the two.
"""


def manual() -> str:
    """The page: a table for the single commands of each subject, and one for each group of commands."""
    parts = [HEAD]
    for subject, places in SECTIONS.items():
        commands = {name: found for name in places if (found := program.get_command(click.Context(program), name))}
        parts.append(f"## {subject}\n")
        single = {name: one for name, one in commands.items() if not isinstance(one, Group)}
        if single:
            parts.append(_table("", single))
        for name, one in commands.items():
            if isinstance(one, Group):
                context = click.Context(one)
                inner = {
                    name: found for name in one.list_commands(context) if (found := one.get_command(context, name))
                }
                parts += [f"### {name}\n", f"{_sentence(one.get_short_help_str(200))}\n", _table(name, inner)]
    return "\n".join(parts)


def _table(group: str, commands: dict[str, click.Command]) -> str:
    lines = ["| command | what it does | options |", "|---|---|---|"]
    for name, one in commands.items():
        params = one.get_params(click.Context(one))
        arguments = [_argument(param) for param in params if isinstance(param, click.Argument)]
        options = [_option(param) for param in params if isinstance(param, click.Option) and _own(param)]
        line = " ".join(word for word in (group, name, *arguments) if word)
        cells = (f"`{line}`", one.get_short_help_str(200), ", ".join(f"`{option}`" for option in options))
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join([*lines, ""])


def _own(option: click.Option) -> bool:
    return not {*option.opts} & {*EVERYWHERE}


def _argument(argument: click.Argument) -> str:
    name = (argument.metavar or (argument.name or "").upper()).strip("[].")
    name += "…" if argument.nargs < 0 else ""
    return name if argument.required else f"[{name}]"


def _option(option: click.Option) -> str:
    flags = "/".join((*option.opts, *option.secondary_opts))
    shown = flags + (" …" if option.multiple else "")
    return shown if option.required else f"[{shown}]"


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


if __name__ == "__main__":
    print(manual(), end="")

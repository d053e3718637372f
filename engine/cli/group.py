"""Groups of commands that are imported when they are named, with a help in sections."""

from __future__ import annotations

import importlib
from collections.abc import Mapping

import click

from engine.cli.arguments import HELP

Places = Mapping[str, str]  # command -> "module:function"


class Group(click.Group):
    """Commands by section; each command's module is imported when the command is named or its help is shown.

    `sections` maps a heading to the places of its commands, in the order of the help; one heading may be "".
    """

    def __init__(self, name: str, help: str, sections: Mapping[str, Places], epilog: str = "") -> None:
        super().__init__(name, help=help, short_help=help, epilog=epilog, no_args_is_help=False, context_settings=HELP)
        self.sections = sections

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every command, in the order of the help."""
        return [name for places in self.sections.values() for name in places]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, or None where there is none of this name."""
        place = next((places[cmd_name] for places in self.sections.values() if cmd_name in places), None)
        if place is None:
            return None
        module, _, function = place.partition(":")
        found: click.Command = getattr(importlib.import_module(module), function)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """One line a command, under the heading of its section."""
        longest = max(map(len, self.list_commands(ctx)))
        for heading, places in self.sections.items():
            with formatter.section(heading or "Commands"):
                for name in places:
                    if one := self.get_command(ctx, name):
                        formatter.write(f"  {name.ljust(longest)}  {one.get_short_help_str(200)}\n")

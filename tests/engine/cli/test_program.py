"""The program as a whole: help, completion, one-line problems, how a line is read, and the page of commands."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from engine import __version__
from engine.__main__ import main
from engine.cli.arguments import Command
from engine.cli.group import Group
from engine.cli.manual import manual
from engine.cli.program import SECTIONS, program

ROOT = Path(__file__).parents[3]


def commands(group: click.Group, *path: str) -> list[tuple[tuple[str, ...], click.Command]]:
    """Every command with the words that name it."""
    found = []
    for name in group.list_commands(click.Context(group)):
        one = group.get_command(click.Context(group), name)
        assert one is not None, name
        found += commands(one, *path, name) if isinstance(one, Group) else [((*path, name), one)]
    return found


ALL = commands(program)


def python(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words], cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True
    )


def test_every_command_can_be_imported_is_called_as_its_place_says_and_has_a_line() -> None:
    for path, one in ALL:
        assert isinstance(one, Command) and one.name == path[-1], path
        line = one.get_short_help_str(200)
        assert 0 < len(line) <= 110 and not line.endswith("."), path
        missing = [param.name for param in one.params if isinstance(param, click.Option) and param.required]
        assert {"--workspace", "--json"} <= {flag for param in one.params for flag in param.opts}, (path, missing)


def test_a_command_stands_in_the_folder_that_is_called_as_its_heading_begins() -> None:
    for heading, places in SECTIONS.items():
        (folder,) = {place.split(".")[2] for place in places.values()}
        assert f"{heading.lower()} ".replace(" ", "_").startswith(f"{folder}_")


def test_the_help_imports_nothing_heavy_and_gives_each_command_a_line() -> None:
    heavy = {"torch", "numpy", "pandas", "sqlite_utils", "faiss", "sklearn", "scipy", "streamlit"}
    code = f"import sys; from engine.__main__ import main; main(['--help']); print({heavy} & set(sys.modules))"
    lines = python("-c", code).stdout.splitlines()
    assert lines[-1] == "set()"
    for name in program.list_commands(click.Context(program)):
        assert sum(line.startswith(f"  {name} ") for line in lines) == 1, name
    assert max(map(len, lines)) <= 90


def test_main_returns_its_code_for_help_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0 and "Searching:" in capsys.readouterr().out
    assert main(["rank", "--help"]) == 0 and "--encoder" in capsys.readouterr().out
    assert main(["--version"]) == 0 and capsys.readouterr().out == f"Nomenclator, version {__version__}\n"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ([], "Missing command"),
        (["frob"], "No such command 'frob'"),
        (["labels"], "Missing command"),
        (["rank"], "Missing argument 'TEXT'"),
        (["rank", "x", "--top", "many"], "'many' is not a valid integer"),
        (["rank", "x", "--nope"], "No such option '--nope'"),
        (["rank", "x", "--terminology", "--json"], "option --terminology needs a value"),
        (["rank", "x", "y"], "unexpected extra argument"),
        (["export", "poems", "--out", "x.csv"], "Invalid value for 'KIND': 'poems'"),
        (["export"], "Missing argument 'KIND'. Choose from: edits"),
        (["train", "--terminology", "a", "--labels", "b"], "not allowed with"),
        (["evaluate", "relatedness", "x.csv", "--columns", "1", "2"], "option --columns needs 3 values"),
    ],
)
def test_a_wrong_line_gets_one_line(words: list[str], problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    seen = capsys.readouterr()
    (line,) = seen.err.splitlines()
    assert line.startswith("nomenclator: ") and problem in line and line.endswith("--help”.") and seen.out == ""


def read(*words: str) -> dict:
    """What a command line gives to the function of its command."""
    command: click.Command | None = program
    left = list(words)
    while isinstance(command, click.Group):
        command = command.get_command(click.Context(command), left.pop(0))
    assert command is not None
    return command.make_context(command.name, left).params


def test_an_option_of_several_values_takes_all_up_to_the_next_option() -> None:
    found = read("evaluate", "mapping", "--against", "tfidf", "current", "--terminology", "hpo", "--against", "a")
    assert found["against"] == ("tfidf", "current", "a") and found["terminology"] == "hpo"
    assert read("compare", "--terminology", "hpo", "a", "--html", "x.html", "b")["encoders"] == ("a", "b")
    assert read("vectors", "fuse", "--part", "a", "--weights", "1", "-0.5", "--name", "n")["weights"] == (1.0, -0.5)


def test_names_with_a_minus_sign_and_beginnings_of_options() -> None:
    assert read("rank", "-5 mg of it", "--term", "hpo")["text"] == "-5 mg of it"
    assert read("rank", "--top=3", "--", "--json")["text"] == "--json"
    assert read("rank", "-1", "--encoder", "tfidf") | {"who": ""} == {
        "text": "-1",
        "terminology": "all",
        "encoder": "tfidf",
        "top": 10,
        "names": False,
        "billable": False,
        "language": "",
        "order": "evidence",
        "beside": "",
        "who": "",
    }


def test_a_shell_completes_commands_options_and_choices() -> None:
    def completed(*words: str) -> list[str]:
        line = {"COMP_WORDS": " ".join(["nomenclator", *words]), "COMP_CWORD": str(len(words))}
        found = python("-m", "engine", _NOMENCLATOR_COMPLETE="bash_complete", **line)
        return [row.partition(",")[2] for row in found.stdout.splitlines()]

    assert completed("ra") == ["rank", "rank-beside"] and completed("terminologi") == ["terminologies"]
    assert completed("labels", "qu") == ["queue"]
    assert completed("rank", "x", "--te") == ["--terminology"]
    assert completed("export", "la") == ["labels"]
    assert "complete -o nosort" in python("-m", "engine", _NOMENCLATOR_COMPLETE="bash_source").stdout


def test_the_page_of_commands_is_that_of_the_program() -> None:
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert page == manual(), "write it again: python -m engine.cli.manual > docs/commands.md"
    assert all(f"| `{' '.join(path)}" in page for path, _ in ALL)

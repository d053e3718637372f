"""Whatever goes wrong reaches a person as one line with exit code 2; the workspace's log has the trace."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from engine.__main__ import main
from engine.cli.care import backups as any_command
from engine.errors import Unforeseen
from engine.errors.log import MOST_BYTES, MOST_FILES, in_one_sentence, log_path, note
from engine.workbench import Workbench
from store import database

Capture = pytest.CaptureFixture[str]
ROOT = Path(__file__).parents[3]
LONG = "x" * 300
NOWHERE = ("--terminology", "nosuch")
NORMALISE = ("normalise", "{folder}/x.csv", "--terminology", "organs", "--out", "{folder}/y.csv")


def problem(capsys: Capture, *line: str) -> str:
    """The one line that a command writes that cannot do its work."""
    assert main(list(line)) == 2
    written = capsys.readouterr()
    lines = [one for one in written.err.splitlines() if one]
    assert lines[-1].startswith("nomenclator: ") and "Traceback" not in written.err
    assert "unexpected" not in lines[-1], lines[-1]
    return lines[-1]


@pytest.mark.parametrize("library", ["click", "sqlite_utils", "numpy"])
def test_a_library_that_is_not_installed_is_said(library: str, tmp_path: Path) -> None:
    """Every command ended in three tracebacks."""
    code = f"import sys; sys.modules['{library}'] = None; from engine.__main__ import main; sys.exit(main())"
    line = [sys.executable, "-c", code, "rank", "gout", "--workspace", str(tmp_path / "w")]
    made = subprocess.run(line, capture_output=True, text=True, cwd=ROOT)
    assert made.returncode == 2 and made.stderr.startswith(f"nomenclator: This Python lacks the library “{library}”;")
    assert len(made.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (("export", "edits", "--out", "{folder}", "--format", "csv"), "is a folder"),
        (("export", "edits", "--out", "{folder}/" + LONG + ".csv"), "too long"),
        (("export", "edits", "--out", "{folder}/gone/edits.xlsx"), "There is no"),
        (("rank", "heart \ud800", "--terminology", "organs"), "U+D800"),
        (("rank", "heart", "--terminology", "organs", "--encoder", "vectors:/etc/passwd"), "vectors"),
        (("rank", "heart", "--terminology", "organs", "--encoder", "vectors:../../workspace"), "vectors"),
        (("rank", "heart", "--terminology", "organs", "--encoder", f"vectors:{LONG}"), "vectors"),
        (("edit", "add", "heart \udfff", "--terminology", "organs", "--concept", "H1"), "U+DFFF"),
        (("import", "{folder}", "--name", "folder"), ""),
        (("import", "{folder}/x.csv", "--name", "hosp", "--column", "name"), "--column name: write FIELD=HEADING"),
        (("edit", "add", "x", "--concept", "H1", *NOWHERE), "no terminology “nosuch”"),
        (("edit", "withdraw", "x", "--concept", "H1", *NOWHERE), "no terminology “nosuch”"),
        (("labels", "levels", *NOWHERE), "no terminology “nosuch”"),
        (("labels", "define", "s", *NOWHERE), "no terminology “nosuch”"),
        (("parents", "refused", "x", *NOWHERE), "no terminology “nosuch”"),
        (("parents", "allow", "x", "--parent", "H1", *NOWHERE), "no terminology “nosuch”"),
        ((*NORMALISE, "--threshold", "0.9"), "has no threshold"),
        ((*NORMALISE, "--threshold", "0.9", "--search", "O-T"), "has no threshold"),
        ((*NORMALISE, "--threshold", "7", "--search", "D-T+OD-T"), "from 0 to 1"),
        ((*NORMALISE, "--types", "Disease"), "--train and --dev"),
        ((*NORMALISE, "--calibrate"), "leave --calibrate out"),
        ((*NORMALISE, "--hybrid", "1", "--search", "evidence"), "leave --hybrid out"),
        (("normalisations", "answer", "{folder}/x.csv", "--terminology", "organs", "--threshold", "1"), "no threshold"),
        (("rank-beside", "heart", "vectors", "--terminology", "organs"), "two to four different encoders"),
        (("import", "{folder}/" + LONG, "--name", "long"), ""),
        (("hierarchy", "find", " ", "--terminology", "organs"), "Type a name or a concept id to search for."),
        (("hierarchy", "find", "heart", "--terminology", "organs", "--top", "-1"), "-1 is not in the range x>=0"),
        (("history", "--top", "-1"), "-1 is not in the range x>=0"),
        (("proposals", "accept-sure", "1", "--probability", "80"), "from 0 to 1, not at 80; 90 % is 0.9"),
        (("proposals", "accept-sure", "1", "--probability", "nan"), "not a finite number"),
        (("rank", "heart", "--terminology", "organs", "--terminology", "nosuch"), "twice, as “organs” and “nosuch”"),
        (("rank", "heart", "--terminology=organs", "--term", "nosuch"), "give it once"),
        (
            ("import", "{folder}/x.csv", "--name", "hosp", "--column", "id=A", "--column", "id=B"),
            "--column says two things of id, “A” and “B”",
        ),
        (
            ("train", "--terminology", "organs", "--set", "encoder.hidden=8", "--set", "encoder.hidden=9"),
            "--set says two things of encoder.hidden, “8” and “9”",
        ),
        (("load", "{folder}"), ""),
        (("init", "--workspace", "{folder}/" + LONG), "too long"),
        (("terminologies", "--workspace", "{folder}/workspace.db"), "is a file"),
        (("terminologies", "--workspace", "{folder}/\0"), "U+0000"),
    ],
)
def test_a_problem_is_one_line(workbench: Workbench, capsys: Capture, line: tuple[str, ...], words: str) -> None:
    folder = str(workbench.workspace.folder)
    assert words in problem(capsys, *(part.replace("{folder}", folder) for part in line))


def test_what_is_copied_from_the_window_is_found(workbench: Workbench, capsys: Capture) -> None:
    """Of an address a word joiner came along, which nobody sees."""
    assert main(["rank", "heart attack", "--terminology", "or\u2060gans", "--encoder", "vectors"]) == 0
    assert "Myocardial infarction" in capsys.readouterr().out


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
@pytest.mark.parametrize("as_json", [True, False])
def test_an_output_without_the_letters_gets_escapes(workbench: Workbench, encoding: str, as_json: bool) -> None:
    """The work was done, and the command said that a text holds a letter that is to be taken out."""
    workbench.synonyms.add("organs", "H1", "心筋梗塞 “MI”", "ann")
    line = ["concept", "H1", "--terminology", "organs", "--workspace", str(workbench.workspace.folder)]
    done = subprocess.run(
        [sys.executable, "-m", "engine", *line, *["--json"] * as_json],
        cwd=ROOT,
        capture_output=True,
        timeout=120,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )
    assert done.returncode == 0 and done.stderr == b""
    written = done.stdout.decode(encoding)
    if as_json:
        assert "心筋梗塞 “MI”" in [name["text"] for name in json.loads(written)["concept"]["names"]]
    else:
        assert ("心筋梗塞" if encoding == "utf-8" else "\\u5fc3\\u7b4b\\u6897\\u585e") in written


def test_a_file_that_is_replaced_is_told(workbench: Workbench, capsys: Capture) -> None:
    """An older export was gone without a word."""
    path = workbench.workspace.folder / "edits.csv"
    line = ["export", "edits", "--out", str(path)]
    assert main(line) == 0 and "been replaced" not in capsys.readouterr().err
    assert main(line) == 0
    written = capsys.readouterr()
    assert written.err.endswith(f"nomenclator: {path} was there before and has been replaced.\n")
    assert "been replaced" not in written.out


def test_a_file_that_stays_is_not_told_of(workbench: Workbench, capsys: Capture) -> None:
    path = workbench.workspace.folder / "edits.csv"
    path.write_text("mine", encoding="utf-8")
    assert "been replaced" not in problem(capsys, "export", "edits", "--out", str(path), "--format", "nosuch")
    assert path.read_text(encoding="utf-8") == "mine"


@pytest.mark.skipif(sys.platform == "win32", reason="closes it in a shell")
def test_a_closed_output_does_not_end_a_command(workbench: Workbench) -> None:
    """“Something unexpected happened (AttributeError …)”, after the name was added."""
    line = f'"{sys.executable}" -m engine edit add coronary --concept H1 --terminology organs >&-'
    given = {**os.environ, "NOMENCLATOR_WORKSPACE": str(workbench.workspace.folder)}
    done = subprocess.run(["sh", "-c", line], cwd=ROOT, stderr=subprocess.PIPE, timeout=120, env=given)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("line", [["--help"], ["rank", "--help"], ["terminologies"], ["terminologies", "--json"]])
def test_behind_head_a_command_ends_quietly(workbench: Workbench, line: list[str], unbuffered: str) -> None:
    """It ended with exit code 1, though its work was done."""
    reading, writing = os.pipe()
    os.close(reading)
    given = {"NOMENCLATOR_WORKSPACE": str(workbench.workspace.folder), "PYTHONUNBUFFERED": unbuffered}
    words = [sys.executable, "-m", "engine", *line]
    done = subprocess.run(
        words, cwd=ROOT, stdout=writing, stderr=subprocess.PIPE, timeout=120, env={**os.environ, **given}
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


def test_work_whose_progress_nobody_reads_is_not_said_to_be_done(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed() -> None:
        raise BrokenPipeError

    monkeypatch.setattr(any_command.backup, "callback", closed)
    assert main(["backup"]) == 1


def test_damaged_pages_are_damage(workbench: Workbench, capsys: Capture) -> None:
    path = workbench.workspace.database
    content = bytearray(path.read_bytes())
    content[4096 * 2 :] = b"\xa5" * (len(content) - 4096 * 2)
    path.write_bytes(content)
    assert "damaged" in problem(capsys, "history") and "restore" in problem(capsys, "terminologies")


@pytest.mark.parametrize("name", ["other", "two words"])
def test_the_remedy_for_damage_is_for_the_workspace_that_was_named(tmp_path: Path, capsys: Capture, name: str) -> None:
    """“python -m engine restore” stood there, which would have put back a copy of the default workspace."""
    folder = tmp_path / name
    assert main(["init", "--empty", "--workspace", str(folder)]) == 0
    (folder / "workspace.db").write_bytes(b"")
    said = problem(capsys, "history", "--workspace", str(folder))
    given = f'"{folder}"' if " " in name else folder
    for one in ("verify", "restore"):
        assert f"“python -m engine {one} --workspace {given}”" in said


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (MemoryError(), "memory"),
        (torch.OutOfMemoryError("CUDA out of memory"), "NOMENCLATOR_DEVICE=cpu"),
        (RecursionError("deep"), "nested too deeply"),
        (OSError(28, "No space left on device", "out.xlsx"), "disk is full, so out.xlsx"),
        (PermissionError(13, "Permission denied", "/root/x"), "no right to use /root/x"),
        (OSError(30, "Read-only file system", "/cd/x"), "read-only medium"),
        (UnicodeDecodeError("utf-8", b"a\xff", 1, 2, "invalid"), "not utf-8 at byte 1"),
        (database.NewerSchema(99), "schema is 99"),
    ],
)
def test_what_the_system_raises_is_a_sentence(workbench: Workbench, error: Exception, words: str) -> None:
    assert words in str(in_one_sentence(error, workbench.workspace.folder))
    assert type(error).__name__ in log_path(workbench.workspace.folder).read_text(encoding="utf-8")


def test_what_nobody_thought_of_names_the_log(
    workbench: Workbench, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise ZeroDivisionError("of nothing")

    monkeypatch.setattr(any_command.backup, "callback", broken)
    assert main(["backup"]) == 2
    log = log_path(workbench.workspace.folder)
    assert f"(ZeroDivisionError: of nothing); details are in {log}" in capsys.readouterr().err
    assert "in broken" in log.read_text(encoding="utf-8") and log.stat().st_mode & 0o777 == 0o600
    assert isinstance(in_one_sentence(KeyError("x"), None), Unforeseen)


def test_the_log_rotates(tmp_path: Path) -> None:
    for _ in range((MOST_FILES + 3) * 2):
        assert note(tmp_path, "x" * (MOST_BYTES // 2)) == log_path(tmp_path)
    files = list(tmp_path.iterdir())
    assert len(files) == MOST_FILES + 1 and all(path.stat().st_size <= MOST_BYTES for path in files)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="mounts a small disk")
@pytest.mark.parametrize("ending", ["xlsx", "csv"])
def test_an_export_on_a_full_disk_says_so(workbench: Workbench, tmp_path: Path, ending: str) -> None:
    for number in range(30):
        workbench.synonyms.add("organs", "H1", f"coronary {number}", "ann")
    disk = tmp_path / "disk"
    disk.mkdir()
    export = [sys.executable, "-m", "engine", "export", "edits", "--out", str(disk / f"edits.{ending}")]
    full = f"mount -t tmpfs -o size=4k tmpfs {disk} && head -c 9k /dev/zero > {disk}/rest 2>/dev/null || true"
    command = ["unshare", "-m", "sh", "-c", f'{full}; exec "$@"', "sh", *export]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    if "unshare" in done.stderr or "mount:" in done.stderr or shutil.which("unshare") is None:
        pytest.skip(f"no disk can be mounted here: {done.stderr.strip()}")
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert f"disk is full, so {disk / 'edits'}.{ending} cannot" in done.stderr.splitlines()[-1]


def test_an_account_without_a_name_is_asked_who_it_is(
    workbench: Workbench, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`docker run -u 54321`: “Something unexpected happened (KeyError: getpwuid …”, of each of 65 commands."""
    for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os, "getuid", lambda: 54321)
    add = ("edit", "add", "coronary", "--terminology", "organs", "--concept", "H1")
    assert problem(capsys, *add) == "nomenclator: No name is known for this account; say who you are with --who."
    assert main([*add, "--who", "ann"]) == 0
    assert [edit.who for edit in workbench.edits.newest()] == ["ann"]
    assert main(["edit", "add", "--help"]) == 0

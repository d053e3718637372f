"""Whether everything is well, and what everything may be used for: `doctor`, `licences`."""

from __future__ import annotations

from typing import Any

from engine.cli.arguments import command, ends_with_problem, workspace_folder


@command("doctor", "look over machine and workspace; say what to do")
def doctor() -> dict[str, Any]:
    from engine.errors import NotFound
    from engine.reliability.doctor import examine
    from engine.workbench import default_workspace

    folder = (workspace_folder() or default_workspace()).expanduser().resolve()
    if not folder.is_dir():
        raise NotFound(f"There is no workspace at {folder}; name the right folder with --workspace.")
    findings = examine(folder)
    wrong = [finding for finding in findings if finding.wrong]
    if wrong:
        are = "thing is" if len(wrong) == 1 else "things are"
        first = f"{wrong[0].what} first" if len(wrong) > 1 else wrong[0].what
        ends_with_problem(f"{len(wrong)} {are} wrong of {len(findings)} looked at: {first}. {wrong[0].remedy}")
    return {"workspace": str(folder), "findings": findings}


@command("licences", "list the licences of libraries and data")
def licences() -> dict[str, Any]:
    from engine.reliability.licences import data_licences, library_licences

    return {"libraries": library_licences(), "data": data_licences()}

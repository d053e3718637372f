"""The files that are here already, what is left of each, and the run that answers one now."""

from __future__ import annotations

import streamlit as st

from engine.workbench import Workbench
from pages.parts.formatting import clock, count, plain
from pages.parts.normalise.start import encoder_names
from pages.parts.sheet import Col, sheet
from pages.parts.shell.job_panel import run_panel
from store.records.training import CANCELLED, COMPLETED, FAILED, INTERRUPTED, UNFINISHED, JobRun

RUN = "normalise_run"
FILES = (
    Col("file", "File"),
    Col("left", "Left", "number", "Lines that are undecided, skipped or flagged."),
    Col("done", "Done", "bar", "Lines tied to a concept or to none."),
    Col("terminology", "Searched", "quiet"),
    Col("when", "Loaded", "when"),
    Col("delete", "Delete", "action", "Forgets the answers and the uploaded file; what people decided stays known."),
)


def run_now(workbench: Workbench) -> bool:
    """Draws the run that was started or goes on, and what came of it; whether one goes on."""
    runs = workbench.jobs.runs(limit=5, kind="normalise")
    chosen = st.session_state.get(RUN)
    run = next((one for one in runs if one.id == chosen), None)
    run = run or next((one for one in runs if one.status in UNFINISHED), None)
    if run is None:
        _stopped(workbench, runs)
        return False
    st.session_state[RUN] = run.id
    st.header(plain(run.title), anchor=False)
    run = run_panel(workbench, run.id, curve=False)
    if run.status == COMPLETED:
        _finished(workbench, run)
    elif run.status in (FAILED, CANCELLED) and (made := workbench.normalisation.of_run(run.id)):
        st.button("Open what is answered", key="open_partial", on_click=open_file, args=(made,))
    return run.status in UNFINISHED


def _stopped(workbench: Workbench, runs: list[JobRun]) -> None:
    """Offers to go on with the newest run when the program stopped while it ran."""
    if runs and runs[0].status == INTERRUPTED:
        run_panel(workbench, runs[0].id, curve=False)


def _finished(workbench: Workbench, run: JobRun) -> None:
    result, made = run.result, workbench.normalisation.of_run(run.id)
    lines = workbench.normalisation.get(made).lines if made else result["lines"]  # also those before it was taken up
    unanswered, left_out = result.get("unanswered", 0), result.get("left_out", 0)
    parts = [f"{count(result['mentions'], 'mention')} answered"]
    if lines > result["mentions"]:
        parts = [f"{parts[0]} in {count(lines, 'line')}, one for each finding of a text that has several"]
    if unanswered:
        parts.append(f"{count(unanswered, 'line')} without a concept")
    if left_out:
        parts.append(f"{count(left_out, 'row')} left out")
    st.success(", ".join(parts) + ".")
    for problem in result.get("problems", [])[:5]:
        row = f"**Row {problem['row']}.** " if problem["row"] else ""
        st.caption(f"{row}{plain(problem['problem'])}")
    st.button(
        f"Work through {count(lines, 'line')}",
        key="open_done",
        type="primary",
        shortcut="W",
        on_click=open_file,
        args=(result["normalisation"],),
    )


def open_file(number: int) -> None:
    """Goes to the queue of a file."""
    st.session_state.pop(RUN, None)
    st.query_params["file"] = str(number)


def files(workbench: Workbench) -> None:
    """Draws the list; a row opens its queue."""
    st.header("Files", anchor=False)
    encoders = encoder_names(workbench)
    titles = {one.slug: one.title for one in workbench.terminologies.all()}
    rows = []
    for made in workbench.normalisation.all():
        counts = workbench.answers.counts(made.id)
        seen = workbench.versions.seen_at(made.terminology, made.created)
        how = ", ".join(part for part in (encoders.get(made.encoder, made.encoder), made.search) if part)
        rows.append(
            {
                "id": str(made.id),
                "file": made.file,
                "file_why": f"{made.file}, answered by {how}" + ("" if made.finished else "; not finished"),
                "about": made.file,
                "left": f"{counts['left']:,}",
                "done": counts["done"] / counts["lines"] if counts["lines"] else 0,
                "done_text": f"{counts['done']:,} of {counts['lines']:,}" + ("" if made.finished else " so far"),
                "terminology": titles.get(made.terminology, made.terminology),
                "terminology_why": f"Answered on the version {seen.slug}" if seen and seen.newer else "",
                "when": clock(made.created),
            }
        )
    sheet(
        "normalise_files",
        "Files",
        FILES,
        rows,
        on_pick=lambda number: open_file(int(number)),
        on_act=lambda number: st.session_state.update(normalise_delete=int(number)),
        empty="No file yet. Load one, or try the example: a dozen names that show what the queue does.",
    )
    _confirm_delete(workbench)


def _confirm_delete(workbench: Workbench) -> None:
    number = st.session_state.get("normalise_delete")
    made = next((one for one in workbench.normalisation.all() if one.id == number), None)
    if made is None:
        return
    st.warning(
        f"Delete the answers of “{plain(made.file)}”, loaded {clock(made.created)}, {_decided(workbench, made.id)}, "
        "with the texts that were uploaded? This cannot be undone; accepted names stay known to the next search."
    )
    with st.container(horizontal=True):
        st.button("Delete", key="delete_yes", type="primary", on_click=_delete, args=(workbench, made.id))
        st.button("Keep", key="delete_no", on_click=lambda: st.session_state.pop("normalise_delete", None))


def _decided(workbench: Workbench, number: int) -> str:
    counts = workbench.answers.counts(number)
    return f"{counts['done']:,} of {count(counts['lines'], 'line')} decided"


def _delete(workbench: Workbench, number: int) -> None:
    st.session_state.pop("normalise_delete", None)
    workbench.normalisation.delete(number)

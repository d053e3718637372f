"""The next release of a terminology: read and reported first; nothing changes until the update is confirmed."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from engine.workbench import SourceFile, UpdatePreview, Workbench
from pages.parts.formatting import clock, count, plain
from pages.parts.into_sight import into_sight
from pages.parts.shell.job_panel import run_panel
from pages.parts.shell.profile import who
from pages.parts.shell.workspace import sentences
from pages.parts.terminologies.columns import FIELDS, with_columns
from pages.parts.terminologies.file_choice import file_choice, file_stamp
from pages.parts.terminologies.file_contents import file_contents, import_preview
from pages.parts.terminologies.import_filters import import_filters
from pages.parts.terminologies.invalid_targets import held_in_words, renamed_targets
from pages.parts.terminologies.release_report import release_report
from pages.parts.widget_state import choose
from store.records.terminology import Terminology
from store.records.training import COMPLETED

HOW = (
    "Choose the file of the next release, in any format that can be imported. You see what it adds, withdraws, moves, "
    "merges and splits, and which edits, decisions and mappings lose their concept, before anything changes. The "
    "version that is here stays beside it."
)

CLEAN = "Take stray marks and blanks out of its names"
CLEAN_HELP = "As at an import: do here what you did then, or else every name with a mark counts as new."


def release_form(workbench: Workbench, chosen: Terminology) -> None:
    """Draws the choice of a file, the report on it, and the update once it is confirmed.

    File and run are this terminology's own: another one that is opened meanwhile begins without them.
    """
    key = f"update_{chosen.slug}"
    if run := st.session_state.get(f"{key}_run"):
        _running(workbench, run, key)
        return
    label = f"The next release of {plain(chosen.slug)}"
    left, right = st.columns(2)
    path = file_choice(workbench, key, label, "/data/hp.obo", (left, right))
    if path is None:
        st.caption(HOW)
        return
    with sentences():
        file = SourceFile(path)
        file = replace(file, filters=import_filters(file, key))
        if st.checkbox(CLEAN, key=f"{key}_clean", help=CLEAN_HELP):
            file = replace(file, clean=True)
        file, found = _read(workbench, file, chosen, key)
        if found is not None:
            file_contents(found)
            _lacking(found, chosen)
            _confirm(workbench, file, chosen, found, key)
            release_report(found.difference, "coming")


def past_releases(workbench: Workbench, slug: str) -> None:
    """Draws what differs between the newest version and an older one."""
    versions = workbench.versions.of(slug)
    titles = {one.slug: f"{one.slug} · imported {clock(one.imported)}" for one in versions[1:]}
    older = choose(st, "Since", titles, "since_version", width=420)
    release_report(
        _difference(workbench, older, slug, tuple(f"{one.number} {one.fingerprint}" for one in versions)), "past"
    )


def _read(
    workbench: Workbench, file: SourceFile, chosen: Terminology, key: str
) -> tuple[SourceFile, UpdatePreview | None]:
    """The file, with the columns that a person chose of a table, and its preview; None while one is missing."""
    if file.has_columns():
        file, table = with_columns(workbench, file, key, partial(import_preview, workbench))
        if table is None:
            return file, None
    return file, _preview(workbench, file, chosen)


def _lacking(found: UpdatePreview, chosen: Terminology) -> None:
    """Warns where a file has no synonyms, or no parents, at all, though there are some here."""
    for field in found.lacking:
        remedy = f"; choose their column under “{FIELDS[field]}”" if found.columns else ""
        st.warning(f"The file has no {field}: all those of {plain(chosen.slug)} would be withdrawn{remedy}.")


def _preview(workbench: Workbench, file: SourceFile, chosen: Terminology) -> UpdatePreview:
    stamp = (*file_stamp(file.path), workbench.history.last())
    return _cached(workbench, file, chosen.slug, chosen.fingerprint, stamp)


@st.cache_data(show_spinner="Comparing the release with what is here", show_time=True, max_entries=2)
def _cached(
    _workbench: Workbench, file: SourceFile, slug: str, fingerprint: str, stamp: tuple[int, ...]
) -> UpdatePreview:
    return _workbench.versions.preview(file, slug)


@st.cache_data(show_spinner="Comparing the versions", show_time=True, max_entries=2)
def _difference(_workbench: Workbench, older: str, newer: str, versions: tuple[str, ...]) -> Any:
    return _workbench.versions.difference(older, newer)


def _confirm(workbench: Workbench, file: SourceFile, chosen: Terminology, found: UpdatePreview, key: str) -> None:
    """What of people's work holds, and the button that starts the update."""
    carried = found.carried
    holds = held_in_words(carried.held)
    if not carried.invalid and not any(carried.held.values()):
        holds = "Nobody has edited, decided or mapped anything of it"
    holds += f" (the release says {carried.taken_over:,} of them itself)" if carried.taken_over else ""
    lost = count(len(carried.invalid), "loses its concept", "lose their concept")
    st.markdown(f"{holds}; **{lost}** and will wait here for an answer." if carried.invalid else f"{holds}.")
    renamed_targets(carried)
    if found.nothing_new:
        st.info("The file has the very concepts that are here; there is nothing to update.")
        return
    if not found.difference.changes:
        st.caption("It differs in notes, in what replaces concepts out of use, or in what it says of itself alone.")
    if st.button(f"Update {plain(chosen.slug)}", type="primary", key="update_start"):
        run = workbench.versions.queue(file, chosen.slug, who())
        st.session_state[f"{key}_run"] = workbench.jobs.spawn(run)
        st.rerun()


def _running(workbench: Workbench, run_id: int, key: str) -> None:
    into_sight("update_in_sight", run_id)  # what stood above the button is gone, and the page is shorter
    run = run_panel(workbench, run_id, curve=False)
    if run.status == COMPLETED:
        made = run.result
        st.success(
            plain(
                f"{made['terminology']} is updated, and what was here is {made['older']}. "
                f"{count(made['encoded'], 'name was', 'names were')} new and encoded, {made['reused']:,} known."
            )
        )
    if st.button("Close", key="update_again"):
        for part in ("run", "kept", "path"):
            st.session_state.pop(f"{key}_{part}", None)
        st.rerun()

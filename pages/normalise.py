"""Normalise: tie the names of a file to concepts, the doubtful ones first."""

from __future__ import annotations

from contextlib import suppress

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import Workbench
from pages.parts.formatting import clock, plain, shortened
from pages.parts.fragment import fragment
from pages.parts.normalise.bulk import bulk
from pages.parts.normalise.changes import changes
from pages.parts.normalise.data import desk_data
from pages.parts.normalise.desk import desk
from pages.parts.normalise.desk_actions import carry_out, unseen_desk
from pages.parts.normalise.export import export
from pages.parts.normalise.files import files, run_now
from pages.parts.normalise.filters import filter_titles, filters
from pages.parts.normalise.history import history
from pages.parts.normalise.load import load_form
from pages.parts.normalise.queue import note, noted, queue_of
from pages.parts.normalise.start import TFIDF, encoder_names
from pages.parts.shell.address import check_bound, numbered
from pages.parts.shell.frame import opened
from pages.parts.shell.workspace import sentences
from pages.parts.teach_menu import teach_menu
from pages.parts.widget_state import choose_some
from store.records.normalisation import Normalisation

MOST_BESIDE = 2


def file_open(workbench: Workbench) -> Normalisation | None:
    """The file that the address names; None when it is gone, and a sentence, and the address names none."""
    named = st.query_params.get("file", "")
    if not named:
        return None
    if number := numbered(named):
        with sentences():
            return workbench.normalisation.get(number)
    else:
        st.error(f"There is no normalisation “{plain(named)}”; the address names a file by its number.")
    del st.query_params["file"]
    return None


def heading(workbench: Workbench) -> str:
    """What stands beside the title: the file, or what the page is for."""
    with suppress(NomenclatorError):
        if number := st.query_params.get("file", ""):
            return plain(shortened(workbench.normalisation.get(numbered(number)).file, 24))
    return "Tie the names of a file to concepts; the doubtful ones come first."


workbench = opened("Normalise", heading)


def loading() -> None:
    """Load a file on top; below it what is going on, and what is here already."""
    above, running = st.container(border=True, key="load_mentions"), st.container()
    with running:
        run_now(workbench)
        files(workbench)
    with above:
        load_form(workbench)


@fragment(key="normalise_work")
def working(made: Normalisation, titles: dict[str, str]) -> None:
    """The file, the filters and the desk: a decision reruns only this."""
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="file_heading"):
        about_file(made, titles)
        chosen_lines, order = filters(workbench, made.id, made.lines)
        beside = ask_beside(made, titles)
        bulk_place = st.container(width="content")
        export(workbench, made)
        teach_menu(workbench, "normalise", made.id, say)
    with bulk_place:
        bulk(workbench, made.id, chosen_lines)
    queue = queue_of(workbench, made.id, chosen_lines, order)
    data = desk_data(workbench, made, queue, chosen_lines, beside, titles)
    desk(data, on_sent=lambda: carry_out(workbench))


def say(kind: str, sentence: str) -> None:
    """Keeps a sentence for the desk."""
    noted().update(note(kind, sentence))


def about_file(made: Normalisation, titles: dict[str, str]) -> None:
    """The way back to the files, and what is known of this one."""
    known = {one.slug: one.title for one in workbench.terminologies.all()}
    how = [known.get(made.terminology, made.terminology), titles.get(made.encoder, made.encoder)]
    how += [f"searched {made.search}"] if made.search else []
    summary = plain(f"{made.file}: {', '.join(part for part in how if part)}; loaded {clock(made.created)}.")
    if st.button("All files", key="all_files", icon=":material/arrow_back:", help=summary):
        del st.query_params["file"]
        st.rerun()
    if not made.finished:
        st.badge("unfinished", color="orange")


def ask_beside(made: Normalisation, titles: dict[str, str]) -> list[str]:
    """The encoders whose candidates stand beside those of the file."""
    options = {id: title for id, title in titles.items() if id not in (made.encoder, TFIDF)}
    chosen = st.session_state.get("beside") or st.query_params.get_all("beside")
    with st.popover(f"Encoders ({1 + len(chosen)})", help="Up to three encoders side by side."):
        if not options:
            st.caption("There is no other encoder yet. Train one on the Train page; then it can answer too.")
            return []
        help = "Up to two encoders beside the one that answered the file; their scores are cosines."
        return choose_some(st, "Also ask", options, "beside", MOST_BESIDE, bind="query-params", help=help)


made = file_open(workbench)
if made is None:
    loading()
    unseen_desk(workbench)
else:
    titles = encoder_names(workbench)
    check_bound(filter_titles(workbench) | {"beside": titles.values()})
    working(made, titles)
    history(workbench, made.id, titles)
    changes(workbench, made.id)

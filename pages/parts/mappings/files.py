"""A mapping project out as a file, and files into it: what others decided, existing mappings, how often names occur."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from engine.errors import NomenclatorError
from engine.workbench import MappingMerge, MappingProject, Workbench
from pages.parts.file_bytes import file_bytes
from pages.parts.formatting import count, plain
from pages.parts.mappings.acts import say
from pages.parts.menu import close, menu
from pages.parts.sheet import Col, sheet
from pages.parts.shell.profile import who
from pages.parts.shell.workspace import sentences
from pages.parts.uploads import uploaded
from pages.parts.widget_state import switch

OFFERED = {  # format -> what it is called here, and what is in it
    "sssom": ("SSSOM", "A row a target: predicate, author, reviewer, justification and date."),
    "fhir": ("FHIR ConceptMap", "The same as a ConceptMap of FHIR R4."),
    "csv": ("CSV", "What is decided, a row a target: relation, who, when and why."),
    "xlsx": ("XLSX", "The same for Excel."),
}
WHOLE = ("sssom", "fhir")  # which can have undecided lines too
UNDECIDED = (
    "In SSSOM and the ConceptMap, marked so: suggestions, flags, skips, assignments and loaded mappings, for a "
    "colleague who loads the file into a project. Other programs would read them as mappings."
)
RF2_MAP = "rf2-map"
MENU, FILE = "mappings_load_menu", "mappings_file"
LOADED = "mappings_files_loaded"  # how many: the field of the next one is another, and empty
STAYS = {"here": "what is here stays", "file": "the file’s stands"}
TAKES = {"here": "Keep what is here", "file": "Take the file’s"}
COLUMNS = (Col("source", "Line", "code"), Col("what", "What"), Col("here", "Here"), Col("file", "In the file"))


def export_menu(workbench: Workbench, project: MappingProject) -> None:
    """Draws the menu of formats, each with its rows; a file is made when it is asked for."""
    stem = re.sub(r"[^\w.-]+", "-", f"{project.source}-{project.target}")
    with st.popover("Export", help="What is decided, at any moment."):
        about, formats = workbench.mapping_files.about_export(project.id), workbench.mapping_files.formats()
        more = st.checkbox(f"With {count(about.left_out, 'undecided line')}", key="mappings_undecided", help=UNDECIDED)
        for name, (title, help) in OFFERED.items():
            ending, whole = formats[name].written[0], more and name in WHOLE
            write = partial(workbench.mapping_files.export, project.id, undecided=whole)
            st.download_button(
                f"{title} · {count(about.every if whole else about.decided, 'row')}",
                partial(file_bytes, f"project{ending}", write),
                file_name=stem + ending,
                mime=formats[name].mime,
                key=f"mappings_export{ending}",
                help=help,
                on_click="ignore",
                width="stretch",
            )
        for sentence in about.changed:
            st.caption(f":orange[{plain(sentence)}]")
        _rf2_map(workbench, project)


@sentences()
def _rf2_map(workbench: Workbench, project: MappingProject) -> None:
    """The namespace that an RF2 map is made in, its button, and what of the project is not in it."""
    what = "Seven digits, given out by SNOMED International; the reference set's identifier is made in it."
    namespace = st.text_input("Namespace of your extension", key="mappings_namespace", max_chars=7, help=what).strip()
    if not workbench.exports.is_namespace(namespace):
        st.caption("With your extension’s namespace, exact mappings of SNOMED CT go out as an RF2 simple map.")
        return
    found, format = workbench.mapping_files.simple_map(project.id), workbench.mapping_files.formats()[RF2_MAP]
    ending = format.written[0]
    write = partial(workbench.mapping_files.export, project.id, namespace=namespace)
    st.download_button(
        "RF2 map",
        partial(file_bytes, f"project{ending}", write),
        file_name=f"der2_sRefset_SimpleMapSnapshot_{namespace}_{found.day}{ending}",
        mime=format.mime,
        key="mappings_export.rf2",
        help="The exact mappings that people decided, as a simple map reference set.",
        on_click="ignore",
        width="stretch",
        disabled=not found.members,
    )
    for sentence in found.lost:
        st.caption(plain(sentence))


def load_menu(workbench: Workbench, project: MappingProject) -> None:
    """Draws the choice of a file, what it would do, and the button that does it."""
    about = "A colleague's export, existing mappings, or how often each concept occurs."
    with menu("Load", MENU, about), st.container(width=520):
        kinds = {"mappings": "Decisions or mappings", "frequencies": "Frequencies"}
        more = {"default": "mappings", "label_visibility": "collapsed"}  # set in the session, it would look unchosen
        kind = switch(st, "What the file holds", kinds, "mappings_load_kind", **more)
        types = ["tsv", "csv", "txt"] + (["xlsx", "parquet", "json"] if kind == "mappings" else [])
        file = st.file_uploader("A file", key=_field(), type=types)
        if file is None:
            st.caption(
                "An export of a project is merged: its decisions and assignments, as one undo. SSSOM, a ConceptMap, an "
                "RF2 map or a table of ids is shown as existing mappings. Frequencies are a table of ids and counts."
            )
        elif kind == "frequencies":
            st.button("Read the counts", key="mappings_counts", on_click=_counts, args=(workbench, project.id, file))
        else:
            _merge(workbench, project, file)


@sentences()
def _merge(workbench: Workbench, project: MappingProject, file: UploadedFile) -> None:
    with uploaded(workbench, file) as path:
        merge = workbench.mapping_files.load(project.id, path, who(), preview=True)
    st.markdown(_in_words(merge, "It brings", clean=plain))
    take = "here"
    if merge.conflicts:
        st.markdown(f"**{count(len(merge.conflicts), 'contradiction')}** with what is here:")
        rows = [{"id": str(place), **vars(one)} for place, one in enumerate(merge.conflicts[:50])]
        sheet("mappings_conflicts", "Contradictions", COLUMNS, rows, tallest=220)
        st.session_state.setdefault("mappings_take", "here")
        take = switch(st, "Where they differ", TAKES, "mappings_take")
    st.button("Load it", key="mappings_load", type="primary", on_click=_load, args=(workbench, project.id, file, take))


def _field() -> str:
    """The key of the field for the next file."""
    loaded = st.session_state.get(LOADED, 0)
    return f"{FILE}_{loaded}" if loaded else FILE


def _taken_in() -> None:
    """Lets go of a file that is loaded: of it could only be said that it brings nothing new."""
    st.session_state[LOADED] = st.session_state.get(LOADED, 0) + 1


def _in_words(merge: MappingMerge, start: str, differ: str = "", clean: Callable[[str], str] = str) -> str:
    """What a file brings, after `start`, why the rest is left out, what is not read, and its encoding; `differ` says
    what came of contradictions. clean: how what the file says is written."""
    found = {"new decision": merge.decisions, "assignment": merge.assignments, "existing mapping": merge.mappings}
    parts = [count(number, what) for what, number in found.items() if number] or ["nothing new"]
    left_out = f" Left out: {' '.join(map(clean, merge.reasons))}" if merge.left_out else ""
    unread = f" {clean(merge.unread)}" if merge.unread else ""
    encoding = f" {merge.encoding}" if merge.encoding else ""
    return f"{start} {', '.join(parts)}.{differ}{left_out}{unread}{encoding}"


def _load(workbench: Workbench, number: int, file: UploadedFile, take: str) -> None:
    close(MENU)
    try:
        with uploaded(workbench, file) as path:
            merge = workbench.mapping_files.load(number, path, who(), take)
        _taken_in()
        differ = f" {count(len(merge.conflicts), 'contradiction')}: {STAYS[take]}." if merge.conflicts else ""
        say("success", _in_words(merge, "The file brought", differ))
    except NomenclatorError as error:
        say("error", str(error))


def _counts(workbench: Workbench, number: int, file: UploadedFile) -> None:
    close(MENU)
    try:
        with uploaded(workbench, file) as path:
            lines = workbench.mapping_files.load_frequencies(number, path)
        _taken_in()
        say("success", f"{count(lines, 'line')} got a count; “Frequent first” orders by it.")
    except NomenclatorError as error:
        say("error", str(error))

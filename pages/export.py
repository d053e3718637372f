"""Export: what people made as files, to keep, to send and to load back."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path

import streamlit as st

from engine.errors import NomenclatorError
from pages.parts.address import Address
from pages.parts.export_preview import preview_table
from pages.parts.frame import opened
from pages.parts.load_form import load_form
from pages.parts.plain import count, plain

FORMATS = {"csv": "CSV", "xlsx": "XLSX", "sssom": "SSSOM TSV", "obo": "OBO"}
ALL = ""
EMPTY = {
    "edits": "Nothing has been edited yet. Add a name to a concept on the Rankings page.",
    "proposals": "No parent has been accepted or refused yet. Place new names on the Place page.",
    "labels": "Nothing is labelled yet. Label names on the Labels page.",
    "judgements": "Nothing has been decided yet. Decide about the mentions of a file on the Normalise page.",
    "history": "Nothing has been done in this workspace yet.",
}

workbench = opened("Export", "What people made here, as files: with who, when, why, score and model.")
kinds = {kind.key: kind for kind in workbench.export_kinds()}
terminologies = {one.slug: one.title for one in workbench.terminologies()}
label_sets = [one.name for one in workbench.label_sets()]
address = Address("export", {"what": "edits", "terminology": ALL, "set": ALL, "as": "csv"})
address.read({"what": kinds, "terminology": [ALL, *terminologies], "set": [ALL, *label_sets], "as": FORMATS})


def built(kind: str, format: str, terminology: str, label_set: str) -> bytes:
    """The file, made when it is asked for and not before."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / workbench.export_name(kind, format, terminology, label_set)
        workbench.export(kind, path, format, terminology, label_set)
        return path.read_bytes()


def choices() -> tuple[str, str, str, str]:
    """What to export, of which terminology or label set, and in which format."""
    key = st.radio(
        "What",
        list(kinds),
        key=address.key("what"),
        format_func=lambda one: kinds[one].title,
        captions=[kind.about for kind in kinds.values()],
    )
    kind, terminology, label_set = kinds[key], ALL, ALL
    if kind.scope == "terminology":
        options = [*terminologies] if kind.needs else [ALL, *terminologies]
        if st.session_state.get(address.key("terminology")) not in options:
            st.session_state[address.key("terminology")] = options[0]
        terminology = st.selectbox(
            "Of",
            options,
            key=address.key("terminology"),
            format_func=lambda slug: terminologies.get(slug, "All terminologies"),
        )
    elif kind.scope:
        label_set = st.selectbox(
            "Of",
            [ALL, *label_sets],
            key=address.key("set"),
            format_func=lambda name: plain(name) if name else "All label sets",
        )
    if st.session_state.get(address.key("as")) not in kind.formats:
        st.session_state[address.key("as")] = kind.formats[0]
    format = st.segmented_control(
        "Format",
        list(kind.formats),
        key=address.key("as"),
        required=True,
        format_func=FORMATS.__getitem__,
        help="Texts that a spreadsheet would run as formulas get an apostrophe in CSV and XLSX; loading takes it away.",
    )
    if "sssom" not in kind.formats:
        st.caption(f"No SSSOM: {plain(kind.sssom)}")
    elif format == "sssom":
        st.caption(f"What SSSOM says: {plain(kind.sssom)}")
    return key, terminology, label_set, format or kind.formats[0]


left, right = st.columns([3.4, 6.6], gap="large")
with left, st.container(border=True, key="export_choices"):
    key, terminology, label_set, format = choices()
with right:
    try:
        found = workbench.export_preview(key, terminology, label_set)
        name = workbench.export_name(key, format, terminology, label_set)
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            st.header(f"{found.kind.title}: {count(found.rows, 'row')}", anchor=False, width="content")
            st.download_button(
                f"Download {name}",
                partial(built, key, format, terminology, label_set),
                file_name=name,
                key="download",
                type="primary",
                shortcut="F9",
                disabled=not found.rows,
                on_click="ignore",
                help="The file is made when you press this; a large terminology takes some seconds.",
            )
        preview_table("export_rows", "First rows", found.kind.columns, found.first, EMPTY.get(key, "Nothing here yet."))
        if found.rows > len(found.first):
            st.caption(f"The first {len(found.first)} of {found.rows:,}.")
    except NomenclatorError as error:
        st.error(plain(error))
    st.header("Load back", anchor=False)
    load_form(workbench)
address.write()

"""Export: what people made as files, to keep, to send and to load back."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path

import streamlit as st

from pages.parts.export.load_form import load_form
from pages.parts.export.preview import preview_table
from pages.parts.formatting import count, plain
from pages.parts.shell.address import Address
from pages.parts.shell.backup_panel import backup_panel
from pages.parts.shell.frame import opened
from pages.parts.shell.workspace import sentences
from pages.parts.widget_state import choose, switch

ALL = ""
EMPTY = {
    "edits": "Nothing has been edited yet. Add a name to a concept on the Rankings page.",
    "proposals": "No parent has been accepted or refused yet. Place new names on the Place page.",
    "labels": "Nothing is labelled yet. Label names on the Labels page.",
    "judgements": "Nothing has been decided yet. Decide about the mentions of a file on the Normalise page.",
    "history": "Nothing has been done in this workspace yet.",
}

workbench = opened("Export", "What people made here, as files: with who, when, why, score and model.")
formats = workbench.exports.formats()
kinds = {kind.key: kind for kind in workbench.exports.kinds()}
terminologies = {one.slug: one.title for one in workbench.terminologies.all()}
label_sets = [one.name for one in workbench.label_sets.counts()]
address = Address("export", {"what": "edits", "terminology": ALL, "set": ALL, "as": "csv"})
address.read({"what": kinds, "terminology": [ALL, *terminologies], "set": [ALL, *label_sets], "as": formats})


def built(kind: str, format: str, terminology: str, label_set: str) -> bytes:
    """The file, made when it is asked for and not before."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / workbench.exports.file_name(kind, format, terminology, label_set)
        workbench.exports.write(kind, path, format, terminology, label_set)
        return path.read_bytes()


def choices() -> tuple[str, str, str, str]:
    """What to export, of which terminology or label set, and in which format."""
    titles = {one: kind.title for one, kind in kinds.items()}
    key = st.radio("What", list(titles), key=address.key("what"), format_func=titles.__getitem__, horizontal=True)
    kind, terminology, label_set = kinds[key], ALL, ALL
    st.caption(kind.about)
    of, form = st.columns([1, 2], vertical_alignment="bottom") if kind.scope else (st, st)
    if kind.scope == "terminology":
        options = terminologies if kind.needs else {ALL: "All terminologies", **terminologies}
        if st.session_state.get(address.key("terminology")) not in options:
            st.session_state[address.key("terminology")] = next(iter(options))
        terminology = choose(of, "Of", options, address.key("terminology"))
    elif kind.scope:
        options = {ALL: "All label sets", **{name: plain(name) for name in label_sets}}
        label_set = choose(of, "Of", options, address.key("set"))
    if st.session_state.get(address.key("as")) not in kind.formats:
        st.session_state[address.key("as")] = kind.formats[0]
    help = "Texts that a spreadsheet would run as formulas get an apostrophe in CSV and XLSX; loading takes it away."
    format = switch(form, "Format", {name: formats[name] for name in kind.formats}, address.key("as"), help=help)
    if "sssom" not in kind.formats:
        st.caption(f"No SSSOM: {plain(kind.sssom)}")
    elif format == "sssom":
        st.caption(f"What SSSOM says: {plain(kind.sssom)}")
    return key, terminology, label_set, format or kind.formats[0]


with st.container(border=True, key="export_choices"):
    key, terminology, label_set, format = choices()
with sentences():
    found = workbench.exports.preview(key, terminology, label_set)
    name = workbench.exports.file_name(key, format, terminology, label_set)
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
back, backups = st.columns(2, gap="large")
with back:
    st.header("Load back", anchor=False)
    load_form(workbench)
with backups:
    backup_panel(workbench.backups)
address.write()

"""Export: what people made as files, to keep, to send and to load back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import streamlit as st

from engine.workbench import Ongoing, Workbench
from pages.parts.export.load_form import load_form
from pages.parts.export.making import making_of_session, making_progress
from pages.parts.export.preview import preview_table
from pages.parts.file_bytes import file_bytes
from pages.parts.formatting import count, plain
from pages.parts.shell.address import Address
from pages.parts.shell.backup_panel import backup_panel
from pages.parts.shell.frame import opened
from pages.parts.shell.workspace import sentences
from pages.parts.widget_state import choose, switch

UNFILTERED = ""  # of all terminologies, of all label sets
ELSEWHERE = "Mappings go out on the page Mappings, and the answers to a file on Normalise, each under “Export”."
UNDONE = "undone ones stand on History."
EMPTY = {
    "edits": f"No edit is in force; {UNDONE} Add a name to a concept on the Rankings page.",
    "proposals": f"No accepted or refused parent is in force; {UNDONE} Place new names on the Place page.",
    "labels": f"No label is in force; {UNDONE} Label names on the Labels page.",
    "decisions": f"No decision about a mention is in force; {UNDONE} Decide about the mentions of a file on the "
    "Normalise page. Decisions on Mappings are taken out there, under “Export” of their project.",
    "history": "Nothing has been done in this workspace yet.",
}

workbench = opened("Export", "What people made here, as files: with who, when, why, score and model.")
formats = workbench.exports.formats()
kinds = {kind.key: kind for kind in workbench.exports.kinds()}
terminologies = {one.slug: one.title for one in workbench.terminologies.all()}
label_sets = [one.name for one in workbench.label_sets.counts()]
address = Address(
    "export", {"what": "edits", "terminology": UNFILTERED, "set": UNFILTERED, "as": "csv"}, restored=("terminology",)
)
address.read(
    {"what": kinds, "terminology": [UNFILTERED, *terminologies], "set": [UNFILTERED, *label_sets], "as": formats}
)


def built(making: Ongoing, kind: str, format: str, terminology: str, label_set: str, namespace: str) -> bytes:
    """The file, made when it is asked for and not before."""

    def write(path: Path) -> None:
        made: Callable[[], object] = partial(workbench.exports.write, kind, path, format, terminology, label_set)
        if namespace:
            made = partial(workbench.exports.write_terminology, path, terminology, format, namespace)
        making.follow(made, f"Writing {path.name}")

    return file_bytes(workbench.exports.file_name(kind, format, terminology, label_set), write)


@st.cache_data(show_spinner="Counting what the format has no place for", show_time=True, max_entries=16)
def lost(_workbench: Workbench, terminology: str, format: str, stamp: tuple[str, int]) -> list[str]:
    """What the file will not hold, in sentences; counted again when the terminology or an edit has changed."""
    return _workbench.exports.losses(terminology, format)


def choices() -> tuple[str, str, str, str, str]:
    """What to export, of which terminology or label set, in which format, and in whose namespace where it has one."""
    titles = {one: kind.title for one, kind in kinds.items()} | {
        "abbreviations": "Short forms"
    }  # on a line with others
    key = st.radio("What", list(titles), key=address.key("what"), format_func=titles.__getitem__, horizontal=True)
    kind, terminology, label_set = kinds[key], UNFILTERED, UNFILTERED
    st.caption(f"{kind.about} {ELSEWHERE}")
    of, form = st.columns([1, 2]) if kind.scope else (st, st)
    if kind.scope == "terminology":
        options = terminologies if kind.needs else {UNFILTERED: "All terminologies", **terminologies}
        if st.session_state.get(address.key("terminology")) not in options:
            st.session_state[address.key("terminology")] = next(iter(options))
        terminology = choose(of, "Of", options, address.key("terminology"))
    elif kind.scope:
        options = {UNFILTERED: "All label sets", **{name: plain(name) for name in label_sets}}
        label_set = choose(of, "Of", options, address.key("set"))
    possible = workbench.exports.formats_of(kind)
    if st.session_state.get(address.key("as")) not in possible:
        st.session_state[address.key("as")] = possible[0]
    help = "Texts that a spreadsheet would run as formulas get an apostrophe in CSV and XLSX; loading takes it away."
    format = switch(form, "Format", {name: formats[name] for name in possible}, address.key("as"), help=help)
    if "sssom" not in kind.formats:
        st.caption(f"No SSSOM: {plain(kind.sssom)}")
    elif format == "sssom":
        st.caption(f"What SSSOM says: {plain(kind.sssom)}")
    format, namespace = format or possible[0], ""
    if workbench.exports.needs_namespace(format):
        what = "Seven digits that SNOMED International gave your organisation; new identifiers are made in it."
        namespace = st.text_input("Namespace of your extension", key="namespace", max_chars=7, help=what, width=260)
    return key, terminology, label_set, format, namespace.strip()


with st.container(border=True, key="export_choices"):
    key, terminology, label_set, format, namespace = choices()
making = making_of_session()
with sentences():
    found = workbench.exports.preview(key, terminology, label_set)
    name = workbench.exports.file_name(key, format, terminology, label_set)
    delta = workbench.exports.needs_namespace(format)
    unnamed = delta and not (workbench.exports.is_namespace(namespace) and workbench.exports.has_changes(terminology))
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.header(f"{found.kind.title}: {count(found.rows, 'row')}", anchor=False, width="content")
        st.download_button(
            f"Download {name}",
            partial(built, making, key, format, terminology, label_set, namespace),
            file_name=name,
            key="download",
            type="primary",
            shortcut="F9",
            disabled=not found.rows or unnamed,
            on_click="ignore",
            help="The file is made when you press this; how far it has come stands below.",
        )
    making_progress(making, found.rows)
    if unnamed and not workbench.exports.has_changes(terminology):
        st.caption("Nobody has changed anything in this terminology, so there is no Delta to write.")
    elif unnamed:
        st.caption("Write the namespace of your extension above, seven digits; the file is made in it.")
    if kinds[key].needs:
        fingerprint = next(one.fingerprint for one in workbench.terminologies.all() if one.slug == terminology)
        for sentence in lost(workbench, terminology, format, (fingerprint, workbench.history.last())):
            st.caption(plain(sentence))
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

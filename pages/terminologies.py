"""Terminologies: what is in the workspace, and how to bring your own terminologies and vectors."""

from __future__ import annotations

import streamlit as st

from pages.parts.formatting import clock
from pages.parts.sheet import Col, row_of, sheet, without_empty
from pages.parts.shell.address import not_here
from pages.parts.shell.frame import opened
from pages.parts.shell.messages import show_message
from pages.parts.terminologies.abbreviations_form import abbreviations_form
from pages.parts.terminologies.deletion import deleted_terminologies
from pages.parts.terminologies.detail import terminology_detail
from pages.parts.terminologies.import_form import import_form
from pages.parts.terminologies.messages import MESSAGE
from pages.parts.terminologies.publishers import publishers
from pages.parts.terminologies.vectors_form import vectors_form

COLUMNS = (
    Col("title", "Terminology"),
    Col("slug", "Short name", "code"),
    Col("version", "Version"),
    Col("concepts", "Concepts", "number", "Live concepts; obsolete ones are found by search and say so."),
    Col(
        "names",
        "Names",
        "number",
        "Preferred names and synonyms of every scope; a synonym that repeats the preferred name counts too.",
    ),
    Col("edges", "Parent links", "number", "Links from a concept to one of its parents, as imported."),
    Col("source", "Source", "quiet"),
    Col("licence", "Licence", "quiet"),
    Col("language", "Language", "quiet"),
    Col("address", "Address", "quiet", "Its own, as its publisher writes it; exports and “serve” say it."),
    Col("imported", "Imported", "when"),
)

workbench = opened("Terminologies", "What can be searched and learned here, and how to bring your own.")


def pick(picked: str) -> None:
    """From the table: opens a terminology, or closes the one that is open."""
    st.query_params["terminology"] = "" if picked == st.query_params.get("terminology") else picked


known = {one.slug: one for one in workbench.terminologies.all()}
place, named = st.empty(), st.query_params.get("terminology", "")
if named and named not in known:
    place.info(not_here([named]))
    del st.query_params["terminology"]
chosen = known.get(named)
rows = [
    row_of(one, COLUMNS, one.slug, imported=clock(one.imported), imported_why=one.imported, quiet=bool(one.newer))
    for one in known.values()
]
sheet(
    "terminologies",
    "Terminologies",
    without_empty(COLUMNS, rows, "language", "address"),
    rows,
    picked=chosen.slug if chosen else "",
    on_pick=pick,
    empty="No terminology yet. Import an OBO or CSV file below.",
)
show_message(MESSAGE)
if chosen:
    terminology_detail(workbench, chosen)
else:
    st.caption("Choose a terminology above to take in its next release, rename, describe or delete it.")
deleted_terminologies(workbench)

left, right = st.columns(2, gap="large")
with left:
    st.header("Import a terminology", anchor=False)
    import_form(workbench)
    publishers(workbench)
with right:
    st.header("Vectors", anchor=False)
    vectors_form(workbench)
st.header("Short forms and lay words", anchor=False)
abbreviations_form(workbench)

"""A person's own terminology: a file is read and shown first; nothing changes until the import is confirmed."""

from __future__ import annotations

import re
from pathlib import Path

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import Workbench
from pages.parts.job_panel import run_panel
from pages.parts.plain import count, plain
from pages.parts.sheet import Col, sheet
from store.records import DONE

FORMATS = {"Found out from the file": None, "OBO": "obo", "CSV or TSV": "csv"}
FIELDS = {"id": "Id", "name": "Name", "synonyms": "Synonyms", "parents": "Parents"}
NONE = "(none)"
SAMPLE = (
    Col("id", "Id", "code"),
    Col("name", "Name"),
    Col("synonyms", "Synonyms", "quiet"),
    Col("parents", "Parents", "code"),
)
MOST_ROWS = 20


def import_form(workbench: Workbench) -> None:
    """Draws the choice of a file, its preview, and the import once it is confirmed."""
    run = st.session_state.get("import_run")
    if run:
        _running(workbench, run)
        return
    file = st.file_uploader(
        "An OBO file, or a CSV or TSV of id, name, synonyms and parents",
        key="import_file",
        type=["obo", "csv", "tsv", "txt"],
    )
    named = st.text_input(
        "Or the path of a file on this machine", key="import_path", placeholder="/data/terms.obo", max_chars=1000
    ).strip()
    path = _path(workbench, file, named)
    if path is None:
        st.caption(
            "Several synonyms or parents stand in one cell, separated by |. You see what would be read before anything changes."
        )
        return
    chosen = st.selectbox("Format", list(FORMATS), key="import_format")
    try:
        _preview(workbench, path, FORMATS[chosen])
    except NomenclatorError as error:
        st.error(plain(error))


def _path(workbench: Workbench, file: object, named: str) -> Path | None:
    if named:
        return Path(named).expanduser()
    if file is None:
        return None
    kept = st.session_state.get("import_kept")
    identity = (file.file_id, file.name)
    if not kept or kept[0] != identity:
        st.session_state["import_kept"] = kept = (identity, workbench.keep_upload(file.name, file.getvalue()))
    return kept[1]


def _preview(workbench: Workbench, path: Path, format: str | None) -> None:
    columns = _columns(workbench, path, format)
    with st.spinner("Reading the file …"):
        preview = workbench.preview_import(path, format, columns)
    st.markdown(
        f"**{count(preview.concepts, 'concept')}**, {count(preview.names, 'name')}, {count(preview.edges, 'parent link')}"
        + (f", **{count(len(preview.problems), 'row')} with a problem**" if preview.problems else ", no problems")
    )
    for row, sentence in preview.problems[:MOST_ROWS]:
        st.warning(f"Row {row}: {plain(sentence)}" if row else plain(sentence))
    if len(preview.problems) > MOST_ROWS:
        st.caption(f"… and {count(len(preview.problems) - MOST_ROWS, 'more row')}; rows with a problem are left out.")
    sheet(
        "import_sample",
        "First rows as they would be read",
        SAMPLE,
        [{"id": f"{at}", **row} | {"id": row.get("id", f"{at}")} for at, row in enumerate(preview.sample)],
        empty="No row could be read.",
        tallest=300,
    )
    title = st.text_input("Title", value=path.stem.removeprefix("upload-"), key="import_title", max_chars=120)
    slug = st.text_input(
        "Short name",
        value=_slug(title),
        key="import_slug",
        max_chars=40,
        help="Lower-case letters and digits; it stands in addresses and on the command line.",
    )
    if st.button(
        f"Import {count(preview.concepts, 'concept')}",
        type="primary",
        key="import_start",
        disabled=not preview.concepts,
    ):
        st.session_state["import_run"] = workbench.start_import(
            path, slug.strip(), preview.format, columns, title=title.strip()
        )
        st.rerun()


def _columns(workbench: Workbench, path: Path, format: str | None) -> dict[str, str] | None:
    """The columns of a table as recognised, for the person to correct; None for formats without columns."""
    try:
        found = workbench.preview_import(path, format)
    except NomenclatorError:
        headings = st.session_state.get("import_headings", [])
        if not headings:
            raise
        raise
    if not found.headings:
        return None
    st.caption("Columns as recognised; change what is wrong.")
    chosen = {}
    places = st.columns(len(FIELDS))
    for place, (field, label) in zip(places, FIELDS.items(), strict=True):
        options = found.headings if field in ("id", "name") else [NONE, *found.headings]
        there = found.columns.get(field)
        index = options.index(there) if there in options else 0
        heading = place.selectbox(label, options, index=index, key=f"import_{field}")
        if heading != NONE:
            chosen[field] = heading
    return chosen


def _slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:40].strip("-")


def _running(workbench: Workbench, run_id: int) -> None:
    run = run_panel(workbench, run_id, curve=False)
    if run.status == DONE:
        result = run.result
        skipped = (
            f" {count(result['skipped'], 'row')} had a problem and were left out." if result.get("skipped") else ""
        )
        st.success(
            f"Imported {count(result['concepts'], 'concept')} with {count(result['names'], 'name')}.{skipped} It can be searched now."
        )
    if st.button("Import another file", key="import_again"):
        for key in ("import_run", "import_kept"):
            st.session_state.pop(key, None)
        st.rerun()

"""A person's own terminology: a file is read and shown first; nothing changes until the import is confirmed."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

import streamlit as st

from engine.workbench import ImportPreview, SourceFile, Workbench
from pages.parts.formatting import count, plain, shortened
from pages.parts.into_sight import into_sight
from pages.parts.sheet import Col, sheet
from pages.parts.shell.job_panel import run_panel
from pages.parts.shell.profile import who
from pages.parts.shell.workspace import sentences
from pages.parts.terminologies.columns import with_columns
from pages.parts.terminologies.file_choice import file_choice
from pages.parts.terminologies.file_contents import file_contents, import_preview
from pages.parts.terminologies.import_filters import import_filters
from store.records.training import COMPLETED

BY_CONTENT = "As its content says"
HOW = (
    "In a table several synonyms or parents stand in one cell, separated by |. Of a SNOMED CT release choose the zip, "
    "or give the path of its folder. You see what would be read before anything changes."
)
CLEAN_HELP = (
    "Semantic tags, HTML, invisible signs, letters in a wrong encoding and needless blanks. Names of a concept that "
    "become the same are one."
)
SAMPLE = (
    Col("code", "Id", "code"),
    Col("name", "Name"),
    Col("synonyms", "Synonyms", "quiet"),
    Col("parents", "Parents", "quiet"),
)
TITLED, PROPOSED = "import_titled", "import_proposed"  # the file that the title is of; its short name as proposed
OUTCOME_SHOWN = "import_told"  # what came of the import has been said, and need not be after the page is left


def import_form(workbench: Workbench) -> None:
    """Draws the choice of a file, its preview, and the import once it is confirmed."""
    if st.session_state["arrived"] and OUTCOME_SHOWN in st.session_state:
        _forget()
    if run := st.session_state.get("import_run"):
        _running(workbench, run)
        return
    label = "A terminology: a table, OBO, SKOS, OWL, TBX, RF2 …"
    path = file_choice(workbench, "import", label, "/data/terms.obo", (st, st))
    if path is None:
        st.caption(HOW)
        return
    titles = {title: name for name, title in workbench.terminologies.import_formats().items()}
    format = titles.get(st.selectbox("Format", [BY_CONTENT, *titles], key="import_format"))
    with sentences():
        file = SourceFile(path, format)
        file = replace(file, filters=import_filters(file, "import"))
        file, preview = with_columns(workbench, file, "import", partial(import_preview, workbench))
        if preview is not None:
            if _cleaned(preview):
                file = replace(file, clean=True)
                preview = import_preview(workbench, file)
            _shown(preview)
            _confirmed(workbench, file, preview)


def _cleaned(found: ImportPreview) -> bool:
    """Whether the person wants names without the marks and blanks that were found; asked where there are any."""
    marks, blanks = found.cleanable.get("marks", 0), found.cleanable.get("blanks", 0)
    if not marks + blanks:
        return False
    parts = [f"marks such as “(disorder)” in {count(marks, 'name')}"] if marks else []
    parts += [f"stray blanks in {count(blanks, 'name')}"] if blanks else []
    return st.checkbox(f"Take out {' and '.join(parts)}", key="import_clean", help=CLEAN_HELP)


def _shown(preview: ImportPreview) -> None:
    """What would be read, and what would not."""
    file_contents(preview)
    if preview.shared:
        name, ids = preview.shared[0]
        many = count(len(preview.shared), "name is", "names are")
        st.caption(
            f"{many} of more than one concept, for example “{plain(shortened(name))}”: {plain(', '.join(ids[:5]))}."
        )
    rows = [{**row, "id": f"{at}", "code": row.get("id", "")} for at, row in enumerate(preview.sample)]
    sheet("import_sample", "First rows as they would be read", SAMPLE, rows, empty="No row could be read.", tallest=300)


def _confirmed(workbench: Workbench, file: SourceFile, preview: ImportPreview) -> None:
    """Title and short name, and the button that starts the import."""
    if st.session_state.get(TITLED) != str(file.path) or "import_title" not in st.session_state:
        st.session_state[TITLED] = str(file.path)  # what the file before was called is no name for this one
        st.session_state.update(import_title=file.path.stem, import_slug=_short(file.path.stem))
        st.session_state[PROPOSED] = _short(file.path.stem)
    title = st.text_input("Title", key="import_title", on_change=_follow_title)
    slug = st.text_input(
        "Short name",
        key="import_slug",
        help="Lower-case letters and digits; it stands in addresses and on the command line.",
    )
    if slug.strip() in {one.slug for one in workbench.terminologies.all()}:
        st.caption(
            f"{plain(slug.strip())} is here already. If this is its next release, choose it in the table above and "
            "give the file there; else choose another short name."
        )
    if st.button(f"Import {count(preview.concepts, 'concept')}", type="primary", key="import_start"):
        file = replace(file, format=preview.format)
        run = workbench.terminologies.queue_import(file, slug.strip(), title.strip(), who())
        st.session_state["import_run"] = workbench.jobs.spawn(run)
        st.rerun()


def _short(title: str) -> str:
    """The short name that is proposed for a title."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:40].strip("-")


def _follow_title() -> None:
    """The short name follows the title, unless it is the person's own."""
    state, proposed = st.session_state, _short(st.session_state["import_title"])
    if state.get("import_slug") == state.get(PROPOSED):
        state["import_slug"] = proposed
    state[PROPOSED] = proposed


def _running(workbench: Workbench, run_id: int) -> None:
    into_sight("import_in_sight", run_id)
    run = run_panel(workbench, run_id, curve=False)
    if run.status == COMPLETED:
        st.session_state[OUTCOME_SHOWN] = True
        skipped = run.result.get("skipped", 0)
        st.success(
            f"Imported {count(run.result['concepts'], 'concept')} with {count(run.result['names'], 'name')}. "
            + (f"{count(skipped, 'problem')} left something out. " if skipped else "")
            + "It can be searched and trained on now."
        )
    if st.button("Import another file", key="import_again"):
        _forget()
        st.rerun()


def _forget() -> None:
    """Lets the import go that was made, with its file."""
    for key in ("import_run", "import_kept", "import_path", "import_clean", OUTCOME_SHOWN):
        st.session_state.pop(key, None)

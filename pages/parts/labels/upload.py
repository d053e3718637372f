"""Names that have their class already: pasted or from a file, each row that cannot be kept with its reason."""

from __future__ import annotations

import streamlit as st

from engine.workbench import Workbench, file_text_noted
from pages.parts.formatting import count, plain, shortened
from pages.parts.labels.pasted import PastedLabels, pasted_labels
from pages.parts.labels.settings import MESSAGE
from pages.parts.sheet import Col, sheet
from pages.parts.shell.messages import report, reported, show_message
from pages.parts.shell.profile import who
from pages.parts.shell.workspace import sentences
from pages.parts.uploads import uploaded

EXAMPLE = "heart attack, cardiac\nchest pain, cardiac\nwheezing, respiratory"
MOST_SHOWN = 4
PROBLEM = "labels_problem"  # why the rows could not be kept
PROBLEMS = (
    Col("row", "Row", "number", "The row of the file or of the pasted text, the heading counted."),
    Col("why", "Why it cannot be kept"),
)


def upload(workbench: Workbench, label_set: str) -> None:
    """Draws the file field and the box; what is kept goes into `label_set`, which may be new."""
    file = st.file_uploader("From a file (CSV or TSV)", type=["csv", "tsv", "txt"], key="labels_file")
    text = st.text_area(
        "Or paste names with their classes",
        key="labels_text",
        height=180,
        placeholder=EXAMPLE,
        help="One row a name: the name, a comma or a tab, the class.",
    )
    read = PastedLabels()
    with sentences():
        if file is not None:
            with uploaded(workbench, file) as path:
                text, encoding = file_text_noted(path)
            if encoding:
                st.warning(encoding)
        read = pasted_labels(text)
    for row, sentence in read.problems[:MOST_SHOWN]:
        st.warning(f"Row {row}: {plain(sentence)}")
    if len(read.problems) > MOST_SHOWN:
        with st.expander(f"{count(len(read.problems) - MOST_SHOWN, 'more row')} that cannot be kept"):
            rows = [{"id": f"{row}", "row": f"{row}", "why": why} for row, why in read.problems[MOST_SHOWN:]]
            sheet("labels_problems", "Rows that cannot be kept", PROBLEMS, rows, tallest=320)
    _changes(workbench, label_set, read)
    label = f"Keep {count(len(read.pairs), 'label')}" if read.pairs else "Keep labels"
    if read.problems and read.pairs:
        label += f", leave out {count(len(read.problems), 'row')}"
    st.button(
        label,
        type="primary",
        key="keep_labels",
        disabled=not read.pairs or not label_set,
        on_click=_keep,
        args=(workbench, label_set, read),
    )
    if not label_set:
        st.caption("Name the set first.")
    show_message(PROBLEM)


def _changes(workbench: Workbench, label_set: str, read: PastedLabels) -> None:
    """Says what the rows would do to a set that is there: classes that it does not have yet, and labels that change."""
    known = workbench.label_sets.definitions().get(label_set)
    if known is None or not read.pairs:
        return
    new = [title for title in dict.fromkeys(title for _, title in read.pairs) if title not in known.titles]
    if new:
        named = ", ".join(f"“{plain(shortened(title, 40))}”" for title in new[:MOST_SHOWN])
        named += f" and {count(len(new) - MOST_SHOWN, 'more')}" if len(new) > MOST_SHOWN else ""
        st.warning(f"The set gets {count(len(new), 'new class', 'new classes')}: {named}. Look for a slip of the pen.")
    other = workbench.labels.count_relabelled(label_set, read.pairs)
    if other:
        st.info(f"{count(other, 'name')} of this set would get another class than now. One undo takes it back.")


def _keep(workbench: Workbench, label_set: str, read: PastedLabels) -> None:
    """From the button: keeps the rows that can be kept, as one action."""
    with reported(PROBLEM):
        added = workbench.labels.add(label_set, read.pairs, who())
        st.session_state.update({"labels_text": "", "new_set": "", "set": label_set, "show": "names"})
        outcome = (
            f"Kept {count(added, 'label')} in “{label_set}”." if added else f"“{label_set}” has all of them already."
        )
        report(MESSAGE, "success", plain(outcome))

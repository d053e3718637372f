"""Names that have their class already: pasted or from a file, each row that cannot be kept with its reason."""

from __future__ import annotations

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import Workbench
from pages.parts.pasted_labels import PastedLabels, pasted_labels
from pages.parts.plain import count, plain
from pages.parts.profile import who

EXAMPLE = "heart attack, cardiac\nchest pain, cardiac\nwheezing, respiratory"
MOST_SAID = 8


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
    if file is not None:
        text = file.getvalue().decode("utf-8", errors="replace")
    read = pasted_labels(text)
    for row, sentence in read.problems[:MOST_SAID]:
        st.warning(f"Row {row}: {plain(sentence)}")
    if len(read.problems) > MOST_SAID:
        st.caption(f"… and {count(len(read.problems) - MOST_SAID, 'more row')} that cannot be kept.")
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
    said, problem = st.session_state.pop("labels_said", ""), st.session_state.pop("labels_problem", "")
    if said:
        st.success(plain(said))
    if problem:
        st.error(plain(problem))


def _keep(workbench: Workbench, label_set: str, read: PastedLabels) -> None:
    """From the button: keeps the rows that can be kept, as one action."""
    try:
        added = workbench.add_labels(label_set, read.pairs, who())
        st.session_state.update(
            {
                "labels_said": f"Kept {count(added, 'label')} in “{label_set}”.",
                "labels_text": "",
                "new_set": "",
                "set": label_set,
                "show": "names",
            }
        )
    except NomenclatorError as error:
        st.session_state["labels_problem"] = str(error)

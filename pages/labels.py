"""Labels: give names a class, so that an encoder can be trained on classes of your own."""

from __future__ import annotations

import streamlit as st

from engine.errors import NomenclatorError
from pages.parts.frame import opened
from pages.parts.pasted_labels import PastedLabels, pasted_labels
from pages.parts.plain import clock, count, plain
from pages.parts.profile import who
from pages.parts.sheet import Col, row_acted_on, sheet

NEW = "A new set …"
EXAMPLE = "heart attack, cardiac\nchest pain, cardiac\nwheezing, respiratory"
CLASSES = (
    Col("title", "Class"),
    Col("names", "Names", "bar", "Names labelled with this class; a training with k names a class needs 2k."),
)
NAMES = (
    Col("name", "Name"),
    Col("label", "Class", "mark"),
    Col("who", "Who", "quiet"),
    Col("when", "When", "quiet"),
    Col("remove", "Remove", "action", "Takes the name out of the set."),
)

workbench = opened(
    "Labels", "Name classes of your own and say which names belong to them; the Train page learns from them."
)
sets = {one.name: one for one in workbench.label_sets()}


def keep(label_set: str, read: PastedLabels) -> None:
    """From the button: keeps the rows that can be kept."""
    try:
        added = workbench.add_labels(label_set, read.pairs, who())
        st.session_state["labels_said"] = f"Kept {count(added, 'label')} in “{label_set}”."
        st.session_state["label_set"] = label_set
        st.session_state["labels_text"] = ""
    except NomenclatorError as error:
        st.session_state["labels_problem"] = str(error)


def remove() -> None:
    name = row_acted_on("label_names")
    if name:
        workbench.remove_label(st.session_state["label_set"], name, who())


left, right = st.columns([4, 6], gap="large")
with left, st.container(border=True, key="add_labels"):
    if st.session_state.get("label_set") not in (*sets, NEW):
        st.session_state["label_set"] = next(iter(sets), NEW)
    chosen = st.selectbox(
        "Label set",
        [*sets, NEW],
        key="label_set",
        persist_state="session",
        help="A set holds one question: each name has one class in it.",
    )
    if chosen == NEW:
        chosen = st.text_input(
            "Name of the new set", key="new_set", max_chars=100, placeholder="For example: organ systems"
        ).strip()
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
    for row, sentence in read.problems[:8]:
        st.warning(f"Row {row}: {plain(sentence)}")
    if len(read.problems) > 8:
        st.caption(f"… and {count(len(read.problems) - 8, 'more row')} that cannot be kept.")
    label = f"Keep {count(len(read.pairs), 'label')}" if read.pairs else "Keep labels"
    if read.problems and read.pairs:
        label += f", leave out {count(len(read.problems), 'row')}"
    st.button(
        label,
        type="primary",
        key="keep_labels",
        width="stretch",
        disabled=not read.pairs or not chosen,
        on_click=keep,
        args=(chosen, read),
    )
    if not chosen:
        st.caption("Name the set first.")
    said, problem = st.session_state.pop("labels_said", ""), st.session_state.pop("labels_problem", "")
    if said:
        st.success(plain(said))
    if problem:
        st.error(plain(problem))
with right:
    if chosen in sets:
        kept = workbench.labels(chosen)
        sizes = sets[chosen].classes
        most = max(sizes.values(), default=1)
        st.header(
            f"{plain(chosen)}: {count(len(kept), 'name')} in {count(len(sizes), 'class', 'classes')}", anchor=False
        )
        sheet(
            "label_classes",
            "Classes",
            CLASSES,
            [
                {"id": title, "title": title, "names": names / most, "names_text": f"{names:,}"}
                for title, names in sorted(sizes.items(), key=lambda item: (-item[1], item[0]))
            ],
        )
        if st.button("Train on this set", key="train_on_set", help="Opens the Train page with this set chosen."):
            st.session_state["train_from"], st.session_state["train_labels"] = "Label set", chosen
            st.switch_page("pages/train.py")
        sheet(
            "label_names",
            "Names and their classes",
            NAMES,
            [
                {
                    "id": one.name,
                    "name": one.name,
                    "label": one.label,
                    "who": one.who,
                    "when": clock(one.when),
                    "about": one.name,
                }
                for one in kept
            ],
            on_act=remove,
            tallest=480,
        )
    else:
        st.caption(
            "Nothing is labelled in this set yet. Paste rows such as “heart attack, cardiac” on the left, or choose a "
            "file. Two classes with four names each are enough to try; 30 names a class train with k = 15."
            ""
        )

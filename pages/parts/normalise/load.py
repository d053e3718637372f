"""A file of mentions before it is answered: which file, which columns, and its first rows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from engine.workbench import Preview, Workbench
from pages.parts.formatting import count, plain, shortened
from pages.parts.normalise.columns import read_columns
from pages.parts.normalise.pasted import FIELD, MOST_OF_NAME, keep, take_brought
from pages.parts.normalise.reload_export import load_again
from pages.parts.normalise.start import STARTED, start
from pages.parts.sheet import Col, sheet
from pages.parts.shell.workspace import sentences
from pages.parts.uploads import saved_upload

MOST_PROBLEMS = 5
BESIDE = 40  # characters shown before and after a mention
ROWS = (
    Col("row", "Row", "number", "Its row in your file."),
    Col("text", "Mention"),
    Col("kind", "Type", "quiet"),
    Col("context", "Text around it", "quiet"),
)
HOW = (
    "A CSV, TSV, XLSX or Parquet file with a column of names, or abstracts with marked mentions in PubTator or BioC. "
    "Nothing is answered before you press Start. An export of this page is recognised and loaded with its decisions."
)
PASTED, MOST_OF_PASTED = "(pasted).txt", 40  # what ends the name of a file that was pasted; and its first line, cut
PERSIST: dict[str, Any] = {"persist_state": "session"}  # it is there after a look at another page
EXAMPLE = "heart atack\nfracture of femur, left\nT2DM"


@sentences()
def load_form(workbench: Workbench) -> None:
    """Draws the choice of a file and all that follows until it is started."""
    st.header("Load a file", anchor=False)
    take_brought(workbench)
    file = st.file_uploader(
        "A file of mentions",
        key="mentions_file",
        label_visibility="collapsed",
        on_change=_forget,
    )
    path = _chosen(workbench, file)
    if path is None:
        return
    if st.session_state.get(STARTED) == str(path):
        st.caption(
            f"What became of {plain(path.name)} stands below. Choose another file, or answer this one once more."
        )
        st.button("Answer it once more", key="mentions_again", on_click=_forget)
        return
    if workbench.answer_files.recognises(path):
        load_again(workbench, path)
        return
    path, columns, found = read_columns(workbench, path, pasted=path.name.endswith(PASTED))
    _shown(found)
    if found.rows:
        start(workbench, path, columns)


def _chosen(workbench: Workbench, file: UploadedFile | None) -> Path | None:
    """The file that was uploaded, the example, or what was pasted; None, with how to give one, where there is none."""
    if file is not None:
        return saved_upload("mentions_kept", file, workbench.mentions.save)
    example = st.session_state.get("mentions_example")
    if example and Path(example).exists():
        return Path(example)
    st.caption(HOW)
    text = st.text_area("Or paste names, one a line", key=FIELD, height=100, placeholder=EXAMPLE, **PERSIST)
    if text and text.strip():
        path = workbench.mentions.save(_named(text), text.encode())
        keep(path)
        return path
    keep(None)
    _example(workbench)
    return None


def _named(text: str) -> str:
    """What a file of pasted names is called: by the first of them, and how many more there are; a note by its length,
    since it may begin with whose it is."""
    first, *more = [line for line in text.splitlines() if line.strip()]
    if len(first.split()) > MOST_OF_NAME:
        return f"Note of {count(len(text.split()), 'word')} {PASTED}"
    words = "".join(letter if letter.isalnum() or letter in "-'’" else " " for letter in first).split()
    about = shortened(" ".join(words), MOST_OF_PASTED).replace("…", "").strip()
    return " ".join(filter(None, (about or "names", f"and {len(more):,} more" if more else "", PASTED)))


def _forget() -> None:
    st.session_state.pop("mentions_example", None)
    st.session_state.pop(STARTED, None)


def _example(workbench: Workbench) -> None:
    """A small file to try the page with, made of the terminology's own names."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        for one in workbench.terminologies.all():
            if one.newer:  # its newest version has one
                continue
            st.button(
                f"Try an example of {plain(one.title)} names",
                key=f"example_{one.slug}",
                on_click=_try,
                args=(workbench, one.slug),
                help="A dozen names, some misspelt, turned round or unknown.",
            )


def _try(workbench: Workbench, slug: str) -> None:
    content = workbench.mentions.example(slug).encode()
    st.session_state["mentions_example"] = str(workbench.mentions.save(f"example-{slug}.csv", content))
    st.session_state["mentions_terminology"] = slug


def _around(context: str, text: str) -> str:
    """The words beside the mention in the text it stood in."""
    at = max(0, context.lower().find(text.lower()))
    first, last = max(0, at - BESIDE), at + len(text) + BESIDE
    return ("…" if first else "") + context[first:last] + ("…" if last < len(context) else "")


def _shown(found: Preview) -> None:
    """The first mentions, and the rows of the file that cannot be used."""
    rows = [
        {
            "id": str(row.number),
            "row": f"{row.number}",
            "text": row.mention.text,
            "kind": row.mention.kind,
            "context": _around(row.mention.context, row.mention.text),
        }
        for row in found.rows
    ]
    columns = [column for column in ROWS if column.key in ("row", "text") or any(row[column.key] for row in rows)]
    for problem in found.problems[:MOST_PROBLEMS]:
        row = f"**Row {problem.row}.** " if problem.row else ""
        st.warning(f"{row}{plain(problem.sentence)}")
    if found.wrong > MOST_PROBLEMS:
        st.caption(f"… and {count(found.wrong - MOST_PROBLEMS, 'more row')} with a problem.")
    if found.rows and not found.more:
        shown = f"; the first {len(found.rows):,} are shown" if found.looked > len(found.rows) else ""
        st.caption(f"**{count(found.looked, 'mention')}** to answer{shown}.")
    if found.more:
        st.caption(f"The first {found.looked:,} mentions were looked through; the rest is when they are answered.")
    sheet("mentions_rows", "The first mentions", columns, rows, empty="No row could be read.", tallest=230)

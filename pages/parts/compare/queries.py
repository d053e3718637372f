"""One name, or a list of them, asked of several encoders: rank changes, what is shared, what is lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from engine.workbench import ComparedNames, ComparedRanks, Workbench, comparison_words, difference_word
from pages.parts.compare.table import comparison_table
from pages.parts.formatting import count, plain, with_id
from pages.parts.live_search import live_search
from pages.parts.make_searchable import unread
from pages.parts.sheet import Col, sheet
from pages.parts.shell.address import Address, numbered
from pages.parts.shell.job_panel import run_panel
from pages.parts.shell.messages import reported, show_message
from pages.parts.shell.workspace import sentences
from pages.parts.uploads import uploaded_text

EXAMPLE = "heart attack\ntrouble breathing, the id of its concept\nkidney stones"
BEYOND = "–"
APART = "\N{EN SPACE}\N{EN SPACE}"  # a browser draws several plain spaces as one: “▼1 4” read as 14
MOST_DRAWN = 1_000


@sentences()
def one_name(workbench: Workbench, ids: Sequence[str], slug: str, titles: Mapping[str, str], address: Address) -> None:
    """A search box, and where each encoder puts the concepts that any of them has among its first ten."""
    query = live_search("Name or concept id", address.key("name"), "Type a name, a synonym or a concept id")
    if not query:
        st.caption("Type a name: each encoder's first ten concepts stand in one table, with what changed between them.")
        return
    waiting = [id for id in ids if unread(workbench, id, titles.get(id, id), slug)]
    if waiting:
        return
    found = workbench.comparison.ranks(query, ids, slug)
    st.markdown(f"**{plain(found.summary(titles))}**")
    if found.note:
        st.caption(plain(found.note))
    _ranks(found, titles)


def _ranks(found: ComparedRanks, titles: Mapping[str, str]) -> None:
    first = found.encoders[0]
    help = f"Rank, followed to 100; – is beyond. ▲ and ▼ are places won and lost against {titles.get(first, first)}."
    columns = [
        Col("concept", "Concept"),
        Col("id_", "Id", "code"),
        Col("name", "Found by the name", "quiet"),
        Col("differs", "", "mark", "In what the name found differs from what you typed.", spoken="Differs in"),
        *(Col(id, titles.get(id, id), "number", help) for id in found.encoders),
        Col("kept", "", "mark", f"Whether it is among the first {found.top} of every encoder.", spoken="Kept"),
    ]
    drawn = []
    for row in found.rows:
        top = {id: (row.ranks[id] or found.top + 1) <= found.top for id in found.encoders}
        drawn.append(
            {
                "id": f"{row.terminology}/{row.concept_id}",
                "concept": row.preferred_name,
                "id_": row.concept_id,
                "name": row.name,
                "differs": ", ".join(map(difference_word, row.differs)),
                **{id: _rank(row.ranks[id], row.ranks[first], id == first) for id in found.encoders},
                "kept": "shared" if all(top.values()) else "lost" if top[first] else "new",
                "best": [id for id in found.encoders if row.ranks[id] == 1],
            }
        )
    sheet("compare_ranks", "Ranks side by side", columns, drawn)


def _rank(rank: int | None, before: int | None, first: bool) -> str:
    if rank is None:
        return BEYOND
    if first or before is None or rank == before:
        return f"{rank}"
    return f"{'▲' if rank < before else '▼'}{abs(before - rank)}{APART}{rank}"


@sentences()
def a_list(workbench: Workbench, slug: str, address: Address) -> ComparedNames | None:
    """Names pasted, from a file or of a set that ships, asked in a child process; draws and gives what came of it."""
    left, right = st.columns([5, 3], gap="large")
    text = left.text_area(
        "Names, one a line", key="list_text", height=150, placeholder=EXAMPLE, persist_state="session"
    )
    file = right.file_uploader("Or a file (CSV, TSV or text)", type=["csv", "tsv", "txt"], key="list_file")
    sets = workbench.comparison.shipped_names()
    chosen_set = right.selectbox(
        "Or a set that ships", list(sets), index=None, key="list_set", placeholder="Names with their ids"
    )
    if file is not None:
        text = uploaded_text(file)
    elif chosen_set:
        text = sets[chosen_set]
    names = workbench.comparison.read_names(text or "", slug)

    def ask() -> None:
        with reported("list_problem"):
            chosen, where = st.session_state[address.key("with")], st.session_state[address.key("of")]
            st.session_state[address.key("list")] = str(workbench.comparison.start_names(names, chosen, where))

    label = f"Ask {count(len(names), 'name')}" if names else "Ask"
    right.button(label, key="ask_list", type="primary", shortcut="F8", disabled=not names, on_click=ask)
    right.caption(
        "After a comma, the concept id that is right, if you know it, or several with | between: then it is counted "
        "too. A file may be a table with the columns name and ids."
    )
    show_message("list_problem")
    run = numbered(st.session_state.get(address.key("list"), ""))
    if not run:
        return None
    found = workbench.comparison.names_of_run(run)
    if found is None:
        run_panel(workbench, run, curve=False)
        return None
    _listed(found)
    return found


def _listed(found: ComparedNames) -> None:
    titles = {id: found.titles.get(id, id) for id in found.encoders}
    st.markdown(f"**{plain(found.summary())}**")
    measured = found.measured()
    if measured:
        comparison_table(
            "compare_list_tasks",
            "Names with a known answer",
            "With a known answer",
            measured,
            [comparison_words.metric_title(row["task"], row["metric"]) for row in measured],
            titles,
            lambda row, id: comparison_words.stands(row["differences"].get(id, {})),
        )
    columns = [Col("name", "Name"), *([Col("expected", "Expected", "code")] if found.expected else [])]
    for at, (id, title) in enumerate(titles.items()):
        columns.append(Col(id, title, "text", "The concept that it puts first."))
        if found.expected:
            columns.append(Col(f"{id} rank", "Rank", "number", "Where it puts the expected concept; – is beyond 100."))
        if at:
            help = f"How many of the first ten it shares with {titles[found.encoders[0]]}."
            columns.append(Col(f"{id} shared", "Shared", "number", help))
    drawn = []
    if len(found.rows) > MOST_DRAWN:
        st.caption(f"The first {MOST_DRAWN:,} of {len(found.rows):,} names; all are counted above.")
    for at, row in enumerate(found.rows[:MOST_DRAWN]):
        line = {"id": f"{at}", "name": row["name"], "expected": row["expected"], "best": []}
        for id in found.encoders:
            answer = row["first"][id]
            line[id] = with_id(answer[1], answer[0]) if answer else BEYOND
            counts = row["expected"] and not row.get("lacking")
            line[f"{id} rank"] = (f"{row['ranks'][id]}" if row["ranks"].get(id) else BEYOND) if counts else ""
            line[f"{id} shared"] = f"{row['shared'][id]} of {row['top']}"
        drawn.append(line)
    sheet("compare_list_rows", "Every name of the list", columns, drawn, tallest=560)

"""Which lines of a file are worked through, and in which order; every choice stands in the address."""

from __future__ import annotations

from collections.abc import Callable, Collection

import streamlit as st

from engine.workbench import Workbench, difference_word
from pages.parts.normalise.queue import STATUSES
from pages.parts.widget_state import choose, switch
from store.records.normalisation import Filter

ANY = "any"
MARKED = {ANY: "All", "marked": "Marked", "plain": "Not marked"}
ORDERS = {
    "doubtful first": "Doubtful first",
    "sure first": "Sure first",
    "frequent first": "Frequent texts first",
    "as in the file": "As in the file",
}


def filter_titles(workbench: Workbench) -> dict[str, Collection[str]]:
    """Field of the address -> what it may say, of the filters that are the same for every file."""
    return {"status": STATUSES.values(), "order": _orders(workbench).values(), "marked": MARKED.values()}


def _orders(workbench: Workbench) -> dict[str, str]:
    return {name: ORDERS.get(name, name) for name in workbench.answers.orders()}


def filters(workbench: Workbench, number: int, lines: int) -> tuple[Filter, str]:
    """Draws what is shown, and the rest behind one button; the filter and the order that are chosen."""
    with st.container(width=130):
        chosen_status = choose(st, "Show", STATUSES, "status", bind="query-params", label_visibility="collapsed")
    orders = _orders(workbench)
    values = _values(workbench, number, lines)
    help = "The order, a text, probability, class, search step and marked differences."
    with st.popover(_label(), help=help), st.container(width=380):
        chosen_order = choose(st, "Order", orders, "order", bind="query-params")
        find = st.text_input(
            "Text in the mention or the name found",
            key="find",
            type="search",
            bind="query-params",
            placeholder="For example: tumour",
        )
        lowest, highest = st.slider(
            "Probability of being right, %",
            0,
            100,
            (0, 100),
            key="sure",
            bind="query-params",
            help="Lines whose probability is not known count as 0.",
        )
        topic = _choice("Class of the answer", "topic", values["topic"])
        kind = _choice("Type of the mention", "type", values["kind"])
        sieve = _choice("Found by", "sieve", values["sieve"])
        help = "Lines whose best name differs only in side, number, stage, negation, with or without, or course."
        difference = _choice("Differs in", "difference", values["difference"], difference_word)
        help_once = "Of the lines about the same text only the first; what is decided there is decided for all of them."
        once = st.toggle("Each text once", key="once", bind="query-params", help=help_once)
        marked = switch(st, "Marked differences", MARKED, "marked", default=ANY, bind="query-params", help=help)
    any_chosen = Filter(
        status=chosen_status,
        lowest=lowest / 100 if lowest else None,
        highest=highest / 100 if highest < 100 else None,
        kind=kind,
        topic=topic,
        sieve=sieve,
        text=(find or "").strip(),
        differs={"marked": True, "plain": False}.get(marked),
        difference=difference,
        once=once,
    )
    return any_chosen, chosen_order


def chosen_more() -> int:
    """How many filters behind the button are set."""
    state = st.session_state
    tests = (state.get("sure", (0, 100)) != (0, 100), state.get("marked", ANY) != ANY, bool(state.get("once")))
    return (
        sum(tests)
        + bool(str(state.get("find") or "").strip())
        + sum(state.get(key, ANY) not in (ANY, None) for key in ("topic", "type", "sieve", "difference"))
    )


def _label() -> str:
    set_now = chosen_more()
    return f"Filters ({set_now})" if set_now else "Filters"


@st.cache_data(show_spinner=False, max_entries=20)
def _values(_workbench: Workbench, number: int, lines: int) -> dict[str, dict[str, int]]:
    """What there is to filter by; asked once for a file, as answers do not change."""
    return {field: _workbench.answers.values(number, field) for field in ("topic", "kind", "sieve", "difference")}


def _choice(label: str, key: str, values: dict[str, int], word: Callable[[str], str] = str) -> str | None:
    """One value of a column, or any; no field where there is nothing to choose."""
    if len(values) < 2:
        return None
    titles = {ANY: "Any", **{value: word(value) or "None" for value in values}}
    chosen: str = choose(st, label, titles, key, bind="query-params")
    return None if chosen == ANY else chosen

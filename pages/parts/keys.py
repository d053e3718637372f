"""Every key that the window answers to, page by page: the one list behind the keyboard map, its test and the guide."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import streamlit as st

HERE = Path(__file__)

_draw = st.components.v2.component(
    "nomenclator_keys",
    js=HERE.with_suffix(".js").read_text(encoding="utf-8"),
    css=HERE.with_suffix(".css").read_text(encoding="utf-8"),
)


@dataclass(frozen=True)
class Key:
    """What `keys` (one key, or several with a space between them) does. `script` names the .js file that listens;
    empty means a Streamlit button whose `shortcut` it is."""

    keys: str
    does: str
    script: str = ""


EVERYWHERE = (
    Key("K ?", "Shows and hides this map.", "keys"),
    Key("G", "Then the letter of a page: goes there. The letters stand in the menu meanwhile.", "keys"),
    Key("Esc", "Leaves this map, a list that is open, or the tour.", "tour"),
)
JOB = Key("X", "Cancels the work that is going on.")
UNDO = (
    Key("U", "Undoes what you did last, whatever it was."),
    Key("Y", "Does again what your last undo took back."),
)
PAGES: dict[str, tuple[Key, ...]] = {
    "Rankings": (
        Key("↓", "From the search box into the ranking.", "ranking_table"),
        Key("↑ ↓ ← →", "Moves in the ranking; ← and → to the same concept in the next column.", "ranking_table"),
        Key("Home End", "The first and the last row.", "ranking_table"),
        Key("Enter", "Opens the concept of the row.", "ranking_table"),
        Key("A", "Adds what you typed as a synonym of the open concept."),
        Key("M", "Shows ten rows more."),
        *UNDO,
    ),
    "Train": (Key("T", "Starts the training."), JOB),
    "History": (
        *UNDO,
        Key("T", "Takes back the chosen entry; of an undo, does it again."),
        Key("B", "Shows what rolling back to the chosen entry would do."),
        Key("Shift+B", "Rolls back."),
        Key("D", "Compares the moment of the chosen entry with now."),
        Key("N", "Keeps the note that you typed."),
    ),
    "Terminologies": (JOB,),
}


def keys_of(page: str) -> list[Key]:
    """The keys of a page, in the order of its work; empty where it has none of its own."""
    return list(PAGES.get(page, ()))


def keyboard_map(page: str) -> None:
    """A line with the button that opens the map of `page`; K opens it from anywhere but a field."""
    here = [{"keys": key.keys.split(), "does": key.does} for key in keys_of(page)]
    everywhere = [{"keys": key.keys.split(), "does": key.does} for key in EVERYWHERE]
    _draw(key="keyboard_map", data={"page": page, "here": here, "everywhere": everywhere})

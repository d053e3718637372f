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
        JOB,
    ),
    "Map": (
        Key("D", "Draws the map that is asked for."),
        Key("↑ ↓ ← →", "Moves the map.", "map_canvas"),
        Key("+ − 0", "Nearer, farther, and all of it.", "map_canvas"),
        Key("P B L", "What dragging does: move, select a box, select a lasso.", "map_canvas"),
        Key("S", "Selects what is in view.", "map_canvas"),
        Key("Enter", "Selects the point under the pointer, or what the search on the map found.", "map_canvas"),
        Key("Esc", "Clears the selection and the search.", "map_canvas"),
        Key("A", "Labels what is selected."),
        *UNDO,
        JOB,
    ),
    "Compare": (
        Key("F9", "Measures the chosen encoders."),
        Key("F8", "Asks them the names of your list."),
        Key("F7", "Keeps the report as one HTML file."),
        JOB,
    ),
    "Labels": (
        Key("1–9", "Gives the name the class with this number, and goes on.", "label_card"),
        Key("S", "Skips the name.", "label_card"),
        Key("U", "Takes back your newest label of this set.", "label_card"),
        Key("B", "Goes back to the name before.", "label_card"),
        Key("F", "Finds a class that has no number.", "label_card"),
        Key("T", "Trains on these labels."),
        JOB,
    ),
    "Train": (Key("T", "Starts the training."), JOB),
    "Normalise": (
        Key("T", "Starts answering the file that was loaded."),
        Key("W", "Opens the queue of the file that was just answered."),
        Key("A", "Accepts the first candidate.", "normalise_desk"),
        Key("S", "Accepts the second candidate.", "normalise_desk"),
        Key("3 4 5", "Accepts the candidate with this number.", "normalise_desk"),
        Key("N", "Says that no concept matches.", "normalise_desk"),
        Key("P", "Skips the line for now.", "normalise_desk"),
        Key("F", "Flags the line for somebody else.", "normalise_desk"),
        Key("U", "Takes back your last decision or bulk decision.", "normalise_desk"),
        Key("Y", "Decides again what your last undo took back.", "normalise_desk"),
        Key("J ↓", "The next line; decides nothing.", "normalise_desk"),
        Key("H ↑", "The line before.", "normalise_desk"),
        Key("O", "Searches another concept; ↓ goes into what is found.", "normalise_desk"),
        Key("M", "Writes a comment.", "normalise_desk"),
        Key("E", "Decides the same text everywhere, or only here.", "normalise_desk"),
        JOB,
    ),
    "Place": (
        Key("1 2 3 4 5", "Accepts the parent with this number."),
        Key("X", "Refuses the chosen parent, and remembers it; cancels a list that is being placed."),
        Key("U", "Undoes what you did last, a whole batch or a refusal."),
        Key("Y", "Does again what your last undo took back."),
        Key("T", "Places the list of names."),
        Key("B", "Accepts the sure rows of a list as one batch."),
        Key("F", "Finds a further parent for the open concept."),
        Key("L", "Measures the encoders level by level below the open concept."),
        Key("↑ ↓ ← →", "Moves among the parents; in the tree → unfolds and ← folds.", "place_table"),
        Key("Home End", "The first and the last row.", "place_table"),
        Key("Enter", "Opens the concept of the tree.", "tree"),
    ),
    "History": (
        *UNDO,
        Key("T", "Takes back the chosen entry; of an undo, does it again."),
        Key("B", "Shows what rolling back to the chosen entry would do."),
        Key("Shift+B", "Rolls back."),
        Key("D", "Compares the moment of the chosen entry with now."),
        Key("N", "Keeps the note that you typed."),
    ),
    "Export": (
        Key("F9", "Downloads the file."),
        Key("F8", "Loads the rows of your file that can be loaded."),
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

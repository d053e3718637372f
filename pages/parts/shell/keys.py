"""Every key that the window answers to, page by page: the one list behind the keyboard map, its test and the guide."""

from __future__ import annotations

from dataclasses import dataclass

from pages.parts.component import component

_draw = component("keys", __file__, "typed_lines.js", "once.js", "keys.js")


@dataclass(frozen=True)
class KeyBinding:
    """What `keys` (one key, or several with a space between them) does. `script` is the .js file below parts/ that
    listens; empty means a Streamlit button whose `shortcut` it is."""

    keys: str
    does: str
    script: str = ""


EVERYWHERE = (
    KeyBinding("K ?", "Shows and hides this map.", "shell/keys"),
    KeyBinding("G", "Then the letter of a page: goes there. The letters stand in the menu meanwhile.", "shell/keys"),
    KeyBinding("/", "Into the search box of the page, where it has one.", "shell/keys"),
    KeyBinding("Esc", "Leaves this map, a list that is open, or the tour.", "shell/tour"),
)
JOB = KeyBinding("X", "Cancels the work that is going on.")
UNDO = (
    KeyBinding("U", "Undoes what you did last, whatever it was."),
    KeyBinding("Y", "Does again what your last undo took back."),
)
PAGES: dict[str, tuple[KeyBinding, ...]] = {
    "Rankings": (
        KeyBinding("↓", "From the search box into the ranking.", "candidate_table"),
        KeyBinding(
            "↑ ↓ ← →", "Moves in the ranking; ← and → to the same concept in the next column.", "candidate_table"
        ),
        KeyBinding("Home End", "The first and the last row.", "candidate_table"),
        KeyBinding("Enter", "Opens the concept of the row.", "candidate_table"),
        KeyBinding("↓", "From the search box into the joined table.", "rankings/joined_table"),
        KeyBinding("E", "Explains why the open concept stands where it stands; E again goes back to it."),
        KeyBinding("A", "Adds what you typed as a synonym of the open concept."),
        KeyBinding("M", "Shows ten rows more."),
        *UNDO,
        JOB,
    ),
    "Map": (
        KeyBinding("D", "Draws the map that is asked for."),
        KeyBinding("↑ ↓ ← →", "Moves the map.", "map/canvas"),
        KeyBinding("+ − 0", "Nearer, farther, and all of it.", "map/canvas"),
        KeyBinding("P B L", "What dragging does: move, select a box, select a lasso.", "map/canvas"),
        KeyBinding("S", "Selects what is in view.", "map/canvas"),
        KeyBinding("Enter", "Selects the point under the pointer, or what the search on the map found.", "map/canvas"),
        KeyBinding("Esc", "Clears the selection and the search.", "map/canvas"),
        KeyBinding("A", "Labels what is selected."),
        *UNDO,
        JOB,
    ),
    "Compare": (
        KeyBinding("F9", "Measures the chosen encoders."),
        KeyBinding("F8", "Asks them the names of your list."),
        KeyBinding("F7", "Keeps the report as one HTML file."),
        JOB,
    ),
    "Labels": (
        KeyBinding("1–9", "Gives the name the class with this number, and goes on.", "labels/card"),
        KeyBinding("S", "Skips the name.", "labels/card"),
        KeyBinding("U", "Takes back your newest label of this set.", "labels/card"),
        KeyBinding("B", "Goes back to the name before.", "labels/card"),
        KeyBinding("F", "Finds a class that has no number.", "labels/card"),
        KeyBinding("T", "Trains on these labels."),
        JOB,
    ),
    "Train": (KeyBinding("T", "Starts the training; while a run is watched, goes to the form."), JOB),
    "Experiments": (
        KeyBinding("T", "Starts the experiment."),
        JOB,
    ),
    "Normalise": (
        KeyBinding("T", "Starts answering the file that was loaded."),
        KeyBinding("W", "Opens the queue of the file that was just answered."),
        KeyBinding("A", "Accepts the first candidate.", "normalise/desk"),
        KeyBinding("S", "Accepts the second candidate.", "normalise/desk"),
        KeyBinding("3 4 5", "Accepts the candidate with this number.", "normalise/desk"),
        KeyBinding("N", "Says that no concept matches.", "normalise/desk"),
        KeyBinding("P", "Skips the line for now.", "normalise/desk"),
        KeyBinding("F", "Flags the line for somebody else.", "normalise/desk"),
        KeyBinding("U", "Takes back your last decision or bulk decision.", "normalise/desk"),
        KeyBinding("Y", "Decides again what your last undo took back.", "normalise/desk"),
        KeyBinding("J ↓", "The next line; decides nothing.", "normalise/desk"),
        KeyBinding("H ↑", "The line before.", "normalise/desk"),
        KeyBinding("O", "Searches another concept; ↓ goes into what is found.", "normalise/desk"),
        KeyBinding("M", "Writes a comment.", "normalise/desk"),
        KeyBinding("E", "Decides the same text everywhere, or only here.", "normalise/desk"),
        KeyBinding("D Q Z V", "Says that it is negated, suspected, past, or of the family.", "normalise/attributes"),
        KeyBinding("L", "Makes what is marked in the text the mention of the line.", "normalise/spans"),
        KeyBinding("B", "Makes what is marked in the text a mention of its own.", "normalise/spans"),
        JOB,
    ),
    "Mappings": (
        KeyBinding("T", "Suggests targets for the chosen source."),
        KeyBinding("W", "Opens the project that was just made; in the queue, says that the target is narrower."),
        KeyBinding("1 2 3 4 5 6 7 8 9", "Chooses the candidate with this number."),
        KeyBinding("A", "Accepts the first suggestion as it is suggested: exact, broad or narrow."),
        KeyBinding("X", "Exact: the chosen candidate means the same; cancels suggestions that are being made."),
        KeyBinding("B", "Broad: the target is broader."),
        KeyBinding("L", "Related: the target is only related."),
        KeyBinding("N", "Says that no concept matches."),
        KeyBinding("P", "Skips the line for now."),
        KeyBinding("F", "Flags the line for somebody else."),
        KeyBinding("I", "Agrees with what somebody else decided first, which confirms it."),
        KeyBinding("U", "Takes back your last decision, bulk decision or assignment."),
        KeyBinding("Y", "Does again what your last undo took back."),
        KeyBinding("J", "The next line; decides nothing."),
        KeyBinding("H", "The line before."),
    ),
    "Place": (
        KeyBinding("1 2 3 4 5", "Accepts the parent with this number."),
        KeyBinding("X", "Refuses the chosen parent, and remembers it; cancels a list that is being placed."),
        KeyBinding("U", "Undoes what you did last, a whole batch or a refusal."),
        KeyBinding("Y", "Does again what your last undo took back."),
        KeyBinding("T", "Places the list of names."),
        KeyBinding("B", "Accepts the sure rows of a list as one batch."),
        KeyBinding("F", "Finds a further parent for the open concept."),
        KeyBinding("L", "Measures the encoders level by level below the open concept."),
        KeyBinding("↑ ↓ ← →", "Moves among the parents; in the tree → unfolds and ← folds.", "candidate_table"),
        KeyBinding("Home End", "The first and the last row.", "candidate_table"),
        KeyBinding("Enter", "Opens the concept of the tree.", "place/tree_component"),
    ),
    "Audit": (
        KeyBinding("T", "Audits the terminology."),
        KeyBinding("A", "Resolves the finding by the first edit offered."),
        KeyBinding("S", "Resolves it by the second."),
        KeyBinding("X", "Refuses the finding for good; cancels an audit that is going on."),
        KeyBinding("F", "Flags it for somebody else."),
        KeyBinding("U", "Takes back your last decision with its edits."),
        KeyBinding("Y", "Does again what your last undo took back."),
        KeyBinding("J", "The next finding; decides nothing."),
        KeyBinding("H", "The finding before."),
    ),
    "History": (
        *UNDO,
        KeyBinding("T", "Takes back the chosen entry; of an undo, does it again."),
        KeyBinding("B", "Shows what rolling back to the chosen entry would do."),
        KeyBinding("Shift+B", "Rolls back."),
        KeyBinding("D", "Compares the moment of the chosen entry with now."),
        KeyBinding("N", "Keeps the note that you typed."),
    ),
    "Export": (
        KeyBinding("F9", "Downloads the file."),
        KeyBinding("F8", "Loads the rows of your file that can be loaded."),
    ),
    "Models": (
        KeyBinding("U", "Takes back what you made current last."),
        KeyBinding("Y", "Makes current again what your last undo took back."),
    ),
    "Terminologies": (JOB,),
}


def keys_of(page: str) -> list[KeyBinding]:
    """The keys of a page, in the order of its work; empty where it has none of its own."""
    return list(PAGES.get(page, ()))


def keyboard_map(page: str) -> None:
    """A line with the button that opens the map of `page`; K opens it from anywhere but a field."""
    here = [{"keys": key.keys.split(), "does": key.does} for key in keys_of(page)]
    everywhere = [{"keys": key.keys.split(), "does": key.does} for key in EVERYWHERE]
    _draw(key="keyboard_map", data={"page": page, "here": here, "everywhere": everywhere})

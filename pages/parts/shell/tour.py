"""The tour for whoever is here for the first time: seven steps, each beside the real thing, none in the way."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from engine.workbench import Workbench
from pages.parts.component import component
from pages.parts.fragment import fragment
from pages.parts.shell.profile import who

KEY = "tour"

_draw = component("tour", __file__)


@dataclass(frozen=True)
class Step:
    """A sentence or two beside what `at` selects on `page`; beside the page's heading when that is not there.

    The card stands on what `over` selects, where that is there: below a field it would cover what the field brings.
    """

    page: str
    at: str
    title: str
    says: str
    over: str = ""


STEPS = (
    Step(
        "Rankings",
        ".st-key-q",
        "Type any name",
        "A layman's phrase, a synonym, a code. The nearest concepts follow each keystroke; what is exactly right "
        "stands first and says so. ↓ goes into the list.",
        over=".st-key-card_panel",
    ),
    Step(
        "Rankings",
        ".st-key-card_panel",
        "The concept card",
        "Enter on a row opens its concept here. A adds what you typed as its synonym, the very next search knows it, "
        "and U takes it back.",
    ),
    Step(
        "Labels",
        ".st-key-add_labels",
        "Say what belongs together",
        "A label set holds classes of your own. Paste names with their classes, or label them one key a name.",
    ),
    Step(
        "Train",
        ".st-key-start_training, .st-key-set_up_training",
        "Teach an encoder",
        "A preset and a terminology or label set are enough. The work runs beside the window, with its progress and "
        "the time left; cancel it, or close the window meanwhile.",
    ),
    Step(
        "Compare",
        ".st-key-compare_with",
        "See whether it got better",
        "Two to four encoders on the same questions: what was won, what was lost, and whether it is more than chance.",
    ),
    Step(
        "Normalise",
        ".st-key-load_mentions",
        "Bring your own file",
        "Names from a spreadsheet or a text, tied to concepts; the doubtful ones come first, one key a decision.",
    ),
    Step(
        "History",
        ".st-key-heading",
        "Nothing is lost",
        "Every change, whoever made it, stands here and can be taken back, one by one or to a moment. K shows the keys "
        "of the page that you are on. That was the tour.",
    ),
)


def tour(workbench: Workbench, page: str) -> None:
    """The invitation for a person who has not yet taken or refused the tour, and its step when it is under way.

    The step reached is the window's own (sessionStorage); that it is over is the workspace's, person by person.
    """
    _foot(workbench, page)


@fragment(key="tour_foot")
def _foot(workbench: Workbench, page: str) -> None:
    data = {"page": page, "steps": [asdict(step) for step in STEPS], "invited": not workbench.profile.has_toured(who())}
    _draw(key=KEY, data=data, on_over_change=lambda: workbench.profile.end_tour(who()))

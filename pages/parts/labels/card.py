"""The card of a label queue: one component that shows a name with its classes and says which key was pressed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pages.parts.component import component, sent
from pages.parts.formatting import count

KEY = "label_card"
SCRIPTS = ("../shell/outbox.js", "card_draw.js", "card.js")
NOTES = {
    "uncertain": "uncertain first",
    "diverse": "diverse first",
    "rarest": "rarest class first",
    "random": "in random order",
}

_draw = component("label_card", __file__, *SCRIPTS)


def label_card(data: dict[str, Any], on_act: Callable[[], None]) -> None:
    """Draws what `card_data` made, with where it stands and what is kept; `on_act` runs when something was pressed."""
    _draw(key=KEY, data=data, on_act_change=on_act)


def pressed() -> list[dict[str, Any]]:
    """What was pressed, oldest first, inside `on_act`; what was kept before may be among it."""
    return list((sent(KEY, "act") or {}).get("acts", ()))


def card_data(
    desk: Any, queue: Any, titles: tuple[str, ...], terminologies: dict[str, str], second: bool
) -> dict[str, Any]:
    """The names and classes that the component draws.

    desk: an `engine` Desk; queue: its LabelQueue; terminologies: short name -> title, named where there are several.
    """
    settings = queue.settings
    hidden = settings.hidden or settings.order == "random"
    note = NOTES.get(settings.order, settings.order) + (", suggestions hidden" if hidden else "")
    return {
        "ahead": [_card(one, terminologies) for one in desk.ahead],
        "behind": [_card(one, terminologies) for one in desk.behind],
        "waiting": desk.waiting,
        "done": desk.labelled,
        "ended": desk.ended and not desk.ahead,
        "classes": list(titles),
        "hidden": hidden,
        "second": second,
        "note": f"second annotator: {count(desk.waiting, 'name')} left, {note}" if second else note,
    }


def _card(card: Any, terminologies: dict[str, str]) -> dict[str, Any]:
    return {
        "name": card.name,
        "norm": card.norm,
        "suggestions": [[title, None if score is None else round(score, 4)] for title, score in card.suggestions],
        "best": card.best,
        "mine": card.mine,
        "skipped": card.skipped,
        "more": card.more_concepts,
        "places": [
            {
                "concept": one.concept,
                "preferred": one.preferred,
                "same": one.preferred.casefold() == card.name.casefold(),
                "where": terminologies.get(one.terminology, "") if len(terminologies) > 1 else "",
                "path": list(one.path),
            }
            for one in card.concepts
        ],
    }

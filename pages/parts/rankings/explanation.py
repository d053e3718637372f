"""Why a row stands where it stands, and why not another: sentences first, then what adds up to its score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.workbench import Contrast, Explanation, Reason, ReasonGroup
from pages.parts.component import component

LEFT_OUT = {
    "word": "without “{}”",
    "spelling": "as it was spelt, not “{}”",
    "short form": "without writing out “{}”",
    "bridge": "without the way by {}",
}

LEAST_POINTS = 0.005  # of a part that is listed

_draw = component("explanation", __file__)


def explanation(one: Explanation) -> None:
    """Draws why a concept stands where it stands."""
    largest = max([abs(group.points) for group in one.groups], default=1)
    total = one.start + sum(part.points for part in one.parts)
    data = {
        "kind": "one",
        "label": f"Why {one.concept} {one.preferred}",
        "sentences": list(one.sentences),
        "groups": [_group(group, largest, one.parts) for group in one.groups],
        "sum": {
            "start": round(one.start, 2),
            "parts": round(total - one.start, 2),
            "total": round(total, 2),
            "ordered": round(one.score - one.rule, 2),
            "rule": round(one.rule, 2),
            "because": one.because,
            "score": round(one.score, 2),
        },
        "words": _words(one),
        "left": [
            {"text": LEFT_OUT[left.kind].format(left.text), "rank": left.rank, "score": left.score}
            for left in one.left_out
        ],
    }
    _draw(key="explanation", data=data)


def contrast(found: Contrast, most: int = 8) -> None:
    """Draws two rows side by side, the features in which they differ most first."""
    largest = max([abs(part.points) for part in found.parts], default=1)
    data = {
        "kind": "two",
        "label": f"{found.one.concept} beside {found.other.concept}",
        "sentences": list(found.sentences),
        "heads": [
            {"concept": one.concept, "preferred": one.preferred, "rank": one.rank, "score": round(one.score, 2)}
            for one in (found.one, found.other)
        ],
        "parts": [
            {
                "label": part.label,
                "values": [_value(part.value), _value(part.against)],
                "points": round(part.points, 2),
                "share": part.points / largest,
            }
            for part in found.parts[:most]
        ],
        "more": len(found.parts[most:]),
        "rest": round(sum(part.points for part in found.parts[most:]), 2),
    }
    _draw(key="contrast", data=data)


def _group(group: ReasonGroup, largest: float, parts: Sequence[Reason]) -> dict[str, Any]:
    return {
        "name": group.name,
        "about": group.about,
        "points": round(group.points, 2),
        "share": group.points / largest,
        "parts": [
            {"label": part.label, "points": round(part.points, 2)}
            for part in parts
            if part.group == group.name and abs(part.points) >= LEAST_POINTS
        ],
    }


def _words(one: Explanation) -> dict[str, Any]:
    likeness = one.likeness
    typed = "typed" if likeness.query.casefold() == one.query.casefold() else "read as"
    return {
        "cosine": round(likeness.cosine, 2),
        "exact": likeness.exact,
        "texts": [
            {
                "what": what,
                "words": [
                    {
                        "word": word.word,
                        "share": round(word.share, 2),
                        "without": round(word.without, 2),
                        "letters": word.by_letters,
                    }
                    for word in words
                ],
            }
            for what, words in ((typed, likeness.query_words), ("its name", likeness.name_words))
        ],
    }


def _value(value: float) -> str:
    """A feature's value as a number, a whole one without decimals."""
    return (f"{value:.0f}" if float(value).is_integer() else f"{value:.2f}").replace("-", "−")

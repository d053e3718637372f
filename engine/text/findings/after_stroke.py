"""What a stroke or a bleed in the head has left, however it is said: “facial droop, old stroke”, “post CVA aphasia”."""

from __future__ import annotations

import re
from typing import NamedTuple

BRAIN = "(?:intra)?(?:cerebral|cranial)|brain"
ISCHAEMIC = "cerebral infarction"
STROKES = {  # how names call it -> how people do
    ISCHAEMIC: r"(?:ischa?emic )?(?:strokes?|cva)|cerebral infarct(?:ion)?|cerebrovascular accident",
    "nontraumatic subarachnoid hemorrhage": r"sah|(?:subarachnoid|sub-arachnoid) (?:ha?emorrhage|bleed)",
    "nontraumatic intracerebral hemorrhage": (
        rf"ha?emorrhagic (?:stroke|cva)|ich|(?:{BRAIN}) (?:bleed|ha?emorrhage)|bleed (?:on|in) (?:the |her |his )?brain"
    ),
}
LONG_AGO = r"old|previous|prev|prior|past|remote|last year'?s?"
KIND = "|".join(f"(?P<kind_{place}>{written})" for place, written in enumerate(STROKES.values()))
OF_A_STROKE = rf"(?:an? |the |her |his |my )?(?:{KIND})(?: (?:in )?(?:(?:19|20)\d\d|\d+ years ago|last year))?"
OLD = rf"(?:an? |the |her |his |my )?(?:{LONG_AGO}) {OF_A_STROKE}"
LEFT = [
    re.compile(one, re.IGNORECASE)
    for one in (
        rf"(?P<what>\w.*?)[,-]? (?:(?:residual|remaining|persisting|left ?over) )?"
        rf"(?:after|following|since|post|residual(?: of| from)?|left ?over(?: from)?|s/p|from|due to)"
        rf"[ -](?:(?:{LONG_AGO}) )?{OF_A_STROKE}",
        rf"(?:residual )?(?P<what>\w.*?)(?:,| -)? (?:(?:from|due to|with|2/2|secondary to|residual from) )?{OLD}",
        rf"(?P<what>\w.*?)[,-]? (?:residual|persisting|left ?over) (?:from|due to) {OF_A_STROKE}",
        rf"(?P<what>\w.*?),? (?:as )?(?:an? )?(?:late effects?|sequelae?) (?:of|from|after) {OF_A_STROKE}",
        rf"post[ -]?{OF_A_STROKE} (?P<what>\w.*)",
        rf"{OLD}(?:,| -| with| w/)? (?:(?:residual|left with|persisting) )?(?P<what>\w.*)",
        rf"(?:residual|persisting) (?P<what>\w.*?) (?:from|after|of|due to) {OF_A_STROKE}",
    )
]
NOTHING = re.compile(
    r"\b(?:no|without|nil|never)\b|history|\bh/o\b|^(?:known|had|has had|pmh:?|an?|the)$", re.IGNORECASE
)


class LeftByStroke(NamedTuple):
    """What is left, and the kind of stroke that left it, as names call it."""

    what: str
    stroke: str


def left_by_stroke(text: str) -> LeftByStroke | None:
    """What a text says that a stroke of former days has left; None where it says no such thing.

    >>> left_by_stroke("facial droop, old stroke")
    LeftByStroke(what='facial droop', stroke='cerebral infarction')
    >>> left_by_stroke("post-CVA aphasia"), left_by_stroke("aphasia after intracerebral bleed")[1]
    (LeftByStroke(what='aphasia', stroke='cerebral infarction'), 'nontraumatic intracerebral hemorrhage')
    >>> left_by_stroke("facial droop, stroke"), left_by_stroke("previous stroke no deficit"), left_by_stroke("gout")
    (None, None, None)
    """
    for pattern in LEFT:
        if found := pattern.fullmatch(text.strip()):
            what = found["what"].strip(" ,-")
            stroke = next(name for place, name in enumerate(STROKES) if found[f"kind_{place}"])
            return None if NOTHING.search(what) else LeftByStroke(what, stroke)
    return None

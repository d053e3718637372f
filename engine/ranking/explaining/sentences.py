"""An explanation in sentences, the most telling first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.ranking.explaining.parts import grouped
from engine.ranking.explaining.records import BRIDGE, SHORT_FORM, SPELLING, WORD, Contrast, Explanation, LeftOut, Reason
from engine.ranking.explaining.wording import CONCEPT, DIFFERENCE_WORDS, DIFFERENCES, LACKING, said_of
from engine.ranking.ordering.properties import PLAIN
from engine.ranking.ordering.sureness import sureness
from engine.text import normalise
from engine.text.counts import joined_with_and

LEAST_TOLD = 0.15  # points that are worth a word
STRONGLY, CLEARLY = 1.2, 0.5
BY_RULE = 0.005  # of a score, from which on a rule has changed it
MOST_LEFT_OUT = 3  # of what is left out, those without which it would fare worst
FITS = {  # a group of parts that speaks for a candidate, and one that speaks against it; the same text counts by rule
    "likeness": ("in meaning and words it is more like it", "in meaning and words it is less like it"),
    "meaning": ("the encoder places it nearer", "the encoder places it further off"),
    "words": ("its words fit better", "its words fit worse"),
    "other terminologies": ("names for the same elsewhere fit better", "names for the same elsewhere fit worse"),
    "wider concepts": ("what stands above it elsewhere fits better", "what stands above it elsewhere fits worse"),
    "relatives": ("its relatives here speak for it", "its relatives here speak against it"),
    "kind of concept": ("it is the plainer concept", "it says more than was typed"),
    "differences": ("it differs in less", "it differs in more"),
}


def sentences(one: Explanation) -> tuple[str, ...]:
    """Why a candidate stands where it stands."""
    paragraph = [_headline(one), *_ways(one)]
    good = [reason(one.parts, group.name) for group in one.groups if group.name in FITS and group.points >= LEAST_TOLD]
    bad = [reason(one.parts, group.name) for group in one.groups if group.name in FITS and group.points <= -LEAST_TOLD]
    if good:
        paragraph.append(f"For it, beside the others here: {joined_with_and(good[:3])}.")
    if bad:
        paragraph.append(f"Against it: {joined_with_and(bad[:3])}.")
    if one.one_of_several:
        paragraph.append("Several findings were typed; the best concept of each stands before all others.")
    elif not one.exact and abs(one.rule) > BY_RULE:
        paragraph.append(f"A rule moves it {'up' if one.rule > 0 else 'down'}, since {one.because}.")
    paragraph += [*_words(one), *_without(one)]
    if one.differs:
        paragraph.append(
            f"It and what was typed differ in {joined_with_and([DIFFERENCE_WORDS[kind] for kind in one.differs])}."
        )
    if one.marks:
        paragraph.append(f"Mind when coding with it: {joined_with_and(one.marks)}.")
    return tuple(paragraph)


def contrast_sentences(found: Contrast) -> tuple[str, ...]:
    """Why one candidate stands before or behind another."""
    ahead = found.one.exact or (found.one.score >= found.other.score and not found.other.exact)
    first, second = (found.one, found.other) if ahead else (found.other, found.one)
    parts = found.parts if ahead else tuple(map(turned, found.parts))
    paragraph = [
        f"“{first.preferred}” stands before “{second.preferred}”: {first.score:.2f} against {second.score:.2f}."
    ]
    if first.exact and not second.exact:
        paragraph.append("The typed text is its own name or id, and such a concept stands before all others.")
    elif first.rule > BY_RULE:
        paragraph.append(f"A rule moves “{first.preferred}” up, since {first.because}.")
    groups = [group for group in grouped(parts) if group.name in FITS]
    better = [reason(parts, group.name) for group in groups if group.points >= LEAST_TOLD]
    worse = [reason(tuple(map(turned, parts)), group.name) for group in groups if group.points <= -LEAST_TOLD]
    if better:
        paragraph.append(f"For “{first.preferred}”: {joined_with_and(better[:3])}.")
    if worse:
        paragraph.append(f"For “{second.preferred}”: {joined_with_and(worse[:3])}.")
    if second.rank is None:
        paragraph.append(f"“{second.preferred}” is not among the rows shown.")
    return tuple(paragraph)


def turned(part: Reason) -> Reason:
    """The same part seen from the other candidate."""
    label = said_of(part.feature, part.against)
    return replace(part, label=label, value=part.against, against=part.value, points=-part.points)


def reason(parts: Sequence[Reason], group: str) -> str:
    """What a group of parts says of a candidate, with how strongly."""
    here = [part for part in parts if part.group == group]
    points = sum(part.points for part in here)
    much = "strongly" if abs(points) >= STRONGLY else "clearly" if abs(points) >= CLEARLY else "a little"
    alike = [part for part in here if part.points * points > 0 and abs(part.points) >= LEAST_TOLD]
    details = list(dict.fromkeys(detail for detail in map(_detail, alike[:3]) if detail))
    phrase = FITS[group][0 if points > 0 else 1]
    return f"{phrase} ({much}{': ' + joined_with_and(details) if details else ''})"


def _detail(part: Reason) -> str:
    """A property or a difference in words; "" for any other part, and for one that goes without saying."""
    has = part.value > part.against
    if part.feature in PLAIN:
        return f"it says “{part.feature}”" if has else f"not “{part.feature}”"
    if part.feature.endswith(LACKING):
        return f"it {part.label}" if has else ""
    if part.group == DIFFERENCES:
        kind = DIFFERENCE_WORDS[part.feature.split(",")[0]]
        return f"in {kind}" if has else f"not in {kind}"
    return f"it {part.label}" if has and part.group == CONCEPT and part.value == 1 else ""


def _headline(one: Explanation) -> str:
    sure = sureness(one.probability, one.exact)
    certainty = f": {', '.join(sure)}" if sure else ""
    if one.exact:
        read_as = normalise(one.read_as)
        typed = one.by_id or normalise(one.name) != read_as or normalise(one.query) == read_as
        what = "The typed text" if typed else f"“{one.read_as}”, for which the text is ranked,"
        own = "its id" if one.by_id else "one of its names"
        alone = one.score - one.rule
        return f"{what} is {own}, so it stands before all others{certainty}. The order alone gives it {alone:.2f}."
    if one.rank is None:
        return f"It is not among the rows shown: its score is {one.score:.2f}, the {_ordinal(one.place)} found."
    here = "" if one.rank == one.place else f", {_ordinal(one.place)} of its terminology,"
    return f"It stands {_ordinal(one.rank)}{here} with a score of {one.score:.2f}{certainty}."


def _ways(one: Explanation) -> list[str]:
    if one.via:
        return [f"Found by way of {one.via}: what was typed is “{one.read_as}” there, and “{one.name}” is like that."]
    if normalise(one.read_as) != normalise(one.query) and not one.exact:
        return [f"Read as “{one.read_as}”; “{one.name}” is like that."]
    return []


def _words(one: Explanation) -> list[str]:
    """Which word carries most of the likeness in meaning, and which words only their letters speak for."""
    likeness, paragraph = one.likeness, []
    if len(likeness.query_words) > 1 and likeness.cosine > 0:
        most = max(likeness.query_words, key=lambda word: word.share)
        paragraph.append(
            f"In meaning, “{most.word}” carries most of the likeness to “{likeness.name}”: "
            f"{most.share:.2f} of {likeness.cosine:.2f}."
        )
    spelt = [word for word in likeness.query_words if word.by_letters]
    if spelt:
        share = sum(word.share for word in spelt)
        paragraph.append(
            f"The encoder has not learnt {joined_with_and([f'“{word.word}”' for word in spelt])}; by letters alone "
            f"{'they carry' if len(spelt) > 1 else 'it carries'} {share:.2f} of {likeness.cosine:.2f}."
        )
    return paragraph


def _without(one: Explanation) -> list[str]:
    """What changes once something is left out; that nothing does, where it is so."""
    changed = [left for left in one.left_out if left.rank != one.place]
    effects = [_after(left) for left in sorted(changed, key=lambda left: left.score or 0.0)[:MOST_LEFT_OUT]]
    of_words = [left for left in one.left_out if left.kind == WORD]
    if of_words and not any(left in changed for left in of_words):
        effects.append(f"Whichever word is left out, it stays {_ordinal(one.place)}.")
    return effects


def _after(left: LeftOut) -> str:
    what = {
        WORD: f"Without “{left.text}”",
        SPELLING: f"Without the spelling corrected to “{left.text}”",
        SHORT_FORM: f"Without the short form written out as “{left.text}”",
        BRIDGE: f"Without the way by {left.text}",
    }[left.kind]
    if left.rank is None or left.score is None:
        return f"{what} it would not be found."
    return f"{what} it would stand {_ordinal(left.rank)}, with {left.score:.2f}."


def _ordinal(number: int) -> str:
    ending = "th" if number // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number:,}{ending}"

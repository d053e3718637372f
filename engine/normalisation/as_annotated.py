"""Composites cut as people annotated them, which the published counts take for granted (BioSyn, Sung et al. 2020)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.normalisation.dictionary import Dictionary
from engine.normalisation.mentions import composites
from engine.normalisation.normaliser import Normaliser
from engine.normalisation.records import Answer
from store.records.mention import Mention


def as_annotated(normaliser: Normaliser, answers: Sequence[Answer], dictionary: Dictionary) -> list[Answer]:
    """The answers again, each mention cut into as many texts as people gave it concepts; whole where its form has not.

    What has one concept and was left whole keeps its answer; the others are asked anew, each text as a whole.
    """
    mentions: list[Mention] = []
    places: list[int] = []
    for place, answer in enumerate(answers):
        concepts = dictionary.gold(answer.mention)
        if len(concepts) > 1 or len({part.text for part in answer.parts}) > 1:
            texts = _cut(normaliser, answer.mention, len(concepts))
            mentions += [replace(answer.mention, text=text) for text in texts]
            places += [place] * len(texts)
    found = list(answers)
    for place in places:
        found[place] = replace(found[place], parts=())
    for place, part in zip(places, normaliser.undivided().answers(mentions), strict=True):
        found[place] = replace(found[place], parts=found[place].parts + part.parts)
    return found


def _cut(normaliser: Normaliser, mention: Mention, concepts: int) -> Sequence[str]:
    """So many texts: as the normaliser splits the mention, as its form does, or word by word; else the mention."""
    prepared = normaliser.preparer.prepare(mention)
    for texts in (prepared.queries, composites.split(prepared.query), prepared.query.split()):
        if len(texts) == concepts:
            return texts
    return (mention.text,)

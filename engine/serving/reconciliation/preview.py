"""A concept in a small page of its own."""

from __future__ import annotations

from html import escape

from engine.serving.calls import HTML, Call, Reply
from engine.serving.page import page
from engine.serving.terminologies import chosen
from engine.workbench import ConceptCard, Workbench

FEW = 6  # synonyms of a preview


def previewed(workbench: Workbench, call: Call) -> Reply:
    """The concept's name, id, definition, first synonyms and place; NotFound for one that is not there."""
    return _page(workbench, call, FEW)


def viewed(workbench: Workbench, call: Call) -> Reply:
    """The same with every synonym and note."""
    return _page(workbench, call, 0)


def _page(workbench: Workbench, call: Call, most: int) -> Reply:
    slug = chosen(workbench, call.path["terminology"]).slug
    card = workbench.terminologies.concept(slug, call.needed("id"))
    return Reply(page(card.concept.preferred, _body(card, most)), HTML)


def _body(card: ConceptCard, most: int) -> str:
    concept = card.concept
    state = " · obsolete" if concept.obsolete else ""
    state += f", replaced by {concept.replaced_by}" if concept.replaced_by else ""
    parts = [f"<h1>{escape(concept.preferred)}</h1>", f"<p><code>{escape(concept.id)}</code>{escape(state)}</p>"]
    if concept.definition:
        parts.append(f"<p>{escape(concept.definition)}</p>")
    synonyms = [name.text for name in concept.names if name.text != concept.preferred]
    shown = synonyms[:most] if most else synonyms
    if shown:
        more = f" and {len(synonyms) - len(shown):,} more" if len(synonyms) > len(shown) else ""
        parts.append(f"<p>Also: {escape('; '.join(shown))}{more}</p>")
    if len(card.path) > 1:
        parts.append(f"<p>{escape(' › '.join(one.preferred for one in card.path[:-1]))}</p>")
    for heading, lines in concept.notes.items() if not most else ():
        parts.append(f"<p>{escape(heading)}: {escape('; '.join(lines))}</p>")
    return "".join(parts)

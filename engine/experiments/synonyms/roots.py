"""The part of a terminology that a person asks for: concepts with everything below them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.errors import BadInput
from engine.learning.selection import Source
from engine.terminology.hierarchy import children_of, reached


def roots_in(found: Mapping[str, Source], root: str) -> dict[str, list[str]]:
    """Terminology -> which of the ids in `root` (a comma between them) it has, each once; all of them without `root`.

    BadInput for an id that none of them has, and for one of a terminology without a hierarchy.
    """
    if not root:
        return {title: [] for title in found}
    ids = list(dict.fromkeys(filter(None, map(str.strip, root.split(",")))))
    missing = [id for id in ids if not any(id in source.titles for source in found.values())]
    if missing or not ids:
        raise BadInput(
            f"There is no concept “{(missing or [root])[0]}” in {' or '.join(found)}; check the ids after --root."
        )
    by_source = {title: [id for id in ids if id in source.titles] for title, source in found.items()}
    flat = next((title for title, own in by_source.items() if own and not found[title].parents), None)
    if flat is not None:
        raise BadInput(
            f"“{flat}” has no hierarchy, so there is nothing below “{by_source[flat][0]}”; "
            "leave --root out, or name a file with a hierarchy."
        )
    return {title: own for title, own in by_source.items() if own}


def below(source: Source, roots: Sequence[str]) -> Source:
    """The source with these concepts and all below them alone."""
    children = children_of(source.parents)
    inside = set(roots).union(*(reached(root, children) for root in roots))
    return replace(
        source,
        names={code: texts for code, texts in source.names.items() if code in inside},
        titles={code: title for code, title in source.titles.items() if code in inside},
        parents={code: [p for p in above if p in inside] for code, above in source.parents.items() if code in inside},
        held_out=source.held_out & inside,
    )


def titled(terminology: str, source: Source, roots: Sequence[str]) -> str:
    """The terminology, and each root's id with its preferred name.

    >>> titled("own", Source("own", {}, {"H": "heart", "L": "lung"}), ["H", "L"])
    'own: H heart, L lung'
    """
    return f"{terminology}: {', '.join(f'{root} {source.titles[root]}' for root in roots)}" if roots else terminology


def filed(terminology: str, roots: Sequence[str]) -> str:
    """How its cells are filed: short enough for a file's name."""
    return f"{terminology[:40]} {' '.join(roots)[-40:]}" if roots else terminology

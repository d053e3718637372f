"""What names are drawn from: the concepts of one or several terminologies with their exact names and parents."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from engine.errors import BadInput, NotFound
from engine.formats.parsed import ParsedTerminology
from engine.retrieval.delta import read_delta
from engine.terminology.edited_view import edited_view_in
from engine.text import normalise
from engine.workspace import Workspace
from store import edits, imported_names, terminologies
from store.records.terminology import EXACT
from store.sqlite import Database

JOIN = "+"  # between the short names of several terminologies
ALL_TERMINOLOGIES = "all"  # in place of short names: the newest of each


@dataclass(frozen=True)
class Source:
    """Concepts in use: code -> exact names (the preferred one first, equal texts once), titles and parents.

    `held_out` are the concepts kept for evaluation. `known` tells whether the vectors know a token; None knows all.
    Where several terminologies stand in one source, each code carries its terminology's short name: “hpo:HP:0000001”.
    `annotated` are the names that people added or that were met in text (D), as (code, normalised text); `same` maps
    further ids to their concept.
    """

    title: str
    names: dict[str, list[str]]
    titles: dict[str, str]
    parents: dict[str, list[str]] = field(default_factory=dict)
    held_out: frozenset[str] = frozenset()
    known: Callable[[str], bool] | None = None
    annotated: frozenset[tuple[str, str]] = frozenset()
    same: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of_workspace(cls, workspace: Workspace, terminology: str) -> Source:
        """One terminology by its short name, several joined by “+”, or “all”, each as its edits leave it.

        NotFound for one that is not there.
        """
        with workspace.reading() as db:
            there = [record.slug for record in terminologies.all_terminologies(db)]
            slugs = slugs_named(db, terminology)
            for slug in slugs or [terminology]:
                if slug not in there:
                    raise NotFound(
                        f"There is no terminology “{slug}” to train on; "
                        f"there are {', '.join(there) or 'none yet: run init'}."
                    )
            sources = [cls._of_terminology(workspace, db, slug) for slug in slugs]
        return sources[0] if len(sources) == 1 else joined(sources)

    @classmethod
    def _of_terminology(cls, workspace: Workspace, db: Database, slug: str) -> Source:
        rows, now = imported_names.rows(db, slug), edited_view_in(db, workspace, slug)
        delta = read_delta(db, slug, rows[0].id if rows else 0, now.last)
        titles = {code: title for code, title in now.titles.items() if code not in now.obsolete}
        texts = [(row.code, row.text) for row in rows if row.scope == EXACT]
        texts = [(code, text) for code, text in texts if not delta.gone or (code, normalise(text)) not in delta.gone]
        texts += now.added.items()
        named = [(edit.concept_id, edit.name) for edit in delta.added if edit.kind == edits.NAME]
        annotated = frozenset((code, normalise(text)) for code, text in named)
        held_out = frozenset(filter(workspace.held_out, titles))
        same = terminologies.replacements(db, slug)
        names = gathered([*texts, *named], titles)
        for code, preferred in now.chosen.items():
            if code in names:
                others = [text for text in names[code] if normalise(text) != normalise(preferred)]
                names[code] = [preferred, *others]
        return cls(slug, names, titles, now.parents, held_out, annotated=annotated, same=same)

    @classmethod
    def of_parsed(cls, parsed: ParsedTerminology) -> Source:
        """What a reader found in a file; obsolete concepts are left out, and nothing is held out."""
        live = [concept for concept in parsed.concepts if not concept.obsolete]
        titles = {concept.id: concept.preferred for concept in live}
        texts = ((concept.id, name.text) for concept in live for name in concept.names if name.scope == EXACT)
        parents = {concept.id: [p for p in concept.parents if p in titles] for concept in live if concept.parents}
        same = {c.id: c.replaced_by for c in parsed.concepts if c.obsolete and c.replaced_by in titles}
        return cls(parsed.title, gathered(texts, titles), titles, parents, same=same)

    def known_by(self, words: Collection[str] | None) -> Source:
        """The same source, asking for words of this vocabulary where a selection asks; None knows every word."""
        return replace(self, known=None if words is None else frozenset(words).__contains__)

    def by_id(self, codes: Iterable[str]) -> dict[str, str]:
        """Each of these codes as it is and, of several terminologies, without its terminology's short name -> the code;
        the first terminology wins."""
        found = {code: code for code in codes}
        if JOIN in self.title:
            for code in list(found):
                found.setdefault(code.partition(":")[2], code)
        return found

    def need_hierarchy(self) -> None:
        """BadInput when there is no parent link at all."""
        if not self.parents:
            raise BadInput(
                f"“{self.title}” has no hierarchy, so no classes of concepts to learn from; "
                "label names yourself on the Labels page and train on those."
            )


def slugs_named(db: Database, terminology: str) -> list[str]:
    """The short names in the “terminology” of a recipe, whether or not they are there: one, several joined by “+”, each
    once, or with “all” the newest of each."""
    if terminology == ALL_TERMINOLOGIES:
        return [one.slug for one in terminologies.newest_versions(db)]
    return list(dict.fromkeys(terminology.split(JOIN)))


def gathered(texts: Iterable[tuple[str, str]], titles: Mapping[str, str]) -> dict[str, list[str]]:
    """Code -> its texts in their order, of each normalised text the first; concepts without a name have no entry."""
    found: dict[str, dict[str, str]] = {}
    for code, text in texts:
        if code in titles and (norm := normalise(text)):
            found.setdefault(code, {}).setdefault(norm, text)
    return {code: list(names.values()) for code, names in found.items()}


def joined(sources: Iterable[Source]) -> Source:
    """Several sources as one, each code after its source's title and a colon."""
    names: dict[str, list[str]] = {}
    titles: dict[str, str] = {}
    parents: dict[str, list[str]] = {}
    held_out: set[str] = set()
    annotated: set[tuple[str, str]] = set()
    same: dict[str, str] = {}
    together: list[str] = []
    for source in sources:
        together.append(source.title)

        def own(code: str, slug: str = source.title) -> str:
            return f"{slug}:{code}"

        names |= {own(code): texts for code, texts in source.names.items()}
        titles |= {own(code): title for code, title in source.titles.items()}
        parents |= {own(code): [own(parent) for parent in above] for code, above in source.parents.items()}
        held_out |= {own(code) for code in source.held_out}
        annotated |= {(own(code), text) for code, text in source.annotated}
        same |= {own(id): own(code) for id, code in source.same.items()}
    title = JOIN.join(together)
    return Source(title, names, titles, parents, frozenset(held_out), annotated=frozenset(annotated), same=same)

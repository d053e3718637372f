"""The concepts a mention may be tied to (O), with the ids that count as one."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from engine.formats.parsed import ParsedTerminology
from engine.formats.reading import read_file
from engine.learning.selection.source import Source, gathered
from engine.text import normalise
from engine.workspace import Workspace
from store.records.mention import Mention

JOIN = "|"  # between the concepts of a composite


@dataclass(frozen=True)
class Dictionary:
    """Concept id -> its texts, the preferred one first; `same` maps further ids to their concept."""

    title: str
    names: dict[str, list[str]]
    same: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of_parsed(cls, parsed: ParsedTerminology) -> Dictionary:
        """The dictionary of a file as read; an obsolete concept counts as the one that replaces it."""
        live = {concept.id: concept.preferred for concept in parsed.concepts if not concept.obsolete}
        texts = ((c.id, name.text) for c in parsed.concepts if c.id in live for name in c.names)
        same = {c.id: c.replaced_by for c in parsed.concepts if c.obsolete and c.replaced_by in live}
        return cls(parsed.title, gathered(texts, live), same)

    @classmethod
    def of_file(cls, path: Path, format: str | None = None) -> Dictionary:
        """The dictionary in a file, in the format named or recognised. Raises as `read_file`."""
        return cls.of_parsed(read_file(path, format))

    @classmethod
    def of_workspace(cls, workspace: Workspace, slug: str) -> tuple[Dictionary, list[Mention]]:
        """A terminology's exact names less those withdrawn, with people's own concepts; the names they added, as data.

        NotFound for a terminology that is not there.
        """
        source = Source.of_workspace(workspace, slug)
        names = source.names
        if source.annotated:
            names = {
                code: [text for text in texts if (code, normalise(text)) not in source.annotated]
                for code, texts in names.items()
            }
        added = [
            Mention(text, kind="edit", ids=((code,),))
            for code, texts in source.names.items()
            for text in texts
            if (code, normalise(text)) in source.annotated
        ]
        return cls(source.title, {code: texts for code, texts in names.items() if texts}, source.same), added

    def concept(self, id: str) -> str:
        """The concept that `id` counts as; the id itself where the dictionary has none."""
        return id if id in self.names else self.same.get(id, id)

    def gold(self, mention: Mention) -> tuple[str, ...]:
        """The concepts that people annotated the mention with, each once, in their order."""
        return tuple(dict.fromkeys(self.concept(part[0]) for part in mention.ids))

    def accepted(self, mention: Mention) -> set[str]:
        """Every concept that any id of the mention counts as."""
        return {self.concept(id) for part in mention.ids for id in part}

    def missing(self, mention: Mention) -> list[str]:
        """The ids among them that the dictionary does not have."""
        return [id for id in self.gold(mention) if id not in self.names]

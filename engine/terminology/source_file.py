"""A file of a terminology and how it is to be read: for its preview, its import and the next release alike."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.errors import BadInput
from engine.formats.cleaning import cleaned_terminology
from engine.formats.parsed import ParsedTerminology
from engine.formats.reading import read_file
from engine.formats.recognition import chosen_format, may_name_columns
from engine.formats.registry import FORMATS
from engine.formats.rf2.rf2_modules import ReleaseModule
from engine.terminology.garbage import uncollected


@dataclass(frozen=True)
class SourceFile:
    """A person's file; what is not given is recognised (`format`, `columns`) or not limited (`below`, `filters`)."""

    path: Path
    format: str | None = None
    columns: dict[str, str] = field(default_factory=dict)  # field -> heading, of a table; "": it has no such column
    below: tuple[str, ...] = ()  # ids: these concepts and those below them are read; with none, all
    # `date` and `modules` of RF2; `languages`, `groups` … of the UMLS
    filters: dict[str, Any] = field(default_factory=dict)
    clean: bool = False  # whether marks such as “(disorder)” and stray blanks are taken out of names

    @classmethod
    def of_recipe(cls, recipe: dict[str, Any]) -> SourceFile:
        """The file that the recipe of an import names."""
        columns, below, filters = (recipe.get(part) or () for part in ("columns", "below", "filters"))
        return cls(
            Path(recipe["path"]),
            recipe.get("format"),
            dict(columns),
            tuple(below),
            dict(filters),
            bool(recipe.get("clean")),
        )

    def recipe(self) -> dict[str, Any]:
        """Its part of the recipe of an import, as JSON holds it, with its path from the root."""
        file = {"path": str(self.path.resolve()), "format": self.format, "columns": self.columns or None}
        return {**file, "below": list(self.below), "filters": self.filters or None, "clean": self.clean or None}

    def chosen_format(self) -> str:
        """The format it is read in: the one named, or the one that its content or ending tells; BadInput for none."""
        return chosen_format(self.path, self.format, bool(self.columns))

    def headings(self) -> list[str]:
        """The headings of a table; none where it has no columns to choose, or cannot be read."""
        if not self.path.is_file():
            return []
        try:
            one = FORMATS[self.chosen_format()]
            return list(one.load().headings_of(self.path)) if one.columns else []
        except BadInput:
            return []

    def has_columns(self) -> bool:
        """Whether a person may say which column of it is which: a table whose headings can be read, or what may be one
        though its format is not told."""
        if not may_name_columns(self.path, self.format):
            return False
        try:
            self.chosen_format()
        except BadInput:
            return True
        return bool(self.headings())

    def possible_filters(self) -> tuple[str, ...]:
        """What it may be read by, as a release by its `date`, or the UMLS by `languages`; () for most formats."""
        return FORMATS[self.chosen_format()].filters

    def filter_counts(self) -> dict[str, dict[str, int]]:
        """How many names each value of each filter would let through, {} where the format does not count them."""
        module = FORMATS[self.chosen_format()].load()
        return module.filter_counts(self.path) if hasattr(module, "filter_counts") else {}

    def modules(self) -> list[ReleaseModule]:
        """The modules of a release, what each brings, for the filter of this name; [] where the format has none."""
        one = FORMATS[self.chosen_format()]
        return list(one.load().modules(self.path)) if "modules" in one.filters else []

    def read(self) -> ParsedTerminology:
        """What it holds; BadInput when it is missing, cannot be read as named, or holds no concept."""
        options = {"columns": self.columns} if self.columns else {}
        with uncollected():
            parsed = read_file(self.path, self.format, **options, **self.filters)
            parsed = parsed.below(self.below) if self.below else parsed
            return cleaned_terminology(parsed) if self.clean else parsed

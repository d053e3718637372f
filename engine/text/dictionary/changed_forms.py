"""The forms of a dictionary with a few of them changed: those of the dictionary stay where they are, in its file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping
from typing import TypeVar

Meanings = TypeVar("Meanings")


class ChangedForms(MutableMapping[str, Meanings]):
    """Form -> what it stands for; what is set or deleted here leaves the forms below as they are.

    >>> below = {"mi": 1, "pe": 2}
    >>> forms = ChangedForms(below)
    >>> del forms["pe"]
    >>> forms["mi"], forms["copd"] = 3, 4
    >>> dict(forms), forms.changed(), below
    ({'mi': 3, 'copd': 4}, {'mi': 3, 'copd': 4}, {'mi': 1, 'pe': 2})
    """

    def __init__(self, below: Mapping[str, Meanings]) -> None:
        self._below = below
        self._own: dict[str, Meanings | None] = {}  # None for one that is deleted

    def __getitem__(self, form: str) -> Meanings:
        if form not in self._own:
            return self._below[form]
        if (found := self._own[form]) is None:
            raise KeyError(form)
        return found

    def __setitem__(self, form: str, meanings: Meanings) -> None:
        self._own[form] = meanings

    def __delitem__(self, form: str) -> None:
        if form not in self:
            raise KeyError(form)
        self._own[form] = None

    def __iter__(self) -> Iterator[str]:
        yield from (form for form in self._below if self._own.get(form, True) is not None)
        yield from (form for form in self.changed() if form not in self._below)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def changed(self) -> dict[str, Meanings]:
        """The forms that are set here."""
        return {form: meanings for form, meanings in self._own.items() if meanings is not None}

    def takes_away(self) -> bool:
        """Whether a form of those below is none of these."""
        return any(meanings is None and form in self._below for form, meanings in self._own.items())

"""A drug that somebody takes for long, as the dictionary or the names have its use."""

from __future__ import annotations

from engine.ranking.reading.known_names import KnownNames
from engine.text.findings.long_term_use import USE_OF, long_term_use, taken_long

FORMS = (
    "{} long term",
    "long term {}",
    "long-term {} therapy",
    "on {} long term",
    "on {}",
    "on long term {}",
    "{} daily",
)


def used_for_long(text: str, known: KnownNames) -> str:
    """The long-term use of a drug: as a form of the dictionary has it, “alendronate long term”, else by its class."""
    drug = taken_long(text)
    if not drug or known.is_name(text) or known.is_name(f"{USE_OF}{drug}"):
        return ""
    by_class = long_term_use(drug)
    forms = filter(known.is_form, (form.format(one) for one in (drug, drug.removesuffix("s")) for form in FORMS))
    return next(forms, by_class if known.of_first.is_name(by_class) else "")

"""Numbers with their nouns and shares in per cent, for sentences that a person reads."""


def count(number: int, one: str, many: str = "") -> str:
    """A number with its noun.

    >>> count(1, "name"), count(98_505, "name"), count(2, "branch", "branches")
    ('1 name', '98,505 names', '2 branches')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def percent(share: float) -> str:
    """A share in whole per cent.

    >>> percent(0.934)
    '93 %'
    """
    return f"{100 * share:.0f} %"

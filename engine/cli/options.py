"""Options that several commands share, each a decorator."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from engine.cli.arguments import FILE, Several
from engine.errors import BadInput
from engine.formats.registry import TERMINOLOGY, readers
from engine.terminology.person import account_name
from store.records.training import CURRENT

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
ENCODERS = "vectors (default), vectors:NAME, a version, or current"
SWITCHES = (
    *("abbreviations", "composites", "spelling", "numbers", "plurals", "order", "wording", "exact"),
    "surroundings",
    "order_learnt",
)


class FormatName(click.ParamType):
    """A name of the dict of formats, as that is when the option is used. `names` gives those that may be chosen."""

    name = "format"

    def __init__(self, names: Callable[[], Iterable[str]]) -> None:
        self._names = names

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The format's name; one line that lists them for another one."""
        return self._choice().convert(value, param, ctx)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:
        """The formats, as a choice is shown."""
        return self._choice().get_metavar(param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The formats that begin so."""
        return self._choice().shell_complete(ctx, param, incomplete)

    def _choice(self) -> click.Choice[str]:
        return click.Choice(tuple(self._names()))


class Number(click.ParamType):
    """A finite number."""

    name = "float"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number; one line for what is none, such as nan or 1e400."""
        number = click.FLOAT.convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a finite number", param, ctx)
        return float(number)


NUMBER = Number()


def terminology_format(help: str | None = None) -> Decorator:
    """`--format`, one that terminologies are read from."""
    return click.option("--format", type=FormatName(lambda: readers(TERMINOLOGY)), help=help)


def who() -> Decorator:
    """`--who`, the person whose deed it is."""
    return click.option(
        "--who", default=account_name, callback=_checked_name, help="your name (default: your account's on this system)"
    )


def _checked_name(ctx: click.Context, param: click.Parameter, who: str) -> str:
    """The name; BadInput without one, as where the system has none for the number of an account."""
    if not who.strip():
        raise BadInput("No name is known for this account; say who you are with --who.")
    return who


def encoder(help: str = ENCODERS, default: str = "vectors") -> Decorator:
    """`--encoder`, the shipped vectors unless another default is given."""
    return click.option("--encoder", default=default, help=help)


def current_encoder() -> Decorator:
    """`--encoder`, the current one unless another is given: what the window has there."""
    return encoder("current (default), vectors, vectors:NAME, or a version", CURRENT)


def terminology(help: str = "the short name of a terminology") -> Decorator:
    """`--terminology`, which must be given."""
    return click.option("--terminology", required=True, help=help)


def against() -> Decorator:
    """`--against`, encoders to compare with."""
    return click.option("--against", cls=Several, metavar="ENCODER...", help="compare with these, pair by pair")


def draws() -> Decorator:
    """`--draws`, how often the bootstrap draws."""
    return click.option("--draws", type=click.IntRange(min=1), default=10_000, help="bootstrap draws (10000)")


def top(default: int, help: str = "") -> Decorator:
    """`--top`, how many."""
    return click.option("--top", type=click.IntRange(min=0), default=default, help=help or f"how many ({default})")


def search() -> Decorator:
    """`--search`, what mentions are searched in."""
    return click.option("--search", default="D-T+OD-T", help="a target, or two with + between (default: D-T+OD-T)")


def search_by_evidence() -> Decorator:
    """`--search`, by evidence where nothing is learnt from mentions."""
    return click.option(
        "--search",
        default="",
        help="evidence: as on the page Rankings (default), a target, or two with + between "
        "(default with --train, --dev, --hybrid or tfidf: D-T+OD-T)",
    )


def preprocessing_left_out() -> Decorator:
    """`--without`, of what is done to mentions before they are searched."""
    return click.option("--without", cls=Several, type=click.Choice(SWITCHES), help="pre-processing to leave out")


def billable_codes() -> Decorator:
    """`--billable`, of the answers of mentions."""
    return click.option("--billable", is_flag=True, help="billable codes in place of headings")


def threshold() -> Decorator:
    """`--threshold`, of the first search."""
    return click.option(
        "--threshold", type=NUMBER, help="from 0 to 1, above which the first of two targets answers (0.95)"
    )


def threshold_of(search: str, given: float | None) -> float:
    """The threshold of a search; BadInput for one that is no score, or of a search that has none."""
    from engine.normalisation.request import THRESHOLD, Search

    threshold = THRESHOLD if given is None else given
    if len(Search.of(search, threshold).targets) == 1 and given is not None:
        raise BadInput(f"The search {search} has no threshold; leave it out, or search two targets, as D-T+OD-T.")
    return threshold


def namespace(format: str) -> Decorator:
    """`--namespace`, in which a format of SNOMED CT is written."""
    help = f"of your extension of SNOMED CT, seven digits ({format})"
    return click.option("--namespace", default="", metavar="DIGITS", help=help)


def reason() -> Decorator:
    """`--reason`, kept with what is changed."""
    return click.option("--reason", default="", help="why, kept with the change")


def settings_of(pairs: tuple[str, ...], option: str, example: str) -> dict[str, str]:
    """FIELD=VALUE pairs as a dict; BadInput for one without an equals sign, or a field with two values."""
    if wrong := [pair for pair in pairs if "=" not in pair]:
        raise BadInput(f"{option} {wrong[0]}: write {example}.")
    found: dict[str, str] = {}
    for pair in pairs:
        field, _, value = pair.partition("=")
        if found.setdefault(field, value) != value:
            raise BadInput(f"{option} says two things of {field}, “{found[field]}” and “{value}”; give one.")
    return found


def cluster() -> Decorator:
    """`--cluster` and `--certificates`, as the keyword `cluster`: whose workers do it, None for this process."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def called(*words: Any, cluster: str | None, certificates: Path | None, **given: Any) -> Any:
            from engine.jobs.cluster import ClusterAddress

            if certificates and not cluster:
                raise BadInput("--certificates are those of a cluster; name it with --cluster.")
            where = ClusterAddress(cluster, certificates) if cluster else None
            return function(*words, cluster=where, **given)

        where = click.option(
            "--cluster", metavar="WHERE", help="work on local processes (local), or at tls://HOST:PORT"
        )
        held = click.option("--certificates", type=FILE, metavar="DIR", help="ca.pem, cert.pem and key.pem of it")
        return where(held(called))

    return decorate

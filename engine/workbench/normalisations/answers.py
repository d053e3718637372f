"""The answers of a normalisation: filtered, ordered, counted, with their candidates and texts."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from engine.errors import BadInput, NotFound
from engine.ranking.marks.coding_marks import marks_and_code
from engine.ranking.ordering.sureness import sureness
from engine.ranking.ranker import Ranker
from engine.ranking.request import RankingRequest
from engine.terminology.lookup import find
from engine.text import folded
from engine.text.codes import code_readings
from engine.text.differences import marked
from engine.workbench.encoders.encoder_resolver import EncoderResolver
from engine.workbench.normalisations.normalisation import Normalisations
from engine.workbench.normalisations.passages import Passage, passages_of
from engine.workspace import Workspace
from store import answer_lines, judgements
from store.records.normalisation import DECIDED, Filter, Line
from store.records.terminology import Candidate

LONGEST_QUEUE = 5_000  # a person works through fewer than that before the filter is read again


def line_sureness(line: Line) -> list[str]:
    """How sure the first candidate of a line is, the word and the per cent; exact where a ranking says so: the mention
    is the name that was found, but for capitals, blanks and accents, or the concept's id."""
    ids = {code.casefold() for code in code_readings(line.text)}
    exact = folded(line.name) == folded(line.text) or line.concept.casefold() in ids
    return sureness(line.probability, exact)


class Answers:
    """Reads the answers of normalisations."""

    def __init__(
        self, workspace: Workspace, normalisations: Normalisations, ranker: Ranker, encoders: EncoderResolver
    ) -> None:
        self._workspace = workspace
        self._normalisations = normalisations
        self._ranker = ranker
        self._encoders = encoders

    def lines(
        self,
        number: int,
        filter: Filter | None = None,
        order: str = "doubtful first",
        limit: int = 50,
        offset: int = 0,
    ) -> list[Line]:
        """The lines that the filter lets through, in one of `orders`, from `offset` on; BadInput for another order."""
        filter = checked(filter)
        check_order(order)
        with self._workspace.reading() as db:
            return answer_lines.lines(db, number, filter, order, limit, offset)

    def numbered(self, number: int, ids: Sequence[int]) -> list[Line]:
        """These lines as they are now, in the order of `ids`; those that are gone are left out."""
        if not ids:
            return []
        with self._workspace.reading() as db:
            found = {line.id: line for line in answer_lines.numbered(db, number, ids)}
        return [found[id] for id in ids if id in found]

    def count(self, number: int, filter: Filter | None = None) -> int:
        """The number of lines that the filter lets through."""
        with self._workspace.reading() as db:
            return answer_lines.count(db, number, checked(filter))

    def counts(self, number: int) -> dict[str, int]:
        """Lines in all, by decision, done (tied to a concept or to none) and left (undecided, skipped or flagged)."""
        lines = self._normalisations.get(number).lines
        with self._workspace.reading() as db:
            decided = answer_lines.decisions(db, number)
        counts = {decision: decided.get(decision, 0) for decision in judgements.DECISIONS if decision}
        tied = sum(counts[decision] for decision in DECIDED)
        return {"lines": lines, **counts, "done": tied, "left": lines - tied}

    def values(self, number: int, field: str) -> dict[str, int]:
        """Value -> number of lines, of a `field` to filter by: kind, topic, sieve, differs or (each) difference."""
        with self._workspace.reading() as db:
            return answer_lines.values_of(db, number, field)

    def queue(
        self, number: int, filter: Filter | None = None, order: str = "doubtful first", limit: int = LONGEST_QUEUE
    ) -> list[int]:
        """The numbers of the first lines that the filter lets through, in one of `orders`; BadInput for another one."""
        filter = checked(filter)
        check_order(order)
        with self._workspace.reading() as db:
            return answer_lines.queue(db, number, filter, order, limit)

    def orders(self) -> list[str]:
        """The orders a queue can have."""
        return list(answer_lines.ORDERS)

    def candidates(
        self, number: int, line: int, encoders: Sequence[str], top: int = 5
    ) -> dict[str, tuple[Candidate, ...]]:
        """Encoder -> its `top` best concepts for a line as it is written, of one of several findings for that alone,
        to compare encoders. What it was read as may lack what it denies."""
        terminology = find(self._workspace, self._normalisations.get(number).terminology)
        (here,) = self.chosen(number, [line])
        text = here.text if here.parts == 1 else here.read_as or here.text
        found = {}
        for encoder in encoders:
            id, opened = self._encoders.open(encoder)
            found[encoder] = self._ranker.rank(text, RankingRequest([terminology], opened, id, top)).candidates
        return found

    def differences(self, line: Line) -> list[str]:
        """What the name of each further candidate of a line differs in, as “side, stage”; "" where in nothing.

        By the same rule as the first: as the ranking said that found it, else from what the mention was read as.
        """
        read_as = line.read_as or line.text
        return [", ".join(marked(read_as, one.name)) if one.differs is None else one.differs for one in line.others]

    def marks(self, number: int, candidates: Mapping[int, Collection[str]]) -> dict[int, dict[str, tuple[str, ...]]]:
        """What a coder must know of the candidates of lines: line -> concept -> its marks, of those that have one.

        “not billable” with the code to take, “7th character wanted”, and “Excludes1: not with …” beside a concept that
        another part of the mention, or another line of the same document near it, is tied to already. `candidates`:
        line -> concepts.
        """
        slug = self._normalisations.get(number).terminology
        every = sorted({code for codes in candidates.values() for code in codes})
        with self._workspace.reading() as db:
            known = marks_and_code(db, slug, every)
            chosen = answer_lines.decided_beside(db, number, list(candidates))
            beside = {line: marks_and_code(db, slug, list(candidates[line]), codes) for line, codes in chosen.items()}
        return {
            line: beside[line] if line in beside else {code: known[code] for code in codes if code in known}
            for line, codes in candidates.items()
        }

    def alike_counts(self, number: int, ids: Sequence[int]) -> dict[int, int]:
        """Number of a line -> how many lines of the file are about the same text, itself among them."""
        if not ids:
            return {}
        with self._workspace.reading() as db:
            return answer_lines.alike_counts(db, number, ids)

    def passages(self, number: int, lines: Sequence[Line]) -> dict[int, Passage]:
        """Number of a line -> the text around its mention; {} when the file has no texts, is gone or has changed."""
        with self._workspace.reading() as db:
            return passages_of(db, number, lines)

    def chosen(self, number: int, lines: Sequence[int]) -> list[Line]:
        """These lines; NotFound when one of them is not there, and for none."""
        with self._workspace.reading() as db:
            found = answer_lines.numbered(db, number, lines)
        if missing := sorted({*lines} - {line.id for line in found}):
            ids = ", ".join(map(str, missing[:5])) + ", …" * (len(missing) > 5)
            raise NotFound(
                f"Normalisation {number} has no line {ids}; look at the queue again, or at “decisions lines {number}”."
            )
        if not found:
            raise NotFound(f"No line of normalisation {number} is chosen; choose at least one.")
        return found


def checked(filter: Filter | None) -> Filter:
    """The filter, or one that lets every line through for None; BadInput for a status that there is not."""
    filter = filter or Filter()
    if filter.status not in answer_lines.STATUSES:
        raise BadInput(f"There is no status “{filter.status}”; choose one of {', '.join(answer_lines.STATUSES)}.")
    return filter


def check_order(order: str) -> None:
    """BadInput for an order that there is not."""
    if order not in answer_lines.ORDERS:
        raise BadInput(f"There is no order “{order}”; choose one of {', '.join(answer_lines.ORDERS)}.")

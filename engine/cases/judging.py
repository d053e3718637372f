"""A queue of answers: doubtful first, one decision a line or one for all that are sure, and undo at any depth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.cases.base import Cases
from engine.cases.normalisation import named
from engine.encoding import open_encoder
from engine.errors import BadInput, NotFound
from engine.importing import find
from engine.normalising import encoder_hash
from engine.standing import standing_in
from engine.text import normalise
from store import judgements, normalisations
from store.records.normalisation import Batch, Filter, Judgement, Line, Normalisation
from store.records.terminology import Candidate


class JudgingCases(Cases):
    """What people decide about answers; each decision keeps who, when, score, probability and model."""

    def answers(
        self,
        number: int,
        wanted: Filter | None = None,
        order: str = "doubtful first",
        limit: int = 50,
        offset: int = 0,
    ) -> list[Line]:
        """The queue: lines that the filter lets through, in one of `orders`."""
        wanted = _checked(wanted)
        if order not in normalisations.ORDERS:
            raise BadInput(f"There is no order “{order}”; choose one of {', '.join(normalisations.ORDERS)}.")
        with self.workspace.reading() as db:
            return normalisations.lines(db, number, wanted, order, limit, offset)

    def count_answers(self, number: int, wanted: Filter | None = None) -> int:
        """How many lines the filter lets through."""
        with self.workspace.reading() as db:
            return normalisations.count(db, number, _checked(wanted))

    def answer_counts(self, number: int) -> dict[str, int]:
        """Lines in all, by decision, done (tied to a concept or to none) and left (undecided, skipped or flagged)."""
        lines = self._normalisation(number).lines
        with self.workspace.reading() as db:
            decided = normalisations.decisions(db, number)
        counts = {decision: decided.get(decision, 0) for decision in judgements.DECISIONS if decision}
        done = sum(counts[decision] for decision in judgements.DONE)
        return {"lines": lines, **counts, "done": done, "left": lines - done}

    def answer_values(self, number: int, field: str) -> dict[str, int]:
        """What there is to filter by: the values of kind, topic, sieve or differs with their counts."""
        with self.workspace.reading() as db:
            return normalisations.values_of(db, number, field)

    def orders(self) -> list[str]:
        """The orders a queue can have."""
        return list(normalisations.ORDERS)

    def candidates(
        self, number: int, line: int, encoders: Sequence[str], top: int = 5
    ) -> dict[str, tuple[Candidate, ...]]:
        """Encoder -> its best concepts for what a line was read as, for encoders side by side."""
        terminology = find(self.workspace, self._normalisation(number).terminology)
        (here,) = self._chosen(number, [line])
        found = {}
        for encoder in encoders:
            id = self._id(encoder)
            opened = open_encoder(self.workspace, id)
            found[encoder] = self.ranker.rank(here.read_as or here.text, [terminology], opened, id, top).candidates
        return found

    def decide(
        self,
        number: int,
        lines: Sequence[int],
        decision: str,
        who: str,
        comment: str | None = None,
        concept: str = "",
        model: str = "",
        everywhere: bool = False,
        score: float | None = None,
    ) -> int:
        """Decide about lines as one batch, one undo; how many lines it became.

        accept takes the first candidate, second the second, other the named concept (of `model`, if another encoder
        proposed it with that `score`), none ties to nothing; skip and flag leave the line for later, "" makes it
        undecided again. A comment stays until another is given. With `everywhere`, lines of the same text are decided
        alike. BadInput when a line has no such candidate.
        """
        who = named(who)
        if decision not in judgements.DECISIONS:
            raise BadInput(f"There is no decision “{decision}”; choose one of {', '.join(judgements.DECISIONS[:-1])}.")
        terminology = self._normalisation(number).terminology
        if everywhere:
            with self.workspace.reading() as db:
                lines = sorted({id for line in lines for id in normalisations.alike(db, number, line)})
        sha256 = encoder_hash(self.workspace, model) if model else ""
        said = []
        for line in self._chosen(number, lines):
            taken = self._taken(terminology, line, decision, concept)
            seen = line
            if model and model != line.model:  # the probability is that of the encoder which answered the file
                seen = replace(line, model=model, model_sha256=sha256, probability=None)
                taken = (taken[0], taken[1], score)
            said.append((seen, decision, *taken, line.comment if comment is None else comment.strip()))
        with self.workspace.writing() as db:
            judgements.add(db, number, terminology, said, who, normalise)
        return len(said)

    def comment(self, number: int, line: int, text: str, who: str) -> None:
        """Say something about a line; what was decided stays, and by whom."""
        (here,) = self._chosen(number, [line])
        said = (here, here.decision, here.decided_concept, here.decided_name, here.score, text.strip())
        terminology = self._normalisation(number).terminology
        with self.workspace.writing() as db:
            judgements.add(db, number, terminology, [said], named(who), normalise, dated=bool(here.decision))

    def count_acceptable(self, number: int, probability: float, wanted: Filter | None = None) -> int:
        """How many lines `accept_above` would accept."""
        with self.workspace.reading() as db:
            return judgements.count_acceptable(db, number, _checked(wanted), probability)

    def accept_above(self, number: int, probability: float, who: str, wanted: Filter | None = None) -> int:
        """Accept every undecided first candidate of at least this probability in the whole filter; how many.

        One undo takes it back. Lines with a marked difference (side, number, stage …) are never among them.
        """
        who = named(who)
        with self.workspace.writing() as db:
            return judgements.accept_all(db, number, _checked(wanted), probability, who)

    def undo_judgement(self, who: str) -> Batch | None:
        """Take back the person's newest decision or bulk decision; None when there is none."""
        with self.workspace.writing() as db:
            return judgements.undo(db, who)

    def redo_judgement(self, who: str) -> Batch | None:
        """Decide again what the person undid last; None when there is nothing."""
        with self.workspace.writing() as db:
            return judgements.redo(db, who)

    def judgements(self, number: int, limit: int = 50) -> list[Judgement]:
        """The newest judgements about a file's answers, newest first."""
        with self.workspace.reading() as db:
            return judgements.newest(db, number, limit)

    def _normalisation(self, number: int) -> Normalisation:
        with self.workspace.reading() as db:
            found = normalisations.get(db, number)
        if found is None:
            raise NotFound(f"There is no normalisation {number} in this workspace; it may have been deleted.")
        return found

    def _chosen(self, number: int, lines: Sequence[int]) -> list[Line]:
        with self.workspace.reading() as db:
            found = normalisations.numbered(db, number, lines)
        if len(found) < len(set(lines)) or not found:
            raise NotFound(f"Normalisation {number} has no such line; look at the queue again.")
        return found

    def _taken(self, terminology: str, line: Line, decision: str, concept: str) -> tuple[str, str, float | None]:
        """The concept that a decision ties the line to, its preferred name and its score; nothing for none or skip."""
        if decision not in judgements.NAMING:
            return "", "", None
        candidates = [(line.concept, line.score)] if line.concept else []
        candidates += [(other[0], other[2]) for other in line.others]
        place = 0 if decision == judgements.ACCEPT else 1
        if decision == judgements.OTHER:
            code, score = concept, dict(candidates).get(concept)
        elif len(candidates) > place:
            code, score = candidates[place]
        else:
            which = "candidate" if place == 0 else "second candidate"
            raise BadInput(f"“{line.text}” (row {line.row}) has no {which}; choose a concept, or no match.")
        with self.workspace.reading() as db:
            name = standing_in(db, self.workspace, terminology).titles.get(code)
        if name is None and decision == judgements.OTHER:
            raise NotFound(f"{terminology} has no concept “{code}”; check the id.")
        return code, name or line.name, score


def _checked(wanted: Filter | None) -> Filter:
    wanted = wanted or Filter()
    if wanted.status not in normalisations.STATUSES:
        raise BadInput(f"There is no status “{wanted.status}”; choose one of {', '.join(normalisations.STATUSES)}.")
    return wanted

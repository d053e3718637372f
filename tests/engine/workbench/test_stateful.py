"""Two people edit, decide, undo, redo and roll back at random: the workspace is always what a plain model says."""

from __future__ import annotations

import sqlite3
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from hypothesis.stateful import run_state_machine_as_test as run_machine

from engine.errors import BadInput
from engine.text import normalise
from engine.workbench import Workbench
from store import answer_lines, normalisations
from store.edits import Change
from store.records.normalisation import Line
from store.records.terminology import Entry, HistoryFilter
from tests.engine.workbench.plain_model import ModelEntry, PlainModel, State, Thing
from tests.linked import copied

CONCEPTS = ("H1", "H2", "L1", "L2")
NEW = ("coronary", "weak pump", "tight chest", "wheezing")
PEOPLE = st.sampled_from(("ann", "ben"))
ASKED = 2  # steps between two rankings
DECISIONS = ("accept", "none", "skip", "")
LINES = [
    Line(row, 1, 1, text, concept=concept, name=text, preferred=text, score=0.9, probability=0.9)
    for row, (text, concept) in enumerate([("heart attack", "H1"), ("asthma", "L1"), ("pneumonia", "L2")], 1)
]


class TwoPeople(RuleBasedStateMachine):
    """A small workspace and its model; each rule does the same to both."""

    made: Path

    @initialize()
    def begin(self) -> None:
        self.place = tempfile.TemporaryDirectory()
        folder = copied(self.made, Path(self.place.name) / "workspace")
        self.bench = Workbench(folder)
        self.window = sqlite3.connect(folder / "workspace.db")  # held open: the last to close moves the log each time
        self.window.execute("SELECT 1 FROM sqlite_master").fetchone()
        with self.bench.workspace.writing() as db:
            facts = {"file": "m.csv", "source": "", "sha256": "s", "terminology": "organs", "encoder": "vectors"}
            self.file = normalisations.add(db, facts | {"encoder_sha256": "e", "search": "O-T"})
            normalisations.append(db, self.file, LINES, 3, 3, normalise)
        found = self._names()
        self.names = sorted({name for _, _, name in found} | set(NEW))
        first: State = {("name", c, n): ("name", c, n) in found for c in CONCEPTS for n in self.names}
        self.lines = [line.id for line in self._lines()]
        self.model = PlainModel(first | {("line", line): ("", "") for line in self.lines})
        self.steps = 0

    def teardown(self) -> None:
        if hasattr(self, "window"):
            self.window.close()
        if hasattr(self, "place"):
            self.place.cleanup()

    @rule(who=PEOPLE, wishes=st.lists(st.tuples(st.sampled_from(CONCEPTS), st.integers(0, 99)), min_size=1, max_size=5))
    def edit(self, who: str, wishes: list[tuple[str, int]]) -> None:
        """Turn names: one that is there is withdrawn, another added; several are one bulk edit."""
        now, changes, says = self.model.state(), [], {}
        for concept, number in wishes:
            thing = ("name", concept, self.names[number % len(self.names)])
            there = {**now, **says}
            others = sum(there[key] for key in there if key[:2] == thing[:2]) - there[thing]
            if thing in says or (there[thing] and not others):
                continue
            changes.append(Change("withdraw" if there[thing] else "add", "organs", concept, thing[2]))
            says[thing] = not there[thing]
        if changes:
            self.bench.edits.apply(changes, who)
            self._follow(says)

    @rule(who=PEOPLE, concept=st.sampled_from(CONCEPTS), number=st.integers(0, 99))
    def refuse(self, who: str, concept: str, number: int) -> None:
        """What changes nothing is refused, and leaves no entry."""
        name = self.names[number % len(self.names)]
        action = "add" if self.model.state()["name", concept, name] else "withdraw"
        with pytest.raises(BadInput):
            self.bench.edits.apply([Change(action, "organs", concept, name)], who)

    @rule(who=PEOPLE, decision=st.sampled_from(DECISIONS), chosen=st.sets(st.integers(0, 2), min_size=1))
    def decide(self, who: str, decision: str, chosen: set[int]) -> None:
        lines = [self.lines[at] for at in sorted(chosen)]
        self.bench.decisions.decide(self.file, lines, decision, who)
        concepts = {line.id: line.concept for line in self._lines()}
        self._follow({("line", one): (decision, concepts[one] if decision == "accept" else "") for one in lines})

    @rule(who=PEOPLE, undos=st.integers(1, 4), redos=st.integers(0, 3))
    def undo_and_redo(self, who: str, undos: int, redos: int) -> None:
        for _ in range(undos):
            self._undo(who)
        for _ in range(redos):
            self._redo(who)

    def _undo(self, who: str) -> None:
        may = self.model.undoable(who)
        entry = self.bench.history.undo(who)
        assert entry is not None or not may
        if entry is not None:  # an action that is as if it had never been may be taken back too
            act = self._act_of(entry)
            assert act in self.model.acts(who) and self.model.stands(act)
            assert not [one for one in may if one > act]
            self._follow()

    def _redo(self, who: str) -> None:
        may = self.model.redoable(who)
        entry = self.bench.history.redo(who)
        assert entry is not None or not may
        if entry is not None:
            assert not self.model.stands(self._act_of(entry))
            self._follow()

    @precondition(lambda self: bool(self.model.log))
    @rule(who=PEOPLE, number=st.integers(0, 999))
    def take_back(self, who: str, number: int) -> None:
        chosen = self.model.log[number % len(self.model.log)]
        act = chosen.act if chosen.role in ("do", "back") else self._act_of_number(chosen.of or 0)
        stood = self.model.stands(chosen.id) if chosen.role in ("do", "back") else None
        try:
            self.bench.history.take_back(chosen.id, who)
        except BadInput:
            assert stood is not True or self.model.turned(act) == self.model.state()
        else:
            assert stood is not False
            self._follow()

    @precondition(lambda self: len(self.model.log) > 3)
    @rule(who=PEOPLE, back=st.integers(1, 12), everyone=st.booleans())
    def roll_back(self, who: str, back: int, everyone: bool) -> None:
        moment = max(0, self.model.log[-1].id - back)
        would = self.model.rolled_back(moment, "" if everyone else who)
        try:
            self.bench.history.roll_back(moment, who, everyone)
        except BadInput:
            assert would == self.model.state()
        else:
            self._follow()
            assert self.model.state() == would

    @invariant()
    def the_workspace_is_what_the_model_says(self) -> None:
        if not hasattr(self, "model"):
            return
        now = self.model.state()
        assert self._names() == {thing for thing, value in now.items() if thing[0] == "name" and value}
        for line in self._lines():
            concept = line.decided_concept if line.decision == "accept" else ""
            assert (line.decision, concept) == now["line", line.id]

    @invariant()
    def rankings_find_what_is_there_and_nothing_else(self) -> None:
        if not hasattr(self, "model"):
            return
        self.steps += 1
        if self.steps % ASKED:
            return
        now = self.model.state()
        name = self.names[self.steps // ASKED % len(self.names)]
        ranking = self.bench.rankings.rank(name, terminology="organs", top=20)
        found = {one.concept_id for one in ranking.candidates if normalise(one.name) == name}
        assert found == {concept for concept in CONCEPTS if now["name", concept, name]}

    def _names(self) -> set[Thing]:
        cards = self.bench.terminologies.concepts("organs", CONCEPTS)
        return {("name", id, normalise(name.text)) for id in CONCEPTS for name in cards[id].concept.names}

    def _lines(self) -> list[Line]:
        with self.bench.workspace.reading() as db:
            return list(answer_lines.every(db, self.file))

    def _follow(self, says: State | None = None) -> None:
        """Enter in the model what the workspace has entered; `says` is what a person did just now."""
        last = self.model.log[-1].id if self.model.log else 0
        for entry in reversed(self.bench.history.entries(HistoryFilter(), limit=20)):
            if entry.id > last:
                words = self._stated_by(entry) if entry.role == "back" else says if entry.role == "do" else None
                self.model.log.append(ModelEntry(entry.id, entry.who, entry.role, entry.of, entry.act, words or {}))

    def _stated_by(self, entry: Entry) -> State:
        """What a roll-back says of each thing that it changed."""
        target = self.bench.history.changes(entry.id, limit=1000)
        if entry.kind == "name":
            return {("name", one.about, normalise(one.thing)): one.action == "add" for one in target}
        texts = {line.text: line.id for line in self._lines()}
        decided = {line.id: line for line in self._lines()}
        return {
            ("line", texts[one.thing]): (
                decided[texts[one.thing]].decision,
                decided[texts[one.thing]].decided_concept if decided[texts[one.thing]].decision == "accept" else "",
            )
            for one in target
        }

    def _act_of(self, entry: Entry) -> int:
        return self._act_of_number(entry.of or 0)

    def _act_of_number(self, number: int) -> int:
        return next(entry.act for entry in self.model.log if entry.id == number)


@pytest.mark.slow
def test_two_people_and_a_plain_model_agree_over_two_thousand_steps(made: Path) -> None:
    TwoPeople.made = made
    checks = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
    bounds = settings(
        max_examples=20,
        stateful_step_count=100,
        deadline=None,
        derandomize=True,
        suppress_health_check=checks,
        phases=[Phase.generate],  # a story is read as it was found: making one shorter takes an hour
    )
    run_machine(TwoPeople, settings=bounds)

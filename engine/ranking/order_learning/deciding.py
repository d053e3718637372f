"""The order of rankings learnt from what people decided, in Normalise and in Mappings, as a version of its own."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Any

from engine.errors import BadInput
from engine.events import Event, Finished, Progress, result_of
from engine.models.open import open_encoder
from engine.models.protocol import NameEncoder
from engine.ranking.candidates import CLOSELY
from engine.ranking.mapping.batch import MappingBatch
from engine.ranking.mapping.side import read_side
from engine.ranking.mapping.source_lenders import names_lent_to, source_lenders
from engine.ranking.order_learning.adapting import adapt
from engine.ranking.order_learning.learning import Example, JudgedName, example_of, gathered
from engine.ranking.ordering.order import as_dict, shipped
from engine.ranking.ranker import Ranker
from engine.terminology.lookup import all_terminologies, find
from engine.text import normalise
from engine.workspace import Workspace
from store import history, judged_texts, mapping_decisions, mapping_projects, ranking_orders, undoing
from store.records.mapping import ANSWERS
from store.sqlite import Database

LEAST_DECISIONS = 20  # decisions that an order is learnt from


@dataclass(frozen=True)
class DecidedTexts:
    """What people decided, without what they contradict each other about: `texts` by terminology, text -> the concepts
    that it denotes, none where it denotes nothing; `concepts` by (source, target), source concept -> its targets."""

    texts: dict[str, dict[str, frozenset[str]]]
    concepts: dict[tuple[str, str], dict[str, frozenset[str]]]

    @property
    def counts(self) -> tuple[int, int]:
        """How many texts of Normalise, and concepts of Mappings."""
        return sum(map(len, self.texts.values())), sum(map(len, self.concepts.values()))


def read_decided(db: Database) -> DecidedTexts:
    """What stands, each text and each concept once."""
    texts: dict[str, dict[str, set[str]]] = {}
    for terminology, text, _, concept in judged_texts.decided_texts(db):
        texts.setdefault(terminology, {}).setdefault(normalise(text), set()).add(concept)
    concepts: dict[tuple[str, str], dict[str, set[tuple[str, ...]]]] = {}
    for project in mapping_projects.all_projects(db):
        here = concepts.setdefault((project.source, project.target), {})
        for source, decisions in mapping_decisions.latest(db, project.id).items():
            for one in decisions:
                if one.decision in ANSWERS:
                    here.setdefault(source, set()).add(tuple(target for target, _ in one.targets))
    return DecidedTexts(
        {
            slug: {text: frozenset(filter(None, ids)) for text, ids in some.items() if len(ids) == 1}
            for slug, some in texts.items()
        },
        {
            pair: {code: frozenset(*answers) for code, answers in some.items() if len(answers) == 1}
            for pair, some in concepts.items()
        },
    )


def enough(decided: DecidedTexts) -> int:
    """How many decisions there are to learn from; BadInput where they are fewer than LEAST_DECISIONS."""
    found = sum(decided.counts)
    if found < LEAST_DECISIONS:
        raise BadInput(
            f"There are {found} decisions to learn from, and it takes {LEAST_DECISIONS}; decide more lines in "
            "Normalise or Mappings first."
        )
    return found


def learn_from_decisions(workspace: Workspace, recipe: dict[str, Any]) -> Iterator[Event]:
    """Learn the order from every decision and put it in force: Progress, then Finished with {"order", "decisions",
    "judged", "before", "after"}.

    recipe: {"encoder", "who"}. `before` and `after` are the shares of the `judged` decisions whose first candidate is
    right under the shipped order, and under one learnt from the other decisions. An order that is measured worse is
    taken back as it is written: the result has then `taken_back`, the entry of the history that says so, and who takes
    that back uses the order. BadInput where the decisions are too few.
    """
    ranker, encoder = Ranker(workspace), open_encoder(workspace, recipe["encoder"])
    with workspace.reading() as db:
        decided = read_decided(db)
        known = {one.slug for one in all_terminologies(workspace) if not one.newer}
    enough(decided)
    examples: list[Example] = []
    for slug, texts in decided.texts.items():
        if slug in known:
            names = [JudgedName(text, ids) for text, ids in texts.items()]
            gathering = yield from result_of(gathered(ranker, names, find(workspace, slug), encoder))
            examples += gathering["examples"]
    for (source, target), answers in decided.concepts.items():
        if {source, target} <= known:
            examples += yield from _of_mapping(ranker, source, target, answers, encoder)
    if len(examples) < LEAST_DECISIONS:
        raise BadInput(
            f"Only {len(examples)} decisions have candidates to learn from, and it takes {LEAST_DECISIONS}; decide "
            "more lines."
        )
    yield Progress(0, 1, f"Learning the order from {len(examples):,} decisions")
    found = adapt(examples, shipped())
    figures = {"judged": found.judged, "before": found.before, "after": found.after, "encoder": recipe["encoder"]}
    title = f"Order of rankings learnt from {len(examples):,} decisions"
    with workspace.writing() as db:
        number = ranking_orders.add(db, as_dict(found.order), len(examples), figures, recipe["who"], title)
        worse = found.after < found.before
        undone = undoing.turn(db, history.last_id(db), recipe["who"]) if worse else []
    taken_back = {"taken_back": undone[0].id} if undone else {}
    yield Finished({"order": number, "decisions": len(examples), **figures, **taken_back})


def _of_mapping(
    ranker: Ranker, source: str, target: str, answers: dict[str, frozenset[str]], encoder: NameEncoder
) -> Generator[Event, None, list[Example]]:
    """The candidates of the decided concepts of a source, as a mapping finds them."""
    workspace = ranker.workspace
    first, second = find(workspace, source), find(workspace, target)
    yield Progress(0, len(answers), f"Gathering what speaks for candidates in {second.title}")
    with workspace.reading() as db:
        sides = [read_side(db, ranker.shelves, one, encoder) for one in (first, second)]
        lending, order = source_lenders(db, ranker.shelves, first, second), ranker.order_in(db)
    codes = [code for code in answers if code in sides[0].names_of]
    batch = MappingBatch(sides[0], sides[1], order, codes, names_lent_to(sides[0], lending, codes, encoder))
    examples = []
    for code in codes:
        _, candidates = batch.found(code, CLOSELY)
        if candidates:
            examples.append(example_of(candidates, answers[code]))
    return examples

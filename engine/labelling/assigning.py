"""A label given on a card of a queue: one connection, and one short transaction."""

from __future__ import annotations

from engine.errors import BadInput
from engine.labelling.definitions import check_class
from engine.labelling.queue import queue_of
from engine.models.open import open_encoder
from engine.terminology.person import named
from engine.text import normalise
from engine.workspace import Workspace
from store import label_sets, labels

TAKEN = (
    "“{name}” has been labelled “{label}” by {who} since you were shown it, and that stays; to give it a label of "
    "your own be the second annotator: “More” in the window, or --second in a command."
)


def label_queued_name(
    workspace: Workspace,
    number: int,
    name: str,
    title: str,
    who: str,
    score: float | None = None,
    suggested: str = "",
    keep_others: bool = False,
) -> None:
    """Give a name of queue `number` the class `title`.

    What was suggested for it (`suggested`, with its `score`) and by which encoder is stored with the label. BadInput
    for a title that is no class of the set, or for nobody's name; NotFound for a queue or a set that is gone.
    keep_others: BadInput where somebody else has given the name another class, which stays.
    """
    with workspace.reading() as db:
        queue = queue_of(db, number)
        check_class(db, queue.label_set, title)
        who = named(who, "before labelling", "the label")
        encoder = queue.settings.encoder
        origin = {"how": label_sets.QUEUED, "queue": number, "encoder": encoder, "score": score, "suggested": suggested}
        origin["sha256"] = open_encoder(workspace, encoder, db).sha256
        with workspace.writing_in(db):
            since = labels.current_label(db, queue.label_set, normalise(name)) if keep_others else None
            if since and since.who != who and since.label != title:
                raise BadInput(TAKEN.format(name=name, label=since.label, who=since.who))
            labels.add(db, queue.label_set, [(name, title)], who, normalise)
            label_sets.add_origins(db, queue.label_set, [name], who, normalise, **origin)

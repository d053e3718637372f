"""A queue of names to label: what comes next, a label, a skip."""

from __future__ import annotations

from engine.labelling.assigning import label_queued_name
from engine.labelling.desk import Desk, open_desk
from engine.labelling.drawing import Drawing
from engine.labelling.queue import LabelQueue, queue_of
from engine.models.open import open_encoder
from engine.text import normalise
from engine.workspace import Workspace
from store import label_sets


class LabelQueues:
    """Works through queues of names."""

    def __init__(self, workspace: Workspace, drawing: Drawing) -> None:
        self._workspace = workspace
        self._drawing = drawing

    def get(self, number: int) -> LabelQueue:
        """A queue; NotFound when there is none with this number."""
        with self._workspace.reading() as db:
            return queue_of(db, number)

    def newest(self, label_set: str) -> int | None:
        """The number of the queue that was begun last for a set."""
        with self._workspace.reading() as db:
            return label_sets.newest_queue(db, label_set)

    def ready(self, number: int) -> bool:
        """Whether a queue's names are encoded already; where not, drawing takes as long as making an index."""
        with self._workspace.reading() as db:
            settings = queue_of(db, number).settings
            return self._drawing.ready(settings, open_encoder(self._workspace, settings.encoder, db), db)

    def desk(self, number: int, who: str, second: bool = False, build: bool = True) -> Desk:
        """The next and the last names of a person in a queue, as cards; see `engine.labelling.desk.open_desk`."""
        return open_desk(self._drawing, number, who, second, build)

    def label(
        self,
        number: int,
        name: str,
        title: str,
        who: str,
        score: float | None = None,
        suggested: str = "",
        keep_others: bool = False,
    ) -> None:
        """Labels a name of a queue; see `engine.labelling.assigning.label_queued_name`."""
        label_queued_name(self._workspace, number, name, title, who, score, suggested, keep_others)

    def skip(self, number: int, name: str, who: str) -> None:
        """Passes over a name: it does not come again for this person in this queue, unless they go back to it."""
        with self._workspace.writing() as db:
            label_sets.skip(db, number, normalise(name), who)

"""Every second concept of a large mapping, answered by a copy of this process, so that both its cores have work.

The copy is forked: it has all that was read, names and rows, without reading it again. It ends with this process, since
what it writes to is gone then.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from multiprocessing import current_process, get_context
from multiprocessing.connection import Connection

from engine.ranking.mapping.batch import MappingBatch
from engine.ranking.mapping.records import MappingAnswer

MANY = 20_000  # concepts from which a second process is worth its start
MOST_NAMES = 1_000_000  # of both sides up to which there is one: it touches, and so copies, much of what it has
SENT_TOGETHER = 20  # answers
SILENT = 60  # seconds after which it is taken for lost
Answer = MappingAnswer | None


def answers_of(batch: MappingBatch, codes: Sequence[str]) -> Generator[Answer, None, None]:
    """The answer about each concept in their order, None where it has no candidate.

    From MANY concepts on, among at most MOST_NAMES, a second process answers half of them where there may be one.
    Should it not start, end, or send nothing for SILENT seconds, this one answers all.
    """
    names = len(batch.source.texts) + len(batch.target.texts)
    if len(codes) < MANY or names > MOST_NAMES or not _can_fork():
        yield from map(batch.answered, codes)
        return
    batch.prepare()
    context = get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=_send, args=(batch, codes[1::2], receiver, sender), daemon=True)
    with sender, suppress(OSError):  # where there is no memory for another process, nothing comes from it
        child.start()
    try:
        lost = object()
        theirs = _received(receiver)
        for place, code in enumerate(codes):
            answer = next(theirs, lost) if place % 2 else lost
            yield batch.answered(code) if answer is lost else answer  # type: ignore[misc]
    finally:
        receiver.close()
        if child.pid:
            child.kill()
            child.join()


def _can_fork() -> bool:
    """Whether this process can be copied as it is (on Linux), may have children and use two processors."""
    return sys.platform == "linux" and not current_process().daemon and len(os.sched_getaffinity(0)) > 1


def _send(batch: MappingBatch, codes: Sequence[str], receiver: Connection, sender: Connection) -> None:
    """What the second process does: whoever stops the work stops the first one, and this one with it. PyTorch's threads
    are not copied, so it works without them."""
    for one in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(one, signal.SIG_IGN)
    import torch

    torch.set_num_threads(1)
    receiver.close()
    with suppress(BrokenPipeError):
        for start in range(0, len(codes), SENT_TOGETHER):
            sender.send([batch.answered(code) for code in codes[start : start + SENT_TOGETHER]])


def _received(receiver: Connection) -> Iterator[Answer]:
    """The answers of the second process, as far as it gets."""
    with suppress(EOFError, OSError):
        while receiver.poll(SILENT):
            yield from receiver.recv()

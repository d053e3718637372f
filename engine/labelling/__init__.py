"""Few-shot labelling: sets of classes, queues of names in a chosen order, suggestions, agreement, what a model moved.

A set says which classes there are and how many names each wants; a queue is a kept list of names, so that a second
person sees the same ones in the same order. A new order is one function in `orders` and one line in ORDERS.
"""

from engine.labelling.orders import DIVERSE, ORDERS, RANDOM, RAREST, UNCERTAIN
from engine.labelling.queue import CLASSES, LIST, SEARCH, TERMINOLOGY, QueueSettings
from engine.labelling.sets import BELOW, FREE, LEVEL, MOST_CLASSES, TARGET, TOP, Definition, LabelClass, free_classes

__all__ = [
    "BELOW",
    "CLASSES",
    "DIVERSE",
    "FREE",
    "LEVEL",
    "LIST",
    "MOST_CLASSES",
    "ORDERS",
    "RANDOM",
    "RAREST",
    "SEARCH",
    "TARGET",
    "TERMINOLOGY",
    "TOP",
    "UNCERTAIN",
    "Definition",
    "LabelClass",
    "QueueSettings",
    "free_classes",
]

"""What people's changes are called by their kind: as a heading, and one thing of it where things are counted."""

KINDS = {
    "name": ("Names", "name"),
    "concept": ("Concepts", "concept"),
    "parent": ("Parents", "parent"),
    "preferred": ("Preferred names", "preferred name"),
    "replacement": ("Replaced concepts", "replacement"),
    "definition": ("Definitions", "definition"),
    "label": ("Labels", "label"),
    "judgement": ("Decisions", "decision"),
    "current": ("Current model", "thing"),
    "abbreviation": ("Short forms", "short form"),
    "terminology": ("Terminologies", "thing"),
    "finding": ("Audit findings", "finding"),
    "mapping": ("Mappings", "line"),
    "assignment": ("Assigned lines", "line"),
    "attribute": ("Attributes of mentions", "mention"),
    "order": ("Order of rankings", "thing"),
    "span": ("Corrected and added mentions", "mention"),
}
HEADINGS = {kind: heading for kind, (heading, _) in KINDS.items()}
THINGS = {kind: thing for kind, (_, thing) in KINDS.items()}

"""Names that a question is lent: by other terminologies, by a terminology's own notes and headings."""

"""One script a task; `pages.parts` holds what two pages share."""

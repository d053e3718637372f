"""Which concepts a workspace holds out is decided by its salt; a test looks for one that suits it."""

from store import settings


def keep_back(workspace, held, trained):
    """Give the workspace a salt under which exactly these concepts are held out."""
    for number in range(1_000_000):
        workspace.salt = str(number)
        if all(map(workspace.held_out, held)) and not any(map(workspace.held_out, trained)):
            break
    with workspace.writing() as db:
        settings.put(db, "salt", workspace.salt)

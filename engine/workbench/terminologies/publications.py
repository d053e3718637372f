"""Terminologies from their publishers: which there are, and fetching one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from engine.errors import BadInput
from engine.events import Event, Finished
from engine.terminology.downloading import check_address, download, published_checksum, recorded
from engine.terminology.lookup import check_file_name
from engine.terminology.publications import PUBLICATIONS, Publication, find_publication
from engine.terminology.unpacking import unpack
from engine.workspace import Workspace
from store.files import make_private_folder

FOLDER = "downloads"


class Publications:
    """Fetches terminologies from their publishers, each only when a person names it."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def all(self) -> list[Publication]:
        """What can be fetched."""
        return list(PUBLICATIONS.values())

    def get(self, name: str) -> Publication:
        """One of them; NotFound with those there are."""
        return find_publication(name)

    def fetch(self, name: str, accepted: bool, address: str = "") -> Iterator[Event]:
        """Fetch the file of a publication into the workspace's folder of downloads: yields Progress, then Finished.

        The result: {"file", "address", "bytes", "sha256", "checked", "changed"}; `checked` is by what its content was
        checked, “publisher”, “first fetch” or "" for a first or newer one, `changed` whether it is another than at the
        fetch before. `address` replaces the one of the table. BadInput where the licence was not `accepted`, or
        no file can have the name at the end of the address.
        """
        one = find_publication(name)
        if not accepted:
            raise BadInput(f"{one.title}: read {one.terms} and say --accept-licence. The licence: {one.licence}")
        download_address = address or one.address
        check_address(download_address)
        folder = self._workspace.folder / FOLDER / one.name
        path = folder / _file_name(download_address)
        for made in (folder.parent, folder):
            if not made.is_dir():
                make_private_folder(made)
        before = recorded(path)
        checksum = published_checksum(one.checksum) if one.checksum and not address else ""
        found = yield from download(download_address, path, checksum)
        same = before is not None and before.sha256 == found.sha256
        yield Finished(
            {
                "file": str(unpack(path, one.member)),
                "address": download_address,
                "bytes": found.size,
                "sha256": found.sha256,
                "checked": "publisher" if checksum else "first fetch" if same else "",
                "changed": before is not None and not same,
            }
        )


def _file_name(address: str) -> str:
    """The name of the file at an address; BadInput where no file here can have it."""
    name = unquote(PurePosixPath(urlsplit(address).path).name)
    check_file_name(name.partition(".")[0])
    if any(part in name for part in ("/", "\\", "..")):
        raise BadInput(f"“{name[:200]}” cannot be the name of a file here; give an address that ends in another one.")
    return name

"""What a file of mappings says of itself, whatever its format."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field

from engine.formats.ontologies.addresses import Addresses

UNSPECIFIED = "https://w3id.org/sssom/license/unspecified"


@dataclass(frozen=True)
class AboutMappings:
    """The title and comment of a file of mappings, the prefixes of its ids, and the slots that SSSOM has not.

    `identity` is what tells it from another file; `prefixes` may grow while rows are made, until the last is written;
    `extensions` are (slot, property) of the columns that are ours; `target` is the short name of the terminology that
    all of it is mapped onto, "" where the rows say it; `addresses` are those that the terminologies bring.
    """

    identity: str
    title: str
    comment: str
    prefixes: dict[str, str]
    licence: str = UNSPECIFIED
    extensions: list[tuple[str, str]] = field(default_factory=list)
    target: str = ""
    addresses: Addresses = field(default_factory=Addresses)

    @property
    def url(self) -> str:
        """An identifier of the file, the same for the same identity."""
        return f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, self.identity)}"

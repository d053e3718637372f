"""Terminologies that anybody may fetch from their publishers: the one table of addresses."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.errors import NotFound


@dataclass(frozen=True)
class Publication:
    """A terminology at its publisher's: the address of its file, and what the person accepts by fetching it.

    `member` names the file within an archive, with * for what changes. `format` and `columns` are those of `import`.
    `checksum` is the address of the file's sha256 where the publisher gives one. `tried` says whether this address was
    ever answered to this program.
    """

    name: str
    title: str
    address: str
    licence: str
    terms: str  # where the licence stands
    format: str
    member: str = ""
    columns: dict[str, str] = field(default_factory=dict)
    checksum: str = ""
    tried: bool = False


PUBLIC_DOMAIN = "Work of the United States Government: in the public domain in the United States."
PUBLICATIONS = {
    one.name: one
    for one in (
        Publication(
            "icd10cm",
            "ICD-10-CM",
            "https://www.cms.gov/files/zip/2026-code-tables-tabular-and-index.zip",
            f"{PUBLIC_DOMAIN} ICD-10 itself is copyright of the World Health Organization.",
            "https://www.cdc.gov/nchs/icd/icd-10-cm/files.html",
            "icd10cm-tabular",
            member="*tabular*.xml",
        ),
        Publication(
            "hpo",
            "Human Phenotype Ontology",
            "https://purl.obolibrary.org/obo/hp.obo",
            "Free for any use, unchanged, with citation, the version and a link to the ontology.",
            "https://hpo.jax.org/license",
            "obo",
        ),
        Publication(
            "mondo",
            "Mondo Disease Ontology",
            "https://purl.obolibrary.org/obo/mondo.obo",
            "Creative Commons Attribution 4.0 International (CC BY 4.0).",
            "https://creativecommons.org/licenses/by/4.0/",
            "obo",
        ),
        Publication(
            "mesh",
            "MeSH descriptors",
            "https://nlmpubs.nlm.nih.gov/projects/mesh/MESH_FILES/xmlmesh/desc2026.gz",
            f"{PUBLIC_DOMAIN} Say that the National Library of Medicine is the source, and which year's MeSH it is.",
            "https://www.nlm.nih.gov/databases/download/terms_and_conditions_mesh.html",
            "mesh",
        ),
        Publication(
            "medic",
            "MEDIC, the disease vocabulary of CTD",
            "https://ctdbase.org/reports/CTD_diseases.obo.gz",
            "Free for research and teaching with citation of CTD; other use needs the permission of CTD. "
            "Names from OMIM are copyright of Johns Hopkins University.",
            "https://ctdbase.org/about/legal.jsp",
            "obo",
        ),
        Publication(
            "unii",
            "UNII, the ingredient identifiers of the FDA",
            "https://precision.fda.gov/uniisearch/archive/latest/UNIIs.zip",
            PUBLIC_DOMAIN,
            "https://www.fda.gov/about-fda/about-website/website-policies",
            "csv",
            member="*UNII*Names*.txt",
            columns={"id": "UNII", "name": "Display Name", "synonyms": "Name"},
        ),
    )
}


def find_publication(name: str) -> Publication:
    """One publication by its name; NotFound with those there are."""
    if name not in PUBLICATIONS:
        raise NotFound(
            f"Nothing called “{name[:60]}” can be fetched; there are {', '.join(PUBLICATIONS)}. "
            "Import a file of your own, or see docs/sources.md for licensed terminologies."
        )
    return PUBLICATIONS[name]

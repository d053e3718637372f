"""Forms of the dictionary beside the names of the terminologies in whose words they are."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from engine.retrieval.word_index import content_key
from engine.text.dictionary.clinical_dictionary import DISEASES, HPO, written_entries
from engine.text.dictionary.written_forms import forms_of
from engine.workbench import Workbench
from store import imported_names

MEANT_OTHERWISE = {  # what people say so means this, though a name of another concept has the words
    HPO: {
        "3-4 finger cutaneous syndactyly", "acne", "auricular pit", "auricular tag", "calvarial skull defect",
        "capillary hemangioma", "chronic kidney disease", "cleft palate", "congenital diaphragmatic hernia",
        "corneal opacity", "craniosynostosis", "cross bite", "decreased circulating antibody concentration",
        "decreased circulating iga concentration", "decreased motor nerve conduction velocity",
        "delayed closure of the anterior fontanelle", "diastema", "disproportionate short stature", "facial edema",
        "fetal pyelectasis", "hepatosplenomegaly", "hypohidrosis", "immunodeficiency", "long palpebral fissure",
        "onychomycosis", "optic disc coloboma", "pneumonia", "posterior scalloping of vertebral bodies", "scoliosis",
        "specific learning disability", "split hand", "spontaneous, recurrent epistaxis", "strabismus", "trismus",
        "ventricular septal defect", "widely spaced teeth",
    },
    DISEASES: {
        "anorexia nervosa", "aortic valve stenosis", "asthma",
        "autosomal dominant medullary cystic kidney disease with or without hyperuricemia",
        "autosomal dominant polycystic kidney disease", "axenfeld-rieger syndrome", "beta-thalassemia major",
        "charcot-marie-tooth disease type 1", "charcot-marie-tooth disease", "colorectal cancer",
        "colorectal carcinoma",
        "diffuse gastric adenocarcinoma", "distal renal tubular acidosis", "familial adenomatous polyposis 1",
        "familial chylomicronemia syndrome", "fanconi anemia complementation group a",
        "fanconi anemia, complementation group s", "habitual spontaneous abortion",
        "granulomatous disease, chronic, autosomal recessive, cytochrome b-positive, type 3",
        "hepatitis a virus infection", "holt-oram syndrome", "hyper-ige syndrome", "lung carcinoid tumor",
        "methylmalonic aciduria, cbla type", "methylmalonic aciduria, cblb type", "mucopolysaccharidosis type 3",
        "pla2g6-associated neurodegeneration", "primary central nervous system lymphoma", "primary ciliary dyskinesia",
        "primary hyperaldosteronism", "tinea unguium", "upper respiratory tract disorder",
        "xeroderma pigmentosum group a",
    },
}  # fmt: skip


@pytest.mark.parametrize(("wording", "slug"), [(HPO, "hpo"), (DISEASES, "mondo")])
def test_a_form_in_the_words_of_a_name_means_the_concept_of_that_name(
    sample: Workbench, wording: str, slug: str
) -> None:
    """“Cigarette-paper scars” are a concept of HPO, and were a form of another, atrophic scars; some 2,200 were so."""
    with sample.workspace.reading() as db:
        named: dict[int, set[str]] = {}
        for one in imported_names.rows(db, slug):
            named.setdefault(content_key(one.text), set()).add(one.code)
    found = []
    for entry in written_entries():
        if entry.wording != wording or entry.meanings[0] in MEANT_OTHERWISE[wording]:
            continue
        meant = concepts(named, entry.meanings)
        for form in forms_of(entry.form):
            other = concepts(named, [form])
            if meant and other and not other & meant:
                found.append(f"{form}: {entry.meanings[0]}")
    assert found == []


def concepts(named: dict[int, set[str]], texts: Iterable[str]) -> set[str]:
    """The concepts that have a name in the words of one of the texts."""
    return {code for text in texts for code in named.get(content_key(text), ())}

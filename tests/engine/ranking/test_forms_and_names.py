"""Forms of the dictionary beside the names of the terminologies in whose words they are."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from engine.retrieval.word_index import content_key
from engine.text.dictionary.clinical_dictionary import DISEASES, HPO, written_entries
from engine.text.dictionary.written_forms import forms_of
from engine.workbench import Workbench
from store import imported_names

MEANT_OTHERWISE = {  # what people say so means this, though a name of these other concepts has the words
    HPO: {
        "3-4 finger cutaneous syndactyly": "HP:0006097",
        "acne": "HP:0200039",
        "auricular pit": "HP:0004467",
        "auricular tag": "HP:0000384",
        "calvarial skull defect": "HP:0000929",
        "capillary hemangioma": "HP:0001028",
        "chronic kidney disease": "HP:0003774",
        "cleft palate": "HP:0000174 HP:0010294",
        "congenital diaphragmatic hernia": "HP:0000775",
        "corneal opacity": "HP:0007759",
        "craniosynostosis": "HP:0005458",
        "cross bite": "HP:0011094",
        "decreased circulating antibody concentration": "HP:0002720",
        "decreased circulating iga concentration": "HP:0004313",
        "decreased motor nerve conduction velocity": "HP:0025066",
        "delayed closure of the anterior fontanelle": "HP:0000270",
        "diastema": "HP:0006304",
        "disproportionate short stature": "HP:0009826",
        "facial edema": "HP:0500011",
        "fetal pyelectasis": "HP:0010946",
        "hepatosplenomegaly": "HP:0002240",
        "hypohidrosis": "HP:0000970",
        "immunodeficiency": "HP:0002715",
        "long palpebral fissure": "HP:0001090",
        "onychomycosis": "HP:0008396",
        "optic disc coloboma": "HP:0000589",
        "pneumonia": "HP:0006532",
        "posterior scalloping of vertebral bodies": "HP:0004586",
        "scoliosis": "HP:0010674",
        "specific learning disability": "HP:0001249",
        "split hand": "HP:0100257",
        "spontaneous, recurrent epistaxis": "HP:0000421",
        "strabismus": "HP:0030867",
        "trismus": "HP:0040263",
        "ventricular septal defect": "HP:0010438",
        "widely spaced teeth": "HP:0000699",
    },
    DISEASES: {
        "anorexia nervosa": "MONDO:0005451",
        "aortic valve stenosis": "MONDO:0024523",
        "asthma": "MONDO:0010940",
        "autosomal dominant medullary cystic kidney disease with or without hyperuricemia": "MONDO:0008073",
        "autosomal dominant polycystic kidney disease": "MONDO:0008263",
        "axenfeld-rieger syndrome": "MONDO:0011233 MONDO:0020368",
        "beta-thalassemia major": "MONDO:0019402",
        "charcot-marie-tooth disease": "MONDO:0030433",
        "charcot-marie-tooth disease type 1": "MONDO:0008392",
        "colorectal cancer": "MONDO:0005814 MONDO:0021118",
        "colorectal carcinoma": "MONDO:0005814 MONDO:0021118",
        "diffuse gastric adenocarcinoma": "MONDO:0007648",
        "distal renal tubular acidosis": "MONDO:0011268",
        "familial adenomatous polyposis 1": "MONDO:0021055",
        "familial chylomicronemia syndrome": "MONDO:0009387",
        "fanconi anemia complementation group a": "MONDO:0002056 MONDO:0100339",
        "fanconi anemia, complementation group s": "MONDO:0002056 MONDO:0100339",
        "granulomatous disease, chronic, autosomal recessive, cytochrome b-positive, type 3": "MONDO:0013325",
        "habitual spontaneous abortion": "MONDO:0013727",
        "hepatitis a virus infection": "MONDO:0019799",
        "holt-oram syndrome": "MONDO:0016432",
        "hyper-ige syndrome": "MONDO:0007818",
        "lung carcinoid tumor": "MONDO:0022609",
        "methylmalonic aciduria, cbla type": "MONDO:0020696",
        "methylmalonic aciduria, cblb type": "MONDO:0009613",
        "mucopolysaccharidosis type 3": "MONDO:0009655",
        "pla2g6-associated neurodegeneration": "MONDO:0012444",
        "primary central nervous system lymphoma": "MONDO:0003655",
        "primary ciliary dyskinesia": "MONDO:0022769",
        "primary hyperaldosteronism": "MONDO:0014200",
        "tinea unguium": "MONDO:0005898",
        "upper respiratory tract disorder": "MONDO:0024355",
        "xeroderma pigmentosum group a": "MONDO:0019600",
    },
}


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
        if entry.wording != wording:
            continue
        meant = concepts(named, entry.meanings)
        known = set(MEANT_OTHERWISE[wording].get(entry.meanings[0], "").split())
        for form in forms_of(entry.form):
            other = concepts(named, [form])
            if meant and not other & meant and not other <= known:
                found.append(f"{form}: {entry.meanings[0]}")
    assert found == []


def concepts(named: dict[int, set[str]], texts: Iterable[str]) -> set[str]:
    """The concepts that have a name in the words of one of the texts."""
    return {code for text in texts for code in named.get(content_key(text), ())}

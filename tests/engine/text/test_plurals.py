from __future__ import annotations

import pytest

from engine.text.plurals import singular

PAIRS = """
tumours:tumour neoplasms:neoplasm carcinomas:carcinoma carcinomata:carcinoma stigmata:stigma adenomata:adenoma
metastases:metastasis diagnoses:diagnosis stenoses:stenosis neuroses:neurosis prostheses:prosthesis
analyses:analysis crises:crisis psoriases:psoriasis diseases:disease vertebrae:vertebra bursae:bursa
papillae:papilla fistulae:fistula deformities:deformity bodies:body kidneys:kidney abscesses:abscess viruses:virus
sinuses:sinus causes:cause masses:mass headaches:headache reflexes:reflex rashes:rash nerves:nerve valves:valve
bacteria:bacterium diverticula:diverticulum ganglia:ganglion calculi:calculus emboli:embolus
streptococci:streptococcus bronchi:bronchus appendices:appendix varices:varix feet:foot teeth:tooth children:child
women:woman toes:toe enzymes:enzyme cysts:cyst areas:area doses:dose arthritides:arthritis dermatitides:dermatitis
hepatitides:hepatitis atelectases:atelectasis epilepsies:epilepsy APCs:APC Tumours:Tumour NEOPLASMS:NEOPLASM
haemorrhages:haemorrhage syndromes:syndrome organs:organ veins:vein antigens:antigen uteri:uterus foramina:foramen
"""
SAME = """
diabetes pancreas tabes herpes rabies scabies caries hepatitis cirrhosis psoriasis sepsis syphilis anus virus
abscess stress lens ascites mumps measles rickets biceps forceps atlas bias gas pes plus was its osteochondritis
corpus status nevus lupus pons nigricans albicans ossificans deformans obliterans migrans dens faeces facies species
series Wilms Graves Williams AIDS SARS disease diarrhea fistula edema alopecia taeniasis tetanus pneumoniae asthma
coma Enterobacteriaceae men1 C6 tuberculosis analysis metastasis gyrate Hodgkin malaria acne
"""


@pytest.mark.parametrize("pair", PAIRS.split())
def test_plurals(pair: str):
    plural, one = pair.split(":")
    assert singular(plural) == one
    assert singular(one) == one


@pytest.mark.parametrize("word", SAME.split())
def test_words_that_stay(word: str):
    assert singular(word) == word


def test_a_name_word_by_word():
    assert singular("Breast Neoplasms, Male") == "Breast Neoplasm, Male"
    assert singular("metastases of the brains and vertebrae") == "metastasis of the brain and vertebra"
    assert singular("non-small-cell lung cancers") == "non-small-cell lung cancer"


def test_possessives():
    assert singular("Huntington's disease") == "Huntington disease"
    assert singular("Wilson’s disease, Graves' disease") == "Wilson disease, Graves disease"
    assert singular("the patients' tumours") == "the patient tumour"
    assert singular("5'-nucleotidase") == "5'-nucleotidase"


def test_twice_is_once(shared):
    """A singular is its own singular, for every name of MEDIC."""
    lines = (shared / "normalisation" / "medic_2012-07-06.txt").read_text(encoding="utf-8").splitlines()
    words = {word for line in lines for word in line.split("||")[-1].replace("|", " ").split()}
    changed = {word for word in words if singular(singular(word)) != singular(word)}
    assert changed == set()

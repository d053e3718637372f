"""Words for what somebody takes and how: “pred 60mg”, “lymecycline 3/12”, “continue metformin”.

Drugs are known by the stems of their international names (WHO's list) and a list of short and trade names.
"""

from __future__ import annotations

import re

STEM = re.compile(
    r"\w{2,}(?:pril|sartan|olol|dipine|statin|azole|tidine|cillin|mycin|micin|cycline|floxacin|xaban|gliptin|gliflozin"
    r"|glutide|glitazone|gliclazide|zepam|zolam|zapine|tiapine|peridone|peridol|oxetine|traline|pram|promazine|perazine"
    r"|setron|triptan|dronate|mab|tinib|parin|semide|thiazide|pamide|isolone|asone|onide|clovir|navir|amivir|buvir"
    r"|(?<!oles)terol|tropium|[dlz]osin|steride|profen|fenac|coxib|(?<!co)caine|phylline|lukast|barbital|barbitone|gabalin"
    r"|pentin|formin|thyroxine|platin|rubicin|taxel|mustine|tecan|limus|fibrate|codone|morphone|fentanil|madol"
    r"|prost|azepine|racetam|trigine|quine|mectin|penem|grel|trexate|trimethoprim|furantoin)|cef\w{3,}|cepha?(?:lexin|zolin|radine)",
    re.IGNORECASE,
)
DRUG_WORDS = """
aspirin warfarin digoxin lithium insulin lantus novorapid metformin gtn isosorbide pred prednisolone steroid steroids
dex mtx keppra flonase adderall ritalin paracetamol codeine co-codamol cocodamol morphine oramorph mst abx antibiotics
antibiotic antihistamine antihistamines inhaler inhalers salbutamol ventolin trelegy fostair symbicort seretide hrt
cocp pop pill nitro pen penv co-amox coamox co-amoxiclav augmentin tazocin fluclox amox doxy clarithro cipro vanc gent
dmards nsaid nsaids ibuprofen ppi ssri statin levothyroxine methadone buprenorphine suboxone naltrexone melatonin
zopiclone diazepam sertraline fluoxetine pregabalin amitriptyline chantix champix varenicline nrt gaviscon laxido
movicol lactulose senna folate iron ferrous b12 tranexamic txa norad noradrenaline adrenaline inotropes fluids ivf ivi
ivabx iv ors clexane lmwh doac noac apixaban tamsulosin finasteride emollients emollient e45 hydrocortisone betnovate
dovobet tacrolimus azathioprine aza biologics adalimumab humira anti-tnf pembro tamoxifen letrozole anastrozole
goserelin zoladex sumatriptan propranolol frusemide furosemide bumetanide spironolactone entresto sglt2i levodopa
sinemet madopar donepezil memantine haloperidol lorazepam risperidone clozapine depot pabrinex thiamine
chlordiazepoxide naloxone surfactant caffeine phototherapy paxlovid ozempic wegovy mounjaro ect cpap bipap niv o2
oxygen physio physiotherapy splint brace cryo cryotherapy cautery dextrose gluconate sulphate sulfate mgso4 epi epipen
concerta atorva bpo ngt albuterol duoneb nitroglycerin tpa alteplase heparin lovenox eliquis xarelto lasix norco
percocet tylenol advil motrin zofran benadryl claritin zyrtec prozac zoloft lexapro xanax ativan ambien mirena
implanon nexplanon
"""
HOW_WORDS = """
continue continues continued cont stop stopped start started restart restarted increase increased reduce reduced up
down to on with and plus + no for days weeks months wk wks bd od tds qds bid tid qid nocte mane prn iv po im sc sl pr
pv pessary cream ointment gel lotion shampoo drops spray neb nebs patch patches tablets tabs caps refill rx course
dose doses loading loaded infusion cover given weaned stat off decreased topical v drip load mag magnesium calcium
suction packed h hrs same now daily nightly weekly monthly since both x1 x2 x3 x4 works helps refills
"""
DRUGS, HOW = frozenset(DRUG_WORDS.split()), frozenset(HOW_WORDS.split())
NUTRIENTS = frozenset(["iron", "folate", "b12", "magnesium", "calcium"])  # alone they are what is lacking
CAUSE_WORDS = """
steroid steroids pred prednisolone prednisone dex haloperidol risperidone olanzapine lithium statin statins atorvastatin
simvastatin codeine morphine opioids opiates nsaid nsaids ibuprofen amiodarone valproate methotrexate mtx clozapine
antipsychotics chemo
"""
CAUSES = frozenset(CAUSE_WORDS.split())  # of findings that names call drug-induced
HANGS = frozenset(
    ["to", "with", "and", "plus", "+", "for", "no"]
)  # on what stands before it: “sensitive to dexamethasone”
DOSE = re.compile(r"\d+(?:[.,/]\d+)*(?:mg|mcg|µg|g|ml|u|units?|%|l|/7|/52|/12|h)?", re.IGNORECASE)
MAY_BE_THE_CAUSE = re.compile(
    r"overdos|\bod\b|poison|toxic|allerg|reaction|ingest|adverse|side[- ]effect|intoxic|withdraw|depend|abus|addict"
    r"|misus|induced|level|rash|hives|urticaria|anaphyl|exposure|\btook\b|swallow|monitor|check",
    re.IGNORECASE,
)


def is_treatment(part: str) -> bool:
    """Whether a part names drugs or treatments and how they are given, and nothing else.

    >>> is_treatment("pred 60mg"), is_treatment("continue metformin"), is_treatment("lymecycline 3/12")
    (True, True, True)
    >>> is_treatment("to dexamethasone"), is_treatment("with warfarin")
    (False, False)
    >>> is_treatment("cephalohematoma"), is_treatment("cholesterol"), is_treatment("iron"), is_treatment("iron tablets")
    (False, False, False, True)
    >>> is_treatment("cocaine"), is_treatment("on exertion"), is_treatment("3/7"), is_treatment("low iron stores")
    (False, False, False, False)
    """
    words = part.lower().strip(" .").split()
    if len(words) == 1 and words[0] in NUTRIENTS:
        return False
    drugs = [word for word in words if word in DRUGS or STEM.fullmatch(word)]
    rest = [word for word in words if word not in drugs]
    return bool(drugs) and words[0] not in HANGS and all(word in HOW or DOSE.fullmatch(word) for word in rest)


def is_a_cause(part: str) -> bool:
    """Whether a part is nothing but a drug that often brings something about: “diabetes, steroids”."""
    return part.lower().strip(" .") in CAUSES


def may_be_the_cause(text: str) -> bool:
    """Whether a text speaks of something that a drug in it may have done: “overdose, paracetamol”."""
    return MAY_BE_THE_CAUSE.search(text) is not None

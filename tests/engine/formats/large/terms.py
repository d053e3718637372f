"""Names as terminologies have them, as many different ones as are wanted, always the same."""

from __future__ import annotations

LISTS = """
acute chronic recurrent congenital acquired primary secondary diffuse focal mild severe moderate partial complete open
closed infected traumatic neonatal juvenile postoperative idiopathic familial hereditary benign malignant;
left right bilateral proximal distal anterior posterior medial lateral superior inferior upper lower;
humerus femur tibia radius ulna kidney liver spleen pancreas stomach colon rectum bladder ureter uterus ovary testis
prostate thyroid larynx pharynx trachea bronchus lung pleura heart aorta artery vein eye retina cornea ear tongue tooth
gland nerve muscle tendon joint hip knee ankle foot wrist hand finger toe shoulder elbow spine skull skin scalp breast
nose sinus brain cerebellum meninges vertebra rib sternum clavicle scapula pelvis abdomen thorax;
inflammation fracture infection abscess haemorrhage ulcer tumour cyst injury laceration contusion burn oedema stenosis
rupture dislocation neoplasm carcinoma lymphoma fibrosis atrophy hypertrophy dysplasia hernia calculus thrombosis
embolism ischemia necrosis gangrene paralysis spasm deformity fistula perforation obstruction prolapse;
ba ce di fo gu ka le mi no pu ra se ti vo xa ze bri cla dra fle gro pli spo stri thra;
ba cel din for gul kam len mir nop pur ras ser tin vol xan zer bro cit mon phy rho sal tri;
ella idium aria ococcus omyces oides ensis ata osum imab azole icillin opril statin oxacin amide
"""
QUALITIES, SIDES, SITES, KINDS, BEGINNINGS, MIDDLES, ENDINGS = map(str.split, LISTS.split(";"))
CAUSES = ("by", "with", "due to", "caused by", "associated with", "following")
OTHER_WORDS = {"haemorrhage": "bleeding", "tumour": "mass", "carcinoma": "cancer", "oedema": "swelling"}
COUNT = len(QUALITIES) * len(SIDES) * len(SITES) * len(KINDS) * len(CAUSES) * 8_000
SCATTER = 2_654_435_761  # a prime, so that neighbours look unlike


def agent(number: int) -> str:
    """The name of an organism or a substance, of eight thousand."""
    number, end = divmod(number, len(ENDINGS))
    number, middle = divmod(number, len(MIDDLES))
    return f"{BEGINNINGS[number % len(BEGINNINGS)]}{MIDDLES[middle]}{ENDINGS[end]}".capitalize()


def term(number: int, wording: int = 0) -> str:
    """Name `number` of a concept, in one of ten wordings; another number gives another name."""
    left = number * SCATTER % COUNT
    left, quality = divmod(left, len(QUALITIES))
    left, side = divmod(left, len(SIDES))
    left, site = divmod(left, len(SITES))
    left, kind = divmod(left, len(KINDS))
    left, cause = divmod(left, len(CAUSES))
    return _worded(QUALITIES[quality], SIDES[side], SITES[site], KINDS[kind], CAUSES[cause], agent(left), wording)


def _worded(quality: str, side: str, site: str, kind: str, cause: str, by: str, wording: int) -> str:
    other = OTHER_WORDS.get(kind, kind)
    if wording == 0:
        return f"{quality.capitalize()} {kind} of {side} {site} {cause} {by}"
    if wording == 1:
        return f"{side.capitalize()} {site} {quality} {other} {cause} {by}"
    if wording == 2:
        return f"{kind.capitalize()} of the {side} {site}, {quality}, {cause} {by}"
    if wording == 3:
        return f"{by} {site} {other} ({side}, {quality}, {cause} it)"
    if wording == 4:
        return f"{quality.capitalize()} {by} {kind} of {side} {site}, {cause} {by}"
    return f"{quality.capitalize()} {other} type {wording} of {side} {site} {cause} {by}"

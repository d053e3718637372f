"""What columns are called in other people's tables: words for each field of a terminology, in many languages."""

from __future__ import annotations

FIELDS = ("id", "name", "synonyms", "parents", "definition", "language")
_WORDS = {  # a language or a register a line, words parted by commas
    "id": """
        id, code, concept_id, conceptid, concept code, concept_code, identifier, cui, concept id
        kode, koden, diagnosekode, sks, sks-kode, icd, icd10, icd-10, icd code, icd10 code, sygdomskode, nummer
        sctid, loinc_num, atc code, atc_code, hgnc_id, hgnc id, notation, curie, term id, diseaseid, uri, iri
        diagnosis code, diagnosecode, schlüssel, schlüsselnummer, kennung
        código, codigo, código cie-10, cie-10, codice, identifiant, cim-10
        kod, koodi, diagnoskod, kód, kodas, šifra, код, コード, 编码, 代码
    """,
    "name": """
        name, preferred, preferred_name, preferred name, label, term, title, description
        concept_name, concept name, preferred label, preflabel, preferred term, display, diagnosis, concept
        diagnose, diagnosetekst, diagnosis description, tekst, text, betegnelse, navn, titel, sygdom, sykdom
        bezeichnung, benennung, begriff, krankheit, klartext, vorzugsbezeichnung
        libellé, libelle, nom, maladie, nombre, descripción, descripcion, enfermedad, término
        nome, denominazione, descrizione, malattia, descrição, designação, termo, doença
        nimi, nimike, namn, benämning, sjukdom, naam, omschrijving, benaming, term_name
        nazwa, rozpoznanie, název, názov, név, megnevezés, naziv, название, наименование, 病名, 名称
        long_common_name, atc name, atc_name, atc level name, approved name, long description, short description
        disease name, diseasename, heading, rubric
    """,
    "synonyms": """
        synonyms, synonym, alternative names, alt_labels, aliases, alias, other names, altlabel, altlabels
        alternative label, alternative labels, alternative term, alternative terms, alternative name, alt, alt label
        synonymer, andre navne, andre betegnelser, synonyme, synonymes, autres noms, synoniemen, synonyymit
        sinónimos, sinónimo, sinonimi, sinonimo, sinônimos, sinônimo, sinónimos, synonim, synonimy, synonyma
        szinonimák, sinonimi, синонимы, 別名, 同义词
        alias symbols, alias names, related names, relatednames2, alias_symbol, alias_name, prev_symbol, prev_name
        previous symbols, previous names, alias symbol, alias name, previous symbol, previous name
        symbol, approved symbol, shortname, short name, consumer_name, short description
        abbreviation, abbreviations, acronym, forkortelse, abkürzung, lay term, latin, latinsk, latein
    """,
    "parents": """
        parents, parent, parent_id, parent id, parent_ids, is_a, broader, parentids, parent code, parent_code
        parent concept, broader concept, broader term, parent term, parent name, superclass, superclasses, subclassof
        overordnet, overordnet kode, overkode, overordnad, överordnad, överordnad kod
        oberbegriff, oberbegriffe, übergeordnet, übergeordneter code, elternkode
        code parent, parent_cui, concept parent, terme générique, código padre, padre, codice padre, código pai
        bovenliggende code, yläkäsite, kod nadrzędny, nadřazený kód
    """,
    "definition": "definition, def, comment, definitions, meaning, definisjon, définition, definición, definizione",
    "language": "language, lang, sprog, sprache, språk, langue, idioma, lingua, taal, kieli, język, jazyk, язык",
}
HEADINGS = {
    field: tuple(word.strip() for line in words.splitlines() for word in line.split(",") if word.strip())
    for field, words in _WORDS.items()
}
_CODES = "en da sv no nb nn fi is de fr es it pt nl pl cs sk hu ro bg el et lv lt sl hr sr tr ru uk ar zh ja ko la"
LANGUAGES = frozenset(_CODES.split())

"""What columns are called in other people's tables: words for each field of a terminology, in many languages."""

from __future__ import annotations

FIELDS = ("id", "name", "synonyms", "parents", "definition", "language")
_WORDS = {  # a language or a register a line, words parted by commas
    "id": """
        id, code, concept_id, conceptid, class id, codeid, concept code, concept_code, identifier, cui, concept id
        kode, koden, diagnosekode, sks, sks-kode, icd, icd10, icd-10, icd code, icd10 code, sygdomskode, nummer
        sctid, loinc_num, atc code, atc_code, hgnc_id, hgnc id, notation, curie, term id, diseaseid, uri, iri
        sourcecode, source code, local code, item, diagnosis code, diagnosecode, schlüssel, schlüsselnummer, kennung
        código, codigo, código cie-10, cie-10, codice, identifiant, cim-10
        icd 10 code, icd 10, icd 11 code, diagnosis id, snomed code, snomed id, snomed ct code, concept uri
        icd kode, icd 10 kode, kodeverdi, icd schlüssel, icd 10 gm kode, diagnoseschlüssel, primärschlüsselnummer
        diagnoseschlüsselnummer, kodenummer, icd nummer, opskode, code cim 10, code cim, code diagnostic
        code diagnostique, diagnose code, dhd id, codigo cie 10, código cie 10, código cie, código diagnóstico, clave
        cid, cid 10, código cid, código do diagnóstico, codice icd, codice icd 10, codice icd 9 cm, codice diagnosi
        kod, koodi, diagnoskod, icd kod, åtgärdskod, kva kod, icd koodi, diagnoosikoodi
        kód, kodas, šifra, код, コード, 编码, 代码
    """,
    "name": """
        name, preferred, preferred_name, preferred name, preferred label, preflabel, preferred term
        vorzugsbenennung, vorzugsbezeichnung, voorkeursterm, voorkeursnaam, voorkeurslabel, terme préféré
        libellé préféré, término preferido, nombre preferido, termo preferido, termo preferencial, termine preferito
        föredragen term, rekommenderad term, foretrukken term, foretrukket term, anbefalt term
        label, term, title, description
        concept_name, concept name, long name, long title, full name, display, display name, displayname, class label
        longname, itemlabel, sourcename, source name, libellé complet, tekst uten lengdebegrensning
        diagnosis, concept
        diagnose, diagnosetekst, diagnosis description, tekst, text, betegnelse, navn, titel, sygdom, sykdom
        kodetekst, kodenavn, diagnosenavn, sygdomsnavn, beskrivelse, kodebeskrivelse, langt navn
        bezeichnung, benennung, begriff, krankheit, klartext, langtext, langtitel, langbezeichnung, titel, diagnosetext
        krankheitsbezeichnung, diagnosebezeichnung, beschreibung
        libellé, libelle, libellé long, intitulé, intitule, intitulé long, nom, maladie, diagnostic, désignation
        libellé du diagnostic, terme, description longue, nom du concept
        nombre, diagnóstico, denominación, nombre largo, descripción, descripcion, descripción larga, enfermedad
        término
        nome, nome longo, denominazione, diagnosi, patologia, descrizione, descrizione estesa, malattia, termine
        descrição, designação, termo, doença, descrição completa
        nimi, nimike, pitkä nimi, namn, benämning, diagnostext, kodtext, sjukdom, sjukdomsnamn, beskrivning
        naam, omschrijving, benaming, lange omschrijving, diagnoseomschrijving, diagnose omschrijving, ziekte, term_name
        nazwa, rozpoznanie, název, názov, név, megnevezés, naziv, название, наименование, 病名, 名称
        long_common_name, atc name, atc_name, atc level name, approved name, long description, short description
        disease name, diseasename, heading, rubric
    """,
    "synonyms": """
        synonyms, synonym, alternative names, alt_labels, aliases, alias, other names, altlabel, altlabels
        exact synonym, exact synonyms, has exact synonym, itemaltlabel, shortname
        alternative label, alternative labels, alternative term, alternative terms, alternative name, alt, alt label
        synonymer, andre navne, andre betegnelser, synonyme, synonymes, autres noms, synoniemen, synonyymit
        sinónimos, sinónimo, sinonimi, sinonimo, sinônimos, sinônimo, sinónimos, synonim, synonimy, synonyma
        andra namn, övriga benämningar, alternative betegnelser, alternative bezeichnungen, weitere bezeichnungen
        kurztext, kurztitel, kurzbezeichnung, libellé court, intitulé court, nom court, autres libellés, alias
        korte omschrijving, korte naam, andere namen, kort titel, korttext, kort namn, kortnavn, kort navn, kort tekst
        descripción corta, descripción abreviada, nombre corto, otros nombres, nome curto, descrição abreviada
        outros nomes, descrizione breve, altri nomi, short title, short label, entry terms, alternate names
        szinonimák, sinonimi, синонимы, 別名, 同义词
        alias symbols, alias names, related names, relatednames2, alias_symbol, alias_name, prev_symbol, prev_name
        previous symbols, previous names, alias symbol, alias name, previous symbol, previous name
        symbol, approved symbol, shortname, short name, consumer_name, short description
        abbreviation, abbreviations, acronym, forkortelse, abkürzung, lay term, latin, latinsk, latein
    """,
    "parents": """
        parents, parent, parent_id, parent id, parent_ids, is_a, broader, parentids, parent code, parent_code
        parent concept, broader concept, broader term, parent term, parent name, superclass, superclasses, subclassof
        parentid, parentcode, foreldrekode, foreldre, broader concept id, broader id, broader code
        parent concept id, parent class, parents id, is a
        overordnet begreb, forælder, forelder, förälder, överordnat begrepp
        übergeordneter schlüssel, übergeordneter begriff, elternkonzept, oberklasse, elternklasse
        code père, code du parent, code supérieur, concept générique, concept père, bovenliggend, bovenliggende term
        hoofdcode, ouder, oudercode, bredere term, código superior, concepto padre, término genérico, termo genérico
        conceito pai, pai, codice superiore, codice genitore, genitore, termine generico, concetto padre
        overordnet, overordnet kode, overkode, overordnad, överordnad, överordnad kod
        oberbegriff, oberbegriffe, übergeordnet, übergeordneter code, elternkode
        code parent, parent_cui, concept parent, terme générique, código padre, padre, codice padre, código pai
        bovenliggende code, yläkäsite, kod nadrzędny, nadřazený kód
    """,
    "definition": """
        definition, def, comment, definitions, meaning, definisjon, définition, definición, definizione, definitie
        definição, määritelmä, erläuterung, toelichting, betydning
    """,
    "language": "language, lang, sprog, sprache, språk, langue, idioma, lingua, taal, kieli, język, jazyk, язык",
}
HEADINGS = {
    field: tuple(word.strip() for line in words.splitlines() for word in line.split(",") if word.strip())
    for field, words in _WORDS.items()
}
TEXTS = (  # what a column of mentions is called, the surest first: beside a diagnosis a “name” is the patient's
    *("mention", "mention text", "mention_text", "text", "mentions", "texts", "verbatim", "free text"),
    *("diagnosis", "diagnoses", "problem", "problems", "complaint", "complaints", "symptom", "symptoms"),
    *("finding", "findings", "condition", "conditions", "disease", "diseases", "disorder", "disorders"),
    *("reason for visit", "reason for admission", "reason for referral", "indication", "phenotype"),
)
CLASSES = (  # what a column of classes is called, for few-shot training, the surest first
    *("class", "klasse", "klass", "classe", "clase", "luokka", "klasa", "třída", "osztály", "класс"),
    *("category", "kategorie", "kategori", "catégorie", "categoría", "categoria", "categorie", "kategoria"),
    *("group", "gruppe", "grupp", "groupe", "grupo", "gruppo", "groep", "topic", "target", "label"),
)
_CODES = "en da sv no nb nn fi is de fr es it pt nl pl cs sk hu ro bg el et lv lt sl hr sr tr ru uk ar zh ja ko la"
LANGUAGES = frozenset(_CODES.split())
_NAMES = """
    en: english, englisch, engelsk, engelska, engels, anglais, inglés, inglês, inglese, englanti
    da: danish, dansk, dänisch, danska, deens, danois
    sv: swedish, svensk, svenska, schwedisch, zweeds, suédois
    no: norwegian, norsk, norwegisch, noors, norvégien
    fi: finnish, finsk, finska, finnisch, suomi, finnois
    de: german, deutsch, tysk, tyska, duits, allemand, alemán, alemão, tedesco
    fr: french, français, francais, französisch, fransk, franska, frans, francés, francês, francese
    nl: dutch, nederlands, niederländisch, hollandsk, nederländska, nederlandsk, néerlandais
    es: spanish, español, espanol, spanisch, spansk, spanska, spaans, espagnol, spagnolo, castellano
    it: italian, italiano, italienisch, italiensk, italienska, italiaans, italien
    pt: portuguese, português, portugues, portugiesisch, portugisisk, portugais, portoghese
"""
LANGUAGE_NAMES = {  # what languages are called -> their codes
    word.strip(): code.strip()
    for code, _, words in (line.partition(":") for line in _NAMES.strip().splitlines())
    for word in words.split(",")
}

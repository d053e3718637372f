"""Mappings between terminologies: SSSOM, FHIR ConceptMap, tables; suggested and decided."""

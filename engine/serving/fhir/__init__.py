"""FHIR R4 terminology, read only: what servers of FHIR ask of a code, a value set or a map.

https://hl7.org/fhir/R4/terminology-service.html
"""

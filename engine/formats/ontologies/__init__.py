"""Ontology languages: OBO, OBO Graphs, OWL, SKOS and ROBOT templates, read and written."""

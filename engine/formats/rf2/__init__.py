"""SNOMED CT and its extensions as RF2 releases: read, told apart by module, written."""

"""What other programs may ask on this machine: a reconciliation service and FHIR terminology, read only."""

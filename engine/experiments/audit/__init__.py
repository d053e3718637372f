"""The audit, measured by planted faults."""

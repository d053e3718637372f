"""Few-shot and continual training (the few-shot paper, table 3 and figure 1)."""

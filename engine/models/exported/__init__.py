"""An encoder as a folder that sentence-transformers loads: its files, the code that reads them, and a module."""

"""History and files: who did what, and back again; what people made as files."""

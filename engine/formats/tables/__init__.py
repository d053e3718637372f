"""Tables: their cells, columns and headings, as CSV, XLSX, Parquet and JSON Lines."""

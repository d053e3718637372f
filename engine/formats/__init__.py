"""Files <-> records: a format is one module with its reader and its writer; `registry` lists them."""

"""Short forms and lay words: the shipped files, and how their forms are read, found in a text and written out."""

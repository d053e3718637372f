"""How fast this machine answers, labels and trains: what `bench` measures; `rows.ROWS` lists it."""

"""The field's work: encoders, ranking, training and evaluation of biomedical names. Importing it is light."""

import os

# Idle threads of torch and faiss sleep rather than spin: on cores that others use too, spinning made training four
# times slower. It must stand here because the library reads it once, when it is loaded.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

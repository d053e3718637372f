# just run | test | test-fast | lint | bench | pictures | paint | wheel

run:
    streamlit run app.py

test:
    pytest

# Between two edits, one process a core: without the browser and without what is slow (the sample terminologies, long
# trainings, programs that are started and killed, files that unpack without end), with a tenth of the random examples.
# Without paths also without the rooms that train, measure, attack and reproduce papers, which the others' tests use
# anyway; when you work there, say so: `just test-fast tests/engine/learning`.
seldom := "--ignore=tests/browser --ignore=tests/engine/benchmarks --ignore=tests/engine/experiments --ignore=tests/engine/learning --ignore=tests/engine/reliability --ignore=tests/engine/vectors"

test-fast *paths:
    NOMENCLATOR_TESTS=fast pytest -m "not slow and not browser" -n auto {{ if paths == "" { seldom } else { paths } }}

lint:
    ruff check .
    mypy
    bandit -q -c pyproject.toml -r engine store pages app.py nomenclator.py

bench:
    python -m engine bench rank

# Every picture of the documents, made again by the browser tests that use the window.
pictures:
    NOMENCLATOR_PICTURES=1 NOMENCLATOR_BROWSER_REQUIRED=1 pytest tests/browser

paint workspace:
    python -m tests.browser.first_paint --workspace {{workspace}}

# A wheel in dist/, made in an environment of its own.
wheel:
    pip wheel --no-deps --wheel-dir dist .

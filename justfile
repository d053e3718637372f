# just run | test | test-fast | lint | bench | pictures | paint | wheel

run:
    streamlit run app.py

test:
    pytest

# Between two edits, one process a core: without the browser and without what is slow (the sample terminologies, long
# trainings, programs that are started and killed, files that unpack without end), and a tenth of the random examples.
test-fast:
    NOMENCLATOR_TESTS=fast pytest -m "not slow and not browser" -n auto

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

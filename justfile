# just run | test | lint | bench | pictures | paint

run:
    streamlit run app.py

test:
    pytest

lint:
    ruff check .
    mypy

bench:
    python -m engine bench rank

# Every picture of the documents, made again by the browser tests that use the window.
pictures:
    NOMENCLATOR_PICTURES=1 NOMENCLATOR_BROWSER_REQUIRED=1 pytest tests/browser

paint workspace:
    python -m tests.browser.first_paint --workspace {{workspace}}

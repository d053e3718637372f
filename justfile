# just run | test | lint | bench | pictures

run:
    streamlit run app.py

test:
    pytest

lint:
    ruff check .
    mypy

bench:
    python -m engine bench rank

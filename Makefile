PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: setup demo test coverage lint types protos bench bench-server bench-flood clean

setup: $(VENV)/.ready

$(VENV)/.ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@

demo: setup
	$(BIN)/westmarch demo

test: lint types
	$(BIN)/python -m pytest -n 2

coverage: setup
	$(BIN)/python -m pytest tests/engine -n 2 --cov=engine --cov-fail-under=95

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy

bench: setup
	$(BIN)/python -m pip install --quiet --editable '.[benchmarks]'
	$(BIN)/python -m benchmarks.peers

bench-server: setup
	$(BIN)/python -m benchmarks.server

bench-flood: setup
	$(BIN)/python -m benchmarks.flood

protos: setup
	$(BIN)/python protos/generate.py

clean:
	rm -rf $(VENV) build dist *.egg-info

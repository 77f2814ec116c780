PYTHON ?= python3
VENV := .venv$(patsubst -python3,,-$(notdir $(PYTHON)))
BIN := $(VENV)/bin
LOCK := requirements.lock
PIP := $(BIN)/python -m pip --disable-pip-version-check
INSTALL := PYTHONWARNINGS='ignore:Editable installation' $(PIP) install --quiet --constraint $(LOCK) --editable

# Demo and tests start hundreds of processes: each source is compiled once, also where the environment says never.
export PYTHONDONTWRITEBYTECODE :=

SITE := services/gateway/site/index.html

.PHONY: setup lock demo test pytest coverage lint types schemas protos bench bench-server bench-flood bench-idle bench-ladder soak clean

define make-environment
@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
  { echo 'Python 3.11 or newer is needed; name one: make setup PYTHON=python3.12' >&2; exit 1; }
@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
  { echo '$(PYTHON) cannot make environments; on Debian and Ubuntu: apt-get install python3-venv' >&2; exit 1; }
$(PYTHON) -m venv $(VENV)
endef

setup: $(VENV)/.ready $(SITE)

$(SITE): $(VENV)/.ready $(shell git ls-files services/gateway/web docs/schemas)
	$(BIN)/python services/gateway/web/build.py
	touch $@

$(VENV)/.ready: pyproject.toml $(LOCK)
	$(make-environment)
	$(INSTALL) '.[dev]'
	touch $@

lock:
	$(make-environment)
	$(PIP) install --quiet uv
	$(BIN)/uv pip compile --quiet pyproject.toml --all-extras --universal --python-version 3.11 --upgrade \
	  --no-annotate --custom-compile-command 'make lock' --output-file $(LOCK)

demo: setup
	$(BIN)/westmarch demo

test: lint
	@$(MAKE) --no-print-directory -j2 types pytest

# Tests wait for servers more than they compute: four at once keep two cores busy.
pytest: setup
	$(BIN)/python -m pytest -n 4

coverage: setup
	$(BIN)/python -m pytest tests/engine -n 2 --cov=engine --cov-fail-under=95

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy

bench: setup
	$(INSTALL) '.[benchmarks]'
	$(BIN)/python -m benchmarks.peers

bench-server: setup
	$(BIN)/python -m benchmarks.server

bench-flood: setup
	$(BIN)/python -m benchmarks.flood

bench-idle: setup
	$(BIN)/python -m benchmarks.idle_matches

soak: setup
	$(BIN)/python -m benchmarks.soak

bench-ladder: setup
	$(BIN)/python -m benchmarks.ladder

schemas: setup
	$(BIN)/python docs/generate.py

protos: setup
	$(BIN)/python protos/generate.py

clean:
	rm -rf .venv* build dist *.egg-info

# make install sets up .venv; every other target does so by itself.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
WORKERS ?= 2

.PHONY: install run report test quick slow check docs bench clean

install: .venv/.dev
run: .venv/.dev
	$(BIN)/evenhand demo
report: .venv/.dev
	$(BIN)/evenhand study report out/report --run all --size smoke
	@echo 'The report of all studies is out/report/report.html'
test: .venv/.dev
	$(BIN)/evenhand warm  # once, instead of in every worker
	$(BIN)/pytest -n $(WORKERS) --dist loadfile
quick: .venv/.dev  # a minute, while developing
	$(BIN)/pytest -o addopts= -q -n $(WORKERS) --dist loadfile -m 'quick and not slow' tests
slow: .venv/.dev  # what make test leaves out
	$(BIN)/pytest -n $(WORKERS) --dist loadfile -m slow
check: .venv/.dev docs
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m lab check --quickest 3
docs: .venv/.dev
	$(BIN)/sphinx-build -q -W --keep-going -b html docs docs/_build/html
bench: .venv/.bench
	$(BIN)/python -m benchmarks.peers
clean:
	rm -rf .venv out docs/_build

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "evenhand needs Python 3.11 or newer")'
	$(PYTHON) -m venv .venv
.venv/.dev: .venv/bin/python pyproject.toml constraints.txt
	$(PIP) install -c constraints.txt -e '.[dev]'
	@touch $@
.venv/.bench: .venv/.dev
	$(PIP) install -c constraints.txt -e '.[bench]'
	@touch $@

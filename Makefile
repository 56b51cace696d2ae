# make run   sets up what is missing and starts DeNOC Studio
# make test  sets up what is missing and runs lint, type checks and all tests

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
.DEFAULT_GOAL := help

.PHONY: help run test lint bench screenshots clean

help:
	@sed -n 's/^# //p' Makefile; echo "also: make lint, make bench, make screenshots, make clean"

$(VENV)/.libraries: tools/system_libraries.sh
	@sh tools/system_libraries.sh
	@mkdir -p $(VENV) && touch $@

$(VENV)/.run: pyproject.toml | $(VENV)/.libraries
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing DeNOC Studio into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.run
	@echo "Installing the test tools into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

run: $(VENV)/.run
	@$(BIN)/denoc-studio

test: lint
	@$(BIN)/python -m pytest -n 2

lint: $(VENV)/.dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo > $(VENV)/imports.log || { cat $(VENV)/imports.log; exit 1; }

bench: $(VENV)/.dev
	@$(BIN)/denoc-studio bench

screenshots: $(VENV)/.run
	@$(BIN)/python tools/screenshots.py

clean:
	rm -rf $(VENV) out .mypy_cache .pytest_cache .ruff_cache .hypothesis

# make run   sets up what is missing and starts DeNOC Studio
# make test  sets up what is missing and runs lint, type checks and all tests

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Progress is seen, on a terminal and in a log; warnings only where it fails.
INSTALL = $(BIN)/python -m pip install --disable-pip-version-check --editable $(1) 2> $(VENV)/pip.log || \
	{ cat $(VENV)/pip.log >&2; exit 1; }
.DEFAULT_GOAL := help

.PHONY: help run test lint bench screenshots clean

help:
	@sed -n 's/^# //p' Makefile; echo "also: make lint, make bench, make screenshots, make clean"

$(VENV)/.libraries: tools/system_libraries.sh
	@sh tools/system_libraries.sh run
	@mkdir -p $(VENV) && touch $@

$(VENV)/.test-libraries: tools/system_libraries.sh
	@sh tools/system_libraries.sh test
	@mkdir -p $(VENV) && touch $@

$(VENV)/.run: pyproject.toml | $(VENV)/.libraries
	@echo "Installing DeNOC Studio into $(VENV) (the first time it downloads about 260 MB) ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(call INSTALL,'.[video]')
	@touch $@

$(VENV)/.dev: $(VENV)/.run | $(VENV)/.test-libraries
	@echo "Installing the test tools into $(VENV) ..."
	@$(call INSTALL,'.[dev]')
	@touch $@

run: $(VENV)/.run
	@$(BIN)/denoc-studio

test: lint
	@$(BIN)/python -m pytest -n 3  # one more than cores: tests of the window wait a lot

lint: $(VENV)/.dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo > $(VENV)/imports.log || { cat $(VENV)/imports.log; exit 1; }

bench: $(VENV)/.dev
	@$(BIN)/denoc-studio bench

screenshots: $(VENV)/.run $(VENV)/.test-libraries
	@$(BIN)/python tools/screenshots.py

clean:
	rm -rf $(VENV) out .mypy_cache .pytest_cache .ruff_cache .hypothesis

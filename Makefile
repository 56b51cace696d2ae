# make run   sets up what is missing and starts DeNOC Studio
# make test  sets up what is missing and runs lint, type checks and all tests

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Progress is seen, on a terminal and in a log; warnings only where it fails.
INSTALL = $(BIN)/python -m pip install --disable-pip-version-check --editable $(1) 2> $(VENV)/pip.log || \
	{ cat $(VENV)/pip.log >&2; exit 1; }
.DEFAULT_GOAL := help

.PHONY: help run test lint style types bench package screenshots docs schema notebooks manual install-desktop clean

help:
	@sed -n 's/^# //p' Makefile | head -2
	@echo "also: make lint, bench, docs, package, install-desktop, clean; made anew: screenshots, schema, notebooks, manual"

$(VENV)/.libraries: tools/system_libraries.sh
	@mkdir -p $(VENV)
	@sh tools/system_libraries.sh run && touch $@ || true  # told again until they are there

$(VENV)/.test-libraries: tools/system_libraries.sh
	@mkdir -p $(VENV)
	@sh tools/system_libraries.sh test && touch $@ || true  # told again until they are there

$(VENV)/.run: pyproject.toml | $(VENV)/.libraries
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Python 3.11 or newer is needed; of several, choose one: make run PYTHON=python3.12" >&2; exit 1; }
	@echo "Installing DeNOC Studio into $(VENV) (the first time it downloads about 300 MB) ..."
	@$(BIN)/python -m pip --version > /dev/null 2>&1 || $(PYTHON) -m venv $(VENV)
	@$(call INSTALL,'.[video]')
	@touch $@

$(VENV)/.dev: $(VENV)/.run | $(VENV)/.test-libraries
	@echo "Installing the test tools into $(VENV) ..."
	@$(call INSTALL,'.[dev]')
	@touch $@

run: $(VENV)/.run
	@$(BIN)/denoc-studio

test: export PYTHONDONTWRITEBYTECODE =  # tests start Python some hundred times: none of them compiles all modules again
test: style  # types beside the tests: mypy has one core, and tests of the window wait a lot, so three workers for two
	@$(MAKE) --no-print-directory types > $(VENV)/types.log 2>&1 & types=$$!; \
	$(BIN)/python -m pytest -n 3 --dist worksteal; tests=$$?; \
	wait $$types; types=$$?; cat $(VENV)/types.log; test $$tests = 0 -a $$types = 0

lint: style types

style: $(VENV)/.dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: $(VENV)/.dev
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo > $(VENV)/imports.log || { cat $(VENV)/imports.log; exit 1; }

bench: $(VENV)/.dev
	@$(BIN)/denoc-studio bench

screenshots: $(VENV)/.run $(VENV)/.test-libraries
	@$(BIN)/python tools/screenshots.py

$(VENV)/.docs: $(VENV)/.run
	@echo "Installing what the documentation is built with into $(VENV) ..."
	@$(call INSTALL,'.[docs]')
	@touch $@

docs: $(VENV)/.docs  # into site/; nothing is fetched, and a warning is an error
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet && echo "site/index.html"

schema: $(VENV)/.run
	@$(BIN)/python -m denoc.files.projects.project_schema > resources/denoc_resources/project.schema.json

notebooks: $(VENV)/.run
	@$(BIN)/python -m tools.docs_site.notebooks

package: $(VENV)/.libraries
	@$(PYTHON) packaging/build.py

manual: $(VENV)/.run
	@$(BIN)/denoc-studio manual > packaging/linux/denoc-studio.1

# Into the desktop of this user, or below DESTDIR with another PREFIX.
PREFIX ?= $(HOME)/.local
install-desktop: $(VENV)/.run
	@$(BIN)/python tools/install_desktop.py "$(DESTDIR)$(PREFIX)"

clean:
	rm -rf $(VENV) build dist out site .mypy_cache .pytest_cache .ruff_cache .hypothesis

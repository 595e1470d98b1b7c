# Everything a person or a machine does with this checkout. Needs python3 (3.11 or newer, with venv) and nothing else.

PYTHON ?= python3
JOBS ?= auto
PANEL ?= 1.3
BUTTON ?= 12
PI ?= zero
VENV := .venv
LOWEST := .venv-lowest
WORKSHOP := .venv-hardware
BIN := $(VENV)/bin
PYTEST := -m pytest -q -n $(JOBS) --dist worksteal

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play test lint soak lowest bench vm screens locale tables hardware enclosure hardware-test install \
    uninstall setup clean

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | awk -F'|' '{ printf "%-21s%s\n", $$1, $$2 }'

play: $(VENV)/play ## Play with the box in this terminal
	@$(BIN)/python -m companion play

test: $(VENV)/dev ## Run the tests
	$(BIN)/python $(PYTEST)

lint: $(VENV)/dev ## Check style, types and layers
	$(BIN)/ruff check .
	$(BIN)/python tests/purity.py
	$(BIN)/mypy
	$(BIN)/lint-imports
	PYRIGHT_PYTHON_IGNORE_WARNINGS=1 $(BIN)/pyright --pythonpath $(BIN)/python --typeshedpath \
	    $$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')

soak: $(VENV)/dev ## Run the tests with the long counts (takes many minutes)
	COMPANION_SOAK=1 $(BIN)/python $(PYTEST)

lowest: $(LOWEST)/dev ## Run the tests with the oldest packages that pyproject.toml allows
	$(LOWEST)/bin/python $(PYTEST)

bench: $(VENV)/dev ## Measure bytes, calls, CPU, start, idle, journal and the hub beside luma's own way
	@$(BIN)/python -m tests.bench build/bench.json

vm: $(VENV)/dev ## Test the box in a virtual Pi (needs root, QEMU and Debian 12)
	@$(BIN)/python -m tests.vm.build
	COMPANION_VM=1 $(BIN)/python -m pytest -q --durations=10 tests/vm

screens: $(VENV)/play ## Draw the README's pictures of the screens
	$(BIN)/python -m companion screens --config /dev/null hardware/screens \
	    $$(grep -o 'hardware/screens/[a-z0-9-]*\.png' README.md | xargs -n 1 basename -s .png)

locale: $(VENV)/dev ## Bring the translations up to date with the texts in the code
	@$(BIN)/python -m tests.texts

tables: $(VENV)/play ## Make the wiring tables and the parts list from the board files
	@$(BIN)/python -m hardware.workshop

hardware: $(WORKSHOP)/hardware ## Make all of hardware/ anew: tables, wiring pictures, enclosures (needs graphviz)
	@$(WORKSHOP)/bin/python -m hardware.workshop.forge

enclosure: $(WORKSHOP)/hardware ## Make one case: PANEL=0.96, 1.3 or 2.42, BUTTON=12 or 24, PI=zero or full; or SEATS=2 to 8
	@$(WORKSHOP)/bin/python -m hardware.workshop.forge $(if $(SEATS),'$(SEATS)','$(PANEL)' '$(BUTTON)' '$(PI)')

hardware-test: $(WORKSHOP)/hardware ## Test the wiring pictures and the enclosures (needs graphviz)
	COMPANION_HARDWARE=1 $(WORKSHOP)/bin/python -m pytest -q -n $(JOBS) --dist worksteal tests/hardware

install: ## Install the service on a Raspberry Pi, or bring it up to date (sudo make install)
	@sh systemd/install

uninstall: ## Take the service away again; the matches stay (sudo make uninstall)
	@sh systemd/uninstall

setup: $(VENV)/dev ## Set up .venv for work on the code

clean: ## Remove what the other targets made
	rm -rf $(VENV) $(LOWEST) $(WORKSHOP) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find companion hardware tests -name __pycache__ -prune -exec rm -rf {} +

# A new virtual environment in $(1), or one clear sentence about what is missing for it.
define venv
	@command -v $(PYTHON) >/dev/null || { echo "There is no $(PYTHON) here: install Python 3.11 or newer." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "$(PYTHON) is $$($(PYTHON) -V 2>&1), but 3.11 or newer is needed: install it, then run make with PYTHON=python3.11 (or what yours is called)." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	    { echo "$(PYTHON) has no venv module: install it (Debian and Raspberry Pi OS: sudo apt install python3-venv)." >&2; exit 1; }
	@echo "Setting up $(1) ..."
	@$(PYTHON) -m venv $(1)
endef

$(VENV)/play: pyproject.toml
	$(call venv,$(VENV))
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/dev: pyproject.toml
	$(call venv,$(VENV))
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(VENV)/play $@

$(LOWEST)/dev: pyproject.toml
	@rm -rf $(LOWEST)
	$(call venv,$(LOWEST))
	@$(LOWEST)/bin/python -m pip install --quiet --disable-pip-version-check uv
	@UV_NATIVE_TLS=1 UV_SYSTEM_CERTS=1 $(LOWEST)/bin/uv pip install --quiet --python $(LOWEST)/bin/python --resolution lowest-direct --editable '.[dev]'
	@touch $@

$(WORKSHOP)/hardware: pyproject.toml
	$(call venv,$(WORKSHOP))
	@$(WORKSHOP)/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,hardware]'
	@touch $@

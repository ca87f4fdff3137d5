# Python: the one named by PYTHON=, else the first on the PATH whose version fits the locks.
ADDRESS ?= 127.0.0.1:8000
FITS := import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))
ifndef PYTHON
PYTHON := $(or $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c '$(FITS)' 2>/dev/null && echo $$python && break; done),python3)
endif
VENV := .venv/bin/python
SOURCES := engine hooks tests

export NO_MKDOCS_2_WARNING := 1
MAKEFLAGS += --no-print-directory

.PHONY: help serve site handbook folder new release test fuzz check bench lock clean python environment lint tools browsers
.DEFAULT_GOAL := help

help:
	@echo "make serve    build and serve on http://$(ADDRESS)/, live while you write"
	@echo "make site     build into site/"
	@echo "make handbook all pages and calculators in one file, dist/felloe.html"
	@echo "make folder   all of it as files for a disk or any host, dist/felloe-site.zip"
	@echo "make new      a site of your own with a game of your own, as in: make new SITE=../salt-road"
	@echo "make release  Felloe as one file for such a site, into SITE or dist/"
	@echo "make check    lint, types, unit and property tests: the inner loop"
	@echo "make test     everything: check, the site, three browsers"
	@echo "make fuzz     the property tests with new examples each time, and what costs too much for each run"
	@echo "make bench    measure (JSON=1 for JSON)"
	@echo "make lock     write the lock files anew (UPGRADE=1 for newer versions)"
	@echo "make clean    remove all that was fetched or built"

serve: python
	@$(PYTHON) -m hooks.commands.address $(ADDRESS)
	@$(PYTHON) -m hooks.commands.environment site
	@$(VENV) -m hooks.commands.fetch >/dev/null
	@$(VENV) -m mkdocs serve --livereload --dev-addr $(ADDRESS)

site: python
	@$(PYTHON) -m hooks.commands.environment site
	@$(VENV) -m hooks.commands.fetch >/dev/null
	@$(VENV) -m mkdocs build --strict

handbook: site
	@$(VENV) -m hooks.commands.handbook site dist/felloe.html

folder: site
	@$(VENV) -m hooks.commands.folder site dist/felloe-site.zip

new:
	@test -n "$(SITE)" || { echo "Say where the site is to stand, as in: make new SITE=../salt-road" >&2; exit 1; }
	@$(MAKE) environment
	@$(VENV) -m hooks.commands.new "$(SITE)" $(if $(TITLE),--title "$(TITLE)") $(if $(OWNER),--owner "$(OWNER)")

release: environment
	@$(VENV) -m hooks.commands.release $(or $(SITE),dist)

check: lint
	@$(VENV) -m pytest --ignore=tests/site --ignore=tests/browser

test: lint browsers
	@$(VENV) -m pytest --numprocesses=2 --dist=worksteal --max-suite-reruns=5 --rerun-show-tracebacks

fuzz: lint
	@$(VENV) -m pytest --ignore=tests/site --ignore=tests/browser --numprocesses=2 -m "hypothesis or covering" --hypothesis-profile=random

bench: tools browsers
	@$(VENV) -m tests.bench $(if $(JSON),--json)

lock: environment
	@$(VENV) -m hooks.commands.lock $(if $(UPGRADE),--upgrade)

clean:
	@rm -rf .cache .venv site dist

# What the others stand on

python:
	@$(PYTHON) -c '$(FITS)' 2>/dev/null || { \
		found=$$($(PYTHON) --version 2>&1) || found="not to be found"; \
		echo "Felloe needs Python 3.11 to 3.14, and $(PYTHON) is $$found: install one," \
			"or name it, as in: make $(or $(MAKECMDGOALS),serve) PYTHON=/path/to/python3.12" >&2; exit 1; }

environment: python
	@$(PYTHON) -m hooks.commands.environment dev

lint: tools
	@$(VENV) -m ruff check $(SOURCES)
	@$(VENV) -m ruff format --check $(SOURCES)
	@$(VENV) -m mypy
	@$(VENV) -m hooks.commands.scripts

tools: environment
	@$(VENV) -m hooks.commands.fetch tools >/dev/null

browsers: environment
	@$(VENV) -m hooks.commands.browsers

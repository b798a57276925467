# make play, test, bench, bench-gui or soak: the first of them makes .venv and installs everything into it.
PY ?= python3
V := .venv
# Bytecode is kept, whatever the environment says: tests start some hundred processes that import the engine.
PYTEST := QT_QPA_PLATFORM=offscreen PYTHONDONTWRITEBYTECODE= $(V)/bin/python -m pytest
PROJECTS := pyproject.toml gui/pyproject.toml plugins/cobra/pyproject.toml plugins/breakout_pursuit/pyproject.toml

.PHONY: play test bench bench-gui soak hook-pages pictures lab-demo clean

play: $(V)/ready
	@$(V)/bin/hexcore play

test: $(V)/ready
	$(V)/bin/ruff check .
	$(V)/bin/mypy
	$(PYTEST) -n 2

bench: $(V)/ready
	$(V)/bin/python tests/bench/run.py

bench-gui: $(V)/ready
	QT_QPA_PLATFORM=offscreen $(V)/bin/python tests/bench/gui_bench.py

soak: $(V)/ready
	$(PYTEST) -m soak -n 2 --timeout=0

hook-pages: $(V)/ready
	PYTHONPATH=tests/rulesets $(V)/bin/python -m hexcore.hook_pages docs/hooks hill:RULESET crossing:RULESET
	PYTHONPATH=tests/rulesets $(V)/bin/python -m hexcore.state_page docs/state.md looked_at:POSITION
	PYTHONPATH=tests/rulesets $(V)/bin/python -m hexcore.customs_page docs/customs.md cobra-1977 cobra breakout-pursuit crossing:RULESET varn:RULESET

pictures: $(V)/ready
	QT_QPA_PLATFORM=offscreen $(V)/bin/python -m tests.gui.screenshots

lab-demo: $(V)/ready
	$(V)/bin/python scripts/lab_demo.py

clean:
	rm -rf $(V) .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist *.egg-info gui/dist plugins/*/dist
	find hexcore gui plugins tests scripts -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

$(V)/ready: $(PROJECTS) scripts/qt_system_packages.py
	@$(PY) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "hexcore needs Python 3.11 or newer: make PY=python3.11, or whatever yours is called" >&2; exit 2; }
	@$(PY) -c 'import ensurepip, venv' 2>/dev/null || \
		{ [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
			{ apt-get -qq update; DEBIAN_FRONTEND=noninteractive apt-get -qq install -y python3-venv >/dev/null; } && \
			$(PY) -c 'import ensurepip, venv' 2>/dev/null; } || \
		{ echo "Python cannot make a virtual environment: sudo apt-get install python3-venv" >&2; exit 2; }
	$(PY) -m venv $(V)
	$(V)/bin/python -m pip install --quiet --use-pep517 -e '.[dev]' -e gui -e plugins/cobra -e plugins/breakout_pursuit
	@$(V)/bin/python scripts/qt_system_packages.py
	@touch $@

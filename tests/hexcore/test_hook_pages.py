"""docs/hooks: a page for each hook, as made from the hooks; each example runs, with its rule and without."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import crossing
import hill
import pytest
from sandbox import table

from hexcore.hook_order import orders
from hexcore.hook_pages import Sources, pages
from hexcore.hookspecs import HOOKS
from hexcore.trace import TRACE

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "hooks"
HOW = "make hook-pages writes them anew"


def test_the_pages_are_what_the_hooks_make_of_them() -> None:
    made = pages(Sources(ROOT, FOLDER / "examples", orders([hill.RULESET, crossing.RULESET])))
    found = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md")}
    assert found.keys() == made.keys(), HOW
    assert [name for name in made if found[name] != made[name]] == [], HOW


def example(hook: str) -> ModuleType:
    path = FOLDER / "examples" / f"{hook}.py"
    spec = importlib.util.spec_from_file_location(f"example_of_{hook}", path)
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def rules_of(made: ModuleType) -> list[Any]:
    return [value for value in vars(made).values() if "hexcore_rule" in getattr(value, "__dict__", {})]


@pytest.mark.parametrize("hook", HOOKS)
def test_its_example_fires_and_changes_what_is_seen(
    hook: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = example(hook)
    rules, setting = rules_of(made), getattr(made, "SETTING", {})
    own = [rule for rule in rules if rule.hexcore_rule.hook == hook]
    without = table(made.POSITION, *(rule for rule in rules if rule not in own), **setting)
    assert made.shown(without) == made.WITHOUT
    monkeypatch.setenv(TRACE, hook)
    assert made.shown(table(made.POSITION, *rules, **setting)) == made.WITH
    assert made.WITH != made.WITHOUT
    told = capsys.readouterr().err.splitlines()
    for rule in own:
        answers = [line for line in told if f":{rule.__name__}" in line and "->" in line]
        assert any(not line.endswith("-> None") for line in answers), f"{rule.__name__} never answered"


def test_no_example_is_left_over() -> None:
    assert {path.stem for path in (FOLDER / "examples").glob("*.py")} == set(HOOKS)


def test_the_order_is_that_of_a_game() -> None:
    found = orders([hill.RULESET])
    combat = found["combat"]
    steps = ["may_be_attacked", "combat_opens", "combat_table", "combat_results", "combat_closes"]
    assert sorted(steps, key=combat.index) == steps
    assert found["between"][:3] == ["end_phase", "outcome", "begin_phase"]
    assert found["opening"] == ["begin_game", "begin_phase"]
    assert "combat_table" not in found["movement"] and "worth" in found["computer"]


def test_the_command_writes_what_the_test_compares(tmp_path: Path) -> None:
    out = tmp_path / "docs" / "hooks"
    (out / "examples").mkdir(parents=True)
    (tmp_path / "hexcore").mkdir()
    for path in (FOLDER / "examples").glob("*.py"):
        (out / "examples" / path.name).write_bytes(path.read_bytes())
    (out / "may_dance.md").write_text("a hook that was")
    path = os.pathsep.join(sys.path)
    done = subprocess.run(
        [sys.executable, "-m", "hexcore.hook_pages", str(out)],
        env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert {path.stem for path in out.glob("*.md")} == {*HOOKS, "README"}
    assert json.dumps(example("may_stack").WITH)[1:-1] in (out / "may_stack.md").read_text(encoding="utf-8")

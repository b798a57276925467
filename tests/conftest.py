"""What all tests share: the small rulesets of `tests/rulesets`, importable and, on request, installed."""

from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

RULESETS = Path(__file__).parent / "rulesets"
if str(RULESETS) not in sys.path:
    sys.path.insert(0, str(RULESETS))

SMALL = {"hill": "hill:RULESET", "crossing": "crossing:RULESET", "varn": "varn:RULESET"}


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Thousands of tests stay to the end: nothing of them is looked through for garbage, now or later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture
def small_rulesets(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small rulesets are found like installed ones, in this process."""
    from hexcore import ruleset

    really = ruleset._points()
    points = [metadata.EntryPoint(name, value, ruleset.ENTRY_POINTS) for name, value in SMALL.items()]
    monkeypatch.setattr(ruleset, "_points", lambda: sorted([*really, *points], key=lambda point: point.name))


@pytest.fixture
def installed_rulesets(tmp_path: Path) -> Mapping[str, str]:
    """The environment of a process in which the small rulesets are installed, and a broken one."""
    info = tmp_path / "site" / "small_rulesets-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: small-rulesets\nVersion: 1\n")
    rows = [f"{name} = {value}" for name, value in {**SMALL, "broken": "no_such_module:RULESET"}.items()]
    (info / "entry_points.txt").write_text("[hexcore.rulesets]\n" + "\n".join(rows) + "\n")
    path = os.pathsep.join((str(info.parent), str(RULESETS)))
    kept = ("PATH", "HOME", "LANG", "SYSTEMROOT", "VIRTUAL_ENV")
    return {key: os.environ[key] for key in kept if key in os.environ} | {"PYTHONPATH": path}


# ------------------------------------------------------------------ the command line
@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """A command in this process: exit status, stdout, stderr."""

    from hexcore.cli import main

    def called(*arguments: object) -> tuple[int, str, str]:
        status = main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return status, out, err

    return called


@pytest.fixture
def answer(run: Callable[..., tuple[int, str, str]]) -> Callable[..., Any]:
    """What a command answers with --json: exactly one JSON value, and nothing on stderr."""

    def called(*arguments: object) -> Any:
        status, out, err = run(*arguments, "--json")
        assert (status, err, out.count("\n")) == (0, "", 1)
        return json.loads(out)

    return called


@pytest.fixture
def mistake(run: Callable[..., tuple[int, str, str]]) -> Callable[..., str]:
    """The one line that says what is wrong."""

    def called(*arguments: object) -> str:
        status, _, err = run(*arguments)
        assert status == 2
        assert err.startswith("hexcore: ")
        assert err.count("\n") == 1
        return err

    return called

"""What is installed: listed without importing; broken, hanging and disabled rulesets stop nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from hexcore import catalogue, disabled, ruleset
from hexcore.ruleset import Found, UnknownName, find, installed

DOCTOR = "import sys; from hexcore.cli import main; sys.exit(main(['doctor', '--json']))"
Run = Callable[..., tuple[int, str, str]]
HILL = "from dataclasses import replace\nimport hill\nRULESET = replace(hill.RULESET, id={id!r}{more})\n"
BROKEN = {
    "raises": ("1 / 0", "ZeroDivisionError: division by zero"),
    "exits": ("import sys; sys.exit(3)", "SystemExit: 3"),
    "leaves": ("raise SystemExit", "SystemExit: it ends the program"),
    "interrupts": ("raise KeyboardInterrupt", "KeyboardInterrupt: it interrupts"),
    "recurses": ("def f(): return f()\nf()", "RecursionError: "),
    "does-not-parse": ("def (", "SyntaxError: "),
    "is-none": ("RULESET = 3", "is_none:RULESET is no Ruleset"),
}


class Site:
    """A folder on the path, with distributions that announce rulesets."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def add(
        self, id: str, code: str, told: str = "", *, listed: bool = True, file: str = "ruleset.toml"
    ) -> None:
        """A distribution with one ruleset: a package, metadata, and what it tells of itself."""
        name = f"plugged_{id.replace('-', '_')}"
        package, info = self.folder / name, self.folder / f"{name}-2.5.dist-info"
        package.mkdir(parents=True)
        info.mkdir()
        (package / "__init__.py").write_text(code)
        record = [f"{name}/__init__.py,,"]
        if told:
            (package / file).write_text(told)
            record += [f"{name}/{file},,"] if listed else []
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 2.5\n")
        (info / "entry_points.txt").write_text(f"[hexcore.rulesets]\n{id} = {name}:RULESET\n")
        (info / "RECORD").write_text("\n".join(record) + "\n")

    def imported(self, id: str) -> bool:
        return f"plugged_{id.replace('-', '_')}" in sys.modules


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setenv(disabled.CONFIG, str(tmp_path / "config"))
    monkeypatch.delenv(disabled.ALSO, raising=False)
    monkeypatch.setattr(catalogue, "_hanging", {})
    points = ruleset._points
    monkeypatch.setattr(ruleset, "_points", lambda: [p for p in points() if p.module.startswith("plugged_")])
    yield Site(folder)  # type: ignore[misc]
    for name in [name for name in sys.modules if name.startswith("plugged_")]:
        del sys.modules[name]


def listed(*, load: bool = False) -> Mapping[str, Found]:
    return {found.id: found for found in installed(load=load)}


TOLD = 'id = "{id}"\ntitle = "The {id} Game"\nedition = "First"\nversion = "0.3"\napi = "{api}"\n'


# ------------------------------------------------------------------ without importing
@pytest.mark.parametrize("by_its_files", [True, False])
def test_a_listing_imports_nothing(site: Site, by_its_files: bool) -> None:
    site.add("ford", "1 / 0", TOLD.format(id="ford", api="1.0"), listed=by_its_files)
    found = listed()["ford"]
    assert (found.title, found.edition, found.version) == ("The ford Game", "First", "0.3")
    assert (found.ruleset, found.error, found.disabled) == (None, "", False)
    assert not site.imported("ford")
    assert "ZeroDivisionError" in found.loaded().error


def test_one_file_may_tell_of_several(site: Site) -> None:
    told = '[ford]\ntitle = "The Ford"\n[other]\ntitle = "Another"\n'
    site.add("ford", "1 / 0", told, file="rulesets.toml")
    assert listed()["ford"].title == "The Ford"


@pytest.mark.parametrize(
    "told", ["", "torn [", 'id = "another"\ntitle = "No"', 'id = "ford"\ntitle = 3', "\0"]
)
def test_without_good_metadata_its_id_is_its_title(site: Site, told: str) -> None:
    site.add("ford", "1 / 0", told)
    found = listed()["ford"]
    assert (found.title, found.edition, found.version) == ("ford", "", "2.5") and not site.imported("ford")


def test_what_is_in_use_is_listed_whole(site: Site) -> None:
    site.add("ford", HILL.format(id="ford", more=""))
    assert listed()["ford"].ruleset is None
    assert find("ford") is listed()["ford"].ruleset and listed()["ford"].title == "Hold the Hill"


def test_the_rulesets_of_this_repository_tell_what_they_are() -> None:
    for found in installed():
        if found.point is not None and found.ruleset is not None and found.point.dist is not None:
            facts = catalogue.told(found.point)
            assert facts[:3] == (found.ruleset.title, found.ruleset.edition, found.ruleset.version), found.id


# ------------------------------------------------------------------ broken ones
def test_no_import_stops_the_program(site: Site, answer: Callable[..., Any]) -> None:
    for id, (code, _) in BROKEN.items():
        site.add(id, code, TOLD.format(id=id, api="1.0"))
    site.add("ford", HILL.format(id="ford", more=""))
    rows = {row["id"]: row for row in answer("rulesets")}
    for id, (_, error) in BROKEN.items():
        assert rows[id]["status"] == "broken" and error in rows[id]["error"], id
        assert rows[id].keys() == {"id", "title", "edition", "version", "hash", "status", "error"}
        assert (rows[id]["title"], rows[id]["hash"]) == (f"The {id} Game", None)
        with pytest.raises(UnknownName, match=f"ruleset '{id}' is broken: "):
            find(id)
    assert rows["ford"]["status"] == "playable"


def test_an_import_that_does_not_end_is_left_behind(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(catalogue.PATIENCE, "0.3")
    site.add("hangs", "import time\nwhile not globals().get('free'): time.sleep(0.01)\nRULESET = 3")
    site.add("ford", HILL.format(id="ford", more=""))
    found = listed(load=True)
    try:
        assert found["hangs"].error == "its import does not end within 0.3 seconds"
        assert found["ford"].ruleset is not None
        assert listed(load=True)["hangs"].error == found["hangs"].error  # told at once, not waited for again
    finally:
        vars(sys.modules["plugged_hangs"])["free"] = True


@pytest.mark.parametrize("stated_in", ["metadata", "ruleset"])
def test_one_for_a_newer_engine_is_listed_as_broken(site: Site, stated_in: str) -> None:
    if stated_in == "metadata":
        site.add("ford", "1 / 0", TOLD.format(id="ford", api="9.1"))
        found = listed()["ford"]
        assert not site.imported("ford")
    else:
        site.add("ford", HILL.format(id="ford", more=", api='9.1'"))
        found = listed(load=True)["ford"]
    assert found.ruleset is None
    assert found.error == (
        "it is made for version 9.1 of the API, this engine has 1.0: install a newer hexcore-engine"
    )


# ------------------------------------------------------------------ disabled ones
def test_a_disabled_one_is_not_imported_until_it_is_enabled(
    site: Site, answer: Callable[..., Any], mistake: Callable[..., str]
) -> None:
    site.add("ford", HILL.format(id="ford", more=""))
    told = answer("rulesets", "--disable", "ford")
    assert told == {
        "id": "ford",
        "status": "disabled",
        "file": str(disabled.config_folder() / "rulesets.toml"),
    }
    row = next(row for row in answer("rulesets") if row["id"] == "ford")
    assert (row["status"], row["error"], row["version"]) == ("disabled", None, "2.5")
    assert listed()["ford"].disabled and listed()["ford"].loaded().ruleset is None
    said = mistake("scenarios", "ford")
    assert (
        said == "hexcore: ruleset 'ford' is disabled; hexcore rulesets --enable ford switches it on again\n"
    )
    assert not site.imported("ford")
    assert answer("rulesets", "--enable", "ford")["status"] == "enabled"
    assert find("ford").id == "ford"


def test_one_in_use_can_be_disabled_too(site: Site) -> None:
    site.add("ford", HILL.format(id="ford", more=""))
    find("ford")
    disabled.disable("ford")
    assert listed()["ford"].disabled and listed()["ford"].ruleset is None


def test_the_environment_disables_and_then_enabling_says_so(
    site: Site, monkeypatch: pytest.MonkeyPatch, mistake: Callable[..., str]
) -> None:
    site.add("ford", HILL.format(id="ford", more=""))
    monkeypatch.setenv(disabled.ALSO, "ford, other")
    assert listed()["ford"].disabled
    assert "HEXCORE_DISABLED names it" in mistake("rulesets", "--enable", "ford")


def test_a_damaged_list_stops_nothing_and_is_not_written_over(
    site: Site, run: Run, mistake: Callable[..., str]
) -> None:
    site.add("ford", HILL.format(id="ford", more=""))
    path = disabled.config_folder() / "rulesets.toml"
    path.parent.mkdir()
    path.write_text("disabled = [torn")
    status, out, err = run("rulesets")
    assert (status, str(path) in err, "ford" in out) == (0, True, True)
    assert str(path) in mistake("rulesets", "--disable", "ford") and path.read_text() == "disabled = [torn"
    path.write_text("disabled = 'ford'")
    assert "a list of ruleset ids" in mistake("rulesets", "--disable", "ford")


def test_one_that_is_not_installed_is_told_the_nearest(site: Site, mistake: Callable[..., str]) -> None:
    site.add("ford", "1 / 0")
    assert mistake("rulesets", "--disable", "fort") == "hexcore: no ruleset 'fort'; the nearest is 'ford'\n"
    disabled.disable("gone")
    disabled.enable("gone")
    assert disabled.disabled() == frozenset()


@pytest.mark.parametrize(
    "platform, set_to, folder",
    [
        ("linux", {"XDG_CONFIG_HOME": "/x"}, "/x/hexcore"),
        ("linux", {"XDG_CONFIG_HOME": ""}, "/home/me/.config/hexcore"),
        ("darwin", {}, "/home/me/Library/Application Support/hexcore"),
        ("win32", {"APPDATA": "/roaming"}, "/roaming/hexcore"),
        ("linux", {"HEXCORE_CONFIG": "/mine"}, "/mine"),
    ],
)
def test_where_the_list_lies(
    monkeypatch: pytest.MonkeyPatch, platform: str, set_to: Mapping[str, str], folder: str
) -> None:
    monkeypatch.delenv(disabled.CONFIG, raising=False)
    monkeypatch.setattr(disabled.sys, "platform", platform)
    monkeypatch.setattr(Path, "home", lambda: Path("/home/me"))
    for name, value in set_to.items():
        monkeypatch.setenv(name, value)
    assert disabled.config_folder() == Path(folder)


# ------------------------------------------------------------------ the doctor
def test_the_doctor_survives_them_all(site: Site, tmp_path: Path) -> None:
    """In processes of their own: even one that ends its process at once, and one that hangs."""
    site.add("dies", "import os; os._exit(7)")
    site.add("hangs", "import time\nwhile True: time.sleep(0.01)")
    site.add("exits", "import sys; sys.exit(3)")
    site.add("off", "import os; os._exit(7)")
    site.add("newer", "1 / 0", TOLD.format(id="newer", api="9.1"))
    disabled.disable("off")
    path, others = os.pathsep.join((str(site.folder), *sys.path)), "cobra,cobra-1977,breakout-pursuit"
    done = subprocess.run(
        [sys.executable, "-c", DOCTOR],
        env={**os.environ, "PYTHONPATH": path, catalogue.PATIENCE: "1", disabled.ALSO: others},
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    rows = {row["id"]: row for row in json.loads(done.stdout)["plugins"] if row["kind"] == "ruleset"}
    states = {
        id: (rows[id]["status"], rows[id]["error"]) for id in ("dies", "hangs", "exits", "off", "newer")
    }
    assert states["dies"][0] == "broken" and "status 7" in states["dies"][1]
    assert states["hangs"] == ("broken", "its import does not end within 1 seconds")
    assert states["exits"] == ("broken", "SystemExit: 3")
    assert states["off"] == ("disabled", None)
    assert states["newer"][0] == "broken" and "9.1" in states["newer"][1]
    assert rows["dies"]["version"] == "2.5" and rows["newer"]["title"] == "The newer Game"

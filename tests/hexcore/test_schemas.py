"""The JSON Schemas are what the models give; the files of a new ruleset hold under them."""

from __future__ import annotations

import json
from pathlib import Path

from hexcore.folder_models import RulesetFile
from hexcore.schemas_of_files import HOME, schemas, stale, write

TEMPLATE = Path(__file__).parents[2] / "hexcore" / "templates" / "new_ruleset" / "package"


def test_they_are_up_to_date() -> None:
    """`python -m hexcore.schemas_of_files` writes them anew."""
    assert stale() == []


def test_every_file_of_a_new_ruleset_has_one() -> None:
    names = {
        p.name if p.suffix == ".csv" else p.stem for p in TEMPLATE.iterdir() if p.suffix in (".csv", ".toml")
    }
    assert names <= {path.stem for path in HOME.glob("*.json")}


def test_what_they_say() -> None:
    made = schemas()
    ruleset = made["ruleset"]
    assert ruleset["additionalProperties"] is False and set(ruleset["required"]) == {"id", "title", "sides"}
    kinds = ruleset["$defs"]["Zones"]["properties"]["kind"]["enum"]
    assert kinds == ["none", "stop", "lock", "cost", "zone-to-zone", "closed"]
    assert "except" in ruleset["$defs"]["Zones"]["properties"]
    assert set(ruleset["properties"]) == {i.alias or name for name, i in RulesetFile.model_fields.items()}
    row = made["counters.csv"]["items"]
    assert row["additionalProperties"] is False and set(row["required"]) == {"id", "side", "kind"}
    assert made["crt.csv"]["items"]["properties"]["odds"]["pattern"]


def test_they_are_written_to_a_folder(tmp_path: Path) -> None:
    write(tmp_path / "mine")
    written = {path.name: json.loads(path.read_text("utf-8")) for path in (tmp_path / "mine").glob("*.json")}
    assert set(written) == {path.name for path in HOME.glob("*.json")}
    assert written["sequence.json"] == schemas()["sequence"]

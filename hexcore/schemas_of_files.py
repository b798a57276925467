"""JSON Schemas of the files of a ruleset folder, for editors: made from the models that read them.

python -m hexcore.schemas_of_files            writes hexcore/schemas
python -m hexcore.schemas_of_files FOLDER     writes them there, for an author's editor
python -m hexcore.schemas_of_files --check    exit status 2 when those in hexcore/schemas are not up to date
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel, TypeAdapter

from hexcore.folder_models import RulesetFile, RuleTable, ScenariosFile, SequenceFile, Table
from hexcore.folder_rows import ROWS
from hexcore.map_rows import FILES

HOME = Path(__file__).parent / "schemas"
DRAFT = "https://json-schema.org/draft/2020-12/schema"


class RulesFile(RootModel[dict[str, RuleTable]]):
    """rules.toml: a title and a text for each rule number."""


class SheetTable(Table):
    """A sheet of the map."""

    prefix: str = ""
    columns: list[int] = Field(min_length=2, max_length=2)
    rows: list[int] = Field(min_length=2, max_length=2)
    offset: list[int] = [0, 0]
    short: bool = False


class MapFile(BaseModel):
    """map.toml: how hexes are numbered, and what the words of the map mean to `hexcore map check`."""

    model_config = ConfigDict(extra="allow")

    family: Literal["columns", "rows"] = Field(description="Flat-topped or pointed hexes.")
    shoved: Literal["even", "odd"] = Field(description="Which columns (or rows) lie half a hex further on.")
    mirrored: bool = False
    extends: str | None = None
    sheet: list[SheetTable] | SheetTable
    words: dict[str, Any] = {}


MODELS: dict[str, type[BaseModel]] = {
    "ruleset": RulesetFile,
    "scenarios": ScenariosFile,
    "sequence": SequenceFile,
    "rules": RulesFile,
    "map": MapFile,
}


def schemas() -> dict[str, dict[str, Any]]:
    """Every schema of the core by its file: `ruleset` for ruleset.toml, `counters.csv` for that table."""
    found = {name: model.model_json_schema(by_alias=True) for name, model in MODELS.items()}
    for name, row in {**FILES, **ROWS}.items():
        one = TypeAdapter(row).json_schema()
        one["additionalProperties"] = {"type": "string"} if name == "costs" else False
        found[f"{name}.csv"] = {"type": "array", "items": one, "title": f"{name}.csv"}
    return {name: {"$schema": DRAFT, **_hoisted(schema)} for name, schema in found.items()}


def _hoisted(schema: dict[str, Any]) -> dict[str, Any]:
    """Definitions stand at the top, where references look for them."""
    inner = schema.get("items", {}).pop("$defs", None) if schema.get("type") == "array" else None
    return {**schema, "$defs": inner} if inner else schema


def text_of(schema: dict[str, Any]) -> str:
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def write(folder: Path) -> None:
    """All schemas into a folder; those of other parts (`presentation.json`) are copied along."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, schema in schemas().items():
        (folder / f"{name}.json").write_text(text_of(schema), encoding="utf-8")
    for other in HOME.glob("*.json"):
        if not (folder / other.name).exists():
            (folder / other.name).write_bytes(other.read_bytes())


def stale() -> list[str]:
    """The schemas in hexcore/schemas that are not what the models give."""
    found = []
    for name, schema in schemas().items():
        path = HOME / f"{name}.json"
        if not path.exists() or path.read_text(encoding="utf-8") != text_of(schema):
            found.append(path.name)
    return found


def main(arguments: list[str]) -> int:
    if arguments == ["--check"]:
        late = stale()
        print(
            "\n".join(f"{name} is not up to date" for name in late), file=sys.stderr, end="\n" if late else ""
        )
        return 2 if late else 0
    write(Path(arguments[0]) if arguments else HOME)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The JSON Schema of presentation.toml, made from the looks that the client reads.

python -m hexcore_gui.presentation_schema     writes it beside the schemas of the core
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import hexcore
from hexcore.schemas_of_files import DRAFT, text_of
from hexcore_gui.presentation import Presentation

PATH = Path(str(hexcore.__file__)).parent / "schemas" / "presentation.json"


def schema() -> dict[str, Any]:
    """The schema as plain data."""
    from pydantic import TypeAdapter

    return {"$schema": DRAFT, **TypeAdapter(Presentation).json_schema(), "title": "presentation.toml"}


if __name__ == "__main__":
    PATH.write_text(text_of(schema()), encoding="utf-8")

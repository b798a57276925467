"""docs/state.md: what a rule may look at, made from the docstrings of what it is handed.

    PYTHONPATH=tests/rulesets python -m hexcore.state_page docs/state.md looked_at:POSITION

Which classes and functions stand there, in which order, and the examples are in `state_notes.toml`; the
tests run every example in the position of `tests/rulesets/looked_at.py`.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

NOTES = Path(__file__).with_name("state_notes.toml")
HERE = Path(__file__).parent
Described = ast.ClassDef | ast.FunctionDef


class Field(NamedTuple):
    """One field of a class: its name, its type as written, what its docstring says."""

    name: str
    type: str
    says: str


def page(position: str) -> str:
    """The whole page; *position* is the text of the position its examples look at."""
    notes = tomllib.loads(NOTES.read_text(encoding="utf-8"))
    parts = [notes["introduction"].strip(), f"```text\n{position.strip()}\n```", notes["ground"].strip()]
    for part in notes["part"]:
        parts += [f"## {part['title']}", *([part["text"].strip()] if "text" in part else [])]
        parts += [one_class(name, notes) for name in part.get("classes", ())]
        parts += [one_function(name, notes) for name in part.get("functions", ())]
    parts += ["## Questions", notes["questions"].strip(), questions()]
    return "\n\n".join([*parts, "This page is made by `make hook-pages`."]) + "\n"


# ------------------------------------------------------------------ a class
def one_class(name: str, notes: Mapping[str, Any]) -> str:
    """A class: what it is, its fields, what may be asked of it, an example."""
    node = described(name)
    assert isinstance(node, ast.ClassDef)
    left_out = notes["left_out"].get(name, ())
    parts = [f"### {node.name}", f"`hexcore.{name}`. {_paragraphs(node)}"]
    rows = [f for f in fields(node) if f.name not in left_out]
    if rows:
        told = any(f.says for f in rows)
        lines = [f"| `{f.name}` | `{_cell(f.type)}` |" + f" {_cell(f.says)} |" * told for f in rows]
        parts.append("\n".join(["| field | type |" + " is |" * told, "|---|---|" + "---|" * told, *lines]))
    asked = [f"- `{_called(m)}`: {_first(m)}" for m in _methods(node) if m.name not in left_out]
    parts += ["\n".join(asked)] if asked else []
    return "\n\n".join(parts + _example(name, notes))


def fields(node: ast.ClassDef) -> Iterator[Field]:
    """The fields of a class, each with the docstring that follows it."""
    for one, after in zip(node.body, [*node.body[1:], None], strict=True):
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
            if one.target.id.startswith("_") or (one.target.id == "kind" and "Literal" in ast.unparse(one)):
                continue
            yield Field(one.target.id, ast.unparse(one.annotation), _text_of(after))


def _text_of(node: ast.stmt | None) -> str:
    """The text of a statement that is nothing but a text."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return " ".join(str(node.value.value).split())
    return ""


def _methods(node: ast.ClassDef) -> Iterator[ast.FunctionDef]:
    for one in node.body:
        if isinstance(one, ast.FunctionDef) and not one.name.startswith("_") and ast.get_docstring(one):
            yield one


def _called(method: ast.FunctionDef) -> str:
    """How it is asked: `unit.step`, or `state.at(hex)`."""
    marks = [ast.unparse(mark) for mark in method.decorator_list]
    if any(mark.endswith("property") for mark in marks):
        return method.name
    return f"{method.name}({', '.join(_taken(method))})"


def _taken(function: ast.FunctionDef) -> Iterator[str]:
    given = function.args
    names = [argument.arg for argument in (*given.posonlyargs, *given.args) if argument.arg != "self"]
    values = [f"={ast.unparse(value)}" for value in given.defaults]
    values = [""] * (len(names) - len(values)) + values
    return (f"{name}{value}" for name, value in zip(names, values, strict=True))


# ------------------------------------------------------------------ questions
def questions() -> str:
    """Every question of the core, by the word of its `kind`."""
    rows = {
        ast.literal_eval(field.annotation.slice): f"| `{path.stem}.{node.name}` | {_cell(_first(node))} |"
        for path in sorted(HERE.glob("*.py"))
        for node in _tree(path.stem).values()
        if isinstance(node, ast.ClassDef) and any(method.name == "prompt" for method in _methods_of(node))
        for field in node.body
        if isinstance(field, ast.AnnAssign)
        and ast.unparse(field.target) == "kind"
        and isinstance(field.annotation, ast.Subscript)
    }
    lines = [f"| `{kind}` {row}" for kind, row in sorted(rows.items())]
    return "\n".join(["| kind | class | asks |", "|---|---|---|", *lines])


def _methods_of(node: ast.ClassDef) -> list[ast.FunctionDef]:
    return [one for one in node.body if isinstance(one, ast.FunctionDef)]


# ------------------------------------------------------------------ a function
def one_function(name: str, notes: Mapping[str, Any]) -> str:
    """A function: how it is called, what it says, an example."""
    node = described(name)
    assert isinstance(node, ast.FunctionDef)
    answers = f" -> {ast.unparse(node.returns)}" if node.returns is not None else ""
    head = f"**`{node.name}({', '.join(_taken(node))}){answers}`** (`hexcore.{name.rpartition('.')[0]}`)"
    return "\n\n".join([f"{head} {_paragraphs(node)}", *_example(name, notes)])


def _example(name: str, notes: Mapping[str, Any]) -> list[str]:
    text = notes["examples"].get(name, "").strip()
    return [f"```python\n{text}\n```"] if text else []


# ------------------------------------------------------------------ docstrings
def described(name: str) -> Described:
    """A class or function by `module.name`; KeyError where there is none."""
    module, _, own = name.rpartition(".")
    return _tree(module)[own]


@cache
def _tree(module: str) -> dict[str, Described]:
    path = HERE / f"{module.replace('.', '/')}.py"
    body = ast.parse(path.read_text(encoding="utf-8")).body
    return {node.name: node for node in body if isinstance(node, ast.ClassDef | ast.FunctionDef)}


def _paragraphs(node: Described) -> str:
    """A docstring, its lines joined."""
    text = ast.get_docstring(node) or ""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


def _first(node: Described) -> str:
    return " ".join((ast.get_docstring(node) or "").split())


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def main(arguments: Sequence[str]) -> int:
    """Write the page."""
    file, position = arguments
    module, _, name = position.partition(":")
    Path(file).write_text(page(getattr(import_module(module), name)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

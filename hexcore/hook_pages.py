"""The pages of docs/hooks, one a hook and an index, made from the hooks themselves.

    PYTHONPATH=tests/rulesets python -m hexcore.hook_pages docs/hooks hill:RULESET crossing:RULESET

Signature, shape and first sentence come from `hookspecs` and `result_hooks`, when and how long from
`hook_notes.toml`, who asks from the source beside the folder of pages, the example from its `examples`, and
the order in which hooks are asked from games of the rulesets named.
"""

from __future__ import annotations

import ast
import inspect
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

from hexcore import API
from hexcore.hook_order import STAGES, orders
from hexcore.hookspecs import HOOKS, shape
from hexcore.rules import marked
from hexcore.ruleset import Ruleset, find, general_modules

NOTES = Path(__file__).with_name("hook_notes.toml")
SHAPES = {
    "answer": "an *answer*: the first function that does not return None answers",
    "contribution": "a *contribution*: every function's part counts, one value or a list; None adds nothing",
    "refusal": "a *refusal*: any one reason forbids; None raises no objection",
}
GIVEN = {
    "state": "the position: a `GameState`, which never changes",
    "board": "the fixed part of the game: a `Board`",
    "hex_map": "the ground: a `HexMap`",
    "unit": "a `Unit`",
    "units": "units, in one hex",
    "counter": "a `Counter`, as printed",
    "hex": "a hex's index on the map (`state.board.map.numbers[hex]` is its printed number)",
    "target": "the index of the hex attacked",
    "targets": "the indices of the hexes attacked",
    "path": "the indices of the hexes entered, in order, the one left not among them",
    "side": "a side's id",
    "viewer": "the side that looks",
    "phase": "the id of the phase",
    "combat": "the `Combat` as it stands",
    "mobility": "a mobility class, as `mobility` answers",
    "left": "half-points",
    "how": "`move`, `retreat`, `advance`, `overrun` or `displaced`",
    "action": "the answer given",
    "strengths": "strength points as used, exact fractions, by unit id",
    "attacking": "whether it is the attacker's side",
    "shifts": "shifts in columns, positive for the attacker",
    "result": "the entry of the table: its words or numbers",
    "role": "`attacker` or `defender`",
    "points": "points of the result",
    "hexes": "a number of hexes",
    "why": "the reason in words",
    "what": "the secret's name",
    "choice": "what was chosen",
    "decision": "the question on the table",
}


@dataclass(frozen=True)
class Sources:
    """What pages are made from: the repository they stand in, examples by hook, and the order of asking."""

    root: Path
    examples: Path
    order: Mapping[str, Sequence[str]] = field(default_factory=dict)


# ------------------------------------------------------------------ who asks
def askers(folders: Iterable[Path]) -> dict[str, list[str]]:
    """The modules that ask each hook, found in their source."""
    names, found = _asked_as(), dict[str, dict[str, None]]()
    for folder in folders:
        for path in sorted(folder.glob("*.py")):
            if path.stem in ("hookspecs", "result_hooks", "hook_pages"):
                continue
            text = path.read_text(encoding="utf-8")
            for name in _looked_up(ast.parse(text)) if "rules" in text else ():
                for hook in names.get(name, ()):
                    found.setdefault(hook, {}).setdefault(f"{folder.name}.{path.stem}")
    return {hook: list(modules) for hook, modules in found.items()}


def _looked_up(tree: ast.AST) -> Iterator[str]:
    """The names that are looked up in something called `rules`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            of = node.value
            called = of.id if isinstance(of, ast.Name) else of.attr if isinstance(of, ast.Attribute) else ""
            if called.endswith("rules"):
                yield node.attr


def _asked_as() -> dict[str, list[str]]:
    """The hooks that each method of the rulebook asks: `can_stack` is `may_stack` without its reasons."""
    tree = ast.parse(Path(__file__).with_name("rulebook.py").read_text(encoding="utf-8"))
    found: dict[str, list[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            texts = [n.value for n in ast.walk(node) if isinstance(n, ast.Constant)]
            hooks = [text for text in texts if isinstance(text, str) and text in HOOKS]
            if hooks:
                found[node.name] = hooks
    return found


# ------------------------------------------------------------------ one page
def pages(sources: Sources) -> dict[str, str]:
    """Every page by the name of its file."""
    notes = tomllib.loads(NOTES.read_text(encoding="utf-8"))
    asked = askers([sources.root / "hexcore", sources.root / "gui" / "hexcore_gui"])
    found = {f"{hook}.md": page(hook, notes[hook], asked.get(hook, []), sources) for hook in HOOKS}
    return found | {"README.md": index(sources.order)}


def page(hook: str, notes: Mapping[str, str], asked_by: Sequence[str], sources: Sources) -> str:
    """The page of one hook."""
    says, _, more = inspect.cleandoc(HOOKS[hook].__doc__ or "").partition(f" [{shape(hook)}]")
    parts = [
        f"# {hook}",
        says,
        f"```python\n{signature(hook)}\n```",
        f"It is {SHAPES[shape(hook)]}.",
        _table(hook),
        f"**Asked.** {notes['asked']}",
    ]
    if notes.get("kept"):
        parts.append(
            f"**Kept** {notes['kept']}: the answer may depend on nothing else that changes meanwhile."
        )
    parts += [" ".join(more.split())] if more.strip() else []
    parts.append(f"**Answers** {notes['answers']}.")
    parts.append(_otherwise(hook, notes))
    if asked_by:
        parts.append(f"**Asked by** {', '.join(f'`{module}`' for module in asked_by)}.")
    parts.append(_example(hook, sources.examples))
    parts.append("[All hooks](README.md)")
    return "\n\n".join(parts) + "\n"


def signature(hook: str) -> str:
    """A hook as a function is written that fills it."""
    given = inspect.signature(HOOKS[hook])
    taken = [f"{name}: {p.annotation}" for name, p in given.parameters.items() if name != "self"]
    answers = given.return_annotation
    line = f"def {hook}({', '.join(taken)}) -> {answers}"
    if len(line) <= 100:
        return line
    return "\n".join([f"def {hook}(", *(f"    {parameter}," for parameter in taken), f") -> {answers}"])


def _table(hook: str) -> str:
    names = [name for name in inspect.signature(HOOKS[hook]).parameters if name != "self"]
    rows = [f"| `{name}` | {GIVEN[name]} |" for name in names]
    return "\n".join(
        ["| given | is |", "|---|---|", *rows, "", "A function takes those of them it needs, by name."]
    )


def _otherwise(hook: str, notes: Mapping[str, str]) -> str:
    general = [(f, m) for _, f, m in marked(general_modules()) if m.hook == hook]
    if not general:
        return f"**Where nobody answers:** {notes['otherwise']}."
    told = [
        f"{(inspect.getdoc(f) or '').partition(chr(10))[0]} (`{f.__module__}:{f.__name__}`)"
        for f, _ in general
    ]
    if len(told) == 1:
        return f"**The core's general rule**, behind the ruleset's: {told[0]}"
    lines = "\n".join(f"- {line}" for line in told)
    return f"**The core's general rules**, with the ruleset's:\n\n{lines}"


def _example(hook: str, folder: Path) -> str:
    """The example as it stands in its file, and what came of it, with its rule and without."""
    path = folder / f"{hook}.py"
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    values = {
        target.id: ast.unparse(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    says, code = ast.get_docstring(tree), text.partition('"""\n\n')[2].partition("\n\n\nWITH = ")[0]
    return (
        f"## Example\n\n{says}\n\n```python\n{code.strip()}\n```\n\n"
        f"With the rule `shown` gives `{values['WITH']}`, without it `{values['WITHOUT']}`. "
        f"The tests run [this file](examples/{path.name}) both ways on the bare field of "
        "[`sandbox.py`](../../tests/rulesets/sandbox.py): a line of `POSITION` is id, side, hex, "
        "strength-movement, steps, kind."
    )


# ------------------------------------------------------------------ the index
INTRODUCTION = f"""# Hooks

A rule is a function marked with its number and the hook that it fills. `hexcore explain RULESET HOOK` lists
who fills a hook in a ruleset, in which order, and what switches each off; with `--file GAME`, `--unit` and
`--hex` it asks each of them in a position. `HEXCORE_TRACE=HOOK[,HOOK]`, or `--trace HOOK[,HOOK]` of any
command, tells on stderr what each function is asked and what it answers; `*` stands for letters (`may_*`).

The version of the API is {API[0]}.{API[1]} (`hexcore.API`); a ruleset says which one it is written for with
`Ruleset(api="{API[0]}.{API[1]}")`. One that asks for a newer version is listed as broken. A hook or a
parameter that gets another name goes on under its old one until the first number goes up, with a
`DeprecationWarning` that names file and function; `hexcore doctor` and `hexcore explain` list them.

Of the functions in one hook the scenario's are asked before the ruleset's, these before the core's, and a
later module before an earlier one. Within a module their names decide, from z to a: where the order matters,
mark one `tryfirst=True` or `trylast=True`. Wrappers come before all, and see what the others answer.

These pages are made by `make hook-pages`.
"""


def index(order: Mapping[str, Sequence[str]]) -> str:
    """Every hook with its first sentence; the hooks in order of asking, by what is going on."""
    notes = [
        f"| [{hook}]({hook}.md) | {shape(hook)} | {inspect.cleandoc(f.__doc__ or '').partition(' [')[0]} |"
        for hook, f in HOOKS.items()
    ]
    lines = [INTRODUCTION, "## All hooks", "", "| hook | shape | says |", "|---|---|---|", *notes, ""]
    lines += ["## In order of asking", ""]
    lines += [
        "Found by listening to games, not written by hand: each line names the hooks by when they are first"
    ]
    lines += ["asked, as a rule. What is kept is not asked again.", ""]
    for stage, title in STAGES.items():
        if order.get(stage):
            names = ", ".join(f"[{hook}]({hook}.md)" for hook in order[stage])
            lines += [f"- **{title}:** {names}"]
    return "\n".join(lines) + "\n"


# ------------------------------------------------------------------ the command
def main(arguments: Sequence[str]) -> int:
    """Write the pages into a folder; what names no hook any more is taken out."""
    folder, *named = arguments
    out = Path(folder).resolve()
    rulesets = [named_ruleset(name) for name in named]
    made = pages(Sources(out.parents[1], out / "examples", orders(rulesets)))
    for stale in {path.name for path in out.glob("*.md")} - made.keys():
        (out / stale).unlink()
    for name, text in made.items():
        (out / name).write_text(text, encoding="utf-8")
    return 0


def named_ruleset(name: str) -> Ruleset:
    """A ruleset by `module:attribute`, or by its id where it is installed."""
    module, colon, attribute = name.partition(":")
    if not colon:
        return find(name)
    ruleset: Ruleset = getattr(import_module(module), attribute)
    return ruleset


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

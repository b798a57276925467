"""What the commands print for people: tables and lines. What they print for programs is JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any


def table(rows: Iterable[Sequence[object]], heads: Sequence[str] = ()) -> str:
    """Rows in columns, two spaces apart."""
    cells = [[str(cell) if cell not in (None, "") else "-" for cell in row] for row in rows]
    cells = ([list(heads)] if heads else []) + cells
    if not cells:
        return "(none)"
    widths = [max(len(row[n]) for row in cells) for n in range(len(cells[0]))]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in cells)
    return "\n".join(line.rstrip() for line in lines)


def position(shown: Mapping[str, Any]) -> str:
    """A position as `show` gives it."""
    decision = shown["decision"]
    head = f"{shown['ruleset']}, {shown['scenario']}: turn {shown['turn']}, {shown['phase']}"
    lines = [head, asked(shown["to_decide"], decision, shown["outcome"])]
    if shown["corrections"]:
        lines.insert(1, playing_with(shown["corrections"]))
    tracks = "  ".join(f"{id} {value}" for id, value in shown["tracks"].items() if id != "turn")
    if tracks:
        lines.append(tracks)
    rows = [
        (
            unit["id"],
            unit["side"],
            place(unit),
            f"{unit['strength']}-{unit['movement']}",
            unit["steps_left"],
            " ".join(unit["markers"]),
        )
        for unit in shown["units"]
    ]
    lines += ["", table(rows, ("unit", "side", "place", "face", "steps", "markers")), "", shown["hash"]]
    return "\n".join(lines)


def playing_with(corrections: Sequence[Mapping[str, Any]]) -> str:
    """How many corrections are in force, and whose."""
    count = f"{len(corrections)} correction{'' if len(corrections) == 1 else 's'}"
    names = dict.fromkeys(row["by"] for row in corrections if row["by"])
    return f"playing with {count} by {', '.join(names) or corrections[0]['file']}"


def place(unit: Mapping[str, Any]) -> str:
    """Where a unit is, in words."""
    if "box" in unit:
        return f"({unit['box']})"
    return f"aboard {unit['aboard']}" if "aboard" in unit else str(unit["hex"])


def asked(side: str | None, decision: Mapping[str, Any] | None, outcome: Mapping[str, Any] | None) -> str:
    """Who is asked what, or how the game ended."""
    if outcome:
        return f"The game is over: {outcome['level']}, {outcome['text']}."
    if decision is None:
        return f"{side} decides."
    rule = f" [{decision['rule']}]" if decision["rule"] else ""
    return f"{side} decides: {decision.get('prompt', decision['kind'])}{rule}"


def event(happened: Mapping[str, Any]) -> str:
    """One event as a line; empty for bookkeeping, and for questions, some of which answer themselves."""
    kind = happened["kind"]
    if kind in ("noted", "asked", "answered", "phase-closing", "controlled", "game-ended"):
        return ""
    if kind == "rolled":
        text = f": {happened['text']}" if "text" in happened else ""
        return f"rolled {' '.join(map(str, happened['dice']))} for {happened['purpose']}{text}"
    if kind == "fought":
        return _fought(happened["combat"])
    if kind == "moved":
        how = "" if happened["how"] == "move" else f" ({happened['how']})"
        return f"{', '.join(happened['units'])} to {happened['to']}{how}"
    return " ".join([kind, *_words(happened)])


def _fought(combat: Mapping[str, Any]) -> str:
    if combat["stage"] not in ("declared", "results"):
        return ""
    by = f" by {', '.join(combat['attackers'])}" if combat["attackers"] else ""
    return f"{combat['kind']} on {', '.join(combat['targets'])}{by}"


def _words(happened: Mapping[str, Any]) -> list[str]:
    words = []
    for key, value in happened.items():
        if key == "kind":
            continue
        words.append(", ".join(map(str, value)) if isinstance(value, list) else str(value))
    return words


def reach(found: Mapping[str, Mapping[str, Any]]) -> str:
    """Where a unit can go."""
    rows = [(hex, way["mp"], " ".join(way["path"])) for hex, way in found.items()]
    return table(rows, ("hex", "mp", "path"))


def why(found: Mapping[str, Any]) -> str:
    """What forbids an action."""
    if found["legal"]:
        return "It may be done."
    return "\n".join(_cited(refusal) for refusal in found["refusals"])


def zoc(found: Mapping[str, Sequence[str]]) -> str:
    """A zone of control."""
    return table([(hex, " ".join(units)) for hex, units in found.items()], ("hex", "controlled by"))


def supply(found: Mapping[str, Mapping[str, Any]]) -> str:
    """Lines of supply, or what cuts them; the state in force goes before what a judgement now would give."""
    rows, line = [], ""
    for unit, told in found.items():
        if told.get("without_a_line"):
            line = "needs no line"
        elif "source" in told:
            line = f"{told['source']['name']}, {told['length']}"
        else:
            line = "; ".join(blocked["reason"] for blocked in told["blocked_by"])
        holds = told.get("holds")
        if holds:
            line = f"{holds['text']}; if judged now: {told['state']}, {line}"
        rows.append((unit, (holds["state"] or "-") if holds else told["state"], line))
    return table(rows, ("unit", "state", "line"))


def odds(found: Mapping[str, Any]) -> str:
    """A combat weighed."""
    lines = [
        table(
            [
                (f["unit"], f["printed"], f["used"], "; ".join(w["text"] for w in f["why"]))
                for f in found["factors"]
            ],
            ("unit", "printed", "used", "why"),
        ),
        f"{found['attack']} against {found['defence']}: {found['column']}",
    ]
    lines += [f"  {s['columns']:+d}  {s['text']} [{s['rule']}]" for s in found["shifts"]]
    lines += [f"  die {m['amount']:+d}  {m['text']} [{m['rule']}]" for m in found["die_modifiers"]]
    results = "   ".join(f"{o['die']}: {o['result']}" for o in found["outcomes"])
    lines.append(f"resolved on {found['final_column']}   {results}")
    for name in ("attacker_steps", "defender_steps", "hex_taken"):
        bounds = found["expected"][name]
        lines.append(f"  {name.replace('_', ' ')}: {bounds['least']} to {bounds['most']}")
    lines += [f"  costs {c['amount']} of {c['track']}, {c['left']} left" for c in found["costs"]]
    lines += [_could_come(prospect) for prospect in found["could_come"]]
    return "\n".join([*lines, f"  {found['expected']['assume']}"])


def _could_come(prospect: Mapping[str, Any]) -> str:
    """What could still be committed, or why it stays away."""
    what = " ".join(str(p) for p in (prospect["what"], prospect["unit"] or prospect["amount"]) if p)
    if "refused" in prospect:
        return f"  not {what} ({prospect['side']}): {_cited(prospect['refused'])}"
    die = f", die {prospect['die']:+d}" if prospect["die"] else ""
    rule = f" [{prospect['rule']}]" if prospect["rule"] else ""
    return f"  {prospect['columns']:+d}{die}  {what} ({prospect['side']}) could come{rule}"


def spelt(value: Any, spelled: Callable[[str], str]) -> Any:
    """Plain data with its rules as people cite them: for text alone, JSON keeps their ids."""
    if isinstance(value, Mapping):
        return {
            key: spelled(part) if key == "rule" and isinstance(part, str) else spelt(part, spelled)
            for key, part in value.items()
        }
    return [spelt(part, spelled) for part in value] if isinstance(value, list | tuple) else value


def _cited(refusal: Mapping[str, str]) -> str:
    return refusal["reason"] + (f" [{refusal['rule']}]" if refusal["rule"] else "")


def victory(found: Mapping[str, Any]) -> str:
    """Points and level as they stand."""
    rows = [(item["side"], item["points"], item["text"], item["rule"]) for item in found["items"]]
    totals = ", ".join(f"{side} {points}" for side, points in found["points"].items())
    level = f"{found['level']}: {found['text']}" if found["level"] else "no level as yet"
    return "\n".join([table(rows, ("side", "points", "for", "rule")), totals, level])


def plain(value: object) -> str:
    """Anything else: JSON, indented."""
    return json.dumps(value, indent=2, ensure_ascii=False)

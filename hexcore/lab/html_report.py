"""A page of the laboratory as one HTML file that needs nothing beside it, and its tables as CSV.

The same page gives the same bytes on any machine: no date, no path and no font of the machine is written.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from html import escape
from importlib.resources import files

from hexcore.lab.pages import Block, Cell, Page, Plot, Table, Words, cell_text
from hexcore.lab.svg_plots import DARK, LIGHT, svg


def html(pages: Sequence[Page], title: str = "") -> str:
    """Pages one after the other in one file, contents first where there is more than one heading."""
    title = title or pages[0].title
    names = _Names()
    bodies = [_page(page, names, one=len(pages) == 1) for page in pages]
    style = f"{_inks(LIGHT)}@media(prefers-color-scheme:dark){{{_inks(DARK)}}}{_style()}"
    parts = [
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{style}</style></head><body>",
        f"<header><h1>{escape(title)}</h1></header>",
        _contents(names),
        *bodies,
        "</body></html>\n",
    ]
    return "\n".join(filter(None, parts))


def tables_csv(page: Page) -> dict[str, str]:
    """The tables of a page as CSV by file name; fractions and measured values as they are, not rounded."""
    written: dict[str, str] = {}
    taken: Counter[str] = Counter()
    for table in page.tables():
        taken[table.name] += 1
        again = f"-{taken[table.name]}" if taken[table.name] > 1 else ""
        text = io.StringIO()
        rows = csv.writer(text, lineterminator="\n")
        rows.writerow(table.head)
        rows.writerows([_plain(cell) for cell in row] for row in table.rows)
        written[f"{table.name}{again}.csv"] = text.getvalue()
    return written


def _plain(cell: Cell) -> str:
    if cell is None:
        return ""
    return repr(cell) if isinstance(cell, float) else str(cell)


# ------------------------------------------------------------------ the parts of a page
class _Names:
    """The headings so far, each with a name to be led to."""

    def __init__(self) -> None:
        self.headings: list[tuple[int, str, str]] = []

    def add(self, level: int, title: str) -> str:
        name = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "part"
        known = {taken for _, taken, _ in self.headings}
        name = next(n for n in (name, *(f"{name}-{k}" for k in range(2, 999))) if n not in known)
        self.headings.append((level, name, title))
        return name


def _contents(names: _Names) -> str:
    if len(names.headings) < 3:
        return ""
    lines = (f'<li class="l{level}"><a href="#{n}">{escape(t)}</a></li>' for level, n, t in names.headings)
    return f"<nav><ol>{''.join(lines)}</ol></nav>"


def _page(page: Page, names: _Names, one: bool) -> str:
    parts = ["<main>"]
    if not one:
        parts.append(f'<h2 id="{names.add(2, page.title)}">{escape(page.title)}</h2>')
    parts += [part for block in page.blocks for part in _block(block, names)]
    parts += _positions(page)
    if page.made:
        rows = "".join(f"<dt>{escape(word)}</dt><dd>{escape(what)}</dd>" for word, what in page.made)
        parts.append(f'<section class="made"><h3>How it was made</h3><dl>{rows}</dl></section>')
    return "\n".join((*parts, "</main>"))


def _positions(page: Page) -> Iterator[str]:
    """Each position with what it is, how it is opened, and its text."""
    for name, one in sorted(page.positions.items()):
        yield f"<details><summary>Position {escape(name)}</summary>"
        if one.about:
            yield f"<p>{escape(one.about)}</p>"
        yield f"<p>To open it, keep the text as <code>{escape(name)}</code> and begin a game from it:</p>"
        yield f"<pre>{escape(one.command(name))}</pre>"
        yield f"<pre>{escape(one.text)}</pre></details>"


def _block(block: Block, names: _Names) -> Iterator[str]:
    heading = f'<h3 id="{names.add(3, block.title)}">{escape(block.title)}</h3>' if block.title else ""
    yield f"<section>{heading}"
    if isinstance(block, Words):
        yield from (f"<p>{escape(line)}</p>" for line in block.lines)
    elif isinstance(block, Table):
        yield _table(block)
    else:
        yield from _plot(block)
    yield "</section>"


def _plot(plot: Plot) -> Iterator[str]:
    yield svg(plot)
    if plot.note:
        yield f'<p class="note">{escape(plot.note)}</p>'
    if plot.drawn_from:
        return
    bare = Table(plot.name, "", plot.table().head, plot.table().rows)
    yield f"<details><summary>The figures</summary>{_table(bare)}</details>"


def _table(table: Table) -> str:
    head = "".join(f"<th>{escape(word)}</th>" for word in table.head)
    numbers = [any(_number(row[n]) for row in table.rows) for n in range(len(table.head))]
    rows = "\n".join(f"<tr>{''.join(map(_cell, row, numbers))}</tr>" for row in table.rows)
    note = f'<p class="note">{escape(table.note)}</p>' if table.note else ""
    scroll = f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>\n{rows}</tbody></table></div>'
    return scroll + note


def _number(cell: Cell) -> bool:
    return isinstance(cell, int | float | Fraction)


def _cell(cell: Cell, among_numbers: bool) -> str:
    """Exact fractions with what they are about in the hover text; a gap stands as its column does."""
    if isinstance(cell, Fraction) and cell.denominator > 1:
        return f'<td class="n" title="{float(cell):.4f}">{cell}</td>'
    kind = ' class="n"' if _number(cell) or (cell is None and among_numbers) else ""
    return f"<td{kind}>{escape(cell_text(cell))}</td>"


# ------------------------------------------------------------------ how it looks
def _inks(colours: Sequence[str]) -> str:
    """The colours of series as classes."""
    lines = (
        f".s{n}.line,.s{n}.ring{{stroke:{c}}}.s{n}.fill{{fill:{c}}}" for n, c in enumerate(colours)
    )
    return "".join(lines)


def _style() -> str:
    return (files("hexcore.lab") / "report.css").read_text(encoding="utf-8")

"""Pages of the laboratory as text, JSON, CSV and HTML, and plots as SVG."""

from __future__ import annotations

import csv
import io
import xml.etree.ElementTree as ET
from argparse import Namespace
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path

import pytest

from hexcore.cli import Wrong
from hexcore.lab.html_report import html, tables_csv
from hexcore.lab.pages import Page, Plot, PositionFile, Series, Table, Words, cell_text, page_json, page_text
from hexcore.lab.plot_hatching import COLOURS, hatching
from hexcore.lab.plot_shapes import Area, Hatch, Label, Mark, Stroke, picture, ticks
from hexcore.lab.report import answer
from hexcore.lab.svg_plots import svg

LINES = Plot(
    "chance",
    "Chance & change <of> a hex",
    "lines",
    "odds",
    "chance",
    ("1-1", "2-1", "3-1"),
    (Series("one", (0.1, None, 0.5), (0.0, None, 0.4), (0.2, None, 0.6)), Series("other", (0.2, 0.3, 0.4))),
)
TORNADO = Plot(
    "matters", "What matters", "tornado", "change", "points", ("a" * 60, "b"), (Series("up", (2.0, -1.0)),)
)
PAGE = Page(
    "A trial",
    (
        Words(("Told <plainly>.",), "What this is"),
        LINES,
        Table("cells", "Cells", ("odds", "chance"), (("1-1", Fraction(1, 6)), ("2-1", None)), "a note"),
    ),
    (("seed", "7"),),
    {"first.toml": PositionFile('ruleset = "x"', "The <first>.", "x", "1.1", {"crt": "variant"})},
)


class Balance(HTMLParser):
    """Whether every element that is opened is closed, in order."""

    VOID = frozenset(("meta", "br", "polyline", "polygon", "circle", "path"))

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.led: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.ids += [given["id"] or ""] if "id" in given else []
        self.led += [(given["href"] or "").removeprefix("#")] if tag == "a" else []
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        return

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_a_report_is_one_file_that_asks_for_nothing_else() -> None:
    text = html([PAGE, replace(PAGE, title="Another")], "Two")
    seen = Balance(text)
    assert not seen.open
    assert sorted(seen.led) == sorted(seen.ids) and len(set(seen.ids)) == len(seen.ids) == 8
    assert not any(word in text for word in ("<script", "src=", "@import", "url(", 'href="http'))
    assert "Told &lt;plainly&gt;." in text and '<td class="n" title="0.1667">1/6</td>' in text


def test_a_report_says_how_a_position_of_it_is_opened() -> None:
    text = html([PAGE])
    command = "hexcore new x 1.1 -o first.hexgame --position first.toml --option crt=variant"
    assert f"<pre>{command}</pre>" in text and "The &lt;first&gt;." in text
    assert "ruleset = &quot;x&quot;" in text and not Balance(text).open


def test_the_same_page_gives_the_same_bytes() -> None:
    again = Page(**{name: getattr(PAGE, name) for name in ("title", "blocks", "made", "positions")})
    assert html([PAGE]) == html([again])
    assert html([PAGE]) != html([replace(PAGE, made=(("seed", "8"),))])


def test_tables_and_the_figures_behind_plots_as_csv() -> None:
    written = tables_csv(replace(PAGE, blocks=(*PAGE.blocks, PAGE.blocks[2])))
    assert sorted(written) == ["cells-2.csv", "cells.csv", "chance.csv"]
    rows = list(csv.reader(io.StringIO(written["chance.csv"])))
    assert rows[0] == ["odds", "one", "one, low", "one, high", "other"]
    assert rows[2] == ["2-1", "", "", "", "0.3"]
    assert "1-1,1/6" in written["cells.csv"]


def test_a_page_on_the_terminal_and_as_json() -> None:
    text, value = page_text(PAGE), page_json(PAGE)
    assert "1-1   1/6" in text and "2-1   –" in text and "seed: 7" in text
    assert [t["name"] for t in value["tables"]] == ["chance", "cells"]  # type: ignore[attr-defined]
    assert (cell_text(0.25), cell_text(2.0), cell_text(Fraction(3, 36))) == ("0.25", "2", "1/12")


# ------------------------------------------------------------------ plots
def test_a_picture_is_well_formed_and_tells_every_value() -> None:
    root = ET.fromstring(svg(LINES))
    told = [one.text for one in root.iter("title")]
    assert "1-1, one: 0.1 (0 to 0.2)" in told and "2-1, other: 0.3" in told
    assert not any(t and t.startswith("2-1, one") for t in told)
    assert root.get("aria-label") == LINES.title


def test_a_line_breaks_where_there_is_no_value() -> None:
    shapes = picture(LINES).shapes
    strokes = [s for s in shapes if isinstance(s, Stroke) and s.ink == 0 and len(s.points) != 2]
    assert [len(s.points) for s in strokes] == [1, 1]
    assert len([s for s in shapes if isinstance(s, Stroke) and s.ink == 1 and len(s.points) == 3]) == 1


def test_values_stand_where_the_axis_says() -> None:
    shapes = picture(LINES).shapes
    marks = {m.told: m.at for m in shapes if isinstance(m, Mark) and ":" in m.told}
    labels = {s.text: s.at for s in shapes if isinstance(s, Label)}
    assert marks["3-1, other: 0.4"][0] == pytest.approx(labels["3-1"][0])
    assert marks["3-1, other: 0.4"][1] == pytest.approx(labels["0.4"][1] - 4)
    assert marks["1-1, other: 0.2"][1] > marks["3-1, other: 0.4"][1]


@pytest.mark.parametrize(
    "low, high, first, last", [(0, 1, 0, 1), (-3, 7, -4, 8), (0.2, 0.2, 0.2, 0.25), (12, 9000, 0, 10000)]
)
def test_an_axis_has_round_values_from_end_to_end(low: float, high: float, first: float, last: float) -> None:
    made = ticks(low, high)
    assert made[0] <= low and made[-1] >= high and 2 <= len(made) <= 9
    assert (made[0], made[-1]) == (pytest.approx(first), pytest.approx(last))


def test_bars_of_a_tornado_go_both_ways_from_nought() -> None:
    shapes = picture(TORNADO).shapes
    bars = [s for s in shapes if isinstance(s, Area) and s.told]
    nought = next(s for s in shapes if isinstance(s, Label) and s.text == "0").at[0]
    assert min(x for x, _ in bars[0].points) == pytest.approx(nought)
    assert max(x for x, _ in bars[1].points) == pytest.approx(nought)
    assert any(isinstance(s, Label) and s.text.endswith("…") for s in shapes)


def test_everything_lies_on_the_sheet() -> None:
    long = replace(LINES, kind="stacked", places=("x" * 50,) * 3)
    for plot in (LINES, TORNADO, replace(LINES, kind="bars"), long):
        made = picture(plot, 400)
        for shape in made.shapes:
            points = [shape.at] if isinstance(shape, Label | Mark) else _points(shape)
            assert all(0 <= x <= 400 and 0 <= y <= made.height for x, y in points), (plot.kind, shape)


def _points(shape: Area | Stroke | Hatch) -> list[tuple[float, float]]:
    return [p for line in shape.lines for p in line] if isinstance(shape, Hatch) else list(shape.points)


MANY = Plot(
    "many", "Many", "stacked", "odds", "chance", ("1-1", "2-1"),
    tuple(Series(f"result {n}", (1 / 32, 1 / 16)) for n in range(32)),
)  # fmt: skip
BOX = ((10.0, 20.0), (60.0, 20.0), (60.0, 50.0), (10.0, 50.0))


def _turns(series: int) -> set[float]:
    """The directions of a series' stripes."""
    lines = hatching(BOX, series)
    return {round((b[1] - a[1]) / (b[0] - a[0]), 3) if b[0] != a[0] else 9.0 for a, b in lines}


def test_series_beyond_the_colours_are_told_apart_by_their_hatching() -> None:
    assert hatching(BOX, COLOURS - 1) == ()
    looks = {(n % COLOURS, frozenset(_turns(n))) for n in range(6 * COLOURS)}
    assert len(looks) == 6 * COLOURS
    for n in range(COLOURS, 6 * COLOURS):
        assert all(9.9 < x < 60.1 and 19.9 < y < 50.1 for line in hatching(BOX, n) for x, y in line)
        small = ((0.0, 0.0), (40.0, 0.0), (40.0, 4.0), (0.0, 4.0))
        assert len(hatching(small, n)) >= 2, "a small area shows it too"


def test_no_two_series_of_a_plot_look_alike() -> None:
    for kind in ("stacked", "bars"):
        shapes = picture(replace(MANY, kind=kind)).shapes
        areas = [(s, t) for s, t in zip(shapes, (*shapes[1:], None), strict=True) if isinstance(s, Area)]
        legend = [(a.ink % COLOURS, isinstance(t, Hatch)) for a, t in areas if a.told.startswith("result")]  # type: ignore[operator]
        assert [hatched for _, hatched in legend] == [n >= COLOURS for n in range(32)]
    strokes = [s for s in picture(replace(MANY, kind="lines")).shapes if isinstance(s, Stroke)]
    marks = {m.ink: m.form for m in picture(replace(MANY, kind="lines")).shapes if isinstance(m, Mark)}
    looks = {(s.ink % COLOURS, s.dash, marks[s.ink]) for s in strokes if isinstance(s.ink, int)}
    assert len(looks) == 32


def test_what_the_mouse_rests_on_is_the_area_and_not_its_stripes() -> None:
    root = ET.fromstring(svg(MANY))
    told = [one.text for one in root.iter("title")]
    assert "2-1, result 31: 0.062" in told
    stripes = [one for one in root.iter("path") if one.get("class") == "paper line"]
    assert len(stripes) > 32 and ".paper.line{stroke:var(--paper);pointer-events:none}" in html([PAGE])


def test_a_plot_of_a_table_does_not_tell_its_figures_again() -> None:
    drawn = replace(LINES, drawn_from="cells")
    page = replace(PAGE, blocks=(drawn, PAGE.blocks[2]))
    assert sorted(tables_csv(page)) == ["cells.csv"] and "2-1, other" not in page_text(page)
    assert "2-1, other: 0.3" in html([page]) and "The figures" not in html([page])
    assert "The figures" in html([PAGE])


def test_an_empty_plot_is_a_picture_too() -> None:
    for kind in ("lines", "bars", "stacked", "tornado"):
        ET.fromstring(svg(replace(LINES, kind=kind, places=(), series=())))


# ------------------------------------------------------------------ files
def test_a_command_writes_what_is_asked_and_prints(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = Namespace(json=False, html=str(tmp_path / "new" / "x.html"), csv=str(tmp_path / "tables"))
    answer(given, PAGE)
    assert (tmp_path / "new" / "x.html").read_text() == html([PAGE])
    assert sorted(p.name for p in (tmp_path / "tables").iterdir()) == ["cells.csv", "chance.csv"]
    assert "A trial" in capsys.readouterr().out


def test_a_file_that_cannot_be_written_is_told_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("here first")
    with pytest.raises(Wrong, match=r"file/x\.html: cannot be written"):
        answer(Namespace(json=False, html=str(tmp_path / "file" / "x.html"), csv=None), PAGE)
    assert capsys.readouterr().out == "" and (tmp_path / "file").read_text() == "here first"

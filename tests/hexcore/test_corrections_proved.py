"""What corrections do to a game is proved: what cannot be played is refused, what is doubtful is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import crossing
import hill
import pytest

from hexcore.corrected import checked, corrected
from hexcore.corrected_proof import doubts
from hexcore.corrections import Correction, CorrectionFault, Corrections, read_corrections
from hexcore.game import Game, opening
from hexcore.ruleset import Ruleset, find, replace
from hexcore.tables import DataError

pytestmark = pytest.mark.usefixtures("small_rulesets")

HEAD = "table,key,field,value,by,why\n"
COBRA = find("cobra-1977")
Rows = tuple[tuple[str, str, str, str], ...]


def of(*rows: tuple[str, str, str, str]) -> Corrections:
    """Corrections as they stand in c.csv, the first in line 2."""
    return Corrections("c.csv", tuple(Correction(*row, by="Ann", line=n) for n, row in enumerate(rows, 2)))


def doubted(ruleset: Ruleset, *rows: tuple[str, str, str, str]) -> list[str]:
    return [str(doubt) for doubt in doubts(ruleset, checked(ruleset, of(*rows)))]


# ------------------------------------------------------------------ refused
REFUSED: list[tuple[Ruleset, Rows, str]] = [
    (
        COBRA,
        (("setups", "cobra_original g_pz_2SS", "hex", "A0101"),),
        "2: value: scenario breakout: g_pz_2SS would stand in the sea at A0101",
    ),
    (
        COBRA,
        (("units", "g_tig_102SS", "ma", "11"), ("hexes", "A0804", "terrain", "sea")),
        "3: value: scenario breakout: g_pz_2SS, g_pg_3sspg_2SS, g_pg_4sspg_2SS would stand in the sea",
    ),
    (
        COBRA,
        (("setups", "cobra_original g_tig_102SS", "hex", "A2805"),),
        "2: value: scenario breakout: units of both sides would stand in A2805: b_inf_49, g_tig_102SS",
    ),
    (
        COBRA,
        (("hexes", "A4929", "terrain", "hills"), ("setups", "cobra_original g_pz_2SS", "hex", "A3307")),
        "3: value: scenario breakout: g_pz_2SS, g_pz_10SS, g_pg_21sspg_10SS, g_pg_22sspg_10SS in A3307: more",
    ),
    (
        hill.RULESET,
        (("set-ups", "battle 1-guards", "place", "0101"), ("set-ups", "battle 2-guards", "place", "0101")),
        "3: value: scenario battle: 1-guards, 2-guards in 0101: only one unit may stand in a hex [6.2]",
    ),
    (
        crossing.RULESET,
        (("groups", "truck-park 0004", "row", "none"), ("groups", "truck-park 0104", "row", "none")),
        "3: value: no hex is left of the group truck-park, which rules may ask for",
    ),
    (
        find("breakout-pursuit"),
        (("scenarios", "1.1", "first_turn", "99"),),
        "2: value: scenario 1.1: it would begin on turn 99 and end on turn ",
    ),
    (COBRA, (("units", "g_pz_Lehr", "ma", "-4"),), "2: value: ma is never below nothing here, as '-4' is"),
    (
        COBRA,
        (("units", "g_pz_Lehr", "strength_per_step", "8|-4"),),
        "2: value: strength_per_step is never below nothing here",
    ),
    (
        COBRA,
        (("terrain_effects_1977", "hills", "mech", "-6"),),
        "2: value: mech is never below nothing here",
    ),
    (
        COBRA,
        (("reinforcements", "cobra_original 17 g_pz_116", "entry", "Utha"),),
        "2: value: unknown entry 'Utha'; the nearest is 'Utah'",
    ),
    (COBRA, (("hexes", "A2116", "terrain", "clear,hills"),), "2: value: unknown terrain 'clear,hills'"),
    (COBRA, (("units", "g_tig_102SS", "flags", "tiger,KG"),), "2: value: unknown flags 'tiger,KG'"),
    (COBRA, (("units", "g_tig_102SS", "flags", "tigr"),), "2: value: unknown flags 'tigr'; the nearest is"),
    (
        COBRA,
        (("setups", "cobra_original g_pz_Leer", "row", "new"),),
        "2: key: unknown unit_id 'g_pz_Leer'; the nearest is 'g_pz_Lehr'",
    ),
    (
        hill.RULESET,
        (("set-ups", "battle 1-gards", "row", "new"),),
        "2: key: unknown unit '1-gards'; the nearest is '1-guards'",
    ),
    (
        hill.RULESET,
        (("set-ups", "batle 1-guards", "row", "new"),),
        "2: key: unknown scenario 'batle'; the nearest is 'battle'",
    ),
    (
        hill.RULESET,
        (("hexes", "0101", "terrain", "hill\nhill"),),
        "2: value: the character U+000A cannot be printed",
    ),
    (
        hill.RULESET,
        (("counters", "1-guards", "formation", "x" * 500),),
        "2: value: longer than 400 letters",
    ),
]


@pytest.mark.parametrize("ruleset, rows, reason", REFUSED, ids=[reason[:60] for *_, reason in REFUSED])
def test_what_cannot_be_played_is_refused(ruleset: Ruleset, rows: Rows, reason: str) -> None:
    with pytest.raises(CorrectionFault) as refused:
        corrected(ruleset, of(*rows))
    assert str(refused.value).startswith(f"c.csv:{reason}")


@pytest.mark.parametrize("column", ["by", "why"])
def test_nobody_signs_with_a_control_character(column: str) -> None:
    """What is shown on a terminal and in a title must be plain letters."""
    row = Correction("hexes", "0302", "terrain", "clear", line=2)
    signed = replace_text(row, column, "Ann\x1b[31m")
    with pytest.raises(CorrectionFault, match=rf"c\.csv:2: {column}: the character U\+001B"):
        corrected(hill.RULESET, Corrections("c.csv", (signed,)))


def replace_text(row: Correction, column: str, text: str) -> Correction:
    form = {name: getattr(row, name) for name in Correction.__dataclass_fields__}
    return Correction(**{**form, column: text})


def test_two_units_may_change_places(tmp_path: Path) -> None:
    """Only the whole file counts: after the first line alone both would stand in one hex."""
    places = hill.RULESET.scenario("battle").set_up(hill.RULESET.map)
    one, other = (hill.RULESET.map.numbers[int(str(places[id][0]))] for id in ("1-guards", "2-guards"))
    changed = corrected(
        hill.RULESET,
        of(("set-ups", "battle 1-guards", "place", other), ("set-ups", "battle 2-guards", "place", one)),
    )
    units = Game.start(changed.board("battle")).state.units
    assert [changed.map.numbers[units[id].hex] for id in ("1-guards", "2-guards")] == [other, one]


def test_what_is_odd_as_shipped_is_nobodys_correction() -> None:
    """A set-up that overstacks as shipped does not make a correction of something else wrong."""
    crowded = {**hill.set_up(hill.RULESET.map)}
    crowded["2-guards"] = crowded["1-guards"]
    scenarios = [replace(s, set_up=lambda _map: crowded) for s in hill.RULESET.load_scenarios()]
    odd = replace(hill.RULESET, id="odd", load_scenarios=lambda: scenarios)
    changed = corrected(odd, of(("counters", "7-line", "strength", "3|1")))
    assert changed.counters["7-line"].steps[0].strength == 3


def test_the_order_of_words_is_no_correction() -> None:
    words = " ".join(sorted(COBRA.map.terrain[COBRA.map.hex("A0608")], reverse=True))
    assert corrected(COBRA, of(("hexes", "A0608", "terrain", f"{words} {words}"))) is COBRA


# ------------------------------------------------------------------ what a plugin had in its code
@pytest.mark.parametrize(
    "unit, number, reduced",
    [("g_tig_102SS", "A3309", 0), ("b_ab_6AL", "A3904", 1), ("g_fj_15_5FJ", "A0609", 0)],
)
def test_the_errata_hexes_of_cobra_are_corrected(unit: str, number: str, reduced: int) -> None:
    changed = corrected(COBRA, of(("setups", f"cobra_original {unit}", "hex", number)))
    state = opening(changed.board("breakout"))
    assert (state.board.map.numbers[state.units[unit].hex], state.units[unit].losses) == (number, reduced)


def test_dates_under_the_turns_are_corrected() -> None:
    changed = corrected(COBRA, of(("turn_record", "16", "dates_1944", "20 Jul-22 Jul")))
    days = [ruleset.presentation["tracks"]["turn"]["words"] for ruleset in (COBRA, changed)]
    assert (days[0]["1"], days[0]["2"], days[1]["2"], days[1]["13"]) == (
        "16 Jul",
        "19 Jul",
        "20 Jul",
        "21 Aug",
    )
    assert find("cobra").presentation["tracks"]["turn"]["words"]["1"] == "6 Jun"


def test_a_corrected_set_up_leaves_corrections_of_the_files_behind_it_in_force() -> None:
    """A set-up in code that is made of files: one unit placed by the first, another by the second."""
    ruleset = find("breakout-pursuit")
    changed = corrected(
        ruleset, of(("setups", "JUL-A001", "hist_hex", "0543"), ("set-ups", "1.1 JUL-A002", "place", "0543"))
    )
    units = opening(changed.board("1.1")).units
    assert [changed.map.numbers[units[id].hex] for id in ("JUL-A001", "JUL-A002")] == ["0543", "0543"]


# ------------------------------------------------------------------ doubtful
def test_the_line_that_breaks_a_river_is_named() -> None:
    found = doubted(
        COBRA,
        ("hexes", "A2601", "features", "none"),
        ("hexsides", "A0201 A0302", "feature", "none"),
    )
    assert found == [
        "c.csv:3: doubtful: Ay reaches neither sea nor edge nor another river; it ends at A0602-A0703",
        "c.csv:3: doubtful: the water of Ay at A0301-A0302 reaches no sea or edge",
    ]


def test_a_sea_in_the_middle_of_the_land_is_told() -> None:
    found = "\n".join(doubted(COBRA, ("hexes", "A2116", "terrain", "sea")))
    for text in (
        "Vire lies in the sea",
        "primary road A2115-A2116 runs into the sea",
        "is closed in by land",
    ):
        assert text in found


def test_a_gap_in_an_edge_is_told() -> None:
    edge = COBRA.map.groups["west-exit"]
    number = COBRA.map.numbers[edge[len(edge) // 2]]
    found = doubted(COBRA, ("groups", f"west-exit {number}", "row", "none"))
    assert found == [f"c.csv:2: doubtful: west-exit leaves out {number}"]


def test_a_number_far_beyond_the_others_is_told() -> None:
    assert doubted(COBRA, ("turn_record", "15", "us_sp_gain", "99")) == [
        "c.csv:2: doubtful: us_sp_gain goes up to 5 elsewhere, not to 99"
    ]
    assert doubted(COBRA, ("turn_record", "15", "us_sp_gain", "9")) == []


def test_a_counter_taken_away_and_still_named_is_told() -> None:
    (found,) = doubted(COBRA, ("units", "g_pz_2", "row", "none"))
    assert found == "c.csv:2: doubtful: g_pz_2 is taken away, and still named in reinforcements, setups"


def test_sound_corrections_raise_no_doubt() -> None:
    rows = (
        ("hexes", "B3621", "features", "none"),
        ("units", "g_pz_Lehr", "strength_per_step", "7|4"),
        ("places", "A2116 Vire", "name", "Vire-Normandie"),
    )
    assert doubted(COBRA, *rows) == []


# ------------------------------------------------------------------ on the command line
@pytest.fixture
def far(tmp_path: Path) -> Path:
    path = tmp_path / "c.csv"
    path.write_text(HEAD + "counters,1-guards,strength,40|2,Ann,my copy\n")
    return path


def test_check_tells_doubts_and_new_begins_with_them(
    tmp_path: Path, far: Path, run: Callable[..., tuple[int, str, str]], answer: Callable[..., Any]
) -> None:
    text = "c.csv:2: doubtful: strength goes up to 4 elsewhere, not to 40|2"
    assert run("corrections", "check", "hill", far) == (
        0,
        f"{far}:2: doubtful: strength goes up to 4 elsewhere, "
        f"not to 40|2\n{far}: 1 correction of hill, 1 doubt\n",
        "",
    )
    (doubt,) = answer("corrections", "check", "hill", far)["doubts"]
    assert (doubt["line"], doubt["doubt"]) == (2, "strength goes up to 4 elsewhere, not to 40|2")
    status, _, err = run("new", "hill", "battle", "-o", tmp_path / "g.hexgame", "--corrections", far)
    assert (status, err) == (0, f"hexcore: {text}\n")
    assert (tmp_path / "g.hexgame").exists()


def test_a_file_without_an_end_is_refused(tmp_path: Path) -> None:
    (tmp_path / "c.csv").symlink_to("/dev/zero")
    with pytest.raises(DataError, match="larger than"):
        read_corrections(tmp_path / "c.csv")

"""The mark of size on a counter, for every ruleset at hand: what the counter says is what is drawn."""

from __future__ import annotations

import pytest

from hexcore.ruleset import find
from hexcore_gui.counter_face import face_of
from hexcore_gui.counter_painter import CounterPainter
from hexcore_gui.presentation import Presentation
from hexcore_gui.stage import SIZES
from hexcore_gui.theme import Theme

pytestmark = pytest.mark.usefixtures("qapp")


def test_a_battlegroup_is_marked_on_the_counter_and_named_so() -> None:
    ruleset = find("breakout-pursuit")
    looks = Presentation.from_mapping(ruleset.load_presentation())
    counters = ruleset.load_counters()
    parent, group = counters["JUL-A006"], counters["JUL-A006-BG"]
    face = face_of(looks, group)
    assert (face.size, face.figures) == ("BG", "3-8") and face_of(looks, parent).size == "XX"
    painter = CounterPainter(Theme.light())
    assert painter.pixmap(face, 60).toImage() != painter.pixmap(face_of(looks, parent), 60).toImage()
    assert SIZES[group.size] == "Battlegroup"

"""The strip of tracks: turns with what arrives, phases of each player turn, words, pools of points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from PyQt6.QtCore import QEvent, QPointF, QRectF, Qt, pyqtSignal
from PyQt6.QtGui import QColor, QFontMetricsF, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PyQt6.QtWidgets import QToolTip, QWidget

from hexcore.rules import Due
from hexcore.ruleset import Track
from hexcore.state import GameState
from hexcore_gui.coming import by_turn, told
from hexcore_gui.icons import paint_icon
from hexcore_gui.presentation import titled
from hexcore_gui.stage import Stage
from hexcore_gui.theme import colour, font
from hexcore_gui.track_words import effect_text, value_text

HIGH, CELL = 43, 37
MOST_PIPS = 10


def _cell_width(cell: PhaseCell) -> float:
    """The width of a phase with the gap after it."""
    return _wide(cell.shown, 11.5) + 18


@lru_cache(maxsize=1024)
def _wide(text: str, px: float) -> float:
    """The width of a bold text: the same few are measured at every painting."""
    return QFontMetricsF(font("ui", px, 600)).horizontalAdvance(text)


def _shown_of(state: GameState) -> tuple[object, ...]:
    """What the strip shows of a state: it is painted anew when this changes."""
    return state.turn, state.phase, state.tracks


@dataclass(frozen=True)
class PhaseCell:
    """One phase in the strip."""

    index: int
    title: str
    shown: str
    side: str


class TrackStrip(QWidget):
    """All tracks of a game in one line; whole names on hover; `rule` is that of a phase clicked."""

    rule = pyqtSignal(str)

    def __init__(self, stage: Stage) -> None:
        super().__init__()
        self.stage = stage
        self.state: GameState | None = None
        self.scale = stage.theme.ui_scale
        self._due: dict[int, list[Due]] = {}
        self._tips: list[tuple[QRectF, str]] = []
        self._rules: list[tuple[QRectF, str]] = []
        self.setAccessibleName("Turns, phases and tracks")
        self.setFixedHeight(stage.px(HIGH))

    def show_state(self, state: GameState, due: Sequence[Due] = ()) -> None:
        """Tracks of a state, and who is due when."""
        before, known, self.state = self.state, self._due, state
        self._due = by_turn(due)
        if before is None or _shown_of(before) != _shown_of(state) or known != self._due:
            self.update()

    # ---------------------------------------------------------------- painting
    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter, tokens = QPainter(self), self.stage.theme.tokens
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), colour(tokens.window))
        painter.fillRect(QRectF(0, 0, self.width(), 1), colour(tokens.line))
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), colour(tokens.line))
        if self.state is None:
            return
        self._tips, self._rules = [], []
        pools = self._pools_width(self.state)
        scale = self.scale = self._scale(self.state, pools)
        painter.translate(0, (self.height() - HIGH * scale) / 2)
        painter.scale(scale, scale)
        width = self.width() / scale
        x = self._turns(painter, self.state, 14, self._turns_room(self.state, width - pools))
        x = self._phases(painter, self.state, x + 14, width - pools - 8)
        self._tracks(painter, self.state, x + 12)

    def _scale(self, state: GameState, pools: float) -> float:
        """The window's scale, less where not even three turns and the narrowest phases would have room."""
        needed = 14 + 3 * (CELL + 2) + 14 + self._narrowest(state) + pools + 8
        return min(self.stage.theme.ui_scale, self.width() / needed)

    def _narrowest(self, state: GameState) -> float:
        cells = self._cells(0, state.phase)
        return sum(_cell_width(c) for c in cells) + 8 * sum(a.side != b.side for a, b in pairwise(cells))

    def _turns_room(self, state: GameState, room: float) -> float:
        """How much of the room beside the tracks the turns may take: the phases need theirs."""
        return min(max(200.0, room * 0.44), room - self._narrowest(state) - 14 - 14 - 8)

    def _turns(self, painter: QPainter, state: GameState, x: float, room: float) -> float:
        scenario = self.stage.board.scenario
        turns = list(range(scenario.first_turn, scenario.last_turn + 1))
        most = max(3, int(room // (CELL + 2)))
        first = max(
            0, min(turns.index(state.turn) - most // 2 if state.turn in turns else 0, len(turns) - most)
        )
        words = self.stage.presentation.track_look("turn").words
        for turn in turns[first : first + most]:
            self._turn(painter, x, turn, state, words.get(str(turn), ""), self._due.get(turn, []))
            x += CELL + 2
        return x

    def _turn(
        self, painter: QPainter, x: float, turn: int, state: GameState, date: str, due: list[Due]
    ) -> None:
        now = turn == state.turn
        box = QRectF(x, 6, CELL, 31)
        look = self.stage.side(self._owner(state))
        self._cell(painter, box, colour(look.block) if now else None)
        tokens = self.stage.theme.tokens
        painter.setPen(colour(look.ink if now else tokens.ink))
        painter.setFont(font("place", 12.5, 700))
        top = box.adjusted(0, 3, 0, -13) if date else box
        painter.drawText(top, Qt.AlignmentFlag.AlignCenter, str(turn))
        if date:
            painter.setPen(colour(look.ink if now else tokens.ink3))
            painter.setFont(font("figures", 9.5))
            painter.drawText(box.adjusted(0, 16, 0, -1), Qt.AlignmentFlag.AlignCenter, date)
        self._squares(painter, box, state, due)
        self._tip(box, "\n".join([f"Turn {turn}{', ' + date if date else ''}", *told(self.stage, due)]))

    def _squares(self, painter: QPainter, box: QRectF, state: GameState, due: list[Due]) -> None:
        """A small square for each nation that has something coming; hollow where units should go."""
        seen = {(self.stage.face(state, state.units[d.unit]).body, d.leaves): None for d in due}
        for n, (body, leaves) in enumerate(list(seen)[:5]):
            place = QRectF(box.right() - 6 - 5.5 * n, box.top() + 2, 4.5, 4.5)
            painter.setPen(QPen(colour(body), 1.3) if leaves else QPen(colour("#FFFFFF", 120), 0.5))
            painter.setBrush(Qt.BrushStyle.NoBrush if leaves else colour(body))
            painter.drawRect(place)

    def _owner(self, state: GameState) -> str:
        if state.phase < 0:
            return self.stage.board.sides[0]
        phase = self.stage.board.sequence.phases[state.phase]
        return phase.player_turn or phase.side

    def _cells(self, room: float, now: int) -> list[PhaseCell]:
        """The phases, their titles shortened until all of them fit."""
        phases = self.stage.board.sequence.phases
        for letters in (40, 12, 10, 8, 7, 6, 5, 4):
            cells = [
                PhaseCell(n, p.title, shortened(p.title, 12 if n == now else letters), p.player_turn or "")
                for n, p in enumerate(phases)
            ]
            if sum(_cell_width(c) for c in cells) < room:
                return cells
        return cells

    def _phases(self, painter: QPainter, state: GameState, x: float, end: float) -> float:
        cells = self._cells(end - x - 16, state.phase)
        tokens = self.stage.theme.tokens
        for n, cell in enumerate(cells):
            if n and cells[n - 1].side != cell.side:
                x += 8
            box = QRectF(x, 9, _cell_width(cell) - 2, 24)
            look, now = (
                self.stage.side(cell.side or self.stage.board.sequence.phases[n].side),
                cell.index == state.phase,
            )
            self._cell(painter, box, colour(look.block) if now else None)
            painter.setFont(font("ui", 11.5, 600 if now else 500))
            past = cell.index < state.phase
            painter.setPen(colour(look.ink if now else tokens.ink3 if past else tokens.ink2))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, cell.shown)
            painter.fillRect(QRectF(x - 1, 35, box.width() + 2, 2.5), colour(look.block))
            number = self.stage.board.sequence.phases[n].rule
            self._tip(box, f"{cell.title} ({self.stage.cited(number)})" if number else cell.title)
            self._rules.append((box, number))
            x += box.width() + 2
        return x

    def _cell(self, painter: QPainter, box: QRectF, fill: QColor | None) -> None:
        tokens = self.stage.theme.tokens
        painter.setPen(Qt.PenStyle.NoPen if fill is not None else QPen(colour(tokens.line), 1))
        painter.setBrush(fill if fill is not None else colour(tokens.panel))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2)

    # ---------------------------------------------------------------- tracks
    def _shown(self) -> list[Track]:
        return [t for t in self.stage.board.scenario.tracks if t.id != "turn"]

    def _pools_width(self, state: GameState) -> float:
        return sum(self._track_width(state, track) for track in self._shown()) + 30

    def _track_width(self, state: GameState, track: Track) -> float:
        look = self.stage.presentation.track_look(track.id)
        name = _wide(look.label or titled(track.id), 11)
        if look.form == "words":
            return 34 + max(name, _wide(self._value(state, track), 12.5))
        pips = self._pips(state, track) * 10 if look.form == "pips" else 24
        return max(name, pips) + 14

    def _pips(self, state: GameState, track: Track) -> int:
        value = state.tracks.get(track.id, 0)
        held = value if isinstance(value, int) else 0
        return max(min(track.high, MOST_PIPS) if track.high <= MOST_PIPS else 0, min(held, MOST_PIPS), 4)

    def _value(self, state: GameState, track: Track) -> str:
        return value_text(self.stage, track.id, state.tracks.get(track.id, ""))

    def _tracks(self, painter: QPainter, state: GameState, x: float) -> None:
        tokens = self.stage.theme.tokens
        for track in self._shown():
            look, wide = self.stage.presentation.track_look(track.id), self._track_width(state, track)
            title, value = look.label or titled(track.id), self._value(state, track)
            if look.form == "words":
                icon = look.icons.get(str(state.tracks.get(track.id, "")), "")
                paint_icon(painter, icon or "ring", x + 10, 20, colour(tokens.ink))
                self._words(painter, x + 26, value, title)
            else:
                painter.setPen(colour(tokens.ink2))
                painter.setFont(font("ui", 11, 600))
                painter.drawText(QPointF(x, 18), title)
                self._amount(painter, state, track, x)
            effect = effect_text(self.stage, track.id, state.tracks.get(track.id, ""), self._whose(state))
            self._tip(QRectF(x, 4, wide, 34), f"{title}: {value}" + (f"\n{effect}" if effect else ""))
            x += wide

    def _whose(self, state: GameState) -> str:
        return (self.stage.board.sequence.phases[state.phase].player_turn or "") if state.phase >= 0 else ""

    def _words(self, painter: QPainter, x: float, value: str, title: str) -> None:
        tokens = self.stage.theme.tokens
        painter.setPen(colour(tokens.ink))
        painter.setFont(font("ui", 12.5, 600))
        painter.drawText(QPointF(x, 18), value)
        painter.setPen(colour(tokens.ink3))
        painter.setFont(font("ui", 11))
        painter.drawText(QPointF(x, 33), title)

    def _amount(self, painter: QPainter, state: GameState, track: Track, x: float) -> None:
        look, value = self.stage.presentation.track_look(track.id), state.tracks.get(track.id, 0)
        tokens = self.stage.theme.tokens
        if look.form != "pips" or not isinstance(value, int) or value > MOST_PIPS:
            painter.setPen(colour(tokens.ink))
            painter.setFont(font("place", 13, 700))
            painter.drawText(QPointF(x, 34), str(value))
            return
        painter.setPen(QPen(colour(tokens.ink2), 1))
        for k in range(self._pips(state, track)):
            painter.setBrush(colour(look.color) if k < value else Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(x + k * 10 + 0.5, 24.5, 7, 8))

    # ---------------------------------------------------------------- hover
    def rule_at(self, point: QPointF) -> str:
        """The rule of the phase at a point of this widget."""
        at = self._unscaled(point)
        return next((number for box, number in self._rules if box.contains(at)), "")

    def mousePressEvent(self, event: QMouseEvent | None) -> None:
        number = self.rule_at(event.position()) if event is not None else ""
        if number:
            self.rule.emit(number)

    def _tip(self, box: QRectF, text: str) -> None:
        self._tips.append((box, text))

    def _unscaled(self, point: QPointF) -> QPointF:
        """A point of the widget as it was painted, at scale 1."""
        return (point - QPointF(0, (self.height() - HIGH * self.scale) / 2)) / self.scale

    def event(self, event: QEvent | None) -> bool:
        if isinstance(event, QHelpEvent):
            at = self._unscaled(QPointF(event.pos()))
            text = next((tip for box, tip in self._tips if box.contains(at)), "")
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)


def shortened(title: str, letters: int) -> str:
    """A title in at most so many letters: its first word, cut with a full stop."""
    if len(title) <= letters:
        return title
    word = title.split()[0]
    return word if len(word) <= letters else word[: max(letters - 1, 3)].rstrip("aeiou") + "."

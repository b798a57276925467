"""The window's style sheet, from the theme's tokens."""

from __future__ import annotations

import re
from pathlib import Path

from hexcore_gui.theme import Theme

TICK = (Path(__file__).parent / "marks" / "tick-{}.svg").as_posix()
"""The tick of a check box, in the ink that stands on its colour."""
SHEET = """
QMainWindow, QDialog {{ background: {t.window}; color: {t.ink}; }}
QWidget[ground="window"] {{ background: {t.window}; }}
QWidget[ground="panel"] {{ background: {t.panel}; }}
QWidget[ground="alt"] {{ background: {t.alt}; border: 1px solid {t.line}; border-radius: 4px; }}
QLabel {{ color: {t.ink}; background: transparent; }}
QMenuBar {{ background: {t.window}; color: {t.ink}; padding: 2px 6px; }}
QMenuBar::item {{ padding: 4px 9px; background: transparent; border-radius: 3px; }}
QMenuBar::item:selected {{ background: {t.may_tint}; }}
QMenu {{ background: {t.panel}; color: {t.ink}; border: 1px solid {t.line}; padding: 4px; }}
QMenu::item {{ padding: 5px 26px 5px 14px; border-radius: 3px; }}
QMenu::item:selected {{ background: {t.may}; color: {t.on_may}; }}
QMenu::item:disabled {{ color: {t.ink3}; background: transparent; }}
QMenu::separator {{ height: 1px; background: {t.line}; margin: 4px 6px; }}
QPushButton[look="plain"] {{ background: {t.panel}; color: {t.ink}; border: 1px solid {t.ink3};
    border-radius: 4px; padding: 6px 12px; }}
QPushButton[look="plain"]:hover {{ background: {t.may_tint}; border-color: {t.may}; }}
QPushButton[look="plain"]:disabled {{ color: {t.ink3}; border-color: {t.line}; background: {t.panel}; }}
QPushButton[look="primary"] {{ background: {t.may}; color: {t.on_may}; border: 1px solid {t.may};
    border-radius: 4px; padding: 6px 12px; }}
QPushButton[look="primary"]:hover {{ border-color: {t.ink}; }}
QPushButton[look="primary"]:disabled {{ background: {t.alt}; color: {t.ink3}; border-color: {t.line}; }}
QPushButton[look="quiet"] {{ background: transparent; color: {t.ink}; border: 1px solid transparent;
    border-radius: 3px; padding: 3px 6px; text-align: left; }}
QPushButton[look="quiet"]:hover {{ background: {t.may_tint}; border-color: {t.may}; }}
QPushButton[look="quiet"]:disabled {{ color: {t.ink3}; }}
QPushButton[look="chip"] {{ background: {t.alt}; color: {t.ink}; border: 1px solid {t.line};
    border-radius: 3px; padding: 2px 8px; }}
QPushButton[look="chip"]:hover {{ border-color: {t.may}; }}
QPushButton[look="chip"]:checked {{ background: {t.may}; color: {t.on_may}; border-color: {t.may}; }}
QPushButton[look="tab"] {{ background: transparent; color: {t.ink3}; border: none; padding: 4px 0; }}
QPushButton[look="tab"]:hover {{ color: {t.may}; }}
QPushButton[look="tab"]:checked {{ color: {t.ink}; }}
QPushButton[look="quiet"]:checked {{ background: {t.may_tint}; color: {t.may}; font-weight: 600; }}
QPushButton[look="choice"] {{ background: {t.may_tint}; color: {t.ink}; border: 1px solid {t.may};
    border-radius: 4px; padding: 6px 10px; text-align: left; }}
QPushButton[look="choice"]:hover {{ background: {t.may}; color: {t.on_may}; }}
QPushButton[look="what-if"], QPushButton[look="replay"] {{ border: none; border-radius: 3px;
    padding: 3px 9px; }}
QPushButton[look="what-if"] {{ background: {t.what_if}; color: {t.on_what_if}; }}
QPushButton[look="replay"] {{ background: {t.ink}; color: {t.panel}; }}
QPushButton[look="plain"]:focus, QPushButton[look="primary"]:focus {{ border: 2px solid {t.ink};
    padding: 5px 11px; }}
QPushButton[look="primary"]:focus {{ border-color: {t.lit}; }}
QPushButton[look="quiet"]:focus {{ border-color: {t.ink}; background: {t.may_tint}; }}
QPushButton[look="chip"]:focus {{ border: 2px solid {t.ink}; padding: 1px 7px; }}
QPushButton[look="tab"]:focus {{ color: {t.may}; background: {t.may_tint}; }}
QPushButton[look="choice"]:focus {{ background: {t.may}; color: {t.on_may}; border: 2px solid {t.ink};
    padding: 5px 9px; }}
QPushButton[look="what-if"]:focus, QPushButton[look="replay"]:focus {{ border: 2px solid {t.lit};
    padding: 1px 7px; }}
QCheckBox:focus, QRadioButton:focus {{ background: {t.may_tint}; }}
QListWidget:focus {{ border: 1px solid {t.may}; }}
QLineEdit, QComboBox, QSpinBox {{ background: {t.alt}; color: {t.ink}; border: 1px solid {t.line};
    border-radius: 3px; padding: 4px 8px; selection-background-color: {t.may}; selection-color: {t.on_may}; }}
QLineEdit:focus, QComboBox:focus, QSpinBox:focus, QTextBrowser:focus, QTextEdit:focus {{
    border: 1px solid {t.may}; }}
QComboBox QAbstractItemView {{ background: {t.panel}; color: {t.ink}; selection-background-color: {t.may};
    selection-color: {t.on_may}; }}
QComboBox::drop-down {{ border: none; width: 22px; }}
QCheckBox, QRadioButton {{ color: {t.ink}; spacing: 8px; background: transparent; }}
QCheckBox::indicator, QRadioButton::indicator {{ width: 14px; height: 14px; background: {t.panel};
    border: 1px solid {t.ink3}; }}
QCheckBox::indicator {{ border-radius: 3px; }}
QRadioButton::indicator {{ border-radius: 8px; }}
QCheckBox::indicator:checked {{ background: {t.may}; border-color: {t.may}; image: url({tick}); }}
QRadioButton::indicator:checked {{ width: 6px; height: 6px; background: {t.panel};
    border: 5px solid {t.may}; }}
QListWidget {{ background: {t.panel}; color: {t.ink}; border: 1px solid {t.line}; border-radius: 3px;
    outline: 0; }}
QListWidget::item {{ padding: 6px 8px; }}
QListWidget[look="close"]::item {{ padding: 2px 6px; }}
QListWidget::item:selected {{ background: {t.may}; color: {t.on_may}; }}
QTextBrowser {{ background: {t.panel}; color: {t.ink}; border: none; }}
QScrollArea {{ background: transparent; border: none; }}
QScrollArea:focus {{ border: 1px solid {t.may}; }}
QScrollArea > QWidget > QWidget {{ background: transparent; }}
QScrollBar:vertical {{ background: transparent; width: 10px; margin: 0; }}
QScrollBar::handle:vertical {{ background: {t.line}; border-radius: 4px; min-height: 28px; margin: 1px; }}
QScrollBar::handle:vertical:hover {{ background: {t.ink3}; }}
QScrollBar:horizontal {{ background: transparent; height: 10px; margin: 0; }}
QScrollBar::handle:horizontal {{ background: {t.line}; border-radius: 4px; min-width: 28px; margin: 1px; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QSplitter::handle {{ background: {t.line}; }}
QToolTip {{ background: {t.panel}; color: {t.ink}; border: 1px solid {t.ink3}; padding: 4px 6px; }}
"""


def sheet(theme: Theme) -> str:
    """The style sheet of a theme, its lengths at the theme's scale; hair lines stay hair lines."""
    return re.sub(r"\b(\d+)px", lambda found: _scaled(int(found[1]), theme.ui_scale), SHEET).format(
        t=theme.tokens, tick=TICK.format("dark" if theme.is_dark else "light")
    )


def _scaled(pixels: int, scale: float) -> str:
    return f"{pixels if pixels < 2 else round(pixels * scale)}px"

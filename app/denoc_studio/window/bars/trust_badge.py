"""How far the run can be trusted, in one clause: a button that opens all there is to know about it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from denoc.studies.trust import Trust
from denoc_studio.look.fonts import scaled_font
from denoc_studio.look.icons import make_icon
from denoc_studio.look.plain_text import capitalised
from denoc_studio.look.theme import Theme, Themes
from denoc_studio.window.bars.trust_popover import MARKS, TrustPopover, mark_colour

HEIGHT, AROUND = 26, 38  # pixels: in all, and beside the words, with the icon


class TrustBadge(QPushButton):
    """Hidden while there is nothing to judge. Where there is little room it says the figure alone: see `shorten`."""

    changed = Signal()  # other words, or none

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._popover: TrustPopover | None = None
        self.trust: Trust | None = None
        self._mark: tuple[str, Theme] | None = None  # the icon that it has
        self._short = False
        self._said = "", ""  # its text, and the whole clause
        self.setIconSize(QSize(16, 16))
        self.setFont(scaled_font(12, QFont.Weight.DemiBold))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(HEIGHT)
        self.clicked.connect(self._toggle)
        themes.changed.connect(lambda _: self.show_trust(self.trust))
        self.hide()

    @property
    def popover(self) -> TrustPopover:
        """Made when it is first wanted: before, the badge has no window."""
        if self._popover is None:
            self._popover = TrustPopover(self)
        return self._popover

    @property
    def opened(self) -> bool:
        return self._popover is not None and self._popover.isVisible()

    @property
    def whole_width(self) -> int:
        """Pixels for the whole clause; none while it is hidden."""
        return self._width(words_of(self.trust)) if self.trust is not None else 0

    @property
    def narrowest(self) -> int:
        """Pixels of its shortest words, whatever there is to say now."""
        return self._width("00.00 s")

    def shorten(self, short: bool) -> None:
        """To the figure alone, or back to the whole clause."""
        if short != self._short:
            self._short = short
            self._say()

    def sizeHint(self) -> QSize:
        return QSize(self._width(self.text()), HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def show_trust(self, trust: Trust | None) -> None:
        before, self.trust = self.trust, trust
        if trust is None:
            if self._popover is not None:
                self._popover.dismiss()
            self.hide()
            if before is not None:
                self.changed.emit()
            return
        theme = self._themes.current
        if (trust.level, theme) != self._mark:
            self._mark = (trust.level, theme)
            self.setIcon(make_icon(MARKS[trust.level], theme, mark_colour(trust.level, theme)))
        self._say()
        text, edge, base, bold = {
            "unknown": (theme.muted, theme.line, "transparent", 400),
            "good": (theme.text, theme.edge, "transparent", 600),
            "limited": (theme.warning, theme.warning_edge, theme.warning_base, 600),
            "failed": (theme.error, theme.error, "transparent", 600),
        }[trust.level]
        self._set_style(STYLE.format(text=text, edge=edge, base=base, bold=bold, focus=theme.text))
        self.show()
        if before is None or words_of(before) != words_of(trust):
            self.changed.emit()
        if self.opened:
            self.popover.show_trust(trust, theme)

    def _say(self) -> None:
        if self.trust is None:
            return
        words = words_of(self.trust)
        text = figure_of(self.trust) if self._short else words
        if (text, words) == self._said:
            return  # what is around it would be laid out again
        self._said = text, words
        self.setText(text)
        self.setToolTip(f"{words}\nHow far this run can be trusted: click for the figures")
        self.setAccessibleName(f"Trust in this run: {words}")
        self.updateGeometry()

    def _width(self, words: str) -> int:
        return self.fontMetrics().horizontalAdvance(words) + AROUND

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def _toggle(self) -> None:
        if self.opened:
            self.popover.dismiss()
        elif self.trust is not None:
            self.popover.show_trust(self.trust, self._themes.current)
            self.popover.open()

    def _set_style(self, style: str) -> None:
        """Qt works a style out again even where it is the same."""
        if self.styleSheet() != style:
            self.setStyleSheet(style)


def words_of(trust: Trust) -> str:
    return capitalised(trust.headline)


def figure_of(trust: Trust) -> str:
    """The worst figure without its name: 6.3 s, the end, 3e-15."""
    values = (figure.value for figure in trust.figures if figure.clause and figure.clause == trust.headline)
    return next(values, trust.headline.removeprefix("the run ")).partition(" of ")[0]


STYLE = """
QPushButton {{ color: {text}; background: {base}; border: 1px solid {edge}; border-radius: 3px; }}
QPushButton {{ padding: 0 8px 0 6px; font-weight: {bold}; }}
QPushButton:focus {{ border: 2px solid {focus}; padding: 0 7px 0 5px; }}
"""

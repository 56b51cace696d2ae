"""How far the run can be trusted, in one clause: a button that opens all there is to know about it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from denoc.studies.trust import Trust
from denoc_studio.look.icons import make_icon
from denoc_studio.look.theme import Theme, Themes
from denoc_studio.window.bars.trust_popover import MARKS, TrustPopover, mark_colour

NARROWEST = 44  # pixels: the icon and a little of the clause


class TrustBadge(QPushButton):
    """Hidden while there is nothing to judge."""

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._popover: TrustPopover | None = None
        self.trust: Trust | None = None
        self._mark: tuple[str, Theme] | None = None  # the icon that it has
        self.setIconSize(QSize(16, 16))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(NARROWEST)
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

    def show_trust(self, trust: Trust | None) -> None:
        self.trust = trust
        if trust is None:
            if self._popover is not None:
                self._popover.dismiss()
            self.hide()
            return
        theme, words = self._themes.current, f"{trust.headline[:1].upper()}{trust.headline[1:]}"
        if (trust.level, theme) != self._mark:
            self._mark = (trust.level, theme)
            self.setIcon(make_icon(MARKS[trust.level], theme, mark_colour(trust.level, theme)))
        self.setText(words)
        self.setToolTip("How far this run can be trusted: click for the figures")
        self.setAccessibleName(f"Trust in this run: {words}")
        text, edge, base, bold = {
            "unknown": (theme.muted, theme.line, "transparent", 400),
            "good": (theme.text, theme.edge, "transparent", 600),
            "limited": (theme.warning, theme.warning_edge, theme.warning_base, 600),
            "failed": (theme.error, theme.error, "transparent", 600),
        }[trust.level]
        self._set_style(STYLE.format(text=text, edge=edge, base=base, bold=bold, focus=theme.text))
        self.show()
        if self.opened:
            self.popover.show_trust(trust, theme)

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


STYLE = """
QPushButton {{ color: {text}; background: {base}; border: 1px solid {edge}; border-radius: 3px; }}
QPushButton {{ padding: 2px 8px 2px 6px; font-weight: {bold}; }}
QPushButton:focus {{ border: 2px solid {focus}; padding: 1px 7px 1px 5px; }}
"""

"""Where the plots stand: below the arm, beside it, or alone."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from PySide6.QtCore import QByteArray, QEvent, QObject, QSize, Qt, Signal
from PySide6.QtWidgets import QDockWidget, QMainWindow, QSizePolicy, QWidget

from denoc.files.projects.plot_view import LAYOUTS, Layout
from denoc_studio.window.dock_title import HEIGHT
from denoc_studio.window.layout import VERSION, arrange

WORDS: dict[Layout, str] = {
    "below": "Plots &below the arm",
    "beside": "Plots be&side the arm",
    "only": "&Only the plots",
}
WIDE = 1440  # pixels of a window with room for results
SHARE, NARROW_SHARE, LEAST_SHARE = 0.51, 0.45, 0.43  # of the window's height, for results
BESIDE = 0.45  # of its width
KEPT = 0.1  # the least and, for the arm, the most of a share that is taken from the settings
RIGHT, BOTTOM = Qt.DockWidgetArea.RightDockWidgetArea, Qt.DockWidgetArea.BottomDockWidgetArea


class PlotLayouts(QObject):
    """Each layout is found again as it was left. `arm`, on the `stage`, is away where there are only plots.

    Results keep their share of a window that becomes larger or smaller; Qt would leave them their pixels, and the arm
    none.
    """

    leaving = Signal()  # before the arrangement that there is is kept
    changed = Signal(str)

    def __init__(
        self,
        window: QMainWindow,
        stage: QWidget,
        arm: QWidget,
        others: Sequence[QDockWidget],
        run: QDockWidget,
        results: Sequence[QDockWidget],
    ) -> None:
        """`results` are the docks of the plots and of what stands with them, `others` the remaining ones."""
        super().__init__(window)
        self._window, self._stage, self._arm = window, stage, arm
        self._others, self._run, self._results = others, run, results
        self.current: Layout = "below"
        self._left: dict[Layout, QByteArray] = {}
        self.share = 0.0  # that results have of the window beside or below the arm; 0 before anybody knows
        self._share_of = QSize()  # the window's size to which the panels have settled
        for dock in results:
            dock.installEventFilter(self)

    def follow(self) -> None:
        """The window has another size."""
        if self.share and self._window.size() != self._share_of:
            self._share_out()
        self._share_of = self._window.size()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Somebody has moved the line between arm and results, where the window is as large as before."""
        if event.type() == QEvent.Type.Resize and self._window.size() == self._share_of:
            self._note_share()
        return False

    def choose(self, layout: Layout) -> None:
        if layout == self.current or layout not in LAYOUTS:
            return
        self.leaving.emit()
        self._left[self.current] = self._window.saveState(VERSION)
        before, self.current = self.current, layout
        self.show_arm()
        kept = self._left.get(layout)
        if kept is None or not arrange(self._window, kept):
            if before == "only":
                self._restore_others()
            self._arrange()
        self.changed.emit(layout)

    def forget(self) -> None:
        """Back to where the window begins."""
        self._left.clear()
        self.current = "below"
        self.show_arm()
        self.changed.emit(self.current)

    def assume(self, layout: Layout, share: str) -> None:
        """What the window's saved state is of; the window that follows may have another size."""
        self.current = layout
        with suppress(ValueError):
            self.share = float(share) if KEPT < float(share) < 1 - KEPT else 0.0
        self.show_arm()
        self.changed.emit(layout)

    def show_arm(self) -> None:
        """Without the arm, the bar below it is as high as it needs to be."""
        alone = self.current == "only"
        self._arm.setVisible(not alone)
        policy = QSizePolicy.Policy
        self._stage.setSizePolicy(policy.Preferred, policy.Maximum if alone else policy.Preferred)

    def share_height(self, needed: int = 0) -> None:
        """About half of a wide window for results, and somewhat less where Run fits above them then: `needed` pixels
        of height."""
        size, results = self._window.size(), self._results[0]
        wanted = round((SHARE if size.width() >= WIDE else NARROW_SHARE) * size.height())
        left = self._stage.height() + results.height() - needed - HEIGHT
        if needed and left >= LEAST_SHARE * size.height():
            wanted = min(wanted, left)
        self._window.resizeDocks([results], [wanted], Qt.Orientation.Vertical)

    def _shared(self) -> tuple[QDockWidget, Qt.Orientation] | None:
        """The results that share the window with the arm now, and in which direction."""
        shown = next((dock for dock in self._results if not dock.isHidden() and not dock.isFloating()), None)
        if shown is None or self.current == "only":
            return None
        below = self._window.dockWidgetArea(shown) == BOTTOM
        return shown, Qt.Orientation.Vertical if below else Qt.Orientation.Horizontal

    def _note_share(self) -> None:
        if (shared := self._shared()) is not None:
            self.share = _extent(shared[0].size(), shared[1]) / _extent(self._window.size(), shared[1])

    def _share_out(self) -> None:
        if (shared := self._shared()) is not None:
            dock, direction = shared
            self._window.resizeDocks([dock], [round(self.share * _extent(self._window.size(), direction))], direction)

    def share_corner(self, needed: int) -> None:
        """Results reach under the Run panel where that has room enough beside the arm: `needed` pixels of height."""
        room = self._stage.height() - HEIGHT
        area = BOTTOM if needed <= room else RIGHT
        corner = Qt.Corner.BottomRightCorner
        if self._window.corner(corner) != area:  # Qt would lay the window out anew even where it is the same
            self._window.setCorner(corner, area)

    def _restore_others(self) -> None:
        """The docks that were seen before there were only plots."""
        usual = self._left.get("below")
        if usual is None or not arrange(self._window, usual):
            for dock in self._others:
                dock.show()

    def _arrange(self) -> None:
        window, (first, *rest) = self._window, self._results
        if self.current == "only":
            for dock in self._others:
                dock.hide()
        for dock in self._results:
            dock.setFloating(False)
        if self.current == "beside":
            window.addDockWidget(RIGHT, first)
            if not self._run.isFloating():
                window.splitDockWidget(first, self._run, Qt.Orientation.Horizontal)
            window.resizeDocks([first], [round(BESIDE * window.width())], Qt.Orientation.Horizontal)
        else:
            window.addDockWidget(BOTTOM, first)
            if self.current == "below":
                self.share_height()
        for dock in rest:
            window.tabifyDockWidget(first, dock)
        first.show()
        first.raise_()


def _extent(size: QSize, direction: Qt.Orientation) -> int:
    return size.height() if direction == Qt.Orientation.Vertical else size.width()

"""Where the plots stand: below the arm, beside it, or alone."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QByteArray, QObject, Qt, Signal
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
RIGHT, BOTTOM = Qt.DockWidgetArea.RightDockWidgetArea, Qt.DockWidgetArea.BottomDockWidgetArea


class PlotLayouts(QObject):
    """Each layout is found again as it was left. `arm`, on the `stage`, is away where there are only plots."""

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

    def assume(self, layout: Layout) -> None:
        """What the window's saved state is of."""
        self.current = layout
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

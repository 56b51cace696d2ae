"""Where the legend stands: beside the plots or, in a narrow and high panel, below them."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QBoxLayout

from denoc_studio.panels.plots.canvas import PlotCanvas
from denoc_studio.panels.plots.legend import QWIDGETSIZE_MAX, Legend

ALL_COLUMNS = {1: 820, 2: 1040}  # pixels of the panel, from which on the legend has them: beside one plot or more
ALL_ALIGNED = 384  # pixels of the legend, where its width is given
BESIDE = 620  # pixels of a panel that is higher than wide, from which on the legend stands beside the plots
LEAST_BESIDE, LEAST_BELOW = 500, 320  # pixels of its width and height, for plot and legend
BELOW = 0.4  # of the panel's height, where it stands below them


class LegendPlace(QBoxLayout):
    """The plots and their legend."""

    def __init__(self, canvas: PlotCanvas, legend: Legend) -> None:
        super().__init__(QBoxLayout.Direction.LeftToRight)
        self._legend = legend
        self._aligned = 0  # pixels of what stands above the legend
        self.setSpacing(0)
        self.addWidget(canvas, 1)
        self.addWidget(legend)

    def widen(self, width: int) -> bool:
        """So wide at least is the legend, from the next `share` on; 0 for as wide as it likes. Was it otherwise?"""
        before, self._aligned = self._aligned, width
        return width != before

    def share(self, panel: QSize, plots: int) -> None:
        """The room of a panel of this size among so many plots and the legend."""
        beside = panel.width() >= min(BESIDE, max(panel.height(), LEAST_BESIDE))
        directions = QBoxLayout.Direction
        self.setDirection(directions.LeftToRight if beside else directions.TopToBottom)
        needed = ALL_COLUMNS[min(plots, 2)] if beside else BESIDE
        wide = panel.width() >= needed and not 0 < self._aligned < ALL_ALIGNED
        self._legend.set_room(wide, beside, self._aligned)
        self._legend.setMaximumHeight(QWIDGETSIZE_MAX if beside else round(BELOW * panel.height()))
        self._legend.setVisible(beside or panel.height() >= LEAST_BELOW)

"""What a sweep has found: its table, and beside it a plot of any of its columns."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QSplitter, QVBoxLayout, QWidget

from denoc_studio.look.theme import Themes
from denoc_studio.panels.studies.sweep.plot import SweepPlot
from denoc_studio.panels.studies.sweep.table import SweepTableView
from denoc_studio.plots.sweep.points import points
from denoc_studio.plots.sweep.table import Heading, SweepTable
from denoc_studio.widgets.fields.combo import Combo
from denoc_studio.widgets.fields.switch import Switch
from denoc_studio.widgets.form_parts import choice
from denoc_studio.widgets.graphs.scale_bar import ScaleBar

NO_COLOUR = "one colour"
ROOMY = 500  # pixels: in less, table and plot take turns
TABLE, PLOT = "Table", "Plot"


class SweepView(QWidget):
    """What is selected in the table has a ring in the plot. `taken` tells the run that is to be shown on the arm,
    `told` the one under the mouse or the selected one, -1 for none, from 0 both."""

    taken = Signal(int)
    told = Signal(int)

    def __init__(self, themes: Themes, degrees: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes, self._degrees = themes, degrees
        self._headings: list[Heading] = []
        self.table = SweepTableView()
        self.plot = SweepPlot(themes)
        self.scale = ScaleBar()
        self.switch = Switch({TABLE: "The runs as rows", PLOT: "The runs as points"})
        self.switch.show_choice(TABLE)
        self._right = QWidget()
        self.across = self._box("Across", "The column along the plot")
        self.up = self._box("Up", "The column up the plot")
        self.colour = self._box("Colour", "The column that colours the points")
        self._lay_out()
        self.switch.chosen.connect(lambda _: self._share_room())
        self.table.selected.connect(self._select)
        self.table.taken.connect(self.taken)
        self.plot.pointed.connect(lambda run: self.told.emit(run if run >= 0 else self._selected))
        self.plot.picked.connect(self._pick)
        themes.changed.connect(lambda _: self._draw())

    @property
    def sweep(self) -> SweepTable | None:
        """The sweep that is shown."""
        return self.table.content.table

    @property
    def columns(self) -> tuple[int, int, int | None]:
        """Across, up and colour, as columns of numbers from 0."""
        colour = self.colour.currentIndex() - 1
        return max(self.across.currentIndex(), 0), max(self.up.currentIndex(), 0), colour if colour >= 0 else None

    def show_sweep(self, sweep: SweepTable) -> None:
        """Another one: a plot of the first measure over the first entry, coloured by the second entry."""
        before = [heading.name for heading in self._headings]
        self.table.content.show_table(sweep, self._degrees)
        self._name_columns(sweep)
        if before != [heading.name for heading in self._headings]:
            self.across.setCurrentIndex(0)
            self.up.setCurrentIndex(sweep.varied)
            self.colour.setCurrentIndex(2 if sweep.varied > 1 else 0)
        self.plot.select(-1)
        self._draw()

    def grow(self) -> None:
        """There are more rows."""
        first = self.table.content.rowCount() == 0
        self.table.content.grow()
        if first:
            self.table.fit()
        self._draw()

    def show_degrees(self, degrees: bool) -> None:
        self._degrees = degrees
        if self.sweep is not None:
            self.table.content.show_degrees(degrees)
            self._name_columns(self.sweep)
            self.table.fit()
            self._draw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_room()

    def _share_room(self) -> None:
        """Both side by side, or the one that is chosen."""
        roomy = self.width() >= ROOMY
        self.switch.setVisible(not roomy)
        plotted = self.switch.buttons[PLOT].isChecked()
        self._right.setVisible(roomy or plotted)
        self.table.setVisible(roomy or not plotted)

    @property
    def _selected(self) -> int:
        run = self.table.run
        return -1 if run is None else run

    def _box(self, name: str, tip: str) -> Combo:
        box = choice({}, name, tip, lambda _: self._draw())
        box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        return box

    def _name_columns(self, sweep: SweepTable) -> None:
        self._headings = sweep.headings(self._degrees)
        titles = [heading.title for heading in self._headings]
        for box, texts in ((self.across, titles), (self.up, titles), (self.colour, [NO_COLOUR, *titles])):
            chosen = box.currentIndex()
            box.clear()
            box.addItems(texts)
            box.setCurrentIndex(min(max(chosen, 0), len(texts) - 1))

    def _draw(self) -> None:
        sweep = self.sweep
        if sweep is None:
            return
        x, y, colour = self.columns
        found = points(sweep, self._headings, x, y, colour)
        names = self._headings[x].title, self._headings[y].title
        self.plot.show_points(found, names, line=sweep.request.one_line and x == 0)
        self.scale.show_scale(found.scale, (), self._themes.current.dark)
        self.scale.setVisible(found.scale is not None)

    def _select(self, run: int) -> None:
        self.plot.select(run)
        self.told.emit(run)

    def _pick(self, run: int) -> None:
        self.table.select_run(run)
        self.taken.emit(run)

    def _lay_out(self) -> None:
        boxes = QHBoxLayout()
        boxes.setSpacing(4)
        for words, box in (("", self.up), ("over", self.across), ("in", self.colour)):
            if words:
                boxes.addWidget(QLabel(words))
            boxes.addWidget(box, 1)
        column = QVBoxLayout(self._right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(boxes)
        column.addWidget(self.plot, 1)
        column.addWidget(self.scale)
        both = QSplitter(Qt.Orientation.Horizontal)
        both.setChildrenCollapsible(False)
        both.addWidget(self.table)
        both.addWidget(self._right)
        both.setSizes([300, 300])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(both)

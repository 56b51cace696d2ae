"""The joints of a run as one table, with sliders in its rows; and a slider for the selected joint alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QSizePolicy, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from denoc_studio.look.colours import joint_colours
from denoc_studio.look.theme import Themes
from denoc_studio.panels.editing.cell_model import CellModel, Index
from denoc_studio.panels.editing.cell_table import MANY, CellTable
from denoc_studio.panels.editing.sliding import Hand, draw_slider, groove, handle_points
from denoc_studio.project.sheets.run_joints import RunJoints, Slider

SLIDER = 0  # column
SHORTEST = 72  # pixels of the slider's column
LEAST, CELL = "000", 8  # what a column must have room for, or the table scrolls sideways; pixels around it
MEASURED = 30  # rows whose units and numbers are looked at
LONG_WORD, FORMULA = "trapezoid", "5*sin(2*pi*t)"


class SliderTable(CellTable):
    """`posing` says which column's handle is taken in a row, for the cursor has to go to where it shows."""

    posing = Signal(int)
    whole = MANY

    def __init__(self, sheet: RunJoints, model: CellModel, themes: Themes, name: str) -> None:
        super().__init__(model, name)
        self._sheet = sheet
        self._document = model.document
        self._hand = Hand(model, self.posing.emit)
        self._sliding = SliderDelegate(self, themes)
        self._used: dict[int, int] = {}  # pixels, by column
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setMinimumSectionSize(self.fontMetrics().horizontalAdvance(LEAST) + CELL)
        for signal in (model.modelReset, model.columnsInserted, model.columnsRemoved, model.headerDataChanged):
            signal.connect(self._arrange)
        model.dataChanged.connect(self._make_room)
        self._document.selection_changed.connect(self._show_selected)
        self._arrange()

    @property
    def slides(self) -> bool:
        """Whether the sliders are in the rows."""
        columns = self.cells.page.columns
        return bool(columns) and columns[SLIDER].slider

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()

    def currentChanged(self, current: Index, previous: Index) -> None:
        """The joint that is worked on is the selected one, everywhere."""
        super().currentChanged(current, previous)
        if current.isValid() and self.hasFocus():
            self._document.select(current.row())

    def handles(self) -> tuple[int, ...]:
        """The columns that the slider of a row moves."""
        return self._sheet.sliders(self.cells.page.project)[0].columns

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        on_slider = index.isValid() and self.slides and index.column() == SLIDER
        if on_slider and event.button() == Qt.MouseButton.LeftButton:
            self._hand.take(index.row(), self.handles(), self._groove(index.row()), event)
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._hand.holds:
            self._hand.slide(self._groove(0), event)
        else:
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._hand.drop()
        super().mouseReleaseEvent(event)

    def _groove(self, row: int) -> QRectF:
        return groove(self.visualRect(self.cells.index(row, SLIDER)))

    def _show_selected(self, row: int) -> None:
        if row != self.currentIndex().row():
            self.selectRow(row)

    def _arrange(self) -> None:
        self.setItemDelegateForColumn(SLIDER, self._sliding if self.slides else None)  # type: ignore[arg-type]
        self._used = {}
        self._share_width()
        self.updateGeometry()

    def _share_width(self) -> None:
        """All numbers get the room for long ones, where there is that much, and a slider or a formula the rest.

        Else each column has the room that its own numbers need; where that is not enough either, numbers are cut short
        down to a few digits before the table scrolls sideways.
        """
        columns = self.cells.page.columns
        if not columns:
            return
        room, least = self.viewport().width(), self.horizontalHeader().minimumSectionSize()
        usual = [SHORTEST if column.slider else self._usual(k) for k, column in enumerate(columns)]
        elastic = [k for k, column in enumerate(columns) if column.slider or column.wide] or range(len(columns))
        if sum(usual) <= room:
            self._put_widths(_with_more(usual, room, elastic))
            return
        used = [usual[k] if column.slider else max(least, self._used_by(k)) for k, column in enumerate(columns)]
        if sum(used) <= room:
            self._put_widths(_with_more(used, room, elastic))
        else:
            floor = [SHORTEST if column.slider else least for column in columns]
            share = max(0.0, (room - sum(floor)) / max(sum(used) - sum(floor), 1))
            self._put_widths([low + int(share * (width - low)) for low, width in zip(floor, used, strict=True)])

    def _put_widths(self, widths: Sequence[int]) -> None:
        for column, width in enumerate(widths):
            self.setColumnWidth(column, width)

    def _usual(self, column: int) -> int:
        """Pixels for the longest number."""
        page = self.cells.page
        if page.columns[column].unit is None:
            return self._width_of(column, {FORMULA if page.columns[column].wide else LONG_WORD})
        rows = self._measured[:1] if page.common_unit(column) else self._measured
        return self._width_of(column, {f"-000.0 {page.label(row, column)}".rstrip() for row in rows})

    def _used_by(self, column: int) -> int:
        """Pixels for the longest number that there has been since the columns or the units are these."""
        if column not in self._used:
            wide = self.cells.page.columns[column].wide
            self._used[column] = self._width_of(column, {FORMULA} if wide else self._texts(self._measured, column))
        return self._used[column]

    def _make_room(self, first: QModelIndex, last: QModelIndex) -> None:
        """For longer numbers than before; a column that shrank again under a mouse would be a restless one."""
        before = dict(self._used)
        for column in range(first.column(), last.column() + 1):
            if column in before and not self.cells.page.columns[column].wide:
                rows = self._measured[first.row() : last.row() + 1]
                self._used[column] = max(before[column], self._width_of(column, self._texts(rows, column)))
        if self._used != before:
            self._share_width()

    def _texts(self, rows: range, column: int) -> set[str]:
        return {self._sheet.text(self.cells.page, row, column) for row in rows}

    @property
    def _measured(self) -> range:
        return range(min(self.cells.rowCount(), MEASURED))

    def _width_of(self, column: int, texts: Iterable[str]) -> int:
        heading = str(self.cells.headerData(column, Qt.Orientation.Horizontal)).splitlines()
        return max(self.fontMetrics().horizontalAdvance(text) for text in (*texts, *heading)) + CELL


def _with_more(widths: Sequence[int], room: int, elastic: Sequence[int]) -> list[int]:
    """All of the room, what is left of it for some of the columns."""
    more = (room - sum(widths)) // len(elastic)
    return [width + more * (k in elastic) for k, width in enumerate(widths)]


class SliderDelegate(QStyledItemDelegate):
    """Paints the positions within their range, and the way between two of them."""

    def __init__(self, table: SliderTable, themes: Themes) -> None:
        super().__init__(table)
        self._table = table
        self._themes = themes

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        cells, theme, row = self._table.cells, self._themes.current, index.row()
        if row < cells.rowCount():
            area = groove(option.rect)
            points = handle_points(cells, row, self._table.handles(), area)
            colour = QColor(joint_colours(cells.rowCount(), theme.dark)[row])
            draw_slider(painter, area, points, colour, theme)


class JointSlider(QWidget):
    """The slider with one name, of the selected joint, and this name before it.

    A label would have the whole panel laid out again whenever another joint is selected.
    """

    posing = Signal(int)

    def __init__(self, sheet: RunJoints, name: str, cells: CellModel, themes: Themes) -> None:
        super().__init__()
        self._sheet = sheet
        self._name = name
        self._cells = cells
        self._themes = themes
        self._hand = Hand(cells, self.posing.emit)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for signal in (cells.dataChanged, cells.modelReset, themes.changed, cells.document.selection_changed):
            signal.connect(self._draw)

    @property
    def slider(self) -> Slider | None:
        """As the table is now; None where it has no such columns."""
        found = self._sheet.sliders(self._cells.page.project) if self._cells.rowCount() else ()
        return next((slider for slider in found if slider.name == self._name), None)

    @property
    def row(self) -> int:
        return min(self._cells.document.selected, self._cells.rowCount() - 1)

    def sizeHint(self) -> QSize:
        return QSize(SHORTEST, 24)

    def text(self) -> str:
        return f"{self._name} of joint {self.row + 1}"

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.slider is not None:
            theme, area = self._themes.current, self._groove()
            points = handle_points(self._cells, self.row, self.slider.columns, area)
            colour = QColor(joint_colours(self._cells.rowCount(), theme.dark)[self.row])
            painter = QPainter(self)
            painter.setPen(QColor(theme.text))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter, self.text())
            draw_slider(painter, area, points, colour, theme)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.slider is not None:
            self._hand.take(self.row, self.slider.columns, self._groove(), event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hand.slide(self._groove(), event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._hand.drop()

    def _groove(self) -> QRectF:
        """Where that of every other one is."""
        names = self.fontMetrics().horizontalAdvance(f"motion of joint {self._cells.rowCount()}")
        return groove(self.rect().adjusted(names, 0, 0, 0))

    def _draw(self, *_: object) -> None:
        self.setAccessibleName(self.text())
        self.update()

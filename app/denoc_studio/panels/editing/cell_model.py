"""A sheet of the project as a Qt model: what is typed becomes an edit, what is refused stays in its cell, marked."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPixmap

from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project
from denoc.files.text.cell_text import tabbed_cell
from denoc_studio.look.colours import joint_colours
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.project.edits import too_late
from denoc_studio.project.entry.numbers import BadNumber
from denoc_studio.project.entry.refused import Place, Refused, RefusedCells
from denoc_studio.project.entry.stepping import stepped
from denoc_studio.project.sheets.sheet import Page, Sheet
from denoc_studio.project.tolerances.edits import set_tolerance
from denoc_studio.session.document import Document

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
Align = Qt.AlignmentFlag
LEFT, RIGHT = Align.AlignLeft | Align.AlignVCenter, Align.AlignRight | Align.AlignVCenter
USABLE = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
EDITABLE = USABLE | Qt.ItemFlag.ItemIsEditable
AT_TOP = {each: each & ~Align.AlignVCenter | Align.AlignTop for each in (Align.AlignCenter, LEFT, RIGHT)}
FEW = 12  # cells that are painted one by one: of a block Qt would paint the whole table
CHIP = 10  # pixels


class Look(NamedTuple):
    """How a cell is written; where `colour` is empty, in that of the table."""

    text: str
    colour: str
    italic: bool
    alignment: Align


class CellModel(QAbstractTableModel):
    """Text that cannot be used stays in its cell until that is edited again, or its entry of the project changes."""

    message = Signal(str)  # why something was refused; empty when all is well

    def __init__(
        self, sheet: Sheet, document: Document, preferences: Preferences, themes: Themes, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.sheet = sheet
        self.document = document
        self._preferences = preferences
        self._themes = themes
        self._refused = RefusedCells()
        self._said = ""
        self.page = self._page_of(document.project)
        document.project_changed.connect(self._set_project)  # methods: Qt forgets them with this model
        document.replaced.connect(self.forget_all)
        document.undone.connect(self.forget_all)
        preferences.degrees_changed.connect(self.refresh)
        themes.changed.connect(self.refresh)

    @property
    def pending(self) -> bool:
        """Whether a cell holds text that cannot be used."""
        return bool(self._refused)

    def is_pending(self, index: Index) -> bool:
        return (index.row(), index.column()) in self._refused

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else self.page.rows

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.page.columns)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not self._has(index):
            return Qt.ItemFlag.NoItemFlags
        return EDITABLE if self.sheet.is_typed(self.page.project, index.row(), index.column()) else USABLE

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        answer = ANSWERS.get(role)
        if answer is None or not self._has(index):
            return None
        place = index.row(), index.column()
        return answer(self, *place, self._refused.get(place))

    def text(self, row: int, column: int) -> str:
        """As it is shown, also where it cannot be used."""
        return self._text(row, column, self._refused.get((row, column)))

    def look(self, row: int, column: int) -> Look | None:
        """All that there is to paint of a cell; None of one that is marked, or gone."""
        if row >= self.page.rows or column >= len(self.page.columns) or (row, column) in self._refused:
            return None
        tone = self.sheet.tone(self.page, row, column)
        colour = getattr(self._themes.current, tone) if tone else ""
        return Look(self._text(row, column, None), colour, tone == "ink", AT_TOP[self._alignment(row, column, None)])

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        page = self.page
        if orientation == Qt.Orientation.Horizontal and 0 <= section < len(page.columns):
            if role == Role.TextAlignmentRole and page.columns[section].wide:
                return LEFT
            if role == Role.DisplayRole:
                return self.sheet.heading(page, section)
            return self.sheet.heading_tip(page, section) if role == Role.ToolTipRole else None
        if orientation == Qt.Orientation.Vertical and 0 <= section < page.rows:
            if role == Role.DisplayRole:
                return str(section + 1)
            if role == Role.DecorationRole and self.sheet.row in ("joint", "link"):
                return _chip(section, page.rows, self._themes.current.dark)
            return self.sheet.row_tip(page, section) if role == Role.ToolTipRole else None
        return None

    def setData(self, index: Index, value: Any, role: int = Role.EditRole) -> bool:
        """Whether the cell holds an entry of the project afterwards."""
        if role != Role.EditRole or not self._has(index):
            return False
        row, column, text = index.row(), index.column(), str(value)
        if text == self.data(index, Role.EditRole):
            return not self.is_pending(index)
        try:
            value, spread = self.page.typed(row, column, text)
            self.put(row, column, value, spread=spread)
        except (BadNumber, DynamicsError) as error:
            reason = self.page.reason(error, row, column)
            quoted = self.sheet.quotes_refused and isinstance(error, DynamicsError)
            self._refused[row, column] = Refused(text, f"“{text}” {reason}" if quoted else reason)
            self.dataChanged.emit(index, index)
            self.say()
            return False
        return True

    def put(self, row: int, column: int, value: Any, gesture: str = "", *, spread: float | None = None) -> None:
        """One cell, and its tolerance where one is given, as one undo step; DynamicsError where the project refuses
        it."""
        project = self.document.project
        if row >= self.sheet.rows(project):
            raise too_late()
        after = self.sheet.put(project, {(row, column): value})
        keys = self.sheet.keys(project, row, column)
        if spread is not None and keys is not None:
            after = set_tolerance(after, keys, spread)
        self._forget([(row, column)])
        self.document.edit(after, f"Set {self.sheet.name(self.page, row, column)}", gesture)

    def spin(self, index: Index, steps: int, shift: int) -> None:
        """Some steps up or down; successive ones in the same cell are one undo step."""
        if steps and self.is_number(index):
            start = self.page.value(index.row(), index.column())
            if math.isfinite(start):  # none has no next one
                self.spin_from(start, index, steps, shift, "spin")

    def spin_from(self, start: float, index: Index, steps: int, shift: int, gesture: str) -> None:
        """`start` after some steps, in this cell, which holds a number."""
        row, column = index.row(), index.column()
        unit = self.page.unit(row, column)
        assert unit is not None
        try:
            self.put(row, column, stepped(start, unit, steps, shift), f"{gesture} {row} {column}")
        except (BadNumber, DynamicsError) as error:
            self.say(f"Set {self.sheet.name(self.page, row, column)}: {self.page.reason(error, row, column)}")

    def paste(self, top: int, left: int, text: str) -> None:
        """A block of cells as one undo step, or the reason why not."""
        try:
            after = self.sheet.pasted(self.document.project, top, left, text, self.page.degrees)
        except DynamicsError as error:
            self.say(f"{self.sheet.pasting}: {error.reason}")
            return
        self.forget_all()
        self.document.edit(after, "Paste into the table")

    def clear(self, cells: Sequence[Index]) -> None:
        """Zero in all of them that are numbers, none where that may be, as one undo step; or the reason why not."""
        columns = self.page.columns
        places = [(index.row(), index.column()) for index in cells if columns[index.column()].unit is not None]
        if not places:
            return
        try:
            empty = {place: math.inf if columns[place[1]].optional else 0.0 for place in places}
            after = self.sheet.put(self.document.project, empty)
        except DynamicsError as error:
            self.say(f"Clearing: {error.reason}")
            return
        self._forget(places)
        name = self.sheet.name(self.page, *places[0]) if len(places) == 1 else f"{len(places)} entries"
        self.document.edit(after, f"Clear {name}")

    def copy(self, rows: Sequence[int], columns: Sequence[int]) -> str:
        """Lines of tab-separated cells that read back unchanged."""
        return "".join("\t".join(self._copied(i, k) for k in columns) + "\n" for i in rows)

    def _copied(self, row: int, column: int) -> str:
        refused = self._refused.get((row, column)) if self.sheet.copies_refused else None
        text = self._edited(row, column, refused)
        is_number = self.page.columns[column].unit is not None and not refused
        return text if is_number else tabbed_cell(text)

    def choices(self, column: int) -> Mapping[str, str]:
        """What a cell of this column can be, by key; empty where it is typed."""
        return self.page.columns[column].choices

    def is_number(self, index: Index) -> bool:
        """Whether a number is typed in this cell, not words or a formula."""
        return self._has(index) and self.page.unit(index.row(), index.column()) is not None

    def is_wide(self, index: Index) -> bool:
        """Whether the text of this cell may be long."""
        return self._has(index) and self.page.columns[index.column()].wide

    def reading(self, index: Index, text: str) -> str:
        """How a text was read in this cell, where it is more than a plain number."""
        if not self._has(index) or self.is_pending(index):
            return ""
        return self.page.explained(index.row(), index.column(), text)

    def forget(self, index: Index) -> None:
        """Take back what was typed in vain."""
        self._forget([(index.row(), index.column())])

    def forget_all(self, *_: object) -> None:
        """All that was typed in vain."""
        self._forget(list(self._refused))

    def _forget(self, places: Iterable[Place]) -> None:
        for place in places:
            if self._refused.pop(place, None):
                self.dataChanged.emit(self.index(*place), self.index(*place))
        self.say()

    def say(self, *more: str) -> None:
        """Why what is pending was refused, and what else was just now."""
        words = [self.sheet.told(self.page, *place, refused) for place, refused in self._refused.items()]
        said = "\n".join([*words, *more])
        if said != self._said:
            self._said = said
            self.message.emit(said)

    def refresh(self, *_: object) -> None:
        """Show everything again, as after another choice of units or of what the sheet shows."""
        self.page = self._page_of(self.page.project)
        last_row, last_column = self.page.rows - 1, len(self.page.columns) - 1
        if last_row >= 0:
            self.dataChanged.emit(self.index(0, 0), self.index(last_row, last_column))
            self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, last_row)
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, last_column)

    def _has(self, index: Index) -> bool:
        return index.isValid() and index.row() < self.page.rows and index.column() < len(self.page.columns)

    def _page_of(self, project: Project) -> Page:
        return Page(self.sheet, project, self._preferences["degrees"])

    def _set_project(self, project: Project) -> None:
        before, sheet = self.page, self.sheet
        if sheet.parts(project) == sheet.parts(before.project) and project.tolerances == before.project.tolerances:
            before.project = project
        else:
            self._take(self._page_of(project))
            self.say()

    def _take(self, after: Page) -> None:
        before, keys = self.page, self.sheet.row_keys(after.project)
        names = [[(column.heading, column.name) for column in page.columns] for page in (before, after)]
        rows = before.rows == after.rows
        same = rows and (bool(keys) or names[0] == names[1])
        beside = rows and not same and self.sheet.frame(before.project) == self.sheet.frame(after.project)
        places = {k: k if same else names[1].index(name) for k, name in enumerate(names[0]) if same or name in names[1]}
        self._refused.keep(
            lambda row, k: (
                (same or beside) and k in places and before.value(row, k) == after.value(row, places[k]) is not None
            )
        )
        self._refused.move(places)
        gap = None if same else _gap(self.sheet.row_keys(before.project), keys)
        aside = _gap(*names) if beside else None
        if gap is not None:
            self._rows_changed(after, gap)
        elif aside is not None:
            self._columns_changed(after, aside)
        elif not same:
            self.beginResetModel()
            self.page = after
            self.endResetModel()
        else:
            self.page = after
            if self.sheet.frame(before.project) != self.sheet.frame(after.project):
                self.refresh()
            else:
                self._cells_changed(before, after)

    def _rows_changed(self, after: Page, first: int) -> None:
        """Rows come or go one by one, so that selection and scrolling stay."""
        more = after.rows - self.page.rows
        begin = self.beginInsertRows if more > 0 else self.beginRemoveRows
        begin(QModelIndex(), first, first + abs(more) - 1)
        self.page = after
        (self.endInsertRows if more > 0 else self.endRemoveRows)()
        self.refresh()

    def _columns_changed(self, after: Page, first: int) -> None:
        """Columns come or go beside others, which keep what is selected and refused in them."""
        more = len(after.columns) - len(self.page.columns)
        begin = self.beginInsertColumns if more > 0 else self.beginRemoveColumns
        begin(QModelIndex(), first, first + abs(more) - 1)
        self.page = after
        (self.endInsertColumns if more > 0 else self.endRemoveColumns)()
        self.refresh()

    def _cells_changed(self, before: Page, after: Page) -> None:
        cells = before.changed(after)
        if len(cells) > FEW:
            columns = [column for _, column in cells]
            self.dataChanged.emit(self.index(cells[0][0], min(columns)), self.index(cells[-1][0], max(columns)))
            return
        for cell in cells:
            self.dataChanged.emit(self.index(*cell), self.index(*cell))

    def _text(self, row: int, column: int, refused: Refused | None) -> str:
        return refused.text if refused else self.page.text(row, column)

    def _edited(self, row: int, column: int, refused: Refused | None) -> str:
        return refused.text if refused else self.sheet.edited(self.page, row, column)

    def _spoken(self, row: int, column: int, refused: Refused | None) -> str:
        return self.sheet.spoken(self.page, row, column, refused) + self.page.tolerance(row, column).replace("\n", ", ")

    def _tip(self, row: int, column: int, refused: Refused | None) -> str:
        if refused:
            return self.sheet.complaint(self.page, row, column, refused)
        return self.sheet.tip(self.page, row, column) + self.page.tolerance(row, column)

    def _description(self, row: int, column: int, refused: Refused | None) -> str | None:
        return self._tip(row, column, refused) if self.sheet.speaks_tips else None

    def _alignment(self, row: int, column: int, _refused: Refused | None) -> Align:
        entry = self.page.columns[column]
        return Align.AlignCenter if entry.centred else LEFT if entry.unit is None else RIGHT

    def _font(self, row: int, column: int, _refused: Refused | None) -> QFont | None:
        if self.sheet.tone(self.page, row, column) != "ink":
            return None
        font = QFont()
        font.setItalic(True)
        return font

    def _foreground(self, row: int, column: int, refused: Refused | None) -> QColor | None:
        tone = "error" if refused else self.sheet.tone(self.page, row, column)
        return QColor(getattr(self._themes.current, tone)) if tone else None

    def _background(self, row: int, column: int, refused: Refused | None) -> QColor | None:
        return QColor(self._themes.current.refused) if refused else None


ANSWERS: dict[int, Callable[[CellModel, int, int, Refused | None], Any]] = {
    Role.DisplayRole: CellModel._text,
    Role.EditRole: CellModel._edited,
    Role.ToolTipRole: CellModel._tip,
    Role.AccessibleTextRole: CellModel._spoken,
    Role.AccessibleDescriptionRole: CellModel._description,
    Role.TextAlignmentRole: CellModel._alignment,
    Role.FontRole: CellModel._font,
    Role.ForegroundRole: CellModel._foreground,
    Role.BackgroundRole: CellModel._background,
}


def _gap(before: Sequence[object], after: Sequence[object]) -> int | None:
    """The row, or column, at which some came or went while all others stayed; None where it is not so."""
    common, more = min(len(before), len(after)), len(after) - len(before)
    first = next((row for row in range(common) if before[row] != after[row]), common)
    others = before[first + max(-more, 0) :] == after[first + max(more, 0) :]
    return first if common and others else None


def _chip(joint: int, n: int, dark: bool) -> QPixmap:
    """A patch of a joint's colour for its header; made when it is painted, since a long arm has many that are not."""
    chip = QPixmap(CHIP, CHIP)
    chip.fill(QColor(joint_colours(n, dark)[joint]))
    return chip

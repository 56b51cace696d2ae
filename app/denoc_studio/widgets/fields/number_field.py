"""A line edit for one number with its unit. The value is in SI units; the text is what a person reads and types."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QLineEdit, QStyle, QStyleOptionFrame, QWidget

from denoc_studio.look.theme import fusion
from denoc_studio.project.entry.numbers import BadNumber, Unit, editable, explained, means_none, parse_number, shown
from denoc_studio.project.entry.stepping import stepped
from denoc_studio.project.entry.unit_names import split_unit
from denoc_studio.project.tolerances.typed import MARK, Typed, reading, split, spread_of
from denoc_studio.widgets.fields.number_keys import NumberKeys
from denoc_studio.widgets.fields.reading_tip import tell_reading

DIGITS = 6  # for reading, where there is room
COUNTED = 12  # digits of whole numbers
PADDING = 4  # pixels that Qt leaves beside a text
CUT = "…"
SMALL = 0.7  # of the text: the mark of a tolerance
NOTCH = 120  # eighths of a degree: one click of a mouse wheel


class NumberField(QLineEdit):
    """Enter or leaving the field emits `edited`, the wheel and the keys Up and Down emit `stepped`, with the value.
    Enter also emits `entered`, after it.

    Text that is no number stays for correction, marked with the reason, and emits nothing. Whoever receives a
    value and cannot use it answers with `refuse(reason)`. Escape brings the last good value back.
    An `optional` field may be empty, or say none or inf: its value is None then. Where it `takes_tolerances`, one may
    be typed behind the number: `toleranced` is emitted in the place of `edited` then.
    """

    edited = Signal(object)
    entered = Signal()  # by Enter, with a value that nobody refused: the field is done with
    stepped = Signal(object)
    toleranced = Signal(object, float)  # the value, and its tolerance in SI units, zero for none any more
    typed = Signal(object)  # the value while it is being typed, None where there is none yet
    problem_changed = Signal(str)  # the reason, empty when all is well
    block_pasted = Signal(str)  # several cells of a spreadsheet, where they are taken

    def __init__(
        self,
        unit: Unit,
        parent: QWidget | None = None,
        *,
        minimum: float = -math.inf,
        optional: bool = False,
        unit_shown: bool = True,
    ) -> None:
        super().__init__(parent)
        self._unit = unit
        self._unit_shown = unit_shown
        self.minimum = minimum
        self.optional = optional
        self.none = math.inf  # what is none in its place: of a lower limit, -inf
        self.takes_blocks = self.takes_tolerances = False
        self._tolerance = ""  # in words
        self._value: float | None = None if optional else 0.0
        self._before = self._value  # the last value that nobody refused
        self._typed = ""
        self._problem = ""
        self._blamed_block = False  # the problem is not this field's text
        self._hint = ""
        self._turned = 0
        self._inner: QRect | None = None
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        NumberKeys(self, lambda: self.isModified() or bool(self._problem))
        self.editingFinished.connect(self._commit)
        self.textEdited.connect(self._on_typing)
        self._make_room()
        self.restore()

    @property
    def value(self) -> float | None:
        return self._value

    @property
    def unit(self) -> Unit:
        return self._unit

    @property
    def problem(self) -> str:
        """Why the text cannot be used; empty when it can."""
        return self._problem

    def complaint(self, name: str) -> str:
        """The problem in words, about the entry `name` and what was typed there; empty when there is none."""
        if not self._problem:
            return ""
        quoted = "" if self._blamed_block or self.text() in self._problem else f" “{self.text()}”"
        return f"{name}{quoted}: {self._problem}"

    def set_value(self, value: float | None) -> None:
        """Show another value. The one it has already leaves what is being typed alone."""
        if value is not None and math.isinf(value):
            value = None
        if value != self._value:
            self._value = self._before = value
            self.restore()

    def set_unit(self, unit: Unit) -> None:
        """The same value in another unit."""
        if unit != self._unit:
            self._unit = unit
            self._make_room()
            self.restore()

    def show_tolerance(self, words: str) -> None:
        """How well the value is known; empty where nothing is said of it."""
        if words == self._tolerance:
            return
        before, self._tolerance = self._tolerance, words
        hint = (self._hint if self._problem else self.toolTip()).removesuffix(f"\n{before}")
        self._hint = f"{hint}\n{words}" if words else hint
        self.setToolTip(self._problem or self._hint)
        self.update()

    def restore(self) -> None:
        """The text of the value, whatever has been typed."""
        self._set_problem("")
        self._show(editable if self.hasFocus() else self._fitting)

    def refuse(self, reason: str) -> None:
        """The value just emitted cannot be used: mark its text, and go back to the value before."""
        self._value = self._before
        self.setText(self._typed)
        self._set_problem(reason)

    def refuse_block(self, reason: str) -> None:
        """What was pasted cannot be used; the text stays, and is not what is wrong."""
        self._typed = self.text()
        self._blamed_block = True
        self.refuse(reason)

    def paste(self) -> None:
        text = QGuiApplication.clipboard().text()
        if self.takes_blocks and any(sign in text.strip() for sign in "\t\n;"):
            self.block_pasted.emit(text)
        else:
            super().paste()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Qt's own menu, but for its Paste, which knows nothing of blocks."""
        menu = self.createStandardContextMenu()
        for action in menu.actions():
            if action.objectName() == "edit-paste":
                action.triggered.disconnect()
                action.triggered.connect(self.paste)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def candidate(self) -> float | None:
        """The value of the text as it stands; BadNumber where it has none."""
        if not self.isModified() and not self._problem:
            return self._value
        text, spread = split(self.text()) if self.takes_tolerances else (self.text(), None)
        if spread is not None and not text:
            return self._value
        if self.optional and means_none(text, self.none):
            return None
        value = parse_number(text, self._unit)
        if value < self.minimum:
            raise BadNumber(f"must not be below {shown(self.minimum, self._unit)}")
        return value

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        width = self.fontMetrics().horizontalAdvance("-0.000000") + self.textMargins().right() + 12
        return QSize(width, hint.height())

    def minimumSizeHint(self) -> QSize:
        hint = super().minimumSizeHint()
        return QSize(self.fontMetrics().horizontalAdvance("0.000") + self.textMargins().right() + 10, hint.height())

    def _show(self, text_of: Callable[[float, Unit], str]) -> None:
        self.setText("" if self._value is None else text_of(self._value, self._unit))
        self.setCursorPosition(0)

    def _fitting(self, value: float, unit: Unit) -> str:
        """For reading: as many digits as there is room for, never half an exponent; CUT where these are not all."""
        room = self._inside().width() - self.textMargins().right() - PADDING
        most = COUNTED if unit.whole else DIGITS
        whole = shown(value, unit, most)
        for digits in range(most, 1, -1):
            text = shown(value, unit, digits)
            text = text if float(text) == float(whole) else f"{text}{CUT}"
            if self.fontMetrics().horizontalAdvance(text) <= room:
                break
        return text

    def _inside(self) -> QRect:
        """The frame left out: the style is asked again only when it or the size has changed."""
        if self._inner is None:
            option = QStyleOptionFrame()
            self.initStyleOption(option)
            self._inner = fusion().subElementRect(QStyle.SubElement.SE_LineEditContents, option, self)
        return self._inner

    def _commit(self) -> None:
        if not self.isModified():
            return
        self._typed = self.text()
        typed = split(self._typed) if self.takes_tolerances else Typed(self._typed)
        try:
            value = self.candidate()
            if typed.spread is not None and value is None:
                raise BadNumber("there is no number to have a tolerance")
            spread = None if typed.spread is None or value is None else spread_of(typed, value, self._unit)
        except BadNumber as error:
            self._set_problem(str(error))
            return
        self._put(value, self.edited, spread)
        if value is not None and not self._problem:
            words = explained(self._typed, self._unit) if spread is None else reading(value, spread, self._unit)
            tell_reading(self, self.rect(), words)

    def _put(self, value: float | None, signal: SignalInstance, spread: float | None = None) -> None:
        self._before, self._value = self._value, value
        self.restore()
        if spread is not None:
            self.toleranced.emit(value, spread)
        elif value != self._before:
            signal.emit(value)
        if not self._problem:
            self._before = self._value
            if self.hasFocus():
                self.selectAll()

    def _step(self, steps: int, modifiers: Qt.KeyboardModifier) -> None:
        try:
            value = self.candidate()
            if value is None or not steps:
                return
            value = max(self.minimum, stepped(value, self._unit, steps, coarseness(modifiers)))
        except BadNumber as error:
            self._set_problem(str(error))
            return
        self._typed = editable(value, self._unit)
        self._put(value, self.stepped)

    def _on_typing(self) -> None:
        try:
            self.typed.emit(self.candidate())
        except BadNumber:
            self.typed.emit(None)

    def _set_problem(self, problem: str) -> None:
        if problem == self._problem:
            return
        if not self._problem:
            self._hint = self.toolTip()
        self._problem = problem
        self._blamed_block = self._blamed_block and bool(problem)
        self.setToolTip(problem or self._hint)
        self.setAccessibleDescription(problem)
        self.update()
        self.problem_changed.emit(problem)

    def _make_room(self) -> None:
        width = self.fontMetrics().horizontalAdvance(self._unit.label) + 4 if self._unit_shown else 0
        self.setTextMargins(0, 0, width, 0)

    def focusInEvent(self, event: QFocusEvent) -> None:
        if not self.isModified() and not self._problem:
            self._show(editable)
        super().focusInEvent(event)
        if event.reason() != Qt.FocusReason.MouseFocusReason:
            self.selectAll()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if not self.isModified() and not self._problem:
            self._show(self._fitting)

    def changeEvent(self, event: QEvent) -> None:
        self._inner = None
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._inner = None
        super().resizeEvent(event)
        if not self.hasFocus() and not self.isModified() and not self._problem:
            self._show(self._fitting)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._step(1 if key == Qt.Key.Key_Up else -1, event.modifiers())
        elif event.matches(QKeySequence.StandardKey.Paste):
            self.paste()
        elif self._problem and event.matches(QKeySequence.StandardKey.Undo):
            self.restore()
        elif key == Qt.Key.Key_Escape and (self.isModified() or self._problem):
            self.restore()
            self.typed.emit(self._value)
            self.selectAll()
        else:
            super().keyPressEvent(event)
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not self._problem:
                self.entered.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if not self.hasFocus():
            event.ignore()  # a wheel that only passes by scrolls the panel
            return
        self._turned += event.angleDelta().y() or event.angleDelta().x()
        steps = int(self._turned / NOTCH)
        self._turned -= steps * NOTCH
        self._step(steps, event.modifiers())
        event.accept()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        if self._unit_shown and self.text() and not self._has_own_unit():
            painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
            place = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(self._inside().adjusted(0, 0, -4, 0), place, self._unit.label)
        if self._tolerance:  # in the corner, where it takes no room from the number
            font = self.font()
            font.setPixelSize(max(round(SMALL * self.fontInfo().pixelSize()), 1))
            painter.setFont(font)
            painter.setPen(self.palette().color(QPalette.ColorRole.Text))
            painter.drawText(self.rect().adjusted(3, 0, 0, 0), Qt.AlignmentFlag.AlignLeft, MARK)
        if self._problem:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.BrightText), 1.6))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 2, 2)
        painter.end()

    def _has_own_unit(self) -> bool:
        """Only what a person has typed."""
        written = self.isModified() or bool(self._problem)
        return written and bool(split_unit(self.text().strip(), self._unit.label)[1])


def coarseness(modifiers: Qt.KeyboardModifier) -> int:
    """The power of ten of a step: Shift makes it coarser, Ctrl finer."""
    coarse, fine = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
    return bool(modifiers & coarse) - bool(modifiers & fine)

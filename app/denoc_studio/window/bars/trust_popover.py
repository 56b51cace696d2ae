"""What the badge of trust stands for: every figure with its judgement, the reason, and what can be done."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QApplication, QFrame, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from denoc.studies.trust import Figure, Level, Trust, thresholds
from denoc_studio.look.icons import make_icon
from denoc_studio.look.palettes import Theme
from denoc_studio.look.plain_text import capitalised

WIDTH = 368  # pixels
PADDING, POINTER, GAP = 16, 8, 2
RADIUS = 4.0
MARK = 16
MARKS = {"unknown": "dots-horizontal", "good": "check", "limited": "alert-outline", "failed": "alert-octagon-outline"}
CONSEQUENCE = "Plots are shaded from there; exports and the report say so."


def mark_colour(level: Level, theme: Theme) -> str:
    return {"unknown": theme.muted, "good": theme.good, "limited": theme.warning, "failed": theme.error}[level]


class TrustPopover(QFrame):
    """A child of the window over its other contents, opened upwards from `anchor`, which gets the focus back.

    Esc closes it, and so does a click elsewhere.
    """

    def __init__(self, anchor: QWidget) -> None:
        super().__init__(anchor.window())
        self._anchor = anchor
        self._theme: Theme | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedWidth(WIDTH)
        self._mark, self.title, self.reason = QLabel(), _label(), _label()
        self.title.setFont(_scaled(self.font(), 15 / 13, bold=True))
        self._rows = QGridLayout()
        self._rows.setHorizontalSpacing(8)
        self._rows.setVerticalSpacing(9)
        self._rows.setColumnStretch(1, 1)
        self.advice, self.thresholds = _label(), _label()
        self.thresholds.setText(thresholds())
        self.thresholds.setFont(_scaled(self.font(), 12 / 13))
        heading = QHBoxLayout()
        heading.setSpacing(8)
        heading.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        heading.addWidget(self.title, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(PADDING, PADDING - 2, PADDING, PADDING - 2 + POINTER)
        column.setSpacing(10)
        column.addLayout(heading)
        column.addWidget(self.reason)
        column.addLayout(self._rows)
        column.addWidget(self.advice)
        column.addWidget(self.thresholds)
        self.hide()

    @property
    def lines(self) -> list[tuple[str, str]]:
        """Names and figures, as they are shown."""
        found = []
        for row in range(self._rows.rowCount()):
            items = [self._rows.itemAtPosition(row, column) for column in (1, 2)]
            if items[0] is not None and items[1] is not None:
                name, value = (item.widget() for item in items if item is not None)
                assert isinstance(name, QLabel)
                assert isinstance(value, QLabel)
                found.append((name.text(), value.text()))
        return found

    def show_trust(self, trust: Trust, theme: Theme) -> None:
        self._theme = theme
        self._mark.setPixmap(self._picture(trust.level, theme))
        headline = capitalised(trust.headline)
        self.title.setText(headline)
        self.reason.setText(trust.reason)
        shaded = trust.headline.startswith("reproducible to") and trust.level == "limited"
        advice = f"{capitalised(trust.advice)}. " if trust.advice else ""
        self.advice.setText((advice + (CONSEQUENCE if shaded else "")).strip())
        self.advice.setVisible(bool(self.advice.text()))
        self.thresholds.setStyleSheet(f"color: {theme.muted}")
        self._fill(trust.figures, theme)
        self.setAccessibleName(f"Trust in this run: {headline}")
        told = [trust.reason, *(f"{name}: {value}" for name, value in self.lines), self.advice.text()]
        self.setAccessibleDescription("\n".join(told))
        self._place()
        self.update()

    def open(self) -> None:
        self._place()
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.PopupFocusReason)
        QApplication.instance().installEventFilter(self)  # type: ignore[union-attr]

    def dismiss(self) -> None:
        if self.isVisible():
            QApplication.instance().removeEventFilter(self)  # type: ignore[union-attr]
            self.hide()
            self._anchor.setFocus(Qt.FocusReason.PopupFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.MouseButtonPress and isinstance(event, QMouseEvent) and isinstance(watched, QWidget):
            place = event.globalPosition().toPoint()
            if not _covers(self, place) and not _covers(self._anchor, place):
                self.dismiss()
        elif kind == QEvent.Type.Resize and watched is self.window():
            self._place()
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.dismiss()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """The keys that close it are not the window's shortcuts meanwhile."""
        keys = (Qt.Key.Key_Escape, Qt.Key.Key_Space)
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() in keys:
            event.accept()
            return True
        return super().event(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        self.dismiss()
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._theme is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._theme.edge), 1.0))
        painter.setBrush(QColor(self._theme.raised))
        painter.drawPath(self._outline())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(QPen(QColor(self._theme.line), 1.0))
        for row in range(self._rows.rowCount()):
            if (item := self._rows.itemAtPosition(row, 0)) is not None:
                y = item.geometry().top() - self._rows.verticalSpacing() // 2
                painter.drawLine(PADDING, y, self.width() - PADDING, y)

    def _outline(self) -> QPainterPath:
        """A box with a pointer to the anchor, where it stands above that."""
        box, pointer = QPainterPath(), QPainterPath()
        whole = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5 - POINTER)
        box.addRoundedRect(whole, RADIUS, RADIUS)
        if self.geometry().bottom() > self._anchor.mapTo(self.window(), QPoint(0, 0)).y():  # no room above it
            return box
        middle = self._anchor.mapToGlobal(self._anchor.rect().center()).x() - self.mapToGlobal(QPoint(0, 0)).x()
        x = min(max(float(middle), 3.0 * POINTER), self.width() - 3.0 * POINTER)
        pointer.moveTo(QPointF(x - POINTER, whole.bottom()))
        pointer.lineTo(QPointF(x, whole.bottom() + POINTER))
        pointer.lineTo(QPointF(x + POINTER, whole.bottom()))
        pointer.closeSubpath()
        return box.united(pointer)

    def _fill(self, figures: tuple[Figure, ...], theme: Theme) -> None:
        while (item := self._rows.takeAt(0)) is not None:
            widget = item.widget()
            assert widget is not None
            widget.deleteLater()
        for row, figure in enumerate(figures):
            mark, name, value = QLabel(), _label(figure.name), _label(figure.value)
            mark.setPixmap(self._picture(figure.level, theme))
            value.setFont(_scaled(self.font(), 1.0, bold=True))
            value.setWordWrap(False)
            value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            name.setToolTip(figure.meaning)
            value.setToolTip(figure.meaning)
            for column, widget in enumerate((mark, name, value)):
                self._rows.addWidget(widget, row, column)
                widget.show()

    def _picture(self, level: Level, theme: Theme) -> QPixmap:
        return make_icon(MARKS[level], theme, mark_colour(level, theme)).pixmap(MARK, MARK)

    def _place(self) -> None:
        layout = self.layout()
        assert layout is not None
        layout.activate()
        self.resize(WIDTH, layout.totalHeightForWidth(WIDTH))
        parent = self._anchor.window()
        corner = self._anchor.mapTo(parent, self._anchor.rect().topRight())
        x = min(corner.x() + 1 - WIDTH, parent.width() - WIDTH - GAP)
        self.move(max(x, GAP), max(corner.y() - self.height() - GAP, GAP))


def _label(text: str = "") -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label


def _scaled(font: QFont, factor: float, bold: bool = False) -> QFont:
    made = QFont(font)
    made.setPointSizeF(font.pointSizeF() * factor)
    made.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return made


def _covers(widget: QWidget, place: QPoint) -> bool:
    return widget.rect().contains(widget.mapFromGlobal(place))

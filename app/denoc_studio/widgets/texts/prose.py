"""A page of text with mathematics, tables and figures: selectable, in the theme's colours, crisp at every scale."""

from __future__ import annotations

from collections.abc import Callable, Collection

from PySide6.QtCore import QEvent, QMimeData, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QDesktopServices,
    QImage,
    QResizeEvent,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QTextBrowser, QWidget

from denoc_studio.look.roles import colour_of
from denoc_studio.look.theme import Themes
from denoc_studio.typesetting.latex import latex
from denoc_studio.typesetting.markup import Block, read_text, words_of
from denoc_studio.widgets.texts.formula_object import NUMBER, OBJECT, FormulaObject, Shown
from denoc_studio.widgets.texts.page_writer import PageWriter

Figures = Callable[[str, float], QImage | None]  # by name, for so many device pixels a pixel
WEB = ("https", "http")


class Prose(QTextBrowser):
    """`show_text` shows what `typesetting.markup` reads; `followed` tells a link of a scheme that is given: "lesson:3".

    Links of other schemes than these and the web's are shown as plain words. `figures` makes the pictures.
    With `grows` it is as high as its text and never scrolls.
    """

    followed = Signal(str)

    def __init__(
        self,
        themes: Themes,
        figures: Figures | None = None,
        schemes: Collection[str] = (),
        *,
        grows: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._figures = figures
        self._schemes = frozenset(schemes)
        self._grows = grows
        self._blocks: tuple[Block, ...] = ()
        self._formulas: list[Shown] = []
        self._object = FormulaObject(self._formulas, self._ink, lambda: float(self.viewport().width()))
        self.document().documentLayout().registerHandler(OBJECT, self._object)
        self.setOpenLinks(False)
        self.setTabChangesFocus(False)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.anchorClicked.connect(self._follow)
        if grows:
            self.setFrameShape(QTextBrowser.Shape.NoFrame)
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            self.viewport().setAutoFillBackground(False)
            self.document().documentLayout().documentSizeChanged.connect(self._fit)
        themes.changed.connect(self._write_again)

    def show_text(self, text: str, name: str = "") -> None:
        """A text, from its top on; a DynamicsError names the line that cannot be read, and the text before stays."""
        self._blocks = read_text(text, name)
        self._write()
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self.verticalScrollBar().setValue(0)
        self.setAccessibleDescription(words_of(self._blocks))

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Figures only: no text reads a file."""
        if self._figures is None:
            return None
        return self._figures(QUrl(name).toString(), self.devicePixelRatioF())

    def createMimeDataFromSelection(self) -> QMimeData:
        data = QMimeData()
        data.setText(self.selected_text())
        return data

    def selected_text(self) -> str:
        """What is selected, mathematics as LaTeX between dollars."""
        cursor = self.textCursor()
        start, pieces = cursor.selectionStart(), []
        for k, character in enumerate(cursor.selectedText()):
            if character == "\ufffc":
                character = self._source(start + k)
            pieces.append(character)
        return "".join(pieces).replace("\u2029", "\n").replace("\u2028", "\n")

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange) and self._blocks:
            self._write_again()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if any(shown.display for shown in self._formulas):  # Qt measures an object once: it is told to ask again
            self.document().markContentsDirty(0, self.document().characterCount())

    def _ink(self, role: str | None) -> QColor:
        return QColor(colour_of(role, self._themes.current))

    def _write(self) -> None:
        self._formulas.clear()
        self._object.forget()
        document = self.document()
        document.clear()
        writer = PageWriter(document, self._themes.current, self._formulas, {*WEB, *self._schemes})
        if self._grows:
            document.setDocumentMargin(0.0)  # it stands among other things, and lines up with them
        writer.write(self._blocks)

    def _write_again(self, _theme: object = None) -> None:
        place = self.verticalScrollBar().value()
        self._write()
        self.verticalScrollBar().setValue(place)

    def _source(self, place: int) -> str:
        cursor = QTextCursor(self.document())
        cursor.setPosition(place + 1)
        form = cursor.charFormat()
        if form.objectType() != OBJECT:
            return ""
        shown = self._formulas[int(form.property(NUMBER))]
        mark = "$$" if shown.display else "$"
        return f"{mark}{latex(shown.node)}{mark}"

    def _follow(self, url: QUrl) -> None:
        if url.scheme() in self._schemes:
            self.followed.emit(url.toString())
        elif url.scheme() in WEB:
            QDesktopServices.openUrl(url)

    def _fit(self) -> None:
        height = self.document().documentLayout().documentSize().height()
        self.setFixedHeight(int(height) + 1)

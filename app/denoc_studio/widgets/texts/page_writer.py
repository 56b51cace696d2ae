"""Blocks of a text into a Qt document, piece by piece: words are put in as they are, never as markup."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QUrl
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextImageFormat,
    QTextLength,
    QTextListFormat,
    QTextTableCellFormat,
    QTextTableFormat,
)

from denoc_studio.look.fonts import scaled_font, scaled_pixels
from denoc_studio.look.palettes import Theme
from denoc_studio.typesetting.markup import Block, Display, Figure, Formula, Heading, Items, Line, Paragraph, Table
from denoc_studio.widgets.texts.formula_object import Shown

BODY, SMALL = 14.0, 13.0  # pixels of letters
LINE = 22.0  # pixels from line to line, at least
HEADINGS = {1: 20.0, 2: 16.0, 3: 14.0, 4: 14.0}
BEFORE = {1: 4.0, 2: 18.0, 3: 12.0, 4: 12.0}  # pixels above a heading
AFTER = 10.0  # below a paragraph
MARGIN = 16.0


class PageWriter:
    """Writes one text; formulas are added to a list that the document's objects refer to by number."""

    def __init__(self, document: QTextDocument, theme: Theme, formulas: list[Shown], schemes: Collection[str]) -> None:
        self._theme = theme
        self._formulas = formulas
        self._schemes = schemes
        self._fresh = True  # the document's first block is still empty
        document.setDocumentMargin(scaled_pixels(MARGIN))
        document.setDefaultFont(scaled_font(BODY))
        document.setUndoRedoEnabled(False)
        self._cursor = QTextCursor(document)

    def write(self, blocks: tuple[Block, ...]) -> None:
        self._cursor.beginEditBlock()
        for block in blocks:
            self._block(block)
        self._cursor.endEditBlock()

    def _block(self, block: Block) -> None:
        match block:
            case Heading(level, line):
                self._start(before=BEFORE[level], after=6.0, line=0.0)
                self._line(line, scaled_font(HEADINGS[level], QFont.Weight.DemiBold))
            case Paragraph(line):
                self._start()
                self._line(line)
            case Display(nodes):
                for node in nodes:
                    self._start(before=2.0, after=AFTER + 2, left=28.0, line=0.0)
                    self._formula(Shown(node, display=True))
            case Items():
                self._items(block)
            case Table():
                self._table(block)
            case Figure(name, words):
                self._start(line=0.0)
                form = QTextImageFormat()
                form.setName(name)
                form.setToolTip("")
                form.setMaximumWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
                self._cursor.insertImage(form)
                if words:
                    self._start(after=AFTER + 4)
                    self._words(words, scaled_font(12.0), self._theme.muted)

    def _start(self, *, before: float = 0.0, after: float = AFTER, left: float = 0.0, line: float = LINE) -> None:
        """A new block, in which the next words stand."""
        form = QTextBlockFormat()
        form.setTopMargin(scaled_pixels(before))
        form.setBottomMargin(scaled_pixels(after))
        form.setLeftMargin(scaled_pixels(left))
        if line:
            form.setLineHeight(scaled_pixels(line), QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
        plain = QTextCharFormat()
        plain.setFont(scaled_font(BODY))
        if self._fresh:
            self._cursor.setBlockFormat(form)
            self._cursor.setBlockCharFormat(plain)
            self._fresh = False
        else:
            self._cursor.insertBlock(form, plain)

    def _items(self, block: Items) -> None:
        style = QTextListFormat()
        kind = QTextListFormat.Style
        style.setStyle(kind.ListDecimal if block.numbered else kind.ListDisc)
        shown = None
        for line in block.lines:
            self._start(after=5.0 if line is not block.lines[-1] else AFTER)
            if shown is None:
                shown = self._cursor.createList(style)
            else:
                shown.add(self._cursor.block())
            self._line(line)

    def _table(self, block: Table) -> None:
        form = QTextTableFormat()
        form.setHeaderRowCount(1)
        form.setBorder(0.0)
        form.setBorderCollapse(True)
        form.setCellSpacing(0.0)
        form.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        form.setTopMargin(scaled_pixels(6.0))
        form.setBottomMargin(scaled_pixels(AFTER))
        table = self._cursor.insertTable(len(block.rows) + 1, len(block.head), form)
        for i, row in enumerate((block.head, *block.rows)):
            for j, cell in enumerate(row):
                table.cellAt(i, j).setFormat(self._underlined)
                self._cursor = table.cellAt(i, j).firstCursorPosition()
                heavy = QFont.Weight.Normal if i else QFont.Weight.DemiBold
                self._line(cell, scaled_font(SMALL, heavy))
        self._cursor = table.lastCursorPosition()
        self._cursor.movePosition(QTextCursor.MoveOperation.NextBlock)
        self._fresh = True  # the block behind the table

    @property
    def _underlined(self) -> QTextTableCellFormat:
        """A cell with a line below: tables have horizontal lines only."""
        form = QTextTableCellFormat()
        form.setBottomBorder(1.0)
        form.setBottomBorderStyle(QTextTableFormat.BorderStyle.BorderStyle_Solid)
        form.setBottomBorderBrush(QColor(self._theme.line))
        form.setPadding(scaled_pixels(6.0))
        return form

    def _line(self, line: Line, font: QFont | None = None) -> None:
        font = font or scaled_font(BODY)
        for part in line:
            if isinstance(part, Formula):
                self._formula(Shown(part.node, display=False))
                continue
            manner = QFont(font)
            if part.code:
                manner.setFamily(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family())
                manner.setStyleHint(QFont.StyleHint.Monospace)
            if part.bold:
                manner.setWeight(QFont.Weight.DemiBold)
            manner.setItalic(part.italic)
            self._words(part.text, manner, self._theme.text, part.link)

    def _words(self, text: str, font: QFont, colour: str, link: str = "") -> None:
        form = QTextCharFormat()
        form.setFont(font)
        form.setForeground(QColor(colour))
        if link and QUrl(link).scheme() in self._schemes:
            form.setAnchor(True)
            form.setAnchorHref(link)
            form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
        self._cursor.insertText(text, form)

    def _formula(self, shown: Shown) -> None:
        self._cursor.insertText("\ufffc", shown.form(len(self._formulas)))
        self._formulas.append(shown)

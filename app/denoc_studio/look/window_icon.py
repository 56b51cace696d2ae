"""The program's icon, rendered from its drawing at the sizes that desktops ask for."""

from __future__ import annotations

from importlib import resources

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

SIZES = (16, 24, 32, 48, 64, 128, 256)
DRAWING = "denoc-studio.svg"


def window_icon() -> QIcon:
    drawing = QSvgRenderer(QByteArray((resources.files("denoc_resources") / DRAWING).read_bytes()))
    icon = QIcon()
    for size in SIZES:
        icon.addPixmap(rendered(drawing, size))
    return icon


def rendered(drawing: QSvgRenderer, size: int) -> QPixmap:
    """A square of so many pixels."""
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    drawing.render(painter)
    painter.end()
    return pixmap

"""Images that were made without Qt, for Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QImage

if TYPE_CHECKING:
    from PIL import Image


def qimage(image: Image.Image) -> QImage:
    """A copy."""
    width, height = image.size
    return QImage(image.convert("RGB").tobytes(), width, height, 3 * width, QImage.Format.Format_RGB888).copy()

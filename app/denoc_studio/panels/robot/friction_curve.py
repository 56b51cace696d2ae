"""A joint's friction over its rate as a small picture."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from denoc.arm.robot import Link
from denoc_studio.project.entry.joint_units import rate_unit, torque_unit
from denoc_studio.project.entry.numbers import shown

MARGIN = 6  # pixels
POINTS = 120  # of each branch
STRIBECK_SPEEDS = 6.0  # that are shown: at the last one a thirty-seventh of the extra is left
DOT = 2.5  # pixels


class FrictionCurve(QWidget):
    """Both branches of the law, and between them what a joint at rest may be held by, up to its breakaway friction."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.link = Link()
        self._degrees = True
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("Friction over rate")
        self.setToolTip("Friction over the joint's rate; at rest it is anything between the two dots")

    def show_link(self, link: Link, degrees: bool) -> None:
        self.link, self._degrees = link, degrees
        self.setAccessibleDescription(self.words())
        self.update()

    def words(self) -> str:
        """How far the axes reach."""
        return " and ".join(f"±{end}" for end in self._ends() if end) or "no friction"

    def _ends(self) -> tuple[str, str]:
        """The largest rate and torque that are shown."""
        if self.link.frictionless:
            return "", ""
        rate, torque = rate_unit(self.link, self._degrees), torque_unit(self.link, self._degrees)
        fastest, most = _reach(self.link)
        return f"{shown(fastest, rate, 3)} {rate.label}", f"{shown(most, torque, 3)} {torque.label}"

    def sizeHint(self) -> QSize:
        return QSize(160, 64)

    def minimumSizeHint(self) -> QSize:
        return QSize(60, 64)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        faint = self.palette().color(QPalette.ColorRole.PlaceholderText)
        font = QFont(self.font())
        font.setPointSizeF(0.85 * font.pointSizeF())
        painter.setFont(font)
        box = self.rect().adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
        middle = QPointF(box.center())
        painter.setPen(QPen(faint, 0.8))
        painter.drawLine(QPointF(box.left(), middle.y()), QPointF(box.right(), middle.y()))
        painter.drawLine(QPointF(middle.x(), box.top()), QPointF(middle.x(), box.bottom()))
        rate, torque = self._ends()
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom, rate)
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, torque)
        if not self.link.frictionless:
            self._draw(painter, middle, 0.5 * box.width(), 0.5 * box.height())
        painter.end()

    def _draw(self, painter: QPainter, middle: QPointF, width: float, height: float) -> None:
        ink = self.palette().color(QPalette.ColorRole.WindowText)
        fastest, most = _reach(self.link)
        held = [QPointF(middle.x(), middle.y() - height * torque / most) for torque in _at_rest(self.link)]
        painter.setPen(QPen(ink, 1.0, Qt.PenStyle.DotLine))
        painter.drawLine(*held)
        painter.setPen(QPen(ink, 1.4))
        for way in (1, -1):
            rates, torques = branch(self.link, way)
            points = zip((width * rates / fastest).tolist(), (height * torques / most).tolist(), strict=True)
            painter.drawPolyline(QPolygonF([middle + QPointF(x, -y) for x, y in points]))
        painter.setBrush(ink)
        for point in held:
            painter.drawEllipse(point, DOT, DOT)


def branch(link: Link, way: int) -> tuple[np.ndarray, np.ndarray]:
    """Rates of one direction (rad/s, m/s) from just off rest, closer together where the curve bends, and the friction
    there (N m, N)."""
    rates = way * _reach(link)[0] * np.linspace(0.0, 1.0, POINTS) ** 2
    law = link.friction
    return rates, law.sliding(rates, way) + law.dry(rates, way)


def _at_rest(link: Link) -> tuple[float, float]:
    positive, negative = link.breakaways
    return positive, -negative


def _reach(link: Link) -> tuple[float, float]:
    """Rate and torque at the ends of the axes."""
    viscous, _, breakaway = link.both_ways
    fastest = STRIBECK_SPEEDS * link.stribeck_speed if link.friction.sharpness else 1.0
    if not link.friction.sharpness and max(viscous) and max(breakaway):
        fastest = 2 * max(breakaway) / max(viscous)  # dry and viscous friction are seen together
    ends = [abs(float(link.friction(rate))) for rate in (fastest, -fastest)]
    return fastest, 1.1 * max(*ends, *breakaway) or math.inf

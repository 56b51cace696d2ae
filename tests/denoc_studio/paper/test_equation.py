"""Equations on paper stand where the window has them."""

from __future__ import annotations

import io

import numpy as np
import pytest
from matplotlib.figure import Figure
from PIL import Image
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from denoc_studio.paper.equation import draw_equation
from denoc_studio.paper.page import TOP, Page
from denoc_studio.paper.report.flow import Flow
from denoc_studio.typesetting.notation import parse
from denoc_studio.typesetting.wrapping import wrapped
from denoc_studio.widgets.texts.painting import Inked

FORMULAS = (
    r"\hat{\mathbf M}_1 = \mathbf B_{21}^T\left(\hat{\mathbf M}_2 - \hat{\boldsymbol\psi}_2\right) + \frac{a}{b}",
    r"\sqrt{\frac{k}{m}} = \begin{bmatrix}1 & -2\\ 3 & 4\end{bmatrix}\left\{\begin{matrix}1\\2\\3\end{matrix}\right\}",
)
DPI, SIZE = 144, (5.0, 2.0)


def on_paper(text: str) -> np.ndarray:
    figure = Figure(figsize=SIZE, dpi=DPI)
    draw_equation(figure, parse(text), 0.25, 1.75, size=20.0)
    out = io.BytesIO()
    figure.savefig(out, format="png", dpi=DPI)
    return np.asarray(Image.open(out).convert("L"), dtype=float)


def on_screen(text: str) -> np.ndarray:
    """The same size: a point is a pixel, two of the device."""
    width, height = (int(side * DPI) for side in SIZE)
    image = QImage(width, height, QImage.Format.Format_Grayscale8)
    image.setDevicePixelRatio(DPI / 72)
    image.fill(QColor("white"))
    picture = wrapped(parse(text), 20.0, float("inf"))
    painter = QPainter(image)
    Inked(picture).paint(painter, 0.25 * 72, 0.25 * 72 + picture.up, lambda role: QColor("#1b1f24"))
    painter.end()
    return np.array([[image.pixelColor(x, y).lightness() for x in range(width)] for y in range(height)], dtype=float)


@pytest.mark.parametrize("text", FORMULAS)
def test_the_window_and_paper_place_alike(qtbot: QtBot, text: str) -> None:
    paper, screen = on_paper(text), on_screen(text)
    for axis in (0, 1):
        ends = [np.flatnonzero((image < 128).any(axis=axis))[[0, -1]] for image in (paper, screen)]
        assert np.abs(ends[0] - ends[1]).max() <= 2
    ink = [(255 - image).sum() for image in (paper, screen)]
    assert ink[0] == pytest.approx(ink[1], rel=0.12)
    assert np.corrcoef(paper.ravel(), screen.ravel())[0, 1] > 0.8


def test_a_page_goes_on_below() -> None:
    page = Page()
    long = parse("x = " + " + ".join(f"a_{{{k}}}" for k in range(60)))
    page.equation(parse("x = 1"))
    short = TOP - page.y
    before = page.y
    page.equation(long)
    assert before - page.y > 1.8 * short
    right = max(patch.get_window_extent().x1 for patch in page.figure.patches + page.figure.artists)
    assert right <= 0.94 * page.figure.bbox.width


def test_a_report_has_as_many_pages_as_its_equations_need() -> None:
    flow = Flow()
    for _ in range(30):
        flow.equation(parse(FORMULAS[1]))
    first, *more = flow.pages()
    assert more
    lowest = min(patch.get_window_extent().y0 for patch in first.artists + first.patches[1:])
    assert lowest > 0.05 * first.bbox.height

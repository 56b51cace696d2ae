"""How long an equation takes: laid out, made ready for Qt, painted, and drawn for paper.

`python -m benchmarks.equations` prints the median of processor time in milliseconds; it needs no display.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable
from functools import partial

FORMULAS = {
    "wrench of a link": r"\boldsymbol\gamma_2 = \mathbf M_2\dot{\mathbf t}_2 + \dot{\mathbf M}_2\mathbf t_2"
    r" + \mathbf B_{32}^T\boldsymbol\gamma_3",
    "articulated body": r"\hat{\mathbf M}_1 = \mathbf M_1 + \mathbf B_{21}^T\left(\hat{\mathbf M}_2"
    r" - \hat{\boldsymbol\psi}_2\boldsymbol\psi_2^T\right)\mathbf B_{21}",
    "6x6 of numbers": "",
}
TIMES = 200
SIZE = 30.0


def main() -> int:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from matplotlib.figure import Figure
    from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter

    from denoc_studio.paper.equation import draw_equation
    from denoc_studio.typesetting.layout import layout
    from denoc_studio.typesetting.notation import parse
    from denoc_studio.typesetting.numbers import matrix
    from denoc_studio.widgets.texts.painting import Inked

    application = QGuiApplication([])
    image = QImage(2400, 800, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(2.0)
    ink = QColor("black")
    print(f"{'ms':20}{'read':>8}{'layout':>8}{'ready':>8}{'paint':>8}{'paper':>8}")
    for name, text in FORMULAS.items():
        node = parse(text) if text else matrix([[0.1234 * (i + 1) * (j - 2) for j in range(6)] for i in range(6)])
        picture = layout(node, SIZE)
        inked = Inked(picture)
        painter = QPainter(image)
        found = [
            _median(partial(parse, text)) if text else 0.0,
            _median(partial(layout, node, SIZE)),
            _median(partial(Inked, picture)),
            _median(partial(inked.paint, painter, 20.0, 200.0, lambda role: ink)),
            _median(partial(draw_equation, Figure(), node, 1.0, 1.0)),
        ]
        painter.end()
        print(f"{name:20}" + "".join(f"{value:8.3f}" for value in found))
    application.quit()
    return 0


def _median(work: Callable[[], object]) -> float:
    """Milliseconds of processor time."""
    found = []
    for _ in range(TIMES):
        before = time.process_time()
        work()
        found.append(time.process_time() - before)
    return 1000 * statistics.median(found)


if __name__ == "__main__":
    raise SystemExit(main())

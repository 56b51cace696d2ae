"""An axis whose numbers are written as elsewhere in the window."""

from __future__ import annotations

import re

from denoc_studio.typesetting.numbers import MINUS
from denoc_studio.widgets.imports.graphs import pg

EXPONENT = re.compile(r"e\+?(-?)0*(?=\d)")  # of a number as Python writes it


class NumberAxis(pg.AxisItem):
    """With real minus signs, and no zeros before an exponent."""

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        texts = super().tickStrings(values, scale, spacing)
        return [EXPONENT.sub(r"e\1", text).replace("-", MINUS) for text in texts]

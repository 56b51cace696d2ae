"""Pages of paper in one file."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import Any

from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure

from denoc_studio.paper.figures import program
from denoc_studio.paper.page import LEFT, RIGHT, ROOM, SMALL, shortened_to


def bound(pages: Sequence[Figure], title: str, foot: str, tell: Callable[[float], object] = lambda _: None) -> bytes:
    """A PDF of all pages, numbered, with `foot` at their left; `tell` is given the share that is done."""
    about = {"Title": title, "Creator": program(), "CreationDate": None}
    out = io.BytesIO()
    with PdfPages(out, metadata=about) as pdf:
        for number, page in enumerate(pages, 1):
            tell(number / len(pages))
            style: Any = {"va": "bottom", "fontsize": SMALL, "color": "0.3", "parse_math": False}
            page.text(LEFT, 0.03, shortened_to(foot, SMALL, 0.6 * ROOM), **style)
            page.text(RIGHT, 0.03, f"page {number} of {len(pages)}", ha="right", **style)
            pdf.savefig(page)
    return out.getvalue()

"""Tables and text as HTML; whatever a file or a person called something is text and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

TITLE = "caption-side:top;text-align:left;white-space:nowrap;font-weight:bold"


def table(caption: str, header: Sequence[str], rows: Iterable[Sequence[object]], align: str = "right") -> str:
    """A table; the first column stands to the left, the others as `align` says."""

    def line(tag: str, cells: Sequence[object]) -> str:
        sides = ["left", *[align] * (len(cells) - 1)]
        styles = (f"text-align:{side};padding:2px 8px" for side in sides)
        filled = zip(styles, cells, strict=True)
        return "<tr>" + "".join(f'<{tag} style="{style}">{text(cell)}</{tag}>' for style, cell in filled) + "</tr>"

    head = line("th", header) if header else ""
    lines = (line("td", row) for row in rows)
    title = f'<caption style="{TITLE}">{text(caption)}</caption>'
    return f'<table style="margin:4px 0">{title}<thead>{head}</thead><tbody>{"".join(lines)}</tbody></table>'


def text(value: object) -> str:
    """A number with six digits, everything else as it is, but for characters that cannot be printed."""
    if isinstance(value, float):
        return f"{value:.6g}".replace("-", "\u2212")
    return escape("".join(character if character.isprintable() else " " for character in str(value)))

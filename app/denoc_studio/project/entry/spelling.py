"""How people write numbers and units by hand, in the one spelling that is read: kgm2, 10 N·m, 3 rad s^-1, 30º, 2pi."""

from __future__ import annotations

import re

AS_IT_IS = re.compile(r"[0-9eE.,+\-*/^()\s]*")
SIGNS = str.maketrans({"\u2212": "-", "π": "pi", "º": "°", "˚": "°"})
RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
POWER_OF_TEN = re.compile(r"(?<=10)[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+")
SPELLINGS = (
    (re.compile(r"(?<![/\d.,])(\d[\d.,]*(?:[eE][+-]?\d+)?|\))\s*(?=pi\b)"), r"\1*"),  # 1/2pi may be 1/(2*pi)
    (re.compile(r"(?<=[\d)i])\s*[·×⋅]\s*(?=[\d(.]|pi|sqrt)"), "*"),
    (re.compile(r"(?<=[ms])(\^2|\*\*2|2)(?![\w.])"), "²"),
    (
        re.compile(
            r"((?<![A-Za-z])(?:[mk]?N|k?g|[cm]?m|rad|deg)|[²°½])\s*[*·⋅.-]\s*(?=([cm]?m|rad|deg|s)(?![A-Za-z]))"
        ),
        r"\1 ",
    ),
    (re.compile(r"(?<![A-Za-z])([mk]?N|k?g)(?=[cm]?m(?![A-Za-z]))"), r"\1 "),
    (re.compile(r"\s*(?<![A-Za-z])s(\^-1|⁻¹)$|/sec$"), "/s"),
    (re.compile(r"\s*(?<![A-Za-z])s(\^-2|⁻²)$|/s/s$|/sec(²|\^2)$"), "/s²"),
)


def plainly(text: str) -> str:
    """A typed number with its unit, spelt as `split_unit` and the parser of sums have it; what is none stays."""
    text = text.strip()
    if AS_IT_IS.fullmatch(text):
        return text
    text = POWER_OF_TEN.sub(lambda power: f"^{power[0].translate(RAISED)}", text.translate(SIGNS))
    for spelling, plain in SPELLINGS:
        text = spelling.sub(plain, text)
    return text

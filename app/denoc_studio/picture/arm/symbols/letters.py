r"""Symbols in plain letters: `\dot{\mathbf{t}}_{2}` is "ṫ₂"."""

from __future__ import annotations

import re
import unicodedata

_ACCENTS = {"dot": "\u0307", "ddot": "\u0308", "hat": "\u0302", "tilde": "\u0303"}
_RAISED = str.maketrans("+-0123456789", "⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_LOWERED = str.maketrans("+-0123456789", "₊₋₀₁₂₃₄₅₆₇₈₉")


def letters(tex: str) -> str:
    """Of a symbol in the TeX of the notation; bold is not told from italic."""
    text = re.sub(r"\\(?:mathbf|boldsymbol)\{([^{}]*)\}", r"\1", tex)
    text = re.sub(r"\\(dot|ddot|hat|tilde)\{([^{}]*)\}", lambda match: match[2] + _ACCENTS[match[1]], text)
    text = re.sub(r"\\([A-Za-z]+)", lambda match: _greek(match[1]), text)
    text = re.sub(r"_\{([^{}]*)\}", lambda match: _index(match[1]), text)
    text = re.sub(r"\^(\{[^{}]*\}|.)", lambda match: match[1].strip("{}").translate(_RAISED), text)
    return unicodedata.normalize("NFC", text)


def _greek(name: str) -> str:
    size = "CAPITAL" if name[0].isupper() else "SMALL"
    return unicodedata.lookup(f"GREEK {size} LETTER {name.upper().replace('LAMBDA', 'LAMDA')}")


def _index(text: str) -> str:
    """Numbers of one digit need no comma between them."""
    parts = text.split(",")
    return ("" if all(len(part) == 1 for part in parts) else ",").join(parts).translate(_LOWERED)

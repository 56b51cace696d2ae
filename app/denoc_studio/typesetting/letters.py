"""Letters and signs by their LaTeX names, and how they are said."""

from __future__ import annotations

from denoc_studio.typesetting.nodes import Style

_LOWER = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu"
_MORE = "nu xi pi rho sigma tau upsilon phi chi psi omega"
_UPPER = "Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"
GREEK = {
    **dict(zip(f"{_LOWER} {_MORE}".split(), "αβγδεζηθικλμνξπρστυφχψω", strict=True)),
    **dict(zip(_UPPER.split(), "ΓΔΘΛΞΠΣΥΦΨΩ", strict=True)),
}
SIGNS = {
    "cdot": "·", "times": "×", "circ": "∘", "pm": "±", "le": "≤", "ge": "≥", "approx": "≈", "ne": "≠", "equiv": "≡",
    "to": "→", "gets": "←", "in": "∈", "ll": "≪", "gg": "≫", "propto": "∝", "prime": "′", "sum": "∑", "int": "∫",
    "partial": "∂", "ldots": "…", "cdots": "⋯", "vdots": "⋮", "ddots": "⋱", "infty": "∞",
    "sim": "~", "wedge": "^", "backslash": "\\",
}  # fmt: skip
FUNCTIONS = ("sin", "cos", "tan", "exp", "log", "ln", "det", "max", "min")
SPACES = {",": 3 / 18, ":": 4 / 18, ";": 5 / 18, "quad": 1.0, "qquad": 2.0}
BRACKETS = {"(": "(", ")": ")", "[": "[", "]": "]", r"\{": "{", r"\}": "}", "|": "|", ".": ""}

NAMES = {character: name for name, character in GREEK.items()}
COMMANDS = {character: name for name, character in SIGNS.items()}
SAID = {
    "=": "equals", "+": "plus", "−": "minus", "±": "plus or minus", "·": "times", "×": "times", "/": "over",
    "∘": "after", "<": "is less than", ">": "is greater than", "≤": "is at most", "≥": "is at least",
    "≈": "is about", "≠": "is not", "≡": "is the same as", "→": "to", "←": "from", "∈": "in", "≪": "is far below",
    "≫": "is far above", "∝": "is proportional to", ",": ",", ";": ";", ":": ":", "′": "prime", "∑": "the sum of",
    "∫": "the integral of", "∂": "partial", "…": "and so on", "⋯": "and so on", "⋮": "and so on",
    "⋱": "and so on", "∞": "infinity", "(": "open bracket", ")": "close bracket", "[": "open bracket",
    "]": "close bracket", "{": "open bracket", "}": "close bracket", "|": "bar", "!": "factorial", "%": "percent",
    "°": "degrees",
}  # fmt: skip
SAID_ACCENTS = {"dot": "dot", "ddot": "double dot", "hat": "hat", "tilde": "tilde", "bar": "bar"}


def font_of(character: str, style: Style) -> str:
    """As papers have it: small Greek vectors are bold italic, large Greek letters and digits are never slanted."""
    greek = character in NAMES
    if style == "bold":
        return "bold italic" if greek and character.islower() else "bold"
    if style == "italic" and character.isalpha() and not (greek and character.isupper()):
        return "italic"
    return "roman"

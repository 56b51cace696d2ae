r"""Mathematics as authors type it: a subset of LaTeX, read into nodes.

Letters, numbers, Greek (\gamma), \mathbf, \boldsymbol, \mathrm, \operatorname, \mathit, accents (\dot, \ddot, \hat,
\tilde, \bar), _ ^ { }, \frac, \sqrt, \left( \right), \text, matrices (bmatrix, pmatrix, vmatrix, matrix), functions
(\sin), signs (\cdot, \le) and spaces (\,). Of our own: \term{key}{...} is a part with a key, \joint{2} a number in
that joint's colour.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple, get_args

from denoc.basics.errors import DynamicsError
from denoc_studio.typesetting.latex import WORDS
from denoc_studio.typesetting.letters import BRACKETS, FUNCTIONS, GREEK, SIGNS, SPACES
from denoc_studio.typesetting.nodes import (
    Accent,
    AccentKind,
    Fence,
    Fraction,
    Matrix,
    Node,
    Number,
    Operator,
    Root,
    Row,
    Script,
    Space,
    Style,
    Symbol,
    Text,
)

LONGEST = 4000  # characters
DEEPEST = 40  # groups in groups
_TOKEN = re.compile(r"\s+|\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|.", re.DOTALL)
_STYLES: dict[str, Style] = {
    "mathbf": "bold", "boldsymbol": "bold", "mathrm": "upright", "operatorname": "upright", "mathit": "italic",
}  # fmt: skip
_ENVIRONMENTS = {"bmatrix": ("[", "]"), "pmatrix": ("(", ")"), "vmatrix": ("|", "|"), "matrix": ("", "")}
_SAME = {"leq": "le", "geq": "ge", "neq": "ne", "varepsilon": "epsilon", "varphi": "phi", "dots": "ldots"}
_LITERAL = {r"\{": "{", r"\}": "}", r"\%": "%", r"\#": "#", r"\&": "&", r"\_": "_", r"\$": "$"}
_END = "the end"


class NotationError(DynamicsError):
    """Mathematics that cannot be read; `place` counts its characters from 1."""

    def __init__(self, reason: str, text: str = "", place: int = 0) -> None:
        super().__init__(
            f"mathematics, character {place}: {reason} in ${text if len(text) < 80 else text[:77] + '...'}$"
        )
        self.place = place


class _Token(NamedTuple):
    text: str
    place: int  # of its first character


def parse(text: str) -> Node:
    """The nodes of a formula; a NotationError names the place that cannot be read."""
    if len(text) > LONGEST:
        raise NotationError(f"more than {LONGEST} characters", text, LONGEST)
    return _Reader(text).whole()


class _Reader:
    """One formula, token by token."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = [_Token(found[0], found.start()) for found in _TOKEN.finditer(text) if not found[0].isspace()]
        self._tokens.append(_Token(_END, len(text)))
        self._next = 0
        self._depth = 0

    def whole(self) -> Node:
        return self._row(lambda token: token == _END)

    def _peek(self) -> str:
        return self._tokens[self._next].text

    def _take(self) -> _Token:
        token = self._tokens[self._next]
        self._next = min(self._next + 1, len(self._tokens) - 1)
        return token

    def _refuse(self, reason: str, token: _Token) -> NotationError:
        return NotationError(reason, self._text, token.place + 1)

    def _row(self, ends: Callable[[str], bool]) -> Node:
        """Up to a token that ends it, which is left."""
        items: list[Node] = []
        while not ends(self._peek()):
            items.append(self._scripted())
        return items[0] if len(items) == 1 else Row(tuple(items))

    def _scripted(self) -> Node:
        """A thing with what is raised and lowered behind it."""
        if self._peek() in ("_", "^", "'"):
            raise self._refuse(f"{self._peek()} has nothing that it belongs to", self._tokens[self._next])
        base = self._atom()
        found: dict[str, Node] = {}
        while self._peek() in ("_", "^", "'"):
            token = self._take()
            name = "sub" if token.text == "_" else "sup"
            if name in found:
                raise self._refuse(f"a second {token.text}: write both into one group {{...}}", token)
            found[name] = self._primes() if token.text == "'" else self._argument(token)
        return Script(base, found.get("sub"), found.get("sup")) if found else base

    def _primes(self) -> Node:
        count = 1
        while self._peek() == "'":
            self._take()
            count += 1
        return Operator("′" * count)

    def _argument(self, of: _Token) -> Node:
        """The group or the one thing behind a command."""
        if self._peek() in (_END, "}", "&", r"\\", "_", "^", "'"):
            raise self._refuse(f"{of.text} needs something behind it", of)
        token = self._tokens[self._next]
        if token.text[0].isdigit() and len(token.text) > 1:  # as in LaTeX, one digit: \frac12
            self._tokens[self._next] = _Token(token.text[1:].lstrip(".") or token.text[1:], token.place + 1)
            return Number(token.text[0])
        return self._atom()

    def _atom(self) -> Node:
        token = self._take()
        text = token.text
        self._depth += 1
        try:
            if self._depth > DEEPEST:
                raise self._refuse(f"more than {DEEPEST} groups in each other", token)
            if text == "{":
                return self._group(token)
            if text.startswith("\\") and text not in _LITERAL:
                return self._command(token)
        finally:
            self._depth -= 1
        if text in ("}", "&", _END):
            raise self._refuse({"}": "} without {", "&": "& outside of a matrix"}.get(text, "it ends too soon"), token)
        return _character(_LITERAL.get(text, text))

    def _group(self, opening: _Token) -> Node:
        node = self._row(lambda token: token in ("}", _END))
        if self._take().text != "}":
            raise self._refuse("{ is not closed", opening)
        return node

    def _command(self, token: _Token) -> Node:
        name = token.text[1:]
        name = _SAME.get(name, name)
        if name in GREEK:
            return Symbol(GREEK[name])
        if name in SIGNS:
            return Operator(SIGNS[name])
        if name in FUNCTIONS:
            return Symbol(name, "upright")
        if name in SPACES:
            return Space(SPACES[name])
        if name in _STYLES:
            return self._styled(_STYLES[name], token)
        if name in get_args(AccentKind):
            return Accent(self._argument(token), name)  # type: ignore[arg-type]  # it is one of them
        special = {
            "frac": self._fraction, "sqrt": self._root, "text": self._words, "left": self._fence,
            "begin": self._environment, "term": self._term, "joint": self._joint,
        }.get(name)  # fmt: skip
        if special is None:
            raise self._refuse(f"{token.text} is no command that is known here", token)
        return special(token)

    def _styled(self, style: Style, token: _Token) -> Node:
        node = self._argument(token)
        letters = node.items if isinstance(node, Row) else (node,)
        if not letters or not all(isinstance(each, Symbol | Number) for each in letters):
            raise self._refuse(f"{token.text} takes letters and digits only", token)
        return Symbol("".join(each.text for each in letters if isinstance(each, Symbol | Number)), style)

    def _fraction(self, token: _Token) -> Node:
        return Fraction(self._argument(token), self._argument(token))

    def _root(self, token: _Token) -> Node:
        if self._peek() == "[":
            raise self._refuse("only square roots are known here", self._tokens[self._next])
        return Root(self._argument(token))

    def _words(self, token: _Token) -> Node:
        return Text(self._raw(token))

    def _term(self, token: _Token) -> Node:
        key = self._raw(token)
        body = self._argument(token)
        return Row((body,), key=key) if body.key is not None else replace(body, key=key)

    def _joint(self, token: _Token) -> Node:
        number = self._raw(token)
        if not re.fullmatch("[0-9]{1,4}", number):
            raise self._refuse(rf"\joint takes a number, not {number!r}", token)
        return Number(number, colour=f"joint {number}")

    def _raw(self, of: _Token) -> str:
        """The text of a group as it stands, braces escaped."""
        opening = self._take()
        if opening.text != "{":
            raise self._refuse(f"{of.text} needs {{...}} behind it", of)
        depth, place = 1, opening.place + 1
        while depth:
            token = self._take()
            if token.text == _END:
                raise self._refuse("{ is not closed", opening)
            depth += {"{": 1, "}": -1}.get(token.text, 0)
            end = token.place
        inner = self._text[place:end]
        for sign, word in WORDS.items():
            inner = inner.replace(word, "\0" if sign == "\\" else sign)
        return re.sub(r"\\([{}$&#%_])", r"\1", inner).replace("\0", "\\")

    def _fence(self, token: _Token) -> Node:
        left = self._bracket(token)
        body = self._row(lambda text: text in (r"\right", _END))
        closing = self._take()
        if closing.text != r"\right":
            raise self._refuse(r"\left without \right", token)
        return Fence(body, left, self._bracket(closing))

    def _bracket(self, of: _Token) -> str:
        sign = self._take()
        if sign.text not in BRACKETS:
            raise self._refuse(f"{of.text} takes one of {' '.join(BRACKETS)}", of)
        return BRACKETS[sign.text]

    def _environment(self, token: _Token) -> Node:
        name = self._raw(token)
        if name not in _ENVIRONMENTS:
            raise self._refuse(f"{name} is none of the matrices {', '.join(_ENVIRONMENTS)}", token)
        rows: list[list[Node]] = [[]]
        while True:
            rows[-1].append(self._row(lambda text: text in ("&", r"\\", r"\end", "}", _END)))
            mark = self._take()
            if mark.text == r"\\":
                if self._peek() == r"\end":  # after the last row too
                    self._close(name, self._take())
                    break
                rows.append([])
            elif mark.text == r"\end":
                self._close(name, mark)
                break
            elif mark.text != "&":
                raise self._refuse(rf"\begin{{{name}}} without \end", token)
        if len({len(row) for row in rows}) > 1:
            raise self._refuse("the rows of this matrix are not of equal length", token)
        return Matrix(tuple(tuple(row) for row in rows), *_ENVIRONMENTS[name])

    def _close(self, name: str, mark: _Token) -> None:
        if self._raw(mark) != name:
            raise self._refuse(rf"\begin{{{name}}} is closed by another name", mark)


def _character(text: str) -> Node:
    if text[0].isdigit():
        return Number(text)
    if text.isalpha():
        return Symbol(text)
    return Operator({"-": "−", "*": "·", "~": " "}.get(text, text))

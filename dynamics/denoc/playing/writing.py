"""Expressions of the recursions' texts as mathematics: one walk, for TeX here and for boxes on a screen elsewhere."""

from __future__ import annotations

import ast
import re
from typing import Generic, Protocol, TypeVar

from denoc.playing.notation import Notation

Made = TypeVar("Made")
_INDEX = re.compile(r"_\{([^{}]*)\}")


class Builder(Protocol[Made]):
    """Makes one kind of output from the parts of an expression."""

    def symbol(self, name: str, tex: str) -> Made:
        """A symbol of the notation, by its name there and in TeX."""

    def tex(self, text: str) -> Made:
        """An operator, a bracket or a letter that is no symbol of the notation."""

    def row(self, parts: list[Made]) -> Made: ...

    def fraction(self, above: Made, below: Made) -> Made: ...

    def root(self, inside: Made) -> Made: ...

    def raised(self, base: Made, sign: str) -> Made: ...


class Tex:
    """Plain TeX, to be copied."""

    def symbol(self, name: str, tex: str) -> str:
        return tex

    def tex(self, text: str) -> str:
        return text

    def row(self, parts: list[str]) -> str:
        return " ".join(parts)

    def fraction(self, above: str, below: str) -> str:
        return rf"\frac{{{above}}}{{{below}}}"

    def root(self, inside: str) -> str:
        return rf"\sqrt{{{inside}}}"

    def raised(self, base: str, sign: str) -> str:
        return f"{base}^{sign}"


def indexed(tex: str, link: int, column: int = 0) -> str:
    """The symbol with its numbers: `_{i,i-1}` of link 3 is `_{3,2}`; k is the column."""

    def number(match: re.Match[str]) -> str:
        parts = [re.fullmatch(r"(i|k)([+-]1)?", part) for part in match[1].split(",")]
        if not all(parts):
            return match[0]
        numbers = (({"i": link, "k": column}[part[1]] + int(part[2] or 0)) for part in parts if part)
        return "_{" + ",".join(map(str, numbers)) + "}"

    return _INDEX.sub(number, tex)


class Writer(Generic[Made]):
    """Writes expressions of one link's step; `revolute` says of which kind its joint is."""

    def __init__(self, notation: Notation, builder: Builder[Made], link: int, revolute: bool, column: int = 0) -> None:
        self._notation, self._builder, self._revolute = notation, builder, revolute
        self._link, self._column = link, column

    def _indexed(self, tex: str) -> str:
        return indexed(tex, self._link, self._column)

    def name(self, name: str) -> Made:
        """A symbol, or what an alias stands for."""
        if name in self._notation.symbols:
            return self._builder.symbol(name, self._indexed(self._notation.symbols[name].tex))
        return self.expression(self._meant(name))

    def expression(self, node: ast.expr) -> Made:
        make = self._builder
        match node:
            case ast.Name(id=name):
                return self.name(name)
            case ast.Constant(value=number):
                return make.tex(f"{float(str(number)):g}")
            case ast.UnaryOp(operand=operand):
                return make.row([make.tex("-"), self._factor(operand)])
            case ast.Attribute(value=base, attr="T"):
                return self._transposed(base)
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as op, right=right):
                if isinstance(op, ast.Add) and ast.dump(left) == ast.dump(right):
                    return make.row([make.tex("2"), self._factor(left)])
                sign = "+" if isinstance(op, ast.Add) else "-"
                second = self._factor(right) if isinstance(op, ast.Sub) else self.expression(right)
                return make.row([self.expression(left), make.tex(sign), second])
            case ast.BinOp(left=ast.BinOp(left=left, right=ast.Constant(value=0.5)), op=ast.Div(), right=right):
                return make.fraction(self.expression(left), make.row([make.tex("2"), self._factor(right)]))
            case ast.BinOp(left=left, op=ast.Div(), right=right):
                return make.fraction(self.expression(left), self.expression(right))
            case ast.BinOp(left=left, op=ast.Mult() | ast.MatMult(), right=right):
                return make.row([self._factor(left), self._factor(right)])
            case ast.Call(func=ast.Attribute(value=first, attr="cross"), args=[second]):
                return make.row([self._factor(first), make.tex(r"\times"), self._factor(second)])
            case ast.Call(func=ast.Attribute(attr="turn"), args=[turned]):
                return self.expression(turned)
            case ast.Call(func=ast.Attribute(attr="rate")):
                return self.name("B_dot")
            case ast.Call(func=ast.Name(id="sqrt"), args=[inside]):
                return make.root(self.expression(inside))
            case ast.Call(func=ast.Name(id=function), args=arguments):
                return self._call(self._notation.calls[function], arguments)
        raise ValueError(f"no way to write {ast.unparse(node)}")

    def _transposed(self, base: ast.expr) -> Made:
        """A symbol that is written as a transpose loses its sign."""
        sign = self._notation.transpose
        if isinstance(base, ast.Name) and base.id in self._notation.symbols:
            tex = self._indexed(self._notation.symbols[base.id].tex)
            if f"^{sign}" in tex:
                return self._builder.symbol(base.id, tex.replace(f"^{sign}", ""))
        return self._builder.raised(self._factor(base), sign)

    def _factor(self, node: ast.expr) -> Made:
        """In brackets where it is a sum."""
        made = self.expression(node)
        return self._builder.row([self._builder.tex("("), made, self._builder.tex(")")]) if self._is_sum(node) else made

    def _is_sum(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Name) and node.id in self._notation.aliases:
            return self._is_sum(self._meant(node.id))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return any(sign in self._notation.calls.get(node.func.id, "") for sign in (r"\times", "+"))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            return node.func.attr == "cross"
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return ast.dump(node.left) != ast.dump(node.right)
        return isinstance(node, ast.UnaryOp) or (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub))

    def _meant(self, name: str) -> ast.expr:
        return self._notation.aliases[name].of(self._revolute)

    def _call(self, template: str, arguments: list[ast.expr]) -> Made:
        parts = []
        for piece in re.split(r"(#\d)", template):
            if piece.startswith("#"):
                parts.append(self._factor(arguments[int(piece[1]) - 1]))
            elif piece.strip():
                parts.append(self._builder.tex(self._indexed(piece.strip())))
        return self._builder.row(parts)

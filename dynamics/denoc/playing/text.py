"""The text of a step function, read once: which assignments are equations of the paper, and what terms they sum.

An assignment to one name whose comment begins with a citation, such as "(12)" or "section 5.1", is an equation. Of its
right side every name that the notation does not know is replaced by what the text assigned to it, so that only symbols
of the paper remain.
"""

from __future__ import annotations

import ast
import inspect
import io
import re
import textwrap
import tokenize
from collections.abc import Callable, Collection
from functools import cache
from types import CodeType
from typing import Any, NamedTuple

DRIVE = frozenset({"armature", "friction"})
_CITATION = re.compile(r"# ((?:after )?\(\d+\w?\)(?:, \(\d+\w?\))*|section [\d.]+|stage \d|Table \d)")


class TermText(NamedTuple):
    """A summand: `code` gives its value in the step's scope, `expression` has the paper's symbols as plain names."""

    sign: int
    code: CodeType
    expression: ast.expr
    source: str

    @property
    def of_drive(self) -> bool:
        """Whether it is what a rotor or friction takes."""
        return not DRIVE.isdisjoint(self.code.co_names)


class Equation(NamedTuple):
    name: str
    citation: str
    line: int  # in its file
    source: str
    code: CodeType  # assigns the name
    terms: tuple[TermText, ...]


class Branch(NamedTuple):
    test: CodeType
    body: Body
    otherwise: Body


class Plain(NamedTuple):
    """A statement that no paper prints."""

    code: CodeType


class Result(NamedTuple):
    code: CodeType


Body = tuple[Equation | Branch | Plain | Result, ...]


class StepText(NamedTuple):
    """A step function: its parameters, its statements, and the file that it stands in."""

    parameters: tuple[str, ...]
    body: Body
    file: str

    @property
    def has_equations(self) -> bool:
        return any(isinstance(each, Equation | Branch) for each in self.body)


@cache
def read(function: Callable[..., Any], symbols: frozenset[str], replaced: tuple[tuple[str, str], ...] = ()) -> StepText:
    """The text of `function` in a notation that knows these symbols; `replaced` has other right sides, by names."""
    lines, first = inspect.getsourcelines(function)
    text = textwrap.dedent("".join(lines))
    (tree,) = ast.parse(text).body
    assert isinstance(tree, ast.FunctionDef)
    file = inspect.getsourcefile(function) or ""
    reader = _Reader(_citations(text), symbols, dict(replaced), first - 1)
    parameters = tuple(each.arg for each in (*tree.args.args, *tree.args.kwonlyargs))
    return StepText(parameters, reader.body(tree.body, {}), file)


def _citations(text: str) -> dict[int, str]:
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    found = {each.start[0]: _CITATION.match(each.string) for each in tokens if each.type == tokenize.COMMENT}
    return {line: match[1] for line, match in found.items() if match}


class _Reader:
    def __init__(
        self, citations: dict[int, str], symbols: Collection[str], replaced: dict[str, str], offset: int
    ) -> None:
        self._citations, self._symbols, self._replaced, self._offset = citations, symbols, replaced, offset

    def body(self, statements: list[ast.stmt], meant: dict[str, ast.expr]) -> Body:
        """`meant` is what names that are no symbols stand for; it grows on the way."""
        return tuple(self._statement(each, meant) for each in statements)

    def _statement(self, node: ast.stmt, meant: dict[str, ast.expr]) -> Equation | Branch | Plain | Result:
        if isinstance(node, ast.Return):
            assert node.value is not None
            return Result(_code(node.value))
        if isinstance(node, ast.If):
            return Branch(_code(node.test), self.body(node.body, dict(meant)), self.body(node.orelse, dict(meant)))
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        if isinstance(node, ast.Assign) and isinstance(target, ast.Name) and node.lineno in self._citations:
            return self._equation(node, target.id, meant)
        if isinstance(node, ast.Assign) and target is not None:
            self._remember(target, node.value, meant)
        return Plain(compile(ast.Module([node], []), "<step>", "exec"))

    def _equation(self, node: ast.Assign, name: str, meant: dict[str, ast.expr]) -> Equation:
        if name in self._replaced:
            node = ast.copy_location(ast.Assign(node.targets, ast.parse(self._replaced[name], mode="eval").body), node)
            ast.fix_missing_locations(node)
        whole = _Meaning(meant).visit(_copy(node.value))
        terms = tuple(
            TermText(sign, _code(each), _Symbols().visit(_copy(each)), ast.unparse(each))
            for sign, each in _terms(whole)
        )
        code = compile(ast.Module([node], []), "<step>", "exec")
        line = node.lineno + self._offset
        return Equation(name, self._citations[node.lineno], line, ast.unparse(node), code, terms)

    def _remember(self, target: ast.expr, value: ast.expr, meant: dict[str, ast.expr]) -> None:
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for name, each in zip(target.elts, value.elts, strict=True):
                self._remember(name, each, meant)
        elif isinstance(target, ast.Name) and target.id not in self._symbols:
            meant[target.id] = _Meaning(meant).visit(_copy(value))


class _Meaning(ast.NodeTransformer):
    """Names that are no symbols become what they stand for."""

    def __init__(self, meant: dict[str, ast.expr]) -> None:
        self._meant = meant

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return _copy(self._meant[node.id]) if node.id in self._meant else node


class _Symbols(ast.NodeTransformer):
    """`x["B"]`, `x.get("qd", ZERO)`, `link.p` and `link.joint.armature` become the names B, qd, p and armature."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
            return ast.Name(node.slice.value, ast.Load())
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_Call(self, node: ast.Call) -> ast.expr:
        function = node.func
        if isinstance(function, ast.Attribute) and function.attr == "get":
            (key, _) = node.args
            assert isinstance(key, ast.Constant)
            return ast.Name(str(key.value), ast.Load())
        if ast.unparse(function) == "link.joint.friction":
            return ast.Name("friction", ast.Load())
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        owner = ast.unparse(node.value)
        if owner in ("link", "link.joint", "screws"):
            return ast.Name(node.attr, ast.Load())
        return self.generic_visit(node)  # type: ignore[return-value]


def _terms(node: ast.expr) -> list[tuple[int, ast.expr]]:
    """The summands with their signs; one that stands there twice is one."""
    found: list[tuple[int, ast.expr]] = []
    for sign, each in _sum(node):
        if found and (sign, ast.dump(each)) == (found[-1][0], ast.dump(found[-1][1])):
            each = ast.BinOp(found.pop()[1], ast.Add(), each)
        found.append((sign, each))
    return found


def _sum(node: ast.expr, sign: int = 1) -> list[tuple[int, ast.expr]]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        return [*_sum(node.left, sign), *_sum(node.right, sign if isinstance(node.op, ast.Add) else -sign)]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return _sum(node.operand, -sign)
    return [(sign, node)]


def _copy(node: ast.expr) -> ast.expr:
    return ast.parse(ast.unparse(node), mode="eval").body


def _code(node: ast.expr) -> CodeType:
    return compile(ast.fix_missing_locations(ast.Expression(node)), "<term>", "eval")

"""A robot's recursion written out as one straight-line Python function with its numbers folded in.

Zeros and ones are gone, equal expressions shared; a call costs a small part of what the recursion's own text does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from dynamics import scalars
from dynamics.robot import Robot
from dynamics.scalars import Scalar
from dynamics.tracing import Graph, Traced, live_nodes

LONGEST = 300  # joints; writing out a general arm takes 10 to 25 ms a joint
MAX_DEPTH = 12  # of nested parentheses


def straight_line(
    robot: Robot, key: str, inputs: int, recursion: Callable[..., Sequence[Scalar]]
) -> Callable[..., list[float]]:
    """`recursion` of `inputs` state vectors, for this robot, as a function of lists of floats.

    Made once per robot and key.
    """
    name = f"straight line {key}"
    if name not in robot._cache:
        robot._cache[name] = _compile(robot.n, inputs, recursion)
    return robot._cache[name]


def _compile(n: int, inputs: int, recursion: Callable[..., Sequence[Scalar]]) -> Callable[..., list[float]]:
    graph = Graph()
    names = [[f"{'xyz'[k]}{i}" for i in range(n)] for k in range(inputs)]
    results = recursion(*([graph.input(name) for name in row] for row in names))
    lines = ["def function(" + ", ".join("xyz"[:inputs]) + "):"]
    lines += [f"    {', '.join(row)}, = {'xyz'[k]}" for k, row in enumerate(names)]
    nodes = live_nodes(results)
    uses = Counter(x.number for node in nodes for x in node.operands if isinstance(x, Traced))
    uses.update(item.number for item in results if isinstance(item, Traced))
    text: dict[int, tuple[str, int]] = {}
    for node in nodes:
        if node.op == "input":
            text[node.number] = (node.name, 0)
            continue
        expression, depth = _expression(node, text)
        if uses[node.number] > 1 or depth >= MAX_DEPTH:
            lines.append(f"    v{node.number} = {expression}")
            expression, depth = f"v{node.number}", 0
        text[node.number] = (expression, depth)
    entries = (text[item.number][0] if isinstance(item, Traced) else repr(float(item)) for item in results)
    lines.append("    return [" + ", ".join(entries) + "]")
    scope: dict[str, Any] = {name: getattr(scalars, name) for name in ("sin", "cos", "sqrt", "sign")}
    exec("\n".join(lines), scope)  # the text holds this module's names, operators and numbers only
    return scope["function"]


def _expression(node: Traced, text: dict[int, tuple[str, int]]) -> tuple[str, int]:
    parts = [text[x.number] if isinstance(x, Traced) else (f"({float(x)!r})", 0) for x in node.operands]
    depth = 1 + max(d for _, d in parts)
    if node.op == "neg":
        return f"(-{parts[0][0]})", depth
    if len(parts) == 1:
        return f"{node.op}({parts[0][0]})", depth
    return f"({parts[0][0]} {node.op} {parts[1][0]})", depth

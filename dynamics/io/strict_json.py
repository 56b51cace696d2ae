"""JSON without its loopholes: no NaN or Infinity, no 1e400, no key given twice, no deep nesting."""

from __future__ import annotations

import json
import math
import re
from typing import Any

MAX_DEPTH = 32


class BadJson(ValueError):
    """The text is not the JSON we take; the message says why."""


def parse(data: bytes) -> Any:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadJson(f"is not UTF-8 text (byte {error.start})") from None
    _check_depth(text)
    try:
        return json.loads(text, object_pairs_hook=_pairs, parse_constant=_constant, parse_float=_float)
    except json.JSONDecodeError as error:
        raise BadJson(f"is not JSON: {error.msg} in line {error.lineno}, column {error.colno}") from None
    except BadJson:
        raise
    except (RecursionError, ValueError):
        raise BadJson("contains a number with too many digits") from None


_TEXT_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]', re.DOTALL)


def _check_depth(text: str) -> None:
    """Before the parser, which recurses: brackets inside texts do not count."""
    depth = 0
    for found in _TEXT_OR_BRACKET.finditer(text):
        first = found[0][0]
        if first in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise BadJson(f"is nested more than {MAX_DEPTH} levels deep")
        elif first in "]}":
            depth -= 1


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise BadJson(f"gives the field {key!r} twice")
        found[key] = value
    return found


def _constant(name: str) -> Any:
    raise BadJson(f"contains {name}, which is not a number")


def _float(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise BadJson(f"contains {text}, which is out of range")
    return value


def dump(document: Any) -> bytes:
    """Readable JSON: lists of plain values on one line, everything else indented."""
    return (_format(document, "") + "\n").encode()


def _format(value: Any, indent: str) -> str:
    inner = indent + "  "
    if isinstance(value, dict) and value:
        items = (f"{inner}{json.dumps(key)}: {_format(item, inner)}" for key, item in value.items())
        return "{\n" + ",\n".join(items) + f"\n{indent}}}"
    if isinstance(value, (list, tuple)) and any(isinstance(item, (dict, list, tuple)) for item in value):
        return "[\n" + ",\n".join(inner + _format(item, inner) for item in value) + f"\n{indent}]"
    return json.dumps(value, allow_nan=False, ensure_ascii=False)

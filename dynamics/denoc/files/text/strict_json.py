"""JSON without its loopholes: no NaN or Infinity, no 1e400, no key given twice, no deep nesting."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

MAX_DEPTH = 32
MAX_KEY = 200  # characters
MAX_VALUES = 2_000_000
MAX_GROUPS = 500_000  # lists and objects
MAX_FIELDS = 500_000


class BadJson(ValueError):
    """The text is not the JSON we take; `reason` says why, `place` where: `robot.links[1].mass`, or nothing."""

    def __init__(self, reason: str, place: str = "") -> None:
        super().__init__(f"field '{place}': {reason}" if place else reason)
        self.reason = reason
        self.place = place


class _Refused:
    """Stands in the document where something is that JSON should not have; its place is known once all is read."""

    def __init__(self, reason: str) -> None:
        self.reason = reason


class _Hooks:
    """What the parser calls for numbers and objects; `refused` are those that JSON should not have."""

    def __init__(self) -> None:
        self.refused: list[_Refused] = []

    def refuse(self, reason: str) -> _Refused:
        self.refused.append(_Refused(reason))
        return self.refused[-1]

    def constant(self, name: str) -> Any:
        return self.refuse(f"contains {name}, which is not a number")

    def decimal(self, digits: str) -> Any:
        value = float(digits)
        return self.refuse(f"contains {_short(digits)}, which is out of range") if math.isinf(value) else value

    def whole(self, digits: str) -> Any:
        try:
            return int(digits)
        except ValueError:  # thousands of digits, which Python does not convert
            return self.refuse(f"contains {_short(digits)}, a number with too many digits")

    def fields(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            twice = _twice(key for key, _ in pairs)
            found[twice] = self.refuse(f"gives the field {_short(twice)!r} twice")
        for key in found:
            if len(key) > MAX_KEY:
                found[key] = self.refuse(f"has a field whose name is longer than {MAX_KEY} characters")
        return found


def parse(data: bytes) -> Any:
    """The document; a BadJson says what it should not have, and where."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadJson(f"is not UTF-8 text (byte {error.start})") from None
    _check_size(text)
    hooks = _Hooks()
    try:
        document = json.loads(
            text,
            object_pairs_hook=hooks.fields,
            parse_constant=hooks.constant,
            parse_float=hooks.decimal,
            parse_int=hooks.whole,
        )
    except json.JSONDecodeError as error:
        what = error.msg.removesuffix(" at").removesuffix(" starting")  # Python's words go on with a place
        raise BadJson(f"is not JSON: {what} in line {error.lineno}, column {error.colno}") from None
    if hooks.refused or _HALF.search(text):
        _refuse_first(document)
    if hooks.refused:  # behind a key that is there twice
        raise BadJson(hooks.refused[0].reason)
    return document


_HALF = re.compile(r"\\u[dD][89a-fA-F]")  # a surrogate, alone or of a pair
# Nothing is tried twice, and a text that never ends takes the rest: in time that grows as the file does.
_TEXT_OR_BRACKET = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)


def _check_size(text: str) -> None:
    """Before the parser, which recurses and takes as much memory as it is given; what texts contain is no nesting."""
    for mark, most, what in ((",", MAX_VALUES, "values"), (":", MAX_FIELDS, "fields")):
        if text.count(mark) > most:
            raise BadJson(f"has more than {most} {what}")
    depth = groups = 0
    for found in _TEXT_OR_BRACKET.finditer(text):
        first = found[0][0]
        if first in "[{":
            depth += 1
            groups += 1
            if depth > MAX_DEPTH:
                raise BadJson(f"is nested more than {MAX_DEPTH} levels deep")
            if groups > MAX_GROUPS:
                raise BadJson(f"has more than {MAX_GROUPS} lists and objects")
        elif first in "]}":
            depth -= 1


def _refuse_first(document: Any) -> None:
    """Raise for the first refusal, or half a character, in the document, with its place."""
    keys: list[Any] = []
    walk = [_items([document])]
    while walk:
        step = next(walk[-1], None)
        if step is None:
            walk.pop()
            keys = keys[:-1]
            continue
        key, value = step
        if isinstance(key, str) and _is_half(key):
            raise BadJson("has a field whose name contains half a character", _place(keys))
        if isinstance(value, _Refused):
            raise BadJson(value.reason, _place([*keys, key]))
        if isinstance(value, str) and _is_half(value):
            raise BadJson("contains half a character", _place([*keys, key]))
        if isinstance(value, (dict, list)):
            keys.append(key)
            walk.append(_items(value))


def _items(group: Any) -> Iterator[tuple[Any, Any]]:
    return iter(group.items()) if isinstance(group, dict) else enumerate(group)


def _place(keys: Sequence[Any]) -> str:
    """`robot.links[1].mass`; the first key is that of the document itself."""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{_short(key)}" for key in keys[1:]).lstrip(".")


def _is_half(text: str) -> bool:
    return any("\ud800" <= character <= "\udfff" for character in text)


def _twice(keys: Iterable[str]) -> str:
    seen: set[str] = set()
    for key in keys:
        if key in seen:
            return key
        seen.add(key)
    raise ValueError("every key is there once")


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."


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

"""Ways to damage a file: of any bytes, of the tokens of a text, of the tree of a JSON document."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from copy import deepcopy
from typing import Any

NUMBERS = (
    "NaN", "-NaN", "Infinity", "-Infinity", "1e400", "-1e400", "1e308", "1e-320", "-0", "0", "-1", "1", "1e13", "1e6",
    "9" * 400, "9" * 5000, "0." + "3" * 500, "1_000", "0x1F", "01", "+1", ".5", "1.", "1e", "--1", "1,5", "١",
    "１", "½",
)  # fmt: skip
VALUES = (
    None, True, False, 0, -1, 1, 2, 0.5, -0.0, 1e-300, 1e300, 1e12, 1.1e12, 1e6, 1.1e6, 10**30, 2**63, 2**64, "", "1",
    "x" * 300, "x" * 20_000, "a\u0000b", "\ud800", "\u202etxt", "e\u0301", "<b>&amp;</b>", "../../etc/passwd",
    [], {}, [[]],
    [None], [1, 2, 3], ["a"], {"a": 1}, [0] * 5000, {"kind": "line"}, {"law": "pd"}, {"version": 1},
)  # fmt: skip
KEYS = ("", "version", "mass", "маss", "mass ", "__class__", "$ref", "a.b[0]", "k" * 300, "\u200bmass", "\0", "links")
_TOKEN = re.compile(r'"[^"]*"|[+-]?[\d.]+(?:[eE][+-]?\d+)?|\w+|[^\w\s]|\s+')

Mutation = Callable[[random.Random, bytes], bytes]


def _slice(rng: random.Random, data: bytes, longest: int = 200) -> tuple[int, int]:
    start = rng.randrange(len(data) + 1)
    return start, min(len(data), start + rng.randint(1, longest))


def flip(rng: random.Random, data: bytes) -> bytes:
    out = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 8, 64])):
        if out:
            out[rng.randrange(len(out))] ^= 1 << rng.randrange(8)
    return bytes(out)


def truncate(rng: random.Random, data: bytes) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def remove(rng: random.Random, data: bytes) -> bytes:
    start, stop = _slice(rng, data)
    return data[:start] + data[stop:]


def repeat(rng: random.Random, data: bytes) -> bytes:
    start, stop = _slice(rng, data)
    return data[:stop] + data[start:stop] * rng.choice([1, 2, 100]) + data[stop:]


def insert(rng: random.Random, data: bytes) -> bytes:
    start, _ = _slice(rng, data)
    junk = rng.choice([rng.randbytes(rng.randint(1, 20)), b"\0", b"\xef\xbb\xbf", b"\xff\xfe", b"\xed\xa0\x80", b"\r"])
    return data[:start] + junk + data[start:]


def recode(rng: random.Random, data: bytes) -> bytes:
    text = data.decode(errors="replace")
    encoding = rng.choice(["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-7", "latin-1", "cp037"])
    return text.encode(encoding, errors="replace")


def tokens(rng: random.Random, data: bytes) -> bytes:
    """Numbers and words replaced, exchanged, left out."""
    parts = _TOKEN.findall(data.decode(errors="replace"))
    for _ in range(rng.choice([1, 1, 1, 3])):
        if not parts:
            break
        here, there = rng.randrange(len(parts)), rng.randrange(len(parts))
        act = rng.randrange(4)
        if act == 0:
            parts[here], parts[there] = parts[there], parts[here]
        elif act == 1:
            del parts[here]
        elif act == 2:
            parts.insert(here, parts[there])
        else:
            digits = [k for k, part in enumerate(parts) if part[-1:].isdigit()] or [here]
            parts[rng.choice(digits)] = rng.choice(NUMBERS)
    return "".join(parts).encode(errors="replace")


BYTES: tuple[Mutation, ...] = (flip, truncate, remove, repeat, insert, recode, tokens, tokens)


def places(document: Any) -> list[tuple[Any, Any]]:
    """(container, key) of every value in the document."""
    found, waiting = [], [document]
    while waiting:
        value = waiting.pop()
        items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for key, item in items:
            found.append((value, key))
            waiting.append(item)
    return found


def tree(rng: random.Random, document: Any) -> bytes:
    """A document that is still JSON, nearly always, with one or a few values that do not belong there."""
    for _ in range(rng.choice([1, 1, 1, 2, 5])):
        container, key = rng.choice(places(document))
        act = rng.randrange(6)
        if act <= 2:
            container[key] = deepcopy(rng.choice(VALUES))
        elif act == 3:
            del container[key]
        elif act == 4 and isinstance(container, dict):
            container[rng.choice(KEYS)] = container.pop(key) if rng.random() < 0.5 else deepcopy(rng.choice(VALUES))
        elif isinstance(container, list):
            container.extend(container[:1] * rng.choice([1, 2, 1000]))
        else:
            container[key] = nested(rng.choice([3, 30, 60]))
        if not places(document):
            break
    text = json.dumps(document, ensure_ascii=rng.random() < 0.5, indent=rng.choice([None, 2]))
    return _twice(rng, text).encode(errors="surrogatepass")


def nested(depth: int) -> Any:
    value: Any = 1
    for level in range(depth):
        value = [value] if level % 2 else {"a": value}
    return value


def _twice(rng: random.Random, text: str) -> str:
    """Now and then with a key that is there twice."""
    keys = list(re.finditer(r'"[a-z_]{1,20}": ?(?=[\d"\[{tfn-])', text))
    if not keys or rng.random() > 0.1:
        return text
    found = rng.choice(keys)
    return text[: found.start()] + found[0] + "0, " + text[found.start() :]

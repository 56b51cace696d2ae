"""Files that are legal to begin with, and then go on for ever: each would take all memory or all time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

HEAD = b'{"version": 1, "name": "x", "robot": {"name": "r", "links": '
TAIL = b'}, "initial": {"q": [0], "qd": [0]}}'
MILLION = 1_000_000


def giants() -> Iterator[tuple[str, bytes]]:
    """(name with its suffix, content)."""
    yield "links.arm.json", HEAD + b"[" + b"{}," * 100_000 + b"{}]" + TAIL
    yield "many-links.arm.json", HEAD + b"[" + b"{}," * (4 * MILLION) + b"{}]" + TAIL
    yield "nested-lists.arm.json", b"[" * MILLION + b"]" * MILLION
    yield "nested-objects.arm.json", b'{"a":' * MILLION
    yield "open-text.arm.json", b'"' + b'\\"' * (8 * MILLION)
    yield "long-text.arm.json", HEAD.replace(b'"r"', b'"' + b"r" * (10 * MILLION) + b'"') + b"[{}]" + TAIL
    yield "long-number.arm.json", HEAD + b'[{"mass": ' + b"9" * MILLION + b"}]" + TAIL
    yield "one-key.arm.json", b"{" + b'"a": 1,' * MILLION + b'"a": 1}'
    yield "many-keys.arm.json", b"{" + b",".join(b'"k%d": 1' % k for k in range(MILLION)) + b"}"
    yield "numbers.arm.json", HEAD + b"[" + b"0," * (7 * MILLION) + b"0]" + TAIL
    yield "blanks.arm.json", b" " * (30 * MILLION)
    yield "long-key.arm.json", b'{"' + b"k" * (10 * MILLION) + b'": 1}'
    yield "one-line.csv", b"t,q1,q2,q3" + b",x" * (4 * MILLION)
    yield "one-cell.csv", b"t,q1,q2,q3\n0,0,0," + b"1" * (10 * MILLION)
    yield "open-quote.csv", b't,q1,q2,q3\n0,0,0,"' + b"1,\n" * MILLION
    yield "many-rows.csv", b"t,q1,q2,q3\n" + b"".join(b"%d,0,0,0\n" % k for k in range(MILLION))
    yield "comments.csv", b"# no\n" * (3 * MILLION)
    yield "empty-rows.csv", b"t,q1,q2,q3\n" + b"\n" * (10 * MILLION)
    entities = b"".join(b'<!ENTITY l%d "%s">' % (k, b"&l%d;" % (k - 1) * 10) for k in range(1, 12))
    yield "laughs.urdf", b'<!DOCTYPE robot [<!ENTITY l0 "ha">' + entities + b']><robot name="&l11;"/>'
    yield "outside.urdf", b'<!DOCTYPE robot [<!ENTITY x SYSTEM "file:///etc/passwd">]><robot name="&x;"/>'
    yield "elements.urdf", b'<robot name="r">' + b'<link name="a"/>' * 500_000 + b"</robot>"
    yield "deep.urdf", b"<robot>" * MILLION
    yield "attribute.urdf", b'<robot name="' + b"r" * (10 * MILLION) + b'"/>'


def sparse(path: Path, size: int = 4 * 1024**3) -> Path:
    """A file of this size that takes no place on the disk."""
    with path.open("wb") as file:
        os.truncate(file.fileno(), size)
    return path

"""Meshes that mean harm: damaged ones, and ones built to take time, memory or other files."""

from __future__ import annotations

import io
import os
import random
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

from denoc.files.meshes.mesh_file import MAX_FACES
from tests.long.fuzz.mutations import BYTES
from tests.support.mesh_files import CORNERS, ascii_stl, binary_stl, dae, obj

SEEDS = (("stl", binary_stl), ("stl", ascii_stl), ("obj", obj), ("dae", dae))
BAD = (np.nan, np.inf, -np.inf, 1e300, -1e13, 1e-320, 1e38)
REFERENCES = (
    "other.dae#a",
    "../../etc/passwd#a",
    "http://example.org/a.dae#a",
    "file:///dev/zero#a",
    "#",
    "",
    "#cube2",
)
GEOMETRY = '<instance_geometry url="#cube"/>'

Attack = tuple[str, bytes]  # ending, what the file holds
Maker = Callable[[random.Random, float], Attack]


def _damaged(rng: random.Random, size: float) -> Attack:
    ending, seed = rng.choice(SEEDS)
    data = seed()
    for _ in range(rng.choice([1, 1, 2, 5])):
        data = rng.choice(BYTES)(rng, data)
    return ending, data


def _somewhere_else(rng: random.Random, size: float) -> Attack:
    """Coordinates that are none, or far away."""
    corners = CORNERS.copy()
    corners[rng.randrange(8), rng.randrange(3)] = rng.choice(BAD)
    ending, seed = rng.choice(SEEDS)
    with np.errstate(all="ignore"):
        corners = np.clip(corners, -3e38, 3e38) if seed is binary_stl else corners
    return ending, seed(corners=corners)


def _false_count(rng: random.Random, size: float) -> Attack:
    count = rng.choice([0, 1, 11, 13, 2**31, 2**32 - 1, rng.randrange(2**32)])
    data = binary_stl()
    head = rng.choice([data[:80], b"solid".ljust(80)])
    return "stl", head + struct.pack("<I", count) + data[84:] + b"\0" * rng.choice([0, 1, 50])


def _many_faces(rng: random.Random, size: float) -> Attack:
    """As many as there may be, or as the file may have bytes; a soup without any order."""
    count = min(int(size * 1_400_000), rng.choice([MAX_FACES, 1_400_000]))
    faces = np.zeros((count, 50), dtype=np.uint8)
    faces[:, 12:48] = np.random.default_rng(rng.randrange(2**32)).random((count, 9), dtype=np.float32).view(np.uint8)
    return "stl", b" " * 80 + struct.pack("<I", count) + faces.tobytes()


def _long_text(rng: random.Random, size: float) -> Attack:
    facet = b"facet normal 0 0 0 outer loop vertex 0 0 1 vertex 0 1 0 vertex 1 0 0 endloop endfacet\n"
    line = rng.choice([facet, b"vertex 1 2 3\n", b"vertex\n", b"endfacet ", b"vertex 1 2 " + b"7" * 300, b" "])
    return "stl", b"solid x\n" + line * int(size * 6e7 / len(line))


def _lines(rng: random.Random, size: float) -> Attack:
    lines = (
        b"g a\n",
        b"v 0 0 0\n",
        b"f 1 2 3\n",
        b"f 1 2 3 1 2 3 1 2 3\n",
        b"\n",
        b"usemtl a\n",
        b"f -1 -2 -3\n",
        b"#\n",
    )
    line = rng.choice(lines)
    start = obj() + b"\n"
    return "obj", start + line * int(size * 6e7 / len(line)) + b"f 1 2 3\n"


def _groups(rng: random.Random, size: float) -> Attack:
    return "obj", obj() + b"".join(b"\ng a%d\nusemtl m%d\nf 1 2 3" % (k, k) for k in range(int(size * 400_000)))


def _one_line(rng: random.Random, size: float) -> Attack:
    end = rng.choice([b" 1", b"1", b" 1/1/1", b" 1\\\n", b"/"])
    return "obj", obj() + b"\nf" + end * int(size * 6e7 / len(end))


def _wrong_index(rng: random.Random, size: float) -> Attack:
    index = rng.choice([0, -1, -8, -9, 8, 9, 2**31, 2**63, -(2**64), 10**400, 1.5, "nan", "1_0", "1//", "/1"])
    if rng.random() < 0.5:
        return "obj", obj() + f"\nf 1 2 {index}\n".encode()
    return "dae", dae().replace(b"<p>0", f"<p>{index}".encode())


def _vcount(rng: random.Random, size: float) -> Attack:
    count = rng.choice([150_000_000, 2**31, 2**63 - 1, -1, 0, 3, 10**30])
    return "dae", dae().replace(b"<vcount>4", f"<vcount>{count}".encode())


def _many_numbers(rng: random.Random, size: float) -> Attack:
    place, word = rng.choice([(b"<p>", b"0 "), (b"<vcount>", b"0 "), (b'count="24">', b"1 "), (b"<p>", b"0<!-- -->")])
    return "dae", dae().replace(place, place + word * int(size * 6e7 / len(word)))


def _many_elements(rng: random.Random, size: float) -> Attack:
    node = rng.choice([GEOMETRY, "<node/>", "<translate>1 2 3</translate>", f"<node>{GEOMETRY}</node>"])
    return "dae", dae(scene=f'<node id="n">{node * int(size * 150_000)}{GEOMETRY}</node>')


def _attributes(rng: random.Random, size: float) -> Attack:
    count = int(size * 5_000_000)
    inside = "".join(f" a{k}=''" for k in range(count)) if rng.random() < 0.5 else ' a="' + "x" * 10 * count + '"'
    return "dae", dae().replace(b"<mesh>", f"<mesh{inside}>".encode())


def _cycle(rng: random.Random, size: float) -> Attack:
    count = rng.choice([1, 2, 30, int(size * 50_000) + 1])
    again = '<instance_node url="#n"/>' * count
    return "dae", dae(scene=f'<node id="n">{again}{rng.choice(["", GEOMETRY])}</node>')


def _deep(rng: random.Random, size: float) -> Attack:
    levels = rng.choice([10, 60, 70, 1000, int(size * 1_000_000) + 1])
    return "dae", dae(scene="<node>" * levels + GEOMETRY + "</node>" * levels)


def _entities(rng: random.Random, size: float) -> Attack:
    levels = "".join(f'<!ENTITY e{k + 1} "{f"&e{k};" * 10}">' for k in range(12))
    outer = rng.choice([f'<!ENTITY e0 "1 ">{levels}', '<!ENTITY e SYSTEM "file:///dev/zero">'])
    return "dae", dae(head=f"<!DOCTYPE x [{outer}]>").replace(b"<p>", b"<p>&e12;")


def _zipped(rng: random.Random, size: float) -> Attack:
    """A document that is a ZIP archive too, of much that is the same."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("a.dae", b"0" * int(size * 2e8))
    inside = archive.getvalue()
    return "dae", rng.choice([inside, dae() + inside, dae() + b"<!--" + inside.replace(b"--", b"__") + b"-->"])


def _units(rng: random.Random, size: float) -> Attack:
    unit = rng.choice([1e300, 1e-300, -1.0, 0.0, float("nan"), 1e12])
    step = rng.choice(["<scale>1e200 1e200 1e200</scale>", "<scale>0 0 0</scale>", "<rotate>0 0 0 9</rotate>"])
    return "dae", dae(unit=unit, scene=f"<node>{step * rng.choice([1, 3])}{GEOMETRY}</node>")


def _lies(rng: random.Random, size: float) -> Attack:
    old, new = rng.choice(
        [
            ('count="24"', 'count="99999999999"'),
            ('stride="3"', f'stride="{rng.choice([0, 1, 2, 4, 99, -3, 10**12, "x"])}"'),
            ('offset="0"', f'offset="{rng.choice([1, 5, 64, 65, -1, 10**9])}"'),
            ('source="#v"', f'source="{rng.choice(REFERENCES)}"'),
            ('source="#p"', f'source="{rng.choice(REFERENCES)}"'),
            ('url="#cube"', f'url="{rng.choice(REFERENCES)}"'),
            ('url="#s"', f'url="{rng.choice(REFERENCES)}"'),
            ("polylist", rng.choice(["triangles", "tristrips", "trifans", "polygons", "lines", "spline"])),
        ]
    )
    return "dae", dae().replace(old.encode(), new.encode())


def _foreign(rng: random.Random, size: float) -> Attack:
    """Other letters, other encodings, nothing at all."""
    ending = rng.choice(["stl", "obj", "dae"])
    text = dae().decode().replace("<p>", rng.choice(["<p>١ ", "<p>½ ", "<p>é ", "<p>𝟏 "]))
    encoding = rng.choice(["utf-8", "utf-16", "utf-8-sig", "utf-32"])
    many = rng.choice(["é", "𝟏", "<p>"]) * int(size * 1e7)
    return ending, rng.choice([b"", b"\0" * 100, text.encode(encoding), many.encode(), rng.randbytes(1000)])


ATTACKS: tuple[Maker, ...] = (
    _somewhere_else, _false_count, _many_faces, _long_text, _lines, _groups, _one_line, _wrong_index, _vcount,
    _many_numbers, _many_elements, _attributes, _cycle, _deep, _entities, _zipped, _units, _lies, _foreign,
)  # fmt: skip


def attack(rng: random.Random, size: float) -> Attack:
    """Half of them damaged, half of them built; `size` up to 1 is how large those that are large may become."""
    maker = _damaged if rng.random() < 0.5 else rng.choice(ATTACKS)
    return maker(rng, size * rng.choice([1e-4, 1e-3, 1e-2, 0.1, 1.0]))


def no_files(folder: Path) -> list[Path]:
    """Things with a mesh's name that are no files, where the system has them."""
    (folder / "folder.stl").mkdir(exist_ok=True)
    found = [folder / "folder.stl", folder / "nowhere.dae"]
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "pipe.obj")
        (folder / "zero.dae").symlink_to("/dev/zero")
        (folder / "loop.stl").symlink_to("loop.stl")
        found += [folder / name for name in ("pipe.obj", "zero.dae", "loop.stl")]
    return found

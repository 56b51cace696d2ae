"""Meshes in files: the same cube from each kind; strangers' files end in a refusal."""

from __future__ import annotations

import builtins
import os
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from denoc.basics.errors import ProjectError
from denoc.files.meshes import mesh_file
from denoc.files.meshes.mesh_file import Triangles, read_mesh
from tests.support.mesh_files import CORNERS, ascii_stl, binary_stl, dae, obj


def put(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def volume(mesh: Triangles) -> float:
    a, b, c = np.moveaxis(mesh.vertices[mesh.faces], 1, 0)
    return float(np.einsum("fi,fi->", a, np.cross(b, c))) / 6


@pytest.mark.parametrize(
    ("name", "data"),
    [("a.stl", ascii_stl()), ("b.STL", binary_stl()), ("c.obj", obj()), ("d.dae", dae())],
    ids=["ascii", "binary", "obj", "dae"],
)
def test_a_cube(tmp_path: Path, name: str, data: bytes) -> None:
    mesh = read_mesh(put(tmp_path, name, data))
    middle = (1.0, 2.0, 3.0) if name == "d.dae" else (0.0, 0.0, 0.0)
    assert len(mesh.faces) == 12
    assert volume(mesh) == pytest.approx(1.0)
    assert mesh.vertices[mesh.faces].mean(axis=(0, 1)) == pytest.approx(middle)


def test_collada_has_a_unit_and_its_up_axis_is_left_alone(tmp_path: Path) -> None:
    mesh = read_mesh(put(tmp_path, "a.dae", dae(unit=0.001, up="Y_UP")))
    assert mesh.vertices.min(axis=0) == pytest.approx((0.0005, 0.0015, 0.0025))
    assert mesh.vertices.max(axis=0) == pytest.approx((0.0015, 0.0025, 0.0035))


def test_nodes_inside_each_other(tmp_path: Path) -> None:
    inner = '<node><scale>2 2 2</scale><instance_geometry url="#cube"/></node>'
    scene = f"<node><translate>1 0 0</translate>{inner}</node>"
    mesh = read_mesh(put(tmp_path, "a.dae", dae(scene=scene)))
    assert (mesh.vertices.min(axis=0).tolist(), mesh.vertices.max(axis=0).tolist()) == ([0, -1, -1], [2, 1, 1])


def test_nothing_else_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Textures, materials, images: none of them is asked for."""
    paths = [put(tmp_path, "c.obj", obj()), put(tmp_path, "d.dae", dae())]
    for path in paths:
        read_mesh(path)  # once, for what Python imports
    opened: list[str] = []
    real = builtins.open

    def watched(file: Any, *arguments: Any, **options: Any) -> Any:
        opened.append(str(file))
        return real(file, *arguments, **options)

    monkeypatch.setattr(builtins, "open", watched)
    for path in paths:
        read_mesh(path)
    assert not [name for name in opened if "passwd" in name]


def test_what_obj_may_write(tmp_path: Path) -> None:
    """Corners counted back, with textures and normals, colours, comments, a line that goes on; groups are one mesh."""
    text = (
        b"o a_b\nv 0 0 0 1 0 0\nv 1 0 0 # one\n v\t1 1 0\nv 0 1 0\nvn 0 0 1\ng a\nf 1//1 2/7/1 3//1\ng b\nf -4 \\\n-2 4"
    )
    mesh = read_mesh(put(tmp_path, "a.obj", text))
    assert mesh.faces.tolist() == [[0, 1, 2], [0, 2, 3]]
    assert mesh.vertices.tolist() == [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]


def test_a_binary_file_may_begin_like_a_text(tmp_path: Path) -> None:
    assert len(read_mesh(put(tmp_path, "a.stl", b"solid" + binary_stl()[5:])).faces) == 12


@pytest.mark.parametrize(
    ("primitive", "expected"),
    [
        ("<triangles>{}<p>0 9 1 9 2 9</p></triangles>", [[0, 1, 2]]),
        ("<polygons>{}<p>0 9 1 9 3 9 2 9</p><p>4 9 5 9 6 9</p></polygons>", [[0, 1, 3], [0, 3, 2], [4, 5, 6]]),
        ("<trifans>{}<p>0 9 1 9 3 9 2 9</p></trifans>", [[0, 1, 3], [0, 3, 2]]),
        ("<tristrips>{}<p>0 9 1 9 2 9 3 9</p></tristrips>", [[0, 1, 2], [1, 3, 2]]),
        ("<polylist>{}<vcount>2 4</vcount><p>7 9 6 9 0 9 1 9 3 9 2 9</p></polylist>", [[0, 1, 3], [0, 3, 2]]),
    ],
    ids=["triangles", "polygons", "fans", "strips", "polylist"],
)
def test_collada_primitives(tmp_path: Path, primitive: str, expected: list[list[int]]) -> None:
    """With an index for something else at each corner."""
    inputs = '<input semantic="VERTEX" source="#v" offset="0"/><input semantic="NORMAL" source="#x" offset="1"/>'
    text = dae().decode()
    start, end = text.index("<polylist"), text.index("</polylist>") + len("</polylist>")
    mesh = read_mesh(put(tmp_path, "a.dae", (text[:start] + primitive.format(inputs) + text[end:]).encode()))
    assert np.array_equal(mesh.vertices[mesh.faces], (CORNERS + np.array([1, 2, 3]))[np.array(expected)])


def test_collada_steps_follow_each_other(tmp_path: Path) -> None:
    steps = "<translate>1 0 0</translate><rotate>0 0 2 90</rotate><scale>1 2 3</scale>"
    matrix = "<matrix>1 0 0 0 0 1 0 0 0 0 1 5 0 0 0 1</matrix>"
    mesh = read_mesh(put(tmp_path, "a.dae", dae(scene=f'<node>{steps}{matrix}<instance_geometry url="#cube"/></node>')))
    x, y, z = (CORNERS + np.array([0, 0, 5])).T * [[1], [2], [3]]
    assert np.allclose(mesh.vertices, np.column_stack([1 - y, x, z])[np.unique(mesh.faces)])


def test_without_a_unit_it_is_the_metre(tmp_path: Path) -> None:
    text = dae().replace(b'<unit name="own" meter="1.0"/>', b"")
    assert b"<unit" not in text
    assert volume(read_mesh(put(tmp_path, "a.dae", text))) == pytest.approx(1.0)


def test_reading_ends_when_nobody_waits(tmp_path: Path) -> None:
    def leave() -> None:
        raise KeyboardInterrupt

    for name, data in {"b.stl": ascii_stl(), "c.obj": obj(), "d.dae": dae()}.items():
        with pytest.raises(KeyboardInterrupt):
            read_mesh(put(tmp_path, name, data), leave)


class TestRefusals:
    @pytest.mark.parametrize(
        ("name", "data", "reason"),
        [
            ("empty.stl", b"", "is cut off or no STL"),
            ("none.stl", b"solid\nendsolid", "holds no triangles"),
            ("cut.stl", binary_stl()[:300], "it should hold 12 faces and has 300 bytes"),
            ("count.stl", b" " * 80 + struct.pack("<I", 2**32 - 1) + b"x" * 50, "it should hold 4294967295 faces"),
            ("noise.stl", b"solid" + bytes(range(256)) * 9, "holds no triangles"),
            ("words.stl", ascii_stl().replace(b"0.5", b"half", 1), "has '-half' where a number is needed"),
            ("thousands.stl", ascii_stl().replace(b"0.5", b"1_0", 1), "has '-1_0' where a number is needed"),
            ("two.stl", ascii_stl().replace(b"vertex", b"corner", 1), "do not have three corners each"),
            ("cut.obj", b"v 0 0 0\nv 1 0 0\nf 1 2 3", "corners that are not there"),
            ("far.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 99", "corners that are not there"),
            ("zero.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 0 1 2", "corners that are not there"),
            ("back.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf -1 -2 -4", "corners that are not there"),
            ("whole.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3.5", "has '3.5' where an index is needed"),
            ("large.obj", b"v 0 0 0\nf 1 2 " + b"9" * 99, "has an index beyond"),
            ("line.obj", b"v 0 0 0\nf" + b" 1" * 2**20, "has a line of more than"),
            ("no.obj", b"", "holds no triangles"),
            ("no.dae", b"<COLLADA/>", "has no scene"),
            ("p.dae", dae().replace(b"<p>0", b"<p>99"), "corners that are not there"),
            ("minus.dae", dae().replace(b"<p>0", b"<p>-1"), "corners that are not there"),
            (
                "vcount.dae",
                dae().replace(b"<vcount>4", b"<vcount>150000000"),
                "have 150000020 corners, and 24 are there",
            ),
            ("below.dae", dae().replace(b"<vcount>4 4", b"<vcount>-4 12"), "corners, and 24 are there"),
            ("few.dae", dae().replace(b'count="24">-0.5', b'count="999999999">'), "corners that are not there"),
            ("far.dae", dae(scene='<node><instance_geometry url="other.dae#a"/></node>'), "leads out of the file"),
            ("web.dae", dae(scene='<node><instance_geometry url="http://a.b/#a"/></node>'), "leads out of the file"),
            ("lost.dae", dae(scene='<node><instance_geometry url="#sphere"/></node>'), "there is no such <geometry>"),
            ("self.dae", dae(scene='<node id="n"><instance_node url="#n"/></node>'), "more than 20000 nodes"),
            (
                "tag.dae",
                dae().replace(b"<mesh>", b"<mesh" + b" a=''" * 2**19 + b">"),
                "has a tag or comment of more than",
            ),
            ("deep.dae", dae(scene="<node>" * 99 + "</node>" * 99), "nested more than 64 levels"),
            ("units.dae", dae(unit=1e300), "not finite"),
            ("cut.dae", dae()[:900], "is not XML"),
            ("zip.dae", b"PK\x05\x06" + b"\0" * 18, "is not XML"),
            ("unit.dae", dae(unit=float("nan")), "attribute 'meter': a finite number is needed"),
            ("a.ply", b"ply", "is none of the meshes that can be read: .stl, .obj, .dae"),
        ],
    )
    def test_broken_files(self, tmp_path: Path, name: str, data: bytes, reason: str) -> None:
        with pytest.raises(ProjectError, match=name) as caught:
            read_mesh(put(tmp_path, name, data))
        assert reason in str(caught.value)
        assert len(str(caught.value)) < 400

    @pytest.mark.parametrize("bad", [np.nan, np.inf, 1e30])
    def test_corners_that_are_nowhere(self, tmp_path: Path, bad: float) -> None:
        corners = CORNERS.copy()
        corners[3, 1] = bad
        for name, data in {"a.stl": binary_stl(corners), "b.stl": ascii_stl(corners), "c.obj": obj(corners)}.items():
            with pytest.raises(ProjectError, match="not finite"):
                read_mesh(put(tmp_path, name, data))

    def test_what_is_no_file(self, tmp_path: Path) -> None:
        (tmp_path / "folder.stl").mkdir()
        with pytest.raises(ProjectError, match=r"folder.stl: cannot be read"):
            read_mesh(tmp_path / "folder.stl")

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
    def test_pipes_and_devices(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe.obj")
        (tmp_path / "zero.dae").symlink_to("/dev/zero")
        for name in ("pipe.obj", "zero.dae"):
            with pytest.raises(ProjectError, match=f"{name}: cannot be read: it is not a file"):
                read_mesh(tmp_path / name)

    def test_entities(self, tmp_path: Path) -> None:
        bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
        with pytest.raises(ProjectError, match="contains a DOCTYPE, which is refused"):
            read_mesh(put(tmp_path, "bomb.dae", dae(head=bomb)))

    def test_nodes_that_multiply(self, tmp_path: Path) -> None:
        """Thirty levels, each holding the next one twice, would be 2^30 cubes."""
        library = "".join(
            f'<node id="n{k}"><instance_node url="#n{k + 1}"/><instance_node url="#n{k + 1}"/></node>'
            for k in range(29, -1, -1)
        )
        last = '<node id="n30"><instance_geometry url="#cube"/></node>'
        scene = '<node><instance_node url="#n0"/></node>'
        text = dae(scene=scene).decode()
        where = "<library_visual_scenes>"
        text = text.replace(where, f"<library_nodes>{last}{library}</library_nodes>{where}")
        with pytest.raises(ProjectError, match="more than 20000 nodes"):
            read_mesh(put(tmp_path, "a.dae", text.encode()))

    def test_limits(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(mesh_file, "MAX_FACES", 11)
        for name, data in {"a.stl": binary_stl(), "c.obj": obj(), "d.dae": dae()}.items():
            with pytest.raises(ProjectError, match="has more than 11 faces"):
                read_mesh(put(tmp_path, name, data))
        monkeypatch.setattr(mesh_file, "MAX_BYTES", 100)
        with pytest.raises(ProjectError, match="is larger than"):
            read_mesh(put(tmp_path, "b.stl", binary_stl()))

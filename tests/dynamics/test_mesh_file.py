"""Meshes in files: the same cube from each kind; strangers' files end in a refusal."""

from __future__ import annotations

import builtins
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dynamics.errors import ProjectError
from dynamics.io import mesh_file
from dynamics.io.mesh_file import Triangles, read_mesh
from tests.mesh_files import CORNERS, ascii_stl, binary_stl, dae, obj


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


class TestRefusals:
    @pytest.mark.parametrize(
        ("name", "data", "reason"),
        [
            ("empty.stl", b"", "is cut off or no STL"),
            ("none.stl", b"solid\nendsolid", "holds no triangles"),
            ("cut.stl", binary_stl()[:300], "it should hold 12 faces and has 300 bytes"),
            ("count.stl", b" " * 80 + struct.pack("<I", 2**32 - 1) + b"x" * 50, "it should hold 4294967295 faces"),
            ("noise.stl", b"solid" + bytes(range(256)) * 9, "holds no triangles"),
            ("words.stl", ascii_stl().replace(b"0.5", b"half", 1), "no mesh that can be read"),
            ("cut.obj", b"v 0 0 0\nv 1 0 0\nf 1 2 3", ""),
            ("far.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 99", ""),
            ("no.obj", b"", "holds no triangles"),
            ("no.dae", b"<COLLADA/>", ""),
            ("cut.dae", dae()[:900], "is not XML"),
            ("zip.dae", b"PK\x05\x06" + b"\0" * 18, "is not XML"),
            ("unit.dae", dae(unit=float("nan")), "no unit of length"),
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

"""Small meshes as files of each kind, and an arm that wears them."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np

CORNERS = np.array([[x, y, z] for x in (0.0, 1.0) for y in (0.0, 1.0) for z in (0.0, 1.0)]) - 0.5
SIDES = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]  # seen from outside
FACES = np.array([(s[0], s[i], s[i + 1]) for s in SIDES for i in (1, 2)])


def binary_stl(corners: np.ndarray = CORNERS, faces: np.ndarray = FACES) -> bytes:
    rows = [struct.pack("<12fH", 0, 0, 0, *corners[face].reshape(-1), 0) for face in faces]
    return b"a cube".ljust(80) + struct.pack("<I", len(faces)) + b"".join(rows)


def ascii_stl(corners: np.ndarray = CORNERS, faces: np.ndarray = FACES) -> bytes:
    text = "solid cube\n"
    for face in faces:
        text += "facet normal 0 0 0\nouter loop\n"
        text += "".join("vertex {} {} {}\n".format(*corners[corner]) for corner in face)
        text += "endloop\nendfacet\n"
    return (text + "endsolid cube\n").encode()


def obj(corners: np.ndarray = CORNERS) -> bytes:
    """With a material file that must not be looked for."""
    lines = ["mtllib /etc/passwd", *("v {} {} {}".format(*corner) for corner in corners), "usemtl red"]
    return "\n".join([*lines, *("f " + " ".join(str(corner + 1) for corner in side) for side in SIDES)]).encode()


def dae(unit: float = 1.0, corners: np.ndarray = CORNERS, up: str = "Z_UP", scene: str = "", head: str = "") -> bytes:
    """One node that is moved by (1, 2, 3) units."""
    points = " ".join(str(value) for value in corners.reshape(-1))
    scene = scene or '<node id="n"><translate>1 2 3</translate><instance_geometry url="#cube"/></node>'
    return f"""<?xml version="1.0"?>{head}
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset><created>2020-01-01T00:00:00</created><modified>2020-01-01T00:00:00</modified>
    <unit name="own" meter="{unit}"/><up_axis>{up}</up_axis></asset>
  <library_images><image id="i"><init_from>file:///etc/passwd</init_from></image></library_images>
  <library_geometries><geometry id="cube"><mesh>
    <source id="p"><float_array id="pa" count="{corners.size}">{points}</float_array><technique_common>
      <accessor source="#pa" count="{len(corners)}" stride="3">
        <param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
      </accessor></technique_common></source>
    <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
    <polylist count="6"><input semantic="VERTEX" source="#v" offset="0"/>
      <vcount>4 4 4 4 4 4</vcount><p>{" ".join(str(corner) for side in SIDES for corner in side)}</p></polylist>
  </mesh></geometry></library_geometries>
  <library_visual_scenes><visual_scene id="s">{scene}</visual_scene></library_visual_scenes>
  <scene><instance_visual_scene url="#s"/></scene>
</COLLADA>""".encode()


def dressed_urdf(folder: Path) -> Path:
    """Three joints askew; meshes of each kind on every link but the second, the base included."""
    package = folder / "package"
    (package / "meshes").mkdir(parents=True)
    for name, data in {"base.stl": ascii_stl(), "one.stl": binary_stl(), "two.obj": obj(), "tip.dae": dae()}.items():
        (package / "meshes" / name).write_bytes(data)

    def link(name: str, *meshes: str) -> str:
        seen = "".join(
            f'<visual><origin xyz="0.02 -0.01 {0.03 * k}" rpy="0.3 {0.2 * k} -0.1"/><geometry>'
            f'<mesh filename="package://package/meshes/{mesh}" scale="0.1 0.06 0.2"/></geometry>'
            f'<material name="m{k}"><color rgba="0.9 0.1 {0.2 * k} 1"/></material></visual>'
            for k, mesh in enumerate(meshes)
        )
        body = '<mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" iyz="0" ixz="0"/>'
        return f'<link name="{name}"><inertial>{body}</inertial>{seen}</link>'

    def joint(name: str, kind: str, parent: str, child: str, xyz: str, rpy: str, axis: str) -> str:
        limit = '<limit lower="-1" upper="1" effort="1" velocity="1"/>'
        return (
            f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
            f'<origin xyz="{xyz}" rpy="{rpy}"/><axis xyz="{axis}"/>{limit}</joint>'
        )

    text = [
        link("base", "base.stl"),
        link("one", "one.stl", "two.obj"),
        link("two"),
        link("three", "tip.dae"),
        link("flange"),
        joint("j1", "revolute", "base", "one", "0.1 0 0.3", "0.2 0 0.1", "0 0 1"),
        joint("j2", "revolute", "one", "two", "0.3 0.1 0", "0.5 0.1 0", "0 1 0"),
        joint("j3", "prismatic", "two", "three", "0 0.2 0.3", "0 0.4 0.2", "1 0.3 0"),
        joint("j4", "fixed", "three", "flange", "0.1 0 0.2", "0.1 0.2 0.3", "0 0 1"),
    ]
    path = package / "arm.urdf"
    path.write_text(f'<robot name="dressed">{"".join(text)}</robot>')
    return path

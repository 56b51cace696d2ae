"""What a file is that was given in the place of another, known by its beginning."""

from __future__ import annotations

import re

LOOKED_AT = 4096  # bytes
BEGINNINGS = (
    (b"ISO-10303-21", "a STEP file (CAD)"),
    (b"%PDF-", "a PDF"),
    (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"PK\x03\x04", "a ZIP archive or an office document: unpack it first"),
    (b"PK\x05\x06", "an empty ZIP archive"),
    (b"\x1f\x8b", "a gzip archive: unpack it first"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive: unpack it first"),
    (b"Rar!", "a RAR archive: unpack it first"),
    (b"\xd0\xcf\x11\xe0", "an old office document or a SolidWorks part"),
    (b"\x89HDF", "an HDF5 file"),
    (b"MATLAB 5.0 MAT-file", "a MAT file"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a Windows program"),
    (b"glTF", "a glTF mesh"),
    (b"PAR1", "a Parquet table"),
)
ROOTS = {
    "robot": "a URDF",
    "mujoco": "a MuJoCo model (MJCF)",
    "sdf": "an SDF model (Gazebo), which is not read",
    "collada": "a COLLADA mesh",
    "html": "a web page (HTML); perhaps the page of the file was saved, not the file",
    "svg": "an SVG picture",
    "package": "a ROS package's description",
    "launch": "a ROS launch file",
    "world": "a world file",
    "mesh": "a mesh",
}
_ROOT = re.compile(rb"<([A-Za-z_][\w.-]*)(?=[\s>/:])")
_SKIPPED = re.compile(rb"<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>]*>", re.DOTALL | re.IGNORECASE)


def kind_of(data: bytes) -> str:
    """In words, as "a PDF"; empty where its beginning does not tell."""
    start = data[:LOOKED_AT].removeprefix(b"\xef\xbb\xbf").lstrip()
    for beginning, words in BEGINNINGS:
        if start.startswith(beginning):
            return words
    if start.startswith(b"solid ") and b"facet" in start:
        return "an STL mesh"
    if len(data) > 84 and len(data) == 84 + 50 * int.from_bytes(data[80:84], "little"):
        return "an STL mesh"
    if re.match(rb"(#[^\n]*\n\s*|mtllib[^\n]*\n|o [^\n]*\n|g [^\n]*\n)*v +[-\d.]+ +[-\d.]+ +[-\d.]+", start):
        return "an OBJ mesh"
    if start.startswith(b"<") or start[:1] == b"\xff":
        return _kind_of_xml(start)
    return ""


def _kind_of_xml(start: bytes) -> str:
    if start[:14].lower() == b"<!doctype html":
        return ROOTS["html"]
    found = _ROOT.match(_SKIPPED.sub(b"", start).lstrip())
    if found is None:
        return ""
    root = found[1].decode().lower()
    if root == "robot" and b"xacro" in start:
        return "a xacro template"
    return ROOTS.get(root, "")


def kind_of_root(tag: str) -> str:
    """What a file of XML with this root element is."""
    return ROOTS.get(tag.lower(), f"XML with the root element <{tag[:40]}>")

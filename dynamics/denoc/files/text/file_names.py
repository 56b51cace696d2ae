"""Names of projects and robots as names of files, on every system."""

from __future__ import annotations

import re

SUFFIX, URDF = ".arm.json", ".urdf"  # of project files, and of robots as ROS describes them
LONGEST = 150  # bytes, so that endings fit into the 255 that file systems allow
_DEVICES = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)", re.IGNORECASE)  # Windows: with any ending


def file_stem(name: str) -> str:
    """The name as the beginning of a file name: no folders, no device, nothing that a file system refuses.

    Letters and digits of any script stay; what remains neither hides the file nor looks like an option. Where nothing
    remains it is "project".
    """
    stem = re.sub(r"[^\w.+-]+", "-", name).strip("-.")[:80]
    stem = stem.encode(errors="ignore")[:LONGEST].decode(errors="ignore").strip("-.")
    return no_device(stem or "project")


def no_device(stem: str) -> str:
    """`_con.old` for `con.old`, which Windows takes for a device; every other stem as it is."""
    return f"_{stem}" if _DEVICES.match(stem) else stem

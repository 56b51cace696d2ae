"""What a folder of programs and libraries carries, and what it needs of a Linux system: libraries, and a glibc."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

PACKAGES = {  # Debian's and Ubuntu's, for every library that may stay outside
    "ld-linux-x86-64.so.2": "libc6",
    "ld-linux-aarch64.so.1": "libc6",
    "libc.so.6": "libc6",
    "libdl.so.2": "libc6",
    "libm.so.6": "libc6",
    "libpthread.so.0": "libc6",
    "libresolv.so.2": "libc6",
    "librt.so.1": "libc6",
    "libutil.so.1": "libc6",
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libGLX.so.0": "libglx0",
    "libOpenGL.so.0": "libopengl0",
    "libX11.so.6": "libx11-6",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libdrm.so.2": "libdrm2",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libgcc_s.so.1": "libgcc-s1",
    "libglib-2.0.so.0": "libglib2.0-0t64 | libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0t64 | libglib2.0-0",
    "libstdc++.so.6": "libstdc++6",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libxcb.so.1": "libxcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-glx.so.0": "libxcb-glx0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libz.so.1": "zlib1g",
}
OUTSIDE = re.compile(  # never carried: drivers of OpenGL need the system's own, and every desktop has them
    r"lib(stdc\+\+|gcc_s|X11|X11-xcb|xcb|dbus-1|drm|expat|fontconfig|freetype|glib-2\.0|gthread-2\.0|wayland-\w+|z)\.so\.\d+$"
)
NEEDED = re.compile(r"NEEDED\s+(\S+)")
ALWAYS = {"fonts-dejavu-core", "libegl1", "libgl1", "libgl1-mesa-dri"}  # found while it runs: letters, OpenGL's driver


class Needs(NamedTuple):
    libraries: dict[str, Path]  # by soname, one of the files that want it
    glibc: tuple[int, ...]

    @property
    def packages(self) -> list[str]:
        """As in a package's Depends."""
        named = {PACKAGES[name] for name in self.libraries} | ALWAYS
        own = f"libc6 (>= {'.'.join(map(str, self.glibc))})"
        return [own, *sorted(named - {"libc6"})]


def slim(folder: Path) -> None:
    """Without what the system has anyway, without libraries of plugins that were left out, and without symbols."""
    inside = folder / "_internal"
    for path in inside.glob("*.so*"):
        if OUTSIDE.match(path.name):
            path.unlink()
    while orphans := _orphans(inside):
        for path in orphans:
            path.unlink()
    libraries = [path for path in inside.rglob("*.so*") if _is_elf(path)]
    bare = [str(path) for path in libraries if path.parent.suffix != ".libs"]  # those were patched: strip breaks them
    subprocess.run(["strip", "--strip-unneeded", *bare], check=True)


def _orphans(inside: Path) -> list[Path]:
    """Libraries beside the packages that no module, no plugin and no other library wants."""
    links = [path for path in inside.glob("*.so*") if path.is_symlink()]
    beside = ("*.so*", "*.libs/*", "PySide6/Qt/lib/*")
    places = [path for each in beside for path in inside.glob(each) if not path.is_symlink()]
    files = [path for path in inside.rglob("*") if path.is_file() and _is_elf(path)]
    wanted = {name for path in files for name in NEEDED.findall(_headers(path))}
    broken = [path for path in links if not path.exists()]
    return [*broken, *(path for path in places if path.name not in wanted and not path.name.startswith("libpython"))]


def needs(folder: Path) -> Needs:
    """Ends with words where a library is neither carried nor in the table: nobody would have it."""
    files = [path for path in folder.rglob("*") if path.is_file() and _is_elf(path)]
    carried = {path.name for path in folder.rglob("*") if ".so" in path.name}
    wanted: dict[str, Path] = {}
    versions = {(2, 17)}
    for path in files:
        told = _headers(path)
        wanted.update((name, path) for name in NEEDED.findall(told) if name not in carried)
        versions |= {tuple(map(int, found.split("."))) for found in re.findall(r"\bGLIBC_(2[.\d]+)", told)}
    unknown = sorted(f"{name} (for {path.name})" for name, path in wanted.items() if name not in PACKAGES)
    if unknown:
        sys.exit(f"neither in the folder nor a library of every desktop: {', '.join(unknown)}")
    return Needs(wanted, max(versions))


def of_the_system(folder: Path, pythons: Iterable[Path]) -> list[Path]:
    """Libraries in the folder that are in none of these environments, nor Python's own: the build system's."""
    known = {path.name for root in pythons for path in root.rglob("*.so*")}
    found = (path for path in folder.rglob("*.so*") if path.name not in known and not path.name.startswith("libpython"))
    return sorted(path for path in found if _is_elf(path))


@cache
def _headers(path: Path) -> str:
    return subprocess.run(["objdump", "-p", str(path)], capture_output=True, text=True, check=True).stdout


def _is_elf(path: Path) -> bool:
    with path.open("rb") as file:
        return not path.is_symlink() and file.read(4) == b"\x7fELF"

"""A Debian package and an AppImage of the folder."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from pathlib import Path

from system_needs import needs

NAME = "denoc-studio"
ENTRY, ICON = "applications/*.desktop", "icons/hicolor/scalable/apps/*.svg"
SUMMARY = "interactive lab for the dynamics of serial robot arms"


def debian(folder: Path, desktop: Path, version: str, home: str, work: Path, out: Path) -> Path:
    """A package that puts the folder into /usr/lib, for the system that it was made on and newer ones.

    `desktop` has, in folders as below /usr/share, what a desktop and a shell want to know of the program.
    """
    architecture = {"x86_64": "amd64", "aarch64": "arm64"}[platform.machine()]
    shutil.rmtree(work, ignore_errors=True)
    inside = work / "usr" / "lib" / NAME  # not /opt, which the thumbnailers' sandbox of GNOME does not see
    shutil.copytree(folder, inside, symlinks=True)
    (work / "usr" / "bin").mkdir(parents=True)
    (work / "usr" / "bin" / NAME).symlink_to(f"../lib/{NAME}/{NAME}")
    share = work / "usr" / "share"
    shutil.copytree(desktop, share)
    for page in share.glob("man/man*/*.1"):
        subprocess.run(["gzip", "--best", "--no-name", str(page)], check=True)
    documents = share / "doc" / NAME
    documents.mkdir(parents=True)
    (documents / "copyright").symlink_to(f"../../../lib/{NAME}/_internal/NOTICES.txt")
    size = sum(path.lstat().st_size for path in work.rglob("*") if path.is_file()) // 1024
    (work / "DEBIAN").mkdir()
    (work / "DEBIAN" / "control").write_text(
        f"""\
Package: {NAME}
Version: {version}
Architecture: {architecture}
Maintainer: DeNOC Studio contributors <{home}>
Installed-Size: {size}
Depends: {", ".join(needs(folder).packages)}
Section: science
Priority: optional
Homepage: {home}
Description: {SUMMARY}
 Edit a Denavit-Hartenberg table and see the arm change; drop it under gravity
 and watch angles, torques and energies; several formulations of the dynamics
 check each other. The command line does the same without a display.
"""
    )
    for path in work.rglob("*"):  # whatever the umask of the build was
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
    made = out / f"{NAME}_{version}_{architecture}.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Zzstd", "-z10", "--build", str(work), str(made)], check=True)
    return made


def appimage_obstacle(desktop: Path) -> str:
    """Why no AppImage can be made here; empty where one can."""
    if shutil.which("mksquashfs") is None:
        return "mksquashfs is missing (squashfs-tools)"
    runtime = os.environ.get("APPIMAGE_RUNTIME", "")
    if not runtime:
        return "APPIMAGE_RUNTIME names no type-2 runtime (github.com/AppImage/type2-runtime)"
    if not Path(runtime).is_file() or Path(runtime).read_bytes()[8:11] != b"AI\x02":
        return f"{runtime} is no type-2 runtime of an AppImage"
    if not [*desktop.glob(ENTRY)] or not [*desktop.glob(ICON)]:
        return f"{desktop} has no entry for menus, or no icon"
    return ""


def appimage(folder: Path, desktop: Path, version: str, work: Path, out: Path) -> Path:
    """One file that starts anywhere: the runtime, then the folder as a compressed file system."""
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(folder, work / "usr" / "lib" / NAME, symlinks=True)
    share = work / "usr" / "share"
    shutil.copytree(desktop, share)
    for place in (ENTRY, ICON):
        for path in share.glob(place):
            (work / path.name).symlink_to(path.relative_to(work))
    (work / "AppRun").symlink_to(f"usr/lib/{NAME}/{NAME}")
    image = work.with_suffix(".squashfs")
    image.unlink(missing_ok=True)
    command = [
        "mksquashfs",
        str(work),
        str(image),
        "-root-owned",
        "-noappend",
        "-comp",
        "zstd",
        "-quiet",
        "-no-progress",
    ]
    subprocess.run(command, check=True)
    made = out / f"{NAME}-{version}-{platform.machine()}.AppImage"
    made.write_bytes(Path(os.environ["APPIMAGE_RUNTIME"]).read_bytes() + image.read_bytes())
    made.chmod(0o755)
    return made

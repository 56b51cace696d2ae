"""The licences of everything that the standalone program carries, from the metadata of what is installed.

Run by `build.py` in the environment that is frozen. A part without the text of its licence ends it.
"""

from __future__ import annotations

import importlib.metadata
import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from pathlib import Path

HERE = Path(__file__).parent
OURS = "denoc-studio"
NEVER = {"imageio-ffmpeg"}  # its ffmpeg is under the GPL
TEXTS = {  # whose wheels have none
    "pyopengl": ("PyOpenGL.txt",),
    "pyside6-essentials": ("LGPL-3.0.txt", "GPL-3.0.txt"),
    "shiboken6": ("LGPL-3.0.txt", "GPL-3.0.txt"),
}
LICENCE = re.compile(r"(licen[cs]e|copying|notice)", re.IGNORECASE)
QT = """\
Qt, PySide6 and Shiboken are used under the GNU Lesser General Public License, version 3 (below). They are not changed.
Their libraries are files of their own in _internal/PySide6 and _internal/shiboken6, and are loaded from there when the
program starts. To use others, build them from https://download.qt.io/official_releases/ (which has the sources of the
versions used) for the same minor version, and put them in their place.
"""
MORE = """\
The icons are letters of Material Design Icons (Pictogrammers, Apache License 2.0), in _internal/qtawesome/fonts.
The program's own sources stand beside its compiled form in _internal/denoc, and are at {home}.
"""


def notices(home: str) -> str:
    """One text: our own notes, then each part with its version, address, licence and the licence's text."""
    parts = [f"What the standalone DeNOC Studio is made of\n\n{QT}\n{MORE.format(home=home)}"]
    parts += [_part(each) for each in sorted(closure(OURS), key=str.lower)]
    parts.append(_section("Python", sys.version.split()[0], "PSF-2.0", "https://www.python.org", [_python()]))
    return "\n".join(parts)


def loader_notice() -> str:
    """Of what starts a frozen program: GPL, with an exception for the programs that it starts."""
    loader = importlib.metadata.distribution("pyinstaller")
    return _section("PyInstaller's loader", loader.version, *_named(loader), _texts(loader))


def closure(name: str) -> set[str]:
    """What this distribution needs here, directly or not; without itself."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        for requirement in importlib.metadata.requires(waiting.pop()) or []:
            needed = plain(re.split(r"[^\w.-]", requirement)[0])
            if "extra ==" in requirement or needed in found or not _is_installed(needed):
                continue  # a marker for another system: not installed
            found.add(needed)
            waiting.append(needed)
    if found & NEVER:
        sys.exit(f"{', '.join(found & NEVER)} must not be part of the standalone program")
    return found


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _is_installed(name: str) -> bool:
    try:
        importlib.metadata.distribution(name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def _part(name: str) -> str:
    part = importlib.metadata.distribution(name)
    texts = [*_texts(part), *((HERE / "licences" / text).read_text("utf-8") for text in TEXTS.get(name, ()))]
    if not texts:
        sys.exit(f"{name} {part.version} brings no text of its licence: add it to packaging/licences and TEXTS")
    return _section(part.metadata["Name"], part.version, *_named(part), texts)


def _named(part: importlib.metadata.Distribution) -> tuple[str, str]:
    """Its licence, and where it comes from."""
    about = part.metadata
    classified = [each.split(" :: ")[-1] for each in about.get_all("Classifier") or [] if each.startswith("License")]
    first = (about.get("License") or "").strip().splitlines()[:1]
    licence = about.get("License-Expression") or ", ".join(classified) or " ".join(first)
    addresses = [each.split(", ")[-1] for each in about.get_all("Project-URL") or []]
    return licence or "see its text", about.get("Home-page") or next(iter(addresses), "")


def _texts(part: importlib.metadata.Distribution) -> Iterator[str]:
    for file in part.files or []:
        if ".dist-info" in file.parts[0] and LICENCE.search(file.name) and file.suffix != ".py":
            yield Path(str(part.locate_file(file))).read_text("utf-8", errors="replace")


def _python() -> str:
    folders = (Path(sysconfig.get_path("stdlib")), Path(sys.base_prefix))
    found = [path for folder in folders for name in ("LICENSE.txt", "LICENSE") if (path := folder / name).is_file()]
    if not found:
        sys.exit(f"no text of Python's licence in {folders[0]} or {folders[1]}")
    return found[0].read_text("utf-8")


def _section(name: str, version: str, licence: str, address: str, texts: Iterable[str]) -> str:
    return "\n\n".join(
        [f"{'=' * 78}\n{name} {version}\n{licence}\n{address}".rstrip(), *(each.strip() for each in texts), ""]
    )


def system_notices(libraries: Iterable[Path]) -> str:
    """Of the build system's own libraries in the folder (Debian, Ubuntu): each package with its notices."""
    names = sorted({library.name for library in libraries})
    asked = subprocess.run(["dpkg", "-S", *(f"*/{name}" for name in names)], capture_output=True, text=True).stdout
    owners: dict[str, list[str]] = {}
    for name in names:
        package = next((line.split(":")[0] for line in asked.splitlines() if line.endswith(f"/{name}")), None)
        if package is None:
            sys.exit(f"no package owns {name}: its licence is not known")
        owners.setdefault(package, []).append(name)
    sections = []
    for package, owned in sorted(owners.items()):
        text = Path("/usr/share/doc", package, "copyright")
        if not text.is_file():
            sys.exit(f"{text} is missing: the licence of {package} is not known")
        sections.append(_section(package, "", "Debian package", ", ".join(owned), [text.read_text("utf-8")]))
    return "\n".join(sections)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(f"{notices(sys.argv[2])}\n{loader_notice()}", encoding="utf-8")

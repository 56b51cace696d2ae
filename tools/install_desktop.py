"""Puts what a Linux desktop wants to know of the program below a prefix: python tools/install_desktop.py PREFIX

Menu entry, description, file type, thumbnails, icons, manual page and completion; not the program itself.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LINUX = ROOT / "packaging" / "linux"
ICONS = {
    "apps/denoc-studio": ROOT / "resources/denoc_resources/denoc-studio.svg",
    "mimetypes/denoc-studio-project": LINUX / "denoc-studio-project.svg",
}
COMPLETION = {
    "bash": "bash-completion/completions/denoc-studio",
    "zsh": "zsh/site-functions/_denoc-studio",
    "fish": "fish/vendor_completions.d/denoc-studio.fish",
}
UPDATES = (
    ("update-mime-database", "mime"),
    ("update-desktop-database", "applications"),
    ("gtk-update-icon-cache", "icons/hicolor"),
)


def install(prefix: Path) -> list[Path]:
    """The files that were written."""
    share = prefix / "share"
    files = {
        share / "applications" / "studio.denoc.DenocStudio.desktop": LINUX / "studio.denoc.DenocStudio.desktop",
        share / "metainfo" / "studio.denoc.DenocStudio.metainfo.xml": LINUX / "studio.denoc.DenocStudio.metainfo.xml",
        share / "mime" / "packages" / "denoc-studio.xml": LINUX / "denoc-studio-mime.xml",
        share / "thumbnailers" / "denoc-studio.thumbnailer": LINUX / "denoc-studio.thumbnailer",
        share / "man" / "man1" / "denoc-studio.1": LINUX / "denoc-studio.1",
    }
    for target, source in files.items():
        _write(target, source.read_bytes())
    return [*files, *_icons(share / "icons" / "hicolor"), *_completion(share)]


def _icons(folder: Path) -> list[Path]:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtGui import QGuiApplication
    from PySide6.QtSvg import QSvgRenderer

    from denoc_studio.look.window_icon import SIZES, rendered

    application = QGuiApplication.instance() or QGuiApplication([])
    made = []
    for name, drawing in ICONS.items():
        made.append(folder / "scalable" / f"{name}.svg")
        _write(made[-1], drawing.read_bytes())
        for size in SIZES:
            made.append(folder / f"{size}x{size}" / f"{name}.png")
            made[-1].parent.mkdir(parents=True, exist_ok=True)
            rendered(QSvgRenderer(str(drawing)), size).save(str(made[-1]))
    del application
    return made


def _completion(share: Path) -> list[Path]:
    from denoc_studio.command_line.completion import completion

    for shell, place in COMPLETION.items():
        _write(share / place, completion(shell).encode())
    return [share / place for place in COMPLETION.values()]


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    prefix = Path(sys.argv[1])
    for path in install(prefix):
        print(path)
    for program, folder in UPDATES:
        if shutil.which(program) and not os.environ.get("DESTDIR"):
            subprocess.run([program, str(prefix / "share" / folder)], check=False, capture_output=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Standalone programs for people without Python: everything that this system can make, into `dist/`.

    python packaging/build.py           the folder, then what installs it: .deb and AppImage, installer, or disk image
    python packaging/build.py folder    the folder alone, build/standalone/denoc-studio

The folder is made by PyInstaller of what a clean environment holds after `pip install .`, and of nothing else.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import tempfile
import tomllib
import venv
from collections import Counter
from pathlib import Path

import linux
import notices
from system_needs import needs, of_the_system, slim

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
BUILD = ROOT / "build"
OUT = ROOT / "dist"
NAME = "denoc-studio"
HOME = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]["Homepage"]
ENVIRONMENT = BUILD / "package-venv"
FOLDER = BUILD / "standalone" / NAME
DESKTOP = BUILD / "desktop"
LARGEST = 450  # megabytes
NEVER = ("imageio_ffmpeg", "libreadline", "libgtk", "_tkinter", "Qt6Qml", "Qt6Quick")  # the first two are GPL
SYSTEM = platform.system()


def main() -> None:
    wishes = sys.argv[1:]
    if wishes not in ([], ["folder"]):
        sys.exit(__doc__)
    python = environment()
    version = run(python, "-c", "import denoc_studio; print(denoc_studio.__version__)").strip()
    freeze(python)
    check(version)
    if wishes:
        return
    OUT.mkdir(exist_ok=True)
    for path in {"Linux": for_linux, "Windows": for_windows, "Darwin": for_macos}[SYSTEM](version):
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1e6:.0f} MB")


def run(*command: object, **options: object) -> str:
    """What it prints; where it fails, this ends too."""
    made = subprocess.run(
        [str(each) for each in command], stdout=subprocess.PIPE, text=True, **{"cwd": BUILD} | options
    )
    if made.returncode:
        sys.exit(f"{made.stdout}\n{Path(str(command[0])).name} {' '.join(map(str, command[1:4]))} ... failed")
    return made.stdout


def environment() -> Path:
    """A Python with the program, what it needs, and PyInstaller; kept from build to build."""
    python = ENVIRONMENT / ("Scripts/python.exe" if SYSTEM == "Windows" else "bin/python")
    if not python.exists():
        venv.create(ENVIRONMENT, with_pip=True, symlinks=SYSTEM != "Windows")
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", ROOT, "pyinstaller>=6.11,<7")
    return python


def freeze(python: Path) -> None:
    texts = BUILD / "notices"
    texts.mkdir(exist_ok=True)
    shutil.copyfile(ROOT / "LICENSE", texts / "LICENSE.txt")
    run(python, HERE / "notices.py", texts / "NOTICES.txt", HOME)
    shutil.rmtree(DESKTOP, ignore_errors=True)
    (DESKTOP / "share").mkdir(parents=True)
    tool = ROOT / "tools" / "install_desktop.py"
    if tool.is_file():  # menu entry, file type, icons, manual page
        run(python, tool, DESKTOP, env=os.environ | {"DESTDIR": "/"})  # of this desktop nothing is told
    places = ("--distpath", FOLDER.parent, "--workpath", BUILD / "pyinstaller")
    run(python, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN", *places, HERE / "studio.spec")
    sources = FOLDER / "_internal" / "denoc"  # do not change there, so their compiled form need not be compared
    run(python, "-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash", sources)
    if SYSTEM == "Linux":
        slim(FOLDER)
        modules = run(python, "-c", "import sysconfig; print(sysconfig.get_path('stdlib'))").strip()
        strangers = of_the_system(FOLDER, [ENVIRONMENT, Path(modules)])
        with (FOLDER / "_internal" / "NOTICES.txt").open("a", encoding="utf-8") as file:
            file.write(notices.system_notices(strangers))


def check(version: str) -> None:
    """The folder runs by itself, for somebody who has never run it, and holds what it should."""
    unwanted = sorted(path.name for path in FOLDER.rglob("*") if any(name in path.name for name in NEVER))
    if unwanted:
        sys.exit(f"in the folder, and should not be: {', '.join(unwanted)}")
    sizes = sizes_of_parts(FOLDER)
    total = sizes.total() / 1e6
    print(f"{FOLDER.relative_to(ROOT)}: {total:.0f} MB, of it")
    for name, size in sizes.most_common(12):
        print(f"    {size / 1e6:6.1f}  {name}")
    if total > LARGEST:
        sys.exit(f"that is more than {LARGEST} MB")
    if SYSTEM == "Linux":
        found = needs(FOLDER)
        print(f"needs glibc {'.'.join(map(str, found.glibc))} and {', '.join(sorted(found.libraries))}")
    with tempfile.TemporaryDirectory() as home:
        bare = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL", "XDG_"))}
        bare |= {"HOME": home, "USERPROFILE": home, "LOCALAPPDATA": home}
        program = FOLDER / NAME
        told = run(program, "--version", cwd=home, env=bare)
        if version not in told:
            sys.exit(f"--version says {told!r}, not {version}")
        formats = ("--png", "--pdf", "--gif", "--size", "160x120", "--fps", "5")
        run(program, "run", "pendulum", "--out", "out", *formats, cwd=home, env=bare)
        made = {path.suffix for path in Path(home, "out").iterdir()}
        if made != {".png", ".pdf", ".gif"}:
            sys.exit(f"a run wrote {made}")
        with subprocess.Popen([program], cwd=home, env=bare | {"QT_QPA_PLATFORM": "offscreen"}) as window:
            try:
                sys.exit(f"the window ended at once, with exit code {window.wait(timeout=30)}")
            except subprocess.TimeoutExpired:
                window.terminate()


def sizes_of_parts(folder: Path) -> Counter[str]:
    """Bytes, by the names that packages and libraries have in the folder."""
    sizes: Counter[str] = Counter()
    for path in (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()):
        place = path.relative_to(folder).parts
        sizes[place[min(1, len(place) - 1)]] += path.stat().st_size
    return sizes


def for_linux(version: str) -> list[Path]:
    made, share = [], DESKTOP / "share"
    if shutil.which("dpkg-deb"):
        made.append(linux.debian(FOLDER, share, version, HOME, BUILD / "deb", OUT))
    reason = linux.appimage_obstacle(share)
    if reason:
        print(f"no AppImage: {reason}")
    else:
        made.append(linux.appimage(FOLDER, share, version, BUILD / "appimage", OUT))
    return made


def for_windows(version: str) -> list[Path]:
    made = OUT / f"{NAME}-{version}-setup.exe"
    if shutil.which("makensis") is None:
        sys.exit("no installer: makensis is missing (NSIS)")
    run("makensis", f"-DVERSION={version}", f"-DFOLDER={FOLDER}", f"-DOUT={made}", HERE / "windows" / "installer.nsi")
    return [made]


def for_macos(version: str) -> list[Path]:
    made = OUT / f"{NAME}-{version}-{platform.machine()}.dmg"
    bundle = FOLDER.parent / "DeNOC Studio.app"
    run("hdiutil", "create", "-ov", "-format", "UDZO", "-volname", "DeNOC Studio", "-srcfolder", bundle, made)
    return [made]


if __name__ == "__main__":
    main()

"""Tries what is in a folder with a wheel and a source archive: `python packaging/try_wheel.py dist`.

The archive makes the same wheel and holds its tests. The wheel is installed into a new environment and used there by
somebody with an empty home, far from the sources: version, a run, the window.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from pathlib import Path

WINDOW = """
import os
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from denoc_studio.window.start import make_application, run
from denoc import load

application = make_application()
seen = []

def look():
    windows = [each for each in QApplication.topLevelWidgets() if each.isVisible() and each.windowTitle()]
    for picture in (each.grab().toImage() for each in windows):
        rows, columns = range(0, picture.height(), 7), range(0, picture.width(), 7)
        seen.append(len({picture.pixel(x, y) for x in columns for y in rows}))  # colours
    if max(seen, default=0) < 50:
        os._exit(3)  # run() may end the process by itself
    QApplication.closeAllWindows()

QTimer.singleShot(5000, look)
os._exit(run(load("pendulum")))
"""


def main() -> None:
    folder = Path(sys.argv[1]).resolve()
    (wheel,), (archive,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        same_wheel(wheel, archive, place)
        use(wheel, place)


def same_wheel(wheel: Path, archive: Path, place: Path) -> None:
    with tarfile.open(archive) as file:
        file.extractall(place / "source", filter="data")
    (source,) = (place / "source").iterdir()
    tests = list((source / "tests").rglob("test_*.py"))
    if len(tests) < 100 or not (source / "tests" / "conftest.py").is_file():
        sys.exit(f"{archive.name} holds {len(tests)} files of tests")
    command = [sys.executable, "-m", "build", "--wheel", "--outdir", str(place / "again"), str(source)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    (again,) = (place / "again").glob("*.whl")
    ours, theirs = contents(wheel), contents(again)
    different = {name for name in ours.keys() | theirs.keys() if ours.get(name) != theirs.get(name)}
    if different:
        sys.exit(f"the wheel of {archive.name} differs in {', '.join(sorted(different)[:5])}")
    print(f"{archive.name}: {len(tests)} files of tests, and the same wheel")


def contents(wheel: Path) -> dict[str, str]:
    with zipfile.ZipFile(wheel) as file:
        return {name: hashlib.sha256(file.read(name)).hexdigest() for name in file.namelist()}


def use(wheel: Path, place: Path) -> None:
    environment, home = place / "venv", place / "home"
    home.mkdir()
    venv.create(environment, with_pip=True, symlinks=os.name != "nt")
    programs = environment / ("Scripts" if os.name == "nt" else "bin")
    python = str(programs / "python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", str(wheel)], check=True)
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "XDG_"))}
    bare |= {"HOME": str(home), "USERPROFILE": str(home), "LOCALAPPDATA": str(home)}

    def call(*command: str) -> str:
        made = subprocess.run(command, cwd=home, env=bare, stdout=subprocess.PIPE, text=True, timeout=300)
        if made.returncode:
            sys.exit(f"{' '.join(command)[:80]}: exit code {made.returncode}\n{made.stdout}")
        return made.stdout

    version = call(str(programs / "denoc-studio"), "--version").strip()
    if wheel.name.split("-")[1] not in version:
        sys.exit(f"{wheel.name} says that it is {version!r}")
    call(str(programs / "denoc-studio"), "run", "pendulum", "--out", "out")
    if not list((home / "out").glob("*.pdf")):
        sys.exit("a run drew no plot")
    typed = "import denoc, denoc_studio, pathlib as p; print(*(p.Path(m.__file__).with_name('py.typed').is_file() "
    if call(python, "-c", f"{typed}for m in (denoc, denoc_studio)))").split() != ["True", "True"]:
        sys.exit("py.typed is missing")
    call(python, "-c", WINDOW)
    print(f"{version}: a run and the window, from {wheel.name}")


if __name__ == "__main__":
    main()

"""What a Linux desktop is told of the program is sound, and goes where desktops look for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from denoc.files.text.file_names import SUFFIX
from denoc.files.text.strict_xml import read_xml
from tests.support.places import PYTHONPATH, RESOURCES, ROOT

LINUX = ROOT / "packaging" / "linux"
ENTRY = LINUX / "studio.denoc.DenocStudio.desktop"
TYPE = "application/vnd.denoc-studio.arm+json"


@pytest.mark.parametrize(
    "command",
    [
        ["desktop-file-validate", str(ENTRY)],
        ["appstreamcli", "validate", "--no-net", str(ENTRY.with_suffix(".metainfo.xml"))],
    ],
    ids=lambda command: command[0],
)
def test_the_desktops_own_checks(command: list[str]) -> None:
    if shutil.which(command[0]) is None:
        pytest.skip(f"there is no {command[0]} here")
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_one_file_type_everywhere() -> None:
    (kind,) = read_xml(LINUX / "denoc-studio-mime.xml").children
    assert kind.text("type") == TYPE
    assert kind.need("glob").text("pattern") == f"*{SUFFIX}"
    assert f"MimeType={TYPE};" in ENTRY.read_text().splitlines()
    assert f"<mediatype>{TYPE}</mediatype>" in ENTRY.with_suffix(".metainfo.xml").read_text()


def test_a_thumbnail_is_drawn_as_file_managers_ask(tmp_path: Path) -> None:
    """Without Qt: a folder of projects is many starts."""
    words = dict(line.split("=", 1) for line in (LINUX / "denoc-studio.thumbnailer").read_text().splitlines()[1:])
    assert words["MimeType"] == f"{TYPE};"
    project = shutil.copyfile(RESOURCES / "puma560.arm.json", tmp_path / "my arm.arm.json")
    values = {"%i": str(project), "%o": str(tmp_path / "made"), "%s": "128"}
    program, *arguments = [values.get(word, word) for word in words["Exec"].split()]
    assert program == words["TryExec"] == "denoc-studio"
    start = "import sys; from denoc_studio.__main__ import main; code = main(); assert 'PySide6' not in sys.modules"
    done = subprocess.run(
        [sys.executable, "-c", f"{start}; sys.exit(code)", *arguments],
        env={**os.environ, "PYTHONPATH": PYTHONPATH},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    with Image.open(tmp_path / "made") as picture:
        assert (picture.format, picture.size) == ("PNG", (128, 128))
        assert len(picture.convert("RGB").getcolors(1 << 16) or ()) > 200  # shaded links, not a plain ground


@pytest.mark.skipif(sys.platform != "linux", reason="for Linux desktops")
def test_everything_is_put_in_its_place(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": PYTHONPATH, "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, str(ROOT / "tools" / "install_desktop.py"), str(tmp_path)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    written = {Path(line).relative_to(tmp_path / "share").as_posix() for line in done.stdout.splitlines()}
    assert {
        "applications/studio.denoc.DenocStudio.desktop",
        "mime/packages/denoc-studio.xml",
        "man/man1/denoc-studio.1",
        "thumbnailers/denoc-studio.thumbnailer",
        "icons/hicolor/scalable/apps/denoc-studio.svg",
        "icons/hicolor/48x48/apps/denoc-studio.png",
        "icons/hicolor/48x48/mimetypes/denoc-studio-project.png",
        "bash-completion/completions/denoc-studio",
    } <= written
    for name in written:
        assert (tmp_path / "share" / name).stat().st_size > 100, name

"""A settings file gives settings and nothing else, whatever it holds; the window starts with it."""

from __future__ import annotations

import os
import random
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QApplication, QMainWindow
from pytestqt.qtbot import QtBot

from denoc.basics.errors import DynamicsError
from denoc_studio.look.folders import recent_files, usual_folder
from denoc_studio.look.preferences import DEFAULTS, Preferences
from denoc_studio.look.settings_file import ASIDE, LARGEST, check, open_settings, usual_path
from denoc_studio.panels.exports.export_dialog import number
from denoc_studio.window.layout import restore_layout, save_layout
from tests.support.places import PYTHONPATH
from tests.support.studio.processes import WindowProcess

ENDS = """
def begin():
    from PySide6.QtWidgets import QFileDialog
    dialog = QFileDialog(main_window(), options=QFileDialog.Option.DontUseNativeDialog)  # reads settings of its own
    dialog.close()
    notice = main_window().notice
    say(notice.title, "|", *notice.sentences)
    main_window().close()
"""


def pickled(path: Path) -> bytes:
    """A pickle that leaves a folder when it is read."""
    return b"cos\nmkdir\n(V" + os.fsencode(path) + b"\ntR."


def object_text(path: Path) -> str:
    """The object as PySide writes it into settings: unpickled as soon as Qt looks at it."""
    name, data = b"PySide::PyObjectWrapper\0", pickled(path)
    stream = struct.pack(">II", 0x7F, len(name)) + name + struct.pack(">I", len(data)) + data
    return "@Variant(" + "".join(f"\\x{byte:x}" for byte in stream) + ")"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "mine.conf"


class TestWhatIsLetThrough:
    def test_everything_that_is_written(self, path: Path) -> None:
        """Texts of all kinds, numbers, lists and every byte read back as they were."""
        rng = random.Random(4)
        letters = "aZ09 ,;=\"'\\@#[]()%\t\nä漢😀\0\x01\x7f/"
        values: dict[str, object] = {
            f"group {k}/key ä": "".join(rng.choice(letters) for _ in range(rng.randint(0, 30))) for k in range(300)
        }
        values |= {f"bytes/{k}": QByteArray(rng.randbytes(rng.randint(0, 300))) for k in range(100)}
        values |= {f"lists/{k}": [rng.choice(letters) * 2 for _ in range(k)] for k in range(2, 20)}
        settings = QSettings(str(path), QSettings.Format.IniFormat)
        for key, value in {**values, "a": 1, "b": True, "c": 1.5e-300, "d": float("inf"), "none": [], "e": -3}.items():
            settings.setValue(key, value)
        settings.sync()
        check(path)
        again, note = open_settings(path)
        assert note == ""
        assert {key: again.value(key) for key in values} == values

    def test_the_place_is_qts_own_on_linux(self, qapp: QApplication) -> None:
        before = qapp.organizationName(), qapp.applicationName()
        qapp.setOrganizationName("denoc-studio")
        qapp.setApplicationName("denoc-studio")
        try:
            assert os.name != "posix" or Path(QSettings().fileName()) == usual_path()
        finally:
            qapp.setOrganizationName(before[0])
            qapp.setApplicationName(before[1])


VARIANT = "Variant(\\0\\0\\0\\x7f)"
SPELLINGS = [
    f"a=@{VARIANT}",
    f"a= @{VARIANT}",
    f'a="@{VARIANT}"',
    f"a=b, @{VARIANT}",
    f'a="b", "@{VARIANT}"',
    f"a=b,@{VARIANT}",
    f"a=\\x40{VARIANT}",
    f"a=\\x0040{VARIANT}",
    f"a=\\x10040{VARIANT}",
    f"a=\\100{VARIANT}",
    f"a=\\0100{VARIANT}",
    f'a="@Vari""{VARIANT[4:]}"',
    f'a="@Vari" "{VARIANT[4:]}"',
    f'a=@Vari"{VARIANT[4:]}"',
    f"a=@Vari\\\n{VARIANT[4:]}",
    f"a=\\\n@{VARIANT}",
    f"a=\\\r@{VARIANT}",
    f'a="x\n@{VARIANT}"',
    f"a@={VARIANT}\nb=\\",
    f"[x]\n a = @{VARIANT}",
    "a=@DateTime(\\0)",
    "a=@Rect(1 2 3 4)",
    "a=@",
    "\ufeffa=@Variant()",
    f"[g]]\na=;x\\\n@{VARIANT}",
]


PIECES = [
    *("@", "@@", "Variant(", "@Variant(", "Vari", "ant(", "@ByteArray(", "@String(", "\\0\\0\\0\\x2\\0\\0\\0\\x5)"),
    *("\\x40", "\\100", "\\0", "\\", '\\"', "\\\\", "\\n", "\\x", '"', '""', "a", "40"),
    *("=", ",", ", ", ";", " ", "\t", "\n", "\r", "k=", "[g]"),
]


def test_qt_sees_no_object_in_what_is_let_through(path: Path) -> None:
    """Random texts of what objects are spelled with: whatever passes holds texts and bytes for Qt as well."""
    rng, passed = random.Random(7), 0
    for _ in range(3000):
        path.write_text("k=" + "".join(rng.choice(PIECES) for _ in range(rng.randint(1, 8))), newline="")
        try:
            check(path)
        except DynamicsError:
            continue
        passed += 1
        settings = QSettings(str(path), QSettings.Format.IniFormat)
        for key in settings.allKeys():
            value = settings.value(key)
            assert all(isinstance(v, str | QByteArray | None) for v in (value if isinstance(value, list) else [value]))
        path.unlink()
    assert passed > 100


class TestWhatIsRefused:
    @pytest.mark.parametrize("text", SPELLINGS)
    def test_any_spelling_of_an_object(self, path: Path, text: str) -> None:
        path.write_text(text, newline="")
        with pytest.raises(DynamicsError, match="line"):
            check(path)

    def test_the_file_is_kept_aside(self, path: Path) -> None:
        for name in (f"mine.conf{ASIDE}", f"mine.conf{ASIDE}-2"):
            path.write_text("a=@Variant()")
            settings, note = open_settings(path)
            assert name in note
            assert path.with_name(name).read_text() == "a=@Variant()"
            assert settings.allKeys() == []
            settings.setValue("b", 1)
            settings.sync()
            assert "b=1" in path.read_text()

    @pytest.mark.skipif(os.name != "posix", reason="special files")
    @pytest.mark.parametrize("what", ["folder", "fifo", "zeros", "loop", "nothing", "bytes", "huge", "unreadable"])
    def test_no_file_at_all(self, path: Path, what: str) -> None:
        if what == "folder":
            (path / "below").mkdir(parents=True)
        elif what == "fifo":
            os.mkfifo(path)
        elif what in ("zeros", "loop", "nothing"):
            path.symlink_to({"zeros": "/dev/zero", "loop": path, "nothing": "/nowhere/at/all"}[what])
        elif what == "unreadable" and os.geteuid() != 0:
            path.write_text("a=1")
            path.chmod(0)
        else:
            path.write_bytes(b"\xff\xfe\0junk" if what == "bytes" else b"a=1\n" * LARGEST)
        settings, note = open_settings(path)
        assert ASIDE in note
        assert settings.allKeys() == []

    @pytest.mark.skipif(os.name != "posix", reason="modes")
    def test_where_nothing_can_be_moved(self, tmp_path: Path) -> None:
        settings, note = open_settings(Path("/proc/self/stat"))
        assert "this time" in note
        assert settings.allKeys() == []


def test_an_object_in_the_settings_runs_nothing(qapp: QApplication, tmp_path: Path) -> None:
    """A real start with a real pickle, in the program's settings and in those of Qt's own dialogs."""
    ours, qts = tmp_path / "ours", tmp_path / "qts"
    config = tmp_path / "config"
    (config / "denoc-studio").mkdir(parents=True)
    text = f"[preferences]\ntheme={object_text(ours)}\nspeed={object_text(ours)}\n"
    (config / "denoc-studio" / "denoc-studio.conf").write_text(text)
    state = object_text(qts)
    keys = ("lastVisited", "history", "shortcuts", "sidebarWidth", "treeViewHeader", "viewMode")
    (config / "QtProject.conf").write_text("[FileDialog]\n" + "".join(f"{key}={state}\n" for key in keys))
    with WindowProcess(tmp_path, ENDS) as window:
        said = window.says.readline()
        code, _, complained = window.end()
        assert (code, complained) == (0, "")
        assert said.startswith("Settings | the file could not be used")
        assert not ours.exists()
        assert not qts.exists()
        kept = window.settings.with_name(window.settings.name + ASIDE)
        assert kept.read_text() == text
    script = "import sys; from PySide6.QtCore import QSettings; QSettings(sys.argv[1], QSettings.Format.IniFormat)"
    subprocess.run([sys.executable, "-c", script + ".value('preferences/theme')", str(kept)], capture_output=True)
    assert ours.exists(), "the file was as bad as it looks"


@pytest.mark.parametrize("refuse", [True, False])
def test_qt_makes_no_objects_from_bytes(tmp_path: Path, refuse: bool) -> None:
    """Not from settings, and not from anything else that it reads; without that it would."""
    path = tmp_path / "bad.conf"
    path.write_text(f"a={object_text(tmp_path / 'made')}\n")
    script = (
        "import sys; from PySide6.QtCore import QSettings; from denoc_studio.look.settings_file import refuse_pickles\n"
        f"{'refuse_pickles()' if refuse else ''}\n"
        "QSettings(sys.argv[1], QSettings.Format.IniFormat).value('a')\n"
        "import pickle; assert pickle.loads(pickle.dumps((1, 'a'))) == (1, 'a')"
    )
    environment = {**os.environ, "PYTHONPATH": PYTHONPATH}
    subprocess.run([sys.executable, "-c", script, str(path)], env=environment, capture_output=True, timeout=300)
    assert (tmp_path / "made").exists() != refuse


class TestValues:
    @pytest.mark.parametrize(
        "text",
        ["abc", "", "nan", "-nan", "@ByteArray(x)", "1, 2, 3", "@Invalid()", '"\\0"', "9e999x"],
    )
    def test_a_value_of_another_kind_counts_as_the_usual_one(self, path: Path, text: str) -> None:
        path.write_text("[preferences]\n" + "".join(f"{name}={text}\n" for name in DEFAULTS))
        settings, note = open_settings(path)
        assert note == ""
        preferences = Preferences(settings)
        assert {name: preferences[name] for name in DEFAULTS} == DEFAULTS

    @pytest.mark.parametrize("stored", ["nan", "inf", "-inf", "1e300", "abc", None, [1], QByteArray(b"1")])
    def test_numbers_that_no_field_takes(self, stored: object) -> None:
        assert number(stored, 25.0) in (25.0, 1.0)

    def test_folders_that_cannot_be(self, path: Path, tmp_path: Path) -> None:
        settings = QSettings(str(path), QSettings.Format.IniFormat)
        for folder in ("x" * 5000, "a\0b", str(tmp_path / "none"), QByteArray(b"\xff"), ["a", "b"]):
            settings.setValue("export/folder", folder)
            settings.setValue("recent", folder)
            assert usual_folder(settings).is_dir()
            assert all(isinstance(recent, Path) for recent in recent_files(settings))


class TestLayout:
    def test_a_damaged_one_never_reaches_qt(self, qtbot: QtBot, path: Path) -> None:
        """Qt crashes on some."""
        window = QMainWindow()
        qtbot.addWidget(window)
        settings = QSettings(str(path), QSettings.Format.IniFormat)
        save_layout(window, settings)
        assert restore_layout(window, settings) == (True, True)
        for key in ("window/geometry", "window/state"):
            whole = settings.value(key).data()
            for damaged in (whole[:-1], whole[32:], whole[:40] + b"\xff" + whole[41:], b"", b"x" * 99):
                settings.setValue(key, QByteArray(damaged))
                restore_layout(window, settings)
            settings.setValue(key, "abc")
        assert restore_layout(window, settings) == (False, False)

    def test_it_is_out_of_the_settings_while_it_is_restored(self, qtbot: QtBot, path: Path) -> None:
        """So that a start that does not survive it is the last one that tries."""
        seen = []

        class Window(QMainWindow):
            def restoreState(self, state: QByteArray, version: int = 0) -> bool:
                seen.append(path.read_text())
                return super().restoreState(state, version)

        window = Window()
        qtbot.addWidget(window)
        settings = QSettings(str(path), QSettings.Format.IniFormat)
        save_layout(window, settings)
        settings.sync()
        assert "state" in path.read_text()
        assert restore_layout(window, settings) == (True, True)
        assert "state" not in seen[0]
        assert settings.value("window/state") is not None

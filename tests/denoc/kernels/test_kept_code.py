"""Code is run from files that nobody else can have written; whatever else is found, it is compiled again."""

from __future__ import annotations

import hashlib
import os
import pickle
import stat
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import denoc as dn
from denoc.arm.robot import Robot
from denoc.kernels import derivative, jit_options, law
from denoc.kernels.emitter.targets import host
from denoc.kernels.functions import FUNCTIONS, customised_text, generic_text
from denoc.kernels.kernel import Kernel
from denoc.kernels.storage import objects
from denoc.runs.integrators import loops
from denoc_studio.picture.image import raster_loops
from tests.support.places import PYTHONPATH

POSIX = os.name == "posix"
SOMEBODY = 12345

pytestmark = pytest.mark.skipif(not POSIX, reason="owners and modes")
as_root = pytest.mark.skipif(not POSIX or os.geteuid() != 0, reason="only root gives files away")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where code is kept: not made yet."""
    tmp_path.chmod(0o700)
    monkeypatch.setenv(objects.FOLDER_VARIABLE, str(tmp_path / "above" / "code"))
    return tmp_path / "above" / "code"


def kept(place: Path) -> Path:
    """One file of code under the key "key"."""
    assert objects.cached("key", lambda: b"code") == b"code"
    (file,) = place.glob("*.o")
    return file


def is_made_again() -> bool:
    return objects.cached("key", lambda: b"again") == b"again"


def is_found() -> bool:
    return objects.find("key") is not None


class TestFiles:
    def test_what_was_kept_is_found(self, place: Path) -> None:
        file = kept(place)
        assert objects.cached("key", lambda: b"not asked") == b"code"
        modes = [stat.S_IMODE(path.stat().st_mode) for path in (place.parent, place, file, place / objects.KEY_FILE)]
        assert modes == [0o700, 0o700, 0o600, 0o600]

    @pytest.mark.parametrize("damage", [b"", b"short", b"x" * 5000])
    def test_junk(self, place: Path, damage: bytes) -> None:
        kept(place).write_bytes(damage)
        assert is_made_again()
        assert objects.cached("key", lambda: b"not asked") == b"again"

    def test_a_file_cut_short_anywhere(self, place: Path) -> None:
        file = kept(place)
        whole = file.read_bytes()
        for length in range(len(whole)):
            file.write_bytes(whole[:length])
            assert not is_found()

    def test_junk_with_a_digest_of_its_own_never_reaches_llvm(self, place: Path, planar: Robot) -> None:
        Kernel("gravity", host(), planar).load()
        for file in place.glob("*.o"):
            for junk in (b"\x7fELF" + b"\xff" * 3000, b"junk", file.read_bytes()[32:-40]):
                file.write_bytes(hashlib.sha256(junk).digest() + junk)
        Kernel("gravity", host(), planar).load()

    def test_another_files_code(self, place: Path) -> None:
        file = kept(place)
        objects.cached("other", lambda: b"other")
        (other,) = set(place.glob("*.o")) - {file}
        file.write_bytes(other.read_bytes())
        assert is_made_again()

    @pytest.mark.parametrize("damage", ["gone", "short", "long", "fifo", "readable by a link"])
    def test_the_key_is_damaged(self, place: Path, damage: str, tmp_path: Path) -> None:
        kept(place)
        key = place / objects.KEY_FILE
        if damage in ("short", "long"):
            key.write_bytes(b"k" * (3 if damage == "short" else 300))
        else:
            key.unlink()
        if damage == "fifo":
            os.mkfifo(key)
        elif damage == "readable by a link":
            (tmp_path / "known").write_bytes(b"k" * 32)
            key.symlink_to(tmp_path / "known")
        assert is_made_again()
        assert objects.cached("key", lambda: b"not asked") == b"again"

    @pytest.mark.parametrize("what", ["fifo", "zeros", "link", "folder", "socket"])
    def test_no_regular_file(self, place: Path, what: str, tmp_path: Path) -> None:
        """At once: a FIFO has no writer, /dev/zero has no end."""
        file = kept(place)
        aside = file.rename(tmp_path / "aside")
        if what == "fifo":
            os.mkfifo(file)
        elif what == "folder":
            file.mkdir()
        elif what == "socket":
            os.mknod(file, stat.S_IFSOCK | 0o600)
        else:
            file.symlink_to("/dev/zero" if what == "zeros" else aside)
        assert is_made_again()
        assert not list(place.glob("*.[0-9a-f]*")), "nothing unfinished stays"

    def test_a_file_without_bound(self, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        file = kept(place)
        with file.open("ab") as end:
            end.truncate(10 * 2**40)  # with a hole
        assert is_made_again()

    @pytest.mark.parametrize("mode", [0o666, 0o602])
    def test_a_file_that_others_can_write(self, place: Path, mode: int) -> None:
        kept(place).chmod(mode)
        assert is_made_again()

    @as_root
    def test_a_file_of_somebody_else(self, place: Path) -> None:
        os.chown(kept(place), SOMEBODY, SOMEBODY)
        assert is_made_again()


def writable(place: Path) -> None:
    place.chmod(0o777)


def writable_for_a_group(place: Path) -> None:
    os.chown(place, -1, SOMEBODY)
    place.chmod(0o770)


def writable_above(place: Path) -> None:
    place.parent.chmod(0o777)


def linked(place: Path) -> None:
    place.symlink_to(place.rename(place.with_name("elsewhere")))


def given_away(place: Path) -> None:
    os.chown(place, SOMEBODY, SOMEBODY)


def given_away_above(place: Path) -> None:
    os.chown(place.parent, SOMEBODY, SOMEBODY)


class TestFolders:
    @pytest.mark.parametrize(
        "spoil",
        [
            writable,
            pytest.param(writable_for_a_group, marks=as_root),
            writable_above,
            linked,
            pytest.param(given_away, marks=as_root),
            pytest.param(given_away_above, marks=as_root),
        ],
    )
    def test_a_folder_that_others_could_fill_is_not_used(self, place: Path, spoil: Callable[[Path], None]) -> None:
        kept(place)
        spoil(place)
        before = sorted(place.iterdir())
        assert not is_found()
        assert is_made_again()
        assert is_made_again(), "nor is anything written there"
        assert sorted(place.iterdir()) == before

    def test_it_is_said_once(self, place: Path, caplog: pytest.LogCaptureFixture) -> None:
        kept(place)
        place.chmod(0o777)
        for _ in range(3):
            is_made_again()
        (record,) = caplog.records
        assert str(place) in record.getMessage()

    def test_a_sticky_folder_above_serves(self, place: Path) -> None:
        kept(place)
        place.parent.chmod(0o1777)  # as /tmp
        assert is_found()

    def test_a_folder_above_may_be_a_link_of_ours(
        self, place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        kept(place)
        (tmp_path / "link").symlink_to(place.parent)
        monkeypatch.setenv(objects.FOLDER_VARIABLE, str(tmp_path / "link" / "code"))
        assert is_found()
        place.parent.chmod(0o777)
        assert not is_found()

    def test_no_folder_at_all(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "file").write_text("")
        for name in (tmp_path / "file" / "below", tmp_path / "file", Path("/dev/null/x"), Path("/proc/x")):
            monkeypatch.setenv(objects.FOLDER_VARIABLE, str(name))
            assert is_made_again()

    def test_any_umask(self, place: Path) -> None:
        before = os.umask(0)
        try:
            kept(place)
            assert is_found()
        finally:
            os.umask(before)

    @as_root
    def test_a_group_of_ones_own_may_write(self, place: Path) -> None:
        """As where everybody has one and the usual mode of folders is 775."""
        kept(place)
        place.chmod(0o770)
        os.chown(place, 0, 0)
        assert is_found()


def test_the_key_holds_the_version(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there are no sources, as in frozen builds, it is all that tells two programs apart."""
    kept(place)
    monkeypatch.setattr(objects, "__version__", "another")
    objects._program.cache_clear()
    try:
        assert not is_found()
    finally:
        monkeypatch.undo()
        objects._program.cache_clear()


def twice(x: float) -> float:
    return x + x


def hits(compiled: Any) -> int:
    """How often the code of this function was found on disk."""
    assert compiled(1.5) == 3.0
    return sum(compiled.stats.cache_hits.values())


class TestNumba:
    """Its own cache unpickles whatever lies in __pycache__, or where the environment says."""

    def test_its_code_is_kept_in_the_same_place(self, place: Path, tmp_path: Path) -> None:
        assert [hits(jit_options.jit()(twice)) for _ in range(2)] == [0, 1]
        assert len(list(place.glob("*.o"))) == 1

    def test_a_planted_file_is_not_unpickled(self, place: Path, tmp_path: Path) -> None:
        hits(jit_options.jit()(twice))
        (file,) = place.glob("*.o")
        bombs = {name: b"cos\nmkdir\n(V" + os.fsencode(tmp_path / name) + b"\ntR." for name in ("tried", "planted")}
        pickle.loads(bombs["tried"])
        file.write_bytes(hashlib.sha256(bombs["planted"]).digest() + bombs["planted"])
        assert hits(jit_options.jit()(twice)) == 0
        assert (tmp_path / "tried").exists()
        assert not (tmp_path / "planted").exists()

    def test_signed_junk_is_compiled_again(self, place: Path) -> None:
        """As another version of numba may have left it."""
        hits(jit_options.jit()(twice))
        (file,) = place.glob("*.o")
        for junk in (b"junk", pickle.dumps(("no", "compiled", "function"))):
            file.write_bytes(objects._sign(file, junk) + junk)
            assert hits(jit_options.jit()(twice)) == 0

    def test_all_our_loops_are_kept_this_way(self) -> None:
        for function in (loops.start, loops.slopes, raster_loops.planes):
            assert isinstance(function._cache, jit_options._Kept)


MAKER = """
from denoc.kernels.storage import objects
input()
for key in range(50):
    assert objects.cached(str(key), lambda: b"%d" % key * 9999) == b"%d" % key * 9999
"""


def test_four_processes_at_once(place: Path) -> None:
    """They make the same folder, the same key and the same files, and what they left serves."""
    options: dict[str, Any] = {"env": {**os.environ, "PYTHONPATH": PYTHONPATH}, "stdin": subprocess.PIPE}
    makers = [subprocess.Popen([sys.executable, "-c", MAKER], **options) for _ in range(4)]
    for maker in makers:
        assert maker.stdin is not None
        maker.stdin.write(b"\n")
        maker.stdin.close()
    assert [maker.wait(60) for maker in makers] == [0] * 4
    assert len(list(place.iterdir())) == 50 + 1
    for key in range(50):
        assert objects.find(str(key)) == b"%d" % key * 9999


def test_every_line_that_decides_a_kernel_decides_its_name() -> None:
    """Or a changed recursion would go on being computed as it was."""
    robot, ran = dn.load("stanford-inverse").robot, set[str]()

    def see(frame: FrameType, event: str, _: object) -> None:
        ran.add(frame.f_code.co_filename)

    sys.settrace(see)  # told of calls alone: it returns nothing that would see the lines
    try:
        for name in FUNCTIONS:
            generic_text(name, 1)
        for name in ("forward denoc", "inverse kane", "mass matrix"):
            customised_text(name, replace(robot, name="anew"), 4)
        derivative._Derivative().write()
        law._Law().write()
    finally:
        sys.settrace(None)
    package = Path(dn.__file__).parent
    ours = {Path(file) for file in ran if Path(file).is_relative_to(package)}
    assert len(ours) > 20
    assert ours <= set(objects.sources())

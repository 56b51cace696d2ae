"""Films of the arm as files: written, by the command line too, and read back."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from denoc import DynamicsError, Project, load
from denoc.runs.recording import Recording
from denoc_studio.command_line.cli import main
from denoc_studio.look.palettes import DARK, LIGHT
from denoc_studio.paper.figures import Plot
from denoc_studio.picture.film import mp4
from denoc_studio.picture.film.export import Cancelled, FilmOrder, FilmSource, film_paths, shoot
from denoc_studio.picture.film.frames import Film, FilmLook, Pace
from denoc_studio.picture.film.gif import _Numbers, delay
from denoc_studio.picture.film.recorded_run import RecordedRun
from denoc_studio.project.edits import set_run
from tests.support.places import RESOURCES, ROOT
from tests.support.studio.films import SMALL, pixels


def silent(*_: object) -> None: ...


def gif_frames(path: Path) -> tuple[list[np.ndarray], list[float]]:
    """Pictures and how long each is shown, in ms."""
    frames, times = [], []
    with Image.open(path) as image:
        for number in range(image.n_frames):
            image.seek(number)
            frames.append(pixels(image))
            times.append(image.info["duration"])
        assert image.info["loop"] == 0
    return frames, times


def mp4_frames(path: Path) -> tuple[dict, list[np.ndarray]]:
    import imageio_ffmpeg

    done = subprocess.run(
        [imageio_ffmpeg.get_ffmpeg_exe(), "-i", str(path), "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
        capture_output=True,
        check=True,
    )
    width, height, rate = re.findall(rb"Video: h264.* (\d+)x(\d+).* ([\d.]+) fps", done.stderr)[0]
    found = np.frombuffer(done.stdout, np.uint8).reshape(-1, int(height), int(width), 3)
    return {"size": (int(width), int(height)), "fps": float(rate)}, list(found.astype(int))


def shot(tmp_path: Path, film: Film, *formats: str) -> list[Path]:
    paths = film_paths(tmp_path, "film", formats)
    shoot(film, paths, silent)
    return paths


class TestGif:
    @pytest.mark.parametrize("fps", [20.0, 25.0, 30.0, 12.5, 50.0])
    def test_the_loop_lasts_as_long_as_the_motion(
        self, tmp_path: Path, puma: tuple[Project, Recording], fps: float
    ) -> None:
        film = Film(RecordedRun(*puma), SMALL, Pace(fps))
        (path,) = shot(tmp_path, film, "gif")
        frames, times = gif_frames(path)
        assert sum(times) == 2000
        assert len(frames) == film.count == round(2 * fps)
        assert frames[0].shape == (120, 160, 3)
        assert all((one != other).any() for one, other in pairwise(frames))

    def test_delays_keep_to_the_rate(self) -> None:
        assert [delay(k, 25) for k in range(3)] == [4, 4, 4]
        assert [delay(k, 30) for k in range(6)] == [3, 4, 3, 3, 4, 3]
        assert sum(delay(k, 24) for k in range(240)) == 1000

    @pytest.mark.parametrize("dark", [False, True])
    def test_it_looks_like_the_picture_itself(
        self, tmp_path: Path, puma: tuple[Project, Recording], dark: bool
    ) -> None:
        film = Film(RecordedRun(*puma), FilmLook(320, 240, dark), Pace(10))
        frames, _ = gif_frames(shot(tmp_path, film, "gif")[0])
        for number, frame in enumerate(frames):
            true = pixels(film.image(number))
            error = np.abs(frame - true).max(axis=2)
            assert error.mean() < 1.0
            assert np.quantile(error, 0.999) < 40
        theme = DARK if dark else LIGHT
        corner = [int(theme.scene_top[k : k + 2], 16) for k in (1, 3, 5)]
        assert np.abs(frames[0][0, -1] - corner).max() <= 2
        assert (frames[0] != frames[0][0, -1]).any(axis=2).mean() > 0.5  # no blank picture

    def test_the_background_does_not_flicker(self, tmp_path: Path, puma: tuple[Project, Recording]) -> None:
        film = Film(RecordedRun(*puma), FilmLook(320, 240), Pace(10))
        frames, _ = gif_frames(shot(tmp_path, film, "gif")[0])
        still = np.ones((240, 320), dtype=bool)
        for number in range(film.count):
            still &= (pixels(film.image(number)) == film.backdrop()).all(axis=2)
        assert still.mean() > 0.3
        for frame in frames[1:]:
            assert (frame[still] == frames[0][still]).all()

    def test_too_fast_for_a_gif(self, tmp_path: Path, puma: tuple[Project, Recording]) -> None:
        with pytest.raises(DynamicsError, match="at most 50"):
            shot(tmp_path, Film(RecordedRun(*puma), SMALL, Pace(60)), "gif")
        assert not list(tmp_path.iterdir())

    def test_an_arm_at_rest(self, tmp_path: Path, puma: tuple[Project, Recording]) -> None:
        project, r = puma
        still = replace(r, q=np.broadcast_to(r.q[:1], r.q.shape))
        film = Film(RecordedRun(project, still), replace(SMALL, caption=False), Pace(10))
        frames, times = gif_frames(shot(tmp_path, film, "gif")[0])
        assert sum(times) == 2000
        assert len(frames) == 20


class TestMp4:
    def test_read_back(self, tmp_path: Path, puma: tuple[Project, Recording]) -> None:
        film = Film(RecordedRun(*puma), FilmLook(320, 240), Pace(24))
        (path,) = shot(tmp_path, film, "mp4")
        about, frames = mp4_frames(path)
        assert about == {"size": (320, 240), "fps": 24.0}
        assert len(frames) == 48
        for number in (0, 20, 47):
            assert np.abs(frames[number] - pixels(film.image(number))).mean() < 3
        assert np.abs(frames[0] - frames[20]).max() > 100

    def test_odd_sizes_lose_a_row(self, tmp_path: Path, puma: tuple[Project, Recording]) -> None:
        film = Film(RecordedRun(*puma), FilmLook(161, 121), Pace(5))
        about, _ = mp4_frames(shot(tmp_path, film, "mp4")[0])
        assert about["size"] == (160, 120)

    def test_nothing_is_left_of_a_film_that_was_given_up(
        self, tmp_path: Path, puma: tuple[Project, Recording], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        scratch = tmp_path / "scratch"
        scratch.mkdir()
        monkeypatch.setattr("tempfile.tempdir", str(scratch))
        film = Film(RecordedRun(*puma), SMALL, Pace(25))
        calls = iter(range(1000))
        with pytest.raises(Cancelled):
            shoot(film, film_paths(tmp_path, "film", ("gif", "mp4")), silent, lambda: next(calls) > 10)
        assert [path.name for path in tmp_path.iterdir()] == ["scratch"]
        assert not list(scratch.iterdir())


def test_single_frames_replace_those_of_a_longer_film(tmp_path: Path, puma: tuple[Project, Recording]) -> None:
    film = Film(RecordedRun(*puma), SMALL, Pace(10))
    (folder,) = shot(tmp_path, film, "frames")
    assert sorted(path.name for path in folder.iterdir())[-1] == "film-00019.png"
    (folder / "notes.txt").write_text("mine")
    shot(tmp_path, Film(RecordedRun(*puma), SMALL, Pace(5)), "frames")
    names = sorted(path.name for path in folder.iterdir())
    assert names == [*(f"film-{k:05d}.png" for k in range(10)), "notes.txt"]
    with Image.open(folder / "film-00004.png") as image:
        assert (pixels(image) == pixels(Film(RecordedRun(*puma), SMALL, Pace(5)).image(4))).all()


def test_an_order_with_a_ghost_draws_both_arms(tmp_path: Path, puma: tuple[Project, Recording]) -> None:
    project, r = puma
    other = replace(r, q=r.q + 0.5)
    order = FilmOrder(("frames",), SMALL, Pace(2), tmp_path, "both")
    pictures = []
    for ghost in (None, (project, other)):
        (folder,) = order.files(FilmSource(project, r, ghost))
        order.write(FilmSource(project, r, ghost), silent)
        with Image.open(folder / "both-00001.png") as image:
            pictures.append(pixels(image))
    assert (pictures[0] != pictures[1]).any(axis=2).sum() > 200


class TestCommandLine:
    def test_films_of_a_chosen_size_and_pace(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        options = "--gif --mp4 --frames --size 200x150 --fps 10 --speed 2 --theme dark"
        assert main(["run", "puma560", "--out", str(tmp_path), *options.split()]) == 0
        frames, times = gif_frames(tmp_path / "puma560.gif")
        assert frames[0].shape == (150, 200, 3)
        assert sum(times) == 1000
        assert frames[0].mean() < 80
        assert mp4_frames(tmp_path / "puma560.mp4")[0] == {"size": (200, 150), "fps": 10.0}
        assert len(list((tmp_path / "puma560-frames").iterdir())) == 10
        assert str(tmp_path / "puma560.gif") in capsys.readouterr().out

    def test_without_ffmpeg_everything_else_is_written(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
        set_run(load("puma560"), duration=0.1, samples=11).save(tmp_path / "short.arm.json")
        monkeypatch.setattr(Plot, "export", lambda *_: b"a plot")
        assert main(["run", str(tmp_path / "short.arm.json"), "--out", str(tmp_path / "a"), "--size", "100x80"]) == 0
        error = capsys.readouterr().err
        assert error == f"denoc-studio: no MP4 is written: {mp4.obstacle()}\n"
        names = {path.suffix for path in (tmp_path / "a").iterdir()}
        assert names == {".png", ".svg", ".pdf", ".csv", ".gif"}
        assert main(["run", "puma560", "--out", str(tmp_path / "b"), "--mp4"]) == 2
        assert "pip install imageio-ffmpeg" in capsys.readouterr().err
        assert not (tmp_path / "b").exists()
        monkeypatch.setattr(sys, "frozen", True, raising=False)
        assert "not in the standalone program" in mp4.obstacle()

    @pytest.mark.parametrize(
        "options",
        [["--size", "10x10"], ["--fps", "51"], ["--fps", "0"], ["--speed", "1e-5"], ["--speed", "0"]],
    )
    def test_bad_numbers_are_refused_before_anything_is_computed(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str]
    ) -> None:
        assert main(["run", "puma560", "--gif", "--out", str(tmp_path / "x"), *options]) == 2
        error = capsys.readouterr().err
        assert error.count("\n") == 1
        assert not (tmp_path / "x").exists()

    @pytest.mark.parametrize("options", [["--size", "640"], ["--fps", "nan"], ["--speed", "fast"]])
    def test_bad_usage(self, tmp_path: Path, options: list[str]) -> None:
        with pytest.raises(SystemExit) as caught:
            main(["run", "puma560", "--gif", "--out", str(tmp_path), *options])
        assert caught.value.code == 2

    @pytest.mark.skipif(os.name == "nt", reason="signals")
    def test_an_interrupted_film_leaves_no_half_file(self, tmp_path: Path) -> None:
        project = json.loads((RESOURCES / "puma560.arm.json").read_text())
        path = tmp_path / "slow.arm.json"
        path.write_text(json.dumps(project))
        out, scratch = tmp_path / "out", tmp_path / "scratch"
        scratch.mkdir()
        process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "denoc_studio",
                "run",
                str(path),
                "--out",
                str(out),
                *["--gif", "--mp4", "--csv", "--speed", "0.01"],
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, "TMPDIR": str(scratch)},
        )
        deadline = time.monotonic() + 300
        while not list(scratch.glob("*/film.mp4")) and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        printed, error = process.communicate(timeout=300)
        assert process.returncode == 130
        assert "the film was cancelled" in error
        assert "Traceback" not in error
        assert [item.name for item in out.iterdir()] == ["puma560.csv"]
        assert str(out / "puma560.csv") in printed
        assert not list(scratch.iterdir())


def test_no_qt_is_imported(tmp_path: Path) -> None:
    short = tmp_path / "short.arm.json"
    set_run(load("puma560"), duration=0.1, samples=11).save(short)
    code = (
        "import sys; from denoc_studio.command_line.cli import main; from denoc_studio.paper import figures; "
        "figures.USUAL = ('angles', figures.MOTION); "
        f"assert main(['run', {str(short)!r}, '--gif', '--pdf', '--size', '100x80', '--out', {str(tmp_path)!r}]) == 0; "
        "assert not [name for name in sys.modules if name.split('.')[0] in ('PySide6', 'pyqtgraph', 'OpenGL')]"
    )
    environment = {key: value for key, value in os.environ.items() if key != "DISPLAY"}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_every_pixel_gets_the_nearest_colour_of_the_palette(rng: np.random.Generator) -> None:
    palette, pixels = (rng.integers(0, 256, shape, dtype=np.uint8) for shape in ((255, 3), (120, 90, 3)))
    found = _Numbers(palette).of(pixels)
    distances = ((pixels[..., None, :].astype(int) - palette.astype(int)) ** 2).sum(axis=-1)
    chosen = np.take_along_axis(distances, found[..., None].astype(int), axis=-1)[..., 0]
    assert np.array_equal(chosen, distances.min(axis=-1))

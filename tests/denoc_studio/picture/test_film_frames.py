"""The frames of a film, pixel by pixel: at which time they are, what they show, and from where."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest

from denoc import DynamicsError, Project, load, run_project
from denoc.arm.visuals import Visual
from denoc.runs.recording import Recording
from denoc_studio.picture.arm.camera import Camera
from denoc_studio.picture.film.frames import USUAL, Camerawork, Film, FilmLook, Pace, suitable_speed
from denoc_studio.picture.film.recorded_run import RecordedRun
from tests.support.mesh_files import dressed_urdf
from tests.support.studio.films import SMALL, pixels


class TestPace:
    def test_frames_show_the_run_at_their_time(self, puma: tuple[Project, Recording]) -> None:
        film = Film(RecordedRun(*puma), SMALL, Pace(10, speed=0.5, start=0.5, end=1.5))
        assert film.count == 20
        assert film.time(0) == 0.5
        assert film.time(10) == pytest.approx(1.0)
        assert film.time(19) == pytest.approx(1.45)

    def test_long_runs_are_sped_up_and_short_ones_slowed_down(self) -> None:
        assert suitable_speed(10) == 1
        assert suitable_speed(60) == 1
        assert suitable_speed(100) == 2
        assert 20 <= 1e5 / suitable_speed(1e5) <= 60
        assert 0.5 <= 0.01 / suitable_speed(0.01) <= 2.0

    @pytest.mark.parametrize(
        ("make", "field"),
        [
            (lambda: FilmLook(10, 480), "width"),
            (lambda: FilmLook(640, 100_000), "height"),
            (lambda: Pace(0.0), "fps"),
            (lambda: Pace(float("nan")), "fps"),
            (lambda: Pace(25, 0.0), "speed"),
            (lambda: Pace(25, -1.0), "speed"),
            (lambda: Pace(25, 1e-6).frames(10.0), "speed"),
            (lambda: Pace(25, start=5.0).fitted(2.0), "start"),
        ],
    )
    def test_what_cannot_be_is_refused_by_name(self, make: object, field: str) -> None:
        with pytest.raises(DynamicsError) as caught:
            make()  # type: ignore[operator]
        assert caught.value.field == field


class TestLook:
    def test_everything_that_was_asked_for_is_drawn(self, puma: tuple[Project, Recording]) -> None:
        project, recording = puma
        box = Visual(3, "box", (0.3, 0.2, 0.2), tuple(map(tuple, np.eye(4).tolist())), (1.0, 0.2, 0.2, 1.0))
        run = msgspec.structs.replace(project.run, tip_wrench=(0.0, 0.0, 5.0, 20.0, 0.0, 0.0))
        take = RecordedRun(replace(project, visuals=(box,), run=run), recording)
        with_all = pixels(Camerawork(take, FilmLook(320, 240)).image(1.0))
        for name in USUAL - {"pushes"}:  # of which this run has none
            without = pixels(Camerawork(take, FilmLook(320, 240, visible=USUAL - {name})).image(1.0))
            assert (without != with_all).any(axis=2).sum() > 20, name

    def test_the_limits_of_the_joint_looked_at(self, puma: tuple[Project, Recording]) -> None:
        project, recording = puma
        links = tuple(replace(link, lower=-2.0, upper=2.0) for link in project.robot.links)
        take = RecordedRun(replace(project, robot=replace(project.robot, links=links)), recording)
        look = FilmLook(320, 240, visible=USUAL | {"limits"})
        plain, marked = (pixels(Camerawork(take, replace(look, marked=k)).image(1.0)) for k in (-1, 1))
        assert (plain != marked).any(axis=2).sum() > 100

    def test_the_wrench_is_within_the_picture(self, puma: tuple[Project, Recording]) -> None:
        project, recording = puma
        for wrench in ((0.0, 0.0, 5.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 20.0, 0.0, 0.0)):
            run = msgspec.structs.replace(project.run, tip_wrench=wrench)
            work = Camerawork(RecordedRun(replace(project, run=run), recording), FilmLook(320, 240))
            for t in np.linspace(0, 2, 9).tolist():
                (label,) = [label for label in work.picture(t).labels if label.text.endswith(("N", "N m"))]
                assert work.camera.sees(label.point[None], 320, 240)

    def test_the_camera_that_was_asked_for(self, puma: tuple[Project, Recording]) -> None:
        take = RecordedRun(*puma)
        far = Camerawork(take, FilmLook(320, 240, camera=Camera(distance=30.0), fit=False, visible=frozenset())).image(
            1.0, "t"
        )
        near = Camerawork(take, FilmLook(320, 240, camera=Camera(distance=3.0), fit=False, visible=frozenset())).image(
            1.0, "t"
        )
        colourful = [int((np.ptp(pixels(image), axis=2) > 60).sum()) for image in (far, near)]
        assert 0 < colourful[0] < colourful[1] / 10

    def test_edges_are_smooth(self, puma: tuple[Project, Recording]) -> None:
        """Along an edge between the bright arm and the background there are colours in between."""
        image = pixels(
            Camerawork(RecordedRun(*puma), FilmLook(320, 240, True, visible=frozenset(), caption=False)).image(1.0)
        )
        level = image.sum(axis=2)
        steps = np.abs(np.diff(level, axis=1))
        jumps = (steps > 250).sum()
        between = ((steps > 40) & (steps <= 250)).sum()
        assert between > 3 * jumps

    def test_any_size(self, puma: tuple[Project, Recording]) -> None:
        for width, height in ((64, 64), (301, 97), (64, 900)):
            assert Camerawork(RecordedRun(*puma), FilmLook(width, height)).image(0.3).size == (width, height)

    @pytest.mark.parametrize("name", ["手臂", "$x_{$", "", "W" * 200])
    def test_any_name(self, puma: tuple[Project, Recording], name: str) -> None:
        project, r = puma
        named = replace(project, robot=replace(project.robot, name=name))
        image = pixels(Camerawork(RecordedRun(named, r), FilmLook(320, 240)).image(0.0, "t = 0.00 s"))
        assert image.shape == (240, 320, 3)
        top = image[:40, 284:, :]  # the corner of gravity stays free of a long name
        plain = pixels(Camerawork(RecordedRun(project, r), FilmLook(320, 240)).image(0.0, "t = 0.00 s"))[:40, 284:, :]
        assert (top == plain).all()

    def test_a_run_that_diverged_is_shown_as_far_as_it_went(self, puma: tuple[Project, Recording]) -> None:
        project, r = puma
        q = r.q.copy()
        q[100:] = np.nan
        film = Film(RecordedRun(project, replace(r, q=q)), SMALL, Pace(10))
        assert film.count == round(r.t[99] * 10)
        film.image(film.count - 1)


def test_the_ghost_in_a_film_wears_the_meshes_of_its_arm(tmp_path: Path) -> None:
    project = load(dressed_urdf(tmp_path))
    take = RecordedRun(project, run_project(project))
    for visible in (USUAL, USUAL - {"meshes"}):
        both = Camerawork(take, FilmLook(visible=visible), take).picture(0.0)
        assert len(both.translucent.mesh.faces) == len(both.solid.mesh.faces)

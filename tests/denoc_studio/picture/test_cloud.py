"""Many arms as thin lines: where they are, how they are coloured, and what the loops put on an image."""

from __future__ import annotations

import numpy as np
import pytest

import denoc as dn
from denoc.studies.chaos.neighbours import Neighbours
from denoc_studio.picture.arm.cloud_lines import CloudAt, cloud_lines, cloud_scale, palette, parted, polylines
from denoc_studio.picture.arm.scene import Scene
from denoc_studio.picture.image.thin_loops import thin_lines
from denoc_studio.plots.many.cloud import Cloud, bands_of
from denoc_studio.plots.many.scales import Decades, length_words

ROBOT = dn.load("puma560").robot


def swinging(k: int) -> Cloud:
    """q = (1 + i) t^3 of run i, whose cubics are exact between samples; the last one ends at 1 s."""
    t = np.linspace(0.0, 2.0, 5)
    factors = (1.0 + np.arange(k + 1))[:, None, None] * np.ones(ROBOT.n)
    q, qd = factors * (t**3)[:, None], factors * (3 * t**2)[:, None]
    q[-1, 3:], qd[-1, 3:] = np.nan, np.nan
    return Cloud(ROBOT, 1e-4, Neighbours(t, q, qd, np.arange(k + 1) < k))


def test_states_between_samples_are_the_cubics() -> None:
    cloud = swinging(3)
    for t in (0.0, 0.3, 0.75, 1.0):
        assert cloud.states(t) == pytest.approx((1.0 + np.arange(4))[:, None] * t**3 * np.ones(ROBOT.n), abs=1e-12)
    assert np.isnan(cloud.states(1.2)[-1]).all()
    assert np.isfinite(cloud.states(2.0)[:-1]).all()
    assert (cloud.count, cloud.missing) == (3, 1)
    assert "1 of which ended early" in bands_of(cloud).label


def test_arms_are_lines_from_joint_to_joint_coloured_by_distance() -> None:
    scene, cloud = Scene(ROBOT), swinging(3)
    q = cloud.states(0.5)
    arms = polylines(scene, q)
    frames = dn.forward_kinematics(ROBOT, q)
    assert arms[:, -1] == pytest.approx(frames[:, -1, :3, 3])
    apart = parted(arms)
    assert apart[0] == 0.0
    assert apart[1] == pytest.approx(np.linalg.norm(arms[1] - arms[0], axis=1).max())
    lines = cloud_lines(scene, CloudAt(cloud, 0.5), dark=False)
    assert lines is not None
    places = cloud_scale(cloud, scene).places(apart[1:])
    wanted = palette(False, 3)[np.rint(places * 23).astype(int)]
    shown = lines.colours.reshape(3, -1, 2, 4)
    assert (shown == wanted[:, None, None]).all()
    assert np.isfinite(lines.points).all()
    later = cloud_lines(scene, CloudAt(cloud, 1.8), dark=True)
    assert later is not None
    assert len(later.points) == 2 * len(lines.points) // 3  # one has ended


def test_a_scale_of_decades() -> None:
    scale = Decades.around(2e-5, 1.8)
    assert scale == (-5, 1)
    assert scale.places(np.array([0.0, 1e-5, 1e-2, 10.0, 1e3])) == pytest.approx([0, 0, 0.5, 1, 1])
    assert scale.ends == ("≤ 10 µm", "≥ 10 m")
    assert [length_words(power) for power in (1, 0, -1, -3, -4, -7, -12)] == [
        "10 m", "1 m", "100 mm", "1 mm", "100 µm", "100 nm", "1e-12 m",
    ]  # fmt: skip


def test_a_thin_line_covers_its_length_and_blends() -> None:
    white, red = 0xFFFFFFFF, np.array([[1.0, 0.0, 0.0, 0.5]])
    level = np.full((8, 8), white, dtype=np.uint32)
    thin_lines(np.array([[[1.0, 3.5, 1.0], [6.0, 3.5, 1.0]]]), red, 0.1, level)
    rows, columns = np.nonzero(level != white)
    assert (set(rows.tolist()), columns.tolist()) == ({3}, [1, 2, 3, 4, 5])
    assert hex(int(level[3, 3])) == "0xffff7f7f"
    steep, slanted, behind = (np.full((8, 8), white, dtype=np.uint32) for _ in range(3))
    thin_lines(np.array([[[3.5, 6.0, 1.0], [3.5, 1.0, 1.0]]]), red, 0.1, steep)
    assert np.array_equal(steep, level.T)
    thin_lines(np.array([[[-50.0, -49.0, 1.0], [50.0, 51.0, 1.0]]]), red, 0.1, slanted)
    dark = 255 - ((slanted >> 8) & 0xFF).astype(int)
    assert dark.sum() == pytest.approx(7 * 128, abs=7)  # half a line's ink in each column that it crosses
    thin_lines(np.array([[[1.0, 3.5, 0.05], [6.0, 3.5, 1.0]], [[np.nan] * 3] * 2]), red.repeat(2, 0), 0.1, behind)
    assert (behind == white).all()

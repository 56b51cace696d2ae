"""Maps of the reach: against closed forms, and each cell against its own pose."""

from __future__ import annotations

import threading
from dataclasses import replace

import numpy as np
import pytest

import denoc as dn
from denoc.basics.cancelling import Cancelled, cancellable
from tests.support.oracles.arms import random_arm

L1, L2, HEIGHT = 0.7, 0.3, 0.4
ANGLES = np.arange(72) * (2 * np.pi / 72)
WAYS = np.column_stack([np.cos(ANGLES), np.sin(ANGLES)])
ON_ITS_SIDE = np.array([[0.0, 0, 1, 0], [0, 1, 0, 0], [-1, 0, 0, 0], [0, 0, 0, 1]])  # joint 1's axis is x


def two_rods(**elbow: float) -> dn.Robot:
    links = tuple(dn.Link(a=a, mass=1.0, com=(-a / 2, 0, 0), max_torque=40.0) for a in (L1, L2))
    return dn.Robot("2R", links, gravity=(0, -9.81, 0)).with_link(1, **elbow)


def shoulder(**changes: object) -> dn.Robot:
    """Two rods on a pillar that turns: the tip reaches a ball about the pillar's top."""
    links = (
        dn.Link(b=HEIGHT, alpha=np.pi / 2, mass=2.0, max_torque=50.0),
        *(dn.Link(a=a, mass=1.0, com=(-a / 2, 0, 0), max_torque=20.0) for a in (L1, L2)),
    )
    return replace(dn.Robot("shoulder", links), **changes)


def limited(rng: np.random.Generator, robot: dn.Robot) -> dn.Robot:
    for index in range(robot.n):
        low = rng.uniform(-2, 1)
        robot = robot.with_link(index, lower=low, upper=low + rng.uniform(0.3, 2.5), max_torque=rng.uniform(50, 300))
    return robot


def tips_in_section(robot: dn.Robot, found: dn.ReachMap) -> tuple[np.ndarray, np.ndarray]:
    """Of the kept poses, (k, 2), and how far they are off the plane, (k,)."""
    tips = dn.forward_kinematics(robot, found.states[found.reached])[:, -1, :3, 3] - found.origin
    off = tips @ np.cross(*found.directions)
    points = tips @ found.directions.T
    if found.axes[0] == "r":
        return np.column_stack([np.hypot(points[:, 0], off), points[:, 1]]), np.zeros(len(off))
    return points, off


class TestPlanar:
    def test_the_outline_is_as_far_as_both_rods_reach(self) -> None:
        found = dn.reach_map(two_rods(), "manipulability", cells=24, samples=2048)
        assert np.allclose(found.boundary, (L1 + L2) * WAYS, atol=1e-9)
        assert found.axes == ("x", "y")
        assert found.section == "the plane z = 0 m that the tip moves in"
        assert found.unit == "m^2"

    @pytest.mark.parametrize(("lower", "upper"), [(0.8, 2.5), (-2.0, -1.2)])
    def test_an_elbow_that_does_not_straighten(self, lower: float, upper: float) -> None:
        found = dn.reach_map(two_rods(lower=lower, upper=upper), "used", cells=24, samples=2048)
        least = min(abs(lower), abs(upper))
        far = np.sqrt(L1**2 + L2**2 + 2 * L1 * L2 * np.cos(least))
        assert np.allclose(found.boundary, far * WAYS, atol=1e-9)

    def test_the_hole_and_the_ring(self) -> None:
        found = dn.reach_map(two_rods(), cells=40, samples=40_000)
        x, y = np.meshgrid(found.x_edges, found.y_edges)
        corners = np.hypot(x, y)
        blocks = np.stack([corners[:-1, :-1], corners[1:, :-1], corners[:-1, 1:], corners[1:, 1:]])
        hole, ring = (blocks < L1 - L2).all(axis=0), ((blocks > L1 - L2) & (blocks < L1 + L2)).all(axis=0)
        assert hole.sum() > 100
        assert not found.reached[hole].any()
        assert found.reached[ring].all()
        assert np.isnan(found.values[~found.reached]).all()
        assert (found.joints[~found.reached] == -1).all()

    def test_manipulability_by_the_distance(self) -> None:
        found = dn.reach_map(two_rods(), "manipulability", cells=24, samples=20_000)
        points, _ = tips_in_section(two_rods(), found)
        cosine = ((points**2).sum(axis=1) - L1**2 - L2**2) / (2 * L1 * L2)
        expected = L1 * L2 * np.sqrt(np.maximum(1 - cosine**2, 0))
        assert np.allclose(found.values[found.reached], expected, atol=1e-7)

    def test_the_payload_at_full_stretch(self) -> None:
        """Level and straight: 20 N m hold the rods about joint 1, and 1 m of lever each kg."""
        arm = two_rods().with_link(1, max_torque=1e3)
        found = dn.reach_map(arm, cells=48, samples=30_000)
        held = 9.81 * (L1 / 2 + L1 + L2 / 2)
        row = int(np.searchsorted(found.y_edges, 0.0)) - 1
        assert found.values[row, -1] == pytest.approx((40 - held) / 9.81, rel=0.06)
        assert found.joints[row, -1] == 0

    def test_one_joint_and_none_that_moves(self) -> None:
        rod = dn.rod_chain(1).robot
        found = dn.reach_map(rod, limits=[40.0], cells=24, samples=512)
        assert np.allclose(found.boundary, WAYS, atol=1e-9)
        still = dn.reach_map(rod.with_link(0, lower=0.5, upper=0.5), limits=[40.0], samples=16)
        assert still.reached.sum() == 1
        assert still.values[still.reached][0] == pytest.approx(dn.payload_capacity(rod, [0.5], limits=[40.0]).mass)

    def test_a_slide_reaches_as_far_as_its_limits(self) -> None:
        found = dn.reach_map(dn.Robot("slide", (dn.Link("P", lower=-0.2, upper=0.5),)), "manipulability", samples=64)
        assert (found.boundary[:, 1].min(), found.boundary[:, 1].max()) == pytest.approx((-0.2, 0.5))


class TestPostures:
    """Three rods reach a point in many ways: the last one may point anywhere, and the elbow be on either side."""

    lengths, limits = np.array([0.4, 0.3, 0.2]), [15.0, 9.0, 5.0]

    def arm(self) -> dn.Robot:
        links = tuple(dn.Link(a=a, mass=a, com=(-a / 2, 0, 0)) for a in self.lengths)
        return dn.Robot("3R", links, gravity=(0, -9.81, 0))

    def every_posture(self, points: np.ndarray) -> np.ndarray:
        """Of points (k, 2): the largest payload (k,), by trying 720 ways of the last rod and both elbows."""
        a, b, c = self.lengths
        last = np.arange(720) * (2 * np.pi / 720)
        wrist = points[:, None] - c * np.stack([np.cos(last), np.sin(last)], axis=-1)
        with np.errstate(invalid="ignore"):
            bend = np.arccos(((wrist**2).sum(axis=-1) - a * a - b * b) / (2 * a * b))
        elbow = np.stack([bend, -bend])
        shoulder = np.arctan2(wrist[..., 1], wrist[..., 0]) - np.arctan2(b * np.sin(elbow), a + b * np.cos(elbow))
        q = np.stack([shoulder, elbow, last - shoulder - elbow], axis=-1)
        there = np.isfinite(q).all(axis=-1)
        masses = np.full(there.shape, -np.inf)
        masses[there] = dn.payload_capacity(self.arm(), q[there], limits=self.limits).mass
        return np.nanmax(masses, axis=(0, 2))

    def test_a_cell_has_nearly_the_best_of_all_postures(self) -> None:
        found = dn.reach_map(self.arm(), cells=32, samples=5000, limits=self.limits)
        points, _ = tips_in_section(self.arm(), found)
        share = found.values[found.reached] / self.every_posture(points)
        assert np.median(share) > 0.97
        assert np.quantile(share, 0.05) > 0.75, "samples alone: 0.5"

    def test_it_is_smooth(self) -> None:
        """Cells side by side at arm's length differ by their lever, not by luck."""
        found = dn.reach_map(self.arm(), cells=64, samples=5000, limits=self.limits)
        x = (found.x_edges[:-1] + found.x_edges[1:]) / 2
        outside = np.where(np.abs(x) > 0.45, found.values, np.nan)
        steps = np.abs(np.diff(np.log(outside), axis=0))
        assert np.nanquantile(steps, 0.9) < 0.03, "samples alone: 0.1"


class TestSections:
    def test_around_a_pillar(self) -> None:
        found = dn.reach_map(shoulder(), cells=24, samples=8192)
        assert found.axes == ("r", "z")
        outward = WAYS[:, 0] >= 0
        assert np.allclose(found.boundary[outward], ((L1 + L2) * WAYS + (0, HEIGHT))[outward], atol=1e-9)
        assert found.x_edges[0] == 0
        states = found.states[found.reached]
        turned = states + np.array([0.9, 0, 0])
        for q in (states, turned):
            again = dn.payload_capacity(shoulder(), q)
            assert np.allclose(again.mass, found.values[found.reached], rtol=1e-9, equal_nan=True)

    @pytest.mark.parametrize("section", [None, "xz", "xy", "yz"])
    def test_a_cut_through_a_ball(self, section: str | None) -> None:
        """On its side the arm has no r-z: a plane through the ball's middle or beside it."""
        arm = shoulder(base=ON_ITS_SIDE)
        found = dn.reach_map(arm, cells=24, samples=8192, section=section)
        centre = np.array([HEIGHT, 0.0, 0.0])
        off = (centre - found.origin) @ np.cross(*found.directions)
        far = np.sqrt((L1 + L2) ** 2 - off**2)
        middle = (centre - found.origin) @ found.directions.T
        assert np.allclose(found.boundary, middle + far * WAYS, atol=1e-9)
        if section is None:
            assert found.axes[1] == "z", "gravity lies in it"

    @pytest.mark.parametrize("height", [0.1, 1.0])
    def test_a_level_plane_at_a_height(self, height: float) -> None:
        found = dn.reach_map(shoulder(), cells=24, samples=8192, section=((0, 0, 2), (5, 5, height)))
        assert found.section == f"the plane z = {height:g} m"
        assert np.allclose(found.boundary, np.sqrt((L1 + L2) ** 2 - (height - HEIGHT) ** 2) * WAYS, atol=1e-9)

    def test_an_upright_plane_at_an_angle(self) -> None:
        found = dn.reach_map(shoulder(), cells=24, samples=8192, section=((np.sin(0.5), -np.cos(0.5), 0), (0, 0, 0)))
        assert found.axes == ("u", "z")
        assert np.allclose(found.directions[0], (np.cos(0.5), np.sin(0.5), 0))
        assert np.allclose(found.boundary, (L1 + L2) * WAYS + (0, HEIGHT), atol=1e-9)
        level = dn.reach_map(two_rods(), "used", cells=8, samples=64, section=((0, 0, 1), (0, 0, 0)))
        assert level.section.endswith("that the tip moves in")

    @pytest.mark.parametrize("convention", ["standard", "modified"])
    @pytest.mark.parametrize("measure", ["payload", "used", "manipulability"])
    @pytest.mark.parametrize("n", [2, 4])
    def test_every_cell_holds_what_its_pose_gives(
        self, rng: np.random.Generator, convention: str, measure: str, n: int
    ) -> None:
        robot = limited(rng, random_arm(rng, n, convention))
        upright = n == 4 and measure == "used"
        if upright:
            robot = limited(rng, replace(random_arm(rng, n, convention, joints="R"), gravity=(0, 0, 0), base=None))
        found = dn.reach_map(robot, measure, cells=16, samples=4096, com=(0.1, 0, 0))
        assert (found.axes[0] == "r") is upright
        points, off = tips_in_section(robot, found)
        rows, columns = np.nonzero(found.reached)
        assert np.abs(off).max() < 1e-9
        for at, edges, where in ((points[:, 0], found.x_edges, columns), (points[:, 1], found.y_edges, rows)):
            assert (at >= edges[where] - 1e-9).all()
            assert (at <= edges[where + 1] + 1e-9).all()
        q = found.states[found.reached]
        lower, upper = (np.array([getattr(link, end) for link in robot.links]) for end in ("lower", "upper"))
        assert ((q >= lower) & (q <= upper)).all()
        values, joints = dn.manipulability(robot, q), np.full(len(q), -1)
        if measure != "manipulability":
            state = dn.payload_capacity(robot, q, com=(0.1, 0, 0))
            values, joints = (state.mass, state.joint) if measure == "payload" else (state.used, state.used_by)
        assert np.allclose(found.values[found.reached], values, rtol=1e-9, atol=1e-12, equal_nan=True)
        assert np.array_equal(found.joints[found.reached], joints)
        assert ((points @ WAYS.T).max(axis=0) <= (found.boundary * WAYS).sum(axis=1) + 1e-6).all(), "none beyond"

    @pytest.mark.parametrize("number", [2, 18, 45])
    def test_the_outline_of_a_cut_does_not_depend_on_the_samples(self, number: int) -> None:
        """Six joints at many limits at once: from other poses the same farthest points are found."""
        rng = np.random.default_rng(number)
        robot = limited(rng, random_arm(rng, 6, ["standard", "modified"][number % 2]))
        found = [dn.reach_map(robot, "manipulability", cells=8, samples=4096, seed=seed) for seed in (0, 5)]
        assert found[0].section.endswith("through the base")
        far = [(each.boundary * WAYS).sum(axis=1) for each in found]
        assert np.allclose(*far, rtol=0, atol=1e-8)

    def test_a_planar_arm_in_a_tilted_plane(self, rng: np.random.Generator) -> None:
        base = random_arm(rng, 1).base
        found = dn.reach_map(replace(two_rods(), base=base), "manipulability", cells=12, samples=1024)
        assert found.axes == ("u", "v")
        middle = (np.array(base)[:3, 3] - found.origin) @ found.directions.T
        assert np.allclose(found.boundary, middle + (L1 + L2) * WAYS, atol=1e-9)


class TestCourse:
    def test_coarse_to_fine(self) -> None:
        maps = list(dn.reach_maps(two_rods(), cells=48, samples=4096))
        assert [len(found.x_edges) - 1 for found in maps] == [6, 12, 24, 48]
        whole = dn.reach_map(two_rods(), cells=48, samples=4096)
        for name in ("values", "joints", "states", "boundary", "x_edges"):
            assert np.array_equal(getattr(maps[-1], name), getattr(whole, name), equal_nan=True), "the same bits"
        other = dn.reach_map(two_rods(), cells=48, samples=4096, seed=1)
        assert not np.array_equal(whole.states, other.states, equal_nan=True)

    def test_the_best_of_all_poses_does_not_depend_on_the_cells(self) -> None:
        """Upright both rods take nothing."""
        found = [dn.reach_map(two_rods(), "used", cells=cells, samples=2048) for cells in (8, 40)]
        assert all(np.nanmin(each.values) < 2e-3 for each in found)
        assert found[0].reached.sum() < found[1].reached.sum()
        assert found[0].poses > 2048

    def test_it_can_be_cancelled(self) -> None:
        flag = threading.Event()
        with cancellable(flag):
            maps = dn.reach_maps(two_rods(), samples=4096)
            next(maps)
            flag.set()
            with pytest.raises(Cancelled):
                next(maps)

    def test_limits_that_forbid_standing_still(self) -> None:
        """Upright an arm that is all in one line takes no torque: here the elbow cannot straighten."""
        arm = two_rods(lower=1.0, upper=2.0)
        found = dn.reach_map(arm, cells=12, samples=2048, limits=[1e-3, 1e-3])
        assert np.isnan(found.values).all()
        assert found.reached.any()
        assert found.note.startswith("the arm cannot hold even itself anywhere: joint ")
        some = dn.reach_map(arm, cells=12, samples=2048, limits=[4.0, 4.0])
        assert some.note == (
            f"the arm cannot hold even itself in {np.isnan(some.values[some.reached]).mean():.0%} "
            "of the cells that it reaches"
        )
        assert dn.reach_map(arm, cells=12, samples=64).note == ""

    @pytest.mark.parametrize(
        ("arguments", "field"),
        [
            ({"limits": None}, "limits"),
            ({"limits": [1.0]}, "limits"),
            ({"measure": "speed"}, "measure"),
            ({"section": "zz"}, "section"),
            ({"section": "rz"}, "section"),
            ({"section": ((0, 0, 1),)}, "section"),
            ({"section": ((0, 0, 0), (0, 0, 0))}, "section"),
            ({"section": ((0, 0, 1), (0, 0, np.nan))}, "section"),
            ({"section": ((0, 0, 1), (0, 0, 0.2))}, "section"),  # the tip moves beside it
            ({"section": 7}, "section"),
            ({"cells": 3}, "cells"),
            ({"cells": 10**6}, "cells"),
            ({"cells": 10.0}, "cells"),
            ({"samples": 1}, "samples"),
            ({"samples": 10**9}, "samples"),
            ({"seed": -1}, "seed"),
            ({"com": (0, 0, np.nan)}, "com"),
            ({"robot": dn.rod_chain(21).robot}, "robot"),
            ({"robot": dn.Robot("slide", (dn.Link("P", lower=0.0), dn.Link()))}, "upper"),
        ],
    )
    def test_refusals(self, arguments: dict, field: str) -> None:
        with pytest.raises(dn.DynamicsError) as caught:
            dn.reach_maps(**{"robot": dn.rod_chain(2).robot, "limits": [40.0, 40.0], **arguments})
        assert caught.value.field == field

    def test_a_plane_that_the_tip_does_not_meet(self) -> None:
        flat = replace(two_rods(), tool=np.array([[1.0, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0.5], [0, 0, 0, 1]]))
        assert dn.reach_map(flat, cells=8, samples=256).section == "the plane z = 0.5 m that the tip moves in"
        far = shoulder().with_link(0, lower=-0.2, upper=0.2).with_link(1, lower=0.0, upper=0.1)
        with pytest.raises(dn.DynamicsError, match="hardly comes into this plane"):
            dn.reach_map(far.with_link(2, lower=0.0, upper=0.1), section="yz", cells=8, samples=256)

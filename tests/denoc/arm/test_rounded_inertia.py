"""Moments of inertia that rounding brought below zero are zero; others are refused by name."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import denoc
from denoc import DynamicsError, Link, Payload, Robot
from denoc.arm.robot import inertia_entries, inertia_matrix
from denoc.files.urdf.chain import load_urdf_arm
from tests.support.measure import relative
from tests.support.oracles.arms import random_rotation
from tests.support.oracles.urdf_text import joint, link, robot

UP = (0.3, -1.2, 2.0)  # a rotation without special angles


def body(mass: float, com: tuple[float, ...], tensor: dict[str, str]) -> str:
    entries = " ".join(f'{name}="{tensor.get(name, "0")}"' for name in ("ixx", "iyy", "izz", "ixy", "iyz", "ixz"))
    xyz = " ".join(map(repr, com))
    return f'<inertial><origin xyz="{xyz}"/><mass value="{mass!r}"/><inertia {entries}/></inertial>'


def arm(folder: Path, *parts: str) -> Path:
    path = folder / "arm.urdf"
    path.write_text(robot(link("base"), joint("j", "continuous", "base", "b", axis=(1, 0, 0), rpy=UP), *parts))
    return path


def smallest(entries: tuple[float, ...]) -> float:
    """The smallest principal moment over the largest."""
    moments = np.linalg.eigvalsh(inertia_matrix(entries))
    return float(moments[0] / moments[2]) if moments[2] else float(moments[0])


def printed_rod(rng: np.random.Generator, digits: int = 6) -> tuple[float, ...]:
    """A slender rod in any direction, as a file prints it."""
    along = random_rotation(rng)[0]
    tensor = rng.uniform(0.01, 10) * (np.eye(3) - np.outer(along, along))
    return tuple(float(f"{entry:.{digits}g}") for entry in inertia_entries(tensor))


class TestUrdf:
    def test_what_a_cad_program_left_of_zero(self, tmp_path: Path) -> None:
        """As the iCub's thigh: 2.2 kg at 0.16 m, and moments of 4e-18, the smallest of which is below zero."""
        tensor = {"iyy": "4.07592e-18", "iyz": "-2.71051e-20"}
        found = load_urdf_arm(arm(tmp_path, link("b", body(2.175, (0.00144, -0.15943, 0.00039), tensor))))
        assert found.robot.links[0].inertia == (0.0,) * 6
        assert found.reports == ()

    def test_rods_that_are_fixed_to_each_other(self, tmp_path: Path) -> None:
        """Along one line, each turned in its own frame: one rod, whose moment about itself is zero."""
        turns = [(0.0, 0.0, 0.0), (0.7, 0.0, 0.0), (-2.1, 0.0, 0.0)]  # about x, the rods' own direction
        rod = body(1.0, (0.1, 0.0, 0.0), {"iyy": repr(0.04 / 12), "izz": repr(0.04 / 12)})
        parts = [link("b", rod), link("c", rod), link("d", rod)]
        fixed = [
            joint("c", "fixed", "b", "c", xyz=(0.2, 0, 0), rpy=turns[1]),
            joint("d", "fixed", "c", "d", xyz=(0.2, 0, 0), rpy=turns[2]),
        ]
        (found,) = denoc.load_urdf(arm(tmp_path, *parts, *fixed), tip="d").links
        assert np.linalg.eigvalsh(inertia_matrix(found.inertia)) == pytest.approx([0, 0.09, 0.09], abs=1e-16)
        assert found.mass == pytest.approx(3.0)

    @settings(max_examples=50)
    @given(seed=st.integers(0, 2**32))
    def test_rods_anyhow(self, tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
        """Printed with six digits: whatever is fixed to what, the arm is read."""
        rng = np.random.default_rng(seed)
        names = "bcd"[: rng.integers(1, 4)]
        names_of = ("ixx", "iyy", "izz", "ixy", "iyz", "ixz")
        bodies = [
            body(1.0, (0.1, 0.2, 0.3), {name: repr(v) for name, v in zip(names_of, printed_rod(rng), strict=True)})
            for _ in names
        ]
        links = [link(name, text) for name, text in zip(names, bodies, strict=True)]
        fixed = [joint(b, "fixed", a, b, xyz=rng.normal(size=3), rpy=rng.uniform(-3, 3, 3)) for a, b in pairwise(names)]
        path = arm(tmp_path_factory.mktemp("rods"), *links, *fixed)
        (found,) = denoc.load_urdf(path, tip=names[-1]).links
        assert smallest(found.inertia) > -1e-9

    def test_a_body_that_cannot_be_is_refused_by_name(self, tmp_path: Path) -> None:
        path = arm(tmp_path, link("b", body(1.0, (0.1, 0.0, 0.0), {"ixx": "-1e-6", "iyy": "1e-3", "izz": "1e-3"})))
        words = r"joint 'j', link 'b' with what is fixed to it: field 'inertia'.*smallest principal moment is -1e-06"
        with pytest.raises(denoc.ProjectError, match=words):
            denoc.load_urdf(path)


class TestEverywhere:
    @settings(max_examples=200)
    @given(seed=st.integers(0, 2**32))
    def test_printed_rods(self, seed: int) -> None:
        """Six digits leave up to 4e-6 of the largest moment below zero: zero, in the digits that were printed."""
        entries = printed_rod(np.random.default_rng(seed))
        for taken in (Link(mass=1.0, inertia=entries).inertia, payload(entries).inertia):
            assert smallest(taken) > -1e-9
            assert relative(np.array(taken), np.array(entries)) < 1e-5
            assert Link(inertia=taken).inertia == taken  # nothing moves a second time

    def test_what_is_legal_stays_as_it_is(self) -> None:
        rod = (0.2, 0.1, 0.1, -np.sqrt(0.02) * (1 + 1e-12), 0.0, 0.0)
        assert smallest(rod) < 0
        assert Link(inertia=rod).inertia == rod

    def test_measured_by_mass_and_length(self) -> None:
        noise = (-1e-17, 3e-17, 2e-17, 0.0, 0.0, 0.0)
        assert Link(mass=2.0, com=(0.1, 0, 0), inertia=noise).inertia == (0.0, *noise[1:])
        assert Link(mass=2.0, a=0.1, inertia=noise).inertia == (0.0, *noise[1:])
        assert payload(noise, com=(0.0, 0.1, 0.0)).inertia == (0.0, *noise[1:])
        for nothing in ({"mass": 2.0}, {"mass": 0.0, "a": 0.1}, {"mass": 2.0, "a": 0.001}):
            with pytest.raises(DynamicsError, match="smallest principal moment is -1e-17"):
                Link(inertia=noise, **nothing)

    def test_an_entry_can_be_changed_afterwards(self) -> None:
        """A link that was taken because it is long stays legal when it is made short."""
        noise = (-1e-17, 3e-17, 2e-17, 1e-18, 0.0, 0.0)
        long = Robot("long", (Link(mass=2.0, a=0.3, inertia=noise),))
        assert smallest(long.with_link(0, a=0.0).links[0].inertia) > -1e-9

    def test_a_project_file(self, tmp_path: Path) -> None:
        project = denoc.load("planar-3r-inverse")
        path = tmp_path / "rod.arm.json"
        project.save(path)
        text = path.read_text()
        written = '"inertia": [0.0, 0.00375, 0.00375, 0.0, 0.0, 0.0]'
        assert text.count(written) == 1
        path.write_text(text.replace(written, written.replace("[0.0", "[-1e-18", 1)))
        assert denoc.load(path).robot.links[0].inertia[0] == -1e-18  # within the rounding of the others
        path.write_text(text.replace(written, written.replace("[0.0", "[-1e-8", 1)))
        assert denoc.load(path).robot.links[0].inertia == (0.0, 0.00375, 0.00375, 0.0, 0.0, 0.0)
        path.write_text(text.replace(written, written.replace("[0.0", "[-1e-6", 1)))
        with pytest.raises(denoc.ProjectError, match=r"link 1, field 'inertia'.*principal moment is -1e-06"):
            denoc.load(path)


def payload(entries: tuple[float, ...], com: tuple[float, ...] = (0.0, 0.0, 0.0)) -> Payload:
    found = Robot("arm", (Link(),), payload=(1.0, com, entries)).payload  # type: ignore[arg-type]
    assert found is not None
    return found

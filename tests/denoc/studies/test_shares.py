"""Shares of a change, and the edits between two projects: against closed forms and the axioms of Shapley's values."""

from __future__ import annotations

import math
import threading
from dataclasses import replace
from itertools import permutations

import msgspec
import numpy as np
import pytest

import denoc as dn
from denoc.basics.cancelling import Cancelled
from denoc.files.projects.documents import changed, document_of, project_of
from denoc.studies.shares import shapley

G = 9.81


def held(*masses: float) -> dn.Project:
    """Point masses at the ends of links of 0.5 m, held level."""
    links = tuple(dn.Link(a=0.5, mass=mass) for mass in masses)
    zero = (0.0,) * len(masses)
    settings = dn.RunSettings("inverse", 1.0, 2, motion=dn.JointMotion(zero, zero))
    return dn.Project("held", dn.Robot("points", links, gravity=(0.0, -G, 0.0)), zero, zero, settings)


def test_changes_that_add_up_have_their_own_shares() -> None:
    """Joint 1 bears g l (m1 + 2 m2)."""
    found = dn.shares_of_change(held(1.0, 1.0), held(1.5, 3.0))
    assert [edit.words for edit in found.edits] == ["link 1, mass: 1.0 kg → 1.5 kg", "link 2, mass: 1.0 kg → 3.0 kg"]
    assert found.shares == pytest.approx([0.25 * G, 2.0 * G])
    assert found.alone == pytest.approx(found.shares)
    assert found.shares.sum() == pytest.approx(found.difference, rel=1e-15)
    assert (found.runs, found.not_run) == (4, ())
    assert dn.shares_of_change(held(1.0, 1.0), held(1.5, 3.0), joint=2).shares == pytest.approx([0.0, G])
    assert "+19.62 by link 2" in repr(found)


def test_a_product_of_changes_is_shared_evenly() -> None:
    """g l m with all three changed: each share is the mean over the six orders."""
    before = held(1.0)
    robot = replace(before.robot.with_link(0, mass=2.0, a=0.6), gravity=(0.0, -8.0, 0.0))
    found = dn.shares_of_change(before, replace(before, robot=robot))
    old, new = {"gravity": G, "a": 0.5, "mass": 1.0}, {"gravity": 8.0, "a": 0.6, "mass": 2.0}
    expected = dict.fromkeys(old, 0.0)
    for order in permutations(old):
        now = dict(old)
        for name in order:
            value = math.prod(now.values())
            now[name] = new[name]
            expected[name] += (math.prod(now.values()) - value) / 6
    names = [edit.paths[0].rpartition(".")[2] for edit in found.edits]
    assert found.shares == pytest.approx([expected[name] for name in names])


def test_another_measure_and_a_forward_run() -> None:
    before = dn.Project("fall", dn.rod_chain(2).robot, (0.0, 0.0), (0.0, 0.0), dn.RunSettings(duration=0.5, samples=51))
    after = replace(before, q0=(0.3, 0.0), robot=before.robot.with_link(1, mass=0.7, viscous=0.1))
    found = dn.shares_of_change(before, after, measure=lambda run: float(np.abs(run.qd).max()))
    assert found.before == pytest.approx(float(np.abs(dn.run_project(before).qd).max()))
    assert found.after == pytest.approx(float(np.abs(dn.run_project(after).qd).max()))
    assert found.shares.sum() == pytest.approx(found.difference, rel=1e-14)
    assert found.runs == 8


def test_combinations_that_are_no_legal_arm_are_told_and_passed_by() -> None:
    """Limits of -2 to -1 become 1 to 2: the lower one must not come first."""
    before = replace(held(1.0), robot=held(1.0).robot.with_link(0, lower=-2.0, upper=-1.0))
    robot = before.robot.with_link(0, lower=1.0, upper=2.0, mass=2.0)
    found = dn.shares_of_change(before, replace(before, robot=robot))
    assert [edit.paths[0] for edit in found.edits] == [
        "robot.links[0].mass",
        "robot.links[0].lower",
        "robot.links[0].upper",
    ]
    assert found.shares == pytest.approx([0.5 * G, 0.0, 0.0])
    assert found.runs == 6
    assert [len(each.edits) for each in found.not_run] == [1, 2]
    assert found.not_run[0].edits == ("link 1, lower: -2.0 → 1.0",)
    assert "lower limit is above the upper" in found.not_run[0].reason
    assert math.isnan(found.alone[1])


def test_a_change_that_no_order_leads_to_is_refused() -> None:
    with pytest.raises(dn.NoSolution, match="every order"):
        shapley(np.array([1.0, math.nan, math.nan, 2.0]))


def test_the_axioms_of_shapley_values() -> None:
    """They add up, a player that does nothing gets nothing, equal ones get the same, and games add."""
    random = np.random.default_rng(0)
    one, other = random.normal(size=(2, 16))
    assert shapley(one).sum() == pytest.approx(one[-1] - one[0], rel=1e-14)
    assert shapley(one + other) == pytest.approx(shapley(one) + shapley(other))
    members = np.array([[subset >> i & 1 for i in range(4)] for subset in range(16)])
    assert shapley(members @ np.array([1.0, 2.0, 0.0, -4.0])) == pytest.approx([1.0, 2.0, 0.0, -4.0])
    assert shapley(1.0 * (members.sum(axis=1) >= 3)) == pytest.approx([0.25] * 4)
    gloves = 1.0 * (members[:, 0] & (members[:, 1] | members[:, 2]))  # one left glove, two right ones
    assert shapley(gloves) == pytest.approx([2 / 3, 1 / 6, 1 / 6, 0.0])
    assert shapley(np.array([3.0])).tolist() == []


def test_what_must_go_together_is_one_edit() -> None:
    three, two = held(1.0, 1.0, 1.0), held(1.0, 1.0)
    (rows,) = dn.edits_between(two, three)
    assert rows.words == "number of joints: 2 → 3, with their entries"
    assert dn.shares_of_change(two, three).shares == pytest.approx([1.5 * 0.5 * 2 * G])
    modified = replace(two, robot=dn.to_convention(two.robot, "modified"))
    (convention,) = dn.edits_between(two, modified)
    assert convention.words == "convention: standard → modified, with its table"
    assert dn.shares_of_change(two, modified).shares == pytest.approx([0.0], abs=1e-12)
    law = msgspec.structs.replace(two.run, mode="forward", torque=dn.ConstantTorque((1.0, 2.0)))
    edits = dn.edits_between(two, replace(two, run=law))
    assert [edit.words for edit in edits] == ["run, mode: inverse → forward", "run, torque: free → constant"]
    louder = msgspec.structs.replace(law, torque=dn.ConstantTorque((1.0, 3.0)))
    (values,) = dn.edits_between(replace(two, run=law), replace(two, run=louder))
    assert values.words == "run, torque, values: 1.0, 2.0 → 1.0, 3.0"


def test_names_and_motors_are_no_edits_and_nothing_is_shared_without_any() -> None:
    before = held(1.0)
    after = replace(before, name="other", robot=before.robot.with_link(0, name="upper arm"))
    assert dn.edits_between(before, after) == ()
    found = dn.shares_of_change(before, after)
    assert (found.shares.tolist(), found.difference, found.runs) == ([], 0.0, 1)


def test_more_than_ten_edits_are_put_together_by_links_and_then_by_halves() -> None:
    before = held(*[1.0] * 4)
    links = tuple(replace(link, mass=2.0, a=0.6, com=(0.1, 0.0, 0.0), viscous=0.1) for link in before.robot.links)
    after = replace(before, robot=replace(before.robot, links=links), q0=(0.1,) * 4)
    assert len(dn.edits_between(before, after)) == 17
    by_link = dn.edits_between(before, after, 10)
    assert [edit.words for edit in by_link][:2] == ["link 1: a, mass, com, viscous", "link 2: a, mass, com, viscous"]
    assert len(by_link) == 5
    assert [edit.words for edit in dn.edits_between(before, after, 4)] == [
        "table of links: a, mass, com, viscous",
        "start, joint variables: 0.0, 0.0, 0.0, 0.0 → 0.1, 0.1, 0.1, 0.1",
    ]
    found = dn.shares_of_change(before, after)
    assert found.runs == 32
    assert found.shares.sum() == pytest.approx(found.difference, rel=1e-14)


@pytest.mark.parametrize("name", dn.examples())
def test_a_document_is_all_that_a_run_depends_on(name: str) -> None:
    project = dn.load(name)
    assert project_of(document_of(project), project).same_run(project)


def test_entries_are_changed_by_their_place() -> None:
    found = changed(held(1.0, 1.0), {"robot.links[1].com[2]": 0.2, "initial.q[0]": 0.3, "run.duration": 2.0})
    assert (found.robot.links[1].com, found.q0, found.run.duration) == ((0.0, 0.0, 0.2), (0.3, 0.0), 2.0)
    with pytest.raises(dn.DynamicsError, match="link 2, field 'mass'"):
        changed(held(1.0, 1.0), {"robot.links[1].mass": -1.0})
    with pytest.raises(dn.DynamicsError, match="'run'"):
        changed(held(1.0), {"run.duration": "long"})


def test_what_cannot_be_is_refused_and_it_can_be_cancelled() -> None:
    one = held(1.0)
    with pytest.raises(dn.DynamicsError, match="'joint'"):
        dn.shares_of_change(one, held(1.0, 1.0), joint=2)
    with pytest.raises(dn.DynamicsError, match="'measure'"):
        dn.shares_of_change(one, held(2.0), measure=lambda run: math.nan)
    with pytest.raises(dn.DynamicsError, match="'after'"):
        dn.shares_of_change(one, None)  # type: ignore[arg-type]
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(Cancelled):
        dn.shares_of_change(one, held(2.0), cancel=cancel)
    told: list[float] = []
    dn.shares_of_change(one, held(2.0), progress=told.append)
    assert told == [0.5, 1.0]

"""Identification as text: combinations in letters, estimates in files, and what they change in a model."""

from __future__ import annotations

import csv
import io
import re
import threading
from dataclasses import replace

import numpy as np
import pytest

import denoc as dn
from denoc_studio.plots.tables.identify import exciting, files, identified, told, words
from denoc_studio.plots.tables.identify.identified import Outcome
from denoc_studio.plots.tables.identify.told import KnownBase, Unknowns
from denoc_studio.project.identified_arm import changes, settled
from tests.support.studio.logs import heavier, logged

ARM = dn.load("planar-3r-inverse").robot


@pytest.fixture(scope="module")
def outcome() -> Outcome:
    log = logged(heavier(ARM), 1)
    return identified.identified(ARM, "50%_log.csv", log, Unknowns(), None, threading.Event())


def test_combinations_in_letters() -> None:
    assert words.readable("Jzz1 - a1^2 m1 + 0.5 m2 cx2") == "Jzz1 − a1² m1 + 0.5 m2 cx2"
    assert words.latex("Jzz1 - a1^2 m1") == "$J_{zz,1} - a_{1}^{2} m_{1}$"
    assert words.latex("m2 cx2 + cos(alpha3) mp") == r"$m_{2} c_{x,2} + \cos\alpha_{3} m_{p}$"
    assert words.latex("viscous12 + 1.5e-05 armature2") == r"$F_{v,12} + 1.5 \cdot 10^{-5} I_{a,2}$"
    slide = dn.Robot("rp", (dn.Link(a=1.0), dn.Link("P")))
    units = {name: words.unit(name, slide) for name in ("m1", "m1 cx1", "Jxx2", "viscous2", "coulomb1", "armature2")}
    assert list(units.values()) == ["kg", "kg m", "kg m²", "N s/m", "N m", "kg"]


def test_files_read_back(outcome: Outcome) -> None:
    found = outcome.found
    rows = list(csv.DictReader(io.StringIO(files.csv_text(outcome))))
    assert [row["combination"] for row in rows] == list(found.base.words)
    assert [float(row["estimate"]) for row in rows] == found.values.tolist()
    assert [float(row["standard deviation"]) for row in rows] == found.deviations.tolist()
    text = files.latex_text(outcome)
    assert text.count("{") == text.count("}")
    assert text.count(r" \\") == found.base.rank + 1
    assert r"identified from 50\%\_log.csv" in text
    estimate, deviation = files.rounded(1.23456, 0.0234)
    assert (estimate, deviation) == ("1.235", "0.023")
    assert files.rounded(-1234.5, 99.6) == ["$-1230$", "100"]


def test_what_was_not_seen_is_pale_and_leaves_no_number(outcome: Outcome) -> None:
    unseen = outcome.found.seen.copy()
    unseen[3] = False
    half = replace(outcome, found=replace(outcome.found, seen=unseen))
    assert identified.sheet(half).pale == {3}
    assert identified.sheet(half).rows[3][2:4] == ("–", "not seen")
    assert list(csv.DictReader(io.StringIO(files.csv_text(half))))[3]["estimate"] == ""
    assert "not seen" in files.latex_text(half)
    good, verdict = identified.verdict(half)
    assert not good
    assert verdict.startswith("16 of 17 combinations told")


def test_another_arm_is_told_from_the_same_with_other_bodies(outcome: Outcome) -> None:
    assert outcome.stands_for(heavier(ARM))
    assert not outcome.stands_for(ARM.with_link(0, a=0.4))
    assert not outcome.stands_for(replace(ARM, gravity=(0, 0, 0)))
    known = replace(outcome, unknowns=Unknowns(friction=False))
    assert not known.stands_for(heavier(ARM)), "whose friction was taken as known"


def test_a_motion_that_cannot_be_judged_says_why() -> None:
    """As a log of so many samples a second as nobody can keep."""
    wish, log = exciting.Wish(duration=2.0, harmonics=3, rounds=1), (0.01, 1e9)
    project = dn.load("planar-3r-inverse")
    found = exciting.find_exciting(project, None, Unknowns(), wish, log, lambda _: None, threading.Event())
    words = exciting.compared(found)
    assert words.startswith("The motion cannot be judged: ")
    assert "'rate'" in words


def test_changes_are_those_of_the_model_and_no_rounding() -> None:
    after = ARM.with_link(1, mass=0.4 * (1 + 1e-15), com=(-0.125, 1e-16, 0.01), viscous=0.5)
    kept = settled(ARM, after)
    assert (kept.links[1].mass, kept.links[1].com[1]) == (ARM.links[1].mass, 0.0)
    found = [tuple(change) for change in changes(ARM, kept)]
    friction = ("link 2, viscous friction", "0 N m s/rad", "0.5 N m s/rad")
    assert found == [("link 2, mass centre z", "0 m", "0.01 m"), friction]
    slide = dn.Robot("p", (dn.Link("P", mass=1.0, coulomb=2.0),))
    rubbed = slide.with_link(0, viscous=3.0, coulomb=2.5)
    words = [("link 1, viscous friction", "0 N s/m", "3 N s/m"), ("link 1, Coulomb friction", "2 N", "2.5 N")]
    assert [tuple(change) for change in changes(slide, rubbed)] == words


def test_base_parameters_are_found_again_only_for_another_geometry() -> None:
    known = KnownBase()
    first = known.of(ARM, Unknowns())
    assert known.of(heavier(ARM), Unknowns()) is first
    assert known.of(ARM.with_link(0, a=0.4), Unknowns()) is not first
    project = dn.load("planar-3r-inverse")
    found = told.told(project, None, Unknowns(), 0.1, 1e9, known)
    assert found.excitation is None
    assert "rate" in found.why
    assert re.match(r"Torques can tell 17 combinations of the arm's 39 parameters\.", told.summary(found))
    assert np.array_equal(found.base.values(project.robot), first.values(project.robot))


def test_a_fall_without_torques_tells_nothing_more_at_any_rate_of_the_log() -> None:
    """The arm's own parameters give no torque at any time of it: with them any multiple fits. States read between the
    samples of the run, where rates and accelerations do not belong to the positions, would hide that."""
    project = dn.load("planar-3r-free-fall")
    run, known = dn.run_project(project), KnownBase()
    found = [told.told(project, run, Unknowns(), 0.1, rate, known).excitation for rate in (37.0, 100.0, 400.0)]
    assert [(int(each.excited.sum()), each.condition) for each in found if each is not None] == 3 * [(11, np.inf)]
    slow, usual, quick = (each.deviations[each.excited] for each in found if each is not None)
    assert usual == pytest.approx(2 * quick)
    assert slow == pytest.approx(usual * np.sqrt(100 / 37), rel=0.1)  # of every second sample

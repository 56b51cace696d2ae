"""Measurements: refusals in words, units and currents, uneven times, derivatives, comparison with a run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import denoc as dn

T = np.linspace(0.0, 2.0, 201)
ARM = dn.rod_chain(2).robot
SWING = np.column_stack([np.sin(3 * T), np.cos(2 * T)])


class TestMeasurement:
    def test_it_is_kept_read_only_and_apart(self) -> None:
        q = SWING.copy()
        found = dn.Measurement(T, q=q)
        q[0] = 7.0
        assert np.array_equal(found.q, SWING)
        assert not found.q.flags.writeable
        assert (found.n, found.names, found.rate) == (2, ("q",), pytest.approx(100.0))
        assert repr(found) == "<Measurement: 2 joints, q, 201 samples over 2 s>"

    @pytest.mark.parametrize(
        ("given", "words"),
        [
            ({"q": SWING[:-1]}, r"'q': the shape \(k, n\) for k = 201 times t is needed \(got \(200, 2\)\)"),
            ({"q": SWING, "tau": SWING[:, :1]}, r"'tau': the shape \(201, 2\) is needed"),
            ({}, "'q': at least one of q, qd, qdd and tau is needed"),
            ({"q": np.where(np.arange(402).reshape(201, 2) == 41, np.nan, SWING)}, "'q': row 21, joint 2: a finite"),
            ({"tau": np.where(np.arange(402).reshape(201, 2) == 40, np.inf, SWING)}, "'tau': row 21, joint 1: a fin"),
            ({"t": np.where(T[5] == T, np.nan, T), "q": SWING}, "'t': row 6: a finite time is needed"),
            ({"t": T[::-1], "q": SWING}, "'t': row 2: the times must rise, and 1.99 s does not come after 2 s"),
            ({"t": T + (T > 1.0), "q": SWING}, r"'t': row 102: a gap: no sample for 1.01 s before"),
            ({"t": T[:1], "q": SWING[:1]}, "'t': 2 to 200000 times"),
            ({"q": "swing"}, "'q': an array of numbers is needed"),
            ({"q": SWING, "notes": "a text"}, "'notes'"),
        ],
    )
    def test_refusals(self, given: dict[str, Any], words: str) -> None:
        with pytest.raises(dn.DynamicsError, match=words):
            dn.Measurement(**{"t": T, **given})

    def test_a_joint_that_was_not_measured(self) -> None:
        found = dn.Measurement(T, q=SWING, tau=SWING * (np.nan, 1.0))
        assert found.measured("tau").tolist() == [False, True]
        assert found.measured("qd").tolist() == [False, False]
        with pytest.raises(dn.DynamicsError, match="'name'"):
            found.measured("speed")  # type: ignore[arg-type]

    def test_uneven_times_are_resampled_and_it_is_said(self, rng: np.random.Generator) -> None:
        t = T + rng.uniform(-2e-3, 2e-3, T.size)
        swing = np.column_stack([np.sin(3 * t), np.full(t.size, np.nan)])
        found = dn.Measurement(t, q=swing).even()
        assert np.ptp(np.diff(found.t)) < 1e-12
        assert np.abs(found.q[:, 0] - np.sin(3 * found.t)).max() < 1e-6
        assert np.isnan(found.q[:, 1]).all()
        assert "sampled unevenly" in found.notes[0]
        assert "ms by cubic interpolation" in found.notes[0]
        assert found.even() is found
        with pytest.raises(dn.DynamicsError, match="at least 4 uneven samples"):
            dn.Measurement([0.0, 1.0, 1.5], q=SWING[:3]).even()


class TestFile:
    def write(self, folder: Path, text: str) -> Path:
        path = folder / "log.csv"
        path.write_text(text, encoding="utf-8")
        return path

    def test_headings_that_are_known(self, tmp_path: Path) -> None:
        path = self.write(tmp_path, "t [ms],q1 [deg],q2 [deg],qd1,tau2 [mN m],grip\n0,0,0,0,5,1\n10,90,45,180,6,1\n")
        found = dn.read_measurement_csv(path, ARM)
        assert found.t.tolist() == [0.0, 0.01]
        assert found.q[1] == pytest.approx([np.pi / 2, np.pi / 4])
        assert found.qd[1, 0] == pytest.approx(np.pi), "rates without a unit have that of their positions"
        assert np.isnan(found.tau[:, 0]).all()
        assert found.tau[:, 1].tolist() == [0.005, 0.006]
        assert any("grip" in note for note in found.notes)

    def test_a_mapping_with_units_scales_and_currents(self, tmp_path: Path) -> None:
        path = self.write(tmp_path, "zeit;A;B [°];I1 [mA];F\n5;1;90;1000;2\n5,5;2;180;-500;4\n")
        arm = dn.Robot("rp", (dn.Link(gear_ratio=-50.0, a=1.0), dn.Link("P")))
        columns = {
            "t": "zeit",
            "q1": "B [°]",
            "q2": dn.MeasuredColumn("A", unit="mm", scale=2.0, offset=1.0),
            "tau1": dn.MeasuredColumn("I1 [mA]", torque_constant=0.1),
            "tau2": dn.MeasuredColumn("F", unit="kN"),
        }
        found = dn.read_measurement_csv(path, arm, columns)
        assert found.t.tolist() == [0.0, 0.5]
        assert found.q == pytest.approx(np.array([[np.pi / 2, 0.003], [np.pi, 0.005]]))
        assert found.tau == pytest.approx(np.array([[-5.0, 2000.0], [2.5, 4000.0]])), "0.1 N m/A times the link's gear"

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("t,q1,q2\n0,0,0\n1,nan,0\n", r"log\.csv: line 3, column 'q1': 'nan' is not a finite number"),
            ("t,q1,q2\n0,0,0\n1,,0\n", r"log\.csv: line 3, column 'q1': the cell is empty"),
            ("t,q1,q2\n0,0,0\n1,1\n", r"log\.csv: line 3: the cell of column 'q2' is missing"),
            ("t,q1,q2\n0,0,0\n# pause\n0,1,1\n", r"log\.csv: line 4, column 't': the times must rise"),
            ("t,q1\n0,0\n1,0\n2,0\n3,0\n4,0\n50,0\n", r"log\.csv: line 7, column 't': a gap: no sample for 46 s"),
            ("t,x\n0,0\n1,0\n", r"log\.csv: .*at least one of q"),
            ("t,q3\n0,0\n1,0\n", r"log\.csv: column 'q3': the arm has joints 1 to 2"),
            ("t,q1 [V]\n0,0\n1,0\n", r"log\.csv: column 'q1 \[V\]': the unit can be"),
            ("t,q1\n0,0\n", r"log\.csv: .*2 to 200000 times"),
        ],
    )
    def test_refusals_name_file_line_and_column(self, tmp_path: Path, text: str, words: str) -> None:
        with pytest.raises(dn.ProjectError, match=words):
            dn.read_measurement_csv(self.write(tmp_path, text), ARM)

    @pytest.mark.parametrize(
        ("columns", "words"),
        [
            ({"q1": "q1"}, "'columns': the column of times"),
            ({"t": "t"}, "'columns': a column of q"),
            ({"t": "t", "q9": "q1"}, "'columns': the names are"),
            ({"t": "t", "q1": 3}, "'columns, q1, heading'"),
            ({"t": "t", "q1": "no"}, r"log\.csv: column 'no', for q1, is missing"),
            ({"t": "t", "q1": dn.MeasuredColumn("q1", unit="V")}, "'columns, q1, unit': the unit can be rad"),
            ({"t": "t", "q1": dn.MeasuredColumn("q1", scale=np.nan)}, "'columns, q1, scale'"),
            ({"t": "t", "tau1": dn.MeasuredColumn("q1", unit="A")}, "'columns, tau1, torque_constant': a current in A"),
            ({"t": "t", "tau1": dn.MeasuredColumn("q1", "N m", torque_constant=1.0)}, "a torque constant is for a cur"),
            ("t", "'columns': a mapping"),
        ],
    )
    def test_a_mapping_that_cannot_be(self, tmp_path: Path, columns: Any, words: str) -> None:
        with pytest.raises(dn.DynamicsError, match=words):
            dn.read_measurement_csv(self.write(tmp_path, "t,q1\n0,0\n1,1\n"), ARM, columns)


class TestStates:
    def test_the_edge_is_where_it_is_said(self) -> None:
        """A sine at the cut-off has 0.707 of its size, one at a third of it all but 6e-4."""
        t = np.linspace(0.0, 20.0, 4001)
        arm = dn.rod_chain(1).robot
        for frequency, share in ((5.0, np.sqrt(0.5)), (5.0 / 3, 1.0)):
            w = 2 * np.pi * frequency
            found = dn.measured_states(arm, dn.Measurement(t, q=np.sin(w * t)[:, None]), cutoff=5.0)
            assert found.q[:, 0] == pytest.approx(share * np.sin(w * found.t), abs=1.5e-3), "and no phase shift"
            assert found.qd[:, 0] == pytest.approx(share * w * np.cos(w * found.t), abs=1.5e-3 * w)
            assert found.qdd[:, 0] == pytest.approx(-share * w**2 * np.sin(w * found.t), abs=1.5e-3 * w**2)
            assert found.t[0] >= 0.4
            assert found.t[-1] <= 19.6

    def test_measured_rates_are_used(self) -> None:
        slow = SWING * (1.0, 1.0)
        found = dn.measured_states(ARM, dn.Measurement(T, q=slow, qd=7 * slow), cutoff=15.0)
        assert found.qd == pytest.approx(7 * slow[found.rows], abs=1e-4)
        whole = dn.measured_states(ARM, dn.Measurement(T, q=slow, qd=7 * slow, qdd=9 * slow))
        assert np.array_equal(whole.qdd, 9 * slow)
        assert "as measured" in whole.words

    def test_refusals(self) -> None:
        given = dn.Measurement(T, q=SWING)
        with pytest.raises(dn.DynamicsError, match="'cutoff': 201 samples over 2 s allow 3 to 40 Hz"):
            dn.measured_states(ARM, given, cutoff=60.0)
        with pytest.raises(dn.DynamicsError, match="has no q of joint 2"):
            dn.measured_states(ARM, dn.Measurement(T, q=SWING * (1.0, np.nan)))
        with pytest.raises(dn.DynamicsError, match="has no q"):
            dn.measured_states(ARM, dn.Measurement(T, tau=SWING))
        with pytest.raises(dn.DynamicsError, match="too few samples"):
            dn.measured_states(ARM, dn.Measurement(T[:6], q=SWING[:6]))
        with pytest.raises(dn.DynamicsError, match="of 3 joints is needed"):
            dn.measured_states(dn.rod_chain(3).robot, given)


@pytest.fixture(scope="module")
def run() -> dn.Recording:
    return dn.run_project(dn.load("stanford-inverse"))


class TestComparison:
    @pytest.mark.parametrize("late", [0.0, 0.0037, -0.512, 2.25])
    def test_a_shift_is_found_below_a_sample(self, run: dn.Recording, rng: np.random.Generator, late: float) -> None:
        t = np.arange(0.0, 8.0, 0.02)
        clean = dn.trajectory_of(dn.load("stanford-inverse").robot, dn.load("stanford-inverse").run.motion, 10.0)
        q = clean(t + 1.0)[0]
        found = dn.compare_measured(run, dn.Measurement(t + 1.0 + late, q=q), "q")
        assert found.shift == pytest.approx(late, abs=1e-5)
        assert found.correlation == pytest.approx(1.0)
        assert found.rms.max() < 1e-4
        noisy = q + 0.05 * np.ptp(q, axis=0) * rng.normal(size=q.shape)
        found = dn.compare_measured(run, dn.Measurement(t + 1.0 + late, q=noisy), "q")
        assert found.shift == pytest.approx(late, abs=0.02), "with 5 % of noise"
        assert found.rms == pytest.approx(0.05 * np.ptp(q, axis=0), rel=0.1)

    def test_scale_offset_and_the_largest_difference(self, run: dn.Recording) -> None:
        tau = 1.2 * run.tau + 3.0
        tau[700, 2] += 5.0
        found = dn.compare_measured(run, dn.Measurement(run.t, tau=tau), offset=True, scale=True)
        assert found.shift == pytest.approx(0.0, abs=1e-3)
        assert found.scale[[0, 1, 3]] == pytest.approx(1.2, rel=1e-2)
        assert found.offset[[0, 1, 3]] == pytest.approx(3.0, rel=1e-2)
        assert found.largest[2] == pytest.approx(5.0, rel=0.02)
        assert found.largest_time[2] == pytest.approx(run.t[700])
        plain = dn.compare_measured(run, dn.Measurement(run.t, tau=run.tau + 1.0), shift=False)
        assert (plain.shift, plain.correlation) == (0.0, None)
        assert plain.rms == pytest.approx(np.ones(6))

    def test_a_joint_that_was_not_measured_is_left_out(self, run: dn.Recording) -> None:
        only = np.full(run.tau.shape, np.nan)
        only[:, 1] = run.tau[:, 1]
        found = dn.compare_measured(run, dn.Measurement(run.t, tau=only))
        assert np.isnan(found.rms[[0, 2, 3, 4, 5]]).all()
        assert found.rms[1] < 1e-3
        assert np.isnan(found.largest_time[0])

    def test_refusals(self, run: dn.Recording, rng: np.random.Generator) -> None:
        flat = dn.Measurement(run.t, tau=np.ones_like(run.tau))
        with pytest.raises(dn.NoSolution, match="nothing changes in the measurement"):
            dn.compare_measured(run, flat)
        noise = dn.Measurement(run.t, tau=rng.normal(size=run.tau.shape))
        with pytest.raises(dn.NoSolution, match="no time shift makes them alike: the largest correlation is 0"):
            dn.compare_measured(run, noise)
        ramp = np.outer(run.t, np.ones(6))
        line = dn.Recording(run.t, *[ramp] * 4, run.t, run.t)
        with pytest.raises(dn.NoSolution, match="flat"):
            dn.compare_measured(line, dn.Measurement(run.t, q=ramp), "q", max_shift=0.05)
        with pytest.raises(dn.NoSolution, match="0 samples in common"):
            dn.compare_measured(run, dn.Measurement(run.t + 100, tau=run.tau), shift=False)
        with pytest.raises(dn.DynamicsError, match="has no qd"):
            dn.compare_measured(run, flat, "qd")
        with pytest.raises(dn.DynamicsError, match="of 6 joints is needed"):
            dn.compare_measured(run, dn.Measurement(T, q=SWING), "q")
        with pytest.raises(dn.DynamicsError, match="'quantity'"):
            dn.compare_measured(run, flat, "speed")  # type: ignore[arg-type]


def test_a_motion_from_end_to_end_has_one_best_shift() -> None:
    """Its mean is another in every part of it: the shift is not pulled towards the whole log's mean."""
    run = dn.run_project(dn.load("planar-3r-inverse"))
    still = np.repeat(run.q[:1], 80, axis=0)  # before the arm starts the log already runs
    t = np.arange(len(run.t) + 80) * run.t[1]
    found = dn.compare_measured(run, dn.Measurement(t, q=np.vstack([still, run.q])), "q")
    assert found.shift == pytest.approx(80 * run.t[1], abs=1e-4)
    assert found.correlation == pytest.approx(1.0, abs=1e-9)

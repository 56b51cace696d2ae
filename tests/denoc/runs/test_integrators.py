"""Order, dense output and error control of every integrator, on a problem with a known solution."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from denoc.runs.integrators import (
    EXPLICIT,
    INTEGRATORS,
    Derivative,
    ExplicitStepper,
    RadauStepper,
    StepFailed,
    Tolerances,
)
from denoc.runs.integrators.stepper import NotFinite
from denoc.runs.integrators.tableaus import Tableau

END = 3.0


def derivative(t: float, y: np.ndarray) -> np.ndarray:
    """Solved by (sin t + 2, cos t): nonlinear, depends on t."""
    return np.array([y[1], 2 - y[0] + (y[0] - 2) ** 2 + y[1] ** 2 - 1])


def exact(t: np.ndarray | float) -> np.ndarray:
    return np.array([np.sin(t) + 2, np.cos(t)]).T


def errors(tableau: Tableau, h: float) -> tuple[float, float]:
    """(at the step ends, between them) with a fixed step."""
    fixed = replace(tableau, errors=())
    stepper = ExplicitStepper(fixed, derivative, 0.0, exact(0.0), Tolerances(1, 1, 2, h, 1e-14))
    ends = between = 0.0
    while stepper.t < END:
        start = stepper.t
        stepper.step(END)
        ends = max(ends, np.abs(stepper.y - exact(stepper.t)).max())
        times = np.linspace(start, stepper.t, 8)
        between = max(between, np.abs(stepper.interpolate(times) - exact(times)).max())
    return ends, between


@pytest.mark.parametrize("name", EXPLICIT)
def test_convergence_order(name: str) -> None:
    tableau = EXPLICIT[name]
    coarse = {"rk4": 0.1, "dopri5": 0.2, "verner65": 0.2, "dop853": 0.375}[name]  # END is a multiple of it
    (end_1, dense_1), (end_2, dense_2) = errors(tableau, coarse), errors(tableau, coarse / 2)
    order = np.log2(end_1 / end_2)
    dense_order = np.log2(dense_1 / dense_2)
    assert tableau.order - 0.4 < order < tableau.order + 2.5
    assert dense_order > {"rk4": 3.6, "dopri5": 4.4, "verner65": 5.4, "dop853": 6.4}[name]


@pytest.mark.parametrize("name", EXPLICIT)
def test_tableau_sums(name: str) -> None:
    tableau = EXPLICIT[name]
    assert tableau.b.sum() == pytest.approx(1.0, abs=1e-14)
    assert np.allclose(tableau.a.sum(axis=1), tableau.nodes, atol=1e-13)
    for weights in tableau.errors:
        assert weights.sum() == pytest.approx(0.0, abs=1e-13)


def begin(name: str, f: Derivative, y: np.ndarray, tolerances: Tolerances) -> ExplicitStepper | RadauStepper:
    if name == "radau":
        return RadauStepper(f, 0.0, y, tolerances)
    return ExplicitStepper(EXPLICIT[name], f, 0.0, y, tolerances)


def go(stepper: ExplicitStepper | RadauStepper, end: float) -> np.ndarray:
    while stepper.t < end:
        stepper.step(end)
    assert stepper.t == end
    return stepper.y


@pytest.mark.parametrize("name", ["dopri5", "verner65", "dop853", "radau"])
def test_error_follows_the_tolerance(name: str) -> None:
    found = []
    for tolerance in (1e-5, 1e-8):
        stepper = begin(name, derivative, exact(0.0), Tolerances(tolerance, tolerance, 2, END, 1e-13))
        found.append(np.abs(go(stepper, END) - exact(END)).max())
    assert found[0] < 1e-3
    assert found[1] < 1e-6
    assert found[1] < found[0] / 50


def test_radau_order() -> None:
    """Order 5, with the step held by its longest value and the stage equations solved to the end."""
    found = []
    for h in (0.25, 0.125):
        stepper = RadauStepper(derivative, 0.0, exact(0.0), Tolerances(0.1, 0.1, 2, h, 1e-13))
        stepper._numbers[stepper._loops.H] = h
        stepper._wanted = 1e-14
        found.append(np.abs(go(stepper, END) - exact(END)).max())
    assert 4.5 < np.log2(found[0] / found[1]) < 6.0


@pytest.mark.parametrize("tolerance", [1e-4, 1e-7, 1e-10])
def test_radau_on_a_stiff_problem(tolerance: float) -> None:
    """Van der Pol's with mu = 1000, over both its jumps. SciPy's Radau is the truth; it does not look between the ends
    of its steps, and takes fewer where the tolerance is loose."""

    def oscillator(t: float, y: np.ndarray) -> np.ndarray:
        return np.array([y[1], 1000 * (1 - y[0] ** 2) * y[1] - y[0]])

    start, end = np.array([2.0, 0.0]), 1500.0
    stepper = RadauStepper(oscillator, 0.0, start, Tolerances(tolerance, tolerance, 2, end, 1e-10))
    peer = solve_ivp(oscillator, (0, end), start, method="Radau", rtol=tolerance, atol=tolerance)
    truth = solve_ivp(oscillator, (0, end), start, method="Radau", rtol=1e-12, atol=1e-12)
    assert np.abs(go(stepper, end) - truth.y[:, -1]).max() < 20 * tolerance
    assert stepper.steps < (5 if tolerance > 1e-6 else 1.5) * peer.t.size
    assert stepper.evaluations < (5 if tolerance > 1e-6 else 1.5) * peer.nfev


def test_radau_where_an_entry_falls_at_once() -> None:
    """y' = -1e6 (y - cos t) - sin t, solved by cos t, from beside it; and between the ends of the steps."""

    def falling(t: float, y: np.ndarray) -> np.ndarray:
        return -1e6 * (y - np.cos(t)) - np.sin(t)

    stepper = RadauStepper(falling, 0.0, np.array([1.5]), Tolerances(1e-8, 1e-10, 1, 2.0, 1e-13))
    while stepper.t < 2.0:
        before = stepper.t
        stepper.step(2.0)
        times = np.linspace(before, stepper.t, 9)
        truth = np.cos(times) + 0.5 * np.exp(-1e6 * times)
        assert np.abs(stepper.interpolate(times)[:, 0] - truth).max() < 1e-6
    assert stepper.steps < 300


def test_radau_goes_on_where_the_derivative_jumps() -> None:
    """Behind 1 s another law holds: `resume` is told, and the exact solution is met."""
    faster = [1.0]
    stepper = RadauStepper(lambda t, y: -faster[0] * y, 0.0, np.ones(1), Tolerances(1e-9, 1e-12, 1, 2.0, 1e-13))
    go(stepper, 1.0)
    faster[0] = 50.0
    stepper.resume()
    assert go(stepper, 1.1)[0] == pytest.approx(np.exp(-1.0 - 5.0), rel=1e-7)


@pytest.mark.parametrize("name", ["dopri5", "verner65", "dop853", "radau"])
def test_it_ends_exactly(name: str) -> None:
    go(begin(name, derivative, exact(0.0), Tolerances(1e-6, 1e-6, 2, 0.1, 1e-13)), END)


@pytest.mark.parametrize("name", INTEGRATORS)
def test_a_wall_is_reported_with_its_cause(name: str) -> None:
    def wall(t: float, y: np.ndarray) -> np.ndarray:
        if t > 0.5:
            raise NotFinite("a wall at 0.5")
        return -y

    stepper = begin(name, wall, np.ones(2), Tolerances(1e-8, 1e-8, 2, 0.05, 1e-12))
    with pytest.raises(StepFailed) as caught:
        go(stepper, 1.0)
    assert "wall" in str(caught.value.cause)
    assert 0.4 < stepper.t <= 0.5


@pytest.mark.parametrize("name", INTEGRATORS)
def test_an_error_of_the_function_passes_through(name: str) -> None:
    def broken(t: float, y: np.ndarray) -> np.ndarray:
        if t > 0.5:
            raise KeyError("mine")
        return -y

    stepper = begin(name, broken, np.ones(2), Tolerances(1e-8, 1e-8, 2, 0.05, 1e-12))
    with pytest.raises(KeyError, match="mine"):
        go(stepper, 1.0)


@pytest.mark.parametrize("name", ["dopri5", "radau"])
def test_uncontrolled_components_do_not_shorten_steps(name: str) -> None:
    def fast(t: float, y: np.ndarray) -> np.ndarray:
        return np.array([-y[0], np.sin(1e4 * t) * 1e3])

    stepper = begin(name, fast, np.array([1.0, 0.0]), Tolerances(1e-6, 1e-6, 1, 1.0, 1e-12))
    go(stepper, 1.0)
    assert stepper.steps < 50

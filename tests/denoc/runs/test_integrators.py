"""Order, dense output and error control of every integrator, on a problem with a known solution."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from dynamics.integrators import EXPLICIT, ExplicitStepper, RadauStepper, StepFailed, Tolerances
from dynamics.integrators.stepper import NotFinite
from dynamics.integrators.tableaus import Tableau

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


@pytest.mark.parametrize("name", ["dopri5", "verner65", "dop853", "radau"])
def test_error_follows_the_tolerance(name: str) -> None:
    found = []
    for tolerance in (1e-5, 1e-8):
        tolerances = Tolerances(tolerance, tolerance, 2, END, 1e-13)
        if name == "radau":
            stepper = RadauStepper(derivative, 0.0, exact(0.0), END, tolerances)
        else:
            stepper = ExplicitStepper(EXPLICIT[name], derivative, 0.0, exact(0.0), tolerances)
        while stepper.t < END:
            stepper.step(END)
        found.append(np.abs(stepper.y - exact(END)).max())
    assert found[0] < 1e-3
    assert found[1] < 1e-6
    assert found[1] < found[0] / 50


def test_radau_order() -> None:
    """Order 5, with the step held by its longest value and the stage equations solved to the end."""
    found = []
    for h in (0.25, 0.125):
        stepper = RadauStepper(derivative, 0.0, exact(0.0), END, Tolerances(0.1, 0.1, 2, h, 1e-13))
        stepper._solver.h_abs = h
        stepper._solver.newton_tol = 1e-11
        while stepper.t < END:
            stepper.step(END)
        found.append(np.abs(stepper.y - exact(END)).max())
    assert 4.5 < np.log2(found[0] / found[1]) < 6.0


@pytest.mark.parametrize("name", ["dopri5", "verner65", "dop853"])
def test_it_ends_exactly(name: str) -> None:
    stepper = ExplicitStepper(EXPLICIT[name], derivative, 0.0, exact(0.0), Tolerances(1e-6, 1e-6, 2, 0.1, 1e-13))
    while stepper.t < END:
        stepper.step(END)
    assert stepper.t == END


@pytest.mark.parametrize("name", EXPLICIT)
def test_a_wall_is_reported_with_its_cause(name: str) -> None:
    def wall(t: float, y: np.ndarray) -> np.ndarray:
        if t > 0.5:
            raise NotFinite("a wall at 0.5")
        return -y

    stepper = ExplicitStepper(EXPLICIT[name], wall, 0.0, np.ones(2), Tolerances(1e-8, 1e-8, 2, 0.05, 1e-12))

    def to_the_end() -> None:
        while stepper.t < 1.0:
            stepper.step(1.0)

    with pytest.raises(StepFailed) as caught:
        to_the_end()
    assert "wall" in str(caught.value.cause)
    assert 0.4 < stepper.t <= 0.5


def test_uncontrolled_components_do_not_shorten_steps() -> None:
    def fast(t: float, y: np.ndarray) -> np.ndarray:
        return np.array([-y[0], np.sin(1e4 * t) * 1e3])

    stepper = ExplicitStepper(
        EXPLICIT["dopri5"], fast, 0.0, np.array([1.0, 0.0]), Tolerances(1e-6, 1e-6, 1, 1.0, 1e-12)
    )
    steps = 0
    while stepper.t < 1.0:
        stepper.step(1.0)
        steps += 1
    assert steps < 50

"""Steps in which nothing can happen are made without asking Python, and leave every event and every bit as they are."""

from __future__ import annotations

import numpy as np
import pytest

from denoc import Simulation, load, simulate
from denoc.runs.events import stepper
from denoc.runs.events.stepper import HybridStepper
from denoc.runs.integrators import EXPLICIT, RadauStepper

ARM = load("puma560").robot


def fallen(integrator: str, limits: str = "none") -> Simulation:
    step = {"step": 2e-3} if integrator == "rk4" else {}
    return simulate(ARM, [0.3] * 6, [0.2] * 6, 1.5, integrator=integrator, limits=limits, samples=151, **step)  # type: ignore[arg-type]


@pytest.mark.parametrize("limits", ["none", "bounce"])
@pytest.mark.parametrize("integrator", EXPLICIT)
def test_they_change_nothing(integrator: str, limits: str, monkeypatch: pytest.MonkeyPatch) -> None:
    quick = fallen(integrator, limits)
    monkeypatch.setattr(stepper, "ExplicitStepper", RadauStepper)  # so that each step is looked at by itself
    slow = fallen(integrator, limits)
    assert quick.events
    assert quick.events == slow.events
    assert (quick.steps, quick.shortest_step) == (slow.steps, slow.shortest_step)
    for name in ("t", "q", "qd", "qdd", "tau", "friction_work"):
        np.testing.assert_array_equal(getattr(quick, name), getattr(slow, name))


@pytest.mark.parametrize("integrator", EXPLICIT)
def test_most_steps_are_not_searched_for_events(integrator: str, monkeypatch: pytest.MonkeyPatch) -> None:
    searched = []
    search = HybridStepper._first_event
    monkeypatch.setattr(HybridStepper, "_first_event", lambda *given: searched.append(1) or search(*given))
    run = fallen(integrator)
    assert len(run.events) <= len(searched) < run.steps / 2

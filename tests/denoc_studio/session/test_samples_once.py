"""A run that grows: what follows from its samples is found of the new ones alone, whatever there is before them."""

from __future__ import annotations

import numpy as np
import pytest

from denoc import load
from denoc.runs.energy_balance import ROUNDED
from denoc.runs.recording import Chunk, Simulation
from denoc.runs.simulation import stream
from denoc_studio.project import edits
from denoc_studio.session.run import Run

SAMPLES = 4001


@pytest.fixture(scope="module")
def chunks() -> list[Chunk]:
    """Of a long enough run, in pieces of 100 samples."""
    project = edits.set_run(load("stanford-free-fall"), duration=1.0, samples=SAMPLES)
    whole = list(stream(project.job()))
    series = {name: np.concatenate([getattr(each, name) for each in whole]) for name in Chunk._fields[:9]}
    pieces = [slice(first, first + 100) for first in range(0, SAMPLES, 100)]
    last = whole[-1]
    return [
        last._replace(**{name: array[piece] for name, array in series.items()}, status="running", events=())
        for piece in pieces
    ]


@pytest.fixture
def run() -> Run:
    return Run(1, edits.set_run(load("stanford-free-fall"), duration=1.0, samples=SAMPLES))


def arrive(run: Run, chunk: Chunk) -> None:
    run.samples.write(chunk)
    run.append(chunk)


def test_the_energy_balance_is_that_of_all_samples_at_any_time(run: Run, chunks: list[Chunk]) -> None:
    for chunk in chunks:
        arrive(run, chunk)
        r = run.recording
        assert isinstance(r, Simulation)
        flows = (r.kinetic, r.potential, r.work, r.friction_work)
        exchanged = max(np.max(r.kinetic), *(np.ptp(flow) for flow in flows))
        exchanged = max(exchanged, ROUNDED * np.abs(r.potential).max())
        assert r.energy_error == pytest.approx(np.abs(r.energy_drift).max() / exchanged, rel=1e-12)


def test_no_sample_is_balanced_twice(run: Run, chunks: list[Chunk], monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[int] = []
    take = run._balance.take
    monkeypatch.setattr(run._balance, "take", lambda flows: (taken.append(flows.shape[-1]), take(flows)))
    monkeypatch.setattr(Simulation, "energy_drift", property(lambda _: pytest.fail("all samples are looked at")))
    for chunk in chunks:
        arrive(run, chunk)
        assert run.trust.figures
    assert sum(taken) == SAMPLES


def test_degrees_are_computed_once_a_sample_and_lie_in_one_piece(run: Run, chunks: list[Chunk]) -> None:
    for chunk in chunks:
        arrive(run, chunk)
        degrees = run.scaled("q", 1, 180 / np.pi)
        assert np.array_equal(degrees, np.degrees(run.recording.q[:, 1]))
        assert degrees.flags.c_contiguous
        assert run.recording.q[:, 1].flags.c_contiguous
    assert np.shares_memory(degrees, run.scaled("q", 1, 180 / np.pi))


def test_the_largest_torques_are_those_of_all_samples(run: Run, chunks: list[Chunk]) -> None:
    assert np.array_equal(run.peak_torques, np.zeros(run.project.robot.n))
    for chunk in chunks:
        arrive(run, chunk)
        assert np.array_equal(run.peak_torques, np.abs(run.recording.tau).max(axis=0))

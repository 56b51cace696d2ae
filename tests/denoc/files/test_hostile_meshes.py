"""Some hostile meshes; `python -m tests.long meshes` builds more, and larger ones."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.long.fuzz.mesh_attacks import ATTACKS, attack, no_files
from tests.long.fuzz.mesh_worker import Worker, decode

SIZE = 1e-3  # of the largest files


def test_meshes_end_in_triangles_or_a_refusal_of_one_line(tmp_path: Path) -> None:
    rng = random.Random(1)
    refused = 0
    for number in range(300):
        ending, data = ATTACKS[number](rng, SIZE) if number < len(ATTACKS) else attack(rng, SIZE)
        path = tmp_path / f"mesh.{ending}"
        path.write_bytes(data)
        outcome = decode(path)
        assert not outcome.fault or outcome.fault.startswith("took"), f"{outcome.fault}\n{data[:2000]!r}"
        refused += bool(outcome.refusal)
    assert 100 < refused < 290, "some damage is legal"


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is measured on Linux")
def test_small_files_take_no_more_memory_than_they_have(tmp_path: Path) -> None:
    """What claims much, refers to itself, or is packed: measured in a process of its own."""
    worker = Worker()
    try:
        rng = random.Random(2)
        for maker in [
            each for each in ATTACKS if each.__name__ in ("_vcount", "_cycle", "_zipped", "_entities", "_lies")
        ]:
            for _ in range(6):
                ending, data = maker(rng, 0.05)
                path = tmp_path / f"mesh.{ending}"
                path.write_bytes(data)
                outcome = worker.decode(path)
                assert not outcome.fault or " s" in outcome.fault
                assert outcome.megabytes < 350
    finally:
        worker.close()


def test_what_is_no_file(tmp_path: Path) -> None:
    for path in no_files(tmp_path):
        assert decode(path).refusal

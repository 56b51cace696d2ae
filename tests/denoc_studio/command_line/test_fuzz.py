"""Some hundreds of hostile files; `python -m tests.long damaged_files` feeds more."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.long.fuzz.corpus import Corpus
from tests.long.fuzz.feeding import by_process, feed, judged, taken_by_command_line
from tests.long.fuzz.giants import giants, sparse
from tests.long.fuzz.seeds import CSVS, URDF


def test_mutants_end_in_a_result_or_a_named_refusal(tmp_path: Path) -> None:
    corpus = Corpus(seed=1)
    codes = []
    for _ in range(600):
        path = corpus.write(tmp_path)
        outcome = feed(path)
        assert not outcome.fault, f"{outcome.fault}\n{path.read_bytes()[:2000]!r}"
        codes.append(outcome.code)
    assert codes.count(0) > 50, "some damage is legal"
    assert codes.count(2) > 200


@pytest.mark.parametrize(
    "name", ["links.arm.json", "nested-lists.arm.json", "open-text.arm.json", "one-cell.csv", "laughs.urdf"]
)
def test_giants_are_refused_by_their_limit(tmp_path: Path, name: str) -> None:
    if not Corpus().understands(name):
        pytest.skip("URDF is not read")
    path = tmp_path / name
    path.write_bytes(next(data for found, data in giants() if found == name))
    outcome = feed(path)
    assert not outcome.fault
    assert outcome.code == 2


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is measured on Linux")
def test_real_processes_say_the_same(tmp_path: Path) -> None:
    corpus = Corpus(seed=2)
    compared = 0
    while compared < 3:
        path = corpus.write(tmp_path)
        outcome = feed(path)
        if outcome.code != 2 or not taken_by_command_line(path):
            continue
        process = by_process(path)
        assert not process.fault
        assert (process.code, process.error) == (outcome.code, outcome.error)
        compared += 1


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is measured on Linux")
def test_four_gigabytes_are_refused_in_little_memory(tmp_path: Path) -> None:
    outcome = by_process(sparse(tmp_path / "sparse.arm.json"))
    assert not outcome.fault
    assert "is larger than 32 MB" in outcome.error


def test_the_seeds_are_healthy(tmp_path: Path) -> None:
    for number, text in enumerate(CSVS):
        path = tmp_path / f"{number}.csv"
        path.write_text(text)
        outcome = feed(path)
        assert not outcome.fault
        assert "column 'tau1' is missing" in outcome.error or "column 'q1' is missing" in outcome.error
    if Corpus().understands("cart.urdf"):
        path = tmp_path / "cart.urdf"
        path.write_text(URDF)
        assert feed(path).code == 0


@pytest.mark.parametrize(
    ("code", "error", "fault"),
    [
        (0, "", ""),
        (2, "denoc-studio: error: a.json: field 'x': no\n", ""),
        (1, "denoc-studio: error: a.json: field 'x': no\n", "exit code 1"),
        (2, "", "not one line"),
        (2, "denoc-studio: error: a.json: field 'x'\nmore\n", "not one line"),
        (2, "Traceback (most recent call last)\n", "Traceback"),
        (2, "denoc-studio: error: b.json: field 'x': no\n", "not named"),
        (2, "denoc-studio: error: a.json: oh dear\n", "no place"),
    ],
)
def test_the_judge(code: int, error: str, fault: str) -> None:
    found = judged(Path("/tmp/a.json"), code, error, 0.1)
    assert fault in found
    assert bool(fault) == bool(found)
    assert "took" in judged(Path("a.json"), 0, "", 3.0)

"""The table of a sweep: sorted with what has no number last, in the window's units, and as points of a plot."""

from __future__ import annotations

import math

import numpy as np
import pytest

import denoc as dn
from denoc.studies.sweeps.measures import Column
from denoc.studies.sweeps.sweep import Row
from denoc_studio.plots.sweep.points import points
from denoc_studio.plots.sweep.request import MOST, Request, formulas
from denoc_studio.plots.sweep.table import SweepTable, cell

ROWS = {
    2: Row((0.2, 5.0, math.inf), "completed", ""),
    0: Row((0.0, 7.0, 1.0), "completed", ""),
    1: Row((0.1, math.nan, math.nan), "refused", "no solution"),
    3: Row((0.3, -1.0, 3.0), "stopped", "a limit"),
}


@pytest.fixture
def table() -> SweepTable:
    request = Request((dn.Vary("q0[0]", 0.0, 0.4, 5),), ("final1", "energy"))
    made = SweepTable(
        dn.load("planar-3r-free-fall"), request, (Column("q0[0]", ""), Column("final1", "rad"), Column("energy", "J"))
    )
    made.put(ROWS)
    return made


def test_it_is_sorted_as_numbers_with_what_has_none_last(table: SweepTable) -> None:
    assert table.order(0).tolist() == [0, 1, 2, 3]
    assert table.order(1).tolist() == [0, 2, 3, 1], "a run without measures, though its entry has a number"
    assert table.order(1, falling=True).tolist() == [3, 2, 0, 1]
    assert table.order(2).tolist() == [3, 2, 0, 1]
    assert table.order(2, falling=True).tolist() == [0, 2, 3, 1]
    assert table.order(3).tolist() == [0, 3, 2, 1], "an infinite number is one"
    assert table.order(4).tolist() == [0, 2, 1, 3]
    assert (table.count, table.total, table.without) == (4, 5, 1)
    assert table.reason(1) == "refused: no solution"
    assert table.reason(3) == ""


def test_angles_are_shown_in_degrees_and_the_file_has_radians(table: SweepTable) -> None:
    titles = [heading.title for heading in table.headings(True)]
    assert titles == ["start, q1 [°]", "final1 [°]", "energy [J]"]
    assert [heading.unit.label for heading in table.headings(False)] == ["rad", "rad", "J"]
    lines = table.text([3, 1], True).splitlines()
    assert lines[0].split("\t") == ["Run", *titles, "End"]
    shown = lines[1].split("\t")
    assert float(shown[1]) == pytest.approx(math.degrees(0.3), rel=1e-14)
    assert lines[2].split("\t")[2:] == ["", "", "refused: no solution"]
    assert table.csv().decode().splitlines()[2] == "2,0.1,,,refused,no solution"
    assert table.told(3, [0, 2, 0], False) == "Run 4: start, q1 0.3 rad, energy 3 J"
    assert cell(-math.inf, table.headings(False)[0].unit) == "\u2212∞"


def test_points_say_how_many_runs_they_leave_out(table: SweepTable) -> None:
    headings = table.headings(False)
    found = points(table, headings, 0, 1, 2)
    assert (found.runs.tolist(), found.left) == ([0, 2, 3], 1)
    assert found.scale is not None
    assert found.places is not None
    assert (found.scale.low, found.scale.high, found.scale.capped) == (1.0, 3.0, True)
    np.testing.assert_array_equal(found.places, [0.0, np.inf, 1.0])
    assert points(table, headings, 0, 2, None).left == 2, "an infinite one cannot be drawn"
    assert found.nearest(0.21, 5.0, (0.01, 1.0), 2.0) == 2
    assert found.nearest(0.25, 5.0, (0.01, 1.0), 2.0) is None


def test_a_request_says_its_size_and_refuses_too_many() -> None:
    vary = (dn.Vary("q0[0]", 0.0, 1.0, 4), dn.Vary("q0[1]", 0.0, 1.0, 5))
    assert Request(vary, ("energy",)).size == len(Request(vary, ("energy",)).plan().values) == 20
    assert Request(vary, ("energy",), "sobol", 7, 1).plan().values.shape == (7, 2)
    with pytest.raises(dn.DynamicsError, match="denoc-studio sweep computes more"):
        Request(vary, ("energy",), "random", MOST + 1).plan()
    assert formulas(" a = b ; ;c = d") == ("a = b", "c = d")
    with pytest.raises(dn.DynamicsError, match="NAME = formula"):
        formulas("a + b")

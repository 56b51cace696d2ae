"""Names that differ from each other, whatever they were."""

from __future__ import annotations

from denoc.basics.checks import MAX_NAME, check_name
from denoc.files.text.free_names import all_different, free_name


def test_a_number_is_added_where_the_name_is_taken() -> None:
    assert free_name("arm", ()) == "arm"
    assert free_name("arm", ("arm", "arm_2")) == "arm_3"
    assert all_different(["a", "b", "a", "a_2", "a"]) == ["a", "b", "a_2", "a_2_2", "a_3"]


def test_a_long_name_stays_one() -> None:
    longest = "x" * MAX_NAME
    first, second, third = all_different([longest] * 3)
    assert first == longest
    assert check_name(second, "name") != check_name(third, "name")

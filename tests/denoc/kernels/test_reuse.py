"""What a generic kernel does not make twice, and what it does not make at all."""

from __future__ import annotations

from denoc.algebra.scalars import ZERO
from denoc.algebra.tracing import live_nodes
from denoc.kernels.plan import KINDS, Plan
from denoc.kernels.steps import Step
from denoc.recursions import denoc
from denoc.recursions.sweeps import Recursion, Sweep


def operations(step: Step, op: str) -> int:
    known = {node.number for node, _ in step.sources}
    return sum(node.op == op for node in live_nodes([x for x, _ in step.results], known) if node.number not in known)


def plan(step) -> Plan:
    return Plan(Recursion(("q",), (Sweep(lambda ends, last: ZERO, step),), saved="s"), "origins")


def test_a_product_that_the_step_before_has_made_is_handed_on() -> None:
    def step(link, x, before):
        after = before + x["q"]
        return after, {"s": before * before + after * after}

    (walk,) = plan(step).walks
    assert [operations(each, "*") for each in walk.steps] == [1] * len(walk.steps)
    assert len(walk.start.results) == 2
    assert all(each.reads("handed") == {0, 1} for each in walk.steps)


def test_a_product_that_would_have_to_be_made_for_it_is_not() -> None:
    def step(link, x, before):
        return before + x["q"], {"s": before * before + x["q"]}

    (walk,) = plan(step).walks
    assert [operations(each, "*") for each in walk.steps] == [1] * len(walk.steps)
    assert all(each.reads("handed") == {0} for each in walk.steps)


def test_what_nobody_reads_is_not_made() -> None:
    def step(link, x, before):
        sums, products = before if before else (ZERO, ZERO)
        return (sums + x["q"], products * x["q"] + x["q"]), {"s": sums, "of no use": sums * x["q"]}

    recursion = Recursion(("q",), (Sweep(lambda ends, last: (ZERO, ZERO), step),), saved="s")
    found = Plan(recursion, "origins")
    assert [operations(each, "*") for each in found.walks[0].steps] == [0] * len(KINDS)
    assert found.handed == 1
    assert found.slots == 1


def test_inverse_dynamics_hands_on_no_velocity_of_the_origin() -> None:
    """Torques do not depend on it; the inspector's twists do, of the same text."""
    moving = Plan(denoc.inverse(), "regrouped").walks[1]
    for step in moving.steps:
        assert not step.reads("handed") & {3, 4, 5}

"""The elimination of the inertia matrix against UDU^T, and against the articulated bodies of the played recursion."""

from __future__ import annotations

import numpy as np

import denoc as dn
from denoc_studio.lessons.elimination import shown, stages, words
from denoc_studio.typesetting.nodes import keys
from tests.support.oracles.arms import random_arm


def test_stages_end_with_the_factors() -> None:
    rng = np.random.default_rng(6)
    for n in (1, 2, 6):
        robot = random_arm(rng, n)
        q = rng.normal(size=n)
        found = stages(dn.mass_matrix(robot, q))
        U, D = dn.udu(robot, q)
        assert len(found) == n + 1
        np.testing.assert_allclose(found[-1].factor, U, rtol=1e-8, atol=1e-10)
        np.testing.assert_allclose(found[-1].pivots, np.diagonal(D), rtol=1e-9)
        played = {step.link: step.value for step in dn.play(robot, "udu", q).of("m_hat")}
        for stage in found[:-1]:
            left = stage.joint - 1
            np.testing.assert_allclose(stage.matrix[left - 1, left - 1], played[left], rtol=1e-9)
            assert list(keys(shown(stage)[0])) == ["pivot"]
        assert words(found[-1]).endswith("I = U D U^T.")

"""A symbol of an equation shown on the arm, as the view shows it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import denoc as dn
from denoc_studio.panels.arm.view import ArmView
from denoc_studio.picture.arm.symbols.highlight import highlight
from denoc_studio.picture.arm.symbols.marks import Highlight
from denoc_studio.project import edits
from denoc_studio.session.document import Document
from tests.support.studio.arm_pictures import pixels, seen


def symbol(document: Document, recursion: str, left: str, name: str) -> Highlight:
    """Of link 2, in the state that the project starts from."""
    q = document.project.q0
    played = dn.play(document.robot, recursion, q, np.ones(len(q)) if recursion != "udu" else None)
    return highlight(document.robot, played, next(step for step in played.of(left) if step.link == 2), name)


@pytest.mark.parametrize("painter", [False, True], ids=["OpenGL", "painter"])
def test_it_is_seen_and_goes_without_a_trace(
    make_arm: Callable[..., ArmView], document: Document, painter: bool
) -> None:
    view = make_arm(painter)
    before, exported = seen(view), pixels(view.image(300, 200))
    pictures = []
    for recursion, left, name in (("ridim", "t", "t"), ("ridim", "gamma", "gamma"), ("udu", "M_hat", "M_hat")):
        view.set_highlight(symbol(document, recursion, left, name))
        pictures.append(seen(view))
        assert (np.abs(pictures[-1] - before).max(axis=2) > 40).sum() > 500, name
        assert all((picture != pictures[-1]).any() for picture in pictures[:-1]), name
    np.testing.assert_array_equal(pixels(view.image(300, 200)), exported)
    view.set_highlight(None)
    np.testing.assert_array_equal(seen(view), before)


def test_another_robot_has_none(make_arm: Callable[..., ArmView], document: Document) -> None:
    view = make_arm()
    view.set_highlight(symbol(document, "ridim", "t", "t"))
    document.edit(edits.change_link(document.project, 0, a=0.31), "Set a of link 1")
    changed = seen(view)
    view.set_highlight(None)
    np.testing.assert_array_equal(seen(view), changed)
    view.set_highlight(symbol(document, "ridim", "t", "t"))
    assert (seen(view) != changed).any()

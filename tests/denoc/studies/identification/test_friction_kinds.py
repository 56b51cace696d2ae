"""What identification makes of an arm whose own friction is of other kinds than it looks for."""

from __future__ import annotations

import numpy as np

import denoc as dn


def test_friction_that_was_identified_replaces_breakaway_and_directions() -> None:
    """Viscous and Coulomb friction are estimated, the same both ways; a breakaway of the drawing's does not stay."""
    truth = dn.rod_chain(1).robot.with_link(0, viscous=0.2, coulomb=0.7)
    drawn = truth.with_link(0, coulomb=0.1, breakaway=0.3, stribeck_speed=0.5, coulomb_negative=0.2)
    t = np.linspace(0, 8, 1601)
    q = (0.9 * np.sin(2 * t) + 0.4 * np.sin(5 * t))[:, None]
    qd = (1.8 * np.cos(2 * t) + 2.0 * np.cos(5 * t))[:, None]
    qdd = (-3.6 * np.sin(2 * t) - 10 * np.sin(5 * t))[:, None]
    log = dn.Measurement(t, q=q, tau=dn.inverse_dynamics(truth, q, qd, qdd))
    found = dn.identify(drawn, log, rotors=False).robot().links[0]
    assert abs(found.viscous - 0.2) < 0.01
    assert abs(found.coulomb - 0.7) < 0.02
    assert found.breakaways == (found.coulomb, found.coulomb)


def test_what_the_prior_leaves_is_that_of_all_its_friction() -> None:
    """Its own data leave nothing, whatever kinds of friction it has; that they are not estimated is said."""
    arm = dn.rod_chain(1).robot.with_link(0, viscous=0.3, coulomb=1.0, coulomb_negative=0.2)
    t = np.linspace(0, 8, 1601)
    q, qd, qdd = (0.9 * np.sin(2 * t)[:, None], 1.8 * np.cos(2 * t)[:, None], -3.6 * np.sin(2 * t)[:, None])
    log = dn.Measurement(t, q=q, qd=qd, qdd=qdd, tau=dn.inverse_dynamics(arm, q, qd, qdd))
    found = dn.identify(arm, log, rotors=False)
    assert found.prior_rms[0] < 1e-9 < found.rms[0]
    assert "breakaway, are not estimated: joint 1 had them" in found.words
    plain = arm.with_link(0, coulomb_negative=None)
    assert "not estimated" not in dn.identify(plain, log, rotors=False).words


def test_the_prior_of_a_friction_is_the_mean_of_both_directions() -> None:
    arm = dn.rod_chain(1).robot.with_link(0, viscous=0.3, viscous_negative=0.1, coulomb=1.0, coulomb_negative=0.2)
    base = dn.base_parameters(arm, rotors=False)
    assert dict(zip(base.names, base.values(arm), strict=True))["coulomb1"] == 0.6
    assert dict(zip(base.names, base.values(arm), strict=True))["viscous1"] == 0.2

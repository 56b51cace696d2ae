"""From a measurement to the parameters of the arm, and how well they foretell another one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from denoc.arm.friction import NO_FRICTION
from denoc.arm.robot import Robot
from denoc.basics.caching import cached_property
from denoc.basics.cancelling import check_cancelled
from denoc.basics.checks import check_flag, check_kind
from denoc.basics.errors import DynamicsError, shorten
from denoc.functions.api import inverse_dynamics
from denoc.kernels.dispatch import SHARED
from denoc.studies.identification.base import BaseParameters, base_parameters
from denoc.studies.identification.consistency import Standard, robot_with, standard_parameters
from denoc.studies.identification.filtering import (
    Decimated,
    MeasuredStates,
    measured_states,
    nearest_cutoff,
    noisy_share,
)
from denoc.studies.identification.least_squares import Fit, check_rows
from denoc.studies.identification.measurement import Measurement, check_measurement
from denoc.studies.identification.parameters import ParameterSet
from denoc.studies.identification.residual_noise import fit_of_noisy_motion

MOSTLY = 0.7  # of a joint's accelerations: more noise than that biases what is estimated
WIDEST = 60  # characters of a combination's words in a printed table


@dataclass(frozen=True, eq=False, repr=False)
class Identified:
    """Base parameters of an arm as a measurement tells them, and the robot nearest to the prior that has them.

    `base` says what they are. `values` (b,) in SI units; `deviations` (b,) are their standard deviations, inf for those
    that were not `seen`, which keep the prior's value; `covariance` is (b, b). `noise` (n,) is the standard deviation
    of the torques within the filter's band, `rms` (n,) that of what the fit leaves and `prior_rms` (n,) of what the
    prior does; NaN for joints whose torque was not measured. `condition` is that of the weighted regressor with columns
    of unit length, `samples` how many independent ones there were, `cutoff` (Hz) and `words` how the data were
    filtered.
    """

    prior: Robot
    base: BaseParameters
    values: np.ndarray
    deviations: np.ndarray
    covariance: np.ndarray
    seen: np.ndarray
    noise: np.ndarray
    rms: np.ndarray
    prior_rms: np.ndarray
    condition: float
    samples: int
    cutoff: float
    words: str
    cautions: tuple[str, ...]  # those of the words that put the result in doubt
    whitening: np.ndarray  # (r, b): makes the covariance of what is seen 1

    @property
    def relative(self) -> np.ndarray:
        """Standard deviations over absolute values, (b,)."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(self.deviations == 0, 0.0, self.deviations / np.abs(self.values))

    @property
    def not_seen(self) -> tuple[str, ...]:
        """The combinations that the motion did not excite, in words."""
        return tuple(words for words, seen in zip(self.base.words, self.seen, strict=True) if not seen)

    def __repr__(self) -> str:
        told = int(self.seen.sum())
        return f"<Identified: {told} of {self.base.rank} base parameters of {self.prior.name!r}>"

    def __str__(self) -> str:
        """A line for each base parameter, with its deviation, and what is left of the torques; for `print`."""
        width = min(max(map(len, self.base.words)), WIDEST)
        lines = [f"{self.prior.name}: condition {self.condition:.3g}", *self.words.split("; ")]
        for words, value, deviation, share in zip(
            self.base.words, self.values, self.deviations, self.relative, strict=True
        ):
            short = words if len(words) <= width else words[: width - 3] + "..."
            known = f"+- {deviation:.2g} ({100 * share:.2g} %)" if np.isfinite(deviation) else "not seen"
            lines.append(f"{short:<{width}}  {value:12.5g}  {known}")
        rms = ", ".join("not measured" if np.isnan(value) else f"{value:.3g}" for value in self.rms)
        return "\n".join([*lines, f"RMS left of the torques within the filter's band, N m or N: {rms}"])

    @cached_property
    def _own(self) -> Standard:
        return standard_parameters(self.base, self.values, self.whitening, self.prior)

    def standard(self, prior: Robot | None = None) -> Standard:
        """All p parameters, of bodies that can be: of those that fit, the nearest to the prior's.

        `prior` is the robot that was handed to `identify` unless another one is given, which must have the same joints
        and a payload or none as that; DynamicsError otherwise.
        """
        if prior is None:
            return self._own
        self.base.values(prior)
        return standard_parameters(self.base, self.values, self.whitening, prior)

    def robot(self, prior: Robot | None = None) -> Robot:
        """The prior robot with the masses, mass centres, inertias, friction and rotors of `standard`."""
        return robot_with(self.base.unknowns, self.standard(prior).parameters, prior or self.prior)

    @property
    def consistent(self) -> bool:
        """Whether the parameters nearest to the prior were those of bodies that can be; `reports` says which not."""
        return self._own.consistent

    @property
    def reports(self) -> tuple[str, ...]:
        """Which body, or which joint's friction or rotor, could not be as estimated, and how far it was moved."""
        return self._own.reports


def identify(
    robot: Robot,
    measurement: Measurement,
    *,
    friction: bool = True,
    rotors: bool = True,
    cutoff: float | None = None,
    weighted: bool = True,
) -> Identified:
    """The inertial parameters, friction and rotors of an arm from measured motion and torques, by least squares.

    `robot` gives the geometry and gravity, and the prior: what the motion does not tell stays as it has it. Without
    `friction` or `rotors` those of the robot are taken as known. The `measurement` needs q of all joints and tau of
    some; see `measured_states` for `cutoff` (Hz). Torques and regressor go through the same filter, so that it adds no
    error, and are sampled at twice the cut-off, where the residuals of white noise are nearly white: the deviations are
    those of the residuals, by joint if `weighted`. Where positions are noisy the residuals rise towards the cut-off,
    and rows are weighted by frequency; where accelerations are mostly noise inertias come out too small all the same,
    and `words` say so. The result has base `values` (b,), `deviations`, `relative`, `condition`, `rms` (n,),
    `not_seen`; `robot()` is an arm of bodies that can be, `reports` say which of them could not be as estimated.
    DynamicsError for joints that were not measured, too few samples, a motion that tells nothing.

    >>> arm = dn.rod_chain(1).robot
    >>> t = np.linspace(0.0, 10.0, 1001)
    >>> q, qd, qdd = np.sin(t)[:, None], np.cos(t)[:, None], -np.sin(t)[:, None]
    >>> tau = dn.inverse_dynamics(arm.with_link(0, viscous=0.3), q, qd, qdd)
    >>> found = dn.identify(arm, dn.Measurement(t, q, tau=tau), rotors=False)
    >>> float(found.robot().links[0].viscous.__round__(4)), found.base.words[0]
    (0.3, 'Jzz1 - a1^2 m1')
    """
    check_measurement(robot, measurement, "q", "tau")
    check_flag(weighted, "weighted")
    base = base_parameters(robot, friction=friction, rotors=rotors)
    even = measurement.even()
    states = measured_states(robot, even, cutoff)
    there = even.measured("tau")
    low_pass = Decimated(states.t, states.cutoff)
    check_rows(len(low_pass.times) * int(there.sum()), base.rank)
    torque = np.asarray(even.tau)[states.rows] - base.unknowns.known_torque(states.qd, states.qdd)
    y = _filtered_columns(base, states, low_pass, there)
    filtered = low_pass(torque[:, there])
    found = fit_of_noisy_motion(y, filtered, base.values(robot), states.order, weighted=weighted)
    if not found.seen.any():
        reason = f"the motion excites no base parameter on its own; not seen are {shorten(list(base.names))}"
        raise DynamicsError(reason, field="measurement")
    band = f"torques below {states.cutoff:.4g} Hz: {len(low_pass.times)} independent samples"
    cautions = _cautions(even, states)
    left_out = _left_out(base.unknowns)
    words = "; ".join((*even.notes, states.words, band, *left_out, *_about_weights(found, there), *cautions))
    noise, rms, prior_rms = np.full((3, robot.n), np.nan)
    noise[there] = found.noise
    rms[there] = _rms(found.residual)
    predicted = inverse_dynamics(robot, states.q, states.qd, states.qdd, kernels=SHARED)
    prior_rms[there] = _rms(low_pass((np.asarray(even.tau)[states.rows] - predicted)[:, there]))
    return Identified(
        prior=robot,
        base=base,
        values=found.values,
        deviations=np.where(found.seen, np.sqrt(np.diag(found.covariance)), np.inf),
        covariance=found.covariance,
        seen=found.seen,
        noise=noise,
        rms=rms,
        prior_rms=prior_rms,
        condition=found.condition,
        samples=len(found.residual),
        cutoff=states.cutoff,
        words=words,
        cautions=cautions,
        whitening=found.whitening,
    )


def _left_out(unknowns: ParameterSet) -> list[str]:
    """That the robot has friction of kinds that are not estimated."""
    more = {name: none for name, none in NO_FRICTION.items() if name not in ("viscous", "coulomb")}
    links = enumerate(unknowns.robot.links)
    places = [place for place, link in links if any(getattr(link, name) != none for name, none in more.items())]
    if not unknowns.friction or not places:
        return []
    joints = _joints(np.array(places))
    return [f"friction that depends on direction, and breakaway, are not estimated: {joints} had them"]


def _about_weights(found: Fit, there: np.ndarray) -> list[str]:
    """Where noise in positions shows in the residuals."""
    if not found.rising.any():
        return []
    joints = _joints(np.flatnonzero(there)[found.rising])
    return [f"noise in positions shows in the torques of {joints}, which were weighted by frequency"]


def _cautions(even: Measurement, states: MeasuredStates) -> tuple[str, ...]:
    """Where the filter lets so much of that noise through that estimates are off by more than their deviations."""
    noisy = np.flatnonzero(noisy_share(even, states) > MOSTLY)
    if not len(noisy):
        return ()
    words = f"accelerations of {_joints(noisy)} are mostly noise below {states.cutoff:.3g} Hz"
    return (f"{words}: inertias come out too small, a lower cut-off or a larger motion is needed",)


def _joints(places: np.ndarray) -> str:
    """Joints by number, of their places from 0."""
    numbers = ", ".join(str(place + 1) for place in places)
    return f"joint {numbers}" if len(places) == 1 else f"joints {numbers}"


def _filtered_columns(
    base: BaseParameters, states: MeasuredStates, low_pass: Decimated, there: np.ndarray
) -> np.ndarray:
    """(m, measured joints, b), a few columns of all samples at a time."""
    kept, first, parts = set(base.independent), 0, {}
    for piece in base.unknowns.columns(states.q, states.qd, states.qdd):
        check_cancelled()
        wanted = [place for place in range(piece.shape[-1]) if first + place in kept]
        if wanted:
            filtered = low_pass(piece[:, there][..., wanted])
            parts.update({first + place: filtered[..., k] for k, place in enumerate(wanted)})
        first += piece.shape[-1]
    return np.stack([parts[place] for place in base.independent], axis=-1)


class Validation(NamedTuple):
    """How well models foretell torques that they were not fitted to: root mean squares of each joint, (n,), N m (N)."""

    torque: np.ndarray  # of what was measured
    prior: np.ndarray  # of what the prior robot leaves
    identified: np.ndarray  # of what the identified robot leaves
    prior_band: np.ndarray  # the same two within the filter's band
    identified_band: np.ndarray
    expected: np.ndarray  # of the latter, by the noise and the deviations of the identification
    words: str


def validate(identified: Identified, measurement: Measurement, *, cutoff: float | None = None) -> Validation:
    """How well the identified robot foretells another measurement, beside the prior: RMS of each joint, N m (N).

    `identified` comes from `identify`; the `measurement` should be one that it has not seen. The result has (n,) root
    mean squares: `torque` as measured, and what is left of it by the `prior` and by the `identified` robot, NaN for
    joints that were not measured; of a good model the noise alone is left. `prior_band` and `identified_band` are the
    same below the cut-off, where `expected` is what noise and deviations of the identification foretell: much more is
    what the model lacks. `cutoff` (Hz) is the identification's, or the nearest that these samples allow. DynamicsError
    as in `identify`.

    >>> arm, t = dn.rod_chain(1).robot, np.linspace(0.0, 10.0, 1001)
    >>> q = np.sin(t)[:, None]
    >>> run = dn.Measurement(t, q, tau=dn.inverse_dynamics(arm.with_link(0, mass=2.0), q, np.cos(t)[:, None], -q))
    >>> checked = dn.validate(dn.identify(arm, run), run)
    >>> bool(checked.prior[0] > 1.0), bool(checked.identified[0] < 1e-2)
    (True, True)
    """
    check_kind(identified, Identified, "identified")
    even = check_measurement(identified.prior, measurement, "q", "tau").even()
    chosen = nearest_cutoff(even, identified.cutoff) if cutoff is None else cutoff
    states = measured_states(identified.prior, even, chosen)
    torque = np.asarray(even.tau)[states.rows]
    low_pass, there = Decimated(states.t, states.cutoff), even.measured("tau")

    def left(robot: Robot) -> tuple[np.ndarray, np.ndarray]:
        residual = torque - inverse_dynamics(robot, states.q, states.qd, states.qdd, kernels=SHARED)
        band = np.full(len(there), np.nan)
        band[there] = _rms(low_pass(residual[:, there]))
        return _rms(residual), band

    y = _filtered_columns(identified.base, states, low_pass, there)
    spread = np.full(len(there), np.nan)
    spread[there] = np.einsum("knb,bc,knc->kn", y, identified.covariance, y).mean(axis=0)
    expected = np.sqrt(identified.noise**2 * states.cutoff / identified.cutoff + spread)
    (prior, prior_band), (own, own_band) = left(identified.prior), left(identified.robot())
    return Validation(_rms(torque), prior, own, prior_band, own_band, expected, states.words)


def _rms(values: np.ndarray) -> np.ndarray:
    """Of each column."""
    found: np.ndarray = np.sqrt((values**2).mean(axis=0))
    return found

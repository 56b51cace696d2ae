"""An arm as a log tells it: the estimates beside the model, what is left of the torques, on a second log too."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import numpy as np

from denoc.arm.robot import Robot
from denoc.basics.cancelling import Cancel, cancellable
from denoc.basics.errors import DynamicsError
from denoc.studies.identification.consistency import Standard
from denoc.studies.identification.identification import Identified, Validation, identify, validate
from denoc.studies.identification.measurement import Measurement
from denoc_studio.look.plain_text import capitalised
from denoc_studio.plots.readout import MINUS, four_digits
from denoc_studio.plots.tables.identify.told import Unknowns, condition, geometry, percent, two_digits
from denoc_studio.plots.tables.identify.words import readable, unit
from denoc_studio.plots.tables.text_sheet import TextSheet

HEADINGS = ("combination", "model", "estimate", "±", "± %", "z", "unit")
LEFT = ("joint", "torque", "model\nleaves", "estimate\nleaves", "noise")
SECOND = ("2nd log:\nmodel", "2nd log:\nestimate", "2nd log:\nexpected")
FAR = 1.5  # times what is expected of a second log: the model lacks something
NONE = "–"


@dataclass(frozen=True, eq=False)
class Outcome:
    """What `identify` made of a log, of the arm as it was then, and how well it does on a `second` one."""

    log: str
    unknowns: Unknowns
    found: Identified
    standard: Standard
    torque: np.ndarray  # (n,) root mean squares of the measured torques
    second: tuple[str, Validation] | None = None

    def stands_for(self, robot: Robot) -> bool:
        """Whether this is the same arm, but for what was identified."""
        prior = self.found.prior
        same = geometry(robot) == geometry(prior)
        known = zip(robot.links, prior.links, strict=False)
        return same and all(
            (self.unknowns.friction or a.friction == b.friction) and (self.unknowns.rotors or a.armature == b.armature)
            for a, b in known
        )


def identified(
    robot: Robot, name: str, log: Measurement, unknowns: Unknowns, cutoff: float | None, cancel: Cancel
) -> Outcome:
    """From a log that is called `name`; DynamicsError in words for one that cannot be used, Cancelled."""
    with cancellable(cancel):
        try:
            found = identify(robot, log, friction=unknowns.friction, rotors=unknowns.rotors, cutoff=cutoff)
        except DynamicsError as error:
            raise DynamicsError(f"{name}: {_refusal(error, robot, log)}") from None
        rms = np.sqrt((np.asarray(log.tau) ** 2).mean(axis=0))
        return Outcome(name, unknowns, found, found.standard(), rms)


def validated(outcome: Outcome, name: str, log: Measurement, cancel: Cancel) -> Outcome:
    """The same with how well it foretells a second log; DynamicsError in words for one that cannot be used."""
    with cancellable(cancel):
        try:
            return replace(outcome, second=(name, validate(outcome.found, log)))
        except DynamicsError as error:
            raise DynamicsError(f"{name}: {_refusal(error, outcome.found.prior, log)}") from None


def _refusal(error: DynamicsError, robot: Robot, log: Measurement) -> str:
    if log.n != robot.n:
        return f"the log is of {_joints(log.n)}, and the arm has {robot.n}"
    return error.reason


def _joints(count: int) -> str:
    return "1 joint" if count == 1 else f"{count} joints"


def sheet(outcome: Outcome) -> TextSheet:
    """One row a combination: the model's value, the estimate with its standard deviation, and how many deviations
    apart they are."""
    found = outcome.found
    base, prior = found.base, found.base.values(found.prior)
    rows, pale = [], set()
    for place, (name, words) in enumerate(zip(base.names, base.words, strict=True)):
        head, si = (readable(words), four_digits(prior[place])), unit(name, found.prior)
        if found.seen[place]:
            deviation = float(found.deviations[place])
            apart = (found.values[place] - prior[place]) / deviation if deviation > 0 else np.nan
            share = percent(float(found.relative[place]))
            estimate = four_digits(found.values[place]), two_digits(deviation), share, _one_digit(apart)
            rows.append((*head, *estimate, si))
        else:
            pale.add(place)
            rows.append((*head, NONE, "not seen", "", "", si))
    return TextSheet(HEADINGS, tuple(rows), frozenset({0, 6}), tuple(map(readable, base.words)), frozenset(pale))


def joints_sheet(outcome: Outcome) -> TextSheet:
    """One row a joint: root mean squares below the filter's edge of what is left of its torque."""
    found, second = outcome.found, outcome.second
    rows = []
    for joint, link in enumerate(found.prior.links):
        torque = "N m" if link.revolute else "N"
        values = [found.prior_rms[joint], found.rms[joint], found.noise[joint]]
        if second is not None:
            checked = second[1]
            values += [checked.prior_band[joint], checked.identified_band[joint], checked.expected[joint]]
        if np.isnan(found.rms[joint]):
            rows.append((str(joint + 1), "not measured", *(NONE for _ in values)))
        else:
            rows.append(
                (str(joint + 1), f"{outcome.torque[joint]:.3g} {torque}", *(f"{value:.3g}" for value in values))
            )
    return TextSheet((*LEFT, *(SECOND if second is not None else ())), tuple(rows), shared=True)


def verdict(outcome: Outcome) -> tuple[bool, str]:
    """Whether all is as it should be, and how it is, in a few sentences; `remarks` say the rest."""
    found, standard = outcome.found, outcome.standard
    seen, rank = int(found.seen.sum()), found.base.rank
    told = f"All {rank} combinations" if seen == rank else f"{seen} of {rank} combinations"
    words = [f"{told} told; condition {condition(found.condition)}."]
    words += map(_sentence, found.cautions)
    if standard.reports:
        moved = f"{standard.moved:.2g} standard deviations away"
        words.append(f"The nearest arm that can be is {moved}: see Remarks.")
    else:
        words.append("Every body can be as estimated.")
    good = seen == rank and not found.cautions and standard.moved <= np.sqrt(rank)  # no further than the truth is
    if outcome.second is not None:
        fits, about = _second(*outcome.second)
        good = good and fits
        words.append(about)
    return good, " ".join(words)


def _second(name: str, checked: Validation) -> tuple[bool, str]:
    with np.errstate(invalid="ignore"):
        far = [str(joint + 1) for joint in np.flatnonzero(checked.identified_band > FAR * checked.expected)]
    if not far:
        return True, f"{name} is foretold to within what noise and deviations allow."
    whose = f"joint {far[0]}" if len(far) == 1 else f"joints {', '.join(far)}"
    return False, f"{name}: more is left at {whose} than noise and deviations foretell; the model lacks something."


def remarks(outcome: Outcome) -> list[str]:
    """How it came about and what could not be as it was, in sentences."""
    found, standard = outcome.found, outcome.standard
    lines = [f"Identified from {outcome.log}.", *(_sentence(part) for part in found.words.split("; ") if part)]
    if not found.seen.all():
        lines.append("Combinations that were not seen keep the model's values.")
    lines += map(_sentence, standard.reports)
    if outcome.second is not None:
        lines.append(f"{outcome.second[0]}: {outcome.second[1].words}.")
    return lines


def _sentence(words: str) -> str:
    """With a capital, but for the name of a parameter."""
    return f"{words}." if re.match(r"[a-z]+\d", words) else f"{capitalised(words)}."


def _one_digit(value: float) -> str:
    return f"{value:+.1f}".replace("-", MINUS) if np.isfinite(value) else ""

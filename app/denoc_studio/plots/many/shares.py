"""Why did it change? The difference between two runs, shared out among the edits between them, as bars and in words."""

from __future__ import annotations

import math
from typing import NamedTuple

from denoc.basics.cancelling import Cancel, Progress
from denoc.files.projects.project import Project
from denoc.runs.recording import Recording
from denoc.studies.edits import edits_between
from denoc.studies.shares import MOST_EDITS, Shares, shares_of_change
from denoc.studies.sweeps.measures import MEASURES
from denoc_studio.look.plain_text import capitalised, in_signs
from denoc_studio.plots.many.bars import Bar
from denoc_studio.plots.readout import four_digits
from denoc_studio.project.entry.numbers import in_shown_unit
from denoc_studio.typesetting.numbers import MINUS

OFFERED = {
    "peak_torque": "peak torque",
    "rms_torque": "RMS torque",
    "peak_speed": "peak speed",
    "peak_acceleration": "peak acceleration",
    "peak_power": "peak power",
    "work": "work put in",
    "energy": "work of all joints",
}
SAME = 1e-9  # of the numbers: less of a difference is rounding
NOTHING = "Nothing that a run depends on differs between the two."


class Question(NamedTuple):
    """A measure, a key of OFFERED, of a joint, from 0, before and after some edits; angles in degrees or in radians."""

    before: Project
    after: Project
    measure: str
    joint: int
    degrees: bool = False

    @property
    def joints(self) -> int:
        """How many joints both runs' arms have."""
        return min(self.before.robot.n, self.after.robot.n)

    @property
    def what(self) -> str:
        """What is shared out among the edits, as "peak torque of joint 2"."""
        of = f" of joint {self.joint + 1}" if MEASURES[self.measure].joints else ""
        return f"{OFFERED[self.measure]}{of}"

    @property
    def unit(self) -> str:
        unit = in_signs(self._si_unit)
        return unit.replace("rad", "°") if self.degrees else unit

    @property
    def _si_unit(self) -> str:
        return MEASURES[self.measure].units[0 if self.after.robot.links[self.joint].revolute else 1]

    def answer(self, cancel: Cancel, progress: Progress) -> Answer:
        """How the difference is shared out among the edits; a DynamicsError where it cannot be."""
        found = edits_between(self.before, self.after)
        if not found:
            return Answer(self, None, 0)
        measure, place = MEASURES[self.measure], self.joint if MEASURES[self.measure].joints else 0
        scale = math.degrees(1.0) if self.degrees and self._si_unit.startswith("rad") else 1.0

        def number(run: Recording) -> float:
            return scale * float(measure.of(self.after, run)[place])

        shares = shares_of_change(
            self.before, self.after, self.joint + 1, measure=number, cancel=cancel, progress=progress
        )
        return Answer(self, shares, len(found))


class Answer(NamedTuple):
    """`shares` of the difference among its edits; None where there are none. `edits` were there before some were put
    together."""

    question: Question
    shares: Shares | None
    edits: int

    def bars(self) -> list[Bar]:
        """The largest first; they add up to the difference."""
        if self.shares is None:
            return []
        unit, found = self.question.unit, []
        parts = zip(self.shares.edits, self.shares.shares.tolist(), self.shares.alone.tolist(), strict=True)
        for edit, share, alone in sorted(parts, key=lambda part: -abs(part[1])):
            by_itself = f"; by itself {_signed(alone, unit)}" if alone == alone else "; by itself it has no run"
            text, words = _signed(share, unit), in_shown_unit(edit.words, self.question.degrees)
            found.append(Bar(words, share, text, tip=f"{words}: {text}{by_itself}"))
        return found

    def words(self) -> str:
        """What is shared out, and what is to be known of it."""
        shares, question = self.shares, self.question
        if shares is None:
            return NOTHING
        what, unit = capitalised(question.what), question.unit
        before, after = four_digits(shares.before), four_digits(shares.after)
        largest = max(abs(shares.before), abs(shares.after))
        told = f"{what}: {before} → {after} {unit}, {_signed(shares.difference, unit)}."
        if abs(shares.difference) <= SAME * largest:
            told = f"{what} is the same in both: {after} {unit}."
        told += f" {shares.runs} runs: every combination of {_counted(len(shares.edits), 'edit')}."
        if self.edits > MOST_EDITS:
            told += f" {self.edits} edits are more than {MOST_EDITS}: those of a link, a law or a motion count as one."
        if shares.not_run:
            first = shares.not_run[0]
            count = _counted(len(shares.not_run), "combination")
            edits = ", ".join(in_shown_unit(words, question.degrees) for words in first.edits)
            told += f" {count} without a run passed by, as {edits}: {first.reason}."
        return told


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _signed(value: float, unit: str) -> str:
    sign = "+" if value > 0 else ""
    return f"{sign}{four_digits(value)} {unit}".rstrip().replace("-", MINUS)

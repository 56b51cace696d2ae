"""A measured log laid over a run: shifted and corrected, with rates by a filter where none were measured, compared.

What was measured at t is taken to be scale * true value + offset at the run's time t - shift; the overlay takes that
out again. A residual is what was measured, so corrected, minus what the run has.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from denoc.arm.robot import Robot
from denoc.basics.errors import DynamicsError
from denoc.motions.motion_data import SampledMotion
from denoc.motions.smoothing import SmoothingSpline, smooth_motion
from denoc.runs.recording import Recording
from denoc.studies.identification.comparison import compare_measured
from denoc.studies.identification.filtering import DROPPED, measured_states
from denoc.studies.identification.measurement import QUANTITIES, Measurement, Quantity
from denoc_studio.plots.ranges import Range
from denoc_studio.plots.readout import MINUS

Place = tuple[str, int]  # a quantity of a joint, counted from 0
WORDS: dict[str, str] = {"q": "angle", "qd": "rate", "qdd": "acceleration", "tau": "torque"}
LINEAR: dict[str, str] = {**WORDS, "q": "displacement", "tau": "force"}
UNITS = {"q": ("rad", "m"), "qd": ("rad/s", "m/s"), "qdd": ("rad/s^2", "m/s^2"), "tau": ("N m", "N")}
STILL = 1e-9  # of a curve's size: it does not change
ROOM = 0.02  # of the run, to both sides: as much as plots show


class Correction(NamedTuple):
    """What a sensor makes of a value: scale * value + offset, the offset in SI units."""

    scale: float = 1.0
    offset: float = 0.0


PLAIN = Correction()


class Alignment(NamedTuple):
    """By how much a log is late (s), the corrections of its columns, and the filter's cut-off (Hz; None: by noise)."""

    shift: float = 0.0
    corrections: tuple[tuple[Place, Correction], ...] = ()
    cutoff: float | None = None

    def correction(self, place: Place) -> Correction:
        return dict(self.corrections).get(place, PLAIN)

    def corrected(self, changes: Mapping[Place, Correction]) -> Alignment:
        """With other corrections of some columns."""
        found = {**dict(self.corrections), **changes}
        return self._replace(corrections=tuple(sorted((k, v) for k, v in found.items() if v != PLAIN)))


class Filtered(NamedTuple):
    """Rates and accelerations of a log that has none, at its times; None for what was measured or cannot be had."""

    qd: np.ndarray | None
    qdd: np.ndarray | None
    rows: slice  # that can be believed
    cutoff: float | None  # Hz
    words: str
    source: Quantity = "q"  # that they are derivatives of


@dataclass(frozen=True, eq=False)
class Laid:
    """One quantity over the run's time t (k,): values (k, n), NaN for joints that were not measured.

    Of values that a filter made only the `rows` can be believed. `residual` (m, n) stands at the times `common` (m,),
    which log and run have in common; it is None where there is nothing to compare with.
    """

    t: np.ndarray
    values: np.ndarray
    rows: slice
    filtered: bool = False
    common: np.ndarray | None = None
    residual: np.ndarray | None = None
    expected: np.ndarray | None = None  # of the run at these times

    @property
    def joints(self) -> np.ndarray:
        """Those that were measured, counted from 0."""
        return np.flatnonzero(~np.isnan(self.values[0]))


class Figures(NamedTuple):
    """Of the residual of a joint, SI units: root of the mean square, the largest and its time (s); the correlation."""

    quantity: str
    joint: int
    rms: float
    largest: float
    time: float
    correlation: float
    filtered: bool


@dataclass(frozen=True, eq=False)
class Overlay:
    """A log over a run; `words` are what is to be known of the comparison, `refusals` why some of it failed."""

    name: str
    n: int
    alignment: Alignment
    laid: dict[str, Laid]  # by quantity, in the order of QUANTITIES
    cutoff: float | None = None
    words: tuple[str, ...] = ()
    refusals: tuple[str, ...] = ()
    _scaled: dict[tuple[object, ...], np.ndarray] = field(default_factory=dict, repr=False)

    def __getstate__(self) -> dict[str, object]:
        return {**vars(self), "_scaled": {}}

    @property
    def first(self) -> str:
        """The quantity whose residual is looked at unless another one is chosen."""
        compared = [name for name, laid in self.laid.items() if laid.residual is not None]
        return "tau" if "tau" in compared else compared[0] if compared else "q"

    def column(self, name: str, part: str, joint: int, scale: float) -> np.ndarray:
        """A joint's `values` or `residual` in another unit; converted once."""
        values: np.ndarray = getattr(self.laid[name], part)
        if scale == 1.0:
            return values[:, joint]
        key = name, part, joint, scale
        if key not in self._scaled:
            self._scaled[key] = values[:, joint] * scale
        return self._scaled[key]

    def uncompared(self) -> Overlay:
        """Without what was found of a run that is not looked at any more."""
        bare = {name: replace(laid, common=None, residual=None, expected=None) for name, laid in self.laid.items()}
        return replace(self, laid=bare)

    def during(self, span: Range | None) -> Overlay:
        """The samples within the span."""
        if span is None:
            return self
        return replace(self, laid={name: _during(laid, span) for name, laid in self.laid.items()}, _scaled={})

    def figures(self) -> list[Figures]:
        """One a joint of each quantity, nan where nothing was compared."""
        return [_figures(name, laid, int(joint)) for name, laid in self.laid.items() for joint in laid.joints]


def filtered(robot: Robot, measurement: Measurement, cutoff: float | None) -> Filtered:
    """Rates and accelerations that were not measured, as `measured_states` has them, but with the ends it drops.

    DynamicsError for a cut-off that the samples do not allow. Where no cut-off is asked for, a log that they cannot be
    had of has none, and words say why.
    """
    even = measurement.even()
    k, wanted = len(even.t), [name for name in ("qd", "qdd") if getattr(even, name) is None]
    nothing = slice(0, k)
    if not wanted:
        return Filtered(None, None, nothing, None, "")
    if not even.measured("q").all():
        reason = "for these the log needs positions of all joints"
        return Filtered(None, None, nothing, None, f"no {_plural(wanted)}: {reason}")
    try:
        states = measured_states(robot, even, cutoff)
    except DynamicsError as error:
        if cutoff is not None:
            raise
        return Filtered(None, None, nothing, None, f"no {_plural(wanted)}: {error.reason}")
    smooth = SmoothingSpline(even.t - even.t[0], np.asarray(even.q), states.cutoff)
    rates = SmoothingSpline(even.t - even.t[0], np.asarray(even.qd), states.cutoff) if _complete(even, "qd") else None
    t, found = even.t - even.t[0], {}
    for name in wanted:
        order = 1 if name == "qd" else 2
        values = smooth.at(t, order) if rates is None else rates.at(t, order - 1)
        values[states.rows] = getattr(states, name)
        found[name] = values
    ends = f"{DROPPED / states.cutoff:.3g} s"
    words = (
        f"{_plural(wanted)} through a low-pass of {states.cutoff:.4g} Hz (−3 dB, no phase shift): "
        f"the first and the last {ends} of the log are not to be believed, drawn pale and not compared"
    )
    source: Quantity = "q" if rates is None else "qd"
    return Filtered(found.get("qd"), found.get("qdd"), states.rows, states.cutoff, words, source)


def lay_over(
    name: str,
    measurement: Measurement,
    alignment: Alignment,
    derived: Filtered,
    recording: Recording,
    duration: float,
) -> Overlay:
    """The log `name` over a run of this duration (s); what cannot be compared is told in the result."""
    even = measurement.even()
    t = even.t - alignment.shift
    laid: dict[str, Laid] = {}
    refusals: list[str] = []
    for quantity in QUANTITIES:
        raw, made = getattr(even, quantity), getattr(derived, quantity, None) if quantity in ("qd", "qdd") else None
        source = made if raw is None else raw
        if source is None:
            continue
        values = _scaled(source, alignment, derived.source) if raw is None else _corrected(raw, alignment, quantity)
        rows = derived.rows if raw is None else slice(0, len(t))
        whole = Laid(t, values, rows, raw is None)
        try:
            whole = _compared(whole, quantity, recording)
        except DynamicsError as error:
            refusals.append(error.reason)
        laid[quantity] = _during(whole, (-ROOM * duration, (1 + ROOM) * duration))
    words = [_overlap(t, recording), *([derived.words] if derived.words else []), *measurement.notes]
    cleared = tuple(dict.fromkeys(refusals))
    return Overlay(name, even.n, alignment, laid, derived.cutoff, tuple(words), cleared)


def find_shift(recording: Recording, measurement: Measurement, alignment: Alignment) -> tuple[float, float, Quantity]:
    """By how much the corrected log is late (s), the correlation then, and of which quantity it is the highest.

    NoSolution where no quantity tells.
    """
    log, found, refusal = corrected(measurement, alignment), [], None
    for quantity in log.names:
        try:
            best = compare_measured(recording, log, quantity)
        except DynamicsError as error:
            refusal = error
        else:
            found.append((best.correlation or 0.0, best.shift, quantity))
    if not found:
        assert refusal is not None
        raise refusal
    alike, shift, name = max(found)
    return shift, alike, name


def fit(
    recording: Recording, measurement: Measurement, alignment: Alignment, *, offset: bool, scale: bool
) -> dict[Place, Correction]:
    """Scale or offset of every column, or both, by least squares at this alignment; what is not asked for stays.

    So does the scale of a column that says nothing of one. NoSolution where log and run have too little time in common.
    """
    log = corrected(measurement, alignment)
    moved = replace(log, t=log.t - alignment.shift)
    found: dict[Place, Correction] = {}
    for quantity in log.names:
        best, kept = (
            compare_measured(recording, moved, quantity, shift=False, offset=offset, scale=fitted)
            for fitted in (scale, False)
        )
        for joint in np.flatnonzero(log.measured(quantity)).tolist():
            usable = np.isfinite(best.scale[joint]) and abs(best.scale[joint]) > STILL
            one, before = best if usable else kept, alignment.correction((quantity, joint))
            factor, addition = float(one.scale[joint]), float(one.offset[joint])
            found[quantity, joint] = Correction(before.scale * factor, before.offset + before.scale * addition)
    return found


def corrected(measurement: Measurement, alignment: Alignment) -> Measurement:
    """The log at even times, without the offsets and scales of its columns."""
    even = measurement.even()
    columns: dict[str, Any] = {name: _corrected(getattr(even, name), alignment, name) for name in even.names}
    return replace(even, **columns)


def as_motion(measurement: Measurement, alignment: Alignment, cutoff: float | None) -> SampledMotion:
    """What was measured, corrected, as a motion that begins at 0 s: with rates and accelerations as they were measured,
    or smoothed with this cut-off (Hz). DynamicsError for a log without all positions.
    """
    even = corrected(measurement, alignment)
    if not _complete(even, "q"):
        raise DynamicsError("positions of all joints are needed for a motion", field="q")
    rows = {name: tuple(map(tuple, getattr(even, name).tolist())) for name in even.names}
    times = tuple((even.t - even.t[0]).tolist())
    if _complete(even, "qd") and _complete(even, "qdd"):
        return SampledMotion(times, rows["q"], rows["qd"], rows["qdd"])
    motion = SampledMotion(times, rows["q"])
    return motion if cutoff is None else smooth_motion(motion, cutoff)


def _plural(names: list[str]) -> str:
    return " and ".join(f"{WORDS[name]}s" for name in names)


def log_columns(robot: Robot, overlay: Overlay) -> list[tuple[str, np.ndarray]]:
    """Heading and values of all that is laid over the run, SI units: the run's time, and what was measured and what is
    left of it, None where there is nothing."""
    found: list[tuple[str, np.ndarray]] = []
    for name, laid in overlay.laid.items():
        if not found:
            found.append(("t [s]", laid.t))
        for joint in laid.joints.tolist():
            unit = UNITS[name][0 if robot.links[joint].revolute else 1]
            values = np.full(len(laid.t), None, object)
            values[laid.rows] = laid.values[laid.rows, joint]
            kind = "filtered" if laid.filtered else "measured"
            found.append((f"{name}{joint + 1}_{kind} [{unit}]", values))
            if laid.common is not None and laid.residual is not None:
                left = np.full(len(laid.t), None, object)
                left[np.searchsorted(laid.t, laid.common)] = laid.residual[:, joint]
                found.append((f"{name}{joint + 1}_residual [{unit}]", left))
    return found


def _complete(measurement: Measurement, name: Quantity) -> bool:
    return bool(measurement.measured(name).all())


def _corrected(raw: np.ndarray, alignment: Alignment, quantity: Quantity) -> np.ndarray:
    """What was measured, without offset and scale."""
    offsets = np.array([alignment.correction((quantity, joint)).offset for joint in range(raw.shape[1])])
    return _scaled(raw - offsets, alignment, quantity)


def _scaled(values: np.ndarray, alignment: Alignment, quantity: Quantity) -> np.ndarray:
    """Without the scale of a quantity, which its derivatives have too."""
    scales = np.array([alignment.correction((quantity, joint)).scale for joint in range(values.shape[1])])
    return np.asfortranarray(values / scales)  # a column, which is what a curve is made of, lies in one piece


def _compared(laid: Laid, quantity: Quantity, recording: Recording) -> Laid:
    values: Any = {quantity: laid.values[laid.rows]}
    log = Measurement(laid.t[laid.rows], **values)
    found = compare_measured(recording, log, quantity, shift=False)
    return replace(
        laid, common=found.t, residual=np.asfortranarray(found.residual), expected=np.asfortranarray(found.expected)
    )


def _during(laid: Laid, span: Range) -> Laid:
    first, end = np.searchsorted(laid.t, span, side="left")
    end = min(end + 1, len(laid.t)) if end < len(laid.t) and laid.t[end] == span[1] else end
    low = min(max(laid.rows.start - first, 0), end - first)
    rows = slice(low, max(min(laid.rows.stop, end) - first, low))
    kept = replace(laid, t=laid.t[first:end], values=laid.values[first:end], rows=rows)
    if laid.common is None or laid.residual is None or laid.expected is None or not len(kept.t):
        return kept if len(kept.t) else replace(kept, values=laid.values[:0], common=None, residual=None, expected=None)
    inside = (laid.common >= span[0]) & (laid.common <= span[1])
    if inside.all():
        return kept
    return replace(kept, common=laid.common[inside], residual=laid.residual[inside], expected=laid.expected[inside])


def _figures(name: str, laid: Laid, joint: int) -> Figures:
    if laid.residual is None or laid.common is None or laid.expected is None or not len(laid.common):
        return Figures(name, joint, *(float("nan"),) * 4, laid.filtered)
    residual, expected = laid.residual[:, joint], laid.expected[:, joint]
    at = int(np.argmax(np.abs(residual)))
    rms = float(np.sqrt((residual**2).mean()))
    return Figures(
        name,
        joint,
        rms,
        float(abs(residual[at])),
        float(laid.common[at]),
        _correlation(residual + expected, expected),
        laid.filtered,
    )


def _correlation(x: np.ndarray, y: np.ndarray) -> float:
    """From -1 to 1; nan where one of them does not change."""
    about = x - x.mean(), y - y.mean()
    sizes = [float(np.sqrt((part**2).sum())) for part in about]
    largest = [float(np.abs(values).max()) * len(values) ** 0.5 for values in (x, y)]
    if any(size <= STILL * most for size, most in zip(sizes, largest, strict=True)):
        return float("nan")
    return float(about[0] @ about[1] / (sizes[0] * sizes[1]))


def _overlap(t: np.ndarray, recording: Recording) -> str:
    """Which stretch of time log and run have in common, where one is longer than the other."""
    begin, end = (float(recording.t[0]), float(recording.t[-1])) if len(recording.t) else (0.0, 0.0)
    step = float(t[1] - t[0])
    low, high = max(begin, float(t[0])), min(end, float(t[-1]))
    common = f"compared from {_span(low, high)}"
    if low < high and abs(t[0] - begin) <= step and abs(t[-1] - end) <= step:
        return f"{common}, all of the run"
    lasting = f"the log goes from {_span(t[0], t[-1])} of the run's time, the run from {_span(begin, end)}"
    return f"{lasting}: {common if low < high else 'they have no time in common'}"


def _span(low: float, high: float) -> str:
    return f"{low:.4g} to {high:.4g} s".replace("-", MINUS)

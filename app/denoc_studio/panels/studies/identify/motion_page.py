"""A motion worth logging: sums of sines within the joints' limits that tell the parameters well."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QVBoxLayout, QWidget

from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.studies.parts import PADDING, button, number, progress_bar, side, watch
from denoc_studio.plots.tables.identify import exciting
from denoc_studio.plots.tables.identify.exciting import Exciting, Wish, find_exciting
from denoc_studio.plots.tables.identify.told import Unknowns
from denoc_studio.plots.tables.text_sheet import EMPTY
from denoc_studio.project.entry.joint_units import COUNT, HERTZ, NEWTON_METRE, SECOND
from denoc_studio.project.entry.numbers import Unit
from denoc_studio.project.run_edits import use_motion
from denoc_studio.session.document import Document
from denoc_studio.widgets.beside import Beside, Reporter
from denoc_studio.widgets.fields.number_field import NumberField
from denoc_studio.widgets.form_parts import make_form, muted
from denoc_studio.widgets.message_line import MessageLine
from denoc_studio.widgets.tables.text_table import TextTable

SPEED, ACCELERATION = Unit("rad/s", step="0.1"), Unit("rad/s²", step="0.1")
WHOLE = {"periods": (1, 100), "harmonics": (3, 50), "rounds": (0, 10_000)}
LONGEST = 3600.0  # s
EVERY = "Of every joint [rad/s², for slides in m/s²]. Empty: none"
HOW = (
    "Each joint follows sines of 1, 2, ... times the base frequency, and rests at both ends. "
    "Limits are the joints' own, in the Robot panel."
)
CHANGED = "The arm has changed since this motion was found: it may break limits, or tell less."
EXPORT = "Used and computed, File > Export all plots writes it as CSV, for the robot's controller."


class MotionPage(QWidget):
    """`used` tells that the motion that was found is the run's now."""

    used = Signal()

    def __init__(
        self,
        document: Document,
        preferences: Preferences,
        themes: Themes,
        unknowns: Callable[[], Unknowns],
        log: Callable[[], tuple[float, float]],
    ) -> None:
        super().__init__()
        self._document, self._preferences, self._unknowns, self._log = document, preferences, unknowns, log
        self.found: Exciting | None = None
        self.search = Beside(self)
        self._make_fields()
        tip = "Search for one within the joints' limits"
        self.find_button = button("Find an exciting motion", tip, self.start, primary=True)
        self.stop = button("Stop", "Give the search up", self.search.stop, primary=True)
        self.progress = progress_bar("Progress of the search")
        self.use = button("Use it", "The motion, and its duration, into the Run panel", self.use_it)
        self.message = MessageLine(themes)
        self.hint = muted()
        self.table = TextTable("The motion that was found, one row a joint")
        self._lay_out()
        watch(self.fields, self._edited, self.message)
        self.search.started.connect(self._show_state)
        self.search.ended.connect(self._show_state)
        self.search.reached.connect(lambda share: self.progress.setValue(round(100 * share)))
        self.search.done.connect(self._show)
        self.search.failed.connect(lambda reason: self.message.say("error", reason))
        preferences.degrees_changed.connect(self._fill)
        document.robot_changed.connect(lambda _: self._judge())
        document.replaced.connect(lambda _: self.search.forget())
        self._show_state()

    @property
    def wish(self) -> Wish:
        """As the fields have it."""
        whole = {name: int(self.fields[name].value or 0) for name in WHOLE}
        limits = {name: self.fields[name].value or None for name in ("speed", "acceleration", "torque")}
        return Wish(duration=self.fields["duration"].value or 0.0, **whole, **limits)  # type: ignore[arg-type]

    @property
    def stops(self) -> list[QWidget]:
        """What the keyboard stops at, in order."""
        return [*self.fields.values(), self.find_button, self.stop, self.use, self.table]

    def start(self) -> None:
        if any(field.problem for field in self.fields.values()):
            return
        run, project, wish = self._document.results.current, self._document.project, self.wish
        usable = run is not None and not run.running and not run.stale and run.count > 1
        recording = run.recording if run is not None and usable else None
        unknowns, log = self._unknowns(), self._log()

        def work(reporter: Reporter) -> Exciting:
            return find_exciting(project, recording, unknowns, wish, log, reporter.reach, reporter.cancel)

        self.message.say("good", "")
        self.search.start(work)

    def use_it(self) -> None:
        """One undo step."""
        found, project = self.found, self._document.project
        if found is not None and found.robot.kinds == project.robot.kinds:
            self._document.edit(use_motion(project, found.motion, found.wish.duration), "Use the exciting motion")
            self.used.emit()

    def _show(self, found: Exciting | None) -> None:
        if found is not None:
            self.found = found
            self._fill()
            self._judge()

    def _fill(self) -> None:
        found = self.found
        self.table.show_sheet(EMPTY if found is None else exciting.sheet(found, self._preferences["degrees"]))
        self._show_state()

    def _judge(self) -> None:
        """A motion of other joints is none of this arm."""
        found, robot = self.found, self._document.robot
        if found is None:
            return
        if found.robot.kinds != robot.kinds:
            self.found = None
            self.message.say("good", "")
            self._fill()
        elif found.robot != robot:
            self.message.say("warning", CHANGED)
        else:
            told_all = found.after.excitation is not None and bool(found.after.excitation.excited.all())
            self.message.say("good" if told_all else "warning", exciting.compared(found))

    def _show_state(self) -> None:
        busy = self.search.busy
        self.find_button.setVisible(not busy)
        self.stop.setVisible(busy)
        self.progress.setVisible(busy)
        if not busy:
            self.progress.setValue(0)
        self.use.setEnabled(self.found is not None)
        self.table.setVisible(self.found is not None)
        self.hint.setText(EXPORT if self.found is not None else HOW)

    def _make_fields(self) -> None:
        wish = Wish()
        tip, none = "Of joints that have no limit of their own [{}, for slides in m]. Empty: none", "no limit"
        self.fields: dict[str, NumberField] = {
            "duration": number(SECOND, "Duration", "Of the whole motion [s]", wish.duration),
            "periods": number(COUNT, "Periods", "How often the motion is gone through", float(wish.periods)),
            "base": number(HERTZ, "Base frequency", "Of the first harmonic: periods over duration", 1 / wish.period),
            "harmonics": number(COUNT, "Harmonics", "Sines of each joint, 3 to 50", float(wish.harmonics)),
            "speed": number(SPEED, "Speed at most", tip.format("rad/s"), None, empty=none),
            "acceleration": number(
                ACCELERATION, "Acceleration at most", "Of every joint. Empty: none", None, empty=none
            ),
            "torque": number(NEWTON_METRE, "Torque at most", tip.format("N m"), None, empty=none),
            "rounds": number(COUNT, "Rounds", "Of the search: more takes longer and finds better", float(wish.rounds)),
        }

    def _edited(self, name: str, value: float | None) -> None:
        """Refuse what cannot be; duration, periods and base frequency go together."""
        field = self.fields[name]
        if name in WHOLE:
            low, high = WHOLE[name]
            if value is None or value != int(value) or not low <= value <= high:
                field.refuse(f"a whole number from {low} to {high} is needed")
                return
        elif not field.optional and not (value is not None and 0 < value <= LONGEST):
            field.refuse(f"must be above zero, and at most {LONGEST:g}")
            return
        elif value is not None and not value > 0:
            field.refuse("must be above zero")
            return
        duration, periods, base = (self.fields[each] for each in ("duration", "periods", "base"))
        if name == "base":
            duration.set_value((periods.value or 1.0) / (base.value or 1.0))
        elif name in ("duration", "periods"):
            base.set_value((periods.value or 1.0) / (duration.value or 1.0))

    def _lay_out(self) -> None:
        inside = QWidget()
        form: QFormLayout = make_form()
        for field in self.fields.values():
            form.addRow(field.accessibleName(), field)
        form.setContentsMargins(0, 0, 4, 0)
        inside.setLayout(form)
        buttons = QHBoxLayout()
        for each in (self.find_button, self.stop, self.use):
            buttons.addWidget(each)
        buttons.addStretch(1)
        right = QVBoxLayout()
        right.setSpacing(6)
        right.addLayout(buttons)
        right.addWidget(self.progress)
        right.addWidget(self.message)
        right.addWidget(self.hint)
        right.addWidget(self.table, 1)
        right.addStretch(0)
        row = QHBoxLayout(self)
        row.setContentsMargins(PADDING, PADDING, PADDING, 4)
        row.setSpacing(12)
        row.addWidget(side(inside))
        row.addLayout(right, 1)

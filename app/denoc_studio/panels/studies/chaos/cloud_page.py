"""A cloud of arms that fall with the run, from almost the same start, and how fast errors grow along it."""

from __future__ import annotations

import math
from typing import NamedTuple

from PySide6.QtWidgets import QCheckBox, QFormLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project
from denoc.runs.energy_balance import TOLERATED
from denoc.studies.chaos.lyapunov import DURATION, Lyapunov, lyapunov
from denoc.studies.chaos.neighbours import neighbours
from denoc.torques.torque_laws import ConstantTorque, FreeFall
from denoc_studio.look.fonts import scaled_font
from denoc_studio.look.plain_text import capitalised
from denoc_studio.panels.studies.chaos.parting_plot import PartingPlot
from denoc_studio.panels.studies.parts import PADDING, button, number, progress_bar, side, watch
from denoc_studio.picture.arm.cloud_lines import Parting, parting
from denoc_studio.picture.arm.scene import Scene
from denoc_studio.plots.many.bands import Bands
from denoc_studio.plots.many.cloud import Cloud, bands_of
from denoc_studio.project.entry.joint_units import COUNT
from denoc_studio.project.entry.numbers import Unit
from denoc_studio.session.session import Session
from denoc_studio.widgets.actions import commit_typing
from denoc_studio.widgets.beside import Beside, Reporter, threads
from denoc_studio.widgets.fields.number_field import NumberField
from denoc_studio.widgets.folding_line import FoldingLine
from denoc_studio.widgets.form_parts import make_form, muted
from denoc_studio.widgets.message_line import MessageLine

ARMS, SPREAD, SEED = 1000, 1e-4, 1
MOST_ARMS, WIDEST, LARGEST_SEED = 10_000, 1.0, 10**9
ANGLE = Unit("rad, m", step="0.0001")
SHARE = 0.6  # of the progress that the cloud is; the exponent is the rest
HINT = "Many arms start beside the run, and fall with it: in the arm view, and as bands in the plots."
EARLIER = "Of an earlier state of the project: let them go again."


class Computed(NamedTuple):
    """A cloud beside the run of a project, with what follows from it."""

    project: Project
    cloud: Cloud
    bands: Bands
    parting: Parting


def exponent_of(project: Project, reporter: Reporter) -> Lyapunov | str:
    """Of the run's motion, or why there is none. A motion that nothing drives in time is followed for as long as its
    exponent needs, any other one as long as the run lasts."""
    driven = not isinstance(project.run.torque, FreeFall | ConstantTorque)
    lasts = project.run.duration if driven else max(project.run.duration, DURATION)
    try:
        return lyapunov(
            project,
            duration=lasts,
            cancel=reporter.cancel,
            progress=lambda share: reporter.reach(SHARE + (1 - SHARE) * share),
        )
    except DynamicsError as error:
        return f"The exponent of this run is not known: {error}."


def exponent_words(found: Lyapunov | str) -> tuple[str, str]:
    """The figure, and what stands behind it."""
    if isinstance(found, str):
        return "", found
    if found.energy_error > TOLERATED:
        return "", f"The exponent is {found.words}."
    digits = max(0, 1 - math.floor(math.log10(max(found.uncertainty, 1e-12))))
    size = f"{found.exponent:.{digits}f} \u00b1 {found.uncertainty:.{digits}f} 1/s"
    sure = "" if found.grows else " It is not above zero by three times its uncertainty: chaos is not shown."
    if found.exponent < -3 * found.uncertainty:
        sure = ""
    return (
        f"{capitalised(found.words)}.",
        f"Largest Lyapunov exponent {size}, of this motion followed for {found.duration:g} s.{sure}",
    )


class CloudPage(QWidget):
    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session, self._document, self._playback = session, session.document, session.playback
        self.found: Computed | None = None
        self.exponent: Lyapunov | str | None = None
        self.work = Beside(self)
        self._make_fields()
        self.start_button = button("Let them go", "Compute the arms and the exponent", self.start, primary=True)
        self.stop_button = button("Stop", "Give it up", self.work.stop, primary=True)
        self.progress = progress_bar("Progress of the cloud")
        self.in_view = self._choice("Arms in the view", "Light strokes behind the arm, by their distance from it")
        self.in_plots = self._choice("Bands in the plots", "Where 5 to 95 % and 25 to 75 % of the arms are")
        self.message = MessageLine(session.themes)
        self.state = muted()
        self.figure, self.grounds = QLabel(), FoldingLine()
        self.figure.setFont(scaled_font(15, self.figure.font().Weight.DemiBold))
        self.figure.setWordWrap(True)
        self.figure.setMinimumWidth(1)
        self.plot = PartingPlot(session.themes)
        self._lay_out()
        self._connect()
        self._show()

    @property
    def stops(self) -> list[QWidget]:
        """What the keyboard stops at, in order."""
        return [*self.fields.values(), self.start_button, self.stop_button, self.in_view, self.in_plots]

    @property
    def current(self) -> bool:
        """Whether what is shown is of the project as it is."""
        return self.found is not None and self.found.project.same_run(self._document.project)

    def start(self) -> None:
        """The cloud of the project as it is now."""
        commit_typing()
        if self.work.busy or any(field.problem for field in self.fields.values()):
            return
        project = self._document.project
        count, seed = (int(self.fields[name].value or 0) for name in ("arms", "seed"))
        spread = float(self.fields["spread"].value or 0.0)

        def work(reporter: Reporter) -> None:
            def reach(share: float) -> None:
                reporter.reach(SHARE * share)

            cancel = reporter.cancel
            runs = neighbours(
                project, count, spread=spread, seed=seed, cancel=cancel, progress=reach, workers=threads()
            )
            cloud = Cloud(project.robot, spread, runs)
            reporter.hand(Computed(project, cloud, bands_of(cloud), parting(Scene(project.robot), cloud)))
            reporter.hand(exponent_of(project, reporter))

        self.message.say("good", "")
        self.progress.setValue(0)
        self.work.start(work)

    def clear(self) -> None:
        """Another project: nothing of this one is kept."""
        self.work.forget()
        self._hide()
        self.found = self.exponent = None
        self._show()

    def finish(self) -> None:
        self.work.finish()

    def judge(self) -> None:
        """Whether the cloud still is one of the project."""
        self._say_state()

    def _take(self, parts: list[Computed | Lyapunov | str]) -> None:
        for part in parts:
            if isinstance(part, Computed):
                self._hide()
                self.found, self.exponent = part, None
                self._put()
            else:
                self.exponent = part
        self._show()

    def _put(self) -> None:
        """Where it is wanted, and nowhere else."""
        found = self.found
        if found is None:
            return
        bands, clouds = self._session.band_overlay, self._session.cloud_overlay
        bands.show(found.bands, found.project) if self.in_plots.isChecked() else bands.hide(found.bands)
        clouds.show(found.cloud, found.project) if self.in_view.isChecked() else clouds.hide(found.cloud)

    def _hide(self) -> None:
        if self.found is not None:
            self._session.band_overlay.hide(self.found.bands)
            self._session.cloud_overlay.hide(self.found.cloud)

    def _overlaid(self) -> None:
        """Another study may have put its own bands in the place of these."""
        shown = self._session.band_overlay.current
        if self.found is not None and shown is not None and shown is not self.found.bands:
            self.in_plots.blockSignals(True)
            self.in_plots.setChecked(False)
            self.in_plots.blockSignals(False)

    def _show(self) -> None:
        busy, exponent = self.work.busy, self.exponent
        self.start_button.setVisible(not busy)
        self.stop_button.setVisible(busy)
        self.progress.setVisible(busy)
        figure, grounds = exponent_words(exponent) if exponent is not None else ("", "")
        if busy and self.found is not None and exponent is None:
            grounds = "The exponent is being computed."
        self.figure.setText(figure)
        self.figure.setVisible(bool(figure))
        self.grounds.say(grounds)
        self.grounds.setVisible(bool(grounds))
        tenfold = exponent.tenfold if isinstance(exponent, Lyapunov) else math.inf
        self.plot.show_parting(self.found.parting if self.found is not None else None, tenfold)
        self._say_state()

    def _say_state(self) -> None:
        if self.found is None:
            self.state.setText(HINT)
            return
        cloud = self.found.cloud
        words = [f"{cloud.count} arms, their starts {cloud.spread:g} rad or m apart (standard deviation)."]
        if cloud.missing:
            words.append(f"{cloud.missing} of them did not get to the end of the run, and count until theirs.")
        if not self.current:
            words.append(EARLIER)
        self.state.setText(" ".join(words))

    def _make_fields(self) -> None:
        self.fields: dict[str, NumberField] = {
            "arms": number(COUNT, "Arms", f"How many, 1 to {MOST_ARMS}", float(ARMS)),
            "spread": number(ANGLE, "Spread of the start", "Standard deviation of each joint's start", SPREAD),
            "seed": number(COUNT, "Seed", "The same seed draws the same starts", float(SEED)),
        }

    def _edited(self, name: str, value: float | None) -> None:
        low, high = {"arms": (1, MOST_ARMS), "seed": (0, LARGEST_SEED), "spread": (0.0, WIDEST)}[name]
        whole = name != "spread"
        if value is None or (whole and value != int(value)) or not low <= value <= high:
            kind = "a whole number" if whole else "a number"
            self.fields[name].refuse(f"{kind} from {low} to {high} is needed")
        elif not whole and not value > 0:
            self.fields[name].refuse("must be above zero")

    def _choice(self, text: str, tip: str) -> QCheckBox:
        box = QCheckBox(text)
        box.setToolTip(tip)
        box.setChecked(True)
        box.toggled.connect(lambda _: self._put())
        return box

    def _connect(self) -> None:
        work, playback = self.work, self._playback
        watch(self.fields, self._edited, self.message)
        work.started.connect(self._show)
        work.ended.connect(self._show)
        work.reached.connect(lambda share: self.progress.setValue(round(100 * share)))
        work.handed.connect(self._take)
        work.failed.connect(lambda reason: self.message.say("error", reason))
        self.plot.set_time(playback.time)
        playback.mark_changed.connect(self.plot.set_time)
        self.plot.clicked.connect(lambda t, _: playback.seek(t))
        self._session.band_overlay.changed.connect(self._overlaid)

    def _lay_out(self) -> None:
        inside = QWidget()
        form: QFormLayout = make_form()
        for field in self.fields.values():
            form.addRow(field.accessibleName(), field)
        form.addRow(self.start_button)
        form.addRow(self.stop_button)
        form.addRow(self.progress)
        form.addRow(self.in_view)
        form.addRow(self.in_plots)
        form.setContentsMargins(0, 0, 4, 0)
        inside.setLayout(form)
        right = QVBoxLayout()
        right.setSpacing(4)
        right.addWidget(self.message)
        right.addWidget(self.figure)
        right.addWidget(self.grounds)
        right.addWidget(self.state)
        right.addWidget(self.plot, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(PADDING, PADDING, PADDING, 4)
        row.setSpacing(12)
        row.addWidget(side(inside))
        row.addLayout(right, 1)

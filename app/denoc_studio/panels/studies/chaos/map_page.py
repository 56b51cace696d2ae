"""When an arm that is let go first turns over, over the first angles of two joints; a start that is chosen is run."""

from __future__ import annotations

import math

from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QSizePolicy, QWidget

from denoc.basics.errors import DynamicsError
from denoc.studies.chaos.flips import flip_times
from denoc_studio.look.theme import Theme
from denoc_studio.panels.studies.chaos.map_words import MapWords
from denoc_studio.panels.studies.parts import PADDING, button, number, progress_bar, side, watch
from denoc_studio.plots.many.flips import FlipGrid, Spans, entries, pixels, reading, scale_of
from denoc_studio.plots.many.grids import Cell
from denoc_studio.plots.series import joint_name
from denoc_studio.project.entry.joint_units import SECOND, angle_unit
from denoc_studio.project.run_edits import let_go
from denoc_studio.session.session import Session
from denoc_studio.widgets.actions import commit_typing
from denoc_studio.widgets.beside import Beside, Reporter
from denoc_studio.widgets.fields.number_field import NumberField
from denoc_studio.widgets.form_parts import choice, make_form, show_choice
from denoc_studio.widgets.graphs.cell_map import CellMap

CELLS = {"32": "32 x 32 starts", "64": "64 x 64 starts", "128": "128 x 128 starts"}
LONGEST = 1000.0  # s
HINT = "Point at the map, or go there with the arrow keys; a click or Enter runs a free fall from there."
OTHER_ARM = "The arm, or where its other joints start, has changed since: compute the map again."


class MapPage(QWidget):
    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session, self._document, self._preferences = session, session.document, session.preferences
        self._themes = session.themes
        self.grid: FlipGrid | None = None
        self.work = Beside(self)
        self.across = choice({}, "Joint across", "Whose first angle goes to the right", lambda _: self._judge_joints())
        self.up = choice({}, "Joint upwards", "Whose first angle goes up", lambda _: self._judge_joints())
        self.cells = choice(CELLS, "Fineness", "How many starts; coarse maps come first", lambda _: None)
        show_choice(self.cells, "64")
        self._make_fields()
        self.start_button = button("Compute the map", "Coarse to fine", self.start, primary=True)
        self.stop_button = button("Stop", "Keep what there is", self.work.stop, primary=True)
        self.progress = progress_bar("Progress of the map")
        self.words = MapWords(session.themes)
        self.message, self.scale, self.reading = self.words.message, self.words.scale, self.words.reading
        self.view = CellMap("Map of the time to the first flip", session.themes, equal=False)
        self.view.setToolTip("Click to let the arm go from there; arrow keys move the read-out, Enter lets it go")
        self._lay_out()
        self._connect()
        self._list_joints()
        self._draw()
        self._show()

    @property
    def stops(self) -> list[QWidget]:
        """What the keyboard stops at, in order."""
        fields = [self.across, *self._range("x"), self.up, *self._range("y"), self.fields["within"], self.cells]
        return [*fields, self.start_button, self.stop_button, self.view]

    def start(self) -> None:
        """The map of the arm as it is now."""
        commit_typing()
        project = self._document.project
        if self.work.busy or not self._choosable or any(field.problem for field in self.fields.values()):
            return
        joints = (int(self.across.currentData()), int(self.up.currentData()))
        wished = [[field.value for field in self._range(name)] for name in "xy"]
        cells, within = int(self.cells.currentData()), float(self.fields["within"].value or 1.0)
        robot, q0 = project.robot, project.q0

        def work(reporter: Reporter) -> None:
            first = next(flip_times(robot, 1e-3, joints=joints, cells=1, q0=q0, cancel=reporter.cancel))
            spans: Spans = tuple(  # type: ignore[assignment]
                (home - math.pi if low is None else low, home + math.pi if high is None else high)
                for (low, high), home in zip(wished, (float(first.rest[joint - 1]) for joint in joints), strict=True)
            )
            for found in flip_times(
                robot,
                within,
                joints=joints,
                cells=cells,
                q0=q0,
                rest=first.rest,
                ranges=spans,
                cancel=reporter.cancel,
                progress=reporter.reach,
            ):
                reporter.hand(FlipGrid(robot, q0, found, spans))

        self.message.say("good", "", "refused")
        self.progress.setValue(0)
        self.work.start(work)

    def open_start(self, cell: Cell) -> None:
        """The start of a cell becomes the project's, as one edit, and is run."""
        grid, project = self.grid, self._document.project
        if grid is None:
            return
        if not grid.stands_for(project.robot, project.q0):
            self.message.say("warning", OTHER_ARM, "stale")
            return
        try:
            made = let_go(project, grid.start(cell), float(grid.found.times[cell]))
        except DynamicsError as error:
            self.message.say("error", f"{error}.", "refused")
            return
        self._document.edit(made, "Let go from the map")
        self._session.run()

    def clear(self) -> None:
        """Another project: nothing of this one is kept."""
        self.work.forget()
        self.grid = None
        self._list_joints()
        self._draw()

    def finish(self) -> None:
        self.work.finish()

    def judge(self) -> None:
        """Whether the map still is one of this arm; its joints are those to choose from."""
        project = self._document.project
        stale = self.grid is not None and not self.grid.stands_for(project.robot, project.q0)
        self.message.say("warning", OTHER_ARM if stale else "", "stale")
        self._list_joints()

    def _take(self, parts: list[FlipGrid]) -> None:
        self.grid = parts[-1]
        self.judge()
        self._draw()

    def _draw(self) -> None:
        grid, degrees, dark = self.grid, bool(self._preferences["degrees"]), self._themes.current.dark
        self.view.setVisible(grid is not None)
        if grid is None:
            self.view.show_grid(None, None)
            self.scale.show_scale(None, (), dark)
            self._read(None)
            return
        grid = self.grid = grid._replace(unit=math.pi / 180 if degrees else 1.0)
        before = self.view.grid
        same = isinstance(before, FlipGrid) and (before.spans, before.unit) == (grid.spans, grid.unit)
        self.view.show_grid(grid, pixels(grid.found, dark), same=same)
        unit = "°" if degrees else "rad"
        self.view.label(*(f"joint {joint} [{unit}]" for joint in grid.found.joints))  # the fields tell their names
        self.scale.show_scale(scale_of(grid.found), entries(grid.found, dark), dark)
        self.words.share_room()

    def _read(self, cell: Cell | None) -> None:
        grid = self.grid
        known = grid is not None and cell is not None
        text = reading(grid, cell, bool(self._preferences["degrees"])) if known else HINT  # type: ignore[arg-type]
        self.words.read(text if grid is not None else "")
        self.view.setAccessibleDescription(text)

    def _show(self) -> None:
        busy = self.work.busy
        self.start_button.setVisible(not busy)
        self.stop_button.setVisible(busy)
        self.progress.setVisible(busy)

    def _list_joints(self) -> None:
        robot = self._document.robot
        turning = {str(i + 1): joint_name(robot, i) for i, link in enumerate(robot.links) if link.revolute}
        for place, box in enumerate((self.across, self.up)):
            listed = {box.itemData(k): box.itemText(k) for k in range(box.count())}
            if listed == turning:
                continue
            chosen = box.currentData()
            box.clear()
            for key, name in turning.items():
                box.addItem(name, key)
            box.setCurrentIndex(max(box.findData(chosen), 0) if chosen in turning else min(place, box.count() - 1))
            if box is self.up and box.count() > 1 and not self._choosable:  # of an arm that had one such joint
                box.setCurrentIndex((self.across.currentIndex() + 1) % box.count())
        self._judge_joints()

    @property
    def _choosable(self) -> bool:
        """Whether a map over these two joints can be."""
        return self.across.count() > 1 and self.across.currentData() != self.up.currentData()

    def _judge_joints(self) -> None:
        words = "Two different joints are needed." if self.across.count() > 1 else "A map takes two joints that turn."
        self.message.say("error", "" if self._choosable else words, "joints")
        self.start_button.setEnabled(self._choosable)

    def _range(self, name: str) -> tuple[NumberField, NumberField]:
        return self.fields[f"{name} from"], self.fields[f"{name} to"]

    def _make_fields(self) -> None:
        unit = angle_unit(bool(self._preferences["degrees"]))
        tip, empty = "Empty: a whole turn about the pose that the arm hangs in", "turn"
        named = {"x": "across", "y": "upwards"}
        self.fields: dict[str, NumberField] = {
            f"{axis} {end}": number(unit, f"Angle {words} {end}", tip, None, least=-math.inf, empty=empty)
            for axis, words in named.items()
            for end in ("from", "to")
        }
        lasts = min(self._document.project.run.duration, 10.0)
        self.fields["within"] = number(SECOND, "Within", "How long each arm is followed at most", lasts)

    def _judge_fields(self) -> None:
        for name in "xy":
            low, high = self._range(name)
            if low.value is not None and high.value is not None and not low.value < high.value:
                high.refuse("must be above where it goes from")
        within = self.fields["within"]
        if within.value is None or not 0 < within.value <= LONGEST:
            within.refuse(f"must be above zero, and at most {LONGEST:g}")

    def _degrees_changed(self) -> None:
        for name in "xy":
            for field in self._range(name):
                field.set_unit(angle_unit(bool(self._preferences["degrees"])))
        self._draw()

    def _connect(self) -> None:
        work = self.work
        watch(self.fields, lambda *_: self._judge_fields(), self.message)
        work.started.connect(self._show)
        work.ended.connect(self._show)
        work.reached.connect(lambda share: self.progress.setValue(round(100 * share)))
        work.handed.connect(self._take)
        work.failed.connect(lambda reason: self.message.say("error", reason, "refused"))
        self.view.pointed.connect(self._read)
        self.view.chosen.connect(self.open_start)
        self._preferences.degrees_changed.connect(self._degrees_changed)
        self._themes.changed.connect(self._recolour)

    def _recolour(self, _: Theme) -> None:
        self._draw()

    def _lay_out(self) -> None:
        inside = QWidget()
        form: QFormLayout = make_form()
        for box, name in ((self.across, "x"), (self.up, "y")):
            form.addRow(box.accessibleName(), box)
            pair = QHBoxLayout()
            for field in self._range(name):
                field.setMinimumWidth(1)
                pair.addWidget(field)
            form.addRow("from, to", pair)
        form.addRow("Within", self.fields["within"])
        form.addRow("Fineness", self.cells)
        form.addRow(self.start_button)
        form.addRow(self.stop_button)
        form.addRow(self.progress)
        form.setContentsMargins(0, 0, 4, 0)
        inside.setLayout(form)
        self.view.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        row = QHBoxLayout(self)
        row.setContentsMargins(PADDING, PADDING, PADDING, 4)
        row.setSpacing(12)
        row.addWidget(side(inside))
        row.addWidget(self.view, 3)
        row.addWidget(self.words, 2)

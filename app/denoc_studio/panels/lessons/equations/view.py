"""The equations of the arm at the time cursor: every torque as a sum of terms, and what their letters stand for."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QPaintEvent, QPalette
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from denoc.arm.robot import Robot
from denoc.symbolic.symbols import Symbol
from denoc_studio.lessons.term_nodes import definition_node, symbol_words
from denoc_studio.lessons.torque_outline import SMALL, Sorting
from denoc_studio.look.theme import Themes
from denoc_studio.panels.lessons.equations.copying import CopyButton
from denoc_studio.panels.lessons.equations.finding import Asked, Finder, Found
from denoc_studio.panels.lessons.equations.tree import TermTree
from denoc_studio.plots.moment import Moment
from denoc_studio.session.document import Document
from denoc_studio.session.moment import moment_at, moment_signals
from denoc_studio.session.playback import Playback
from denoc_studio.session.run import Run
from denoc_studio.widgets.fields.switch import Switch
from denoc_studio.widgets.fold import Fold
from denoc_studio.widgets.form_parts import choice, note, put_in_order, tab_stops
from denoc_studio.widgets.texts.equation import Equation
from denoc_studio.widgets.visibility import in_sight

EVERY = 100  # milliseconds between two looks while time goes on
ALL_AT_ONCE = 4  # joints; of more, one is shown at first
LEGEND = 15.0  # pixels
LEGEND_ROOM = 120  # pixels: more is scrolled
MOST_NAMES = 6  # that stand beside the legend's heading
ALL = "all"
FINDING = "Finding the equations ..."
SORTINGS: dict[Sorting, str] = {
    "kind": "Inertia, products of rates, gravity, friction",
    "size": "The largest in the run first",
    "parameter": "All that belongs to an inertial parameter together",
}


class EquationsView(QWidget):
    """Follows the time cursor while it can be seen; finds equations beside the window.

    `pointed` tells the link, counted from 0, that a letter under the mouse or the keyboard belongs to, or -1.
    """

    pointed = Signal(int)

    def __init__(self, document: Document, playback: Playback, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._playback = document, playback
        self._found: Found | None = None
        self._moment: Moment | None = None
        self._when = ""
        self._letters: dict[str, Symbol] = {}
        self._due = True
        self.joints = choice({ALL: "All joints"}, "Joint", "Whose torque is written out", lambda _: self.look())
        self.sorting = Switch(dict(SORTINGS))  # type: ignore[arg-type]  # a Sorting is a str
        self.sorting.setAccessibleName("Order of the terms")
        self.sorting.show_choice("kind")
        self.sorting.chosen.connect(lambda _: self.look())
        self.copy_button = CopyButton(self._source)
        self.tree = TermTree(themes)
        self.tree.pointed.connect(self._point)
        self.tree.chosen.connect(self._select)
        self.legend = Equation(themes, LEGEND)
        self.legend.hovered.connect(lambda key: self._point(str(key or "")))
        self.legend.clicked.connect(lambda key: self._select(str(key)))
        self.words, self.notice = note(), note()  # the first for whoever shows this: see `LessonsPanel`
        self.words.setMinimumWidth(1)
        for label in (self.words, self.notice):
            label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.copy_button.told.connect(self.words.setText)
        self._finder = Finder(self)
        self._finder.done.connect(self._put)
        self._finder.refused.connect(self._refuse)
        self._later = QTimer(self, singleShot=True, interval=EVERY)
        self._later.timeout.connect(self.look)
        self.setAccessibleName("Equations of motion")
        self._lay_out()
        self._connect()

    @property
    def found(self) -> Found | None:
        """What is shown: equations, their outline, and what the terms come to in the run."""
        return self._found

    @property
    def order(self) -> Sorting:
        return next(name for name in SORTINGS if self.sorting.buttons[name].isChecked())

    def look(self) -> None:
        """At the cursor, now if it can be seen, or else when it is."""
        self._due = not in_sight(self)
        if self._due:
            return
        self._moment, self._when = moment_at(self._document, self._playback)
        robot = self._document.robot if self._moment is None else self._moment.robot
        self._offer_joints(robot, ())
        if self._found is not None and robot.kinds != self._found.asked.robot.kinds:
            self._refuse(FINDING)
        self._finder.ask(self._asked(robot))
        self._refresh_values()

    def finish(self) -> None:
        """Nothing is computed any more; before the window goes."""
        self._later.stop()
        self._finder.finish()
        self.copy_button.finish()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._due and not self._later.isActive():
            self._later.start(0)

    # What is asked for

    def _asked(self, robot: Robot) -> Asked:
        acting = self._document.project.run.tip_wrench if self._moment is None else self._moment.wrench
        wrench = acting is not None
        chosen = self.joints.currentData()
        joints = tuple(range(1, robot.n + 1)) if chosen == ALL else (int(chosen),)
        return Asked(robot, wrench, joints, self.order, self._run_of(robot, wrench))

    def _run_of(self, robot: Robot, wrench: bool) -> Run | None:
        """Whose sizes say what is small: the current run once it has ended, until then the one before."""
        run = self._document.results.current
        if run is not None and run.running:
            run = self._found.asked.run if self._found is not None else None
        if run is None or not run.count or run.project.robot != robot:
            return None
        return run if (run.job.tip_wrench is not None) == wrench else None

    def _offer_joints(self, robot: Robot, counts: tuple[int, ...]) -> None:
        """The list of joints, with the numbers of their terms where these are known."""
        texts = {ALL: f"All joints{f' ({sum(counts)} terms)' if counts else ''}"}
        for joint in range(1, robot.n + 1):
            texts[str(joint)] = f"Joint {joint}{f' ({counts[joint - 1]} terms)' if counts else ''}"
        same = self.joints.count() == len(texts)
        if same and counts:
            for place, text in enumerate(texts.values()):
                self.joints.setItemText(place, text)
        elif not same:
            self.joints.clear()
            for key, text in texts.items():
                self.joints.addItem(text, key)
            self.joints.setCurrentIndex(0 if robot.n <= ALL_AT_ONCE else 1)

    # What is shown

    def _put(self, found: Found) -> None:
        before, self._found = self._found, found
        equations = found.equations
        self._letters = {symbol.name: symbol for symbol in equations.symbols}
        self._offer_joints(equations.robot, equations.counts)
        at = self.tree.verticalScrollBar().value()
        units = ["N m" if link.revolute else "N" for link in equations.robot.links]
        self.tree.terms.show_outline(found.outline, found.extent, units)
        self.tree.open_lines()
        if before is None or before.equations is not equations:
            self.legend.show_lines(*map(definition_node, equations.legend), joints=equations.robot.n)
            names = [each.symbol.name for each in equations.legend]
            self.legend_fold.say(", ".join(names) if len(names) <= MOST_NAMES else f"{len(names)} letters")
        elif before.asked.joints == found.asked.joints and before.asked.sorting == found.asked.sorting:
            self.tree.verticalScrollBar().setValue(at)
        self._show_parts(True)
        self._refresh_values()

    def _refuse(self, reason: str) -> None:
        self._found = None
        self._letters = {}
        self.tree.terms.show_outline((), None, ())
        self.notice.setText(reason)
        self._show_parts(False)
        self._refresh_values()

    def _show_parts(self, known: bool) -> None:
        self.notice.setVisible(not known)
        self.tree.setVisible(known)
        self.legend_fold.setVisible(known and self._found is not None and bool(self._found.equations.legend))
        if not known:
            self.words.clear()
        self.copy_button.offer(known)

    def _refresh_values(self) -> None:
        found, moment = self._found, self._moment
        if found is None:
            return
        if moment is None or moment.robot != found.asked.robot or (moment.wrench is not None) != found.asked.wrench:
            self.tree.terms.show_values(None, None)  # of another arm
        else:
            values = found.equations.values(moment.q, moment.qd, moment.qdd, tip_wrench=moment.wrench)
            self.tree.terms.show_values(values, moment.tau if found.asked.run is not None else None)
        self._say(self.tree.letter)

    def _say(self, letter: str) -> None:
        """The letter in words, or when this is and what is small."""
        if letter in self._letters:
            self.words.setText(symbol_words(self._letters[letter], self._moment))
            self.tree.setAccessibleDescription(self.words.text())
            return
        folded = self._found is not None and self._found.extent is not None
        rule = f" Small: below {SMALL * 100:g} % of the joint's largest {self._held_against()} in the run."
        self.words.setText(f"{self._when}.{rule if folded else ''}")

    def _held_against(self) -> str:
        """What small terms are small beside: see `Extent.scale`."""
        extent = self._found.extent if self._found is not None else None
        if extent is None or extent.torques.all():
            return "torque"
        return "torque, or term where it has none," if extent.torques.any() else "term"

    def _point(self, letter: str) -> None:
        symbol = self._letters.get(letter)
        self.legend.light({letter} if symbol else ())
        self._say(letter)
        self.pointed.emit(-1 if symbol is None or symbol.link is None else symbol.link - 1)

    def _select(self, letter: str) -> None:
        """The link that the letter belongs to."""
        symbol = self._letters.get(letter)
        if symbol is not None and symbol.link is not None and symbol.link <= self._document.robot.n:
            self._document.select(symbol.link - 1)

    def _source(self) -> tuple[Robot, Found | None, Sorting]:
        return self._document.robot, self._found, self.order

    # Inside

    def _lay_out(self) -> None:
        first = QHBoxLayout()
        first.addWidget(self.joints, 1)
        first.addWidget(self.sorting)
        first.addWidget(self.copy_button)
        room = QScrollArea(widgetResizable=True)
        room.setFrameShape(QScrollArea.Shape.NoFrame)
        room.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        room.setMaximumHeight(LEGEND_ROOM)
        room.setWidget(self.legend)
        self.legend_fold = Fold("What letters are short for", room)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(12, 0, 12, 8)
        whole.setSpacing(8)
        whole.addLayout(first)
        whole.addWidget(self.notice, 1, Qt.AlignmentFlag.AlignTop)
        whole.addWidget(self.tree, 1)
        whole.addWidget(self.legend_fold)
        put_in_order([*tab_stops(first), self.tree, self.legend_fold.head, self.legend])
        self._refuse(FINDING)

    def _connect(self) -> None:
        for signal in moment_signals(self._document, self._playback):
            signal.connect(self._look_later)

    def _look_later(self, *_: object) -> None:
        self._due = True
        if not self._later.isActive() and in_sight(self):
            self._later.start(EVERY)

"""The player: one step of a recursion at a time, its equation, its numbers, and where they are on the arm."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QKeyEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from denoc.playing.misprints import MISPRINTS
from denoc.playing.play import Step
from denoc_studio.lessons import step_nodes
from denoc_studio.lessons.shown_recursion import Shown, duel_in_words, elsewhere, place_in_words, show_recursion
from denoc_studio.lessons.step_nodes import Part
from denoc_studio.look.fonts import scaled_font
from denoc_studio.look.plain_text import capitalised
from denoc_studio.look.theme import Themes
from denoc_studio.panels.lessons.elimination import EliminationView
from denoc_studio.panels.lessons.strip import StepStrip
from denoc_studio.project.run_words import RECURSIONS
from denoc_studio.session.document import Document
from denoc_studio.session.moment import moment_at, moment_signals
from denoc_studio.session.playback import Playback
from denoc_studio.typesetting.nodes import keys
from denoc_studio.typesetting.spoken import spoken
from denoc_studio.widgets.fields.switch import Switch
from denoc_studio.widgets.form_parts import choice, note, show_choice
from denoc_studio.widgets.newest_only import NewestOnly
from denoc_studio.widgets.texts.equation import Equation
from denoc_studio.widgets.visibility import in_sight

EVERY, PLAYING = 100, 200  # milliseconds between two looks while time goes on, and while a run is played
PLAYED = 1200  # milliseconds a step, while the steps are played
EQUATION, NUMBERS = 24.0, 15.0  # pixels
WALKED = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End)
KEYS = (*WALKED, Qt.Key.Key_Space)
ELIMINATED = ("udu", "rfdsim")  # recursions that set joints loose


class Player(QWidget):
    """Follows the time cursor while it can be seen; `lit` tells (Played, Step, name of a symbol), or None."""

    lit = Signal(object)

    def __init__(self, document: Document, playback: Playback, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._playback = document, playback
        self._shown: Shown | None = None
        self._step = 0
        self._wanted = ""  # a step to go to as soon as there is one: "gamma 2"
        self._due = True
        self._timer = QTimer(self, interval=PLAYED)
        self._timer.timeout.connect(self._play_on)
        self.recursions = choice(RECURSIONS, "Recursion", "Which recursion is played", self.choose)
        self.axes = Switch({"link": "Values in the axes of the links, z on the joint", "world": "In world axes"})
        self.axes.show_choice("link")
        self.axes.chosen.connect(lambda _: self._refresh_step())
        self.printed = _toggle("As printed", "Play the lines that the paper prints wrongly as it prints them")
        self.text = _toggle("As text", "The line of Python that computes this step")
        self.elimination = EliminationView(themes)
        self.eliminate = _toggle("Elimination", "The inertia matrix as a whole, joint after joint set loose")
        self.eliminate.hide()
        self.eliminate.toggled.connect(self._show_elimination)
        self.elimination.loosened.connect(self._light_loose)
        self.printed.toggled.connect(lambda _: self.look())
        self.text.toggled.connect(lambda _: self._refresh_step())
        self.tools = QWidget()  # for whoever shows the player: these have no room beside the others
        self.strip = StepStrip(themes)
        self.strip.chosen.connect(self.go)
        self.buttons = {
            name: _button(text, tip, slot)
            for name, text, tip, slot in (
                ("first", "|<", "The first step (Home)", lambda: self.go(0)),
                ("back", "<", "The step before (Left)", lambda: self.go(self._step - 1)),
                ("play", "Play", "Step after step (Space)", lambda: self.play(not self._timer.isActive())),
                ("on", ">", "The next step (Right)", lambda: self.go(self._step + 1)),
                ("last", ">|", "The last step (End)", lambda: self.go(self.count - 1)),
            )
        }
        self.place = QLabel()
        self.place.setFont(scaled_font(14, QFont.Weight.DemiBold))
        self.place.setWordWrap(True)
        self.title, self.unit, self.source, self.duel, self.remark = (note() for _ in range(5))
        self.title.setFont(self.place.font())
        self.source.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.equation, self.numbers = Equation(themes, EQUATION), Equation(themes, NUMBERS)
        for shown in (self.equation, self.numbers):
            shown.hovered.connect(self._light)
        self._answers = NewestOnly(self)
        self._answers.done.connect(self._put)
        self._answers.failed.connect(self._fail)
        self._later = QTimer(self, singleShot=True, interval=EVERY)
        self._later.timeout.connect(self.look)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Player of the recursions")
        self._lay_out()
        self._connect()
        self.choose(self.recursion)

    # What is played

    @property
    def recursion(self) -> str:
        found: str = self.recursions.currentData()
        return found

    @property
    def count(self) -> int:
        return len(self._shown.played.steps) if self._shown else 0

    @property
    def current(self) -> Step | None:
        """The step that is shown, in the axes that are chosen."""
        if self._shown is None or not self.count:
            return None
        world = self.axes.buttons["world"].isChecked()
        return (self._shown.world if world else self._shown.played).steps[self._step]

    def choose(self, recursion: str, show: str = "") -> None:
        """Play this recursion, from its first step or from the first one of "gamma 2"."""
        show_choice(self.recursions, recursion)
        self._step, self._wanted = 0, show
        self.printed.setEnabled(recursion in MISPRINTS)
        self.eliminate.setVisible(recursion in ELIMINATED)
        self.eliminate.setChecked(self.eliminate.isChecked() and recursion in ELIMINATED)
        self.printed.setChecked(self.printed.isChecked() and recursion in MISPRINTS)
        self.look()

    def begin(self, recursion: str, show: str = "") -> None:
        """As a card of a lesson wants it: the recursion, in the axes of the links, not as printed wrongly."""
        self.axes.show_choice("link")
        self.printed.setChecked(False)
        self.eliminate.setChecked(False)
        if recursion != self.recursion:
            self.choose(recursion, show)
        elif show:
            self.show_step(show)
        self._refresh_step()

    def show_step(self, words: str) -> None:
        """Go to the first step of "gamma 2", now or as soon as it is computed; "entry 1 3" names a column too."""
        self._wanted = words
        self._go_to_wanted()

    def go(self, step: int) -> None:
        if self.count:
            self._step = min(max(step, 0), self.count - 1)
            self._refresh_step()

    def walk(self, direction: int, by_link: bool = False) -> None:
        """To the step before (-1) or the next one (1), or to the next link that way."""
        self.go(self._next_link(direction) if by_link else self._step + direction)

    def play(self, on: bool) -> None:
        """Step after step, from the first where all have been shown."""
        if on and self._step >= self.count - 1:
            self.go(0)
        self._timer.start() if on else self._timer.stop()
        self.buttons["play"].setText("Pause" if on else "Play")

    def look(self) -> None:
        """At the cursor, now if it can be seen, or else when it is."""
        self._due = not in_sight(self)
        if self._due:
            return
        moment, when = moment_at(self._document, self._playback)
        if moment is None:
            self._answers.forget()
            self._fail(when)
            return
        recursion, printed = self.recursion, self.printed.isChecked()
        self._answers.ask(lambda: show_recursion(moment, recursion, printed, when))

    def finish(self) -> None:
        """Nothing is computed any more; before the window goes."""
        self._later.stop()
        self._timer.stop()
        self._answers.wait()

    # Events

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._due and not self._later.isActive():
            self._later.start(0)

    def event(self, event: QEvent) -> bool:
        """Its keys are its own also where the window has a shortcut for them."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() in KEYS:
            event.accept()
            return True
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.strip.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, shift = Qt.Key(event.key()), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.walk(1 if key == Qt.Key.Key_Right else -1, shift)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.go(0 if key == Qt.Key.Key_Home else self.count - 1)
        elif key == Qt.Key.Key_Space:
            self.play(not self._timer.isActive())
        else:
            super().keyPressEvent(event)

    # Inside

    def _next_link(self, direction: int) -> int:
        assert self._shown is not None or not self.count
        steps = self._shown.played.steps if self._shown else ()
        at = self._step
        while 0 <= at < len(steps) and steps[at].link == steps[self._step].link:
            at += direction
        return at

    def _play_on(self) -> None:
        if self._step >= self.count - 1:
            self.play(False)
        else:
            self.go(self._step + 1)

    def _put(self, shown: Shown) -> None:
        self._shown = shown
        self._step = min(self._step, max(self.count - 1, 0))
        if not self._go_to_wanted():
            self._refresh_step()

    def _go_to_wanted(self) -> bool:
        if not self._wanted or self._shown is None or self._shown.played.recursion != self.recursion:
            return False
        name, link, *column = self._wanted.split()
        found = [
            number
            for number, step in enumerate(self._shown.played.steps)
            if step.name == name and str(step.link) == link and column in ([], [str(step.place.column)])
        ]
        if found:
            self._wanted = ""
            self.go(found[0])
        return bool(found)

    def _fail(self, reason: str) -> None:
        self._shown = None
        self.title.setText(reason)
        for label in (self.place, self.unit, self.source, self.duel, self.remark):
            label.clear()
        self.equation.show_lines()
        self.numbers.show_lines()
        self.lit.emit(None)

    def _refresh_step(self) -> None:
        step, shown = self.current, self._shown
        if step is None or shown is None:
            return
        joints = len(shown.played.frames)
        self.strip.show_steps(shown.played.steps, self._step)
        self.place.setText(f"Step {self._step + 1} of {self.count}, link {step.link}")
        self.title.setText(f"{capitalised(step.meaning)} ({step.paper}, {step.citation})")
        self.setAccessibleDescription(f"{self.place.text()}: {spoken(step_nodes.symbol(step))}, {self.title.text()}")
        self.unit.setText(place_in_words(step))
        self.equation.show_lines(step_nodes.equation(step), joints=joints)
        self.numbers.show_lines(step_nodes.values(step), joints=joints)
        line = f"{Path(step.file).name}, line {step.line}:  {step.source}"
        self.source.setText(line if self.text.isChecked() else "")
        self.source.setVisible(self.text.isChecked())
        self.duel.setText(duel_in_words(step, shown))
        if self.eliminate.isChecked():
            self.elimination.show_inertia(shown.inertia)
        remark = shown.played.notation.remark
        self.remark.setText(" ".join(filter(None, (remark and f"{remark}.", elsewhere(step), shown.when))))
        lit = self.equation.current or self.numbers.current
        if lit is not None:  # what is under the mouse follows the cursor
            self._light(lit)
        for name, possible in (("back", self._step > 0), ("on", self._step < self.count - 1)):
            if not possible and self.buttons[name].hasFocus():
                self.setFocus()  # or the keyboard would go to whatever comes next
            self.buttons[name].setEnabled(possible)

    def _show_elimination(self, on: bool) -> None:
        self.elimination.setVisible(on)
        for widget in (self.title, self.equation, self.unit, self.numbers):
            widget.setVisible(not on)
        if on and self._shown is not None:
            self.elimination.show_inertia(self._shown.inertia)

    def _light_loose(self, joint: int) -> None:
        """The articulated body of which that joint is the first loose one."""
        if self._shown is None or not self.eliminate.isChecked():
            return
        found = [step for step in self._shown.played.of("M_hat") if step.link == max(joint - 1, 1)]
        self.lit.emit((self._shown.played, found[0], "M_hat") if found and joint else None)

    def _light(self, key: object) -> None:
        step, shown = self.current, self._shown
        if not isinstance(key, Part) or step is None or shown is None:
            self.lit.emit(None)
            self.equation.light(())
            self.numbers.light(())
            return
        self.equation.light({key} if key.name else {each for each in _keys(step) if each.term == key.term})
        self.numbers.light({Part(key.term, "")})
        self.lit.emit((shown.played, shown.played.steps[self._step], key.name or step.name))

    def _lay_out(self) -> None:
        first = QHBoxLayout()
        first.addWidget(self.recursions, 1)
        first.addWidget(QLabel("Axes"))
        first.addWidget(self.axes)
        tools = QHBoxLayout(self.tools)
        tools.setContentsMargins(0, 0, 0, 0)
        tools.addStretch(1)
        for button in (self.printed, self.text, self.eliminate):
            tools.addWidget(button)
        second = QHBoxLayout()
        second.setSpacing(4)
        second.addWidget(self.place, 1)
        for button in self.buttons.values():
            second.addWidget(button)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for widget in (
            self.title,
            self.elimination,
            self.equation,
            self.unit,
            self.numbers,
            self.source,
            self.duel,
            self.remark,
        ):
            column.addWidget(widget)
        column.addStretch(1)
        self._show_elimination(False)
        room = _Room(widgetResizable=True)
        room.setFrameShape(QScrollArea.Shape.NoFrame)
        room.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        room.setWidget(inside)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(12, 0, 12, 8)
        whole.setSpacing(8)
        whole.addLayout(first)
        whole.addWidget(self.strip)
        whole.addLayout(second)
        whole.addWidget(room, 1)

    def _connect(self) -> None:
        for signal in moment_signals(self._document, self._playback):
            signal.connect(self._look_later)

    def _look_later(self, *_: object) -> None:
        self._due = True
        if not self._later.isActive() and in_sight(self):
            self._later.start(PLAYING if self._playback.playing else EVERY)


def _keys(step: Step) -> list[Part]:
    return [key for key in keys(step_nodes.equation(step)) if isinstance(key, Part)]


class _Room(QScrollArea):
    """Leaves the keys that walk along the steps to the player."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore() if event.key() in WALKED else super().keyPressEvent(event)


class _StepButton(QPushButton):
    """Leaves the keys that walk along the steps to the player."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore() if event.key() in WALKED else super().keyPressEvent(event)


def _button(text: str, tip: str, slot: object) -> QPushButton:
    button = _StepButton(text)
    button.setToolTip(tip)
    button.setAccessibleName(tip)
    button.setFixedWidth(button.fontMetrics().horizontalAdvance("Pause" if text == "Play" else text) + 20)
    button.clicked.connect(lambda: slot())  # type: ignore[operator]
    return button


def _toggle(text: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    button.setCheckable(True)
    button.setToolTip(tip)
    return button

"""The Lessons panel: the list of lessons or a card of one at the left, the player or the equations at the right."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSettings, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from denoc_studio.lessons.lesson import Lesson
from denoc_studio.lessons.shelf import bundled_lessons
from denoc_studio.look.fonts import scaled_font
from denoc_studio.look.theme import Themes
from denoc_studio.panels.lessons.card import CardView
from denoc_studio.panels.lessons.equations.view import EquationsView
from denoc_studio.panels.lessons.player import Player
from denoc_studio.panels.lessons.progress import Progress
from denoc_studio.plots.moment import Moment
from denoc_studio.session.document import Document
from denoc_studio.session.moment import moment_at
from denoc_studio.session.playback import Playback
from denoc_studio.widgets.fields.switch import Switch
from denoc_studio.widgets.message_line import height_of
from denoc_studio.widgets.visibility import in_sight

EVERY = 300  # milliseconds after the cursor has moved
LEAST = QSize(480, 200)  # pixels
NARROW = 760  # pixels: the card stands above the player,
TALL = 0.7  # where the panel is so high for its width


class LessonsPanel(QWidget):
    """`open_project` opens a bundled project by its name, and may ask about unsaved work first.

    `lit` is the player's, `pointed` the equations'; `followed` tells a link to a page of the theory.
    """

    lit = Signal(object)
    pointed = Signal(int)
    opened = Signal(bool)  # a lesson, or the list again
    followed = Signal(str)

    def __init__(
        self,
        document: Document,
        playback: Playback,
        themes: Themes,
        settings: QSettings,
        open_project: Callable[[str], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._document, self._playback, self._open = document, playback, open_project
        self._lesson: Lesson | None = None
        self._number = 0
        self._time: float | None = None  # where the cursor is to go as soon as the run has come so far
        self.progress = Progress(settings, self)
        self.pages = Switch({"Steps": "The recursions step by step", "Equations": "The torques in symbols"})
        self.pages.setAccessibleName("Steps or equations")
        self.pages.chosen.connect(self.show_page)
        self.player = Player(document, playback, themes)
        self.player.lit.connect(self.lit)
        self.equations = EquationsView(document, playback, themes)
        self.equations.pointed.connect(self.pointed)
        self.pages = Switch(
            {"Steps": "The recursions step by step", "Equations": "The torques in symbols, term by term"}
        )
        self.pages.setAccessibleName("Steps or equations")
        self.pages.chosen.connect(self.show_page)
        self.contents = QListWidget()
        self.contents.setAccessibleName("Lessons")
        self.contents.itemActivated.connect(self._begin_item)
        self.contents.itemClicked.connect(self._begin_item)
        self.card = CardView(themes, self._moment)
        self.card.answered.connect(self._answered)
        self.card.followed.connect(self.followed)
        self.heading = QLabel()
        self.heading.setFont(scaled_font(16, self.heading.font().Weight.DemiBold))
        self.heading.setWordWrap(True)
        self.place = QLabel()
        self.back_button, self.next_button, self.list_button = (
            QPushButton(text) for text in ("Back", "Next", "All lessons")
        )
        self.back_button.clicked.connect(lambda: self.show_card(self._number - 1))
        self.next_button.clicked.connect(lambda: self.show_card(self._number + 1))
        self.list_button.clicked.connect(self.show_contents)
        self._lay_out()
        self.progress.changed.connect(self._fill)
        self._fill()
        results = document.results
        for signal in (results.extended, results.ended):
            signal.connect(lambda _: self._settle())
        self._later = QTimer(self, singleShot=True, interval=EVERY)
        self._later.timeout.connect(self._refresh)
        playback.time_changed.connect(lambda _: self._later.start())

    @property
    def lesson(self) -> Lesson | None:
        return self._lesson

    def begin(self, lesson: Lesson) -> None:
        """From its first card, on its project; asks where that would lose unsaved work."""
        self._lesson = lesson
        self._pages.setCurrentIndex(1)
        self.opened.emit(True)
        if lesson.recursion:
            self.show_page("Steps")
            self.player.choose(lesson.recursion)
        self.show_card(0)

    def begin_named(self, name: str) -> None:
        """By its file's name, or by the number that this begins with."""
        found = [each for each in bundled_lessons() if name in (each.name, each.name[:2], str(int(each.name[:2])))]
        if found:
            self.begin(found[0])

    def show_card(self, number: int) -> None:
        lesson = self._lesson
        if lesson is None:
            return
        if number >= len(lesson.cards):
            self.show_contents()
            return
        self._number = max(number, 0)
        card = lesson.cards[self._number]
        project = card.project or lesson.project
        if self._document.project.name != project:
            self._open(project)
        self._time = lesson.time if card.time is None else card.time
        self.heading.setText(lesson.title)
        self.place.setText(f"Card {self._number + 1} of {len(lesson.cards)}")
        self.back_button.setEnabled(self._number > 0)
        self.next_button.setText("Next" if self._number < len(lesson.cards) - 1 else "Done")
        self.card.show_card(lesson, self._number, self.progress.answered(lesson))
        if card.show:
            self.show_page("Steps")
            self.player.show_step(card.show)
        self._settle()

    def show_contents(self) -> None:
        self._lesson = None
        self._pages.setCurrentIndex(0)
        self.opened.emit(False)

    def show_page(self, name: str) -> None:
        """Steps or Equations, at the right."""
        self.pages.show_choice(name)
        page = list(self.pages.buttons).index(name)
        self._right.setCurrentIndex(page)
        self._beside.setCurrentIndex(page)

    def finish(self) -> None:
        self.player.finish()
        self.equations.finish()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < NARROW and self.height() > TALL * self.width()
        self._splitter.setOrientation(Qt.Orientation.Vertical if narrow else Qt.Orientation.Horizontal)

    def _settle(self) -> None:
        """The cursor to the card's time, once the run has come so far; it stands still there."""
        run = self._document.results.current
        if self._time is None or run is None or not run.count:
            return
        if run.end + 1e-9 >= self._time or not run.running:
            self._playback.pause()
            self._playback.seek(self._time)
            self._time = None
            self.card.refresh()

    def _refresh(self) -> None:
        """The numbers of the card follow the cursor when it stands still."""
        if self._lesson is not None and not self._playback.playing and in_sight(self):
            self.card.refresh()

    def _moment(self) -> Moment | None:
        return moment_at(self._document, self._playback)[0]

    def _answered(self, exercise: int) -> None:
        if self._lesson is not None:
            self.progress.put(self._lesson, exercise)

    def _begin_item(self, item: QListWidgetItem) -> None:
        self.begin(bundled_lessons()[self.contents.row(item)])

    def _fill(self) -> None:
        row = self.contents.currentRow()
        self.contents.clear()
        for number, lesson in enumerate(bundled_lessons(), 1):
            done, count = len(self.progress.answered(lesson)), len(lesson.exercises)
            mark = "✓ done" if done == count else f"{done} of {count} answered" if done else f"{lesson.minutes} minutes"
            item = QListWidgetItem(f"{number}  {lesson.title}\n     {lesson.about}  ({mark})")
            self.contents.addItem(item)
        self.contents.setCurrentRow(max(row, 0))

    def _lay_out(self) -> None:
        self.contents.setWordWrap(True)
        self.contents.setSpacing(2)
        first = QWidget()
        column = QVBoxLayout(first)
        column.setContentsMargins(12, 8, 4, 8)
        title = QLabel("Ten lessons on the recursions")
        title.setFont(scaled_font(16, title.font().Weight.DemiBold))
        title.setWordWrap(True)
        column.addWidget(title)
        column.addWidget(self.contents, 1)
        second = QWidget()
        column = QVBoxLayout(second)
        column.setContentsMargins(0, 8, 0, 8)
        top = QHBoxLayout()
        top.setContentsMargins(12, 0, 12, 0)
        top.addWidget(self.heading, 1)
        top.addWidget(self.list_button)
        column.addLayout(top)
        column.addWidget(self.card, 1)
        row = QHBoxLayout()
        row.setContentsMargins(12, 0, 12, 0)
        row.addWidget(self.place, 1)
        row.addWidget(self.back_button)
        row.addWidget(self.next_button)
        column.addLayout(row)
        self._pages = QStackedWidget()
        self._pages.addWidget(first)
        self._pages.addWidget(second)
        self._splitter = QSplitter()
        self._splitter.addWidget(self._pages)
        self._splitter.addWidget(self._make_right())
        self._splitter.setStretchFactor(0, 2)
        self._splitter.setStretchFactor(1, 3)
        self.setMinimumSize(LEAST)  # or what stands side by side would keep the panel from becoming narrow
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._splitter)

    def _make_right(self) -> QWidget:
        self._right = QStackedWidget()
        self._right.addWidget(self.player)
        self._right.addWidget(self.equations)
        self._beside = QStackedWidget()  # the pages' own things in the row of the switch: height is scarce
        self._beside.setFixedHeight(height_of(2, self))  # whatever is said there, nothing moves
        self._beside.addWidget(self.player.tools)
        self._beside.addWidget(self.equations.words)
        right = QWidget()
        top = QHBoxLayout()
        top.setContentsMargins(12, 8, 12, 0)
        top.addWidget(self.pages)
        top.addWidget(self._beside, 1)
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(top)
        column.addWidget(self._right, 1)
        self.show_page("Steps")
        return right

"""The Lessons panel: the list of lessons or a card of one at the left, the player or the equations at the right."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSettings, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListWidgetItem,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from denoc_studio.lessons.lesson import Lesson
from denoc_studio.lessons.quantities import find, takes_long
from denoc_studio.lessons.shelf import bundled_lessons
from denoc_studio.look.fonts import scaled_font
from denoc_studio.look.theme import Themes
from denoc_studio.panels.lessons.card import CardView
from denoc_studio.panels.lessons.card_menu import CardMenu
from denoc_studio.panels.lessons.contents import Contents, entry
from denoc_studio.panels.lessons.equations.view import EquationsView
from denoc_studio.panels.lessons.player import Player
from denoc_studio.panels.lessons.progress import Progress
from denoc_studio.plots.moment import Moment
from denoc_studio.session.document import Document
from denoc_studio.session.moment import moment_at
from denoc_studio.session.playback import Playback
from denoc_studio.widgets.fields.switch import Switch
from denoc_studio.widgets.message_line import height_of
from denoc_studio.widgets.newest_only import NewestOnly
from denoc_studio.widgets.visibility import in_sight

EVERY = 300  # milliseconds after the cursor has moved
LEAST = QSize(480, 200)  # pixels
NARROW = 760  # pixels: the card stands above the player,
TALL = 0.7  # where the panel is so high for its width
ARROWS = {"Left": (-1, False), "Right": (1, False), "Shift+Left": (-1, True), "Shift+Right": (1, True)}
SHARES = {Qt.Orientation.Horizontal: (3, 5), Qt.Orientation.Vertical: (4, 5)}  # of card and player


class LessonsPanel(QWidget):
    """`open_project` opens a bundled project by its name, and may ask about unsaved work first.

    `lit` is the player's, `pointed` the equations'; `followed` tells a link to a page of the theory, `file_wanted`
    that a lesson is to be opened from this file, or from one that is asked for where it is None.
    """

    lit = Signal(object)
    pointed = Signal(int)
    roomy = Signal(bool)  # whether it needs the room of a lesson or of the equations, or of the list and the steps
    followed = Signal(str)
    file_wanted = Signal(object)

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
        self._own: dict[Path, Lesson] = {}  # from files, since the program was started
        self._number = 0
        self._counting = NewestOnly(self)
        self._counting.done.connect(lambda _: self._count_done())
        self._counting.failed.connect(lambda _: self._count_done())
        self._counted = True
        self._time: float | None = None  # where the cursor is to go as soon as the run has come so far
        self.progress = Progress(settings, self)
        self.player = Player(document, playback, themes)
        self.player.lit.connect(self.lit)
        self.equations = EquationsView(document, playback, themes)
        self.equations.pointed.connect(self.pointed)
        self.pages = Switch(
            {"Steps": "The recursions step by step", "Equations": "The torques in symbols, term by term"}
        )
        self.pages.setAccessibleName("Steps or equations")
        self.pages.chosen.connect(self.show_page)
        self.contents = Contents(themes)
        self.contents.itemActivated.connect(self._begin_item)
        self.contents.itemClicked.connect(self._begin_item)
        self.card = CardView(themes, self._moment)
        self.card.answered.connect(self._answered)
        self.card.followed.connect(self.followed)
        self.card.step_wanted.connect(self._show_step)
        self.card.typing.connect(playback.pause)
        self.heading = QLabel()
        self.heading.setFont(scaled_font(16, self.heading.font().Weight.DemiBold))
        self.heading.setWordWrap(True)
        self.place = CardMenu()
        self.place.chosen.connect(self.show_card)
        self.place.anew.connect(self._forget)
        self.back_button, self.next_button, self.list_button, self.file_button = (
            QPushButton(text) for text in ("Back", "Next", "All lessons", "Open a lesson...")
        )
        self.file_button.setToolTip("A lesson from a file, of your own or a teacher's")
        self.file_button.clicked.connect(lambda: self.file_wanted.emit(None))
        self.back_button.clicked.connect(lambda: self.show_card(self._number - 1))
        self.next_button.clicked.connect(lambda: self.show_card(self._number + 1))
        self.list_button.clicked.connect(self.show_contents)
        self._arrows = [self._arrow(key, way) for key, way in ARROWS.items()]
        self._lay_out()
        self.progress.changed.connect(self._fill)
        self._fill()
        results = document.results
        for signal in (results.extended, results.ended):
            signal.connect(lambda _: self._settle())
        self._later = QTimer(self, singleShot=True, interval=EVERY)
        self._later.timeout.connect(self._refresh)
        playback.reading_changed.connect(lambda _: self._later.start())

    @property
    def lesson(self) -> Lesson | None:
        return self._lesson

    def begin(self, lesson: Lesson) -> None:
        """From its first card, on its project as it is bundled; asks where that would lose unsaved work, and begins
        only where it may."""
        project = lesson.cards[0].project or lesson.project
        if (self._document.modified or self._document.project.name != project) and not self._go_to(project):
            return
        self._lesson = lesson
        self._count_ahead(lesson)
        self._pages.setCurrentIndex(1)
        self._ask_for_room()
        if lesson.recursion:
            self.show_page("Steps")
        self.show_card(0)

    def begin_file(self, lesson: Lesson, path: Path) -> None:
        """One that was read from a file: it stands in the list below the others from now on."""
        self._own[path] = lesson
        self._fill()
        self.begin(lesson)

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
            self.contents.setCurrentRow(min(self.contents.currentRow() + 1, self.contents.count() - 1))  # the next one
            return
        card = lesson.cards[max(number, 0)]
        project = card.project or lesson.project
        if self._document.project.name != project and not self._go_to(project):
            return
        self._number = max(number, 0)
        self._time = lesson.time if card.time is None else card.time
        self.heading.setText(lesson.title)
        self.place.show_place(lesson, self._number, self.progress.answered(lesson))
        self.back_button.setEnabled(self._number > 0)
        self.next_button.setText("Next" if self._number < len(lesson.cards) - 1 else "Done")
        self.card.show_card(lesson, self._number, self.progress.answered(lesson))
        if lesson.recursion:
            self.player.begin(lesson.recursion, card.show)
        if card.show:
            self.show_page("Steps")
        if in_sight(self):
            self.player.setFocus()  # the arrows go from step to step
        self._settle()

    def show_contents(self) -> None:
        self._lesson = None
        self._pages.setCurrentIndex(0)
        self._ask_for_room()
        if in_sight(self):
            self.contents.setFocus()

    def show_page(self, name: str) -> None:
        """Steps or Equations, at the right."""
        self.pages.show_choice(name)
        page = list(self.pages.buttons).index(name)
        self._right.setCurrentIndex(page)
        self._beside.setCurrentIndex(page)
        for arrow in self._arrows:
            arrow.setEnabled(self._right.currentWidget() is self.player)
        self._ask_for_room()

    def _ask_for_room(self) -> None:
        """Beside a list of lessons the terms of the equations would be cut off."""
        self.roomy.emit(self._lesson is not None or self._right.currentWidget() is self.equations)

    def finish(self) -> None:
        self._counting.wait()
        self.player.finish()
        self.equations.finish()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < NARROW and self.height() > TALL * self.width()
        way = Qt.Orientation.Vertical if narrow else Qt.Orientation.Horizontal
        if self._splitter.orientation() != way:
            self._splitter.setOrientation(way)
            self._share()

    def _arrow(self, key: str, way: tuple[int, bool]) -> QShortcut:
        """The player's wherever the keyboard is in this panel, but in a field where one types."""
        arrow = QShortcut(QKeySequence(key), self, context=Qt.ShortcutContext.WidgetWithChildrenShortcut)
        arrow.activated.connect(lambda: self.player.walk(*way))
        return arrow

    def _share(self) -> None:
        whole = max(self.width(), self.height())
        first, second = SHARES[self._splitter.orientation()]
        self._splitter.setSizes([whole * first // (first + second), whole * second // (first + second)])

    def _go_to(self, project: str) -> bool:
        """Whether the project has been opened; the user may keep the one that is."""
        before = self._document.project
        self._open(project)
        return self._document.project is not before

    def _count_ahead(self, lesson: Lesson) -> None:
        """Beside the window, what takes long; its cards find it ready then."""
        asked = [place.words for place in lesson.places if place.kind == "quantity" and takes_long(place.words)]
        moment, _ = moment_at(self._document, self._playback)
        self._counted = not asked or moment is None
        if moment is not None and asked:
            self._counting.ask(lambda: [find(words, moment) for words in asked])

    def _count_done(self) -> None:
        self._counted = True
        self.card.refresh()

    def _show_step(self, words: str) -> None:
        """As "ridim gamma 2"."""
        recursion, _, step = words.partition(" ")
        self.show_page("Steps")
        self.player.begin(recursion, step)

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
        """None while the run has not come to the time of the card, or operations are still being counted."""
        return None if self._time is not None or not self._counted else moment_at(self._document, self._playback)[0]

    def _answered(self, exercise: int) -> None:
        if self._lesson is not None:
            self.progress.put(self._lesson, exercise)
            self.place.show_place(self._lesson, self._number, self.progress.answered(self._lesson))

    def _forget(self) -> None:
        if self._lesson is not None:
            self.progress.forget(self._lesson)
            self.show_card(self._number)

    def _begin_item(self, item: QListWidgetItem) -> None:
        row, bundled = self.contents.row(item), bundled_lessons()
        if row < len(bundled):
            self.begin(bundled[row])
        else:
            self.file_wanted.emit(list(self._own)[row - len(bundled)])  # it may have been written anew

    def _fill(self) -> None:
        bundled = enumerate(bundled_lessons(), 1)
        lessons = [*bundled, *((0, lesson) for lesson in self._own.values())]
        self.contents.show_entries([entry(k, each, len(self.progress.answered(each))) for k, each in lessons])

    def _lay_out(self) -> None:
        first = QWidget()
        column = QVBoxLayout(first)
        column.setContentsMargins(12, 8, 4, 8)
        title = QLabel("Ten lessons on the recursions")
        title.setFont(scaled_font(16, title.font().Weight.DemiBold))
        title.setWordWrap(True)
        column.addWidget(title)
        column.addWidget(self.contents, 1)
        column.addWidget(self.file_button, 0, Qt.AlignmentFlag.AlignLeft)
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
        row.addWidget(self.place)
        row.addStretch(1)
        for button in (self.back_button, self.next_button):
            button.setMinimumWidth(button.fontMetrics().horizontalAdvance("Done") + 16)  # or the player has no room
            row.addWidget(button)
        column.addLayout(row)
        self._pages = QStackedWidget()
        self._pages.addWidget(first)
        self._pages.addWidget(second)
        self._splitter = QSplitter()
        self._splitter.addWidget(self._pages)
        self._splitter.addWidget(self._make_right())
        for place, share in enumerate(SHARES[Qt.Orientation.Horizontal]):
            self._splitter.setStretchFactor(place, share)
        self._share()
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

"""Random use of the real window: keys, clicks, drags, menus, dialogs, junk pasted everywhere."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

from PySide6.QtCore import QObject, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import (
    QDrag,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QKeySequence,
    QWheelEvent,
    QWindow,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QMenu, QTabBar, QWidget

from denoc.files.examples import examples
from denoc_studio.widgets.actions import plain_name
from denoc_studio.window.main_window import MainWindow
from tests.long.window import junk

NAMES = (
    "Tab", "Backtab", "Return", "Enter", "Escape", "Delete", "Backspace", "Insert", "Home", "End", "PageUp", "PageDown",
    "Left", "Right", "Up", "Down", "Space", "F2", "F6", "Menu", "BracketLeft", "BracketRight", "A", "F", "P", "R", "0",
    "1", "3", "7", "Minus", "Period",
)  # fmt: skip
KEYS = [getattr(Qt.Key, f"Key_{name}") for name in NAMES]
MODIFIERS = [getattr(Qt.KeyboardModifier, f"{name}Modifier") for name in ("No", "No", "No", "Shift", "Control", "Alt")]
HELD = {
    getattr(Qt.Key, f"Key_{name}"): getattr(Qt.KeyboardModifier, f"{name}Modifier")
    for name in ("Shift", "Control", "Alt")
}
BUTTONS = [getattr(Qt.MouseButton, f"{name}Button") for name in ("Left", "Left", "Left", "Right", "Middle")]
CHOICES = {"theme": ("light", "dark", "system"), "drawing": ("auto", "opengl", "painter"), "speed": (0.1, 1.0, 4.0)}
PATIENCE = 40  # events inside one dialog before it is closed
REMEMBERED = 6  # events told with a failure
NEVER = {"Quit"}  # tried by the close at the end


class Monkey(QObject):
    """`play(count)` does so many random things; dialogs that open are driven as well, inside their own event loops."""

    def __init__(
        self, window: MainWindow, random: Random, folder: Path, note: Callable[[str], None] = lambda _: None
    ) -> None:
        """`note` is told of every event before it happens."""
        super().__init__()
        self._window, self._random, self._note = window, random, note
        self._files = junk.files(folder, random)
        self._left = 0
        self._stopped = False
        self._within: list[
            tuple[QWidget | None, QWidget | None]
        ] = []  # the dialog and the popup that each event began in
        self._stayed = 0  # events since the dialog opened
        self.done: deque[str] = deque(maxlen=REMEMBERED)
        self._acts: list[tuple[int, Callable[[], str]]] = [
            (14, self._type), (8, self._press), (4, self._shortcut), (18, self._click), (5, self._double_click),
            (7, self._drag), (5, self._wheel), (10, self._command), (2, self._palette), (8, self._paste),
            (3, self._prefer), (3, self._run), (4, self._scrub), (4, self._undo), (2, self._example), (3, self._dock),
            (2, self._resize), (3, self._tab), (1, self._drop), (2, self._choose), (2, self._clipboard),
        ]  # fmt: skip
        QTimer.singleShot(0, self, self._step)

    def play(self, count: int) -> None:
        """Returns when all events are done and no dialog is left."""
        self._left = count
        while self._left > 0 or self._within or _open():
            QTest.qWait(1)

    def stop(self) -> None:
        """No more events, and no dialog is closed any more."""
        self._stopped = True

    # --- one event at a time

    def _step(self) -> None:
        """Also inside the event loops that dialogs and menus have of their own."""
        if self._stopped:
            return
        QTimer.singleShot(0, self, self._step)
        now = QApplication.activeModalWidget(), QApplication.activePopupWidget()
        if self._within and (now == self._within[-1] or now == (None, None)):
            QDrag.cancel()  # QTest waits for the end of a drag of words, which only a real mouse would let go of
            return  # an event is under way, and has opened nothing: it ends first
        self._stayed = self._stayed + 1 if now != (None, None) else 0
        self._within.append(now)
        try:
            if self._left > 0:
                self._left -= 1
                self._act(*now)
            elif now != (None, None):
                self._close(_open())
        finally:
            self._within.pop()

    def _close(self, top: QWidget | None) -> None:
        self._stayed = 0
        if isinstance(top, QDialog):
            top.reject()
        if top is not None and top is _open():
            top.close()

    def _act(self, dialog: QWidget | None, popup: QWidget | None) -> None:
        top = popup or dialog
        if top is not None and (self._stayed > PATIENCE or self._random.random() < 0.12):
            if self._stayed > PATIENCE:
                self.done.append(f"close {_name(top)}")
                self._close(top)
                return
            self.done.append(f"escape from {_name(top)}")
            self._key(top, Qt.Key.Key_Escape)
            return
        weights = [weight for weight, _ in self._acts]
        act = self._random.choices(self._acts, weights)[0][1]
        self._note(f"{act.__name__}, {_name(self._focused())} in focus, after {list(self.done)}")
        with suppress(RuntimeError):  # what was aimed at is gone
            self.done.append(f"{act.__name__} {act()}")

    # --- where

    def _top(self) -> QWidget:
        """What is to be used: an open menu, a dialog, or one of the windows."""
        top = _open()
        if top is not None:
            return top
        windows = [each for each in QApplication.topLevelWidgets() if each.isVisible() and each.width() > 20]
        return self._random.choice([self._window, self._window, *windows])

    def _aim(self) -> tuple[QWidget, QPoint]:
        """A visible widget and a place in its window."""
        top = self._top()
        seen = [each for each in top.findChildren(QWidget) if each.isVisible() and not each.visibleRegion().isEmpty()]
        target = self._random.choice(seen or [top])
        room = target.visibleRegion().boundingRect() if seen else target.rect()
        place = QPoint(self._random.randrange(max(room.width(), 1)), self._random.randrange(max(room.height(), 1)))
        return target, target.mapTo(target.window(), room.topLeft() + place)

    def _focused(self) -> QWidget:
        return QApplication.focusWidget() or self._top()

    def _key(self, widget: QWidget, key: Qt.Key | str, modifiers: Qt.KeyboardModifier = MODIFIERS[0]) -> None:
        """One event after the other, each to the window that is there then: between the modifier and the key anything
        may happen, and QTest's `keyPress` would go on with a window that is gone."""
        code = key if isinstance(key, Qt.Key) else QTest.asciiToKey(ord(key))
        text = key if isinstance(key, str) else str(QTest.keyToAscii(key)).rstrip("\0")
        held = [each for each, modifier in HELD.items() if modifier in modifiers]
        number = _number(widget)
        for press, codes in ((True, [*held, code]), (False, [code, *held])) if number else ():
            for each in codes:
                words = text if each is code else ""
                QTest.simulateEvent(self._still(number), press, each.value, modifiers, words, False)

    def _still(self, number: int) -> QWindow:
        """The window of this number, or where it is gone the main one: a menu may go as soon as it is pressed.

        It is never asked of a widget: PySide ties what `windowHandle` gives to the widget that was asked, and may then
        delete it, or go on using it when it is gone.
        """
        numbers = number, _number(self._window)
        found = [each for each in QGuiApplication.allWindows() if each.isVisible() and each.winId() in numbers]
        return max(found, key=lambda each: each.winId() == number)

    # --- keys

    def _type(self) -> str:
        words = junk.typed(self._random)
        for letter in words[:30]:
            if letter.isascii():
                self._key(self._focused(), letter)
        if self._random.random() < 0.6:
            self._key(self._focused(), self._random.choice([Qt.Key.Key_Return, Qt.Key.Key_Tab]))
        return f"{words!r} into {_name(self._focused())}"

    def _press(self) -> str:
        key, modifiers = self._random.choice(KEYS), self._random.choice(MODIFIERS)
        self._key(self._focused(), key, modifiers)
        return f"{modifiers.name} {key.name} in {_name(self._focused())}"

    def _shortcut(self) -> str:
        keys = [action.shortcut() for action in self._window.menus.actions.all if not action.shortcut().isEmpty()]
        extra = [QKeySequence(f"Ctrl+{letter}") for letter in "ACXVZYD"] + [QKeySequence("Ctrl+Delete")]
        sequence = self._random.choice(keys + extra)
        words = sequence.toString()
        pressed = sequence[0]
        self._key(self._focused(), pressed.key(), pressed.keyboardModifiers())
        return words

    def _paste(self) -> str:
        QGuiApplication.clipboard().setMimeData(junk.mime(self._random))
        if self._random.random() < 0.5:
            self._click()
        self._key(self._focused(), Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
        return f"into {_name(self._focused())}"

    def _clipboard(self) -> str:
        action = self._random.choice(self._window.menus.clipboard.actions)
        if self._random.random() < 0.3 and QApplication.focusWidget() is not None:
            QApplication.focusWidget().clearFocus()
        action.trigger()
        return action.text()

    def _undo(self) -> str:
        stack = self._window.session.document.undo_stack
        times = self._random.randrange(1, 20)
        for _ in range(times):
            self._random.choice([stack.undo, stack.undo, stack.redo])()
        return f"{times} times"

    # --- the mouse

    def _click(self) -> str:
        target, place = self._aim()
        words, number = _name(target), _number(target)
        button = self._random.choice(BUTTONS)
        self._note(f"{button.name} on {words} after {list(self.done)}")
        if number:
            QTest.mouseMove(self._still(number), place)
            QTest.mousePress(self._still(number), button, self._random.choice(MODIFIERS), place)
            QTest.mouseRelease(self._still(number), button, MODIFIERS[0], place)
        return f"{button.name} on {words}"

    def _double_click(self) -> str:
        target, place = self._aim()
        words, number = _name(target), _number(target)
        self._note(f"double click on {words} after {list(self.done)}")
        if number:
            for act in (QTest.mousePress, QTest.mouseRelease, QTest.mousePress, QTest.mouseRelease):
                act(self._still(number), Qt.MouseButton.LeftButton, MODIFIERS[0], place, 1)
        return f"on {words}"

    def _drag(self) -> str:
        target, place = self._aim()
        words, window = _name(target), target.window()
        number, button = _number(target), self._random.choice(BUTTONS)
        self._note(f"{button.name} drag from {words} after {list(self.done)}")
        if not number:
            return "nothing"
        QTest.mousePress(self._still(number), button, self._random.choice(MODIFIERS), place)
        for _ in range(self._random.randrange(1, 6)):
            place += QPoint(self._random.randrange(-80, 80), self._random.randrange(-80, 80))
            place = QPoint(max(0, min(place.x(), window.width() - 1)), max(0, min(place.y(), window.height() - 1)))
            QTest.mouseMove(self._still(number), place)
        QTest.mouseRelease(self._still(number), button, MODIFIERS[0], place)
        return f"{button.name} from {words}"

    def _wheel(self) -> str:
        target, place = self._aim()
        window = target.window()
        under = window.childAt(place) or target
        turn = QPoint(0, self._random.choice((-1200, -120, 120, 120, 1200)))
        modifiers, phase = self._random.choice(MODIFIERS), Qt.ScrollPhase.NoScrollPhase
        local, globally = QPointF(under.mapFrom(window, place)), QPointF(window.mapToGlobal(place))
        none = Qt.MouseButton.NoButton
        QApplication.sendEvent(under, QWheelEvent(local, globally, QPoint(), turn, none, modifiers, phase, False))
        return f"on {_name(under)}"

    # --- commands

    def _command(self) -> str:
        menus = [action for menu in self._window.findChildren(QMenu) for action in menu.actions()]
        choice = [
            a for a in {*menus, *self._window.menus.actions.all} if not a.menu() and plain_name(a.text()) not in NEVER
        ]
        choice = sorted((a for a in choice if a.isEnabled() and not a.isSeparator()), key=lambda a: a.text())
        action = self._random.choice(choice)
        words = action.text()
        self._note(f"command {words} after {list(self.done)}")
        action.trigger()
        return words

    def _palette(self) -> str:
        self._key(self._window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
        return ""

    def _prefer(self) -> str:
        preferences = self._window.session.preferences
        switches = [name for name, value in preferences._values.items() if isinstance(value, bool)]
        name = self._random.choice([*switches, *CHOICES, *CHOICES])
        preferences[name] = self._random.choice(CHOICES.get(name, (True, False)))
        return f"{name} {preferences[name]}"

    def _run(self) -> str:
        session = self._window.session
        act = self._random.choice([session.run, session.run, session.runner.stop, session.start_from_shown])
        act()
        return act.__name__

    def _scrub(self) -> str:
        playback = self._window.session.playback
        for _ in range(self._random.randrange(1, 8)):
            playback.seek(self._random.uniform(-0.1, 1.1) * max(playback.end, 0.1))
        if self._random.random() < 0.5:
            playback.toggle()
        return ""

    def _example(self) -> str:
        self._window.session.document.undo_stack.setClean()
        name = self._random.choice([*examples(), "chain-12"])
        self._window.files.open_example(name)
        return name

    def _dock(self) -> str:
        """Nobody can reach it past a dialog or a menu, whose own window may go with that of the panel."""
        if _open() is not None:
            return "nothing"
        dock = self._random.choice(self._window.docks)
        act = self._random.choice(["float", "close", "show", "show", "raise"])
        if act == "float":
            dock.setFloating(not dock.isFloating())
        elif act == "close":
            dock.close()
        else:
            dock.show()
            dock.raise_()
        return f"{act} {dock.objectName()}"

    def _resize(self) -> str:
        self._window.resize(self._random.randrange(300, 1600), self._random.randrange(200, 1000))
        return f"{self._window.width()} {self._window.height()}"

    def _tab(self) -> str:
        bars = [bar for bar in self._window.findChildren(QTabBar) if bar.count()]
        if bars:
            bar = self._random.choice(bars)
            bar.setCurrentIndex(self._random.randrange(bar.count()))
        return ""

    def _choose(self) -> str:
        boxes = [
            box for box in self._top().findChildren(QComboBox) if box.isVisible() and box.isEnabled() and box.count()
        ]
        if not boxes:
            return "nothing"
        box = self._random.choice(boxes)
        row = self._random.randrange(box.count())
        box.setCurrentIndex(row)
        box.activated.emit(row)
        return f"{box.currentText()!r}"

    def _drop(self) -> str:
        data = junk.mime(self._random)
        if self._random.random() < 0.6:
            data.setUrls([QUrl.fromLocalFile(str(self._random.choice(self._files)))])
        window = self._top().window()
        copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, MODIFIERS[0]
        entering = QDragEnterEvent(QPoint(50, 50), copy, data, left, none)
        entering.ignore()
        QApplication.sendEvent(window, entering)
        if entering.isAccepted():
            QApplication.sendEvent(window, QDropEvent(QPointF(50, 50), copy, data, left, none))
        return "of a file" if data.hasUrls() else "of something"


def _number(widget: QWidget) -> int:
    """Of the window that it is in, as the screen knows it; 0 where it does not."""
    return widget.window().effectiveWinId() if widget.window().isVisible() else 0


def _open() -> QWidget | None:
    """The menu or the dialog that has to be answered first."""
    return QApplication.activePopupWidget() or QApplication.activeModalWidget()


def _name(widget: QWidget) -> str:
    """The classes from the widget up to the third, as far as it still lives."""
    try:
        names, each = [], widget
        while each is not None and len(names) < 3:
            names.append(type(each).__name__)
            each = each.parentWidget()
        return " in ".join(names)
    except RuntimeError:
        return "something gone"

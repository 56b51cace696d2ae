"""The elimination screen: rows and columns of I vanish from the end while columns of U appear."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from denoc_studio.lessons.elimination import Stage, shown, stages, words
from denoc_studio.look.theme import Themes
from denoc_studio.widgets.texts.equation import Equation

PIXELS = 16.0


class EliminationView(QWidget):
    """`loosened` tells the joint that was set loose last, or 0 before the first."""

    loosened = Signal(int)

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stages: list[Stage] = []
        self._at = 0
        self.words = QLabel()
        self.words.setWordWrap(True)
        self.left, self.right = Equation(themes, PIXELS), Equation(themes, PIXELS)
        self.back_button, self.next_button = QPushButton("Joint back"), QPushButton("Set a joint loose")
        self.back_button.clicked.connect(lambda: self.go(self._at - 1))
        self.next_button.clicked.connect(lambda: self.go(self._at + 1))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Elimination of the inertia matrix")
        buttons = QHBoxLayout()
        buttons.addWidget(self.words, 1)
        buttons.addWidget(self.back_button)
        buttons.addWidget(self.next_button)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addLayout(buttons)
        whole.addWidget(self.left)
        whole.addWidget(self.right)

    @property
    def stage(self) -> Stage | None:
        return self._stages[self._at] if self._stages else None

    def show_inertia(self, inertia: np.ndarray) -> None:
        """Of another moment; as many joints stay loose as were."""
        self._stages = stages(inertia)
        self.go(min(self._at, len(self._stages) - 1))

    def go(self, stage: int) -> None:
        if not self._stages:
            return
        self._at = min(max(stage, 0), len(self._stages) - 1)
        now = self._stages[self._at]
        first, second = shown(now)
        self.left.show_lines(first)
        self.right.show_lines(second)
        self.left.light({"pivot"})
        self.words.setText(words(now))
        self.back_button.setEnabled(self._at > 0)
        self.next_button.setEnabled(self._at < len(self._stages) - 1)
        self.loosened.emit(now.joint if self._at else 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if Qt.Key(event.key()) in steps:
            self.go(self._at + steps[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

"""Mass and inertia of the selected link, with the inertia doctor's advice while it is typed."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from app import edits
from app.doctor import Finding, examine, outgrown_rod, refusal
from app.document import Document
from app.icons import Icons
from app.numbers import BadNumber, shown
from app.preferences import Preferences
from app.theme import Themes
from app.views.bodies_dialog import BodiesDialog
from app.views.body_editor import BodyEditor, body_of
from app.views.message_line import MessageLine, height_of
from app.views.solid_dialog import SolidDialog
from dynamics.errors import DynamicsError
from dynamics.robot import inertia_matrix


class InertiaPanel(QWidget):
    """Follows the document's selection."""

    def __init__(
        self,
        document: Document,
        preferences: Preferences,
        themes: Themes,
        icons: Icons,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._make_bodies = partial(BodiesDialog, document, preferences, themes, self)
        self._bodies: BodiesDialog | None = None
        self.body = BodyEditor(self._apply)
        self.advice = MessageLine(themes)
        self.frame = QLabel()
        self.frame.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.frame.setWordWrap(True)
        self.from_solid = QPushButton("From a solid...")
        self.from_solid.setToolTip("Mass and inertia of a rod, box, cylinder or sphere, from its mass and size")
        self.from_solid.clicked.connect(lambda _checked=False: self.open_solids())
        icons.put(self.from_solid, "cube-outline")
        self.all_links = QToolButton()
        self.all_links.setToolTip("Mass, mass centre and inertia of all links in one table")
        self.all_links.setAccessibleName("Bodies of all links")
        self.all_links.clicked.connect(lambda _checked=False: self.open_bodies())
        icons.put(self.all_links, "table")
        self.body.put_beside_mass(self.from_solid, self.all_links)
        self.fit = QPushButton("Scale the body with the link")
        self.fit.setToolTip("Mass centre and inertia of a rod as long as the link; its mass stays")
        self.fit.clicked.connect(lambda _checked=False: self._fit())
        self._lay_out()
        self.body.typed.connect(self._advise)
        self.body.problem_changed.connect(self._advise)
        document.robot_changed.connect(lambda _: self._show())
        document.selection_changed.connect(lambda _: self._show(fresh=True))
        document.replaced.connect(lambda _: self._show(fresh=True))
        self._show(fresh=True)

    def open_solids(self) -> SolidDialog:
        dialog = SolidDialog(self._document, self)
        dialog.open()
        return dialog

    def open_bodies(self) -> BodiesDialog:
        """The window of all links; the one that is open already, if there is one."""
        if self._bodies is None:
            self._bodies = self._make_bodies()
            self._bodies.destroyed.connect(self._forget_bodies)
        self._bodies.show()
        self._bodies.raise_()
        self._bodies.activateWindow()
        return self._bodies

    def _forget_bodies(self) -> None:
        self._bodies = None

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 6)
        layout.setSpacing(4)
        layout.addWidget(self.body)
        layout.addWidget(self.frame)
        layout.addWidget(self._advice_room())
        layout.addStretch(1)

    def _advice_room(self) -> QWidget:
        """As high as the usual advice, so that nothing moves when it changes."""
        room = QWidget()
        layout = QVBoxLayout(room)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.advice)
        layout.addWidget(self.fit)
        layout.addStretch(1)
        room.setMinimumHeight(height_of(4, room))
        return room

    def _apply(self, changes: dict[str, Any], what: str, gesture: str) -> None:
        index = self._document.selected
        after = edits.change_link(self._document.project, index, **changes)
        self._document.edit(after, f"Set {what} of link {index + 1}", f"{gesture} {index}" if gesture else "")

    def _fit(self) -> None:
        index = self._document.selected
        self._document.edit(edits.fit_rod(self._document.project, index), f"Scale the body of link {index + 1}")

    def _show(self, fresh: bool = False) -> None:
        link = self._document.robot.links[self._document.selected]
        self.body.show_body(body_of(link), fresh)
        self.frame.setText(
            f"I: tensor about the mass centre, axes of frame {self._document.selected + 1}; its entry xy is −∫ x y dm"
        )
        self._advise()

    def _advise(self) -> None:
        finding = self._finding()
        self.advice.say(finding.severity, finding.text)
        self.fit.setVisible(outgrown_rod(self._document.robot, self._document.selected) is not None)

    def _finding(self) -> Finding:
        """The most pressing thing to say about the body as it stands in the fields."""
        index = self._document.selected
        if self.body.problem:
            return Finding("error", f"Link {index + 1}, {self.body.problem}")
        try:
            body = self.body.body()
            project = self._document.project
            if body != body_of(project.robot.links[index]):
                project = edits.change_link(project, index, **body._asdict())
        except BadNumber as error:
            return Finding("warning", f"Link {index + 1}: {error}")
        except DynamicsError as error:
            return refusal(error)
        found = examine(project.robot, index)
        if found:
            return Finding(found[0].severity, "\n".join(finding.text for finding in found))
        length = outgrown_rod(project.robot, index)
        if length is not None:
            here = project.robot.links[index].a
            return Finding("warning", f"The body is a rod of {abs(length):.4g} m, the link is {abs(here):.4g} m long")
        moments = np.linalg.eigvalsh(inertia_matrix(body.inertia))
        texts = ", ".join(shown(max(moment, 0.0), digits=4) for moment in moments.tolist())
        return Finding("good", f"A possible body; principal moments {texts} kg m²")

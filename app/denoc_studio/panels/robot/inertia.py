"""Mass and inertia of the selected link, with the inertia doctor's advice while it is typed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import chain
from typing import Any

import numpy as np
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from denoc.arm.robot import Robot, inertia_matrix
from denoc.basics.errors import DynamicsError
from denoc_studio.look.icons import Icons
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.robot.all_links_dialog import BodiesDialog, OpenOnce
from denoc_studio.panels.robot.body_editor import BodyEditor, Known, body_of
from denoc_studio.panels.robot.cad_dialog import CadDialog
from denoc_studio.panels.robot.solid_dialog import SolidDialog
from denoc_studio.project import edits
from denoc_studio.project.entry.numbers import BadNumber, shown
from denoc_studio.project.inertia_doctor import Finding, examine, refusal
from denoc_studio.project.outgrown import Outgrown, outgrown
from denoc_studio.project.tolerances.edits import set_tolerance
from denoc_studio.session.document import Document
from denoc_studio.widgets.form_parts import fill_column, muted, tool
from denoc_studio.widgets.message_line import MessageLine, height_of

ROOMY = 320  # pixels for all words


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
        self._bodies = OpenOnce(partial(BodiesDialog, document, preferences, themes, self))
        self.body = BodyEditor(self._apply)
        self.advice = MessageLine(themes)
        self.frame = muted()
        self.from_solid = QPushButton()
        self.from_solid.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._call_solids()
        self.from_solid.setToolTip("Mass and inertia of a rod, box, cylinder or sphere, from its mass and size")
        self.from_solid.clicked.connect(lambda _checked=False: self.open_solids())
        icons.put(self.from_solid, "cube-outline")
        tip = "Mass, mass centre and inertia of all links in one table"
        self.all_links = tool("", tip, self.open_bodies, "Bodies of all links")
        icons.put(self.all_links, "table")
        tip = "Paste mass properties as SolidWorks, Fusion 360 or Onshape print them"
        self.from_cad = tool("", tip, self.open_cad, "Mass properties from CAD")
        icons.put(self.from_cad, "clipboard-text-outline")
        self.body.put_beside_mass(self.from_solid, self.from_cad, self.all_links)
        self.fit = QPushButton()
        self.fit.setToolTip("Mass centre and inertia of the uniform solid that it was, for the mass and length of now")
        self.fit.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.fit.clicked.connect(lambda _checked=False: self._fit())
        fill_column(self, self.body, self.frame, self._advice_room(), spacing=4).addStretch(1)
        self.body.typed.connect(self._advise)
        self.body.problem_changed.connect(self._advise)
        document.follow(self._show, document.robot_changed, selection=True)
        document.stepped.connect(self._advise)  # only then it knows what was before
        document.follow(lambda _: self._show_tolerances(), document.project_changed, selection=True)
        self._show(fresh=True)
        self._show_tolerances()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._call_solids()

    def _call_solids(self) -> None:
        self.from_solid.setText("From a solid..." if self.width() >= ROOMY else "Solid...")

    def open_solids(self) -> SolidDialog:
        dialog = SolidDialog(self._document, self)
        dialog.open()
        return dialog

    def open_cad(self) -> CadDialog:
        dialog = CadDialog(self._document, self)
        dialog.open()
        return dialog

    def open_bodies(self) -> BodiesDialog:
        """The window of all links; the one that is open already, if there is one."""
        return self._bodies.open()

    def _advice_room(self) -> QWidget:
        """As high as the usual advice, so that nothing moves when it changes."""
        room = QWidget()
        fill_column(room, self.advice, self.fit, spacing=4).addStretch(1)
        room.setMinimumHeight(height_of(4, room))
        return room

    def _apply(self, changes: dict[str, Any], what: str, gesture: str, known: Known | None) -> None:
        index = self._document.selected
        after = edits.change_link(self._document.project, index, **changes)
        if known is not None:
            after = set_tolerance(after, ("robot", "links", index, *known[0]), known[1])
        self._document.edit(after, f"Set {what} of link {index + 1}", f"{gesture} {index}" if gesture else "")

    def _fit(self) -> None:
        found = self._outgrown(self._document.robots())
        if found is not None:
            after = edits.change_robot(self._document.project, links=found.robot.links)
            self._document.edit(after, f"Make link {found.index + 1} a {found.was.name} again")

    def _outgrown(self, robots: Iterable[Robot]) -> Outgrown | None:
        """The selected link's body; in a modified table the length in its row is that of the link before."""
        known, index = list(robots), self._document.selected
        rows = (index, index - 1) if known[0].convention == "modified" and index else (index,)
        return next(filter(None, (outgrown(known, row) for row in rows)), None)

    def _show_tolerances(self) -> None:
        self.body.show_tolerances(self._document.project, ("robot", "links", self._document.selected))

    def _show(self, fresh: bool = False) -> None:
        link = self._document.robot.links[self._document.selected]
        self.body.show_body(body_of(link), fresh)
        self.frame.setText(
            f"About the mass centre, axes of frame {self._document.selected + 1}; its entry xy is −∫ x y dm"
        )
        self._advise()

    def _advise(self, *_: object) -> None:
        finding = self._finding()
        self.advice.say(finding.severity, finding.text)
        robot, index = self._document.robot, self._document.selected
        found = None if examine(robot, index) else self._outgrown(self._document.robots())
        self.fit.setVisible(found is not None)
        self.fit.setText(found.offer if found is not None else "")

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
        changed = self._outgrown(chain([project.robot], self._document.robots()))
        if changed is not None:
            return Finding("warning", changed.words)
        moments = np.linalg.eigvalsh(inertia_matrix(body.inertia))
        texts = ", ".join(shown(max(moment, 0.0), digits=4) for moment in moments.tolist())
        return Finding("good", f"A possible body; principal moments {texts} kg m²")

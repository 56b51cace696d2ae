"""What can be done besides the menus' actions: each function yields the commands of one part of the window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtWidgets import QComboBox, QPushButton, QWidget

from denoc.files.examples import gallery
from denoc.files.projects.project import Project
from denoc.torques.torque_laws import follows_motion
from denoc_studio.panels.plots.panel import PlotPanel
from denoc_studio.panels.run.panel import RunPanel
from denoc_studio.plots.series import KINDS as PLOTS
from denoc_studio.project.law_kinds import LAWS
from denoc_studio.project.motion_kinds import KINDS as MOTIONS
from denoc_studio.project.run_edits import choose_law, set_kind, set_mode
from denoc_studio.session.document import Document
from denoc_studio.session.measured_log import MeasuredLog
from denoc_studio.widgets.actions import Command
from denoc_studio.window.files.file_manager import FileManager
from denoc_studio.window.later_dock import LaterDock

if TYPE_CHECKING:
    from denoc_studio.panels.studies.identify.panel import IdentifyPanel

Go = Callable[[], object]
AT_FIRST, WITH_LOG = ("Find an exciting motion", "Open another log"), ("Identify",)  # of an Identify panel that is new


def plots(panel: PlotPanel, document: Document, measured: bool, go: Go) -> Iterator[Command]:
    """The plots that a run of the project has, with a measured log or without."""
    for kind in PLOTS:
        if kind.fits(document.project, measured):
            yield Command("Plot", _name_of(kind.name, kind.title), _then(partial(panel.show_plot, kind.key), go))


def run_choices(panel: RunPanel, go: Go) -> Iterator[Command]:
    """Torque laws and motions, which bring the mode along that they need, and what else the Run panel lets choose."""
    for key, words in LAWS.items():
        choose = partial(panel.torque.attempt, partial(_driven_by, kind=key), f"Choose the torques: {words}")
        yield Command("Law", words, _then(choose, go))
    for key, words in MOTIONS.items():
        choose = partial(panel.motion.attempt, partial(_moved_by, kind=key), f"Choose the motion: {words}")
        yield Command("Motion", words, _then(choose, go))
    for box in panel.offered():
        if box not in (panel.torque.law, panel.motion.kind):
            for row in range(box.count()):
                yield Command(box.accessibleName(), box.itemText(row), _then(partial(_take, box, row), go))


def identification(dock: LaterDock, measured: MeasuredLog, go: Go) -> Iterator[Command]:
    """What the Identify panel has buttons for that can be pressed now; it is not made for that."""
    names = [*AT_FIRST, *(WITH_LOG if measured.current is not None else ())]
    if dock.is_made:
        names = [name for name, (_, button) in _buttons(dock).items() if button.isEnabled()]
    for name in names:
        yield Command("Identify", name, _then(partial(_press, dock, name), go))


def _buttons(dock: LaterDock) -> dict[str, tuple[QWidget, QPushButton]]:
    """Of the Identify panel, which may be made now: each with its page."""
    panel = cast("IdentifyPanel", dock.panel())
    motion, log = panel.motion, panel.log
    pages = {motion: (motion.find_button, motion.use), log: (log.other, log.run, log.second, log.put)}
    return {each.text().removesuffix("..."): (page, each) for page, buttons in pages.items() for each in buttons}


def _press(dock: LaterDock, name: str) -> None:
    page, button = _buttons(dock)[name]
    cast("IdentifyPanel", dock.panel()).show_page(page)
    button.click()


def examples_and_files(files: FileManager) -> Iterator[Command]:
    for example in gallery():
        name = _name_of(example.title, example.name)
        yield Command("Example", name, partial(files.open_example, example.name))
    for path in files.recent:
        yield Command("Recent file", f"{path.name} ({path.parent})", partial(files.open_path, path))


def _driven_by(project: Project, kind: str) -> Project:
    """A forward run under this law."""
    return choose_law(set_mode(project, "forward"), kind)


def _moved_by(project: Project, kind: str) -> Project:
    """This motion, in a forward run where its law follows one, else in an inverse one."""
    follows = project.run.mode == "forward" and follows_motion(project.run.torque)
    return set_kind(project if follows else set_mode(project, "inverse"), kind)


def _take(box: QComboBox, row: int) -> None:
    """As if the user had."""
    box.setCurrentIndex(row)
    box.activated.emit(row)


def _then(act: Go, go: Go) -> Go:
    def both() -> None:
        go()
        act()

    return both


def _name_of(name: str, title: str) -> str:
    return name if name.lower() == title else f"{name} ({title})"

"""Makes the pictures of the README and of docs/: the window, driven as a user would, under Xvfb where there is no
display. All of them, or those whose functions are named: `python tools/screenshots.py tutorial diagrams`."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from denoc import load, run_project
from denoc.arm.robot import Convention
from denoc.files.projects.motor_file import bundled_motors
from denoc.files.projects.tolerances import Tolerance
from denoc.studies.trust import CHECKING
from denoc.torques.actuators import Actuator
from denoc.torques.motors import Gear
from denoc_studio.lessons.shelf import bundled_lessons
from denoc_studio.lessons.step_nodes import Part
from denoc_studio.look.palettes import LIGHT
from denoc_studio.look.preferences import Preferences
from denoc_studio.paper.figures import figure
from denoc_studio.picture.image.warm_up import warm_up
from denoc_studio.plots.motion import motion_of
from denoc_studio.project import edits
from denoc_studio.project.sweep_entries import entries_of
from denoc_studio.session.session import Session
from denoc_studio.window.files.gallery import Gallery
from denoc_studio.window.help.dh_picture import dh_image
from denoc_studio.window.main_window import MainWindow
from denoc_studio.window.start import make_application

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
SIZE = (1440, 900)
PATIENCE = 60_000  # milliseconds


def main() -> None:
    if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
        xvfb = shutil.which("xvfb-run")
        if xvfb is None:
            sys.exit("no display, and no xvfb-run")
        os.execv(xvfb, [xvfb, "-a", "-s", "-screen 0 1600x1000x24", sys.executable, *sys.argv])
    FOLDER.mkdir(parents=True, exist_ok=True)
    make_application()
    chosen = [picture for picture in PICTURES if not sys.argv[1:] or picture.__name__ in sys.argv[1:]]
    for picture in chosen or sys.exit(f"the pictures are {', '.join(each.__name__ for each in PICTURES)}"):
        picture()


def free_fall() -> None:
    """The triple pendulum, just after its second link was made longer: the run before is a ghost."""
    window = open_window("planar-3r-free-fall", "light")
    document = window.session.document
    document.edit(edits.change_link(document.project, 1, a=0.3), "Set a of link 2")
    wait(lambda: document.results.ghost is not None and not window.session.runner.computing)
    two_plots(window)
    shoot(window, 2.1, "window.png")


def two_plots(window: MainWindow) -> None:
    window.plots.shown.set_count(2)
    for name in ("torques", "energy", "angles"):  # the one that was there gives way
        window.plots.show_plot(name)


def trust() -> None:
    """How far a run can be believed, and why no further."""
    window = open_window("planar-3r-free-fall", "light")
    two_plots(window)
    badge = window.status.trust
    shoot(window, 5.2, "trust.png", lambda: QTest.mouseClick(badge, Qt.MouseButton.LeftButton))


def causes() -> None:
    """What a torque is made of, in the dark theme."""
    window = open_window("puma560", "dark")
    window.session.document.select(1)
    window.plots.show_plot("causes")
    shoot(window, 0.9, "causes-dark.png")


def actuators() -> None:
    """Motors against what the motion asks of them."""
    window = open_window("puma560", "light")
    document, motors = window.session.document, bundled_motors()
    project = document.project
    for joint, (motor, ratio) in enumerate(((4, 60), (4, 100), (3, 60), (2, 60), (2, 60), (1, 60))):
        project = edits.set_actuator(project, joint, Actuator(motors[motor], Gear(ratio=float(ratio))))
    document.edit(project, "Choose motors")
    document.select(1)
    window.docks[3].show()
    shoot(window, 0.9, "actuators.png")


def inspector() -> None:
    """The inertia matrix of the Stanford arm, with its torques at the joints."""
    window = open_window("stanford-inverse", "dark", torques=True)
    window.session.document.select(1)
    window.docks[4].show()
    shoot(window, 4.0, "inspector-dark.png")


def lesson() -> None:
    """A card of the third lesson, and the wrench that a term of its equation stands for, on the arm."""
    window = open_window("planar-3r-inverse", "dark")
    window.places.choose("Lessons")
    chosen = bundled_lessons()[2]
    window.lessons.begin(chosen)
    window.lessons.show_card(1)
    player = window.lessons.player
    wait(lambda: player.current is not None and player.current.name == "gamma")
    QTest.qWait(600)

    def point() -> None:
        at = player.equation.place(Part(1, "gamma_next"))
        assert at is not None
        QTest.mouseMove(player.equation.viewport(), at.toPoint())
        wait(lambda: player.equation.current is not None)
        QTest.qWait(2000)  # until the arm has been painted anew, smooth edges and all

    shoot(window, chosen.time, "lesson-dark.png", point)


def reach() -> None:
    """What an arm can carry, and where."""
    window = open_window("ur5e", "light")
    window.places.choose("Reach")
    QTest.qWait(4000)
    shoot(window, 0.5, "reach.png")


def modes() -> None:
    """How the triple pendulum swings about its rest, and the poles of its fall."""
    window = open_window("planar-3r-free-fall", "light")
    window.places.choose("Modes")
    wait(lambda: window.modes.found is not None and judged(window))
    window.modes.table.selectRow(1)
    window.modes.over_run.click()
    wait(lambda: window.modes.poles.has_run)
    shoot(window, 1.2, "modes.png")


def chaos() -> None:
    """A thousand arms from almost the same start, as they part, and their bands behind the run's angles."""
    window = open_window("planar-3r-free-fall", "light", trace=False)
    window.chaos.cloud.start()
    wait(lambda: not window.chaos.cloud.work.busy)
    window.plots.show_plot("angles")
    shoot(window, 5.5, "chaos.png")


def tolerances() -> None:
    """What tolerances make of an arm's torques, and which of them causes most of it."""
    window = open_window("planar-3r-inverse", "light")
    document = window.session.document
    given = {"links[1].mass": 0.02, "links[2].mass": 0.03, "links[1].a": 0.004, "links[2].com[0]": 0.003}
    known = tuple(Tolerance(f"robot.{path}", spread) for path, spread in given.items())
    document.edit(replace(document.project, tolerances=known), "Give tolerances")
    window.places.choose("Tolerances")
    window.tolerances.start()
    wait(lambda: window.tolerances.found is not None)
    shoot(window, 4.0, "tolerances.png")


def sweep() -> None:
    """The largest torque of the first joint over a mass and a length."""
    window = open_window("puma560", "light")
    window.places.choose("Sweep")
    form, project = window.sweep.form, window.session.document.project
    entries = {entry.path: entry for entry in entries_of(project)}
    form.varied.add.click()
    ranges = {"robot.links[2].mass": (3.0, 8.0), "robot.links[1].a": (0.3, 0.6)}
    for row, (path, ends) in zip(form.varied.rows, ranges.items(), strict=True):
        row.show_entry(entries[path], project, degrees=True)
        row.low.set_value(ends[0])
        row.high.set_value(ends[1])
        row.steps.setValue(12)
    window.sweep.start()
    wait(lambda: not window.sweep.runner.busy)
    window.sweep.view.switch.buttons["Plot"].click()
    shoot(window, 0.9, "sweep.png")


def why() -> None:
    """Which edit has changed a peak torque by how much."""
    window = open_window("puma560", "light")
    document, comparison = window.session.document, window.plots.comparison
    document.select(1)
    document.results.pin()
    project = edits.change_link(document.project, 2, mass=6.5, a=0.05)
    project = edits.set_run(edits.change_robot(project, payload=(1.5, (0.0,) * 3, (0.0,) * 6)), duration=1.5)
    document.edit(project, "Change some numbers")
    wait(lambda: document.results.current is not None and not document.results.current.stale)

    def ask() -> None:
        dialog = comparison.open_why()
        dialog.move(window.mapToGlobal(window.rect().center()) - dialog.rect().center())
        wait(lambda: dialog.answer is not None and not dialog.beside.busy)

    window.plots.show_plot("torques")
    shoot(window, 0.7, "why.png", ask, whole=True)


def gallery() -> None:
    themes = open_window("scara", "light").session.themes
    dialog = Gallery(themes.current)
    dialog.show()
    wait(lambda: not any(dialog.list.item(k).icon().isNull() for k in range(dialog.list.count())))
    dialog.grab().save(str(FOLDER / "examples.png"))
    dialog.close()
    QApplication.closeAllWindows()


def tutorial() -> None:
    """The window of the first start, and a plot as it goes into a column of a paper."""
    window = open_window("planar-3r-free-fall", "light")
    shoot(window, 1.0, "tutorial-window.png")
    project = load("puma560")
    motion = motion_of(project, run_project(project))
    plot = figure(project, motion, "torques", size=(85 / 25.4, 60 / 25.4), title=False)
    (FOLDER / "tutorial-figure.png").write_bytes(plot.export("png", 200))
    print(FOLDER / "tutorial-figure.png")


def diagrams() -> None:
    """What the columns of both tables mean, as the help draws it."""
    names: dict[Convention, str] = {"standard": "dh-standard.png", "modified": "dh-modified.png"}
    for convention, name in names.items():
        dh_image(convention, LIGHT, 2.0).save(str(FOLDER / name))
        print(FOLDER / name)


PICTURES = (
    free_fall, trust, causes, actuators, inspector, lesson, reach, modes, chaos, tolerances, sweep, why, gallery,
    tutorial, diagrams,
)  # fmt: skip


def open_window(example: str, theme: str, **preferences: bool) -> MainWindow:
    settings = QSettings(str(Path(tempfile.mkdtemp()) / "settings.ini"), QSettings.Format.IniFormat)
    chosen = Preferences(settings)
    for name, value in {"theme": theme, "hint_seen": True, **preferences}.items():
        chosen[name] = value
    project = load(example)
    warm_up(project)
    window = MainWindow(Session(project, chosen))
    window.resize(*SIZE)
    window.show()
    window.session.run()
    wait(lambda: window.session.playback.complete and judged(window))
    return window


def shoot(
    window: MainWindow, time: float, name: str, last: Callable[[], None] = lambda: None, *, whole: bool = False
) -> None:
    """The window with its cursor at `time`, and after a `last` act; `whole`, with what stands before it."""
    window.session.playback.pause()
    window.session.playback.seek(time)
    wait(lambda: not window.session.runner.computing and judged(window))
    window.setFocus(Qt.FocusReason.OtherFocusReason)
    last()
    QTest.qWait(600)
    shown = window.screen().grabWindow(0 if whole else window.winId())
    (shown.copy(window.frameGeometry()) if whole else shown).save(str(FOLDER / name))
    window.session.document.undo_stack.setClean()
    window.close()
    print(FOLDER / name)


def judged(window: MainWindow) -> bool:
    """Is everything known about how far the run can be trusted?"""
    trust = window.status.trust.trust
    return trust is not None and all(figure.value != CHECKING for figure in trust.figures)


def wait(condition: Callable[[], bool]) -> None:
    for _ in range(PATIENCE // 20):
        if condition():
            return
        QTest.qWait(20)
    print("the window did not come to rest", file=sys.stderr)
    os._exit(1)  # threads are still at work


if __name__ == "__main__":
    main()

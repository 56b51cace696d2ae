"""The panels behind the tabs beside Plots: how each is made, with all that it needs of the window, once it is wanted.

What only such a panel needs is imported with it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from denoc_studio.widgets.guard import guarded

if TYPE_CHECKING:
    from denoc_studio.panels.lessons.panel import LessonsPanel
    from denoc_studio.panels.studies.actuators.panel import ActuatorPanel
    from denoc_studio.panels.studies.chaos.panel import ChaosPanel
    from denoc_studio.panels.studies.identify.panel import IdentifyPanel
    from denoc_studio.panels.studies.inspector_panel import InspectorPanel
    from denoc_studio.panels.studies.measured.panel import MeasuredPanel
    from denoc_studio.panels.studies.modes.panel import ModesPanel
    from denoc_studio.panels.studies.reach.panel import ReachPanel
    from denoc_studio.panels.studies.sweep.panel import SweepPanel
    from denoc_studio.panels.studies.tolerances.panel import TolerancesPanel
    from denoc_studio.window.main_window import MainWindow


STUDIES = "denoc_studio.panels.studies"
MODULES = (
    f"{STUDIES}.actuators.panel", f"{STUDIES}.inspector_panel", f"{STUDIES}.reach.panel", f"{STUDIES}.measured.panel",
    f"{STUDIES}.identify.panel", "denoc_studio.panels.lessons.panel", f"{STUDIES}.modes.panel",
    f"{STUDIES}.sweep.panel", f"{STUDIES}.chaos.panel", f"{STUDIES}.tolerances.panel",
    "denoc_studio.panels.exports.film_dialog", "denoc_studio.panels.exports.picture_dialog",
)  # fmt: skip
"""What they and the dialogs for pictures need, loaded before one is wanted: all of it takes half a second."""


def later_panels(window: MainWindow) -> dict[str, Callable[[], QWidget]]:
    """By their titles, in the order of the tabs."""
    session = window.session
    document, playback = session.document, session.playback
    preferences, themes = session.preferences, session.themes

    def actuators() -> ActuatorPanel:
        from denoc_studio.panels.studies.actuators.panel import ActuatorPanel

        return guarded(ActuatorPanel)(document, playback, preferences, themes)

    def inspector() -> InspectorPanel:
        from denoc_studio.panels.studies.inspector_panel import InspectorPanel

        return guarded(InspectorPanel)(document, playback, themes)

    def reach() -> ReachPanel:
        from denoc_studio.panels.studies.reach.panel import ReachPanel

        panel = guarded(ReachPanel)(document, playback, preferences, themes)
        panel.limits_wanted.connect(window.robot.joint.open_joints)
        return panel

    def measured() -> MeasuredPanel:
        from denoc_studio.panels.studies.measured.panel import MeasuredPanel

        panel = guarded(MeasuredPanel)(session)
        panel.wanted.connect(window.logs.open)
        return panel

    def identify() -> IdentifyPanel:
        from denoc_studio.panels.studies.identify.panel import IdentifyPanel

        return guarded(IdentifyPanel)(document, session.measured, preferences, themes, window.logs.ask)

    def lessons() -> LessonsPanel:
        from denoc_studio.panels.lessons.panel import LessonsPanel

        settings, open_example = preferences.settings, window.files.open_example
        panel = guarded(LessonsPanel)(document, playback, themes, settings, open_example)
        panel.roomy.connect(window.places.make_room)
        panel.file_wanted.connect(lambda path: window.open_lesson(path) if path else window.lesson_files.ask())
        panel.lit.connect(window.light)
        panel.pointed.connect(window.arm.point_at)
        panel.followed.connect(lambda link: window.show_theory(link.partition(":")[2]))
        return panel

    def modes() -> ModesPanel:
        from denoc_studio.panels.studies.modes.panel import ModesPanel

        panel = guarded(ModesPanel)(session)
        panel.posed.connect(window.arm.show_pose)
        return panel

    def sweep() -> SweepPanel:
        from denoc_studio.panels.studies.sweep.panel import SweepPanel

        panel = guarded(SweepPanel)(session)
        panel.message.connect(window.say)
        return panel

    def chaos() -> ChaosPanel:
        from denoc_studio.panels.studies.chaos.panel import ChaosPanel

        return guarded(ChaosPanel)(session)

    def tolerances() -> TolerancesPanel:
        from denoc_studio.panels.studies.tolerances.panel import TolerancesPanel

        panel = guarded(TolerancesPanel)(session)
        panel.message.connect(window.say)
        return panel

    return {
        "Actuators": actuators,
        "Inspector": inspector,
        "Reach": reach,
        "Measured": measured,
        "Identify": identify,
        "Lessons": lessons,
        "Modes": modes,
        "Sweep": sweep,
        "Chaos": chaos,
        "Tolerances": tolerances,
    }

"""What bearings and links bear: forces and moments of every joint, and across both ends of one link."""

from __future__ import annotations

from denoc.basics.errors import DynamicsError
from denoc.studies.loads import loads_of_run
from denoc_studio.plots.curves import TIME, Axis, Curve, Panel
from denoc_studio.plots.derived import BEARINGS
from denoc_studio.plots.motion import Motion

FORCE, MOMENT = "N", "N m"
CHECKED = 200  # samples at which bearing loads are held against the torques
LOADS = (
    ("axial", "force", FORCE),
    ("shear", "force", FORCE),
    ("bending", "moment", MOMENT),
    ("torsion", "moment", MOMENT),
)


def bearing_panels(motion: Motion, named: list[str]) -> list[Panel]:
    """Force across and along every joint's axis and the moment across it; joints go by these names."""
    found = motion.derived("bearings")
    t = motion.recording.t[: len(found)]
    panels = []
    for k, (name, unit) in enumerate(zip(BEARINGS, (FORCE, FORCE, MOMENT), strict=True)):
        axis = Axis(f"{name} {'force' if unit == FORCE else 'moment'}", unit)
        rows = ((i, joint) for i, joint in enumerate(named))
        curves = (Curve(joint, f"{name}{i + 1}", t, found[:, k, i], joint=i) for i, joint in rows)
        panels.append(Panel(TIME, axis, t, tuple(curves)))
    return panels


def link_panels(motion: Motion, link: int) -> list[Panel]:
    """Forces and moments across a link at its joint, and at its far end."""
    found = motion.derived("link", link)
    t = motion.recording.t[: len(found)]
    panels = []
    for word, unit in (("force", FORCE), ("moment", MOMENT)):
        curves = [
            Curve(f"{name}{end}", f"{name}{link + 1}_{side}", t, found[:, k, e], quantity=f"{name} {side}")
            for k, (name, kind, _) in enumerate(LOADS)
            if kind == word
            for e, (end, side) in enumerate((("", "near"), (", far", "far")))
        ]
        panels.append(Panel(TIME, Axis(f"link {link + 1}", unit), t, tuple(curves)))
    return panels


def check_words(motion: Motion) -> str:
    """How well the reactions along the joints are the torques of a run that is over; nothing before."""
    recording = motion.recording
    if len(recording.t) < 2 or getattr(recording, "status", "") == "running":
        return ""
    try:
        found = loads_of_run(motion.robot, recording, slice(None, None, max(1, len(recording.t) // CHECKED)))
    except DynamicsError:  # states at the end of what can be computed with
        return ""
    return f"along the joints: the torques less friction, rotor and stop, to {found.residual:.0e}"

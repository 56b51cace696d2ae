"""Project files: one versioned JSON document, `*.arm.json`. SI units and radians.

A joint limit that is absent or null is no limit, and so is one of the motors that is null.
"""

from __future__ import annotations

import json
import logging
import math
import re
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec

from denoc.arm.friction import NO_FRICTION
from denoc.arm.robot import CONVENTIONS, MAX_LINKS, EndRow, Link, Robot
from denoc.arm.visuals import KINDS as VISUALS
from denoc.basics.errors import DynamicsError, ProjectError, shorten
from denoc.files.disk.files import Saved, file_path, read_bytes, save_bytes
from denoc.files.disk.paths import is_file, real_path
from denoc.files.disk.versions import Version, digest
from denoc.files.projects.mesh_copies import copy_meshes, housed
from denoc.files.projects.plot_view import LAYOUTS, PLOT_NAMES, Layout, PlotName, View
from denoc.files.projects.project import Project, RunSettings
from denoc.files.projects.tolerances import MOST, Kind, Tolerance, check_tolerances, number_of
from denoc.files.projects.visual_data import VisualData, visual_data, visuals_of
from denoc.files.text.file_kinds import kind_of
from denoc.files.text.file_names import SUFFIX
from denoc.files.text.strict_json import BadJson, dump, parse
from denoc.functions.api import FORWARD, INVERSE
from denoc.motions.joint_trajectories import PROFILES
from denoc.motions.motion_data import KINDS, Motion
from denoc.runs.integrators import INTEGRATORS
from denoc.runs.problem.job import LIMITS, WRENCH
from denoc.torques.actuators import Actuators
from denoc.torques.torque_laws import LAWS

VERSION = 1
MAX_BYTES = 32 * 1024 * 1024  # more than any CSV file that is read makes of it
MAX_REASON = 200  # characters of a refusal: it may quote a text of any length

log = logging.getLogger("denoc")

Triple = tuple[float, float, float]
Row = tuple[float, float, float, float]
Matrix = tuple[Row, Row, Row, Row]


class LinkData(msgspec.Struct, forbid_unknown_fields=True):
    name: str = ""
    joint: Literal["R", "P"] = "R"
    a: float = 0.0
    b: float = 0.0
    alpha: float = 0.0
    theta: float = 0.0
    mass: float = 0.0
    com: Triple = (0.0, 0.0, 0.0)
    inertia: tuple[float, float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    viscous: float = 0.0
    coulomb: float = 0.0
    rotor_inertia: float = 0.0
    gear_ratio: float = 1.0
    lower: float | None = None
    upper: float | None = None
    # absent where there are none, so that files without them stay as they are
    max_torque: float | msgspec.UnsetType | None = msgspec.UNSET
    max_speed: float | msgspec.UnsetType | None = msgspec.UNSET
    joint_name: str | msgspec.UnsetType = msgspec.UNSET
    breakaway: float | msgspec.UnsetType | None = msgspec.UNSET
    stribeck_speed: float | msgspec.UnsetType = msgspec.UNSET
    viscous_negative: float | msgspec.UnsetType | None = msgspec.UNSET
    coulomb_negative: float | msgspec.UnsetType | None = msgspec.UNSET
    breakaway_negative: float | msgspec.UnsetType | None = msgspec.UNSET


class PayloadData(msgspec.Struct, forbid_unknown_fields=True):
    mass: float
    com: Triple
    inertia: tuple[float, float, float, float, float, float]


class EndRowData(msgspec.Struct, forbid_unknown_fields=True):
    a: float
    alpha: float
    rest: Matrix | None = None


class RobotData(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    links: list[LinkData]
    convention: Literal["standard", "modified"] = msgspec.field(default="standard")
    gravity: Triple = (0.0, 0.0, -9.81)
    payload: PayloadData | None = None
    base: Matrix | None = None
    tool: Matrix | None = None
    end_row: EndRowData | msgspec.UnsetType = msgspec.UNSET  # absent where a change of convention needs none


class InitialData(msgspec.Struct, forbid_unknown_fields=True):
    q: tuple[float, ...]
    qd: tuple[float, ...]


class ViewData(msgspec.Struct, forbid_unknown_fields=True):
    """How the arm is shown, and what is shown of its run."""

    visuals: list[VisualData] | msgspec.UnsetType = msgspec.UNSET  # absent where it is drawn from its table
    plots: tuple[PlotName, ...] | msgspec.UnsetType = msgspec.UNSET  # these too where nothing is chosen
    layout: Layout | msgspec.UnsetType = msgspec.UNSET
    hidden: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET


class ToleranceData(msgspec.Struct, forbid_unknown_fields=True):
    path: str
    spread: float
    kind: Kind = "uniform"


class ProjectData(msgspec.Struct, forbid_unknown_fields=True):
    version: int
    name: str
    robot: RobotData
    initial: InitialData
    description: str = ""
    source: str = ""
    run: RunSettings = msgspec.field(default_factory=RunSettings)
    actuators: Actuators | msgspec.UnsetType = msgspec.UNSET  # one a joint; absent where none is chosen
    view: ViewData = msgspec.field(default_factory=ViewData)
    tolerances: list[ToleranceData] | msgspec.UnsetType = msgspec.UNSET  # absent where there are none


def _other_json(document: object) -> str:
    """What JSON of something else holds, so that one may know it again."""
    if not isinstance(document, dict) or not document:
        return f"it is a JSON {'object' if isinstance(document, dict) else 'list or value'}, and "
    return f"it is JSON with {shorten([repr(key[:40]) for key in document])}, and "


def load_project(path: Path) -> Project:
    """Read a project; every refusal names the file, and the link and field where there is one."""
    return read_project(path)[0]


def read_project(path: Path) -> tuple[Project, Version]:
    """The same, with the version of the file that was read."""
    place = str(real_path(path))
    data = read_bytes(path, MAX_BYTES)
    return project_from_bytes(data, path), Version(place, digest(data))


def project_from_bytes(data: bytes, path: Path) -> Project:
    """The project of a file's bytes; refusals name `path`, and meshes are sought from its folder."""
    try:
        document = parse(data)
    except BadJson as error:
        kind = kind_of(data)
        if kind:
            raise ProjectError(path, f"is {kind}, not a project (*{SUFFIX})") from None
        link, field, reason = _placed(error.place, error.reason)
        raise ProjectError(path, reason, link=link, field=field) from None
    if not isinstance(document, dict) or "version" not in document:
        raise ProjectError(path, f"is not a project: {_other_json(document)}it has no 'version'", field="version")
    version = document["version"]
    if version != VERSION:
        reason = f"field 'version': this program reads version {VERSION}, not {json.dumps(version)[:40]}"
        raise ProjectError(path, reason, field="version", value=version)
    try:
        project = _read(document, path.parent)
    except msgspec.ValidationError as error:
        link, field, reason = _explain(str(error))
        raise ProjectError(path, reason, link=link, field=field) from None
    except DynamicsError as error:
        field = FILE_FIELDS.get(error.field or "", error.field)
        told = DynamicsError(error.reason, link=error.link, field=field, value=error.value)
        raise ProjectError(path, str(told), link=error.link, field=field, value=error.value) from None
    missing = sorted({visual.mesh.name for visual in project.visuals if visual.mesh and not is_file(visual.mesh)})
    if missing:
        log.warning("%s: meshes that are not there: %s", path, shorten(missing))
    return project


# What a link has where the file has nothing or null.
NONE = {
    "lower": -math.inf,
    "upper": math.inf,
    "max_torque": math.inf,
    "max_speed": math.inf,
    "joint_name": "",
    **{name: none for name, none in NO_FRICTION.items() if name not in ("viscous", "coulomb")},
}

# Where the file keeps what the program calls otherwise.
FILE_FIELDS = {
    "q0": "initial.q",
    "qd0": "initial.qd",
    "torque": "run.torque.values",
    **{name: f"robot.{name}" for name in ("links", "convention", "gravity", "base", "tool")},
    **{f"payload {name}": f"robot.payload.{name}" for name in PayloadData.__struct_fields__},
    **{f"end_row {name}": f"robot.end_row.{name}" for name in EndRowData.__struct_fields__},
    "motion": "run.motion",
    "visuals": "view.visuals",
    **{name: f"run.motion.{name}" for kind in get_args(Motion) for name in kind.__struct_fields__},
    **{name: f"run.{name}" for name in ("duration", "samples", "rtol", "atol", "step", "integrator", "method")},
    **{name: f"run.{name}" for name in ("torque_limit", "speed_limit", "tip_wrench")},
    **{f"tip_wrench, {name}": f"run.tip_wrench, {name}" for name in WRENCH},
    **{name: f"run.{name}" for name in ("limits", "limit_stiffness", "limit_damping")},
}
CHOICES = {
    "joint": "'R' or 'P'",
    "convention": ", ".join(CONVENTIONS),
    "mode": "'forward' or 'inverse'",
    "method": ", ".join(FORWARD),
    "inverse_method": ", ".join(INVERSE),
    "integrator": ", ".join(INTEGRATORS),
    "limits": ", ".join(LIMITS),
    "profile": ", ".join(PROFILES),
    "torque": "a law " + ", ".join(LAWS),
    "motion": "a kind " + ", ".join(KINDS),
    "kind": ", ".join(VISUALS),
    "plots": ", ".join(PLOT_NAMES),
    "layout": ", ".join(LAYOUTS),
}


def _explain(message: str) -> tuple[int | None, str | None, str]:
    """(link, field, reason) of a validation error, in the words of the other refusals."""
    reason, found, place = message.replace("`", "'").rpartition(" - at '$")
    if not found:
        reason, place = place, ""
    reason = reason if len(reason) <= MAX_REASON else reason[: MAX_REASON - 3] + "..."
    place = place.rstrip("'").lstrip(".")
    field = place.rsplit(".", 1)[-1].partition("[")[0]
    choice = ", ".join(get_args(Kind)) if place.startswith("tolerances[") else CHOICES.get(field)
    if choice and "Invalid" in reason:
        reason += f", possible: {choice}"
    return _placed(place, reason)


def _placed(place: str, reason: str) -> tuple[int | None, str | None, str]:
    """(link, field, reason in words) of something wrong at `robot.links[1].mass` or another place; '' is none."""
    if not place:
        return None, None, reason
    link = re.fullmatch(r"robot\.links\[(\d+)\]\.?(.*)", place)
    if link:
        number, field = int(link[1]) + 1, link[2] or "links"
        return number, field, f"link {number}, field '{field}': {reason}"
    return None, place, f"field '{place}': {reason}"


def save_project(project: Project, path: Path | str, *, expected: Version | None = None, keep: bool = False) -> Saved:
    """Write the project, all of it or nothing; the file that was there stays as its backup, see `files.BACKUP`.

    Meshes that do not lie below its folder are copied into one beside it before. `expected` and `keep` are for those
    who share the file with others, see `save_bytes`; without them whatever is there becomes the backup, and is gone
    with the save after this one.
    """
    target = file_path(path)
    visuals, copies = housed(project.visuals, target, SUFFIX)
    data = project_bytes(replace(project, visuals=visuals), target)
    copy_meshes(copies)
    return save_bytes(target, data, backup=True, expected=expected, keep=keep)


def project_bytes(project: Project, path: Path) -> bytes:
    """The project as it is written to `path`, which has been read back; its meshes lie below that folder."""
    folder = path.parent
    plain = msgspec.convert(msgspec.to_builtins(_data(project, folder)), ProjectData)  # a duration of 1 is 1.0 now
    document = msgspec.to_builtins(plain)
    for part, name in ((document["run"], "tip_wrench"), (document["run"]["torque"], "model")):
        if part.get(name, ...) is None:
            del part[name]  # absent where there is none, so that older files stay as they are
    if not document["run"]["pushes"]:
        del document["run"]["pushes"]
    _replace_limits(document, math.inf, None)
    data = dump(document)
    if len(data) > MAX_BYTES:
        reason = f"would be larger than {MAX_BYTES / 1024 / 1024:g} MB and could not be opened again; nothing was saved"
        raise ProjectError(path, reason)
    read = _read(parse(data), folder)
    if read != project or read.view != project.view:
        raise ProjectError(path, "the project does not survive being written; nothing was saved")
    return data


def _read(document: Any, folder: Path) -> Project:
    _replace_limits(document, None, math.inf)
    return _project(msgspec.convert(document, ProjectData), folder)


def _replace_limits(document: Any, before: float | None, after: float | None) -> None:
    """A motor without a limit: infinite in the program, null in the file, which has no infinite numbers."""
    run = document.get("run")
    for name in ("torque_limit", "speed_limit"):
        values = run.get(name) if isinstance(run, dict) else None
        if isinstance(values, list | tuple):
            run[name] = [after if value == before else value for value in values]


def _project(data: ProjectData, folder: Path) -> Project:
    if len(data.robot.links) > MAX_LINKS:  # before each of them is checked
        reason = f"a robot has 1 to {MAX_LINKS} links"
        raise DynamicsError(reason, field="links", value=len(data.robot.links))
    links = []
    for number, item in enumerate(data.robot.links, 1):
        values = msgspec.structs.asdict(item)
        for name, none in NONE.items():
            if values[name] in (None, msgspec.UNSET):
                values[name] = none
        try:
            links.append(Link(**values))
        except DynamicsError as error:
            raise error.in_link(number) from None
    payload, row = data.robot.payload, data.robot.end_row
    robot = Robot(
        data.robot.name,
        tuple(links),
        convention=data.robot.convention,
        gravity=data.robot.gravity,
        payload=None if payload is None else (payload.mass, payload.com, payload.inertia),  # type: ignore[arg-type]
        base=data.robot.base,
        tool=data.robot.tool,
        end_row=EndRow(row.a, row.alpha, row.rest) if row else None,
    )
    about = (data.description, data.source)
    visuals = visuals_of(data.view.visuals or (), folder)
    shown = {name: getattr(data.view, name) or () for name in ("plots", "hidden")}
    view = View(**shown, layout=data.view.layout or "")
    state = (data.initial.q, data.initial.qd)
    project = Project(data.name, robot, *state, data.run, *about, data.actuators or (), visuals, view)
    return replace(project, tolerances=_tolerances(data.tolerances, project)) if data.tolerances else project


def _tolerances(data: list[ToleranceData], project: Project) -> tuple[Tolerance, ...]:
    """Each of a number that the project has, and no two of one."""
    found = []
    for place, item in enumerate(data[: MOST + 1]):
        try:
            tolerance = Tolerance(item.path, item.spread, item.kind)
        except DynamicsError as error:
            raise DynamicsError(error.reason, field=f"tolerances[{place}].{error.field}", value=error.value) from None
        number_of(project, tolerance, f"tolerances[{place}].path")
        found.append(tolerance)
    return check_tolerances(found)


def _data(project: Project, folder: Path) -> ProjectData:
    robot = project.robot
    return ProjectData(
        version=VERSION,
        name=project.name,
        robot=RobotData(
            name=robot.name,
            links=[LinkData(**_link_values(link)) for link in robot.links],
            convention=robot.convention,
            gravity=robot.gravity,
            payload=None if robot.payload is None else PayloadData(*robot.payload),
            base=robot.base,  # type: ignore[arg-type]
            tool=robot.tool,  # type: ignore[arg-type]
            end_row=EndRowData(*robot.end_row) if robot.end_row else msgspec.UNSET,  # type: ignore[arg-type]
        ),
        initial=InitialData(q=project.q0, qd=project.qd0),
        description=project.description,
        source=project.source,
        run=project.run,
        actuators=project.actuators or msgspec.UNSET,
        view=ViewData(
            visual_data(project.visuals, folder) or msgspec.UNSET,
            *(getattr(project.view, name) or msgspec.UNSET for name in ("plots", "layout", "hidden")),
        ),
        tolerances=[ToleranceData(each.path, each.spread, each.kind) for each in project.tolerances] or msgspec.UNSET,
    )


def _link_values(link: Link) -> dict[str, Any]:
    values = {name: getattr(link, name) for name in LinkData.__struct_fields__}
    for name, none in NONE.items():
        if values[name] in (none, math.inf, -math.inf):
            values[name] = None if name in ("lower", "upper") else msgspec.UNSET
    return values

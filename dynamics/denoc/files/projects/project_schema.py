"""The JSON Schema of project files, for editors and for other programs: `python -m denoc.files.projects.project_schema`
prints it, and `denoc_resources/project.schema.json` is what it prints.

Types, defaults and choices come from the structs that the reader fills, bounds from the constants that it checks. What
a schema cannot say, such as one number a joint or times that rise, the reader alone checks: whatever the schema refuses
the reader refuses, and not the other way round.
"""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from denoc.arm.friction import SLOWEST_STRIBECK
from denoc.arm.robot import LARGEST_ANGLE, MAX_LINKS
from denoc.arm.visuals import MOST as MOST_VISUALS
from denoc.basics.checks import LARGEST, MAX_NAME
from denoc.files.projects.plot_view import LONGEST, MOST_HIDDEN, MOST_PLOTS
from denoc.files.projects.project import MAX_TEXT
from denoc.files.projects.project_file import VERSION, ProjectData
from denoc.files.projects.schema_words import WORDS
from denoc.files.projects.tolerances import MOST as MOST_TOLERANCES
from denoc.files.projects.visual_data import MAX_PATH
from denoc.files.text.strict_json import dump
from denoc.motions import motion_checks
from denoc.motions.joint_trajectories import RAMPS
from denoc.runs.problem.job import MAX_SAMPLES, RANGES
from denoc.torques import pushes, torque_laws
from denoc.torques.formula_parser import MAX_CHARACTERS
from denoc.torques.motors import MAX_POINTS

Schema = dict[str, Any]

ANY = {"minimum": -LARGEST, "maximum": LARGEST}
ANGLE = {"minimum": -LARGEST_ANGLE, "maximum": LARGEST_ANGLE}
NOT_NEGATIVE = {"minimum": 0, "maximum": LARGEST}
POSITIVE = {"exclusiveMinimum": 0, "maximum": LARGEST}
NAME = {"maxLength": MAX_NAME}
TEXT = {"maxLength": MAX_TEXT}
UNIT = {"minimum": 0, "maximum": 1}
TIMES = {"minimum": 0, "maximum": 1e9, "minItems": 2, "maxItems": motion_checks.MAX_ROWS}

# Of the numbers or texts in a field, and of how many it has. Numbers that are not named are within LARGEST.
BOUNDS: dict[str, Schema] = {
    "Project.version": {"const": VERSION},
    "Project.name": NAME,
    "Project.description": TEXT,
    "Project.source": TEXT,
    "Robot.name": NAME,
    "Robot.links": {"minItems": 1, "maxItems": MAX_LINKS},
    "Link.name": NAME,
    "Link.joint_name": NAME,
    **dict.fromkeys(("Link.alpha", "Link.theta"), ANGLE),
    **{f"Link.{name}": NOT_NEGATIVE for name in ("mass", "viscous", "coulomb", "rotor_inertia", "breakaway")},
    **{f"Link.{name}_negative": NOT_NEGATIVE for name in ("viscous", "coulomb", "breakaway")},
    "Link.stribeck_speed": {"anyOf": [{"const": 0}, {"minimum": SLOWEST_STRIBECK}], "maximum": LARGEST},
    **{f"Link.{name}": POSITIVE for name in ("max_torque", "max_speed")},
    "Payload.mass": NOT_NEGATIVE,
    "RunSettings.samples": {"minimum": 2, "maximum": MAX_SAMPLES},
    **{f"RunSettings.{name}": dict(zip(ANY, RANGES[name], strict=True)) for name in ("duration", "rtol", "atol")},
    **{f"RunSettings.{name}": POSITIVE for name in ("step", "limit_stiffness", "speed_limit")},
    **{f"RunSettings.{name}": NOT_NEGATIVE for name in ("limit_damping", "torque_limit")},
    "RunSettings.pushes": {"maxItems": pushes.MAX_PUSHES},
    **{f"PdTorque.{name}": NOT_NEGATIVE for name in ("kp", "kd", "ki")},
    **{f"ComputedTorque.{name}": NOT_NEGATIVE for name in ("kp", "kd")},
    **{f"ControllerModel.{name}": NOT_NEGATIVE for name in ("masses", "payload")},
    "TableTorque.times": {**ANY, "minItems": 1, "maxItems": torque_laws.MAX_ROWS},
    "TableTorque.values": {**ANY, "minItems": 1, "maxItems": torque_laws.MAX_ROWS},
    "ExpressionTorque.expressions": {"maxLength": MAX_CHARACTERS},
    "JointMotion.ramp": dict(zip(ANY, RAMPS, strict=True)),
    "ViaMotion.times": TIMES,
    "SampledMotion.times": TIMES,
    "PoseMotion.poses": {"minItems": 1, "maxItems": motion_checks.MAX_POSES},
    "PoseMotion.shares": POSITIVE,
    "ArcMotion.angle": {"minimum": -1e3, "maximum": 1e3},
    **{f"{kind}Motion.task": UNIT for kind in ("Line", "Arc", "Pose")},
    **{f"{kind}Motion.pull": {"minimum": 0, "maximum": 1e3} for kind in ("Line", "Arc", "Pose")},
    "Push.link": {"minimum": 1, "maximum": MAX_LINKS},
    "Push.stiffness": POSITIVE,
    "Push.damping": NOT_NEGATIVE,
    "Push.t": {**NOT_NEGATIVE, "minItems": 2, "maxItems": pushes.MAX_ROWS},
    "Push.target": {**ANY, "minItems": 2, "maxItems": pushes.MAX_ROWS},
    "Motor.name": {"minLength": 1, **NAME},
    **{f"Motor.{name}": POSITIVE for name in ("continuous_torque", "peak_torque", "no_load_speed")},
    **{f"Motor.{name}": NOT_NEGATIVE for name in ("rotor_inertia", "knee_speed")},
    "Motor.curve": {**NOT_NEGATIVE, "maxItems": MAX_POINTS},
    "Gear.ratio": POSITIVE,
    "Gear.efficiency": {"exclusiveMinimum": 0, "maximum": 1},
    "Project.tolerances": {"maxItems": MOST_TOLERANCES},
    "Tolerance.path": {"minLength": 1, **NAME},
    "Tolerance.spread": POSITIVE,
    "View.plots": {"maxItems": MOST_PLOTS, "uniqueItems": True},
    "View.hidden": {"maxItems": MOST_HIDDEN, "minLength": 1, "maxLength": LONGEST},
    "View.visuals": {"maxItems": MOST_VISUALS},
    "Visual.link": {"minimum": 0, "maximum": MAX_LINKS},
    "Visual.colour": UNIT,
    "Visual.mesh": {"minLength": 1, "maxLength": MAX_PATH},
}
OF_ITEMS = ("minItems", "maxItems", "uniqueItems")


def project_schema() -> Schema:
    """The schema of a project file as a JSON document, draft 2020-12; its `$defs` are the objects of a file."""
    made = msgspec.json.schema(ProjectData)
    objects = {_plain(name): _object(_plain(name), about) for name, about in made["$defs"].items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:denoc-studio:project:{VERSION}",
        "title": "DeNOC Studio project",
        "description": "SI units and radians; n is the number of joints.",
        "$ref": "#/$defs/Project",
        "$defs": objects,
    }


def _plain(name: str) -> str:
    return name.rpartition("/")[2].removesuffix("Data")


def _object(name: str, about: Schema) -> Schema:
    words = WORDS[name]
    fields = {field: _field(f"{name}.{field}", value, words) for field, value in about["properties"].items()}
    return {
        "title": name,
        "description": words[""],
        "type": "object",
        "properties": fields,
        "required": about["required"],
        "additionalProperties": False,
    }


def _field(name: str, about: Schema, words: dict[str, str]) -> Schema:
    field = name.rpartition(".")[2]
    schema = _simple({key: value for key, value in about.items() if key != "default"})
    bounds = BOUNDS.get(name, {})
    inner = {key: value for key, value in bounds.items() if key not in OF_ITEMS}
    schema = _bounded(schema, inner)
    if field in ("torque_limit", "speed_limit"):  # the program has infinite numbers where the file has null
        array = next(choice for choice in schema["anyOf"] if choice["type"] == "array")
        array["items"] = {"anyOf": [array["items"], {"type": "null"}]}
    outer = {key: bounds[key] for key in OF_ITEMS if key in bounds}
    if outer:
        next(each for each in schema.get("anyOf", [schema]) if each.get("type") == "array").update(outer)
    said = {"description": words[field]} if field in words else {}
    default = {"default": about["default"]} if "default" in about else {}
    return {**said, **schema, **default}


def _simple(schema: Any) -> Any:
    """With our names, items of one kind written once, and without what only OpenAPI knows."""
    if isinstance(schema, list):
        return [_simple(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: _simple(value) for key, value in schema.items() if key not in ("discriminator", "title")}
    if "$ref" in found:
        found["$ref"] = f"#/$defs/{_plain(found['$ref'])}"
    first = found.get("prefixItems", [None])[0]
    if first is not None and all(each == first for each in found["prefixItems"]):
        del found["prefixItems"]
        found["items"] = first
    return found


def _bounded(schema: Schema, bounds: Schema) -> Schema:
    """The schema with bounds on the numbers, or lengths of the texts, that are in it."""
    if schema.get("type") in ("number", "integer"):
        bounds = bounds or ANY
        return bounds if "const" in bounds else {**schema, **bounds}
    if schema.get("type") == "string":
        return {**schema, **bounds}
    found = dict(schema)
    if isinstance(found.get("items"), dict):
        found["items"] = _bounded(found["items"], bounds)
    if "anyOf" in found:
        found["anyOf"] = [_bounded(each, bounds) for each in found["anyOf"]]
    return found


if __name__ == "__main__":
    sys.stdout.buffer.write(dump(project_schema()))

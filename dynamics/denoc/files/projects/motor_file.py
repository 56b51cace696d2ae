"""Catalogues of motors: one versioned JSON document, the bundled one and the user's own. SI units."""

from __future__ import annotations

import functools
from importlib import resources
from pathlib import Path

import msgspec

from denoc.basics.errors import DynamicsError, ProjectError
from denoc.files.disk.files import file_path, read_bytes
from denoc.files.text.strict_json import BadJson, parse
from denoc.torques.motors import Motor, check_motor

VERSION = 1
MAX_BYTES = 1024 * 1024
MAX_MOTORS = 1000
BUNDLED = "motors.json"


class Catalogue(msgspec.Struct, forbid_unknown_fields=True):
    version: int
    motors: list[Motor]
    note: str = ""


@functools.cache
def bundled_motors() -> tuple[Motor, ...]:
    """Generic classes of motors that come with the program, small to large: a tuple of `Motor` (N m, rad/s, kg m^2).

    >>> motors = dn.bundled_motors()
    >>> motors[0].peak_torque < motors[-1].peak_torque
    True
    """
    with resources.as_file(resources.files("denoc_resources") / BUNDLED) as path:
        return load_motors(path)


def load_motors(path: Path | str) -> tuple[Motor, ...]:
    """The motors of a catalogue file, a JSON document like the bundled one: a tuple of `Motor` (N m, rad/s, kg m^2).

    ProjectError names the file, the motor and the field that cannot be used.
    """
    path = file_path(path)
    try:
        document = parse(read_bytes(path, MAX_BYTES))
        if not isinstance(document, dict) or document.get("version") != VERSION:
            raise ProjectError(path, f"is not a catalogue of motors of version {VERSION}", field="version")
        catalogue = msgspec.convert(document, Catalogue)
    except (BadJson, msgspec.ValidationError) as error:
        raise ProjectError(path, str(error)) from None
    if not 1 <= len(catalogue.motors) <= MAX_MOTORS:
        reason = f"a catalogue has 1 to {MAX_MOTORS} motors, not {len(catalogue.motors)}"
        raise ProjectError(path, reason, field="motors")
    names: set[str] = set()
    for number, motor in enumerate(catalogue.motors, 1):
        try:
            check_motor(motor)
        except DynamicsError as error:
            raise ProjectError(path, f"motor {number}: {error}", field=error.field, value=error.value) from None
        if motor.name in names:
            raise ProjectError(path, f"motor {number}: the name {motor.name!r} is there twice", field="name")
        names.add(motor.name)
    return tuple(catalogue.motors)

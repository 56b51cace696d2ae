"""A motor that tests choose."""

from __future__ import annotations

from denoc.files.projects.motor_file import bundled_motors
from denoc.torques.actuators import Actuator
from denoc.torques.motors import Gear

SERVO = Actuator(bundled_motors()[4], Gear(80.0, 0.9))

"""What the figures were measured on."""

from __future__ import annotations

import datetime
import os
import platform
from importlib.metadata import PackageNotFoundError, version

import denoc

PACKAGES = ("numpy", "scipy", "llvmlite", "numba")


def processor() -> str:
    """The CPU's name."""
    try:
        with open("/proc/cpuinfo") as file:
            return next(line.split(":", 1)[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def installed(package: str) -> str | None:
    """The version of a package, None where it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def load() -> str:
    """How busy the machine is already: whatever else runs makes the figures worse."""
    average = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    return f"load {average} on {os.cpu_count()} cores"


def describe() -> list[str]:
    """Date, machine and versions, a line each."""
    versions = [f"{name} {installed(name) or 'not installed'}" for name in PACKAGES]
    return [
        f"{datetime.datetime.now().astimezone():%Y-%m-%d %H:%M %Z}, {load()} at the start",
        f"{processor()}, {platform.system()} {platform.release()}; our kernels: {denoc.kernels.description()}",
        ", ".join([f"Python {platform.python_version()}", *versions]),
    ]

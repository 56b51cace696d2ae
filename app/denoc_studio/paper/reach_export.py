"""A map of the reach into files: what it is made of, and its order, which a process of its own can carry out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from denoc.arm.robot import Robot
from denoc.files.disk.files import save_bytes
from denoc.studies.reach import ReachMap
from denoc_studio.plots.reach.quantities import numbers, unit_of

if TYPE_CHECKING:
    from denoc_studio.paper.figures import Plot

INCH = 25.4  # mm


@dataclass(frozen=True)
class MapSource:
    """A map as the screen shows it; `name` is the project's, `quantity` a key of `QUANTITIES`, `tip` (3,) in m."""

    name: str
    robot: Robot
    found: ReachMap
    quantity: str
    tip: tuple[float, ...] | None = None


@dataclass(frozen=True)
class MapOrder:
    """Which files of a reach map are wanted, in which formats, and how large."""

    formats: tuple[str, ...]
    width: float  # mm
    height: float
    dpi: int
    folder: Path
    name: str
    title: bool = True

    def files(self, source: MapSource) -> list[Path]:
        return [self.folder / f"{self.name}.{suffix}" for suffix in self.formats]

    def write(self, source: MapSource, tell: Callable[[str], None]) -> list[Path]:
        """Write every file; those before one that cannot be written stay."""
        paths = self.files(source)
        plot = None
        for path, suffix in zip(paths, self.formats, strict=True):
            tell(path.name)
            if suffix == "csv":
                save_bytes(path, csv_text(source).encode())
                continue
            plot = plot or self._plot(source)
            save_bytes(path, plot.export(suffix, self.dpi))
        return paths

    def picture(self, source: MapSource, most: tuple[int, int]) -> bytes:
        """As PNG, at most so many pixels wide and high."""
        dpi = INCH * min(most[0] / self.width, most[1] / self.height)
        return self._plot(source).export("png", dpi)

    def _plot(self, source: MapSource) -> Plot:
        from denoc_studio.paper.reach_figure import reach_figure  # matplotlib takes more than a second to import

        return reach_figure(source, (self.width / INCH, self.height / INCH), title=self.title)


def csv_text(source: MapSource) -> str:
    """One line a cell that is reached: its middle, the value, the joint that limits (from 1, 0 for none), and the
    pose, in SI units and radians; nan where the arm cannot hold itself. Numbers read back exactly."""
    found, robot = source.found, source.robot
    x, y = ((edges[:-1] + edges[1:]) / 2 for edges in (found.x_edges, found.y_edges))
    name, unit = _column(source)
    joints = [f"q{k} [{'rad' if link.revolute else 'm'}]" for k, link in enumerate(robot.links, 1)]
    heads = [*(f"{axis} [m]" for axis in found.axes), f"{name} [{unit}]" if unit else name, "joint", *joints]
    lines = [",".join(heads)]
    values = numbers("payload" if source.quantity == "joint" else source.quantity, found)
    for row, column in np.argwhere(found.reached):
        cell = (float(x[column]), float(y[row]), float(values[row, column]), int(found.joints[row, column]) + 1)
        lines.append(",".join(map(repr, (*cell, *found.states[row, column].tolist()))))
    return "\n".join(lines) + "\n"


def _column(source: MapSource) -> tuple[str, str]:
    """Name and unit of the values, as every program can read them."""
    if source.quantity in ("payload", "joint"):
        return "payload", "kg"
    return source.quantity, unit_of(source.quantity, source.found).replace("²", "^2").replace("³", "^3")

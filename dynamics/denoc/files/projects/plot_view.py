"""What a project wants to be shown of its run: plots, where they stand, and curves that are not drawn."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from denoc.basics.errors import DynamicsError
from denoc.basics.plain_data import check_data

PlotName = Literal[
    "angles",
    "rates",
    "accelerations",
    "torques",
    "causes",
    "bearings",
    "link",
    "push",
    "residual",
    "error",
    "power",
    "energy",
    "drift",
    "tip",
    "path",
    "phase",
]
PLOT_NAMES: tuple[PlotName, ...] = get_args(PlotName)
Layout = Literal["", "below", "beside", "only"]
LAYOUTS: tuple[Layout, ...] = get_args(Layout)[1:]
MOST_PLOTS, MOST_HIDDEN, LONGEST = 4, 1000, 200


class View(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A prepared view of a project: what the window shows when it is opened. It changes nothing that is computed.

    `plots` are up to four of `PLOT_NAMES`, the first in front; () for those that the user had. `layout` is where they
    stand: "below" the arm, "beside" it, or "only" they; "" for where they were. `hidden` are names of curves that are
    not drawn: "joint 2", "kinetic", "tip x".

    >>> dn.View(plots=("angles", "torques"), hidden=("joint 3",)).layout
    ''
    """

    plots: tuple[PlotName, ...] = ()
    layout: Layout = ""
    hidden: tuple[str, ...] = ()


def check_view(view: View) -> View:
    """The same, of plain tuples; DynamicsError names the field and the value."""
    view = check_data(view, View, "view")
    if len(view.plots) > MOST_PLOTS or len(set(view.plots)) < len(view.plots):
        raise DynamicsError(f"up to {MOST_PLOTS} different plots are possible", field="view.plots", value=view.plots)
    if len(view.hidden) > MOST_HIDDEN:
        raise DynamicsError(f"up to {MOST_HIDDEN} curves are possible", field="view.hidden", value=len(view.hidden))
    for name in view.hidden:
        if not 0 < len(name) <= LONGEST:
            raise DynamicsError(f"a name has 1 to {LONGEST} characters", field="view.hidden", value=name)
    return view

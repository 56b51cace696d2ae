"""Can a window be opened here? Qt ends the process where it cannot, so this is asked before Qt is started."""

from __future__ import annotations

import ctypes
import os
import sys
from importlib.util import find_spec

INSTALL = "sudo apt-get install libegl1 libgl1 libxkbcommon-x11-0 libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1"


def obstacle() -> str:
    """Why no window can be opened, in words; empty where one can."""
    if find_spec("PySide6") is None:
        return "PySide6 is not installed"
    if os.environ.get("QT_QPA_PLATFORM"):
        return ""
    if not sys.platform.startswith("linux"):
        return ""
    if os.environ.get("WAYLAND_DISPLAY"):
        return ""
    if not os.environ.get("DISPLAY"):
        return "there is no display"
    return _x11_obstacle()


def _x11_obstacle() -> str:
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
        ctypes.CDLL("libxcb-cursor.so.0")
        ctypes.CDLL("libEGL.so.1")
    except OSError as error:
        return f"a system library is missing ({str(error).split(':')[0]}; on Debian and Ubuntu: {INSTALL})"
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    refused = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return f"the display {os.environ['DISPLAY']} does not answer" if refused else ""

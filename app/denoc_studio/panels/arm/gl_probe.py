"""Whether there is OpenGL, asked before a widget depends on it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

from PySide6.QtGui import QGuiApplication, QOffscreenSurface, QOpenGLContext, QSurfaceFormat

WITHOUT_GL = ("offscreen", "minimal", "vnc", "linuxfb")
GL_RENDERER = 0x1F01
DEVICES = ("dri/*", "nvidia*", "dxg", "mali*", "kgsl-3d0", "pvr*")  # of Linux, for whatever card draws
SOFTWARE = ("llvmpipe", "softpipe", "swrast", "swiftshader", "software", "gdi generic")


class OpenGL(NamedTuple):
    """`problem` is empty where it works."""

    problem: str
    renderer: str = ""

    @property
    def software(self) -> bool:
        return any(name in self.renderer.lower() for name in SOFTWARE)


def only_software(devices: Path = Path("/dev")) -> bool:
    """Whether OpenGL, where the platform has it, can be nothing but software, for want of a card.

    To ask Mesa itself loads the compiler that it draws with: 50 MB that a window with the painter never uses.
    """
    if sys.platform != "linux" or QGuiApplication.platformName() in WITHOUT_GL:
        return False
    return not any(any(devices.glob(pattern)) for pattern in DEVICES)


def probe() -> OpenGL:
    """Makes a context, asks who draws, and lets it go; by Qt alone, since PyOpenGL takes its time to be loaded."""
    platform = QGuiApplication.platformName()
    if platform in WITHOUT_GL:
        return OpenGL(f"the {platform} platform has no OpenGL")
    surface = QOffscreenSurface()
    surface.setFormat(surface_format(0))
    surface.create()
    context = QOpenGLContext()
    context.setFormat(surface_format(0))
    if not context.create() or not context.makeCurrent(surface):
        return OpenGL("no OpenGL context can be made")
    try:
        version = context.format().version()
        if version < (2, 1):
            return OpenGL(f"OpenGL {version[0]}.{version[1]} is too old")
        return OpenGL("", str(context.functions().glGetString(GL_RENDERER) or ""))
    except Exception as error:
        return OpenGL(f"OpenGL does not answer: {error}")
    finally:
        context.doneCurrent()


def surface_format(samples: int) -> QSurfaceFormat:
    """What the arm view needs; `samples` for smooth edges."""
    wanted = QSurfaceFormat()
    wanted.setVersion(2, 1)
    wanted.setDepthBufferSize(24)
    wanted.setSamples(samples)
    return wanted

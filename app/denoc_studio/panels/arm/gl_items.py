"""Items of the OpenGL canvas: lit solids, lines, and the background."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from OpenGL import GL
from pyqtgraph.opengl.GLGraphicsItem import GLGraphicsItem
from PySide6.QtOpenGL import QOpenGLBuffer, QOpenGLShader, QOpenGLShaderProgram

from denoc_studio.look.colours import components
from denoc_studio.picture.arm.picture import Lines, Solid
from denoc_studio.picture.image.light import shader_sources

PLAIN_VERTEX = """
attribute vec3 a_position;
attribute vec4 a_color;
uniform mat4 u_mvp;
varying vec4 v_color;
void main() {
    v_color = a_color;
    gl_Position = u_mvp * vec4(a_position, 1.0);
}
"""
PLAIN_FRAGMENT = """
varying vec4 v_color;
void main() {
    gl_FragColor = v_color;
}
"""


class BufferedItem(GLGraphicsItem):
    """Vertices in one buffer, faces in another; both go to the graphics card when they have changed."""

    layout: tuple[tuple[str, int], ...] = (("a_position", 3), ("a_color", 4))  # attributes and how many floats each has

    def __init__(self) -> None:
        super().__init__()
        self._vertices = np.empty((0, sum(size for _, size in self.layout)), dtype=np.float32)
        self._faces = np.empty(0, dtype=np.uint32)
        self._changed = True

    def sources(self) -> tuple[str, str]:
        return PLAIN_VERTEX, PLAIN_FRAGMENT

    def put(self, vertices: np.ndarray, faces: np.ndarray | None = None) -> None:
        self._vertices = np.ascontiguousarray(vertices, dtype=np.float32)
        if faces is not None:
            self._faces = np.ascontiguousarray(faces, dtype=np.uint32).reshape(-1)
        self._changed = True

    def initializeGL(self) -> None:
        """In each new context."""
        program = QOpenGLShaderProgram()
        vertex, fragment = self.sources()
        kind = QOpenGLShader.ShaderTypeBit
        made = program.addShaderFromSourceCode(kind.Vertex, vertex)
        made = made and program.addShaderFromSourceCode(kind.Fragment, fragment) and program.link()
        if not made:
            raise RuntimeError(f"the shader is refused: {program.log().strip()}")
        self._program = program
        self._vertex_buffer = QOpenGLBuffer(QOpenGLBuffer.Type.VertexBuffer)
        self._face_buffer = QOpenGLBuffer(QOpenGLBuffer.Type.IndexBuffer)
        if not self._vertex_buffer.create() or not self._face_buffer.create():
            raise RuntimeError("no buffer can be made")
        self._changed = True

    def paint(self) -> None:
        if not len(self._vertices):
            return
        self._upload()
        self._vertex_buffer.bind()
        self._program.bind()
        number = self._program.programId()
        self._set_uniforms(number)
        used, start = [], 0
        for name, size in self.layout:
            place = GL.glGetAttribLocation(number, name)
            GL.glEnableVertexAttribArray(place)
            stride = 4 * self._vertices.shape[1]
            GL.glVertexAttribPointer(place, size, GL.GL_FLOAT, False, stride, ctypes.c_void_p(4 * start))
            used.append(place)
            start += size
        self.draw()
        for place in used:
            GL.glDisableVertexAttribArray(place)
        self._program.release()
        self._vertex_buffer.release()

    def draw(self) -> None:
        raise NotImplementedError

    def draw_faces(self) -> None:
        self._face_buffer.bind()
        GL.glDrawElements(GL.GL_TRIANGLES, len(self._faces), GL.GL_UNSIGNED_INT, None)
        self._face_buffer.release()

    def matrices(self) -> dict[str, Any]:
        return {"u_mvp": self.mvpMatrix()}

    def _set_uniforms(self, program: int) -> None:
        for name, matrix in self.matrices().items():
            values = np.array(matrix.data(), dtype=np.float32)
            setter = GL.glUniformMatrix4fv if len(values) == 16 else GL.glUniformMatrix3fv
            setter(GL.glGetUniformLocation(program, name), 1, False, values)

    def _upload(self) -> None:
        if not self._changed:
            return
        self._changed = False
        for buffer, array in ((self._vertex_buffer, self._vertices), (self._face_buffer, self._faces)):
            buffer.bind()
            buffer.allocate(array.tobytes(), array.nbytes)
            buffer.release()


class SolidItem(BufferedItem):
    """Lit triangles; those that are `over` are not hidden by anything before."""

    layout = (("a_position", 3), ("a_normal", 3), ("a_color", 4))

    def __init__(self, translucent: bool, over: bool = False) -> None:
        super().__init__()
        self._translucent, self._over = translucent, over

    def sources(self) -> tuple[str, str]:
        return shader_sources()

    def show_solid(self, solid: Solid, centre: np.ndarray) -> None:
        """`centre` is what the view's matrix counts from: far from the origin single precision is not enough."""
        mesh = solid.mesh
        self.put(np.concatenate([mesh.vertices - centre, mesh.normals, solid.colours], axis=1), mesh.faces)

    def matrices(self) -> dict[str, Any]:
        return {**super().matrices(), "u_normal": self.modelViewMatrix().normalMatrix()}

    def draw(self) -> None:
        GL.glEnable(GL.GL_DEPTH_TEST)
        GL.glDepthMask(True)
        if self._over:
            GL.glClear(GL.GL_DEPTH_BUFFER_BIT)
        GL.glEnable(GL.GL_CULL_FACE)
        if self._translucent:
            _blend()
        else:
            GL.glDisable(GL.GL_BLEND)
        self.draw_faces()
        GL.glDisable(GL.GL_CULL_FACE)


class LinesItem(BufferedItem):
    """Line segments amid the solids."""

    def __init__(self) -> None:
        super().__init__()
        self._width = 1.0

    def show_lines(self, lines: Lines | None, centre: np.ndarray, ratio: float) -> None:
        """`ratio` is how many of the screen's pixels make one of the view's."""
        if lines is None:
            self.put(np.empty((0, 7)))
            return
        self._width = lines.width * ratio
        self.put(np.concatenate([lines.points - centre, lines.colours], axis=2).reshape(-1, 7))

    def draw(self) -> None:
        GL.glEnable(GL.GL_DEPTH_TEST)
        GL.glDepthMask(False)
        _blend()
        GL.glEnable(GL.GL_LINE_SMOOTH)
        low, high = GL.glGetFloatv(GL.GL_ALIASED_LINE_WIDTH_RANGE)
        GL.glLineWidth(min(max(self._width, low), high))
        GL.glDrawArrays(GL.GL_LINES, 0, len(self._vertices))
        GL.glDisable(GL.GL_LINE_SMOOTH)
        GL.glDepthMask(True)


class Background(BufferedItem):
    """A gradient from top to bottom over the whole view."""

    def show_colours(self, top: str, bottom: str) -> None:
        rows = [(-1, -1, bottom), (1, -1, bottom), (1, 1, top), (-1, 1, top)]
        vertices = [(x, y, 0.0, *components(colour), 1.0) for x, y, colour in rows]
        self.put(np.array(vertices), np.array([[0, 1, 2], [0, 2, 3]]))

    def matrices(self) -> dict[str, Any]:
        return {"u_mvp": type(self.mvpMatrix())()}

    def draw(self) -> None:
        GL.glDisable(GL.GL_DEPTH_TEST)
        GL.glDisable(GL.GL_BLEND)
        GL.glDisable(GL.GL_CULL_FACE)
        self.draw_faces()


def _blend() -> None:
    GL.glEnable(GL.GL_BLEND)
    GL.glBlendFuncSeparate(GL.GL_SRC_ALPHA, GL.GL_ONE_MINUS_SRC_ALPHA, GL.GL_ONE, GL.GL_ONE_MINUS_SRC_ALPHA)

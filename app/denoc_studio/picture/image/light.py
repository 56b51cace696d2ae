"""The light on the solids: a bright sky, a key and a fill light that travel with the camera, and a highlight."""

from __future__ import annotations

import numpy as np

SKY, GROUND = 0.60, 0.34
KEY, KEY_SHARE = np.array([-0.38, 0.62, 0.69]), 0.56
FILL, FILL_SHARE = np.array([0.82, 0.05, 0.57]), 0.20
SHINE, SHARPNESS = 0.28, 36.0


def shaded(normals: np.ndarray, colours: np.ndarray, view: np.ndarray) -> np.ndarray:
    """Colours (v, 3) as they are lit, from normals in world axes and the camera's view matrix."""
    n = normals @ view[:3, :3].T
    sky = GROUND + (SKY - GROUND) * (0.5 + 0.5 * n[:, 1])
    diffuse = sky + KEY_SHARE * np.maximum(n @ unit(KEY), 0.0) + FILL_SHARE * np.maximum(n @ unit(FILL), 0.0)
    highlight = SHINE * np.maximum(n @ halfway(), 0.0) ** SHARPNESS
    return np.clip(colours[:, :3] * diffuse[:, None] + highlight[:, None], 0.0, 1.0)


def unit(vector: np.ndarray) -> np.ndarray:
    return vector / np.linalg.norm(vector)


def halfway() -> np.ndarray:
    """Between the key light and the eye: where a mirror would show the light."""
    return unit(unit(KEY) + np.array([0.0, 0.0, 1.0]))


def shader_sources() -> tuple[str, str]:
    """The same light in GLSL, vertex and fragment shader."""
    numbers = {
        "sky": SKY,
        "ground": GROUND,
        "key": _vector(unit(KEY)),
        "key_share": KEY_SHARE,
        "fill": _vector(unit(FILL)),
        "fill_share": FILL_SHARE,
        "shine": SHINE,
        "sharpness": SHARPNESS,
        "halfway": _vector(halfway()),
    }
    return VERTEX, FRAGMENT % numbers


def _vector(values: np.ndarray) -> str:
    return "vec3({:.6f}, {:.6f}, {:.6f})".format(*values)


VERTEX = """
attribute vec3 a_position;
attribute vec3 a_normal;
attribute vec4 a_color;
uniform mat4 u_mvp;
uniform mat3 u_normal;
varying vec3 v_normal;
varying vec4 v_color;
void main() {
    v_normal = u_normal * a_normal;
    v_color = a_color;
    gl_Position = u_mvp * vec4(a_position, 1.0);
}
"""

FRAGMENT = """
varying vec3 v_normal;
varying vec4 v_color;
void main() {
    vec3 n = normalize(v_normal);
    float sky = mix(float(%(ground)s), float(%(sky)s), 0.5 + 0.5 * n.y);
    float diffuse = sky + float(%(key_share)s) * max(dot(n, %(key)s), 0.0)
                        + float(%(fill_share)s) * max(dot(n, %(fill)s), 0.0);
    float highlight = float(%(shine)s) * pow(max(dot(n, %(halfway)s), 0.0), float(%(sharpness)s));
    gl_FragColor = vec4(clamp(v_color.rgb * diffuse + highlight, 0.0, 1.0), v_color.a);
}
"""

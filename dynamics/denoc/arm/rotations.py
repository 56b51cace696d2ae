"""Rotation vectors (axis times angle) and rotation matrices, for any number of them at once."""

from __future__ import annotations

import numpy as np


def rotation_vector(rotation: np.ndarray) -> np.ndarray:
    """Axis times angle, (..., 3), of rotations (..., 3, 3) by any angle up to pi."""
    skew = np.stack(
        [
            rotation[..., 2, 1] - rotation[..., 1, 2],
            rotation[..., 0, 2] - rotation[..., 2, 0],
            rotation[..., 1, 0] - rotation[..., 0, 1],
        ],
        axis=-1,
    )
    sine = np.sqrt((skew * skew).sum(axis=-1)) / 2
    cosine = (rotation[..., 0, 0] + rotation[..., 1, 1] + rotation[..., 2, 2] - 1) / 2
    angle = np.arctan2(sine, cosine)
    small = sine <= 1e-7
    vector = skew * np.where(small, 0.5, angle / np.where(small, 1.0, 2 * sine))[..., None]
    wide = cosine < 0
    if wide.any():
        vector[wide] = angle[wide][..., None] * _wide_axis(rotation[wide], cosine[wide], skew[wide])
    return vector


def _wide_axis(rotation: np.ndarray, cosine: np.ndarray, skew: np.ndarray) -> np.ndarray:
    """The axis of turns by more than a quarter, (..., 3): the skew part loses its digits towards a half turn.

    The symmetric part is cosine I + (1 - cosine) axis axis^T; the skew part tells the sign.
    """
    columns = (rotation + np.swapaxes(rotation, -1, -2)) / 2 - cosine[..., None, None] * np.eye(3)
    largest = np.argmax((columns**2).sum(axis=-2), axis=-1)
    axis = np.take_along_axis(columns, largest[..., None, None], axis=-1)[..., 0]
    axis = axis * np.where((skew * axis).sum(axis=-1, keepdims=True) < 0, -1.0, 1.0)
    return axis / np.sqrt((axis**2).sum(axis=-1, keepdims=True))


def rotation_matrix(vector: np.ndarray) -> np.ndarray:
    """The rotation about the vector (..., 3) by its length in radians, (..., 3, 3): Rodrigues' formula."""
    angle = np.sqrt((vector * vector).sum(axis=-1))
    axis = vector / np.where(angle == 0, 1.0, angle)[..., None]
    cross = cross_matrix(axis)
    sine, versine = np.sin(angle)[..., None, None], 2 * np.sin(angle / 2)[..., None, None] ** 2
    return np.eye(3) + sine * cross + versine * (cross @ cross)


def vector_rate(vector: np.ndarray) -> np.ndarray:
    """M (..., 3, 3): M omega is the rate of the rotation vector (..., 3) of a body that turns at omega, world axes.

    Up to angles of pi; Bullo & Murray 1995, the inverse of the exponential map's differential. With -vector, omega is
    in the body's axes.
    """
    square = (vector * vector).sum(axis=-1)
    half = np.sqrt(square) / 2
    small = half < 1e-2
    safe = np.where(small, 1.0, half)
    factor = np.where(small, 1 / 12 + square / 720, (1 - safe / np.tan(safe)) / (4 * safe * safe))
    cross = cross_matrix(vector)
    return np.eye(3) - cross / 2 + factor[..., None, None] * (cross @ cross)


def cross_matrix(vector: np.ndarray) -> np.ndarray:
    """M (..., 3, 3): M x is the cross product of the vector (..., 3) and x."""
    x, y, z = np.moveaxis(vector, -1, 0)
    zero = np.zeros_like(x)
    return np.stack([zero, -z, y, z, zero, -x, -y, x, zero], axis=-1).reshape(*vector.shape, 3)

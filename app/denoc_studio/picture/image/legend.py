"""What lies flat on an image of the arm: joint numbers, the world's axes, gravity, the grid's step, captions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from denoc_studio.look.colours import AXIS_COLOURS, readable_on
from denoc_studio.picture.arm.camera import Camera
from denoc_studio.picture.arm.picture import ColourKey, Picture, PictureColours
from denoc_studio.picture.image.pens import Pen, font

MARGIN = 14.0  # pixels of the usual size, as everything here
AXIS_LENGTH, GRAVITY_LENGTH = 26.0, 34.0
LETTERS, CAPTION = 11.0, 15.0
TAG_OFFSET = (12.0, -14.0)
KEY_WIDTH, KEY_HEIGHT, LINE = 132.0, 7.0, 15.0  # of a scale of colours, and of a line of text
TAG = 17.0  # high, and at least as wide


def draw_legend(pen: Pen, picture: Picture, camera: Camera, scale: float) -> None:
    _tags(pen, picture, camera, scale)
    width, height = pen.image.size
    x, y = (MARGIN + AXIS_LENGTH + 8) * scale, height - (MARGIN + AXIS_LENGTH + 8) * scale
    _axes(pen, camera, (x, y), scale, picture.look.text)
    if picture.caption:
        place = (x + (AXIS_LENGTH + 14) * scale, height - (MARGIN + 9) * scale)
        pen.text(place, picture.caption, LETTERS * scale, picture.look.muted)
    if picture.key is not None:
        _key(pen, picture.key, picture.look.muted, (width - MARGIN * scale, height - MARGIN * scale), scale)
    if picture.gravity is not None:
        away = (MARGIN + GRAVITY_LENGTH) * scale
        _gravity(pen, picture, camera, (width - away, away), scale)


def _key(pen: Pen, key: ColourKey, muted: str, corner: tuple[float, float], scale: float) -> None:
    """A scale of colours in the corner below right: its title above it, and its ends below."""
    right, bottom = corner[0], corner[1] - LINE * scale
    left, top, step = right - KEY_WIDTH * scale, bottom - KEY_HEIGHT * scale, KEY_WIDTH * scale / len(key.colours)
    for k, colour in enumerate(key.colours):
        x = left + k * step
        pen.polygon([(x, top), (x + step, top), (x + step, bottom), (x, bottom)], colour)
    pen.text((left, top - LINE * scale / 2), key.title, LETTERS * scale, muted)
    pen.text((left, bottom + LINE * scale / 2), key.ends[0], LETTERS * scale, muted)
    pen.text((right, bottom + LINE * scale / 2), key.ends[1], LETTERS * scale, muted, anchor="rm")


def draw_words(pen: Pen, words: Sequence[str], look: PictureColours, scale: float) -> None:
    """Lines in the upper left corner, as long as there is room."""
    size = CAPTION * scale
    room = pen.image.size[0] - (2 * MARGIN + 2 * GRAVITY_LENGTH) * scale
    for k, line in enumerate(words):
        bold = k == 0
        place = (MARGIN * scale, MARGIN * scale + 1.45 * k * size)
        pen.text(place, fitted(line, size, room, bold), size, look.text, anchor="la", bold=bold)


def fitted(text: str, size: float, room: float, bold: bool = False) -> str:
    """The text, shortened to so many pixels."""
    if font(size, bold).getlength(text) <= room:
        return text
    while text and font(size, bold).getlength(f"{text}...") > room:
        text = text[:-1]
    return f"{text.rstrip()}..."


def _tags(pen: Pen, picture: Picture, camera: Camera, scale: float) -> None:
    if not picture.labels:
        return
    width, height = pen.image.size
    places = camera.project(np.array([label.point for label in picture.labels]), width, height)
    size = LETTERS * scale
    for (x, y, depth), label in zip(places.tolist(), picture.labels, strict=True):
        if depth <= 0 or not (0 < x < width and 0 < y < height):
            continue
        half = max(font(size).getlength(label.text) + 9 * scale, TAG * scale) / 2
        x = min(max(x + TAG_OFFSET[0] * scale, half + 1), width - half - 1)
        y = max(y + TAG_OFFSET[1] * scale, TAG * scale / 2 + 1)
        pen.pill((x - half, y - TAG * scale / 2, x + half, y + TAG * scale / 2), label.colour)
        pen.text((x, y), label.text, size, readable_on(label.colour), anchor="mm")


def _axes(pen: Pen, camera: Camera, origin: tuple[float, float], scale: float, text: str) -> None:
    """The world's axes as the camera sees them, the nearest drawn last."""
    right, up, towards = camera.axes
    for k in np.argsort(towards):
        step = np.array([right[k], -up[k]]) * AXIS_LENGTH * scale
        x, y = (np.array(origin) + step).tolist()
        pen.line(origin, (x, y), 2.0 * scale, AXIS_COLOURS["xyz"[k]])
        x, y = (np.array(origin) + step * 1.32).tolist()
        pen.text((x, y), "xyz"[k], LETTERS * scale, text, anchor="mm")


def _gravity(pen: Pen, picture: Picture, camera: Camera, middle: tuple[float, float], scale: float) -> None:
    assert picture.gravity is not None
    colour = picture.look.text
    direction = camera.axes @ (picture.gravity / np.linalg.norm(picture.gravity))
    step = np.array([direction[0], -direction[1]]) * GRAVITY_LENGTH * scale / 2
    length = float(np.hypot(*step))
    centre = np.array(middle)
    if length > 6 * scale:
        along = step / length * scale
        across = np.array([-along[1], along[0]])
        end = centre + step
        pen.line(tuple((centre - step).tolist()), tuple((end - 7 * along).tolist()), 2.0 * scale, colour)
        head = [end, end - 9 * along + 4 * across, end - 9 * along - 4 * across]
        pen.polygon([tuple(point.tolist()) for point in head], colour)
    else:  # along the view: the point or the feathers of an arrow
        pen.disc(middle, 7.0 * scale, colour, hole=5.0 * scale)
        if direction[2] > 0:
            pen.disc(middle, 1.5 * scale, colour)
        else:
            for sign in (1, -1):
                arm = np.array([4.0, 4.0 * sign]) * scale
                pen.line(tuple((centre - arm).tolist()), tuple((centre + arm).tolist()), 2.0 * scale, colour)
    pen.text((middle[0] + 14 * scale, middle[1]), "g", LETTERS * scale, colour, anchor="mm")

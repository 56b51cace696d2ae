"""Pictures of the arm as images, without Qt or OpenGL: for files, films and paper."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PIL import Image

from denoc_studio.picture.arm.camera import Camera
from denoc_studio.picture.arm.picture import Lines, Picture
from denoc_studio.picture.image.legend import draw_legend, draw_words
from denoc_studio.picture.image.lit_solids import Layer, layer
from denoc_studio.picture.image.pens import Pen, rgb
from denoc_studio.picture.image.strokes import Strokes

SAMPLING = 2  # pixels of the solids, each way, for one of the image
LINE_SAMPLING = 4
SLACK = 1e-3  # of the depth: a line on a solid is not hidden by it
USUAL = (640, 480)  # the size at which lines and letters have the sizes that the window gives them


class ImagePainter:
    """Images of one size, seen by one camera; what stays the same between pictures is drawn once.

    `compiled` draws faster where `raster.is_prepared`, and rounds differently: for the screen.
    """

    def __init__(self, camera: Camera, width: int, height: int, legend: bool = True, *, compiled: bool = False) -> None:
        self._camera = camera
        self.width, self.height = width, height
        self.scale = max(min(width / USUAL[0], height / USUAL[1]), 0.4)
        self._legend = legend
        self._compiled = compiled
        self._backdrop: tuple[object, object, np.ndarray] | None = None
        self._strokes = Strokes(camera, width, height, LINE_SAMPLING, self.scale)

    def image(self, picture: Picture, words: Sequence[str] = ()) -> Image.Image:
        """RGB; `words` are lines in the upper left corner, the first one in bold."""
        pixels = self.backdrop(picture).copy()
        if picture.cloud is not None:
            image = Image.fromarray(pixels)
            _draw(image, self._strokes, picture.cloud, None)
            pixels = np.array(image)
        width, height = SAMPLING * self.width, SAMPLING * self.height
        solids = layer(picture, self._camera, width, height, compiled=self._compiled)
        _put(pixels, solids)
        image = Image.fromarray(pixels)
        if picture.lines is not None:
            _draw(image, self._strokes, picture.lines, solids)
        pen = Pen(image)
        if self._legend:
            draw_legend(pen, picture, self._camera, self.scale)
        draw_words(pen, words, picture.look, self.scale)
        return image

    def backdrop(self, picture: Picture) -> np.ndarray:
        """Background and grid, (h, w, 3) in bytes."""
        kept = self._backdrop
        if kept is None or kept[0] != picture.look or kept[1] is not picture.under:
            kept = (picture.look, picture.under, self._new_backdrop(picture))
            self._backdrop = kept
        return kept[2]

    def _new_backdrop(self, picture: Picture) -> np.ndarray:
        share = ((np.arange(self.height) + 0.5) / self.height)[:, None]
        top, bottom = (np.array(rgb(colour)) for colour in (picture.look.top, picture.look.bottom))
        rows = np.round(top + share * (bottom - top)).astype(np.uint8)
        image = Image.fromarray(np.ascontiguousarray(np.broadcast_to(rows[:, None], (self.height, self.width, 3))))
        if picture.under is not None:
            _draw(image, self._strokes, picture.under, None)
        return np.asarray(image)


def _put(pixels: np.ndarray, solids: Layer) -> None:
    """The solids over the pixels."""
    height, width = (size // SAMPLING for size in solids.nearness.shape)
    if not height or not width:
        return
    fine = solids.pixels.reshape(height, SAMPLING, width, SAMPLING, 4)
    parts = [fine[:, i, :, j] for i in range(SAMPLING) for j in range(SAMPLING)]
    colours = np.add.reduce(parts, dtype=np.float32) / SAMPLING**2
    top, left = solids.top // SAMPLING, solids.left // SAMPLING
    under = pixels[top : top + height, left : left + width]
    under[:] = (colours[..., :3] + (1 - colours[..., 3:] / 255) * under + 0.5).astype(np.uint8)


def _draw(image: Image.Image, strokes: Strokes, lines: Lines, solids: Layer | None) -> None:
    """Lines, where the solids do not hide them."""
    fine = np.array([SAMPLING, SAMPLING, 1])
    visible = None if solids is None else lambda points: solids.visible(points * fine, SLACK)
    for colour, mask in strokes.masks(lines, visible):
        red, green, blue = (round(255 * part) for part in colour.tolist())
        image.paste((red, green, blue), (0, 0), mask)

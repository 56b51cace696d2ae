"""Small films, and their pictures as numbers."""

from __future__ import annotations

import numpy as np
from PIL import Image

from denoc_studio.picture.film.frames import FilmLook

SMALL = FilmLook(160, 120)


def pixels(image: Image.Image) -> np.ndarray:
    return np.asarray(image.convert("RGB")).astype(int)

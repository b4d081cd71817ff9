"""Writes src/test/resources/image-narrow: JPEG images with halved colours, WIDTH-SUBSAMPLING.jpg, that are so narrow that
libjpeg repeats these colours, or just wide enough that it smooths them; and beside each what Pillow makes of it. Run it in
the module's directory."""

import pathlib

import numpy as np
from PIL import Image

HEIGHT = 26
OUT = pathlib.Path("src/test/resources/image-narrow")
OUT.mkdir(parents=True, exist_ok=True)
for width, subsampling in ((1, 420), (4, 420), (5, 420), (2, 422), (4, 422), (6, 422)):
    x, y = np.meshgrid(np.arange(width), np.arange(HEIGHT))
    red, blue = 127 + 100 * np.sin(y / 3 + x), 127 + 100 * np.cos(y / 2 - x)
    path = OUT / f"{width}-{subsampling}.jpg"
    image = Image.fromarray(np.stack([red, 0 * red + 127, blue], axis=2).astype("u1"))
    image.save(path, quality=95, subsampling={420: 2, 422: 1}[subsampling])
    path.with_suffix(".rgb").write_bytes(Image.open(path).convert("RGB").tobytes())

"""Random images in the modes and formats that Pillow writes: python images.py SEED CASES DIRECTORY

Writes DIRECTORY/cases.jsonl: how each was made, its file, the size that it is resized to, and the file with what Pillow makes of it.
"""

import json
import pathlib
import random
import sys

import numpy as np
from PIL import Image

seed, cases, directory = int(sys.argv[1]), int(sys.argv[2]), pathlib.Path(sys.argv[3])
MODES = {"L": 1, "LA": 2, "RGB": 3, "RGBA": 4, "CMYK": 4, "P": 3, "1": 1}
FORMATS = {
    "png": ["L", "LA", "RGB", "RGBA", "P", "1"],
    "bmp": ["L", "RGB", "P", "1"],
    "gif": ["L", "P"],
    "tif": ["L", "RGB", "CMYK"],
    "jpg": ["L", "RGB", "CMYK"],
}


def pixels(rng, height, width, channels):
    y, x = np.mgrid[0:height, 0:width]
    waves = [127 + 100 * np.sin(x / rng.uniform(2, 30) + rng.random() * 6) * np.cos(y / rng.uniform(2, 30)) for _ in range(channels)]
    noise = rng.choice([0, 0, 10, 25])
    random_ = np.random.default_rng(rng.randrange(2**32))
    return np.clip(np.stack(waves, axis=2) + random_.integers(-noise, noise + 1, (height, width, channels)), 0, 255).astype("u1")


def image(rng, mode, height, width):
    found = pixels(rng, height, width, MODES[mode])
    if mode == "P":
        return Image.fromarray(found).quantize(rng.choice([4, 16, 64, 256]))
    if mode == "1":
        return Image.fromarray(found[:, :, 0]).convert("1")
    return Image.fromarray(found[:, :, 0] if MODES[mode] == 1 else found, mode)


with open(directory / "cases.jsonl", "w") as out:
    for index in range(cases):
        rng = random.Random(seed * 1_000_003 + index)
        suffix = rng.choice(list(FORMATS))
        mode = rng.choice(FORMATS[suffix])
        # Small ones often: decoders treat edges, and images of few pixels, in ways of their own.
        height, width = (rng.randrange(1, rng.choice([7, 21, 120])) for _ in range(2))
        options = {}
        if suffix == "jpg":
            options = {"quality": rng.choice([60, 80, 95]), "progressive": rng.random() < 0.3, "optimize": rng.random() < 0.3}
            if mode == "RGB":
                options["subsampling"] = rng.choice([0, 1, 2])
        if suffix == "tif":
            options = {"compression": rng.choice([None, "tiff_lzw", "tiff_deflate", "packbits"])}
        path = directory / ("%d.%s" % (index, suffix))
        image(rng, mode, height, width).save(path, **options)
        to = (height, width) if rng.random() < 0.5 else (rng.randrange(1, 80), rng.randrange(1, 80))
        read = Image.open(path).convert("RGB")
        made = read if to == (height, width) else read.resize((to[1], to[0]), Image.Resampling.BILINEAR)
        expected = directory / ("%d.rgb" % index)
        expected.write_bytes(made.tobytes())
        setup = "case %d: %s %s %d x %d to %d x %d %s" % (index, suffix, mode, height, width, to[0], to[1], options)
        out.write(json.dumps({"setup": setup, "path": str(path), "height": to[0], "width": to[1], "expected": str(expected), "lossy": suffix == "jpg"}) + "\n")

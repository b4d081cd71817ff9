"""Writes the images that ImagesTest reads, and what Pillow makes of them: python images.py DIRECTORY"""
import math
import pathlib
import sys

from PIL import Image

out = pathlib.Path(sys.argv[1])
for label, (width, height), suffix in (("wave", (97, 61), "jpg"), ("grid", (40, 50), "png")):
    image = Image.new("RGB", (width, height))
    for x in range(width):
        for y in range(height):
            wave = int(127 + 120 * math.sin(x / 7) * math.cos(y / 5))
            image.putpixel((x, y), (wave, (x * 5 + y) % 256 if label == "grid" else wave // 2, 255 - wave))
    folder = out / label
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / ("image." + suffix)
    image.save(path, quality=92)
    small = Image.open(path).convert("RGB").resize((32, 24), Image.Resampling.BILINEAR)
    (out.parent / "images-expected" / (label + ".rgb")).parent.mkdir(exist_ok=True)
    (out.parent / "images-expected" / (label + ".rgb")).write_bytes(small.tobytes())

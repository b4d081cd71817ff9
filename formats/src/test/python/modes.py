"""Writes src/test/resources/image-modes: images in modes that are stored in other ways than as red, green and blue, and
beside each what Pillow makes of it. Run it in the module's directory."""

import pathlib
import struct
import zlib

import numpy as np
from PIL import Image

HEIGHT, WIDTH = 24, 32
OUT = pathlib.Path("src/test/resources/image-modes")
x, y = np.meshgrid(np.arange(WIDTH), np.arange(HEIGHT))
ramp = ((x * 7 + y * 3) % 256).astype("u1")
wide = (x * 2003 + y * 1009).astype("u2")
alpha = ((x * 5 + y * 11) % 256).astype("u1")
rgb = np.stack([ramp, 255 - ramp, alpha], axis=2)


def png(name, bits, kind, samples, palette=b""):
    """A PNG of any mode: Pillow writes only some."""

    def chunk(tag, data):
        return struct.pack(">I", len(data)) + tag + data + struct.pack(">I", zlib.crc32(tag + data))

    rows = b"".join(b"\0" + row for row in samples)
    (OUT / name).write_bytes(
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", WIDTH, HEIGHT, bits, kind, 0, 0, 0))
        + (chunk(b"PLTE", palette) if palette else b"")
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


def big(array):
    return [row.astype(">u2").tobytes() for row in array]


OUT.mkdir(parents=True, exist_ok=True)
gray = Image.fromarray(ramp)
colours = Image.fromarray(rgb)
translucent = Image.fromarray(np.dstack([rgb, alpha]))
cmyk = Image.fromarray(np.dstack([rgb, alpha // 2]), "CMYK")
gray.save(OUT / "gray.png")
gray.save(OUT / "gray.bmp")
gray.save(OUT / "gray.gif")
gray.save(OUT / "gray.tif")
gray.save(OUT / "gray.jpg", quality=95)
gray.save(OUT / "gray-progressive.jpg", quality=95, progressive=True)
gray.convert("1").save(OUT / "bits.png")
gray.convert("1").save(OUT / "bits.bmp")
Image.fromarray(np.dstack([ramp, alpha]), "LA").save(OUT / "gray-alpha.png")
png("gray-2.png", 2, 0, [bytes((row[i] >> 6) << 6 | (row[i + 1] >> 6) << 4 | (row[i + 2] >> 6) << 2 | row[i + 3] >> 6 for i in range(0, WIDTH, 4)) for row in ramp.tolist()])
png("gray-4.png", 4, 0, [bytes((row[i] >> 4) << 4 | row[i + 1] >> 4 for i in range(0, WIDTH, 2)) for row in ramp.tolist()])
png("rgb-16.png", 16, 2, big(np.stack([wide, 65535 - wide, wide // 2], axis=2)))
png("rgba-16.png", 16, 6, big(np.stack([wide, 65535 - wide, wide // 2, wide], axis=2)))
png("gray-alpha-16.png", 16, 4, big(np.stack([wide, 65535 - wide], axis=2)))
png("gray-16.png", 16, 0, big(wide))
colours.quantize(64).save(OUT / "palette.png")
colours.quantize(64).save(OUT / "palette.gif")
colours.quantize(16).save(OUT / "palette.bmp")
translucent.save(OUT / "rgba.png")
colours.save(OUT / "rgb.bmp")
colours.save(OUT / "rgb.tif")
cmyk.save(OUT / "cmyk.tif")
cmyk.save(OUT / "cmyk.jpg", quality=95)
ycck = bytearray((OUT / "cmyk.jpg").read_bytes())
ycck[ycck.index(b"Adobe") + 11] = 2
(OUT / "ycck.jpg").write_bytes(ycck)
colours.save(OUT / "rgb.jpg", quality=95, keep_rgb=True)
colours.save(OUT / "ycc.jpg", quality=95, subsampling=0)
colours.save(OUT / "ycc-progressive.jpg", quality=95, progressive=True, subsampling=0)

for path in sorted(OUT.iterdir()):
    if path.suffix != ".rgb":
        image = Image.open(path)
        if image.mode == "I;16":
            # Pillow cuts these off at 255: what is above 8 bits is left out here, as Pillow does it with colours of 16 bits.
            found = np.repeat((np.asarray(image) >> 8).astype("u1")[:, :, None], 3, axis=2).tobytes()
        else:
            found = image.convert("RGB").tobytes()
        path.with_suffix(path.suffix + ".rgb").write_bytes(found)
        print(path.name, image.mode)

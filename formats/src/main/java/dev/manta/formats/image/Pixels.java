package dev.manta.formats.image;

import java.awt.image.BufferedImage;
import java.awt.image.Raster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Iterator;
import java.util.Optional;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;

/// An image: three numbers of each pixel, row after row.
///
/// @param colours what the numbers are; resizing is the same for both
record Pixels(int height, int width, byte[] bytes, Colours colours) {
  static final int CHANNELS = 3;

  /// As many as Pillow takes: a small file must not ask for all memory there is.
  private static final long PIXELS_MAX = 178_956_970;

  /// Deflate makes 1,032 bytes of one, and eight pixels may be in each.
  private static final long PIXELS_PER_BYTE_MAX = 8 * 1032;

  /// So many may be in a file of any size.
  private static final long SMALL = 1 << 20;

  static {
    ImageIO.setUseCache(false);
  }

  /// What three numbers stand for.
  enum Colours {
    RGB,
    /// Brightness and two differences of colour, as JPEG stores them.
    YCC
  }

  /// How a reader of the JDK's gives an image.
  private interface Way {
    Pixels read(ImageReader reader) throws IOException;
  }

  /// The pixels of a file, in the colours it stores where that spares work.
  static Pixels decode(byte[] file) {
    try (ImageInputStream in = ImageIO.createImageInputStream(new ByteArrayInputStream(file))) {
      Optional<JpegHead.Stored> jpeg = JpegHead.of(file);
      if (jpeg.isPresent() && !JpegHead.isWhole(file)) {
        throw new IllegalArgumentException("the image ends early");
      }
      ImageReader reader = reader(in, file);
      return read(reader, in, file.length, jpeg.<Way>map(Pixels::raster).orElse(Pixels::image));
    } catch (IOException | IndexOutOfBoundsException | IllegalStateException e) {
      throw new IllegalArgumentException("the image cannot be decoded: " + e.getMessage(), e);
    }
  }

  private static ImageReader reader(ImageInputStream in, byte[] file) {
    Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
    if (!readers.hasNext()) {
      throw new IllegalArgumentException(
          WebP.isWebP(file) ? WebP.MISSING : "it is not a JPEG, PNG, GIF, BMP or TIFF image");
    }
    return readers.next();
  }

  private static Pixels read(ImageReader reader, ImageInputStream in, int bytes, Way way)
      throws IOException {
    try {
      reader.setInput(in, true, true);
      requireFew(reader.getWidth(0), reader.getHeight(0), bytes);
      return way.read(reader);
    } finally {
      reader.dispose();
    }
  }

  private static void requireFew(int width, int height, int bytes) {
    long most = Math.min(PIXELS_MAX, SMALL + PIXELS_PER_BYTE_MAX * bytes);
    if ((long) width * height > most) {
      throw new IllegalArgumentException(
          "an image of %s × %s pixels; of a file of %s bytes up to %s are read"
              .formatted(width, height, bytes, most));
    }
  }

  /// A JPEG's own numbers: the JDK would show them by rules of its own.
  private static Way raster(JpegHead.Stored stored) {
    return reader -> {
      Raster raster = reader.readRaster(0, null);
      byte[] bytes = Samples.of(raster);
      byte[] three =
          switch (stored) {
            case GRAY -> Samples.grayToRgb(bytes);
            case YCC, RGB -> bytes;
            case CMYK -> Samples.inksToRgb(Samples.inverted(bytes));
            case YCCK -> Samples.inksToRgb(Samples.yccInks(bytes));
          };
      Colours colours = stored == JpegHead.Stored.YCC ? Colours.YCC : Colours.RGB;
      return new Pixels(raster.getHeight(), raster.getWidth(), three, colours);
    };
  }

  private static Pixels image(ImageReader reader) throws IOException {
    BufferedImage image = reader.read(0);
    return new Pixels(image.getHeight(), image.getWidth(), Samples.rgb(image), Colours.RGB);
  }

  Pixels resized(int toHeight, int toWidth) {
    Pixels wide = toWidth == width ? this : Bilinear.widths(this, toWidth);
    return toHeight == height ? wide : Bilinear.heights(wide, toHeight);
  }

  /// Red, green and blue.
  byte[] rgb() {
    return switch (colours) {
      case RGB -> bytes;
      case YCC -> Ycc.toRgb(bytes);
    };
  }
}

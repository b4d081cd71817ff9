package dev.manta.formats.image;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.awt.image.PixelInterleavedSampleModel;
import java.awt.image.Raster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;

/// An image: three numbers of each pixel, row after row.
///
/// @param colours what the numbers are; resizing is the same for both
record Pixels(int height, int width, byte[] bytes, Colours colours) {
  static final int CHANNELS = 3;

  static {
    ImageIO.setUseCache(false);
  }

  /// What three numbers stand for.
  enum Colours {
    RGB,
    /// Brightness and two differences of colour, as JPEG stores them.
    YCC
  }

  /// The pixels of a file, in the colours it stores where that spares work.
  static Pixels decode(byte[] file) {
    try {
      return JpegHead.isYcc(file) ? stored(file).orElseGet(() -> shown(file)) : shown(file);
    } catch (IndexOutOfBoundsException | IllegalStateException e) {
      throw undecodable(e);
    }
  }

  private static IllegalArgumentException undecodable(Exception e) {
    return new IllegalArgumentException("the image cannot be decoded: " + e.getMessage(), e);
  }

  /// A JPEG's own numbers, if they lie as expected.
  private static Optional<Pixels> stored(byte[] file) {
    ImageReader reader = ImageIO.getImageReadersByFormatName("jpeg").next();
    try (ImageInputStream in = ImageIO.createImageInputStream(new ByteArrayInputStream(file))) {
      reader.setInput(in, true, true);
      Raster raster = reader.readRaster(0, null);
      return isPlain(raster) ? Optional.of(of(raster)) : Optional.empty();
    } catch (IOException e) {
      throw undecodable(e);
    } finally {
      reader.dispose();
    }
  }

  private static boolean isPlain(Raster raster) {
    return raster.getSampleModel() instanceof PixelInterleavedSampleModel model
        && raster.getDataBuffer() instanceof DataBufferByte
        && model.getPixelStride() == CHANNELS
        && model.getScanlineStride() == raster.getWidth() * CHANNELS
        && Arrays.equals(model.getBandOffsets(), new int[] {0, 1, 2});
  }

  private static Pixels of(Raster raster) {
    byte[] bytes = ((DataBufferByte) raster.getDataBuffer()).getData();
    return new Pixels(raster.getHeight(), raster.getWidth(), bytes, Colours.YCC);
  }

  private static Pixels shown(byte[] file) {
    BufferedImage image = image(file);
    int height = image.getHeight();
    int width = image.getWidth();
    int[] packed = image.getRGB(0, 0, width, height, null, 0, width);
    byte[] bytes = new byte[packed.length * CHANNELS];
    for (int i = 0; i < packed.length; i++) {
      bytes[i * CHANNELS] = (byte) (packed[i] >> 16);
      bytes[i * CHANNELS + 1] = (byte) (packed[i] >> 8);
      bytes[i * CHANNELS + 2] = (byte) packed[i];
    }
    return new Pixels(height, width, bytes, Colours.RGB);
  }

  private static BufferedImage image(byte[] file) {
    try {
      BufferedImage image = ImageIO.read(new ByteArrayInputStream(file));
      if (image == null) {
        throw new IllegalArgumentException("it is no JPEG, PNG, GIF or BMP image");
      }
      return image;
    } catch (IOException e) {
      throw undecodable(e);
    }
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

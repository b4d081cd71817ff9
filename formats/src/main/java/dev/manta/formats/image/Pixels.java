package dev.manta.formats.image;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import javax.imageio.ImageIO;

/// An image: red, green and blue of each pixel, row after row.
record Pixels(int height, int width, byte[] bytes) {
  static final int CHANNELS = 3;

  static {
    ImageIO.setUseCache(false);
  }

  static Pixels decode(byte[] file) {
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
    return new Pixels(height, width, bytes);
  }

  private static BufferedImage image(byte[] file) {
    try {
      BufferedImage image = ImageIO.read(new ByteArrayInputStream(file));
      if (image == null) {
        throw new IllegalArgumentException("it is no JPEG, PNG, GIF or BMP image");
      }
      return image;
    } catch (IOException | IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("the image cannot be decoded: " + e.getMessage(), e);
    }
  }

  Pixels resized(int toHeight, int toWidth) {
    Pixels wide = toWidth == width ? this : Bilinear.widths(this, toWidth);
    return toHeight == height ? wide : Bilinear.heights(wide, toHeight);
  }
}

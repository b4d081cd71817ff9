package dev.manta.formats.image;

import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.DataBufferByte;
import java.awt.image.IndexColorModel;
import java.awt.image.PixelInterleavedSampleModel;
import java.awt.image.Raster;

/// The numbers that are stored of pixels, and the red, green and blue that Pillow's
/// `convert("RGB")` makes of them: no profile and no gamma is applied, transparency is left out,
/// and of 16 bits the upper 8 are taken.
final class Samples {
  private static final int INKS = 4;

  private Samples() {}

  /// All bands of pixels of 8 bits, beside each other.
  static byte[] of(Raster raster) {
    int bands = raster.getNumBands();
    if (isPlain(raster)) {
      return ((DataBufferByte) raster.getDataBuffer()).getData();
    }
    byte[] all = new byte[raster.getWidth() * raster.getHeight() * bands];
    int[] row = new int[raster.getWidth() * bands];
    for (int y = 0; y < raster.getHeight(); y++) {
      raster.getPixels(raster.getMinX(), raster.getMinY() + y, raster.getWidth(), 1, row);
      for (int i = 0; i < row.length; i++) {
        all[y * row.length + i] = (byte) row[i];
      }
    }
    return all;
  }

  /// Whether the numbers lie just as they are wanted.
  private static boolean isPlain(Raster raster) {
    int bands = raster.getNumBands();
    boolean plain =
        raster.getSampleModel() instanceof PixelInterleavedSampleModel model
            && raster.getDataBuffer() instanceof DataBufferByte bytes
            && model.getPixelStride() == bands
            && model.getScanlineStride() == raster.getWidth() * bands
            && bytes.getData().length == raster.getWidth() * raster.getHeight() * bands;
    for (int i = 0; plain && i < bands; i++) {
      plain = ((PixelInterleavedSampleModel) raster.getSampleModel()).getBandOffsets()[i] == i;
    }
    return plain;
  }

  static byte[] grayToRgb(byte[] gray) {
    byte[] rgb = new byte[gray.length * Pixels.CHANNELS];
    for (int i = 0; i < rgb.length; i++) {
      rgb[i] = gray[i / Pixels.CHANNELS];
    }
    return rgb;
  }

  static byte[] inverted(byte[] samples) {
    byte[] all = new byte[samples.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) ~samples[i];
    }
    return all;
  }

  /// The inks of pixels that store brightness, two differences and black: what these three make is
  /// stored the other way round, as black is.
  static byte[] yccInks(byte[] stored) {
    byte[] three = new byte[stored.length / INKS * Pixels.CHANNELS];
    for (int i = 0; i < three.length; i++) {
      three[i] = stored[i / Pixels.CHANNELS * INKS + i % Pixels.CHANNELS];
    }
    byte[] inks = inverted(stored);
    byte[] rgb = Ycc.toRgb(three);
    for (int i = 0; i < rgb.length; i++) {
      inks[i / Pixels.CHANNELS * INKS + i % Pixels.CHANNELS] = rgb[i];
    }
    return inks;
  }

  /// What four inks leave of white.
  static byte[] inksToRgb(byte[] inks) {
    byte[] rgb = new byte[inks.length / INKS * Pixels.CHANNELS];
    for (int i = 0; i < rgb.length; i++) {
      int pixel = i / Pixels.CHANNELS * INKS;
      int light = 255 - (inks[pixel + 3] & 255);
      int product = (inks[pixel + i % Pixels.CHANNELS] & 255) * light + 128;
      rgb[i] = (byte) (light - (((product >> 8) + product) >> 8));
    }
    return rgb;
  }

  /// Red, green and blue of an image of any kind.
  static byte[] rgb(BufferedImage image) {
    ColorModel model = image.getColorModel();
    Raster raster = image.getRaster();
    if (model instanceof IndexColorModel palette) {
      return looked(raster, palette);
    }
    int type = raster.getSampleModel().getDataType();
    boolean whole =
        type == DataBuffer.TYPE_BYTE
            || type == DataBuffer.TYPE_USHORT
            || type == DataBuffer.TYPE_INT;
    return switch (whole ? model.getColorSpace().getType() : -1) {
      case ColorSpace.TYPE_GRAY -> grayToRgb(bands(raster, model, 1));
      case ColorSpace.TYPE_RGB -> bands(raster, model, Pixels.CHANNELS);
      case ColorSpace.TYPE_CMYK -> inksToRgb(bands(raster, model, INKS));
      default ->
          throw new IllegalArgumentException(
              "its pixels are of a kind that is not read (%s bands of %s bits): save it as RGB"
                  .formatted(raster.getNumBands(), raster.getSampleModel().getSampleSize(0)));
    };
  }

  private static byte[] looked(Raster raster, IndexColorModel palette) {
    byte[] rgb = new byte[raster.getWidth() * raster.getHeight() * Pixels.CHANNELS];
    int[] row = new int[raster.getWidth()];
    int to = 0;
    for (int y = 0; y < raster.getHeight(); y++) {
      raster.getSamples(0, y, row.length, 1, 0, row);
      for (int number : row) {
        rgb[to++] = (byte) palette.getRed(number);
        rgb[to++] = (byte) palette.getGreen(number);
        rgb[to++] = (byte) palette.getBlue(number);
      }
    }
    return rgb;
  }

  /// The first bands of pixels, in 8 bits.
  private static byte[] bands(Raster raster, ColorModel model, int count) {
    int all = raster.getNumBands();
    byte[] bytes = new byte[raster.getWidth() * raster.getHeight() * count];
    int[] row = new int[raster.getWidth() * all];
    int to = 0;
    for (int y = 0; y < raster.getHeight(); y++) {
      raster.getPixels(0, y, raster.getWidth(), 1, row);
      for (int at = 0; at < row.length; at += all) {
        for (int band = 0; band < count; band++) {
          bytes[to++] = (byte) eight(row[at + band], model.getComponentSize(band));
        }
      }
    }
    return bytes;
  }

  private static int eight(int sample, int bits) {
    return bits >= Byte.SIZE ? sample >> (bits - Byte.SIZE) : sample * 255 / ((1 << bits) - 1);
  }
}

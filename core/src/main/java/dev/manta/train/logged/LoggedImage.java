package dev.manta.train.logged;

import java.nio.ByteBuffer;
import java.util.Arrays;

/// An image, as PNG.
public final class LoggedImage implements Logged {
  private static final int SIDE_MAX = 16_384;
  private static final int HEAD_BYTES = 33;
  private static final int WIDTH_AT = 16;
  private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  private static final byte[] FIRST_CHUNK = {0, 0, 0, 13, 'I', 'H', 'D', 'R'};

  private final byte[] png;
  private final int width;
  private final int height;

  private LoggedImage(byte[] png, int width, int height) {
    this.png = png;
    this.width = width;
    this.height = height;
  }

  /// A whole PNG file.
  public static LoggedImage png(byte[] file) {
    boolean is =
        file.length > HEAD_BYTES
            && begins(file, 0, SIGNATURE)
            && begins(file, SIGNATURE.length, FIRST_CHUNK);
    if (!is) {
      throw new IllegalArgumentException(
          "these %s bytes are not a PNG file; of pixels make one with LoggedImage.of"
              .formatted(file.length));
    }
    ByteBuffer head = ByteBuffer.wrap(file);
    int width = head.getInt(WIDTH_AT);
    int height = head.getInt(WIDTH_AT + Integer.BYTES);
    requireSides(height, width);
    return new LoggedImage(file.clone(), width, height);
  }

  private static boolean begins(byte[] file, int at, byte[] with) {
    return Arrays.equals(file, at, at + with.length, with, 0, with.length);
  }

  /// Of pixels from 0 to 255, row after row, the channels of a pixel side by side.
  ///
  /// @param channels 1 for grey, 3 for red, green, blue, and 4 with alpha
  public static LoggedImage of(byte[] pixels, int height, int width, int channels) {
    requireSides(height, width);
    requireSize(pixels.length, height, width, channels);
    return new LoggedImage(PngEncoding.of(pixels, height, width, channels), width, height);
  }

  /// Of pixels from 0 to 1, row after row, the channels of a pixel side by side. What is below is
  /// 0, what is above 1, and NaN is 0.
  ///
  /// @param channels 1 for grey, 3 for red, green, blue, and 4 with alpha
  public static LoggedImage of(float[] pixels, int height, int width, int channels) {
    requireSides(height, width);
    requireSize(pixels.length, height, width, channels);
    byte[] bytes = new byte[pixels.length];
    for (int i = 0; i < pixels.length; i++) {
      bytes[i] =
          (byte) Math.round(Math.clamp(Float.isNaN(pixels[i]) ? 0 : pixels[i], 0f, 1f) * 255);
    }
    return of(bytes, height, width, channels);
  }

  private static void requireSides(int height, int width) {
    if (height < 1 || width < 1 || height > SIDE_MAX || width > SIDE_MAX) {
      throw new IllegalArgumentException(
          "an image is 1 to %s pixels high and wide, not %s x %s"
              .formatted(SIDE_MAX, height, width));
    }
  }

  private static void requireSize(int values, int height, int width, int channels) {
    if (channels != 1 && channels != 3 && channels != 4) {
      throw new IllegalArgumentException("an image has 1, 3 or 4 channels, not " + channels);
    }
    long needed = (long) height * width * channels;
    if (values != needed) {
      throw new IllegalArgumentException(
          "an image of height %s, width %s and %s channels has %s values, and %s were given"
              .formatted(height, width, channels, needed, values));
    }
  }

  /// How many pixels it is wide.
  public int width() {
    return width;
  }

  /// How many pixels it is high.
  public int height() {
    return height;
  }

  @Override
  public LoggedKind kind() {
    return LoggedKind.IMAGE;
  }

  /// The PNG file.
  @Override
  public byte[] stored() {
    return png.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LoggedImage that && Arrays.equals(png, that.png);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(png);
  }

  @Override
  public String toString() {
    return "image of %s x %s pixels".formatted(height, width);
  }
}

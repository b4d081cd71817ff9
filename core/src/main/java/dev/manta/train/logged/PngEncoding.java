package dev.manta.train.logged;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/// PNG files of pixels: workers need no graphics library for them.
final class PngEncoding {
  private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  private static final int HEAD_BYTES = 13;
  private static final byte BITS = 8;
  private static final byte GREY = 0;
  private static final byte COLOUR = 2;
  private static final byte COLOUR_WITH_ALPHA = 6;
  private static final byte DIFFERENCE_TO_THE_LEFT = 1;

  private PngEncoding() {}

  /// @param pixels row after row, the channels of a pixel side by side
  static byte[] of(byte[] pixels, int height, int width, int channels) {
    ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES).putInt(width).putInt(height);
    head.put(BITS).put(colour(channels));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(SIGNATURE);
    chunk(out, "IHDR", head.array());
    chunk(out, "IDAT", deflated(filtered(pixels, height, width * channels, channels)));
    chunk(out, "IEND", new byte[0]);
    return out.toByteArray();
  }

  private static byte colour(int channels) {
    return channels == 1 ? GREY : channels == 3 ? COLOUR : COLOUR_WITH_ALPHA;
  }

  /// Each row behind the number of its filter; neighbours are alike, so differences are small.
  private static byte[] filtered(byte[] pixels, int rows, int rowBytes, int channels) {
    byte[] filtered = new byte[rows * (rowBytes + 1)];
    for (int row = 0; row < rows; row++) {
      int from = row * rowBytes;
      int to = row * (rowBytes + 1);
      filtered[to] = DIFFERENCE_TO_THE_LEFT;
      for (int i = 0; i < rowBytes; i++) {
        int left = i < channels ? 0 : pixels[from + i - channels];
        filtered[to + 1 + i] = (byte) (pixels[from + i] - left);
      }
    }
    return filtered;
  }

  private static byte[] deflated(byte[] bytes) {
    try (Deflater deflater = new Deflater(Deflater.BEST_SPEED)) {
      deflater.setInput(bytes);
      deflater.finish();
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      byte[] some = new byte[1 << 14];
      while (!deflater.finished()) {
        out.write(some, 0, deflater.deflate(some));
      }
      return out.toByteArray();
    }
  }

  private static void chunk(ByteArrayOutputStream out, String type, byte[] content) {
    byte[] name = type.getBytes(StandardCharsets.US_ASCII);
    CRC32 crc = new CRC32();
    crc.update(name);
    crc.update(content);
    out.writeBytes(number(content.length));
    out.writeBytes(name);
    out.writeBytes(content);
    out.writeBytes(number((int) crc.getValue()));
  }

  private static byte[] number(int value) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(value).array();
  }
}

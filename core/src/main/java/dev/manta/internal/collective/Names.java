package dev.manta.internal.collective;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The name of a region as bytes of fixed length, so that it can be sent like other values.
final class Names {
  static final int BYTES = 200;

  private Names() {}

  static byte[] padded(String name) {
    return Arrays.copyOf(name.getBytes(StandardCharsets.UTF_8), BYTES);
  }

  static String read(byte[] padded) {
    return new String(padded, StandardCharsets.UTF_8).trim();
  }
}

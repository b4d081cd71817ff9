package dev.manta.internal.collective;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.stream.LongStream;

/// Names that ranks compare or send: of a region, as bytes of fixed length, and of a list of
/// numbers, as one number that two different lists do not share by accident.
final class Names {
  static final int BYTES = 200;

  private Names() {}

  /// Never 0.
  static long hash(LongStream numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES);
    MessageDigest digest = sha256();
    numbers.forEach(number -> digest.update(bytes.putLong(0, number).array()));
    return ByteBuffer.wrap(digest.digest()).getLong() | 1;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }

  static byte[] padded(String name) {
    return Arrays.copyOf(name.getBytes(StandardCharsets.UTF_8), BYTES);
  }

  static String read(byte[] padded) {
    return new String(padded, StandardCharsets.UTF_8).trim();
  }
}

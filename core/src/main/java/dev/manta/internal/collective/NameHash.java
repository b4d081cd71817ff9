package dev.manta.internal.collective;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.LongStream;

/// Names that ranks compare or send: of a region, as bytes of fixed length, and of a list of
/// numbers, as one number that two different lists do not share by accident.
public final class NameHash {
  public static final int BYTES = 200;

  private NameHash() {}

  /// Never 0.
  public static long hash(LongStream numbers) {
    return numbers.reduce(0, (hash, number) -> mixed(hash + number)) | 1;
  }

  /// Every bit of the result depends on every bit of the number (the finish of SplitMix64).
  private static long mixed(long number) {
    long z = number + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  public static byte[] padded(String name) {
    return Arrays.copyOf(name.getBytes(StandardCharsets.UTF_8), BYTES);
  }

  public static String read(byte[] padded) {
    return new String(padded, StandardCharsets.UTF_8).trim();
  }
}

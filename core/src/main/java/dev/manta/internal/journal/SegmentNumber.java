package dev.manta.internal.journal;

import java.util.OptionalLong;

/// Segments are numbered from 1; their names have twelve digits, so that they sort by number.
final class SegmentNumber {
  private static final int DIGITS = 12;

  private SegmentNumber() {}

  static String name(long number, String suffix) {
    String digits = Long.toString(number);
    return "0".repeat(Math.max(0, DIGITS - digits.length())) + digits + suffix;
  }

  /// The number at the beginning of a name, or empty where it is not a segment's.
  static OptionalLong of(String name, String suffix) {
    if (!name.endsWith(suffix) || name.length() < DIGITS) {
      return OptionalLong.empty();
    }
    for (int i = 0; i < DIGITS; i++) {
      if (name.charAt(i) < '0' || name.charAt(i) > '9') {
        return OptionalLong.empty();
      }
    }
    return OptionalLong.of(Long.parseLong(name, 0, DIGITS, 10));
  }

  static long last(Iterable<String> names, String suffix) {
    long last = 0;
    for (String name : names) {
      last = Math.max(last, of(name, suffix).orElse(0));
    }
    return last;
  }
}

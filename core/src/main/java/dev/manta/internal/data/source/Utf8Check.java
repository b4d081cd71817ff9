package dev.manta.internal.data.source;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Finds bytes that are not UTF-8: they would become other characters without a word.
final class Utf8Check {
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long HIGH_BITS = 0x8080808080808080L;

  private Utf8Check() {}

  /// The first byte that no character begins with, or whose character is not whole; -1 where all
  /// are right.
  static int wrong(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to) {
      while (at + Long.BYTES <= to && ((long) WORD.get(bytes, at) & HIGH_BITS) == 0) {
        at += Long.BYTES;
      }
      int length = at < to ? length(bytes, at, to) : 1;
      if (length == 0) {
        return at;
      }
      at += length;
    }
    return -1;
  }

  /// The bytes of the character at a place; 0 where there is none.
  private static int length(byte[] bytes, int at, int to) {
    int first = bytes[at] & 255;
    if (first < 0x80) {
      return 1;
    }
    int length = first < 0xC2 || first > 0xF4 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (length == 0 || at + length > to) {
      return 0;
    }
    for (int i = 1; i < length; i++) {
      if ((bytes[at + i] & 0xC0) != 0x80) {
        return 0;
      }
    }
    return isCharacter(first, bytes[at + 1] & 255) ? length : 0;
  }

  /// Whether the first two bytes are of a character: not of a shorter one, of half a pair, or of
  /// one behind the last.
  private static boolean isCharacter(int first, int second) {
    return switch (first) {
      case 0xE0 -> second >= 0xA0;
      case 0xED -> second < 0xA0;
      case 0xF0 -> second >= 0x90;
      case 0xF4 -> second < 0x90;
      default -> true;
    };
  }
}

package dev.manta.formats.image;

/// A table of a JPEG's codes: what the next bits stand for.
final class Huffman {
  static final int LOOK = 10;

  private static final int LONGEST = 16;

  private final byte[] values;
  private final int[] codeMax = new int[LONGEST + 2];
  private final int[] offset = new int[LONGEST + 1];

  /// For each look at the next bits: the code's length above its value, or 0 where it is longer.
  final short[] looks = new short[1 << LOOK];

  /// For each look that holds a code and the number behind it: the number, zeros before it, and all
  /// bits together; or 0.
  final int[] numbers = new int[1 << LOOK];

  /// @param counts how many codes there are of each length from 1 on
  Huffman(int[] counts, byte[] values) {
    this.values = values;
    int code = 0;
    int index = 0;
    for (int length = 1; length <= LONGEST; length++) {
      offset[length] = index - code;
      for (int i = 0; i < counts[length - 1]; i++) {
        if (length <= LOOK && code < (1 << length)) {
          look(code, length, values[index] & 255);
        }
        code++;
        index++;
      }
      codeMax[length] = counts[length - 1] == 0 ? -1 : code - 1;
      code <<= 1;
    }
    codeMax[LONGEST + 1] = Integer.MAX_VALUE;
  }

  private void look(int code, int length, int value) {
    int first = code << (LOOK - length);
    int size = value & 15;
    for (int rest = 0; rest < (1 << (LOOK - length)); rest++) {
      int bits = first + rest;
      looks[bits] = (short) ((length << 8) | value);
      if (size > 0 && length + size <= LOOK) {
        int number = (bits >> (LOOK - length - size)) & ((1 << size) - 1);
        numbers[bits] = (signed(number, size) << 16) | ((value >> 4) << 8) | (length + size);
      }
    }
  }

  /// A number of so many bits: those below the middle are negative.
  static int signed(int bits, int size) {
    return bits < (1 << (size - 1)) ? bits - (1 << size) + 1 : bits;
  }

  /// A code longer than a look: its length above its value.
  ///
  /// @param bits the next 16 bits
  int longer(int bits) {
    for (int length = LOOK + 1; length <= LONGEST; length++) {
      int code = bits >> (LONGEST - length);
      if (code <= codeMax[length]) {
        return (length << 8) | (values[code + offset[length]] & 255);
      }
    }
    throw new IllegalArgumentException("the image has a code that its tables do not");
  }
}

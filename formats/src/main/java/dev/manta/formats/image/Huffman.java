package dev.manta.formats.image;

/// A table of a JPEG's codes: what the next bits stand for.
///
/// A number, as it comes out, is an int: its value above the zeros before it, above the length of
/// all its bits.
final class Huffman {
  static final Huffman NONE = new Huffman(new int[16], new byte[0]);

  private static final int LOOK = 11;
  private static final int LONGEST = 16;

  private final byte[] values;
  private final int[] codeMax = new int[LONGEST + 2];
  private final int[] offset = new int[LONGEST + 1];

  /// For each look at the next bits: the code's length above its value, or 0 where it is longer.
  private final short[] looks = new short[1 << LOOK];

  /// For each look that holds a code and the number behind it, that number; else 0.
  private final int[] numbers = new int[1 << LOOK];

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
      if (length + size <= LOOK) {
        numbers[bits] = number(length, value, bits >> (LOOK - length - size));
      }
    }
  }

  /// @param bits end with those of the number
  private static int number(int length, int value, int bits) {
    int size = value & 15;
    int signed = size == 0 ? 0 : signed(bits & ((1 << size) - 1), size);
    return (signed << 16) | ((value >> 4) << 8) | (length + size);
  }

  /// A number of so many bits: those below the middle are negative.
  static int signed(int bits, int size) {
    return bits < (1 << (size - 1)) ? bits - (1 << size) + 1 : bits;
  }

  static int value(int number) {
    return number >> 16;
  }

  static int zeros(int number) {
    return (number >> 8) & 15;
  }

  static int length(int number) {
    return number & 255;
  }

  /// The next number.
  ///
  /// @param bits from the highest on; at least 32 are there
  int number(long bits) {
    int number = numbers[(int) (bits >>> (64 - LOOK))];
    return number != 0 ? number : longNumber(bits);
  }

  private int longNumber(long bits) {
    int code = code((int) (bits >>> 48));
    int length = code >> 8;
    int size = code & 15;
    return number(length, code & 255, size == 0 ? 0 : (int) (bits << length >>> (64 - size)));
  }

  /// The length of a code above its value.
  ///
  /// @param bits the next 16 bits
  int code(int bits) {
    int found = looks[bits >> (LONGEST - LOOK)];
    return found != 0 ? found : longCode(bits);
  }

  private int longCode(int bits) {
    for (int length = LOOK + 1; length <= LONGEST; length++) {
      int code = bits >> (LONGEST - length);
      if (code <= codeMax[length]) {
        return (length << 8) | (values[code + offset[length]] & 255);
      }
    }
    throw new IllegalArgumentException("the image has a code that its tables do not");
  }
}

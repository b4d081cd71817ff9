package dev.manta.formats.parquet;

/// What lies in front of the values of a page when it is unpacked: the levels of version 1, which
/// are few bytes where no row is null.
///
/// @param word the bytes, the first of them lowest
record Front(int length, long word) {
  static final int LENGTH_MAX = Long.BYTES;
  static final Front NOTHING = new Front(0, 0);

  /// More bytes than fit.
  static final Front LONG = new Front(LENGTH_MAX + 1, 0);

  /// How a page says that all of its rows have the same level: the length of what follows in four
  /// bytes, twice the number of rows in groups of seven bits, and the level.
  static Front run(int level, int count) {
    long head = (long) count << 1;
    int length = Integer.BYTES;
    long word = 0;
    while (head > 127 && length < LENGTH_MAX) {
      word |= ((head & 127) | 128) << (length++ * Byte.SIZE);
      head >>>= 7;
    }
    if (length + 2 > LENGTH_MAX) {
      return LONG;
    }
    word |= head << (length++ * Byte.SIZE);
    word |= (long) level << (length++ * Byte.SIZE);
    return new Front(length, word | (length - Integer.BYTES));
  }

  /// The bits of a word that its bytes take.
  long mask() {
    return length == LENGTH_MAX ? -1 : (1L << (length * Byte.SIZE)) - 1;
  }
}

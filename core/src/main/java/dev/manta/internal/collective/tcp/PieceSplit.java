package dev.manta.internal.collective.tcp;

/// A run of units (elements or bytes) cut into pieces of equal size, the last one shorter.
record PieceSplit(long first, long count, int piece) {
  int pieces() {
    return Math.toIntExact((count + piece - 1) / piece);
  }

  /// Where a piece starts.
  long at(int index) {
    return first + (long) index * piece;
  }

  int length(int index) {
    return (int) Math.min(piece, count - (long) index * piece);
  }
}

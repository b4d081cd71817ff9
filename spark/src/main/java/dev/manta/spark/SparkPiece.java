package dev.manta.spark;

/// Some rows of a partition, one behind the other.
///
/// @param from the first one, counted from 0
/// @param last whether the partition ends with them
record SparkPiece(int partition, long from, int count, boolean last) {
  /// Spark numbers the rows of a frame by partition and row, with these many bits for the row.
  private static final int ROW_BITS = 33;

  /// Spark's number of the first row.
  long number() {
    return ((long) partition << ROW_BITS) + from;
  }

  boolean isWhole() {
    return from == 0 && last;
  }
}

package dev.manta.internal.link;

/// How far frames of one direction have come: the number of one, and the bytes up to its end.
record Progress(long number, long bytes) {
  static final Progress NONE = new Progress(0, 0);

  Progress plus(int more) {
    return new Progress(number + 1, bytes + more);
  }

  boolean isPast(Progress other) {
    return number > other.number;
  }
}

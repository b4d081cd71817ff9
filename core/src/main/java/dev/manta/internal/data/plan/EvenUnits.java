package dev.manta.internal.data.plan;

/// Units with the same number of rows each, but for the last: where each begins is known without
/// looking at any.
record EvenUnits(long rows, int each) {
  int units() {
    return Math.toIntExact(Math.ceilDiv(rows, each));
  }

  long start(int unit) {
    return Math.min((long) unit * each, rows);
  }

  int rows(int unit) {
    return (int) (start(unit + 1) - start(unit));
  }
}

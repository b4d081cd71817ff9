package dev.manta.internal.collective.tcp;

/// The order in which the pieces of a mesh reduction follow each other in one direction of a link,
/// known to both ends: inputs run ahead of results by a fixed number of pieces, so that nobody
/// waits for a result before everything that it needs is on its way.
final class PieceOrder {
  private static final int AHEAD = 4;

  private final int inputs;
  private final int results;
  private int step = -1;

  PieceOrder(int inputs, int results) {
    this.inputs = inputs;
    this.results = results;
    next();
  }

  boolean done() {
    return step >= 2 * Math.max(inputs, results + AHEAD);
  }

  boolean isInput() {
    return (step & 1) == 0;
  }

  /// The number of the current piece among its kind.
  int piece() {
    return isInput() ? step >> 1 : (step >> 1) - AHEAD;
  }

  void next() {
    do {
      step++;
    } while (!done() && !exists());
  }

  private boolean exists() {
    return isInput() ? piece() < inputs : piece() >= 0 && piece() < results;
  }
}

package dev.manta.tune.internal.schedule;

import java.util.PriorityQueue;

/// Values that arrive one after the other, and which are among the best part of those so far.
///
/// Two heaps hold the best part, its worst value on top, and the rest, its best value on top: a
/// value costs the logarithm of their number.
final class BestPart {
  private final int factor;
  private final PriorityQueue<Double> best = new PriorityQueue<>((a, b) -> Double.compare(b, a));
  private final PriorityQueue<Double> rest = new PriorityQueue<>();

  BestPart(int factor) {
    this.factor = factor;
  }

  /// Takes in a value and says whether it is among the best; the first one always is.
  boolean add(double value) {
    if (best.isEmpty() || value <= best.peek()) {
      best.add(value);
    } else {
      rest.add(value);
    }
    balance();
    return value <= best.element();
  }

  private void balance() {
    int count = Math.max(1, (best.size() + rest.size()) / factor);
    while (best.size() > count) {
      rest.add(best.remove());
    }
    while (best.size() < count) {
      best.add(rest.remove());
    }
  }
}

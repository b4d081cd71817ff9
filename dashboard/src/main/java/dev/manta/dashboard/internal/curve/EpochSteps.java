package dev.manta.dashboard.internal.curve;

import java.util.TreeMap;

/// The steps at which the epochs of an attempt begin. Used under a lock.
final class EpochSteps {
  /// A program that calls every step an epoch has no epochs to look at.
  private static final int EPOCHS_MAX = 10_000;

  /// Later steps have later epochs.
  private final TreeMap<Long, Integer> epochs = new TreeMap<>();

  private long first = Long.MAX_VALUE;
  private long last = Long.MIN_VALUE;

  /// A step of the attempt.
  void add(long step) {
    first = Math.min(first, step);
    last = Math.max(last, step);
  }

  /// The first step of an epoch, as a rank has it; other ranks may have come there earlier, and a
  /// report in the middle of an epoch may count only those before it.
  ///
  /// @param epoch how many epochs are done when it ends
  void begin(long step, int epoch) {
    var before = epochs.floorEntry(step);
    if (before != null && before.getValue() >= epoch) {
      return;
    }
    for (var later = epochs.higherEntry(step);
        later != null && later.getValue() <= epoch;
        later = epochs.higherEntry(step)) {
      epochs.remove(later.getKey());
    }
    if (epochs.size() < EPOCHS_MAX) {
      epochs.put(step, epoch);
    }
  }

  /// The step with which the attempt began.
  long first() {
    return first;
  }

  /// How many epochs it has seen.
  int count() {
    return epochs.size();
  }

  /// How many epochs were done at a step: 2.5 in the middle of the third one. The last one is taken
  /// to be as long as the one before it, or as long as it has become.
  double at(long step) {
    var epoch = epochs.floorEntry(step);
    if (epoch == null) {
      return 0;
    }
    long start = epoch.getKey();
    Long next = epochs.higherKey(start);
    long length = next == null ? lastLength(start) : next - start;
    return Math.max(0, epoch.getValue() - 1) + (double) (step - start) / length;
  }

  private long lastLength(long start) {
    Long before = epochs.lowerKey(start);
    return Math.max(before == null ? 1 : start - before, last - start + 1);
  }
}

package dev.manta.dashboard.internal.curve;

import java.util.Arrays;

/// The values of a metric in the order in which they were reported, at a bounded size: once there
/// are too many, neighbours share a bucket, which keeps the smallest, the largest and the sum of
/// them. Used under a lock.
final class Curve {
  private static final int FIRST_CAPACITY = 16;

  private int limit;
  private long[] steps = new long[FIRST_CAPACITY];
  private long[] times = new long[FIRST_CAPACITY];
  private double[] sums = new double[FIRST_CAPACITY];

  /// The same as the sums until buckets are shared, as most curves are short.
  private double[] lowest = sums;

  private double[] highest = sums;
  private int size;
  private long perBucket = 1;
  private long inLast = 1;
  private long points;

  /// @param limit how many buckets there may be
  Curve(int limit) {
    this.limit = Math.max(2, limit);
  }

  /// Adds a finite value.
  ///
  /// @param at when it was reported, in milliseconds
  void add(long step, long at, double value) {
    points++;
    if (size >= limit && inLast == perBucket) {
      halve();
    }
    if (size > 0 && inLast < perBucket) {
      merge(value);
    } else {
      append(step, at, value);
    }
  }

  private void append(long step, long at, double value) {
    grow();
    steps[size] = step;
    times[size] = at;
    sums[size] = value;
    lowest[size] = value;
    highest[size] = value;
    size++;
    inLast = 1;
  }

  private void merge(double value) {
    int last = size - 1;
    sums[last] += value;
    lowest[last] = Math.min(lowest[last], value);
    highest[last] = Math.max(highest[last], value);
    inLast++;
  }

  private void grow() {
    if (size == steps.length) {
      int capacity = Math.min(Math.max(limit, size + 1), size * 2);
      boolean exact = perBucket == 1;
      steps = Arrays.copyOf(steps, capacity);
      times = Arrays.copyOf(times, capacity);
      sums = Arrays.copyOf(sums, capacity);
      lowest = exact ? sums : Arrays.copyOf(lowest, capacity);
      highest = exact ? sums : Arrays.copyOf(highest, capacity);
    }
  }

  /// Makes do with fewer buckets from now on, or allows more.
  void limitTo(int buckets) {
    limit = Math.max(2, buckets);
    while (size > limit) {
      halve();
    }
  }

  private void halve() {
    if (perBucket == 1) {
      lowest = sums.clone();
      highest = sums.clone();
    }
    int half = (size + 1) / 2;
    for (int to = 0, from = 0; to < half; to++, from += 2) {
      int other = Math.min(from + 1, size - 1);
      steps[to] = steps[from];
      times[to] = times[from];
      sums[to] = other == from ? sums[from] : sums[from] + sums[other];
      lowest[to] = Math.min(lowest[from], lowest[other]);
      highest[to] = Math.max(highest[from], highest[other]);
    }
    inLast = size % 2 == 0 ? perBucket + inLast : inLast;
    perBucket *= 2;
    size = half;
  }

  /// How many values were added.
  long points() {
    return points;
  }

  int buckets() {
    return size;
  }

  /// Hands over every bucket, the oldest first.
  void forEach(BucketVisitor visitor) {
    for (int i = 0; i < size; i++) {
      long count = i == size - 1 ? inLast : perBucket;
      visitor.bucket(steps[i], times[i], sums[i], count, lowest[i], highest[i]);
    }
  }
}

package dev.manta.internal.data;

import dev.manta.data.Aggregate;

/// Figures of numbers that come one by one; the spread is added up without losing digits.
final class Tally {
  private long count;
  private double sum;
  private double mean;
  private double squares;
  private double least = Double.POSITIVE_INFINITY;
  private double most = Double.NEGATIVE_INFINITY;

  void add(double value) {
    count++;
    sum += value;
    double off = value - mean;
    mean += off / count;
    squares += off * (value - mean);
    least = Math.min(least, value);
    most = Math.max(most, value);
  }

  Object figure(Aggregate.Kind kind) {
    return switch (kind) {
      case COUNT -> count;
      case SUM -> sum;
      case MEAN -> count == 0 ? Double.NaN : mean;
      case MIN -> least;
      case MAX -> most;
      case STD -> count < 2 ? Double.NaN : Math.sqrt(squares / (count - 1));
    };
  }
}

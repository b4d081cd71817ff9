package dev.manta.train;

/// How often a run may fail and be retried.
public sealed interface Retries {
  /// Whether one more is allowed after so many.
  boolean allow(int used);

  /// The first failure is the last.
  static Retries none() {
    return new AtMost(0);
  }

  /// At most so many failures are retried; fewer than 0 are refused.
  static Retries atMost(int count) {
    return new AtMost(count);
  }

  /// Any number of failures is retried.
  static Retries unlimited() {
    return new Unlimited();
  }

  /// A limited number.
  record AtMost(int count) implements Retries {
    public AtMost {
      if (count < 0) {
        throw new IllegalArgumentException("retries must be at least 0, not " + count);
      }
    }

    @Override
    public boolean allow(int used) {
      return used < count;
    }

    @Override
    public String toString() {
      return Integer.toString(count);
    }
  }

  /// No limit.
  record Unlimited() implements Retries {
    @Override
    public boolean allow(int used) {
      return true;
    }

    @Override
    public String toString() {
      return "unlimited";
    }
  }
}

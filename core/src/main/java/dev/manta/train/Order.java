package dev.manta.train;

/// Which of two scores is better.
public enum Order {
  /// The larger.
  MAX,
  /// The smaller.
  MIN
}

package dev.manta.train;

/// A change of the number of workers: what a function resumes from was made by `before` workers,
/// and there are `after` now.
public record Resize(int before, int after) {
  /// How many times as many workers there are: what a learning rate that grows with the batch is
  /// multiplied by.
  public double factor() {
    return (double) after / before;
  }
}

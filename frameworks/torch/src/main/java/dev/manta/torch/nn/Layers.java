package dev.manta.torch.nn;

/// How a recurrent network is built.
///
/// @param hidden the width of its state
/// @param layers how many are stacked
/// @param bothWays whether it also runs from the end to the beginning
/// @param dropout the share that is dropped between stacked layers in training
public record Layers(long hidden, long layers, boolean bothWays, double dropout) {
  public Layers {
    if (hidden < 1 || layers < 1) {
      throw new IllegalArgumentException(
          "a recurrent network has at least 1 layer of width 1, not "
              + layers
              + " of width "
              + hidden);
    }
  }

  /// One layer of this width, from the beginning to the end.
  public static Layers of(long hidden) {
    return new Layers(hidden, 1, false, 0);
  }

  /// How many are stacked; 1 unless set.
  public Layers stacked(long newLayers) {
    return new Layers(hidden, newLayers, bothWays, dropout);
  }

  /// Runs from the end to the beginning too.
  public Layers inBothWays() {
    return new Layers(hidden, layers, true, dropout);
  }

  /// The share that is dropped between stacked layers in training; none unless set.
  public Layers dropout(double newDropout) {
    return new Layers(hidden, layers, bothWays, newDropout);
  }
}

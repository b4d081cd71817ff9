package dev.manta.bench;

import java.util.OptionalDouble;

/// What a benchmark asks of one figure: its name in the samples, how it is read, and its bar.
///
/// @param figure the figure's name in [Samples]
/// @param name what it is called in results
/// @param unit its unit
/// @param lowerIsBetter whether a smaller figure is the better one
/// @param bar what it is held against
public record Question(String figure, String name, String unit, boolean lowerIsBetter, Bar bar) {
  /// A figure that should be small.
  public static Question low(String figure, String name, String unit, Bar bar) {
    return new Question(figure, name, unit, true, bar);
  }

  /// A figure that should be large.
  public static Question high(String figure, String name, String unit, Bar bar) {
    return new Question(figure, name, unit, false, bar);
  }

  /// The answer that the samples give.
  public BenchResult answer(Samples samples) {
    double[] mantaRuns = samples.manta(figure);
    double[] peerRuns = samples.peer(figure);
    double manta = Statistics.median(mantaRuns);
    OptionalDouble peer =
        peerRuns.length == 0
            ? OptionalDouble.empty()
            : OptionalDouble.of(Statistics.median(peerRuns));
    double limit = bar.value(peer, lowerIsBetter);
    return new BenchResult(
        name,
        unit,
        lowerIsBetter,
        manta,
        peer,
        samples.peerName(figure),
        ratio(manta, peer),
        mantaRuns,
        peerRuns,
        limit,
        met(manta, limit, samples.noise()));
  }

  private OptionalDouble ratio(double manta, OptionalDouble peer) {
    if (peer.isEmpty()) {
      return OptionalDouble.empty();
    }
    double theirs = peer.getAsDouble();
    return OptionalDouble.of(lowerIsBetter ? theirs / manta : manta / theirs);
  }

  private Met met(double manta, double limit, Noise noise) {
    if (Double.isNaN(limit)) {
      return bar instanceof Bar.TimesPeer ? Met.PEER_MISSING : Met.YES;
    }
    if (lowerIsBetter ? manta <= limit : manta >= limit) {
      return Met.YES;
    }
    return noise.tooMuch() ? Met.NOISY : Met.NO;
  }
}

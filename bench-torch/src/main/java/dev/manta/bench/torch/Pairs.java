package dev.manta.bench.torch;

import dev.manta.bench.BenchResult;
import dev.manta.bench.Met;
import dev.manta.bench.Statistics;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/// Runs of Manta and of a peer, one of each in turn: each pair gives a ratio, which a slow minute
/// of the machine hardly changes.
///
/// @param manta steps a second of Manta's runs
/// @param peer steps a second of the peer's runs
record Pairs(double[] manta, double[] peer) {
  private static final double QUARTER = 0.25;

  /// How many times as fast Manta was in each pair.
  double[] ratios() {
    return IntStream.range(0, Math.min(manta.length, peer.length))
        .mapToDouble(i -> manta[i] / peer[i])
        .toArray();
  }

  /// Judges the median of the ratios.
  BenchResult median(String name, String peerName, double times, boolean noisy) {
    return result(name, peerName, 0.5, times, noisy);
  }

  /// Judges the ratio that three quarters of the pairs exceed.
  BenchResult lowerQuartile(String name, String peerName, double times, boolean noisy) {
    return result(name + ", lower quartile", peerName, QUARTER, times, noisy);
  }

  private BenchResult result(
      String name, String peerName, double part, double times, boolean noisy) {
    double[] ratios = ratios();
    OptionalDouble ratio =
        ratios.length == 0
            ? OptionalDouble.empty()
            : OptionalDouble.of(Statistics.quantile(ratios, part));
    OptionalDouble theirs = medianOf(peer);
    double bar = theirs.isPresent() ? theirs.getAsDouble() * times : Double.NaN;
    return new BenchResult(
        name,
        "steps/s",
        false,
        Statistics.median(manta),
        theirs,
        peerName,
        ratio,
        manta,
        peer,
        bar,
        met(ratio, times, noisy));
  }

  private static OptionalDouble medianOf(double[] runs) {
    return runs.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(Statistics.median(runs));
  }

  private static Met met(OptionalDouble ratio, double times, boolean noisy) {
    if (ratio.isEmpty()) {
      return Met.PEER_MISSING;
    }
    if (ratio.getAsDouble() >= times) {
      return Met.YES;
    }
    return noisy ? Met.NOISY : Met.NO;
  }
}

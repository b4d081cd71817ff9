package dev.manta.bench.trees;

import dev.manta.bench.BenchResult;
import dev.manta.bench.Met;
import dev.manta.bench.Samples;
import dev.manta.bench.Statistics;
import java.util.OptionalDouble;

/// Whether both sides have learned the same: a model that is worse, or larger, takes another time.
///
/// @param name what it is called in results
/// @param part the most by which the figures may differ, of the peer's
record Agreement(String name, double part) {
  private static final String FIGURE = "loss";

  /// Judges the log losses; how busy the machine was does not matter.
  BenchResult answer(Samples samples) {
    double[] ours = samples.manta(FIGURE);
    double[] theirs = samples.peer(FIGURE);
    double manta = Statistics.median(ours);
    OptionalDouble peer =
        theirs.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(Statistics.median(theirs));
    return new BenchResult(
        name,
        "nats",
        true,
        manta,
        peer,
        samples.peerName(),
        peer.isPresent() ? OptionalDouble.of(peer.getAsDouble() / manta) : OptionalDouble.empty(),
        ours,
        theirs,
        peer.isPresent() ? peer.getAsDouble() * (1 + part) : Double.NaN,
        met(manta, peer));
  }

  private Met met(double manta, OptionalDouble peer) {
    if (peer.isEmpty()) {
      return Met.PEER_MISSING;
    }
    return Math.abs(manta / peer.getAsDouble() - 1) <= part ? Met.YES : Met.NO;
  }
}

package dev.manta.bench;

import java.util.List;
import java.util.Map;

/// What alternating runs gave: the figures of each run of Manta and of the peer, and how steady the
/// machine was.
public record Samples(
    String peerName,
    List<Map<String, Double>> mantaRuns,
    List<Map<String, Double>> peerRuns,
    Noise noise) {
  public Samples {
    mantaRuns = List.copyOf(mantaRuns);
    peerRuns = List.copyOf(peerRuns);
  }

  /// Manta's runs of one figure.
  public double[] manta(String figure) {
    double[] runs = runs(mantaRuns, figure);
    if (runs.length == 0) {
      throw new IllegalArgumentException("no run of Manta gave the figure \"" + figure + "\"");
    }
    return runs;
  }

  /// The peer's runs of one figure; none when it does not have it.
  public double[] peer(String figure) {
    return runs(peerRuns, figure);
  }

  /// Who the peer is; empty for a figure that a peer which ran does not have.
  public String peerName(String figure) {
    return peerRuns.isEmpty() || peer(figure).length > 0 ? peerName : "";
  }

  private static double[] runs(List<Map<String, Double>> all, String figure) {
    return all.stream()
        .filter(run -> run.containsKey(figure))
        .mapToDouble(run -> run.getOrDefault(figure, Double.NaN))
        .toArray();
  }
}

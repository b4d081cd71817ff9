package dev.manta.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// What a benchmark works with: the peers of this machine, how often to repeat, and someone to tell
/// how far it is.
///
/// @param peers the peers that are installed
/// @param rounds how often each side is measured
/// @param progress hears one line at a time
public record BenchContext(Peers peers, int rounds, Consumer<String> progress) {
  public BenchContext {
    if (rounds < 1) {
      throw new IllegalArgumentException("rounds must be at least 1, not " + rounds);
    }
  }

  /// Measures Manta and the peer in turn, with a calibration before each round and after the last.
  public Samples alternate(String peerName, Subject manta, Optional<Subject> peer)
      throws IOException, InterruptedException {
    var calibration = new Calibration();
    List<Map<String, Double>> ours = new ArrayList<>();
    List<Map<String, Double>> theirs = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      calibration.take();
      ours.add(measured("manta", round, manta));
      if (peer.isPresent()) {
        measuredPeer(peerName, round, peer.get()).ifPresent(theirs::add);
      }
    }
    calibration.take();
    return new Samples(peerName, ours, theirs, calibration.noise());
  }

  private Map<String, Double> measured(String who, int round, Subject subject)
      throws IOException, InterruptedException {
    Map<String, Double> figures = subject.measure();
    progress.accept("round " + round + " of " + rounds + ": " + who + " " + Figure.list(figures));
    return figures;
  }

  /// A peer that fails is told and left out: its trouble must not hide Manta's figures.
  private Optional<Map<String, Double>> measuredPeer(String who, int round, Subject subject)
      throws InterruptedException {
    try {
      return Optional.of(measured(who, round, subject));
    } catch (IOException e) {
      progress.accept(
          "round " + round + " of " + rounds + ": " + who + " failed: " + e.getMessage());
      return Optional.empty();
    }
  }
}

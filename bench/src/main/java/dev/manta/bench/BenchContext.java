package dev.manta.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// What a benchmark works with: the peers of this machine, how often to repeat, and someone to tell
/// how far it is.
///
/// @param peers the peers that are installed
/// @param rounds how often each side is measured
/// @param progress hears one line at a time
/// @param firstSeed what random numbers of the first round begin with, where that was asked for
public record BenchContext(
    Peers peers, int rounds, Consumer<String> progress, OptionalLong firstSeed) {
  /// One whose seeds the benchmark chooses.
  public BenchContext(Peers peers, int rounds, Consumer<String> progress) {
    this(peers, rounds, progress, OptionalLong.empty());
  }

  public BenchContext {
    if (rounds < 1) {
      throw new IllegalArgumentException("rounds must be at least 1, not " + rounds);
    }
  }

  /// Measures Manta and the peer in turn, with a calibration before each round and after the last.
  public Samples alternate(String peerName, Subject manta, Optional<Subject> peer)
      throws IOException, InterruptedException {
    return alternate(manta, List.of(new Rival(peerName, peer))).getFirst();
  }

  /// The same with several peers: one list of runs of Manta, held against each of them.
  public List<Samples> alternate(Subject manta, List<Rival> rivals)
      throws IOException, InterruptedException {
    var calibration = new Calibration();
    List<Map<String, Double>> ours = new ArrayList<>();
    List<List<Map<String, Double>>> theirs = rivals.stream().map(_ -> newRuns()).toList();
    for (int round = 1; round <= rounds; round++) {
      calibration.take();
      ours.add(measured("manta", round, manta));
      for (int i = 0; i < rivals.size(); i++) {
        measured(rivals.get(i), round).ifPresent(theirs.get(i)::add);
      }
    }
    calibration.take();
    Noise noise = calibration.noise();
    return IntStream.range(0, rivals.size())
        .mapToObj(i -> new Samples(rivals.get(i).name(), ours, theirs.get(i), noise))
        .toList();
  }

  private static List<Map<String, Double>> newRuns() {
    return new ArrayList<>();
  }

  private Map<String, Double> measured(String who, int round, Subject subject)
      throws IOException, InterruptedException {
    Map<String, Double> figures = subject.measure();
    progress.accept("round " + round + " of " + rounds + ": " + who + " " + Figure.list(figures));
    return figures;
  }

  /// A peer that fails is told and left out: its trouble must not hide Manta's figures.
  private Optional<Map<String, Double>> measured(Rival rival, int round)
      throws InterruptedException {
    if (rival.subject().isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(measured(rival.name(), round, rival.subject().get()));
    } catch (IOException e) {
      progress.accept(
          "round " + round + " of " + rounds + ": " + rival.name() + " failed: " + e.getMessage());
      return Optional.empty();
    }
  }
}

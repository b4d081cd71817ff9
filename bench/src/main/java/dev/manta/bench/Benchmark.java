package dev.manta.bench;

import java.io.IOException;
import java.util.List;

/// Something that can be measured: `manta bench NAME`.
public interface Benchmark {
  /// What it is called on the command line.
  String name();

  /// One line that says what it measures.
  String summary();

  /// Whether its rounds differ by a seed, the first of which can be asked for.
  default boolean hasSeeds() {
    return false;
  }

  /// How often each side is measured unless the user says.
  default int rounds() {
    return 5;
  }

  /// Measures, and judges each figure.
  List<BenchResult> run(BenchContext context) throws IOException, InterruptedException;
}

package dev.manta.bench;

import dev.manta.bench.collective.AbortBenchmark;
import dev.manta.bench.collective.AllReduceBenchmark;
import dev.manta.bench.train.MemoryBenchmark;
import dev.manta.bench.train.ReportBenchmark;
import dev.manta.bench.train.StartBenchmark;
import java.util.List;
import java.util.Optional;

/// Every benchmark there is, in the order they are listed.
public final class Benchmarks {
  private static final List<Benchmark> ALL =
      List.of(
          new StartBenchmark(),
          new ReportBenchmark(),
          new MemoryBenchmark(),
          new AllReduceBenchmark(),
          new AbortBenchmark());

  private Benchmarks() {}

  public static List<Benchmark> all() {
    return ALL;
  }

  public static Optional<Benchmark> named(String name) {
    return ALL.stream().filter(each -> each.name().equals(name)).findFirst();
  }
}

package dev.manta.bench.command;

import dev.manta.bench.Benchmark;
import dev.manta.bench.cluster.ClusterBenchmark;
import dev.manta.bench.collective.AbortBenchmark;
import dev.manta.bench.collective.AllReduceBenchmark;
import dev.manta.bench.dashboard.DashboardBenchmark;
import dev.manta.bench.data.BudgetBenchmark;
import dev.manta.bench.data.IngestBenchmark;
import dev.manta.bench.data.PythonDataBenchmark;
import dev.manta.bench.hosts.HostsBenchmark;
import dev.manta.bench.python.PythonBenchmark;
import dev.manta.bench.python.PythonGpuBenchmark;
import dev.manta.bench.recovery.CommitBenchmark;
import dev.manta.bench.recovery.GoodputBenchmark;
import dev.manta.bench.recovery.ReattachBenchmark;
import dev.manta.bench.recovery.RecoveryBenchmark;
import dev.manta.bench.recovery.ResizeBenchmark;
import dev.manta.bench.search.SearchBenchmark;
import dev.manta.bench.stores.StoresBenchmark;
import dev.manta.bench.train.HistoryBenchmark;
import dev.manta.bench.train.MemoryBenchmark;
import dev.manta.bench.train.ReportBenchmark;
import dev.manta.bench.train.StartBenchmark;
import dev.manta.bench.tune.AshaBenchmark;
import dev.manta.bench.tune.TuneBenchmark;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/// Every benchmark there is, in the order they are listed; those of frameworks come last, where
/// their modules are.
public final class Benchmarks {
  private static final List<Benchmark> OWN =
      List.of(
          new StartBenchmark(),
          new HistoryBenchmark(),
          new ReportBenchmark(),
          new MemoryBenchmark(),
          new AllReduceBenchmark(),
          new AbortBenchmark(),
          new RecoveryBenchmark(),
          new ReattachBenchmark(),
          new ResizeBenchmark(),
          new GoodputBenchmark(),
          new CommitBenchmark(),
          new PythonBenchmark(),
          new PythonGpuBenchmark(),
          new IngestBenchmark(),
          new BudgetBenchmark(),
          new PythonDataBenchmark(),
          new StoresBenchmark(),
          new ClusterBenchmark(),
          new HostsBenchmark(),
          new SearchBenchmark(),
          new TuneBenchmark(),
          new AshaBenchmark(),
          new DashboardBenchmark());

  private Benchmarks() {}

  public static List<Benchmark> all() {
    List<Benchmark> all = new ArrayList<>(OWN);
    ServiceLoader.load(Benchmark.class).forEach(all::add);
    return all;
  }

  public static Optional<Benchmark> named(String name) {
    return all().stream().filter(each -> each.name().equals(name)).findFirst();
  }
}

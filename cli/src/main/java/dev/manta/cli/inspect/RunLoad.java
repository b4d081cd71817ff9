package dev.manta.cli.inspect;

import dev.manta.dashboard.internal.inspect.LocalWorker;
import dev.manta.internal.stored.StoredRun;
import dev.manta.train.Metrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// What a run that is under way does to this machine.
///
/// @param step the newest that was reported
/// @param cpu the CPU time of its workers since they began
/// @param memoryBytes what they hold in memory
record RunLoad(
    String name,
    String path,
    String status,
    int workers,
    long step,
    Duration cpu,
    long memoryBytes,
    Metrics metrics) {
  static RunLoad of(StoredRun run) {
    List<LocalWorker> workers = LocalWorker.of(run);
    return new RunLoad(
        run.name(),
        run.location().shown(),
        run.status(),
        run.state().group().size(),
        run.lastStep(),
        workers.stream().map(RunLoad::cpu).reduce(Duration.ZERO, Duration::plus),
        workers.stream().mapToLong(RunLoad::memory).sum(),
        run.lastMetrics());
  }

  private static Duration cpu(LocalWorker worker) {
    return ProcessHandle.of(worker.pid())
        .flatMap(process -> process.info().totalCpuDuration())
        .orElse(Duration.ZERO);
  }

  private static long memory(LocalWorker worker) {
    Path status = Path.of("/proc", String.valueOf(worker.pid()), "status");
    try (Stream<String> lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElse(0);
    } catch (IOException gone) {
      return 0;
    }
  }
}

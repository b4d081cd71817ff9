package dev.manta.bench.data;

import dev.manta.data.Batch;
import dev.manta.data.BatchOptions;
import dev.manta.data.Batches;
import dev.manta.data.Dataset;
import dev.manta.internal.data.memory.MemoryBudget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/// Streams a folder of Parquet files through a small budget, then shuffles a part of it, and says
/// how much memory it took at most.
final class BudgetProgram {
  private static final long BUDGET = 512L << 20;
  private static final int BATCH = 4096;
  private static final Path STATUS = Path.of("/proc/self/status");

  private BudgetProgram() {}

  public static void main(String[] arguments) {
    MemoryBudget.shared().limit(BUDGET);
    measure("stream", Dataset.parquet(arguments[0]));
    measure(
        "shuffle", Dataset.parquet(arguments[0]).limit(Long.parseLong(arguments[1])).shuffle(1));
  }

  private static void measure(String name, Dataset dataset) {
    var peak = new AtomicLong();
    Thread watch = Thread.ofPlatform().daemon().start(() -> watch(peak));
    long begun = System.nanoTime();
    long rows = 0;
    try (Batches<Batch> batches = dataset.batches(BatchOptions.rows(BATCH))) {
      for (Batch batch : batches) {
        rows += batch.rows();
      }
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    watch.interrupt();
    figure(name + "-peak", peak.get() / 1e6);
    figure(name + "-rate", rows / seconds);
    figure(name + "-rows", (double) rows);
  }

  private static void watch(AtomicLong peak) {
    try {
      while (!Thread.interrupted()) {
        peak.accumulateAndGet(resident(), Math::max);
        Thread.sleep(Duration.ofMillis(20));
      }
    } catch (InterruptedException done) {
      Thread.currentThread().interrupt();
    }
  }

  /// Anonymous and shared memory of this process in bytes; pages of files do not count.
  private static long resident() {
    try {
      return Files.readAllLines(STATUS).stream()
          .filter(line -> line.startsWith("RssAnon") || line.startsWith("RssShmem"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
          .sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void figure(String name, double value) {
    System.out.println("figure " + name + " " + value);
  }
}

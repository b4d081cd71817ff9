package dev.manta.bench.trees;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// Looks at the processes below this one again and again, and keeps how much memory each has had
/// resident at most, as Linux says.
final class ProcessWatch implements AutoCloseable {
  private static final long LOOK_EVERY_MILLIS = 100;

  /// Finding processes takes longer than looking at them.
  private static final int LOOKS_PER_SEARCH = 2;

  private static final String PEAK = "VmHWM:";
  private static final double KIBIBYTE_IN_MEGABYTES = 1024 / 1e6;

  private final ConcurrentMap<Long, Double> peaks = new ConcurrentHashMap<>();
  private final Thread thread = Thread.ofPlatform().daemon().name("process-watch").start(this::run);

  private void run() {
    try {
      for (int look = 0; ; look++) {
        if (look % LOOKS_PER_SEARCH == 0) {
          ProcessHandle.current().descendants().forEach(each -> peaks.putIfAbsent(each.pid(), 0.0));
        }
        peaks.replaceAll((pid, peak) -> Math.max(peak, peak(Path.of("/proc", pid.toString()))));
        Thread.sleep(LOOK_EVERY_MILLIS);
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  /// The most megabytes that one of them had.
  double largest() {
    return peaks.values().stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
  }

  /// What all of them had at most, and this process.
  double sum() {
    double below = peaks.values().stream().mapToDouble(Double::doubleValue).sum();
    return below + peak(Path.of("/proc/self"));
  }

  /// Adds both to figures.
  void addTo(Map<String, Double> figures) {
    figures.put("worker-peak", largest());
    figures.put("all-peak", sum());
  }

  /// 0 for a process that has ended.
  private static double peak(Path process) {
    try {
      return Files.readAllLines(process.resolve("status")).stream()
          .filter(line -> line.startsWith(PEAK))
          .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")))
          .map(kibibytes -> kibibytes * KIBIBYTE_IN_MEGABYTES)
          .findFirst()
          .orElse(0);
    } catch (IOException gone) {
      return 0;
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}

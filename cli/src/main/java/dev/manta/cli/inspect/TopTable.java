package dev.manta.cli.inspect;

import dev.manta.cli.runs.TextTable;
import dev.manta.internal.console.MetricTexts;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Runs and what they do, with rates since they were looked at before.
final class TopTable {
  private static final double GIGABYTE = 1 << 30;
  private static final String UNKNOWN = "–";

  private Map<String, RunLoad> before = new HashMap<>();

  /// @param passed how long ago this was asked before; zero the first time
  List<String> lines(List<RunLoad> loads, Duration passed) {
    var table =
        new TextTable()
            .row("NAME", "STATUS", "WORKERS", "STEP", "STEPS/S", "CPU", "MEMORY", "LAST METRICS");
    Map<String, RunLoad> now = new HashMap<>();
    for (RunLoad load : loads) {
      RunLoad earlier = before.getOrDefault(load.path(), load);
      boolean known = before.containsKey(load.path()) && passed.isPositive();
      now.put(load.path(), load);
      table.row(
          load.name(),
          load.status(),
          String.valueOf(load.workers()),
          String.valueOf(load.step()),
          known ? rate(load.step() - earlier.step(), passed) : UNKNOWN,
          known ? percent(load.cpu().minus(earlier.cpu()), passed) : UNKNOWN,
          String.format(Locale.ROOT, "%.1f GB", load.memoryBytes() / GIGABYTE),
          MetricTexts.line(load.metrics()));
    }
    before = now;
    return table.lines();
  }

  /// A resumed run may be at an earlier step than before.
  private static String rate(long steps, Duration passed) {
    return String.format(Locale.ROOT, "%.1f", 1e9 * Math.max(0, steps) / passed.toNanos());
  }

  /// Of one core, as `top` counts.
  private static String percent(Duration cpu, Duration passed) {
    long used = Math.max(0, cpu.toNanos());
    return String.format(Locale.ROOT, "%.0f %%", 100.0 * used / passed.toNanos());
  }
}

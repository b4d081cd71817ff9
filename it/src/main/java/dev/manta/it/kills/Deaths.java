package dev.manta.it.kills;

import java.util.ArrayList;
import java.util.List;

/// Whom blows have killed in one run, and what may be lost with them.
final class Deaths {
  /// What was reported so shortly before its driver was killed may be lost with it.
  private static final long DURABLE_AFTER_MILLIS = 1000;

  /// So long a detached worker may be without a controller, and keep its reports for the next.
  private static final long FOUND_AGAIN_MILLIS = 2000;

  private final boolean detached;
  private final List<Long> drivers = new ArrayList<>();
  private final List<Long> workers = new ArrayList<>();

  /// @param detached whether workers outlive their driver
  Deaths(boolean detached) {
    this.detached = detached;
  }

  /// A driver dies now.
  void driver() {
    drivers.add(System.currentTimeMillis());
  }

  void worker(long pid) {
    workers.add(pid);
  }

  /// Whether all who knew of a report were killed before it had to be on disk. A detached worker
  /// tells it again to the next driver, unless it is killed as well.
  boolean mayHaveTaken(Evidence.Line report) {
    return detached
        ? workers.contains(report.pid())
            && driverDied(report, DURABLE_AFTER_MILLIS + FOUND_AGAIN_MILLIS)
        : driverDied(report, 0);
  }

  private boolean driverDied(Evidence.Line report, long beforeMillis) {
    long from = report.atMillis() - beforeMillis;
    long to = report.atMillis() + DURABLE_AFTER_MILLIS;
    return drivers.stream().anyMatch(death -> from <= death && death <= to);
  }
}

package dev.manta.it.kills;

import java.util.ArrayList;
import java.util.List;

/// Whom blows have killed in one run, and what may be lost with them.
final class Deaths {
  /// What was reported so shortly before its driver was killed may be lost with it.
  private static final long DURABLE_AFTER_MILLIS = 1000;

  /// So long a worker may continue without a driver, until it ends or another driver finds it.
  private static final long ALONE_MILLIS = 2000;

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
    long from = report.atMillis() - ALONE_MILLIS;
    long to = report.atMillis() + DURABLE_AFTER_MILLIS;
    return (!detached || workers.contains(report.pid()))
        && drivers.stream().anyMatch(death -> from <= death && death <= to);
  }
}

package dev.manta.dashboard.internal.runs;

import dev.manta.dashboard.internal.curve.ReportBlock;
import dev.manta.dashboard.internal.curve.ReportFeed;
import dev.manta.dashboard.internal.curve.RunCurves;
import dev.manta.internal.control.RunFile;
import dev.manta.internal.control.RunSite;
import dev.manta.internal.journal.ControlLog;
import dev.manta.internal.journal.MetricsReader;
import dev.manta.internal.stored.StoredRun;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.Storages;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A run that somebody looks at: what is reported is read as it comes, once for all who look.
public final class WatchedRun implements AutoCloseable {
  private static final System.Logger LOGGER = System.getLogger("dev.manta.dashboard");
  private static final Duration PAUSE = Duration.ofMillis(50);
  private static final Duration PAUSE_FAR = Duration.ofSeconds(2);
  private static final Duration PAUSE_AT_REST = Duration.ofSeconds(1);
  private static final Duration PASS_MAX = Duration.ofSeconds(30);
  private static final long STATUS_EVERY_NANOS = Duration.ofSeconds(2).toNanos();

  private final Location location;
  private final RunFile file;
  private final Storage storage;
  private final RunCurves curves;
  private final MetricsReader reader;
  private final ReportFeed reports;
  private final ControlLog log;
  private final RunLogs logs;
  private final Refresher refresher;
  private long records;
  private String status = "";
  private long statusNanos;
  private RunChanges changes = RunChanges.NONE;
  private int listeners;
  private volatile long usedNanos = System.nanoTime();

  /// @param buckets how many buckets its curves may have together
  WatchedRun(Location location, RunFile file, int buckets) {
    this.location = location;
    this.file = file;
    this.storage = Storages.at(location);
    this.curves = new RunCurves(file.reductions(), buckets);
    RunSite site = RunSite.of(file.name(), location);
    this.reader = new MetricsReader(storage, location, site.openMetrics());
    this.reports = new ReportFeed(reader);
    this.log = new ControlLog(storage, location);
    this.logs = new RunLogs(location, site.logs());
    this.refresher = new Refresher("manta-dashboard-" + file.name(), this::pass);
  }

  public Location location() {
    return location;
  }

  RunFile file() {
    return file;
  }

  public RunCurves curves() {
    return curves;
  }

  public RunLogs logs() {
    return logs;
  }

  /// What of its metrics is missing or damaged, as far as they were read.
  public List<String> problems() {
    return reader.problems();
  }

  /// Reads what is new; false where that takes longer, and the rest follows.
  public boolean refresh(Duration limit) throws InterruptedException {
    usedNanos = System.nanoTime();
    return refresher.refresh(limit);
  }

  private void pass() {
    try {
      Optional<ReportBlock> block = reports.next();
      while (block.isPresent()) {
        curves.add(block.get());
        tell();
        block = reports.next();
      }
      lookAtLog();
      tell();
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  private void lookAtLog() {
    long before = records;
    while (storage.exists(log.at(records + 1))) {
      records++;
    }
    long now = System.nanoTime();
    if (records != before || status.isEmpty() || now - statusNanos > STATUS_EVERY_NANOS) {
      status = StoredRun.find(location).map(StoredRun::status).orElse("deleted");
      statusNanos = now;
    }
  }

  private synchronized void tell() {
    var now = new RunChanges(curves.rows(), records, status, logs.bytes());
    if (!now.equals(changes)) {
      changes = now;
      notifyAll();
    }
  }

  /// Waits until something is new, at most so long.
  ///
  /// @param seen what the caller knows
  public synchronized RunChanges await(RunChanges seen, Duration limit)
      throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    for (long left = limit.toMillis();
        changes.equals(seen) && left > 0;
        left = Duration.ofNanos(end - System.nanoTime()).toMillis()) {
      wait(left);
    }
    return changes;
  }

  /// Somebody who wants to hear what is new, until he closes it.
  public interface Listening extends AutoCloseable {
    @Override
    void close();
  }

  /// Looks for news from now on.
  public synchronized Listening listen() {
    if (listeners++ == 0) {
      Thread.ofVirtual().name("manta-dashboard-pulse").start(this::pulse);
    }
    return this::leave;
  }

  private synchronized void leave() {
    listeners--;
    usedNanos = System.nanoTime();
  }

  synchronized boolean isListenedTo() {
    return listeners > 0;
  }

  long usedNanos() {
    return usedNanos;
  }

  private void pulse() {
    try {
      while (isListenedTo()) {
        lookAgain();
        Thread.sleep(pause());
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  /// Storage that does not answer is asked again, and so is one that has vanished: pages that
  /// listen are told when it is back.
  private void lookAgain() throws InterruptedException {
    try {
      refresher.refresh(PASS_MAX);
    } catch (RuntimeException unanswered) {
      LOGGER.log(System.Logger.Level.DEBUG, "cannot look at " + location, unanswered);
      Thread.sleep(PAUSE_FAR);
    }
  }

  private Duration pause() {
    if (!location.isLocal()) {
      return PAUSE_FAR;
    }
    return RunIndex.isAtRest(status()) ? PAUSE_AT_REST : PAUSE;
  }

  private synchronized String status() {
    return changes.status();
  }

  @Override
  public void close() {
    refresher.close();
    logs.close();
  }
}

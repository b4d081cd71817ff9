package dev.manta.dashboard.internal.runs;

import dev.manta.dashboard.internal.curve.ReportBlock;
import dev.manta.dashboard.internal.curve.ReportFeed;
import dev.manta.dashboard.internal.curve.RunCurves;
import dev.manta.internal.control.record.RunFile;
import dev.manta.internal.control.record.RunSite;
import dev.manta.internal.journal.ControlLog;
import dev.manta.internal.journal.MetricsReader;
import dev.manta.internal.stored.StoredRun;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.Storages;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
  private final Set<Listener> listeners = new HashSet<>();
  private boolean pulses;
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

  private void tell() {
    var now = new RunChanges(curves.rows(), records, status, logs.bytes());
    List<Listener> all;
    synchronized (this) {
      all = now.equals(changes) ? List.of() : List.copyOf(listeners);
      changes = now;
    }
    all.forEach(each -> each.told.run());
  }

  /// How far it has come, as far as somebody has looked.
  public synchronized RunChanges changes() {
    return changes;
  }

  /// Somebody who wants to hear what is new, until he closes it.
  public interface Listening extends AutoCloseable {
    @Override
    void close();
  }

  private final class Listener implements Listening {
    private final Runnable told;

    Listener(Runnable told) {
      this.told = told;
    }

    @Override
    public void close() {
      leave(this);
    }
  }

  /// Looks for news from now on.
  ///
  /// @param told is run each time that something is new, and does not block
  synchronized Listening listen(Runnable told) {
    var listener = new Listener(told);
    listeners.add(listener);
    if (!pulses) {
      pulses = true;
      Thread.ofVirtual().name("manta-dashboard-pulse").start(this::pulse);
    }
    return listener;
  }

  private synchronized void leave(Listener listener) {
    listeners.remove(listener);
    usedNanos = System.nanoTime();
  }

  synchronized boolean isListenedTo() {
    return !listeners.isEmpty();
  }

  private synchronized boolean continues() {
    pulses = isListenedTo();
    return pulses;
  }

  long usedNanos() {
    return usedNanos;
  }

  private void pulse() {
    try {
      while (continues()) {
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

  private String status() {
    return changes().status();
  }

  @Override
  public void close() {
    refresher.close();
    logs.close();
  }
}

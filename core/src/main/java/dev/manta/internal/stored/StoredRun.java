package dev.manta.internal.stored;

import dev.manta.Result;
import dev.manta.error.MantaException;
import dev.manta.internal.control.record.LogRecords;
import dev.manta.internal.control.record.RunFile;
import dev.manta.internal.control.record.RunRecord;
import dev.manta.internal.control.record.RunSite;
import dev.manta.internal.control.record.StorageRetry;
import dev.manta.internal.journal.ControlLog;
import dev.manta.internal.journal.MetricsReader;
import dev.manta.internal.load.RunLoad;
import dev.manta.internal.machine.Pids;
import dev.manta.internal.run.Control;
import dev.manta.internal.run.TimeAccounting;
import dev.manta.internal.run.state.CommittedCheckpoint;
import dev.manta.internal.run.state.RunState;
import dev.manta.internal.run.state.Worker;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.Storages;
import dev.manta.train.Ledger;
import dev.manta.train.Metrics;
import dev.manta.train.ReportedCheckpoint;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/// A run as it lies in storage.
///
/// @param changed when its control log was written last
public record StoredRun(Location location, RunFile file, RunState state, Instant changed)
    implements FoundRun {
  public static Optional<StoredRun> find(Location location) {
    Storage storage = Storages.at(location);
    return RunFile.find(storage, location).map(file -> read(storage, location, file));
  }

  private static StoredRun read(Storage storage, Location location, RunFile file) {
    RunState state = LogRecords.read(storage, location, "", StorageRetry.real()).replayed();
    Instant changed =
        new ControlLog(storage, location).last().map(record -> record.at()).orElse(file.created());
    return new StoredRun(location, file, state, changed);
  }

  @Override
  public String name() {
    return file.name();
  }

  /// Everything that was written down, oldest first.
  public List<Control> records() {
    var log = new ControlLog(Storages.at(location), location);
    return log.all().stream().map(record -> LogRecords.control(log, record)).toList();
  }

  /// What was reported with a checkpoint, and what validation said of it.
  public Metrics metrics(CommittedCheckpoint checkpoint) {
    return sized(checkpoint).metrics();
  }

  /// @param bytes empty where nobody can tell
  record SizedMetrics(Metrics metrics, OptionalLong bytes) {}

  /// The same, and how large it is.
  SizedMetrics sized(CommittedCheckpoint checkpoint) {
    var unknown = new SizedMetrics(checkpoint.metrics(), OptionalLong.empty());
    try {
      return new RunRecord(Storages.at(location), location, file, state)
          .sized(checkpoint)
          .map(
              found -> new SizedMetrics(found.reported().metrics(), OptionalLong.of(found.bytes())))
          .orElse(unknown);
    } catch (MantaException damaged) {
      return unknown;
    }
  }

  /// Where the run stands; one whose driver is gone before its end was interrupted.
  public String status() {
    return isInterrupted() ? "interrupted" : state.status().name().toLowerCase(Locale.ROOT);
  }

  public boolean isInterrupted() {
    return !state.status().ended() && !RunDriver.mayLive(location);
  }

  /// What a worker does; one whose driver is gone may be gone with it.
  public String standing(Worker worker) {
    if (!isInterrupted()) {
      return worker.standing();
    }
    return runs(worker) ? worker.standing() + " without its driver" : "gone";
  }

  private static boolean runs(Worker worker) {
    return worker.pid().isPresent() && Pids.runs(worker.pid().getAsLong());
  }

  @Override
  public boolean mayBeUnderWay() {
    boolean left = state.workers().stream().anyMatch(w -> w.alive() && runs(w));
    return !state.status().ended() && (RunDriver.mayLive(location) || left);
  }

  /// The best of its checkpoints, where it was told what that is.
  public Optional<ReportedCheckpoint> best() {
    return file.score().isEmpty()
        ? Optional.empty()
        : Result.fromPath(location.toString()).bestCheckpoint();
  }

  /// What its time was spent on; up to now, where its driver lives.
  public Ledger ledger(Instant now) {
    boolean live = !state.status().ended() && RunDriver.mayLive(location);
    return live ? TimeAccounting.ledger(state, now) : state.ledger();
  }

  /// What its ranks have used and waited for.
  public RunLoad load() {
    return RunLoad.of(Storages.at(location), location);
  }

  public void requireUnderWay() {
    if (state.status().ended()) {
      throw new IllegalArgumentException("run " + name() + " is not under way: it has " + status());
    }
  }

  public void requireRank(int rank) {
    int size = state.group().size();
    if (rank < 0 || (size > 0 && rank >= size)) {
      String there = size == 0 ? "" : ": run " + name() + " has ranks 0 to " + (size - 1);
      throw new IllegalArgumentException("there is no rank " + rank + there);
    }
  }

  /// The last metrics that were reported: reduced over ranks where the run was told so, else rank
  /// 0's.
  public Metrics lastMetrics() {
    return lastReport().metrics();
  }

  LastReport lastReport() {
    return LastReport.of(location, file.reductions());
  }

  /// Segments of its metrics that somebody has removed.
  public List<String> missingMetrics() {
    var open = RunSite.of(name(), location).openMetrics();
    var reader = new MetricsReader(Storages.at(location), location, open);
    return reader.missing().stream().map(Location::toString).toList();
  }

  /// The step of the newest report; what was written down may be older.
  public long lastStep() {
    return lastStep(lastReport());
  }

  long lastStep(LastReport last) {
    return Math.max(step(), last.step());
  }

  /// Whether a process is the run's driver.
  public boolean isDrivenBy(long pid) {
    return location.isLocal() && RunDriver.is(location, pid);
  }

  /// The highest step that any rank has reported in what was written down.
  public long step() {
    return state.reached();
  }
}

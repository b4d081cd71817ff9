package dev.manta.internal.control;

import dev.manta.error.Passwords;
import dev.manta.internal.control.record.RunPlan;
import dev.manta.internal.control.record.RunSite;
import dev.manta.internal.logs.LogUploads;
import dev.manta.internal.run.Decision;
import dev.manta.internal.run.MetricWarnings;
import dev.manta.internal.run.ReducedReports;
import dev.manta.internal.run.state.CommittedCheckpoint;
import dev.manta.internal.run.state.KeptCheckpoints;
import dev.manta.internal.run.state.RunState;
import dev.manta.internal.wire.ToController;
import dev.manta.spi.json.Json;
import dev.manta.storage.Storage;
import dev.manta.storage.StorageTraffic;
import dev.manta.train.Failure;
import dev.manta.train.Metrics;
import dev.manta.train.NewCheckpoint;
import dev.manta.train.Report;
import dev.manta.train.RunConfig;
import dev.manta.train.RunListener;
import dev.manta.train.RunUpdate;
import dev.manta.train.StorageUse;
import dev.manta.train.TrackedRun;
import dev.manta.train.Tracker;
import dev.manta.train.logged.LoggedItem;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// Listeners and trackers, on a thread of their own: a slow or broken one never stops training.
///
/// What does not fit into the queue is dropped and counted; reports and lines of output are dropped
/// before anything else.
final class Observers implements RunObserver, AutoCloseable {
  private static final int QUEUE_MAX = 20_000;
  private static final int RESERVE = 2_000;
  private static final Duration LAST_NOTICES = Duration.ofSeconds(30);
  private static final System.Logger LOGGER = System.getLogger("dev.manta.observers");

  private final BlockingQueue<Consumer<RunListener>> queue = new ArrayBlockingQueue<>(QUEUE_MAX);
  private final AtomicLong dropped = new AtomicLong();
  private final Set<Object> broken = Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<RunListener> listeners;
  private final List<Tracker> trackers;
  private final List<Tracked> tracked = new ArrayList<>();
  private final TrackedRun run;
  private final CheckpointMetrics reported = new CheckpointMetrics();
  private final Clock clock;
  private final Thread thread;
  private final LogFollower logs = new LogFollower(this::line);
  private final TrafficMeter traffic = new TrafficMeter(System::nanoTime);
  private volatile BiConsumer<String, ToController.Load> loads = (_, _) -> {};
  private volatile boolean closed;

  Observers(RunPlan plan, List<RunListener> more, TrackedRun run, Clock clock) {
    RunConfig config = plan.run();
    this.listeners = new ArrayList<>(List.of(reported));
    this.listeners.addAll(more);
    this.listeners.addAll(config.listeners());
    this.listeners.add(warns(new MetricWarnings(config, plan.validation().isPresent())));
    this.trackers = config.trackers();
    this.run = run;
    this.clock = clock;
    this.thread = new Thread(this::serve, "manta-observers");
    thread.setDaemon(true);
    thread.start();
  }

  /// What is done beside the run until it ends.
  interface Beside extends AutoCloseable {
    @Override
    void close();
  }

  /// Keeps what workers print where the run is, if that is not where they write it.
  Beside storing(Storage storage, RunSite site) {
    traffic.counts(storage::traffic);
    var recorder = LoadRecorder.of(storage, site.location());
    loads = recorder::heard;
    if (site.location().isLocal()) {
      return recorder::close;
    }
    var uploads = new LogUploads(storage, site.location(), site.logs(), this::warning);
    return () -> {
      recorder.close();
      uploads.close();
    };
  }

  @Override
  public void load(String worker, ToController.Load load) {
    loads.accept(worker, load);
  }

  private RunListener warns(MetricWarnings metrics) {
    return new RunListener() {
      @Override
      public void report(Report report) {
        metrics.about(report).forEach(Observers.this::warning);
      }
    };
  }

  @Override
  public void stepped(RunState before, Decision decision) {
    Instant at = clock.instant();
    RunState after = decision.state();
    if (!shown(before).equals(shown(after))) {
      tell(listener -> listener.state(update(after, decision.reason(), at)));
    }
    after
        .failure()
        .filter(failure -> !before.failure().map(Observers::key).equals(Optional.of(key(failure))))
        .ifPresent(failure -> tell(listener -> listener.failure(failure)));
    if (decision.durable() != Decision.Durable.NOTHING) {
      committed(before.kept(), after.kept());
    }
  }

  private void committed(KeptCheckpoints before, KeptCheckpoints after) {
    after
        .addedSince(before)
        .forEach(checkpoint -> tell(listener -> listener.checkpoint(committed(checkpoint))));
  }

  private NewCheckpoint committed(CommittedCheckpoint checkpoint) {
    String name = checkpoint.name();
    return new NewCheckpoint(
        name,
        checkpoint.step(),
        checkpoint.at(),
        reported.of(name).with(checkpoint.metrics()),
        run.location().resolve("checkpoints").resolve(name));
  }

  /// A failure that is known better is not another one.
  private static String key(Failure failure) {
    return failure.worker() + " " + failure.what();
  }

  /// What of a state users see.
  private record Shown(
      String status, int attempt, String waits, List<RunUpdate.WorkerState> workers) {}

  private static Shown shown(RunState state) {
    return new Shown(
        state.status().name(), state.attempt(), state.scale().waits().orElse(""), workers(state));
  }

  private RunUpdate update(RunState state, String reason, Instant at) {
    return new RunUpdate(run.name(), at, state.status(), state.attempt(), reason, workers(state));
  }

  private static List<RunUpdate.WorkerState> workers(RunState state) {
    return state.group().stream()
        .map(
            worker ->
                new RunUpdate.WorkerState(
                    worker.id(),
                    worker.rank(),
                    worker.seat().node(),
                    worker.pid().orElse(0),
                    worker.standing()))
        .toList();
  }

  @Override
  public void report(int rank, ToController.Report report) {
    tellIfRoom(listener -> listener.report(reported(rank, report)));
  }

  @Override
  public void logged(ToController.Logged logged) {
    Instant at = Instant.ofEpochMilli(logged.atMillis());
    LoggedItem.find(run.location(), logged.path(), at)
        .ifPresent(item -> tellIfRoom(listener -> listener.logged(item)));
  }

  private static Report reported(int rank, ToController.Report report) {
    return new Report(
        report.attempt(),
        rank,
        report.step(),
        Instant.ofEpochMilli(report.atMillis()),
        Metrics.fromJson(Json.parse(report.metrics())),
        StreamReports.checkpoint(report));
  }

  @Override
  public void started(int rank, Path log) {
    logs.follow(rank, log);
  }

  @Override
  public void adopted(int rank, Path log) {
    logs.followOn(rank, log);
  }

  private void line(int rank, String line) {
    tellIfRoom(listener -> listener.line(rank, line));
  }

  @Override
  public void warning(String message) {
    String shown = Passwords.hidden(message);
    tell(listener -> listener.warning(shown));
  }

  void note(String message) {
    String shown = Passwords.hidden(message);
    tell(listener -> listener.note(shown));
  }

  private void tellIfRoom(Consumer<RunListener> notice) {
    if (queue.remainingCapacity() > RESERVE) {
      tell(notice);
    } else {
      dropped.incrementAndGet();
    }
  }

  private void tell(Consumer<RunListener> notice) {
    if (!queue.offer(notice)) {
      dropped.incrementAndGet();
    }
  }

  private void serve() {
    trackers.forEach(this::open);
    try {
      while (!closed || !queue.isEmpty()) {
        Consumer<RunListener> notice = queue.poll(50, TimeUnit.MILLISECONDS);
        if (notice != null) {
          listeners.forEach(listener -> call(listener, notice));
        }
        traffic.due().ifPresent(this::tellNow);
      }
      traffic.now().ifPresent(this::tellNow);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    tracked.forEach(each -> each.reports().flush());
    tracked.forEach(each -> guarded(each.tracker(), each.tracking()::close));
  }

  private void tellNow(StorageUse use) {
    listeners.forEach(listener -> call(listener, heard -> heard.storage(use)));
  }

  @Override
  public void traffic(String worker, StorageTraffic all) {
    traffic.heard(worker, all);
  }

  private void open(Tracker tracker) {
    guarded(
        tracker,
        () -> {
          Tracker.Tracking tracking = tracker.open(run);
          var reports =
              new ReducedReports(
                  notice -> guarded(tracker, () -> notice.accept(tracking)), run.reductions());
          tracked.add(new Tracked(tracker, tracking, reports));
          listeners.add(reports);
          listeners.add(ofRanks(tracker, tracking));
        });
  }

  private RunListener ofRanks(Tracker tracker, Tracker.Tracking tracking) {
    return new RunListener() {
      @Override
      public void report(Report report) {
        guarded(tracker, () -> tracking.rankReport(report));
      }
    };
  }

  /// A tracker that was opened.
  private record Tracked(Tracker tracker, Tracker.Tracking tracking, ReducedReports reports) {}

  private interface Work {
    void run() throws Exception;
  }

  /// A broken observer is named once.
  private void guarded(Object whose, Work work) {
    try {
      work.run();
    } catch (Exception | LinkageError | AssertionError e) {
      if (broken.add(whose)) {
        String name = whose.getClass().getName();
        LOGGER.log(System.Logger.Level.WARNING, name + " failed; training continues", e);
      }
    }
  }

  private void call(RunListener listener, Consumer<RunListener> notice) {
    guarded(listener, () -> notice.accept(listener));
  }

  /// Waits, within a limit, until everything told so far was heard.
  @Override
  public void close() {
    logs.close();
    long lost = dropped.get();
    if (lost > 0) {
      warning(
          lost
              + " notices were dropped because listeners were too slow; nothing is lost in the"
              + " run's directory");
    }
    closed = true;
    try {
      if (!thread.join(LAST_NOTICES)) {
        LOGGER.log(System.Logger.Level.WARNING, "listeners did not finish within 30 s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

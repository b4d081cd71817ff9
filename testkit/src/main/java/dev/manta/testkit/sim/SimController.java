package dev.manta.testkit.sim;

import dev.manta.cluster.WorkerNews;
import dev.manta.error.MantaException;
import dev.manta.internal.checkpoint.CheckpointStore;
import dev.manta.internal.control.EventQueue;
import dev.manta.internal.control.RunAssembly;
import dev.manta.internal.control.RunEnvironment;
import dev.manta.internal.control.RunObserver;
import dev.manta.internal.control.SteadyClock;
import dev.manta.internal.control.StreamReports;
import dev.manta.internal.control.record.LogRecords;
import dev.manta.internal.control.record.RunPlan;
import dev.manta.internal.control.record.RunSite;
import dev.manta.internal.control.record.StorageRetry;
import dev.manta.internal.journal.ControlLog;
import dev.manta.internal.journal.MetricsReader;
import dev.manta.internal.machine.PassingTime;
import dev.manta.internal.run.Decision;
import dev.manta.internal.run.Rules;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.NoticedRanks;
import dev.manta.internal.run.state.RunState;
import dev.manta.internal.run.state.Worker;
import dev.manta.internal.wire.ToController;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A controller's process: the real controller, in virtual time, that can be killed at every step
/// or fall asleep and find itself deposed.
final class SimController implements EventQueue, RunObserver {
  /// Histories are short, so lists are written early.
  private static final LogRecords.CheckpointSpace SPACE = new LogRecords.CheckpointSpace(4, 2);

  /// Nobody takes a run from a driver that was not silent for long.
  private static final Duration SILENCE = Duration.ofSeconds(20);

  private final SimWorld world;
  private final int number;
  private final Runnable whenOver;
  private final Deque<Runnable> held = new ArrayDeque<>();
  private final Deque<Supplier<Event>> inbox = new ArrayDeque<>();
  private final @Nullable RunAssembly assembly;
  private Consumer<WorkerNews> news = _ -> {};
  private Optional<StreamReports> opened = Optional.empty();
  private boolean alive = true;
  private boolean asleep;
  private boolean crashes = true;
  private boolean stops;
  private boolean busy;
  private boolean sleepsIn;

  /// @param whenOver runs when this controller is no more, for whatever reason
  SimController(SimWorld world, RunPlan plan, Rules rules, Runnable whenOver) {
    this.world = world;
    this.number = world.nextController();
    this.whenOver = whenOver;
    this.assembly = begin(plan, rules);
  }

  private @Nullable RunAssembly begin(RunPlan plan, Rules rules) {
    try {
      var time = new PassingTime(() -> world.elapsed().toNanos(), world::pass);
      var retry = StorageRetry.within(plan.run().storagePatience(), time);
      LogRecords records =
          LogRecords.read(
              world.storage(), world.run(), "controller at " + world.elapsed(), retry, SPACE);
      world.audit().recovered(records.replayed());
      if (!records.openTerm(world.schedule().instant(), 1, "here")) {
        die();
        return null;
      }
      world.checkpointAudit().opened(number);
      return assemble(plan, rules, records, retry);
    } catch (MantaException | SimCrash e) {
      die();
      return null;
    }
  }

  private RunAssembly assemble(RunPlan plan, Rules rules, LogRecords records, StorageRetry retry) {
    var site = new RunSite("run", "run", world.run(), Path.of("run"));
    boolean attaches = attaches(records.replayed());
    StreamReports reports = reports(records, attaches);
    var surroundings =
        new RunEnvironment(
            new SimCluster(world, this),
            new CheckpointStore(watchedStorage(), world.checkpoints(), 1),
            reports,
            new SimRecords(records, world, this),
            this,
            task -> world.after(world.script().millis(1, 60), () -> work(task)),
            new SteadyClock(world.schedule(), () -> world.elapsed().toNanos()),
            retry);
    var made = new RunAssembly(plan, site, records.replayed(), surroundings, rules, this);
    world.after(Duration.ZERO, () -> work(() -> begin(made, records.term(), attaches)));
    return made;
  }

  private StreamReports reports(LogRecords records, boolean attaches) {
    var stream = new SimStream(world, this);
    var log = new ControlLog(world.metricsStorage(), world.run());
    var reports =
        new StreamReports(
            stream::open,
            () -> log.last().filter(last -> last.term() > records.term()).isPresent(),
            () -> world.elapsed().toNanos(),
            _ -> {},
            _ -> giveUp());
    if (attaches) {
      reports.resume(new MetricsReader(world.metricsStorage(), world.run(), world.files(), 1));
    }
    opened = Optional.of(reports);
    return reports;
  }

  private boolean attaches(RunState state) {
    return world.script().detached
        && !state.status().ended()
        && state.workers().stream().anyMatch(Worker::alive);
  }

  private void begin(RunAssembly made, int term, boolean attaches) {
    busy = true;
    try {
      made.begin(term, attaches, Optional.empty());
    } finally {
      busy = false;
    }
    endIfOver(made);
    takeTurns();
  }

  private Storage watchedStorage() {
    StorageAudit audit = world.checkpointAudit();
    return new WatchedStorage(
        world.storage(),
        new WatchedStorage.Watch() {
          @Override
          public void written(Location at) {
            audit.acts(number, "writes " + at);
          }

          @Override
          public void deleted(Location prefix) {
            audit.acts(number, "deletes " + prefix);
          }
        });
  }

  void mayCrash() {
    if (crashesNow()) {
      throw new SimCrash();
    }
  }

  /// Whether the process is killed at this moment.
  boolean crashesNow() {
    return crashes && world.script().chance(world.script().crash);
  }

  /// From now on this one is not killed any more.
  void spare() {
    crashes = false;
  }

  int number() {
    return number;
  }

  boolean alive() {
    return alive;
  }

  void listens(Consumer<WorkerNews> consumer) {
    news = consumer;
  }

  /// Does something as long as this process lives.
  void does(Runnable task) {
    work(task);
  }

  void hear(WorkerNews what) {
    work(() -> news.accept(what));
  }

  @Override
  public void now(Event event) {
    world.after(Duration.ZERO, () -> work(() -> arrive(() -> event)));
  }

  @Override
  public void later(Duration delay, Supplier<Event> event) {
    world.after(delay, () -> work(() -> arrive(event)));
  }

  /// Whoever waits for a record takes what has come meanwhile when it is there.
  private void arrive(Supplier<Event> event) {
    inbox.add(event);
    if (!busy) {
      takeTurns();
    }
  }

  private void takeTurns() {
    while (assembly != null && alive && !inbox.isEmpty()) {
      busy = true;
      try {
        assembly.controller().handle(inbox.removeFirst().get(), this::poll);
      } finally {
        busy = false;
      }
      endIfOver(assembly);
    }
  }

  private Optional<Event> poll() {
    return Optional.ofNullable(inbox.pollFirst()).map(Supplier::get);
  }

  /// This process waits for storage while everything else continues; it may not live to see the
  /// answer.
  void await(Duration time) {
    if (time.isPositive()) {
      sleepsIn = false;
      world.schedule().during(time);
      while (alive && asleep && world.schedule().next()) {
        // Whoever sleeps wakes up later.
      }
      if (sleepsIn) {
        world.schedule().during(SILENCE);
      }
      if (!alive) {
        throw new SimCrash();
      }
    }
  }

  private void endIfOver(RunAssembly made) {
    if (made.controller().over() && alive) {
      over(made);
    }
  }

  private void over(RunAssembly made) {
    if (!made.controller().deposed()) {
      world.audit().ended(made.controller().state());
    }
    alive = false;
    made.close();
    closeReports();
    whenOver.run();
  }

  /// Does something as this process would: now, when it wakes up, or never.
  private void work(Runnable task) {
    if (!alive) {
      return;
    }
    if (asleep) {
      held.add(task);
      return;
    }
    try {
      task.run();
    } catch (SimCrash killed) {
      die();
    } catch (MantaException storage) {
      giveUp();
    }
  }

  /// The driver gives up: it ends its workers and itself, and somebody runs it again.
  private void giveUp() {
    if (assembly != null) {
      assembly.close();
    }
    closeReports();
    die();
  }

  /// A driver may be killed while it does that, too.
  private void closeReports() {
    try {
      opened.ifPresent(StreamReports::close);
      world.reportAudit().closed();
    } catch (SimCrash killed) {
      // What was written is there.
    }
  }

  /// Somebody kills the process.
  void kill() {
    die();
  }

  /// The process is killed; its workers notice in their own time.
  private void die() {
    if (alive) {
      alive = false;
      world.driverDied(number);
      world.workersOf(this).forEach(worker -> worker.alone().abandoned());
      whenOver.run();
    }
  }

  void sleep() {
    asleep = true;
    sleepsIn = true;
  }

  void wake() {
    asleep = false;
    while (!held.isEmpty() && alive) {
      work(held.removeFirst());
    }
  }

  boolean ended() {
    return assembly != null && assembly.controller().over() && !assembly.controller().deposed();
  }

  RunState state() {
    return assembly == null ? RunState.fresh() : assembly.controller().state();
  }

  void stop(boolean atOnce) {
    now(new Event.StopAsked("the script", atOnce));
  }

  /// @param ranks whose; an empty list is all of them
  void notice(List<Integer> ranks, Duration within) {
    now(new Event.Noticed(NoticedRanks.of(ranks), within, "the script"));
  }

  void leaves(String node, Duration within) {
    hear(new WorkerNews.Leaving(node, within, "the script"));
  }

  void scale(int workers) {
    now(new Event.ScaleAsked(workers, "the script"));
  }

  @Override
  public void stepped(RunState before, Decision decision) {
    // Where replicas differ, how far they had come is not in the state that follows.
    if (world.script().diverged == 0) {
      world.failureAudit().stepped(before, decision.state());
    }
    boolean fails = before.trouble().isEmpty() && decision.state().trouble().isPresent();
    if (fails && world.script().stopsInTrouble && !stops) {
      stops = true;
      world.after(world.script().millis(0, 400), () -> stop(false));
    }
  }

  @Override
  public void report(int rank, ToController.Report report) {}

  @Override
  public void started(int rank, Path log) {}

  @Override
  public void adopted(int rank, Path log) {}

  @Override
  public void warning(String message) {}
}

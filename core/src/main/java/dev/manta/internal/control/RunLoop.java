package dev.manta.internal.control;

import dev.manta.cluster.Cluster;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.checkpoint.CheckpointStore;
import dev.manta.internal.control.record.LogRecords;
import dev.manta.internal.control.record.RetryLog;
import dev.manta.internal.control.record.RunFile;
import dev.manta.internal.control.record.RunOutcome;
import dev.manta.internal.control.record.RunPlan;
import dev.manta.internal.control.record.RunRecord;
import dev.manta.internal.control.record.RunSite;
import dev.manta.internal.control.record.StorageRetry;
import dev.manta.internal.journal.ControlLog;
import dev.manta.internal.journal.MetricsReader;
import dev.manta.internal.journal.MetricsRow;
import dev.manta.internal.lease.RunClaim;
import dev.manta.internal.machine.EarlyRead;
import dev.manta.internal.machine.Undisturbed;
import dev.manta.internal.run.Rules;
import dev.manta.internal.run.TimeAccounting;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.NoticedRanks;
import dev.manta.internal.run.state.PendingEnd;
import dev.manta.internal.run.state.RunState;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.train.History;
import dev.manta.train.Ledger;
import dev.manta.train.RunListener;
import dev.manta.train.RunStatus;
import dev.manta.train.TrackedRun;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One run from its opening to its end, on the thread that calls [#toEnd].
public final class RunLoop {
  private static final Duration LAST_DELETES = Duration.ofSeconds(5);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(2);

  private final RunPlan plan;
  private final EarlyStartCluster cluster;
  private final Storage storage;
  private final Location root;
  private final Clock clock = SteadyClock.real();
  private final StorageRetry retry;
  private final RunLookup.Opened opened;
  private final EventInbox inbox = new EventInbox();
  private final AtomicBoolean stopAsked = new AtomicBoolean();
  private final AtomicReference<@Nullable MantaException> fatal = new AtomicReference<>();
  private Optional<Instant> lastReport = Optional.empty();
  private boolean interrupted;
  private long looked = System.nanoTime() - LOOK_EVERY.toNanos();

  private RunLoop(
      RunPlan plan,
      Cluster cluster,
      Storage storage,
      Location root,
      RunLookup.Opening opening,
      OptionalInt workers) {
    this.plan = plan;
    this.retry = opening.retry();
    this.cluster = new EarlyStartCluster(cluster, workers);
    this.storage = storage;
    this.root = root;
    this.opened = new RunLookup(plan, storage, root, opening, this.cluster).open();
    // Asked before the run begins: its first attempt has that size.
    workers.ifPresent(count -> scale(count, "the program that started the run"));
  }

  /// Finds or makes the run that a plan means, and takes it.
  ///
  /// @param root the directory of runs
  public static RunLoop open(RunPlan plan, Cluster cluster, Storage storage, Location root) {
    return open(plan, cluster, storage, root, Optional.empty());
  }

  /// The same for a run that may have been begun in an earlier life of this program.
  public static RunLoop open(
      RunPlan plan,
      Cluster cluster,
      Storage storage,
      Location root,
      Optional<DetachedRun> detached) {
    return open(plan, cluster, storage, root, detached, OptionalInt.empty());
  }

  /// The same for a run that is asked to have so many workers before it begins.
  public static RunLoop open(
      RunPlan plan,
      Cluster cluster,
      Storage storage,
      Location root,
      Optional<DetachedRun> detached,
      OptionalInt workers) {
    StorageRetry retry = StorageRetry.opening(root, plan.run().storagePatience());
    var opening = RunLookup.Opening.in(storage, root, detached, retry);
    try (EarlyRead<Boolean> _ = opening.proven()) {
      return opened(() -> new RunLoop(plan, cluster, storage, root, opening, workers));
    }
  }

  /// @param retry how storage is tried again while the run is opened; once it trains, for as long
  ///   as the plan says
  static RunLoop open(
      RunPlan plan, Cluster cluster, Storage storage, Location root, StorageRetry retry) {
    var opening = RunLookup.Opening.of(retry);
    return opened(() -> new RunLoop(plan, cluster, storage, root, opening, OptionalInt.empty()));
  }

  /// Who is interrupted meanwhile stops the run as soon as it is open.
  private static RunLoop opened(Supplier<RunLoop> opening) {
    return Undisturbed.get("manta-open", opening, late -> late.opened.claim().close());
  }

  /// Where the run is; its name may differ from the plan's.
  public RunSite site() {
    return opened.site();
  }

  /// Stops the run: the first call lets ranks finish their step, the second ends it at once. Any
  /// thread, any time.
  public void stop(String by) {
    inbox.now(new Event.StopAsked(by, stopAsked.getAndSet(true)));
  }

  /// Stops the run as a first call of [#stop] does, which stays the first. Any thread, any time.
  public void stopOnce(String by) {
    inbox.now(new Event.StopAsked(by, false));
  }

  /// Ends the run at once. Any thread, any time.
  public void stopNow(String by) {
    inbox.now(new Event.StopAsked(by, true));
  }

  /// Asks the run to have so many workers. Any thread, any time.
  public void scale(int workers, String by) {
    inbox.now(new Event.ScaleAsked(workers, by));
  }

  /// Says that all workers will be taken away. Any thread, any time.
  public void notice(String by, Duration within) {
    inbox.now(new Event.Noticed(NoticedRanks.ALL, within, by));
  }

  /// Runs to the end and gives everything back. An interrupt stops the run at once; the thread's
  /// flag is set again when all is given back.
  ///
  /// @param more listeners beside those of the plan
  public RunOutcome toEnd(List<RunListener> more) {
    return toEnd(more, DirectoryWatch.Patience.of(site()));
  }

  /// @param patience with the run's directory when that is not there
  RunOutcome toEnd(List<RunListener> more, DirectoryWatch.Patience patience) {
    ExecutorService beside = Executors.newCachedThreadPool(RunLoop::daemon);
    try (RunClaim claim = opened.claim();
        var requests =
            RunRequests.open(site(), opened.attaches(), request -> inbox.now(request.event()));
        var notices = NoticeWatch.over(plan.run().notices(), inbox);
        var observers = new Observers(plan, more, tracked(), clock);
        var logs = observers.storing(storage, site());
        var directory =
            DirectoryWatch.over(storage, site(), patience, observers::warning, this::giveUp);
        var reports =
            new StreamReports(
                StreamReports.of(storage, site()),
                this::isDeposed,
                System::nanoTime,
                observers::warning,
                this::giveUp,
                plan.run().storagePatience())) {
      assert claim != null
          && logs != null
          && requests != null
          && notices != null
          && directory != null;
      opened.notes().forEach(observers::note);
      opened.warnings().forEach(observers::warning);
      if (opened.attaches()) {
        reports.resume(new MetricsReader(storage, site().location(), site().openMetrics()));
      }
      return run(environment(reports, beside, patient(observers)), observers);
    } finally {
      beside.shutdownNow();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// What the run has reported so far.
  public History history() {
    return History.of(metrics());
  }

  private MetricsReader metrics() {
    return new MetricsReader(storage, site().location(), site().openMetrics());
  }

  /// How long the run has taken so far, without the time in which nobody drove it: up to its last
  /// report where its driver was killed.
  public Duration taken() {
    Instant until = opened.attaches() ? clock.instant() : heard().orElse(Instant.EPOCH);
    Ledger known = TimeAccounting.ledger(opened.state(), until);
    return known.total().minus(known.of(Ledger.Kind.IDLE));
  }

  /// When the run reported last to a driver that is no more.
  private Optional<Instant> heard() {
    boolean hasReports = !opened.attaches() && opened.state().time().bookedTo().isPresent();
    if (hasReports && lastReport.isEmpty()) {
      lastReport =
          retry.storage(() -> metrics().tail(1)).stream()
              .map(MetricsRow::at)
              .max(Comparator.naturalOrder());
    }
    return lastReport;
  }

  /// Gives back what was taken when the run was opened, as it will not be driven.
  public void abandon() {
    opened.claim().close();
  }

  private TrackedRun tracked() {
    RunFile file = opened.file();
    String unique = site().location() + " " + file.created();
    return new TrackedRun(
        UUID.nameUUIDFromBytes(unique.getBytes(StandardCharsets.UTF_8)).toString(),
        site().name(),
        site().location(),
        site().directory(),
        file.created(),
        clock.instant(),
        file.loop().name(),
        file.loop().config(),
        plan.run().tags(),
        plan.run().reductions(),
        history());
  }

  /// Workers need no storage to train: the run does not end because that is away for a while.
  private StorageRetry patient(Observers observers) {
    Duration patience = plan.run().storagePatience();
    var log = new RetryLog(System::nanoTime, observers::warning, _ -> {}, patience);
    return retry.patient(
        root.toString(),
        patience,
        cause -> {
          requireKept();
          log.failed(cause, "ranks train on, and checkpoints and failures wait");
        });
  }

  private void requireKept() {
    MantaException cause = fatal.get();
    if (cause != null) {
      throw cause;
    }
  }

  private RunEnvironment environment(
      ReportStore store, ExecutorService beside, StorageRetry patient) {
    var checkpoints = new CheckpointStore(storage, site().checkpoints());
    LogRecords records = opened.records().retrying(patient);
    return new RunEnvironment(cluster, checkpoints, store, records, inbox, beside, clock, patient);
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "manta-beside");
    thread.setDaemon(true);
    return thread;
  }

  private RunOutcome run(RunEnvironment environment, Observers observers) {
    var rules = new Rules();
    try (var assembly =
        new RunAssembly(
            plan.begunAs(opened.file()), site(), opened.state(), environment, rules, observers)) {
      try {
        assembly.leaseWhile(opened.claim()::isSure);
        assembly.begin(opened.records().term(), opened.attaches(), heard());
        loop(assembly.controller());
        awaitDeleted(assembly);
        return outcome(assembly);
      } catch (MantaException e) {
        return failed(assembly, e.code(), String.valueOf(e.getMessage()));
      } finally {
        interrupted |= Thread.interrupted(); // what follows is not to be cut short
      }
    }
  }

  private void awaitDeleted(RunAssembly assembly) {
    try {
      assembly.awaitDeleted(LAST_DELETES);
    } catch (InterruptedException e) {
      interrupted = true;
    }
  }

  private void loop(RunController controller) {
    while (!controller.over()) {
      try {
        controller.handle(inbox.take(), inbox::poll);
      } catch (InterruptedException e) {
        interrupted = true;
        inbox.now(new Event.StopAsked("an interrupt", true));
      }
      requireKept();
      lookIfLost(controller);
    }
  }

  /// Who has lost the lease finds out now whether it has lost the run too, and not when it has
  /// something to write down.
  private void lookIfLost(RunController controller) {
    boolean due = System.nanoTime() - looked > LOOK_EVERY.toNanos();
    if (due && opened.claim().isLost()) {
      looked = System.nanoTime();
      controller.look();
    }
  }

  /// Asked by threads beside the loop, so it looks at the log itself.
  private boolean isDeposed() {
    int term = opened.records().term();
    return new ControlLog(storage, site().location())
        .last()
        .filter(record -> record.term() > term)
        .isPresent();
  }

  /// The run can no longer be kept: the loop ends at its next event.
  private void giveUp(MantaException cause) {
    fatal.compareAndSet(null, cause);
    inbox.now(new Event.Tick(Set.of()));
  }

  private RunOutcome outcome(RunAssembly assembly) {
    RunState state = assembly.controller().state();
    if (assembly.controller().deposed()) {
      return failed(assembly, ErrorCode.USER, "another driver has taken this run over");
    }
    ErrorCode code = state.ending().map(PendingEnd::code).orElse(ErrorCode.MANTA);
    return new RunOutcome(record(state), state.status(), state.reason(), code, assembly.metrics());
  }

  private RunOutcome failed(RunAssembly assembly, ErrorCode code, String why) {
    RunState state = assembly.controller().state();
    return new RunOutcome(record(state), RunStatus.FAILED, why, code, assembly.metrics());
  }

  private RunRecord record(RunState state) {
    return new RunRecord(storage, site().location(), opened.file(), state);
  }
}

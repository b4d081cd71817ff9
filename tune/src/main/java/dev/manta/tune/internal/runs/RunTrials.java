package dev.manta.tune.internal.runs;

import dev.manta.Manta;
import dev.manta.Result;
import dev.manta.StartedRun;
import dev.manta.Trainer;
import dev.manta.internal.control.record.RunSite;
import dev.manta.internal.local.ProcessPool;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import dev.manta.train.Failure;
import dev.manta.train.ReportedCheckpoint;
import dev.manta.train.RunStatus;
import dev.manta.tune.internal.drive.TrialRunner;
import dev.manta.tune.internal.experiment.ExperimentEvent;
import dev.manta.tune.internal.experiment.ExperimentEvent.Manner;
import dev.manta.tune.internal.experiment.Order;
import dev.manta.tune.internal.experiment.Saved;
import dev.manta.tune.internal.trial.TrialCheckpoints;
import dev.manta.tune.internal.trial.TrialNews;
import dev.manta.tune.internal.trial.TrialOrder;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Trials as runs of a trainer, each with its own directory. Their workers on this machine are
/// processes that serve one trial after the other. Failures within a run are the run's own: it has
/// its retries.
///
/// A run does not wait for answers to its reports: told to leave, it stops at a step that its ranks
/// agree on, with a last checkpoint.
public final class RunTrials implements TrialRunner {
  /// Where processes work, below the experiment's local directory.
  static final String WORKERS = "workers";

  private static final String SCHEDULER = "the scheduler of its experiment";
  private static final String OVER = "the experiment is over";

  private final Manta where;
  private final TrialRuns runs;
  private final TrialCheckpoints checkpoints;
  private final TrialNews told;
  private final ProcessPool processes;
  private final Map<Integer, Attempt> attempts = new ConcurrentHashMap<>();
  private final Map<String, HeldOfRun> held = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /// What each trial runs.
  ///
  /// @param config gives the trainer a point
  public record Trained(Trainer trainer, PointConfig config) {}

  /// @param where this machine, or a cluster
  /// @param site where the experiment is
  /// @param needed the checkpoints that trials need, as an earlier driver has left them
  /// @param told hears what happens, from any thread
  public RunTrials(Manta where, Trained trained, RunSite site, Set<Saved> needed, TrialNews told) {
    Location experiment = site.location();
    Location trials = experiment.resolve(TrialRuns.DIRECTORY);
    this.where = where;
    this.runs = new TrialRuns(trained.trainer(), trained.config(), trials);
    this.checkpoints = new TrialCheckpoints(Storages.at(experiment), experiment);
    this.processes = new ProcessPool(site.directory().resolve(WORKERS));
    this.told = told;
    needed.forEach(each -> held(TrialRuns.runOf(each)).told(TrialRuns.checkpointOf(each)));
  }

  private HeldOfRun held(String run) {
    return held.computeIfAbsent(run, _ -> new HeldOfRun());
  }

  @Override
  public void begin(Order.Begin begin) {
    var attempt = new Attempt(TrialOrder.of(begin), begin.workers());
    attempts.put(begin.trial(), attempt);
    Thread.ofPlatform().daemon().name("manta-trial-" + begin.trial()).start(attempt::run);
  }

  @Override
  public void proceed(int trial, int attempt) {}

  @Override
  public void resize(int trial, int attempt, int workers) {
    find(trial, attempt).ifPresent(known -> known.resize(workers));
  }

  @Override
  public void halt(int trial, int attempt, String reason) {
    find(trial, attempt).ifPresent(known -> known.halt(reason));
  }

  @Override
  public void discard(Saved saved) {
    if (held(TrialRuns.runOf(saved)).release(TrialRuns.checkpointOf(saved))) {
      checkpoints.deleteElsewhere(saved);
    }
  }

  private Optional<Attempt> find(int trial, int attempt) {
    return Optional.ofNullable(attempts.get(trial))
        .filter(known -> known.order.attempt() == attempt);
  }

  /// All runs end at once, and are waited for.
  @Override
  public void close() {
    var all = attempts.values();
    closed = true;
    all.forEach(each -> each.started().ifPresent(run -> run.stopNow(OVER)));
    all.forEach(each -> each.started().ifPresent(StartedRun::close));
    processes.close();
  }

  /// One attempt from the start of its run to the end.
  private final class Attempt {
    private final TrialOrder order;
    private @Nullable StartedRun run;
    private @Nullable String halted;
    private OptionalInt workers;

    /// @param workers how many it begins with, where that was decided
    Attempt(TrialOrder order, OptionalInt workers) {
      this.order = order;
      this.workers = workers;
    }

    synchronized Optional<StartedRun> started() {
      return Optional.ofNullable(run);
    }

    synchronized void resize(int count) {
      workers = OptionalInt.of(count);
      if (run != null) {
        run.scale(count, SCHEDULER);
      }
    }

    /// Once: a run that is asked a second time ends without its last checkpoint, and it continues
    /// to report until its ranks have agreed.
    synchronized void halt(String reason) {
      if (halted == null && run != null) {
        run.stop(reason);
      }
      halted = Objects.requireNonNullElse(halted, reason);
    }

    private synchronized OptionalInt workers() {
      return workers;
    }

    private synchronized void starts(StartedRun begun, OptionalInt with) {
      run = begun;
      if (closed) {
        begun.stopNow(OVER);
      }
      if (!workers.equals(with)) {
        workers.ifPresent(count -> begun.scale(count, SCHEDULER));
      }
      if (halted != null) {
        begun.stop(halted);
      }
    }

    void run() {
      ExperimentEvent.Left left;
      try {
        Optional<Result> before = before();
        before.ifPresent(this::sayAgain);
        left = before.filter(Attempt::isOver).map(this::left).orElseGet(this::train);
      } catch (RuntimeException | Error thrown) { // the user's program is behind it
        left = left(Manner.THREW, String.valueOf(thrown.getMessage()));
      }
      attempts.remove(order.trial(), this);
      told.tell(left);
    }

    /// The run as an earlier driver, which was killed, has left it.
    private Optional<Result> before() {
      Location at = runs.location(order);
      return Storages.at(at).exists(at.resolve("run.json"))
          ? Optional.of(Result.fromPath(at.toString()))
          : Optional.empty();
    }

    /// What a run reported and stored that the killed driver may not have heard. One that resumes
    /// does so behind its newest checkpoint, and reports for itself from there.
    private void sayAgain(Result run) {
      Optional<ReportedCheckpoint> newest = run.latestCheckpoint();
      long last = isOver(run) ? Long.MAX_VALUE : newest.map(ReportedCheckpoint::step).orElse(0L);
      Set<String> earlier =
          run.checkpoints().stream()
              .map(ReportedCheckpoint::name)
              .filter(each -> newest.filter(known -> known.name().equals(each)).isEmpty())
              .collect(Collectors.toSet());
      held(runs.name(order)).resume(earlier);
      RunReports reports = reports();
      run.metricsHistory().stream().filter(each -> each.step() <= last).forEach(reports::tell);
      newest.ifPresent(stored -> reports.tell(stored.name(), stored.step()));
    }

    private static boolean isOver(Result run) {
      return run.status() == RunStatus.FINISHED;
    }

    private RunReports reports() {
      String name = runs.name(order);
      return new RunReports(
          order,
          checkpoint -> {
            held(name).told(checkpoint);
            return TrialRuns.saved(name, checkpoint);
          },
          told);
    }

    private ExperimentEvent.Left train() {
      Trainer trainer = runs.trainer(order, checkpoints, reports());
      OptionalInt with = workers();
      StartedRun begun = where.start(trainer, with, processes::forRun, held(runs.name(order)));
      starts(begun, with);
      try {
        Result result = begun.await();
        deleteUntold();
        return left(result);
      } catch (InterruptedException e) {
        throw new IllegalStateException("nobody interrupts this thread", e);
      }
    }

    private void deleteUntold() {
      String name = runs.name(order);
      held(name).untold().forEach(each -> checkpoints.deleteElsewhere(TrialRuns.saved(name, each)));
    }

    private ExperimentEvent.Left left(Result result) {
      return switch (result.status()) {
        case FINISHED -> left(Manner.RETURNED, "");
        case STOPPED -> left(Manner.HALTED, result.reason());
        default ->
            left(Manner.THREW, result.failure().map(Failure::describe).orElse(result.reason()));
      };
    }

    private ExperimentEvent.Left left(Manner manner, String why) {
      return new ExperimentEvent.Left(order.trial(), order.attempt(), manner, why);
    }
  }
}

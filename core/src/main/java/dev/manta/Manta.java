package dev.manta;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.cluster.Cluster;
import dev.manta.cluster.WorkerRuntime;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.error.Passwords;
import dev.manta.internal.code.ProgramLoader;
import dev.manta.internal.code.ShellVariables;
import dev.manta.internal.console.Console;
import dev.manta.internal.console.MetricTexts;
import dev.manta.internal.console.RunSummary;
import dev.manta.internal.control.DetachedRun;
import dev.manta.internal.control.RunLoop;
import dev.manta.internal.control.RunRequest;
import dev.manta.internal.control.RunRequests;
import dev.manta.internal.control.record.CheckpointHolds;
import dev.manta.internal.control.record.RunOutcome;
import dev.manta.internal.control.record.RunPlan;
import dev.manta.internal.head.HeadVariables;
import dev.manta.internal.local.InProcessCluster;
import dev.manta.internal.local.LocalCluster;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.loop.Loops;
import dev.manta.internal.loop.Signals;
import dev.manta.internal.run.state.Limits;
import dev.manta.internal.run.state.ValidationRules;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.Storages;
import dev.manta.train.Failure;
import dev.manta.train.ReportedCheckpoint;
import dev.manta.train.RunConfig;
import dev.manta.train.RunListener;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import dev.manta.train.Upload;
import dev.manta.train.ValidationConfig;
import dev.manta.train.tracker.EnvironmentTrackers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Where training runs: this machine, with workers as child processes of this JVM, or a cluster.
public final class Manta {
  /// Where runs are kept when nobody says otherwise.
  public static final String DEFAULT_STORAGE = "~/manta-runs";

  /// Set to the name of a run that was stopped: a launcher tells the shell so.
  public static final String STOPPED_PROPERTY = "manta.stopped";

  /// Set to what was typed after `manta run`, less the name: so a user whose run had no name is
  /// told how to resume it.
  public static final String TYPED_PROPERTY = "manta.typed";

  /// How properties begin that hold options of `manta run`: `name`, `workers`, `storage`, `fresh`,
  /// `quiet`, `quiet-ranks` and `log-level`. They win over what a program says in its configs.
  public static final String OPTION_PROPERTY = "manta.run.";

  /// How long the workers of a detached run train on without their controller.
  private static final Duration ORPHAN = Duration.ofMinutes(5);

  private static final Duration PACKAGES_MAX = Duration.ofMinutes(30);

  /// How long a program that was sent SIGTERM is taken to have, as for a worker.
  private static final Duration TERMINATED_WITHIN = Duration.ofSeconds(30);

  private final Optional<String> address;

  private Manta(Optional<String> address) {
    this.address = address;
  }

  /// This machine; or the cluster that the variable `MANTA_ADDRESS` names, so that a program need
  /// not be changed to train there.
  public static Manta local() {
    return new Manta(Optional.empty());
  }

  /// The cluster whose head is called there. The user token is in the file that `MANTA_TOKEN_FILE`
  /// names, in the variable `MANTA_TOKEN`, or in `~/.local/state/manta/user.token`, where a head
  /// leaves it for its own machine.
  ///
  /// @param address such as `manta://host:6379`
  public static Manta at(String address) {
    return new Manta(Optional.of(address));
  }

  /// Whether this is a cluster, rather than this machine alone.
  public boolean isCluster() {
    return address.isPresent() || HeadVariables.ofProcess().address().isPresent();
  }

  /// Where runs are kept that do not say otherwise. A cluster is asked for it.
  public String storage() {
    return ClusterAddress.of(address, System.getenv())
        .flatMap(ClusterAddress::storage)
        .orElse(DEFAULT_STORAGE);
  }

  /// Trains, and waits for the end.
  ///
  /// @throws TrainingFailed when the run ended with an error; it carries what there is of the
  ///   result
  public Result fit(Trainer trainer) {
    Optional<DetachedRun> detached = DetachedRun.next();
    Trainer typed = TypedOptions.over(trainer);
    Duration patience = typed.run().storagePatience();
    Optional<RunOutcome> ended = detached.flatMap(before -> before.ended(patience));
    boolean shown = ended.isEmpty() && !typed.run().silent();
    return result(ended.orElseGet(() -> train(typed, detached)), shown);
  }

  /// Begins a run as a part of something larger: nothing is printed, and no signal is taken. What
  /// happens is told to the listeners of its [RunConfig].
  ///
  /// @param workers how many it begins with, where their number may change; empty for all
  /// @param machine opens this machine for the run, which closes it; not asked where the run is on
  ///   a cluster, or its workers are threads
  public StartedRun start(Trainer trainer, OptionalInt workers, Supplier<Cluster> machine) {
    return start(trainer, workers, machine, CheckpointHolds.NONE);
  }

  /// The same for a run whose checkpoints are needed beside it.
  ///
  /// @param holds which of its checkpoints are needed elsewhere
  public StartedRun start(
      Trainer trainer, OptionalInt workers, Supplier<Cluster> machine, CheckpointHolds holds) {
    requireConfig(trainer);
    requireReachable(trainer);
    ClusterAddress.Opened opened = cluster(trainer, machine);
    try {
      RunLoop run = open(trainer, opened, Optional.empty(), workers, holds);
      var conditions = StopConditions.of(run, trainer.run().stops());
      return new StartedRun(run, conditions, opened.cluster());
    } catch (RuntimeException e) {
      opened.cluster().close();
      throw e;
    }
  }

  private RunOutcome train(Trainer trainer, Optional<DetachedRun> detached) {
    requireConfig(trainer);
    requireReachable(trainer);
    ClusterAddress.Opened opened = cluster(trainer, LocalCluster::new);
    try (Cluster _ = opened.cluster()) {
      RunLoop run = open(trainer, opened, detached, OptionalInt.empty(), CheckpointHolds.NONE);
      return trainer.run().silent()
          ? toEnd(run, trainer.run(), List.of())
          : shown(run, trainer.run());
    }
  }

  private static RunLoop open(
      Trainer trainer,
      ClusterAddress.Opened opened,
      Optional<DetachedRun> detached,
      OptionalInt workers,
      CheckpointHolds holds) {
    Location root =
        Location.parse(trainer.run().storage().or(opened::storage).orElse(DEFAULT_STORAGE));
    Storage storage = Storages.at(root);
    Limits limits = limits(trainer, detached.isPresent(), opened.cluster());
    return RunLoop.open(
        plan(trainer, limits, holds), opened.cluster(), storage, root, detached, workers);
  }

  private static void requireConfig(Trainer trainer) {
    LoopSpec loop = trainer.loop();
    if (loop.config().isEmpty() && !loop.configClass().isEmpty()) {
      String type = loop.configClass().replaceFirst(".*[.$]", "");
      throw new IllegalArgumentException(
          "%s has the class of its config, %s, and no config to train with: give it one, as in Trainer.of(%s, new %s(…)), or let Tuner.of(trainer) find the best one"
              .formatted(
                  loop.name(), loop.configClass(), loop.name().replaceFirst(".*\\.", ""), type));
    }
  }

  private static void requireReachable(Trainer trainer) {
    trainer.run().storage().ifPresent(at -> requireReachable(trainer, "storage", at));
    trainer.start().ifPresent(from -> requireReachable(trainer, "checkpoint", from.location()));
  }

  private static void requireReachable(Trainer trainer, String what, String at) {
    requireReachable(trainer, what, Location.parse(at));
  }

  private static void requireReachable(Trainer trainer, String what, Location at) {
    if (at.scheme().equals("mem") && !trainer.scaling().inProcess()) {
      throw new MantaException(
          ErrorCode.USER,
          "the %s %s is in the memory of this process, which worker processes cannot reach: give a directory, such as RunConfig.named(\"digits\").storage(\"runs\") or --storage runs, or let workers be threads with ScalingConfig.inProcess(%s)"
              .formatted(what, at, trainer.scaling().workers().max()));
    }
  }

  /// Asks a run that is under way on this machine, and whose number of workers may change, to have
  /// so many. It continues with them from its next commit.
  ///
  /// @param run where the run's directory lies
  public void scale(String run, int workers) {
    if (workers < 1) {
      throw new IllegalArgumentException("workers must be at least 1, not " + workers);
    }
    RunRequests.ask(Location.parse(run), new RunRequest.Scale(workers, "Manta.scale"));
  }

  /// Tells a run that is under way on this machine that a worker will be taken away. Another one
  /// takes its place at a commit, before that.
  ///
  /// @param run where the run's directory lies
  /// @param rank whose worker
  /// @param within how long it still has
  public void preempt(String run, int rank, Duration within) {
    if (rank < 0) {
      throw new IllegalArgumentException("rank must be at least 0, not " + rank);
    }
    RunRequests.ask(
        Location.parse(run),
        new RunRequest.Preempt(List.of(rank), within.toMillis(), "Manta.preempt"));
  }

  /// Asks a run that is under way on this machine to stop at a step that all its ranks agree on,
  /// with a last checkpoint.
  ///
  /// @param run where the run's directory lies
  public void stop(String run) {
    RunRequests.ask(Location.parse(run), new RunRequest.Stop(false, "Manta.stop"));
  }

  private ClusterAddress.Opened cluster(Trainer trainer, Supplier<Cluster> machine) {
    if (trainer.scaling().inProcess()) {
      return here(new InProcessCluster(trainer.function().loader()));
    }
    return ClusterAddress.of(address, System.getenv())
        .map(cluster -> cluster.open(trainer.run().silent() ? _ -> {} : Manta::say))
        .orElseGet(() -> here(machine.get()));
  }

  private static ClusterAddress.Opened here(Cluster cluster) {
    return new ClusterAddress.Opened(cluster, Optional.empty());
  }

  private static void say(String line) {
    System.err.println("manta: " + line);
  }

  private static Limits limits(Trainer trainer, boolean detached, Cluster cluster) {
    Limits limits = detached ? Limits.DEFAULT.orphan(ORPHAN) : Limits.DEFAULT;
    boolean elsewhere = cluster.hasOtherMachines();
    Limits patient = elsewhere && makesEnvironment(trainer) ? limits.start(PACKAGES_MAX) : limits;
    return elsewhere && isExclusive(trainer.run()) ? patient.leased() : patient;
  }

  private static boolean makesEnvironment(Trainer trainer) {
    return trainer.function().runtime(trainer.scaling()) instanceof WorkerRuntime.Interpreter one
        && one.makesEnvironment();
  }

  /// Ranks that upload in place would overwrite each other's files if one of them ran twice.
  private static boolean isExclusive(RunConfig config) {
    return config.failures().isExclusive() || config.checkpoints().upload() == Upload.IN_PLACE;
  }

  private static RunPlan plan(Trainer trainer, Limits limits, CheckpointHolds holds) {
    return new RunPlan(
        EnvironmentTrackers.added(trainer.run(), System.getenv()),
        trainer.scaling(),
        trainer.loop(),
        trainer.validation().map(each -> validation(each, trainer.scaling())),
        trainer.start().map(Checkpoint::location).map(Location::toString).orElse(""),
        trainer.datasets(),
        trainer.function().runtime(trainer.scaling()),
        trainer.function().codeHash(),
        limits,
        false,
        holds);
  }

  private static RunPlan.Validation validation(ValidationConfig config, ScalingConfig scaling) {
    var rules = new ValidationRules(config.timeout(), config.every(), config.resources());
    LoopSpec function = Loops.resolve(config);
    if (!scaling.inProcess()) {
      String type = function.className();
      ShellVariables.requireNone(
          type, function.method(), ProgramLoader.seeing(type), "validation function");
    }
    return new RunPlan.Validation(function, rules);
  }

  private static RunOutcome shown(RunLoop run, RunConfig config) {
    try (Console console =
        Console.open(run.site().name(), config.reductions(), config.hidesOtherRanks())) {
      RunOutcome outcome = toEnd(run, config, List.of(console));
      console.end(ending(outcome, config));
      return outcome;
    }
  }

  private static RunOutcome toEnd(RunLoop run, RunConfig config, List<RunListener> listeners) {
    var terminations = new AtomicInteger();
    var noticed = new AtomicBoolean();
    Consumer<String> say = text -> listeners.forEach(listener -> listener.warning(text));
    try (var conditions = StopConditions.of(run, config.stops());
        var interrupts = new CtrlC(run, say);
        var ends =
            Signals.take("TERM", () -> terminated(run, noticed, terminations.incrementAndGet()));
        var hangUps = Signals.take("HUP", () -> notice(run, noticed, "SIGHUP"))) {
      assert interrupts != null && ends != null && hangUps != null;
      return run.toEnd(
          Stream.concat(Stream.<RunListener>of(conditions), listeners.stream()).toList());
    }
  }

  /// Who ends this program takes all its workers away: a first time they have until then to leave a
  /// last checkpoint, a second time they end at once.
  private static void terminated(RunLoop run, AtomicBoolean noticed, int count) {
    if (count == 1) {
      notice(run, noticed, "SIGTERM");
    } else {
      run.stopNow("SIGTERM to the driver");
    }
  }

  /// Given once: the end of a terminal is told several times, by the shell and by the system, and a
  /// logout sends SIGTERM after it.
  private static void notice(RunLoop run, AtomicBoolean noticed, String signal) {
    if (noticed.compareAndSet(false, true)) {
      run.notice(signal + " to the driver", TERMINATED_WITHIN);
    }
  }

  private static RunSummary ending(RunOutcome outcome, RunConfig config) {
    Result result = Result.of(outcome);
    return new RunSummary(
        outcome.status(),
        outcome.status() == RunStatus.FAILED ? Optional.of(outcome.reason()) : Optional.empty(),
        Passwords.hidden(result.path()),
        Passwords.hidden(reference(result)),
        result.bestCheckpoint().map(Manta::scored),
        result.latestCheckpoint().map(ReportedCheckpoint::name),
        instead(result.run(), config));
  }

  /// Only a name is found again, and only by who does not ask to start over.
  private static Optional<String> instead(String name, RunConfig config) {
    if (config.name().isPresent() && !config.startsOver()) {
      return Optional.empty();
    }
    boolean freshInCode = config.startsOver() && !TypedOptions.has("fresh");
    String fresh = freshInCode ? " and not fresh()" : "";
    String typed = System.getProperty(TYPED_PROPERTY);
    return Optional.of(
        typed == null || freshInCode
            ? "say RunConfig.named(\"" + name + "\")" + fresh + " in the program"
            : "type: " + Console.command() + " run --name " + name + " " + typed);
  }

  private static String scored(ReportedCheckpoint checkpoint) {
    return checkpoint.name() + "  " + MetricTexts.line(checkpoint.metrics());
  }

  /// A run of the default storage is named by its name alone.
  private static String reference(Result result) {
    Location byName = Location.parse(DEFAULT_STORAGE).resolve(result.run());
    return byName.toString().equals(result.path()) ? result.run() : result.path();
  }

  /// What was shown is not told once more in full.
  private static Result result(RunOutcome outcome, boolean shown) {
    Result result = Result.of(outcome);
    if (outcome.status() == RunStatus.STOPPED) {
      System.setProperty(STOPPED_PROPERTY, result.run());
    }
    if (outcome.status() == RunStatus.FAILED) {
      String cause = outcome.failure().map(Failure::describe).map(text -> "\n" + text).orElse("");
      String message = outcome.reason() + (shown ? "" : cause);
      throw new TrainingFailed(outcome.code(), message, result, shown);
    }
    return result;
  }
}

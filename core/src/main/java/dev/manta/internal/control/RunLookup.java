package dev.manta.internal.control;

import dev.manta.cluster.WorkerSpec;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.control.record.LogRecords;
import dev.manta.internal.control.record.RunFile;
import dev.manta.internal.control.record.RunPlan;
import dev.manta.internal.control.record.RunRecord;
import dev.manta.internal.control.record.RunSite;
import dev.manta.internal.control.record.StorageRetry;
import dev.manta.internal.journal.Unreadable;
import dev.manta.internal.lease.RunClaim;
import dev.manta.internal.machine.EarlyRead;
import dev.manta.internal.run.CheckpointRanking;
import dev.manta.internal.run.Control;
import dev.manta.internal.run.state.CommittedCheckpoint;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.KeptCheckpoints;
import dev.manta.internal.run.state.RunState;
import dev.manta.internal.run.state.Worker;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.RunStatus;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/// Finds out which run a plan means: a new one, or one that is resumed.
final class RunLookup {
  private static final int NAMES_MAX = 10_000;
  private static final String FINISHED = "has finished";
  private static final String KEPT = "is kept";

  private final RunPlan plan;
  private final Storage storage;
  private final Location root;
  private final Clock clock = Clock.systemUTC();
  private final StorageRetry retry;
  private final Optional<DetachedRun> detached;
  private final EarlyRead<Boolean> proven;
  private final EarlyStartCluster cluster;
  private final List<String> notes = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  /// The log of the run that is being opened, before it was this process's alone.
  private Optional<LogRecords> looked = Optional.empty();

  /// @param cluster begins the workers of a new run when this process alone has it, before it is
  ///   written down
  RunLookup(
      RunPlan plan, Storage storage, Location root, Opening opening, EarlyStartCluster cluster) {
    this.plan = plan;
    this.storage = storage;
    this.root = root;
    this.retry = opening.retry();
    this.detached = opening.detached();
    this.proven = opening.proven();
    this.cluster = cluster;
  }

  /// How a run is opened.
  ///
  /// @param detached the run of a program that may have had an earlier life
  /// @param retry how storage is tried again until the run is open
  /// @param proven whether storage lets exactly one of several puts-if-absent win: nothing may be
  ///   put so before that is known
  record Opening(Optional<DetachedRun> detached, StorageRetry retry, EarlyRead<Boolean> proven) {
    /// One that asks nothing of storage.
    static Opening of(StorageRetry retry) {
      return new Opening(Optional.empty(), retry, EarlyRead.now(() -> true));
    }

    /// One that asks storage while the run is looked up. What an earlier life of this program has
    /// begun lies in a storage that was proven then, and is not asked again.
    static Opening in(
        Storage storage, Location root, Optional<DetachedRun> detached, StorageRetry retry) {
      boolean known = root.isLocal() || detached.flatMap(DetachedRun::before).isPresent();
      EarlyRead<Boolean> proven =
          known ? EarlyRead.now(() -> true) : EarlyRead.begin(() -> proven(storage, root, retry));
      return new Opening(detached, retry, proven);
    }

    static boolean proven(Storage storage, Location root, StorageRetry retry) {
      return retry.storage(
          () -> {
            storage.requireExclusivePuts(root);
            return true;
          });
    }
  }

  /// A run that this process alone may control now.
  ///
  /// @param notes what is worth knowing
  /// @param warnings what the user should know
  /// @param attaches whether it continues with the workers of an earlier controller
  record Opened(
      RunSite site,
      RunFile file,
      LogRecords records,
      RunState state,
      RunClaim claim,
      List<String> notes,
      List<String> warnings,
      boolean attaches) {}

  Opened open() {
    Opened opened = detached.flatMap(DetachedRun::before).map(this::resume).orElseGet(this::find);
    detached.ifPresent(run -> run.begun(opened.site().location()));
    return opened;
  }

  /// An earlier life of this program has begun it.
  private Opened resume(Location location) {
    Optional<DetachedRun.Known> known = detached.flatMap(DetachedRun::known);
    looked = known.map(DetachedRun.Known::log);
    Optional<RunFile> before =
        known
            .map(DetachedRun.Known::file)
            .or(() -> retry.storage(() -> RunFile.find(storage, location)));
    return take(RunSite.of(location.name(), location), before, true).orElseThrow();
  }

  private Opened find() {
    String base = plan.run().name().orElseGet(this::nameOfLoop);
    for (int number = 1; number < NAMES_MAX; number++) {
      Optional<Opened> opened = tryOpen(base, number);
      if (opened.isPresent()) {
        return opened.get();
      }
    }
    throw new MantaException(
        ErrorCode.USER, "there are too many runs named " + base + " in " + root);
  }

  private String nameOfLoop() {
    String name = plan.loop().simpleName().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    return name.isEmpty() || !Character.isLetterOrDigit(name.charAt(0)) ? "run" : name;
  }

  private Optional<Opened> tryOpen(String base, int number) {
    String name = number == 1 ? base : base + "-" + number;
    Location location = root.resolve(name);
    looked = Optional.empty();
    try {
      Optional<RunFile> before = retry.storage(() -> RunFile.find(storage, location));
      Optional<String> taken = before.flatMap(_ -> taken(location));
      if (taken.isEmpty()) {
        Optional<Opened> opened = take(RunSite.of(name, location), before, false);
        if (opened.isPresent()) {
          return opened;
        }
      }
      note(number, name + " " + taken.orElse(isAlwaysNew() ? KEPT : FINISHED));
    } catch (Unreadable e) {
      note(number, name + " is kept as it cannot be read: " + e.getMessage());
    }
    return Optional.empty();
  }

  /// Why a run that is there is not resumed.
  private Optional<String> taken(Location location) {
    if (isAlwaysNew()) {
      return Optional.of(KEPT);
    }
    LogRecords records = LogRecords.read(storage, location, "", retry);
    looked = Optional.of(records);
    return isFinished(records) ? Optional.of(FINISHED) : Optional.empty();
  }

  /// Whether no run that is there is meant.
  private boolean isAlwaysNew() {
    return plan.run().name().isEmpty() || plan.run().startsOver();
  }

  private static boolean isFinished(LogRecords records) {
    return records.replayed().status() == RunStatus.FINISHED;
  }

  /// Another program's state would be taken for this one's.
  private void requireSameFunction(RunFile before) {
    if (!before.loop().isSameFunction(plan.loop()) && !plan.run().acceptsOtherFunction()) {
      throw new MantaException(
          ErrorCode.USER,
          "run %1$s in %2$s is unfinished and was started by %3$s, not by %4$s: give this run another name (--name NAME, or RunConfig.named), start over (--fresh, or fresh()), or, if the function was renamed, resume with renamedFunction()"
              .formatted(before.name(), root, before.loop().name(), plan.loop().name()));
    }
  }

  private void note(int number, String what) {
    if (plan.run().name().isPresent()) {
      notes.removeIf(_ -> number > 1);
      notes.add(what);
    }
  }

  /// Empty where its driver has finished it while this one waited for it, or where another driver
  /// has begun it since it was looked for.
  private Optional<Opened> take(RunSite site, Optional<RunFile> found, boolean again) {
    if (again || !isAlwaysNew()) {
      return take(site, found, again, RunClaim.lock(site.name(), site.directory()));
    }
    return RunClaim.tryLock(site.directory()).flatMap(claim -> take(site, found, again, claim));
  }

  private Optional<Opened> take(
      RunSite site, Optional<RunFile> found, boolean again, RunClaim claim) {
    try {
      Optional<RunFile> before = found.or(() -> begunMeanwhile(site));
      if (before.isPresent() && !again && isAlwaysNew()) {
        claim.close();
        return Optional.empty();
      }
      if (before.isEmpty()) {
        cluster.begin(plan, site);
      } else if (!again) {
        requireSameFunction(before.get());
      }
      proven.get();
      LogRecords records = claimed(site, before.isEmpty(), claim);
      if (before.isPresent() && !again && isFinished(records)) {
        claim.close();
        return Optional.empty();
      }
      boolean attaches =
          hasWorkers(records.replayed()) && (again || isLeft(before, records.replayed()));
      if (!attaches) {
        say(site.name(), before, records.replayed());
      }
      RunFile file = RunFile.of(site.name(), before, clock.instant(), plan);
      begin(site, file, before.isEmpty(), records);
      RunState state = scored(site, before, records);
      if (before.isPresent() && !file.equals(before.get())) {
        written(file, site);
      }
      return Optional.of(
          new Opened(
              site,
              file,
              records,
              state,
              claim,
              List.copyOf(notes),
              List.copyOf(warnings),
              attaches));
    } catch (RuntimeException e) {
      claim.close();
      throw e;
    }
  }

  /// On a store the lease and the log say it.
  private Optional<RunFile> begunMeanwhile(RunSite site) {
    return root.isLocal()
        ? retry.storage(() -> RunFile.find(storage, site.location()))
        : Optional.empty();
  }

  /// Takes the lease, and reads the log. That of a run which nobody has had is read meanwhile: what
  /// somebody else may write then is in the way of the first record.
  private LogRecords claimed(RunSite site, boolean isNew, RunClaim claim) {
    String writer = UUID.randomUUID().toString();
    Supplier<LogRecords> reading = () -> LogRecords.read(storage, site.location(), writer, retry);
    if (isNew && !root.isLocal()) {
      try (EarlyRead<LogRecords> early = EarlyRead.begin(reading)) {
        claim.lease(storage, site.location(), true, retry::storage, retry.time());
        if (claim.isFirst()) {
          return early.get();
        }
      }
      return reading.get();
    }
    claim.lease(storage, site.location(), isNew, retry::storage, retry.time());
    return looked.map(log -> log.again(writer)).orElseGet(reading);
  }

  /// On a store, what a new run was started with is written beside its first record: whoever finds
  /// one without the other begins with nothing either way, and writes what is missing.
  private void begin(RunSite site, RunFile file, boolean isNew, LogRecords records) {
    Supplier<Boolean> writing = () -> !isNew || written(file, site);
    try (EarlyRead<Boolean> written =
        root.isLocal() ? EarlyRead.now(writing) : EarlyRead.begin(writing)) {
      if (root.isLocal()) {
        written.get();
      }
      requireMine(site, records.openTerm(clock.instant(), ProcessHandle.current().pid(), host()));
      written.get();
    }
  }

  private void requireMine(RunSite site, boolean written) {
    if (!written) {
      throw new MantaException(
          ErrorCode.USER, "run " + site.name() + " was just taken over by another driver");
    }
  }

  /// Where the run is now told to rank its checkpoints by another metric, they get that score. The
  /// log says so before the run's file names the metric: if this process is killed in between, the
  /// next one does it again.
  private RunState scored(RunSite site, Optional<RunFile> before, LogRecords records) {
    RunState state = records.replayed();
    Optional<String> was = before.flatMap(RunFile::score).map(CheckpointConfig.Score::key);
    Optional<String> is = plan.run().checkpoints().score().map(CheckpointConfig.Score::key);
    if (before.isEmpty() || was.equals(is) || is.isEmpty() || state.kept().isEmpty()) {
      return state;
    }
    var record = new RunRecord(storage, site.location(), before.get(), state);
    KeptCheckpoints kept = state.kept().withAll(each -> each.scored(score(record, each)));
    RunState scored = state.with(records.archive(kept).orElse(kept));
    requireMine(site, records.append(rankedBy(is.get(), scored, records.term())));
    return scored;
  }

  private Control rankedBy(String metric, RunState state, int term) {
    var event = new Event.ControllerStarted(term);
    String why = "checkpoints are ranked by " + metric;
    return new Control.Transition(term, clock.instant(), event, why, state, List.of());
  }

  private Optional<Double> score(RunRecord record, CommittedCheckpoint checkpoint) {
    try {
      return retry
          .storage(() -> record.checkpoint(checkpoint))
          .flatMap(found -> CheckpointRanking.score(found.metrics(), plan.run().checkpoints()));
    } catch (MantaException damaged) {
      return Optional.empty();
    }
  }

  private boolean hasWorkers(RunState state) {
    return plan.limits().lasting()
        && !state.status().ended()
        && state.workers().stream().anyMatch(Worker::alive);
  }

  /// Whether workers still train that nobody controls, and that do what is asked for now.
  private boolean isLeft(Optional<RunFile> before, RunState state) {
    boolean same = before.filter(file -> file.changes(plan).isEmpty()).isPresent();
    return same && state.workers().stream().filter(w -> w.alive()).anyMatch(this::isLeft);
  }

  private boolean isLeft(Worker worker) {
    var spec = new WorkerSpec(worker.id(), worker.seat().node(), worker.attempt(), worker.rank());
    return worker.pid().isPresent() && cluster.isLeft(spec, worker.pid().getAsLong());
  }

  private void say(String name, Optional<RunFile> before, RunState state) {
    notes.replaceAll(note -> note + "; this one is " + name);
    if (before.isEmpty()) {
      return;
    }
    String from =
        state
            .newest()
            .map(
                checkpoint ->
                    "from checkpoint "
                        + checkpoint.name()
                        + " at step "
                        + checkpoint.step()
                        + ", its newest, if that is intact")
            .orElse(
                state.kept().isEmpty()
                    ? "from the beginning, as it has no checkpoint"
                    : "if one of its checkpoints can be read again: all were damaged");
    notes.add("run " + name + " resumes " + from);
    List<String> changes = before.get().changes(plan);
    if (!changes.isEmpty()) {
      warnings.add(
          "since run %s was started, %s changed; to start over, say fresh(), or --fresh to manta run"
              .formatted(name, String.join(" and ", changes)));
    }
  }

  private boolean written(RunFile file, RunSite site) {
    return retry.storage(
        () -> {
          file.write(storage, site.location());
          return true;
        });
  }

  private static String host() {
    return Optional.ofNullable(System.getenv("HOSTNAME")).orElse("localhost");
  }
}

package dev.manta.tune.internal.drive;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.control.record.RunSite;
import dev.manta.internal.control.record.StorageRetry;
import dev.manta.internal.lease.RunClaim;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.Storages;
import dev.manta.train.WorkerCount;
import dev.manta.tune.ResultGrid;
import dev.manta.tune.Space;
import dev.manta.tune.TuneConfig;
import dev.manta.tune.internal.experiment.Experiment;
import dev.manta.tune.internal.experiment.ExperimentEvent;
import dev.manta.tune.internal.experiment.ExperimentState;
import dev.manta.tune.internal.trial.TrialCheckpoints;
import dev.manta.tune.internal.trial.TrialNews;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/// An experiment that this process alone may drive now: a new one, or one that is resumed.
public final class OpenExperiment implements AutoCloseable {
  private final RunSite site;
  private final RunClaim claim;
  private final Experiment experiment;
  private final Journal journal;
  private final TrialCheckpoints checkpoints;
  private final ExperimentLoop loop;

  /// What is to be opened.
  ///
  /// @param function what runs trials, by name; empty for one without
  /// @param workers how many workers a trial may have
  public record Wanted(TuneConfig config, Space space, String function, WorkerCount workers) {}

  private OpenExperiment(RunSite site, RunClaim claim, Journal journal, Experiment experiment) {
    this.site = site;
    this.claim = claim;
    this.experiment = experiment;
    this.journal = journal;
    this.checkpoints = new TrialCheckpoints(Storages.at(site.location()), site.location());
    this.loop = new ExperimentLoop(experiment, journal, checkpoints);
  }

  /// Opens the experiment whose directory lies there, or begins it; empty where it has finished.
  static Optional<OpenExperiment> at(Location location, Wanted wanted, StorageRetry retry) {
    RunSite site = RunSite.of(location.name(), location);
    RunClaim claim = RunClaim.lock(site.name(), site.directory());
    return open(site, claim, wanted, retry, OpenExperiment::isFinished);
  }

  /// Begins an experiment whose directory lies there; empty where somebody was faster.
  static Optional<OpenExperiment> begin(Location location, Wanted wanted, StorageRetry retry) {
    RunSite site = RunSite.of(location.name(), location);
    return RunClaim.tryLock(site.directory())
        .flatMap(claim -> open(site, claim, wanted, retry, lines -> lines.head().isPresent()));
  }

  private static Optional<OpenExperiment> open(
      RunSite site,
      RunClaim claim,
      Wanted wanted,
      StorageRetry retry,
      Predicate<JournalLines> isTaken) {
    Location location = site.location();
    Storage storage = Storages.at(location);
    try {
      var lookup = new JournalLookup(storage, location, retry);
      JournalLines lines = lookup.read();
      if (isTaken.test(lines)) {
        claim.close();
        return Optional.empty();
      }
      claim.lease(storage, location, lines.head().isEmpty(), retry::storage, retry.time());
      var experiment = new Experiment(wanted.config(), wanted.space(), wanted.workers());
      var head = ExperimentHead.of(wanted.config(), wanted.space(), wanted.function());
      lines.head().ifPresent(before -> requireSame(site.name(), head, before, wanted.space()));
      lines.entries().forEach(experiment::replay);
      Journal journal = lookup.append(lines, head);
      var open = new OpenExperiment(site, claim, journal, experiment);
      open.checkpoints.sweep(experiment.state().saved());
      return Optional.of(open);
    } catch (RuntimeException e) {
      claim.close();
      throw e;
    }
  }

  /// One that has finished is not resumed, whatever it was begun with.
  private static boolean isFinished(JournalLines lines) {
    return !lines.entries().isEmpty()
        && lines.entries().getLast().happening() instanceof ExperimentEvent.Finished;
  }

  private static void requireSame(
      String name, ExperimentHead now, ExperimentHead before, Space space) {
    var differences = now.differences(before, space);
    if (!differences.isEmpty()) {
      throw new MantaException(
          ErrorCode.USER,
          "experiment %s is unfinished and was begun with something else: %s; give this one another name, start over with fresh(), or say what was said then"
              .formatted(name, String.join("; ", differences)));
    }
  }

  /// Its name, which may have a number behind the one that was asked for.
  public String name() {
    return site.name();
  }

  /// Where it is.
  public RunSite site() {
    return site;
  }

  /// What is known of it.
  public ExperimentState state() {
    return experiment.state();
  }

  /// The checkpoints of its trials.
  public TrialCheckpoints checkpoints() {
    return checkpoints;
  }

  /// What has come of it so far.
  public ResultGrid results() {
    return Results.of(
        site.location(), state().history().space().dimensions(), state(), checkpoints);
  }

  /// Asks all trials to leave; they resume when the experiment is opened again. A searcher that
  /// waits for others, as for a Python process, gives up. Any thread.
  public void stop(String by) {
    state().history().cache().cancel();
    loop.tell(new ExperimentEvent.StopAsked(by));
  }

  /// The same, without waiting for them. Any thread.
  public void abandon(String by) {
    state().history().cache().cancel();
    loop.abandon(by);
  }

  /// Runs to the end with a runner that is made for what it has to tell.
  ///
  /// @param capacity what its trials may use; closed at the end
  /// @param watching sees the experiment whenever something happened, and ten times a second
  public void toEnd(
      Function<TrialNews, TrialRunner> runner,
      Capacity capacity,
      Consumer<ExperimentState> watching) {
    try (capacity) {
      loop.toEnd(runner.apply(loop::tell), capacity, watching);
    }
  }

  @Override
  public void close() {
    try (claim) {
      journal.close();
    } finally {
      state().history().close();
    }
  }
}

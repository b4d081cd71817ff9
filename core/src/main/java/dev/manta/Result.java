package dev.manta;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.control.record.RunOutcome;
import dev.manta.internal.control.record.RunRecord;
import dev.manta.internal.run.state.CommittedCheckpoint;
import dev.manta.internal.run.state.RunState;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import dev.manta.train.Failure;
import dev.manta.train.History;
import dev.manta.train.Ledger;
import dev.manta.train.Metrics;
import dev.manta.train.Order;
import dev.manta.train.Report;
import dev.manta.train.ReportedCheckpoint;
import dev.manta.train.RunStatus;
import dev.manta.train.logged.LoggedItem;
import dev.manta.train.logged.LoggedItems;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What came of a run, read from its directory.
///
/// Metrics and history are read when they are asked for; a result of a run that still runs shows
/// where it stands.
public final class Result {
  private final RunRecord record;
  private final RunState state;
  private final RunStatus status;
  private final String reason;

  private Result(RunRecord record, RunStatus status, String reason) {
    this.record = record;
    this.state = record.state();
    this.status = status;
    this.reason = reason;
  }

  static Result of(RunOutcome outcome) {
    return new Result(outcome.run(), outcome.status(), outcome.reason());
  }

  private static Result of(RunRecord record) {
    return new Result(record, record.state().status(), record.state().reason());
  }

  /// The result of the run whose directory this is: a local path or a location.
  public static Result fromPath(String directory) {
    Location location = Location.parse(directory);
    return RunRecord.find(Storages.at(location), location)
        .map(Result::of)
        .orElseThrow(
            () ->
                new MantaException(
                    ErrorCode.USER,
                    location
                        + " is not a run's directory: it holds no run.json; `manta runs` lists runs"));
  }

  /// The run's name.
  public String run() {
    return record.file().name();
  }

  /// Where the run's directory lies.
  public String path() {
    return record.location().toString();
  }

  /// How it ended, or where it stands.
  public RunStatus status() {
    return status;
  }

  /// How many attempts it took.
  public int attempts() {
    return state.attempt();
  }

  /// What its time went into: training, starting, recovering, …
  public Ledger ledger() {
    return state.ledger();
  }

  /// The part of all collectives that each rank was the last to come into, by rank, from 0 to 1:
  /// equal ranks have equal parts, and one with most of them holds the others up. Empty where ranks
  /// did not meet.
  public List<Double> lastIntoCollectives() {
    return state.arrivals().shares();
  }

  /// The metrics of the last step, reduced over ranks as the run was told; empty when nothing was
  /// reported.
  public Metrics metrics() {
    List<Report> steps = metricsHistory();
    return steps.isEmpty() ? Metrics.empty() : steps.getLast().metrics();
  }

  /// One report for each step, of its newest attempt, reduced over ranks.
  public List<Report> metricsHistory() {
    return history().reduced(record.file().reductions());
  }

  /// Every report of every rank and attempt: as rows, as CSV, as JSON lines; streamed from storage.
  public History history() {
    return History.of(record.metrics());
  }

  /// The images, histograms, texts and tables that ranks have logged, by name, step and rank; what
  /// a later attempt has logged anew is left out. Lists their directory; each is read when it is
  /// asked for.
  public List<LoggedItem> logged() {
    return LoggedItems.of(record.location());
  }

  /// The same of one name, in the order of steps.
  public List<LoggedItem> logged(String name) {
    return LoggedItems.of(record.location(), name);
  }

  /// The checkpoints that are kept, oldest first, without those of [#damagedCheckpoints].
  public List<ReportedCheckpoint> checkpoints() {
    return intact().flatMap(checkpoint -> reported(checkpoint).stream()).toList();
  }

  /// The names of checkpoints that were damaged when the run last looked at them, oldest first, and
  /// what was wrong with each. They stay in storage, and are used again once their files are
  /// restored.
  public Map<String, String> damagedCheckpoints() {
    Map<String, String> damaged = new LinkedHashMap<>();
    state.kept().stream()
        .filter(checkpoint -> !checkpoint.isIntact())
        .forEach(checkpoint -> damaged.put(checkpoint.name(), checkpoint.damage().orElseThrow()));
    return Collections.unmodifiableMap(damaged);
  }

  private Stream<CommittedCheckpoint> intact() {
    return state.kept().stream().filter(CommittedCheckpoint::isIntact);
  }

  /// The newest checkpoint that the program gave this name with
  /// [dev.manta.checkpoint.Checkpoint#named], or that has it in storage; empty where it is not
  /// kept.
  public Optional<ReportedCheckpoint> checkpoint(String name) {
    return record.named(name).flatMap(this::reported);
  }

  /// The newest checkpoint.
  public Optional<ReportedCheckpoint> latestCheckpoint() {
    return state.newest().flatMap(this::reported);
  }

  /// The best checkpoint by the score that the run was told. Empty where it was told none: which is
  /// best is then not known, and [#latestCheckpoint] gives the newest.
  public Optional<ReportedCheckpoint> bestCheckpoint() {
    return record.file().score().flatMap(score -> bestCheckpoint(score.key(), score.order()));
  }

  /// The best checkpoint by a metric; nested keys are joined by `/`. One without that metric, or
  /// with NaN, is never the best.
  public Optional<ReportedCheckpoint> bestCheckpoint(String key, Order order) {
    return intact()
        .map(checkpoint -> new Scored(checkpoint, score(checkpoint, key)))
        .filter(scored -> !Double.isNaN(scored.score()))
        .reduce((best, next) -> isBetter(next, best, order) ? next : best)
        .flatMap(best -> reported(best.kept()));
  }

  private record Scored(CommittedCheckpoint kept, double score) {}

  /// NaN for none. The score that the run was told is known without a look at the checkpoint.
  private double score(CommittedCheckpoint checkpoint, String key) {
    boolean known = record.file().score().filter(by -> by.key().equals(key)).isPresent();
    return checkpoint
        .metrics()
        .findNumber(key)
        .orElseGet(
            () ->
                known
                    ? checkpoint.score().orElse(Double.NaN)
                    : metrics(checkpoint).findNumber(key).orElse(Double.NaN));
  }

  private Metrics metrics(CommittedCheckpoint checkpoint) {
    return reported(checkpoint).map(ReportedCheckpoint::metrics).orElse(Metrics.empty());
  }

  private static boolean isBetter(Scored next, Scored best, Order order) {
    int compared = Double.compare(next.score(), best.score());
    return switch (order) {
      case MAX -> compared >= 0;
      case MIN -> compared <= 0;
    };
  }

  private Optional<ReportedCheckpoint> reported(CommittedCheckpoint checkpoint) {
    return record.checkpoint(checkpoint);
  }

  /// Why it failed, if it did.
  public Optional<Failure> failure() {
    return status == RunStatus.FAILED ? state.failure() : Optional.empty();
  }

  /// Why the run is where it is, in one sentence.
  public String reason() {
    return reason;
  }

  /// What rank 0's training function returned; empty when it returned nothing or has not returned.
  public <T> Optional<T> returnValue(Class<T> type) {
    return state
        .outcome()
        .value()
        .filter(json -> !json.isEmpty() && !json.equals("null"))
        .map(json -> type.cast(Bind.read(Json.parse(json), type, "return value")));
  }

  @Override
  public String toString() {
    return "run " + run() + " " + status() + " in " + path();
  }
}

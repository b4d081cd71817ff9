package dev.manta.internal.stored;

import dev.manta.internal.control.record.StartedOn;
import dev.manta.internal.run.state.CommittedCheckpoint;
import dev.manta.internal.run.state.LateRank;
import dev.manta.internal.run.state.Worker;
import dev.manta.spi.json.Json;
import dev.manta.train.Failure;
import dev.manta.train.Ledger;
import dev.manta.train.Metrics;
import dev.manta.train.ReportedCheckpoint;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/// All about a run but its curves and logs, as a machine reads it.
///
/// @param retriesUsed the failures since it last got ahead
/// @param seconds what its time was spent on, by kind
/// @param late ranks that keep the others waiting
/// @param missingMetrics segments of metrics that somebody has removed
/// @param lastIntoCollectives the part of all collectives that each rank was the last to come into,
///   by rank
/// @param scaling how many workers it was told to have, and what each of them gets
/// @param startedOn what its driver was started on last: machine, JVM, version of Manta, commit
/// @param options all else that it was told; values that may be secret are left out
public record RunDetail(
    RunLine run,
    String reason,
    Instant created,
    String function,
    String config,
    int retriesUsed,
    Map<String, Double> seconds,
    List<LateRank> late,
    List<String> missingMetrics,
    List<WorkerLine> workers,
    List<Double> lastIntoCollectives,
    List<CheckpointLine> checkpoints,
    List<RunStory.Line> history,
    Optional<Failure> failure,
    Optional<Json> scaling,
    Optional<Json> options,
    Optional<StartedOn> startedOn) {
  /// A worker as a machine reads it.
  public record WorkerLine(
      int rank, String worker, String node, String device, OptionalLong pid, String state) {
    static WorkerLine of(StoredRun run, Worker worker) {
      return new WorkerLine(
          worker.rank(),
          worker.id(),
          worker.seat().node(),
          worker.seat().device(),
          worker.pid(),
          run.standing(worker));
    }
  }

  /// A checkpoint as a machine reads it.
  ///
  /// @param bytes how large it is; empty where nobody can tell
  /// @param damage what is wrong with it; empty where it is intact
  /// @param best whether it is the best, where the run was told what that is
  public record CheckpointLine(
      String name,
      long step,
      int attempt,
      Instant at,
      OptionalLong bytes,
      Metrics metrics,
      String damage,
      boolean best) {
    static CheckpointLine of(StoredRun run, CommittedCheckpoint checkpoint, String best) {
      StoredRun.SizedMetrics sized = run.sized(checkpoint);
      return new CheckpointLine(
          checkpoint.name(),
          checkpoint.step(),
          checkpoint.attempt(),
          checkpoint.at(),
          sized.bytes(),
          sized.metrics(),
          checkpoint.damage().orElse(""),
          checkpoint.name().equals(best));
    }
  }

  /// The run as it is now.
  ///
  /// @param story what of its history is told
  public static RunDetail of(StoredRun run, List<RunStory.Line> story) {
    String best = run.best().map(ReportedCheckpoint::name).orElse("");
    return new RunDetail(
        RunLine.of(run),
        RunStory.headline(run),
        run.file().created(),
        run.file().loop().className() + "::" + run.file().loop().method(),
        run.file().loop().config(),
        run.state().budget().used(),
        seconds(run.ledger(Instant.now())),
        run.state().current().late(),
        run.missingMetrics(),
        run.state().group().stream().map(worker -> WorkerLine.of(run, worker)).toList(),
        run.state().arrivals().shares(),
        run.state().kept().stream().map(each -> CheckpointLine.of(run, each, best)).toList(),
        story,
        run.state().failure(),
        run.file().scaling(),
        run.file().options(),
        run.file().startedOn());
  }

  private static Map<String, Double> seconds(Ledger ledger) {
    Map<String, Double> all = new TreeMap<>();
    ledger
        .spent()
        .forEach(
            (kind, time) -> all.put(kind.name().toLowerCase(Locale.ROOT), time.toMillis() / 1e3));
    return all;
  }
}

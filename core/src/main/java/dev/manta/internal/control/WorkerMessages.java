package dev.manta.internal.control;

import dev.manta.collective.Numerics;
import dev.manta.internal.control.record.RunPlan;
import dev.manta.internal.control.record.RunSite;
import dev.manta.internal.run.state.CommittedCheckpoint;
import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.RunState;
import dev.manta.internal.run.state.Seat;
import dev.manta.internal.run.state.StartPoint;
import dev.manta.internal.wire.ToWorker;
import dev.manta.spi.json.Bind;
import dev.manta.train.WorkerCount;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Writes what the rules want to say as messages.
final class WorkerMessages {
  private final RunPlan plan;
  private final RunSite site;
  private final Clock clock;
  private final ToWorker.RunFacts facts;

  /// @param mark what workers should find in storage, if they are to prove that they see it
  WorkerMessages(RunPlan plan, RunSite site, Clock clock, Optional<String> mark) {
    this.clock = clock;
    this.plan = plan;
    this.site = site;
    var checkpoints = plan.run().checkpoints();
    this.facts =
        new ToWorker.RunFacts(
            site.id(),
            site.name(),
            site.location().toString(),
            site.directory().toString(),
            checkpoints.upload().name(),
            checkpoints.pending(),
            settings(plan, mark));
  }

  /// Clocks of nodes differ: what is left of the time is said, and not when it ends.
  ToWorker.Notice notice(Effect.SendNotice notice) {
    long left = Duration.between(clock.instant(), notice.deadline()).toMillis();
    return new ToWorker.Notice(notice.attempt(), notice.ranks(), Math.max(0, left));
  }

  private static Map<String, String> settings(RunPlan plan, Optional<String> mark) {
    Map<String, String> settings = new HashMap<>();
    mark.ifPresent(value -> settings.put(ToWorker.RunFacts.SHARED_MARK, value));
    WorkerCount workers = plan.scaling().workers();
    int lanes = Numerics.forWorkers(workers.max()).lanes();
    settings.put(ToWorker.RunFacts.LANES, Integer.toString(lanes));
    int dataLanes = workers.elastic() ? lanes : workers.max();
    settings.put(ToWorker.RunFacts.DATA_LANES, Integer.toString(dataLanes));
    if (workers.elastic()) {
      settings.put(ToWorker.RunFacts.ELASTIC, workers.toString());
    }
    plan.run()
        .logLevel()
        .ifPresent(level -> settings.put(ToWorker.RunFacts.LOG_LEVEL, level.name()));
    Duration patience = plan.run().storagePatience();
    settings.put(ToWorker.RunFacts.STORAGE_PATIENCE, patience.toString());
    if (plan.sampledByAbsolutePath()) {
      settings.put(ToWorker.RunFacts.SAMPLED_BY_ABSOLUTE_PATH, "true");
    }
    plan.datasets().forEach((name, text) -> settings.put(ToWorker.RunFacts.DATASET + name, text));
    return settings;
  }

  ToWorker join(Effect.SendJoin effect, RunState state) {
    Seat seat = effect.seat();
    var place =
        new ToWorker.Place(
            seat.rank(),
            effect.size(),
            seat.localRank(),
            seat.localSize(),
            seat.nodeRank(),
            seat.node(),
            seat.device(),
            seat.threads());
    return new ToWorker.Join(
        effect.attempt(), place, facts, start(effect.start(), state), plan.loop());
  }

  private ToWorker.Start start(StartPoint point, RunState state) {
    String from = point.checkpoint().map(this::location).orElse(plan.startFrom());
    String committed = state.kept().toJson().toString();
    return switch (point) {
      case StartPoint.InStorage(_, long step, int epoch, int ordinal) ->
          ToWorker.Start.at(from, step, epoch, ordinal, committed);
      case StartPoint.InMemory at ->
          new ToWorker.Start(
              from,
              at.step(),
              at.epoch(),
              at.ordinal(),
              committed,
              at.commit(),
              at.source(),
              at.size());
    };
  }

  ToWorker warm() {
    return new ToWorker.Warm(plan.loop());
  }

  ToWorker validate(Effect.SendValidate effect) {
    var validation = plan.validation().orElseThrow();
    return new ToWorker.Validate(
        location(effect.checkpoint()),
        facts,
        validation.function(),
        effect.seat().device(),
        effect.seat().threads());
  }

  static ToWorker committed(Effect.SendCommitted effect) {
    CommittedCheckpoint checkpoint = effect.checkpoint();
    return new ToWorker.Committed(effect.attempt(), checkpoint.ordinal(), record(checkpoint));
  }

  private String location(String checkpoint) {
    return site.checkpoints().resolve(checkpoint).toString();
  }

  private static String record(CommittedCheckpoint checkpoint) {
    return Bind.write(checkpoint).toString();
  }
}

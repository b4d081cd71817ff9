package dev.manta.internal.run.state;

import dev.manta.train.Failure;
import dev.manta.train.Ledger;
import dev.manta.train.RunStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Everything that is known about a run at a moment.
///
/// @param term which controller this is
/// @param workers those of this attempt, and those of earlier ones that are not gone yet
/// @param reached the highest step that any rank has ever reported
/// @param scale how large the run should be
/// @param notices workers that will be taken away
/// @param arrivals who came last into collectives
/// @param timers what is due when
/// @param nextWorker the number of the next worker
/// @param nextEffect the id of the next effect
public record RunState(
    int term,
    int attempt,
    RunStatus status,
    String reason,
    List<Worker> workers,
    AttemptState current,
    CheckpointState checkpoints,
    OutcomeState outcome,
    long reached,
    RetryBudget budget,
    RunSize scale,
    List<PreemptionNotice> notices,
    LastArrivals arrivals,
    Map<Timer, Instant> timers,
    TimeState time,
    int nextWorker,
    long nextEffect) {
  public RunState {
    workers = List.copyOf(workers);
    notices = List.copyOf(notices);
    timers = Map.copyOf(timers);
  }

  /// A run that nobody has begun.
  public static RunState fresh() {
    return new RunState(
        0,
        0,
        RunStatus.STARTING,
        "new",
        List.of(),
        AttemptState.NONE,
        CheckpointState.NONE,
        OutcomeState.NONE,
        0,
        RetryBudget.FULL,
        RunSize.NONE,
        List.of(),
        LastArrivals.NONE,
        Map.of(),
        TimeState.NONE,
        0,
        1);
  }

  /// The workers of the current attempt, in rank order.
  public List<Worker> group() {
    return workers.stream().filter(worker -> worker.attempt() == attempt).toList();
  }

  public Optional<Worker> worker(String id) {
    return workers.stream().filter(worker -> worker.id().equals(id)).findFirst();
  }

  public KeptCheckpoints kept() {
    return checkpoints.kept();
  }

  public Optional<CommittedCheckpoint> kept(String name) {
    return kept().find(name);
  }

  /// The newest checkpoint that is not known to be damaged.
  public Optional<CommittedCheckpoint> newest() {
    return kept().newestFirst().filter(CommittedCheckpoint::isIntact).findFirst();
  }

  public Optional<AttemptFailures> trouble() {
    return current.trouble();
  }

  public Optional<Failure> failure() {
    return outcome.failure();
  }

  public Optional<Stopping> stopping() {
    return outcome.stopping();
  }

  public Optional<PendingEnd> ending() {
    return outcome.ending();
  }

  public Ledger ledger() {
    return time.ledger();
  }

  /// The same with its checkpoints kept in another way.
  public RunState with(KeptCheckpoints kept) {
    return new RunState(
        term,
        attempt,
        status,
        reason,
        workers,
        current,
        checkpoints.kept(kept),
        outcome,
        reached,
        budget,
        scale,
        notices,
        arrivals,
        timers,
        time,
        nextWorker,
        nextEffect);
  }
}

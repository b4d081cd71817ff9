package dev.manta.internal.run;

import dev.manta.train.Failure;
import dev.manta.train.Ledger;
import dev.manta.train.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Everything that is known about a run at a moment.
///
/// @param term which controller this is
/// @param opened whether the attempt's group was formed
/// @param awaited workers of an earlier controller that have yet to say where they stand
/// @param workers those of this attempt, and those of earlier ones that are not gone yet
/// @param steps the last step that each rank has reported
/// @param reached the highest step that any rank has ever reported
/// @param committed the highest step that was ever in a committed checkpoint
/// @param ordinal the highest ordinal that a checkpoint has had
/// @param startedFrom the newest checkpoint when this attempt began; empty for none
/// @param handover whose memory this attempt began with, if it did not begin with the checkpoint
/// @param pending checkpoints being put together
/// @param closed the last checkpoints of this attempt that were committed or given up
/// @param kept checkpoints that exist, oldest first
/// @param scale how large the run should be
/// @param resizing a change of size in progress
/// @param notices workers that will be taken away
/// @param trouble what has gone wrong in this attempt
/// @param failure the last failure that was decided on
/// @param value what rank 0 returned, as JSON
/// @param sawStop whether a rank left its loop because of a stop
/// @param late ranks that were named for keeping others waiting
/// @param arrivals who came last into collectives
/// @param timers what is due when
/// @param nextWorker the number of the next worker
/// @param nextEffect the id of the next effect
/// @param ledger what the time was spent on, up to `bookedTo`
public record RunState(
    int term,
    int attempt,
    boolean opened,
    RunStatus status,
    String reason,
    List<Worker> workers,
    List<String> awaited,
    Map<Integer, Long> steps,
    long reached,
    long committed,
    int ordinal,
    String startedFrom,
    Optional<Handover> handover,
    List<PendingCheckpoint> pending,
    List<Closed> closed,
    KeptCheckpoints kept,
    Validations validations,
    Budget budget,
    Scale scale,
    Optional<Resizing> resizing,
    List<Notice> notices,
    Optional<Trouble> trouble,
    Optional<Failure> failure,
    Optional<Stopping> stopping,
    Optional<Ending> ending,
    Optional<String> value,
    boolean sawStop,
    List<Late> late,
    Arrivals arrivals,
    Map<String, Instant> timers,
    int nextWorker,
    long nextEffect,
    Ledger ledger,
    Optional<Instant> bookedTo) {
  public RunState {
    workers = List.copyOf(workers);
    awaited = List.copyOf(awaited);
    steps = Map.copyOf(steps);
    pending = List.copyOf(pending);
    notices = List.copyOf(notices);
    closed = List.copyOf(closed);
    late = List.copyOf(late);
    timers = Map.copyOf(timers);
  }

  /// A run that nobody has begun.
  public static RunState fresh() {
    return new RunState(
        0,
        0,
        false,
        RunStatus.STARTING,
        "new",
        List.of(),
        List.of(),
        Map.of(),
        0,
        0,
        0,
        "",
        Optional.empty(),
        List.of(),
        List.of(),
        KeptCheckpoints.NONE,
        Validations.NONE,
        Budget.FULL,
        Scale.NONE,
        Optional.empty(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        false,
        List.of(),
        Arrivals.NONE,
        Map.of(),
        0,
        1,
        Ledger.EMPTY,
        Optional.empty());
  }

  /// The workers of the current attempt, in rank order.
  public List<Worker> group() {
    return workers.stream().filter(worker -> worker.attempt() == attempt).toList();
  }

  public Optional<Worker> worker(String id) {
    return workers.stream().filter(worker -> worker.id().equals(id)).findFirst();
  }

  public Optional<Kept> kept(String name) {
    return kept.find(name);
  }

  /// What the time was spent on up to a moment, though no record tells of it yet.
  public Ledger ledger(Instant now) {
    return bookedTo
        .filter(now::isAfter)
        .map(to -> ledger.plus(Accounts.kind(this), Duration.between(to, now)))
        .orElse(ledger);
  }

  /// The newest checkpoint that is not known to be damaged.
  public Optional<Kept> newest() {
    return kept.newestFirst().filter(Kept::isIntact).findFirst();
  }

  /// The same after checkpoints came and went.
  public RunState with(List<Kept> put, List<String> removed, Rules rules) {
    var draft = new Draft(this, rules);
    draft.kept = draft.kept.without(removed);
    put.forEach(draft::keep);
    return draft.state();
  }

  /// The same with its checkpoints kept in another way.
  public RunState with(KeptCheckpoints checkpoints) {
    var draft = new Draft(this, new Rules());
    draft.kept = checkpoints;
    return draft.state();
  }
}

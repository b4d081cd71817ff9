package dev.manta.internal.run;

import dev.manta.cluster.Exit;
import dev.manta.cluster.Node;
import dev.manta.internal.run.state.AttemptFailures;
import dev.manta.internal.run.state.CommittedCheckpoint;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.HeldCommit;
import dev.manta.internal.run.state.PendingCheckpoint;
import dev.manta.internal.run.state.PreemptionNotice;
import dev.manta.internal.run.state.RankPart;
import dev.manta.internal.run.state.RetryBudget;
import dev.manta.internal.run.state.RunState;
import dev.manta.internal.run.state.Seat;
import dev.manta.internal.run.state.Worker;
import dev.manta.train.Retries;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The questions on which a run's fate hangs, each answered in one place. A class that can be
/// extended, as the simulator's mutants answer one of them wrongly each.
public class Rules {
  /// How often a run may be rolled back without getting ahead.
  static final int ROLLS_MAX = 10;

  private static final int AHEAD = 10;
  private static final int LOOKED_AT = 16;
  private static final Comparator<HeldCommit> OLDEST_FIRST =
      Comparator.comparingLong(HeldCommit::commit).thenComparing(HeldCommit::whole);

  /// Whether news still counts: that of the run, and that of the current attempt.
  public boolean current(RunState state, Event event) {
    return event.about().isEmpty() || event.about().getAsInt() == state.attempt();
  }

  /// The number of the attempt that follows.
  public int nextAttempt(RunState state) {
    return state.attempt() + 1;
  }

  /// Whether the next group may be formed: whoever lives has left its function and can be used
  /// again, or never was in it, and no manifest of an earlier group is being written.
  public boolean clear(RunState state) {
    return state.workers().stream().allMatch(Rules::harmless)
        && state.current().pending().stream().noneMatch(PendingCheckpoint::committing);
  }

  private static boolean harmless(Worker worker) {
    return (!worker.alive() && !worker.isCutOff())
        || worker.reusable()
        || (worker.isSpare() && !worker.ending());
  }

  /// Whether all ranks have done their work.
  public boolean finished(List<Worker> group) {
    return !group.isEmpty() && group.stream().allMatch(Worker::returned);
  }

  /// Whether a stored part belongs to the checkpoint that others have begun.
  public boolean sameStep(PendingCheckpoint pending, long step) {
    return pending.step() == step;
  }

  /// Whether nothing is missing any more.
  public boolean complete(PendingCheckpoint pending, int size) {
    return pending.parts().stream().anyMatch(RankPart::whole) || pending.parts().size() == size;
  }

  /// Whether the run has got ahead far enough since its last failure to forget its failures:
  /// `committed` are steps in checkpoints, `commits` those in the memory of survivors.
  public boolean gotAhead(RetryBudget budget, long committed, long commits) {
    return committed - budget.base() >= AHEAD || commits - budget.commits() >= AHEAD;
  }

  /// Whether checkpoints have got ahead far enough since the first of some roll-backs to forget
  /// those: what is in memory only is what they throw away.
  public boolean gotAhead(RetryBudget.Rolls rolls, long committed) {
    return committed - rolls.base() >= AHEAD;
  }

  /// Whether a run may be rolled back once more.
  public boolean mayRollBack(RetryBudget.Rolls rolls) {
    return rolls.count() <= ROLLS_MAX;
  }

  public boolean mayRetry(Retries retries, RetryBudget budget) {
    return retries.allow(budget.used());
  }

  /// Where the next attempt may begin, best first: so many as are looked at in one go, and only of
  /// those with a lower ordinal than some that are damaged.
  public List<CommittedCheckpoint> candidates(RunState state, int below) {
    return state
        .kept()
        .newestFirst()
        .filter(checkpoint -> checkpoint.ordinal() < below)
        .limit(LOOKED_AT)
        .toList();
  }

  /// Whether a checkpoint that was found damaged stays: the damage may be undone.
  public boolean outlives(CommittedCheckpoint checkpoint, String damage) {
    return true;
  }

  /// Whether a run may begin without a checkpoint: not where it has some and none can be read.
  public boolean mayStartOver(RunState state) {
    return state.kept().isEmpty();
  }

  /// Whether what survivors hold may be handed on: not where a rank says that it is of no use,
  /// whatever else went wrong.
  public boolean trusts(AttemptFailures failures) {
    return failures.causes().stream().noneMatch(AttemptFailures.Cause::isRollBack);
  }

  /// Whether a rank is named that others have waited for so long.
  public boolean isNamed(Duration waited, Duration after) {
    return waited.compareTo(after) >= 0;
  }

  /// Whether it is replaced.
  public boolean isTooLate(Duration waited, Duration most) {
    return waited.compareTo(most) >= 0;
  }

  /// The survivor that holds the newest state, the lowest rank of several.
  public Optional<Worker> newest(List<Worker> survivors) {
    return survivors.stream()
        .filter(worker -> worker.held().isPresent())
        .max(
            Comparator.comparing((Worker worker) -> worker.held().orElseThrow(), OLDEST_FIRST)
                .thenComparingInt(worker -> -worker.rank()));
  }

  /// Whether so many ranks can resume from a commit: shards belong to the number that made them.
  public boolean fits(HeldCommit held, int ranks) {
    return held.shards().isEmpty() || held.size() == ranks;
  }

  /// The ranks whose shards nobody has any more. Who has confirmed the commit before the newest has
  /// the newest too: nobody confirms that before all have it.
  public List<Integer> lostShards(List<Worker> survivors, HeldCommit newest) {
    if (newest.shards().isEmpty()) {
      return List.of();
    }
    Set<Integer> there =
        survivors.stream()
            .flatMap(survivor -> survivor.held().stream())
            .filter(held -> held.commit() >= newest.commit() - 1)
            .flatMap(held -> held.shards().stream())
            .collect(Collectors.toSet());
    return IntStream.range(0, newest.size()).filter(rank -> !there.contains(rank)).boxed().toList();
  }

  /// Whether a process whose function threw is used again: only where those who were told to leave
  /// hold no state as new, or not all shards of it.
  public boolean needed(Worker thrown, List<Worker> survivors) {
    List<Worker> told = survivors.stream().filter(worker -> !worker.threw()).toList();
    Optional<HeldCommit> newest = newest(told).flatMap(Worker::held);
    return newest.isEmpty()
        || thrown.held().filter(its -> its.newerThan(newest.get())).isPresent()
        || !lostShards(told, newest.get()).isEmpty();
  }

  /// Whether a process that survived its attempt is used in the next: not if it will be taken away.
  public boolean stays(Worker survivor, List<PreemptionNotice> notices) {
    return survivor.reusable() && notices.stream().noneMatch(notice -> notice.concerns(survivor));
  }

  /// Whether ranks may be placed on a node; `avoided` is whether it will be taken away, or is left
  /// out for a while.
  public boolean mayUse(Node node, boolean avoided) {
    return !avoided;
  }

  /// Whether a failure counts against the retries: not that nodes do not hear each other.
  public boolean usesRetry(AttemptFailures.Cause cause) {
    return cause.weight() != AttemptFailures.Weight.LINK;
  }

  /// Whether one of two nodes that do not hear each other is left out; `again` is whether they did
  /// not before, too.
  public boolean leavesOut(boolean again) {
    return again;
  }

  /// Whether a survivor can take a seat: a process keeps its node and its device.
  public boolean mayTake(Worker survivor, Seat seat) {
    return survivor.seat().node().equals(seat.node())
        && survivor.seat().device().equals(seat.device());
  }

  /// Whether a run that stops first lets survivors save what they hold; `held` is whether they hold
  /// anything.
  public boolean savesFirst(boolean held) {
    return held;
  }

  /// Whether a rank that was lost may be replaced at once.
  public boolean isOver(Exit exit, boolean exclusive) {
    return !(exit instanceof Exit.Unreachable) || isOver(exclusive);
  }

  /// The same for a rank that nothing is heard of.
  public boolean isOver(boolean exclusive) {
    return !exclusive;
  }

  /// Whether nobody waits any longer for a worker that was killed and should be gone.
  public boolean givesUp(String killed) {
    return true;
  }

  /// Whether a checkpoint must stay whatever its score and age: ranks may read what their attempt
  /// began with at any time.
  public boolean needed(RunState state, CommittedCheckpoint checkpoint) {
    boolean began = state.current().startedFrom().filter(checkpoint.name()::equals).isPresent();
    return (began && !state.status().ended())
        || state.checkpoints().validations().needs(checkpoint.name());
  }

  /// How much must be durable before the effects of a decision happen.
  public Decision.Durable durable(Decision.Durable asked) {
    return asked;
  }

  /// Whether a report is the next of its worker, neither seen before nor after a gap.
  public boolean isNext(long lastSequence, long sequence) {
    return sequence == lastSequence + 1;
  }

  /// The last report of a worker that a new controller has no need of: `durable` is the last one
  /// that was found in the history, `acknowledged` what the worker knows.
  public long resumesAfter(long durable, long acknowledged) {
    return Math.max(durable, acknowledged);
  }

  /// Whether a controller may end processes; `current` is whether nobody has opened a term after
  /// its own.
  public boolean mayEnd(boolean current) {
    return current;
  }

  /// Whether a controller may commit, delete or sweep checkpoints; `current` is whether nobody has
  /// opened a term after its own.
  public boolean mayChangeCheckpoints(boolean current) {
    return current;
  }

  /// Whether a worker that an earlier controller left continues.
  public boolean staysWith(Worker worker) {
    return worker.alive() && !worker.ending();
  }

  /// Up to where a worker may forget its reports.
  public long acknowledged(long received, long durable) {
    return Math.min(received, durable);
  }

  /// Whether a rank's return counts: all that it reported before is durable. Positions only grow.
  public boolean isKept(long position, long durable) {
    return position <= durable;
  }
}

package dev.manta.internal.run.state;

import dev.manta.cluster.Exit;
import dev.manta.cluster.Node;
import dev.manta.train.Metrics;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/// What happened.
public sealed interface Event {
  /// The attempt that it is news of, so that late news changes nothing; none where it is news of
  /// the run, whatever its attempt.
  default OptionalInt about() {
    return OptionalInt.empty();
  }

  /// News of one attempt.
  sealed interface OfAttempt extends Event {
    int attempt();

    @Override
    default OptionalInt about() {
      return OptionalInt.of(attempt());
    }
  }

  /// News that may be of one attempt, or of the run. Records of older versions have 0 for the run.
  private static OptionalInt known(OptionalInt attempt) {
    return attempt.orElse(0) == 0 ? OptionalInt.empty() : attempt;
  }

  /// A controller has opened a term: it begins the run, or resumes it; where it attaches, with the
  /// workers that an earlier one left.
  ///
  /// @param heard when the run reported last, as far as that is known, where it does not attach
  record ControllerStarted(int term, boolean attaches, Optional<Instant> heard) implements Event {
    public ControllerStarted(int term) {
      this(term, false);
    }

    public ControllerStarted(int term, boolean attaches) {
      this(term, attaches, Optional.empty());
    }
  }

  /// What the next attempt needs to know: the machines, the checkpoint to begin with, and those
  /// that turned out to be damaged, each with what is wrong.
  record Prepared(
      int attempt, List<Node> nodes, Optional<String> start, Map<String, String> damaged)
      implements OfAttempt {
    public Prepared {
      // Records of older versions have an empty name for none.
      start = start.filter(name -> !name.isEmpty());
    }
  }

  /// The next attempt cannot be prepared.
  record NotPrepared(int attempt, String why) implements OfAttempt {}

  /// A process has reported in; `attempt` is the one it was started for, where that is known.
  record WorkerUp(OptionalInt attempt, String worker, long pid) implements Event {
    public WorkerUp {
      attempt = Event.known(attempt);
    }

    /// One that comes up late may be of a later attempt by now.
    public WorkerUp(String worker, long pid) {
      this(OptionalInt.empty(), worker, pid);
    }

    @Override
    public OptionalInt about() {
      return attempt;
    }
  }

  /// A worker that an earlier controller left has called; `joined` is the attempt it was last told
  /// to join.
  record WorkerBack(String worker, long pid, OptionalInt joined) implements Event {
    public WorkerBack {
      joined = Event.known(joined);
    }
  }

  /// Such a worker has said everything again.
  record Restated(String worker) implements Event {}

  /// A rank waits for the others; `offer` is how they reach it in collectives, where it can say so
  /// already.
  record WorkerReady(int attempt, String worker, Optional<String> offer) implements OfAttempt {
    public WorkerReady {
      // Records of older versions have an empty text for none.
      offer = offer.filter(how -> !how.isEmpty());
    }
  }

  record WorkerEntered(int attempt, String worker) implements OfAttempt {}

  /// A rank's function uses collectives for the first time; `offer` is how the others reach it.
  record WorkerOffered(int attempt, String worker, String offer) implements OfAttempt {}

  /// A process is gone. It belongs to whatever attempt the worker belonged to.
  record WorkerLost(String worker, Exit exit, String logTail) implements Event {}

  /// How far ranks have come.
  record Progress(int attempt, Map<Integer, Long> steps) implements OfAttempt {}

  record PartStored(int attempt, String worker, int ordinal, long step, RankPart part)
      implements OfAttempt {}

  record PartFailed(int attempt, String worker, int ordinal, long step, String why)
      implements OfAttempt {}

  /// A manifest is durable.
  record CheckpointStored(int attempt, int ordinal, String name, String manifestHash)
      implements OfAttempt {}

  record CheckpointNotStored(int attempt, int ordinal, String why) implements OfAttempt {}

  /// A rank's function returned; `held` is what its process has in memory, should others fail yet.
  record Returned(
      int attempt, String worker, String value, boolean stopped, Optional<HeldCommit> held)
      implements OfAttempt {
    public Returned {
      held = HeldCommit.ofRecord(held);
    }

    public Returned(int attempt, String worker, String value, boolean stopped) {
      this(attempt, worker, value, stopped, Optional.empty());
    }
  }

  /// A rank's function threw, or a process without a rank did what it should not; `held` is what it
  /// has in memory, nothing where that cannot be used again.
  record Failed(OptionalInt attempt, String worker, Thrown thrown, Optional<HeldCommit> held)
      implements Event {
    public Failed {
      attempt = Event.known(attempt);
      held = HeldCommit.ofRecord(held);
    }

    public Failed(int attempt, String worker, Thrown thrown, Optional<HeldCommit> held) {
      this(OptionalInt.of(attempt), worker, thrown, held);
    }

    @Override
    public OptionalInt about() {
      return attempt;
    }
  }

  /// What a function threw.
  ///
  /// @param consequence whether it only says that the attempt was aborted or a peer is gone
  record Thrown(
      long step,
      String exception,
      String what,
      Optional<String> where,
      Optional<String> stack,
      boolean consequence) {
    /// The name that ranks in Python give to a failure to reach another rank.
    private static final String PEER_LEFT = "manta.PeerLeft";

    public Thrown {
      // Workers say an empty text for none, and so do records of older versions.
      where = where.filter(line -> !line.isEmpty());
      stack = stack.filter(text -> !text.isBlank());
    }

    /// Whether the function failed because it did not reach another rank.
    public boolean missesPeer() {
      return PEER_LEFT.equals(exception);
    }

    /// The same as a consequence of something else.
    public Thrown asConsequence() {
      return new Thrown(step, exception, what, where, stack, true);
    }
  }

  /// A spare is ready to become a rank.
  record Warmed(String worker) implements Event {}

  record PeerDied(int attempt, String worker, int rank) implements OfAttempt {}

  /// A rank did not hear some of other hosts; none where it was told of a lost link by others.
  record LinkLost(int attempt, String worker, List<Integer> unheard, String why)
      implements OfAttempt {
    public LinkLost {
      unheard = List.copyOf(unheard);
    }
  }

  /// A rank has left its function because of the abort; `left` says what it left behind in its
  /// process, which can be used again where that is nothing; `held` is what it has in memory.
  record Unwound(int attempt, String worker, Optional<String> left, Optional<HeldCommit> held)
      implements OfAttempt {
    public Unwound {
      // A worker says an empty text for nothing, and so do records of older versions.
      left = left.filter(what -> !what.isEmpty());
      held = HeldCommit.ofRecord(held);
    }
  }

  record Waiting(int attempt, String worker, String call, long millis, List<Integer> missing)
      implements OfAttempt {}

  /// How often each rank was the last to come into a collective in this attempt.
  record Arrived(int attempt, List<Long> last) implements OfAttempt {
    public Arrived {
      last = List.copyOf(last);
    }
  }

  /// Where the threads of a worker are.
  record Stacks(int attempt, String worker, String text) implements OfAttempt {}

  /// Somebody wants the run to stop: cooperatively, or at once.
  record StopAsked(String by, boolean atOnce) implements Event {}

  /// Somebody wants the run to have so many workers.
  record ScaleAsked(int workers, String by) implements Event {}

  /// The machines there are now; told to runs whose size may change.
  record NodesSeen(List<Node> nodes) implements Event {
    public NodesSeen {
      nodes = List.copyOf(nodes);
    }
  }

  /// The ranks cannot leave their function for a change of size.
  record Stayed(int attempt, String worker, String why) implements OfAttempt {}

  /// A rank's function does not want to resume from its state after so many commits.
  record RolledBack(int attempt, String worker, long commits, String why) implements OfAttempt {}

  /// A rank that is to leave, or to end, has something on its way to storage yet.
  record Storing(int attempt, String worker) implements OfAttempt {}

  /// Ranks will be taken away: those of an attempt, or those of the run.
  record Noticed(OptionalInt attempt, NoticedRanks ranks, Duration within, String by)
      implements Event {
    public Noticed {
      attempt = Event.known(attempt);
    }

    public Noticed(NoticedRanks ranks, Duration within, String by) {
      this(OptionalInt.empty(), ranks, within, by);
    }

    @Override
    public OptionalInt about() {
      return attempt;
    }
  }

  /// A node will be taken away, and who sits there with it.
  record NodeLeaves(String node, Duration within, String by) implements Event {}

  /// Whether a rank can still leave where it was told, at a count or through collectives; `count`
  /// is where it stands.
  record StopAnswered(int attempt, String worker, OptionalLong at, boolean accepted, long count)
      implements OfAttempt {
    public StopAnswered {
      // Workers say 0 for none, and so do records of older versions.
      at = at.orElse(0) == 0 ? OptionalLong.empty() : at;
    }
  }

  /// A ping is due; `heard` are the workers that were heard of since the last one.
  record Tick(Set<String> heard) implements Event {}

  /// The controller has waited for storage for minutes; workers continued meanwhile.
  record HeldUp() implements Event {}

  /// A validation process has scored its checkpoint, or says why not.
  record Validated(String worker, Metrics metrics, Optional<String> error) implements Event {}

  /// Something is due: of an attempt, or of the run.
  record TimerFired(OptionalInt attempt, Timer name) implements Event {
    public TimerFired {
      attempt = Event.known(attempt);
    }

    @Override
    public OptionalInt about() {
      return attempt;
    }
  }
}

package dev.manta.internal.run.state;

import dev.manta.cluster.Exit;
import dev.manta.cluster.Node;
import dev.manta.train.Metrics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What happened. Every event names its attempt, so that late news changes nothing; what is not
/// about an attempt says 0.
public sealed interface Event {
  int attempt();

  /// A controller has opened a term: it begins the run, or resumes it; where it attaches, with the
  /// workers that an earlier one left.
  record ControllerStarted(int term, boolean attaches) implements Event {
    public ControllerStarted(int term) {
      this(term, false);
    }

    @Override
    public int attempt() {
      return 0;
    }
  }

  /// What the next attempt needs to know: the machines, the checkpoint to begin with, and those
  /// that turned out to be damaged, each with what is wrong.
  record Prepared(
      int attempt, List<Node> nodes, Optional<String> start, Map<String, String> damaged)
      implements Event {
    public Prepared {
      // Records of older versions have an empty name for none.
      start = start.filter(name -> !name.isEmpty());
    }
  }

  /// The next attempt cannot be prepared.
  record NotPrepared(int attempt, String why) implements Event {}

  record WorkerUp(int attempt, String worker, long pid) implements Event {}

  /// A worker that an earlier controller left has called; `joined` is the attempt it was last told
  /// to join, 0 for none.
  record WorkerBack(String worker, long pid, int joined) implements Event {
    @Override
    public int attempt() {
      return 0;
    }
  }

  /// Such a worker has said everything again.
  record Restated(String worker) implements Event {
    @Override
    public int attempt() {
      return 0;
    }
  }

  record WorkerReady(int attempt, String worker, String offer) implements Event {}

  record WorkerEntered(int attempt, String worker) implements Event {}

  /// A rank's function uses collectives for the first time; `offer` is how the others reach it.
  record WorkerOffered(int attempt, String worker, String offer) implements Event {}

  /// A process is gone. It belongs to whatever attempt the worker belonged to.
  record WorkerLost(String worker, Exit exit, String logTail) implements Event {
    @Override
    public int attempt() {
      return 0;
    }
  }

  /// How far ranks have come.
  record Progress(int attempt, Map<Integer, Long> steps) implements Event {}

  record PartStored(int attempt, String worker, int ordinal, long step, RankPart part)
      implements Event {}

  record PartFailed(int attempt, String worker, int ordinal, long step, String why)
      implements Event {}

  /// A manifest is durable.
  record CheckpointStored(int attempt, int ordinal, String name, String manifestHash)
      implements Event {}

  record CheckpointNotStored(int attempt, int ordinal, String why) implements Event {}

  /// A rank's function returned; `held` is what its process has in memory, should others fail yet.
  record Returned(int attempt, String worker, String value, boolean stopped, HeldCommit held)
      implements Event {
    public Returned(int attempt, String worker, String value, boolean stopped) {
      this(attempt, worker, value, stopped, HeldCommit.NOTHING);
    }
  }

  /// A rank's function threw; `held` is what its process has in memory, nothing where that cannot
  /// be used again.
  record Failed(int attempt, String worker, Thrown thrown, HeldCommit held) implements Event {}

  /// What a function threw.
  ///
  /// @param consequence whether it only says that the attempt was aborted or a peer is gone
  record Thrown(
      long step, String exception, String what, String where, String stack, boolean consequence) {
    /// The name that ranks in Python give to a failure to reach another rank.
    private static final String PEER_LEFT = "manta.PeerLeft";

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
  record Warmed(String worker) implements Event {
    @Override
    public int attempt() {
      return 0;
    }
  }

  record PeerDied(int attempt, String worker, int rank) implements Event {}

  /// A rank did not hear some of other hosts; none where it was told of a lost link by others.
  record LinkLost(int attempt, String worker, List<Integer> unheard, String why) implements Event {
    public LinkLost {
      unheard = List.copyOf(unheard);
    }
  }

  /// A rank has left its function because of the abort; `left` says what it left behind in its
  /// process, which can be used again where that is nothing; `held` is what it has in memory.
  record Unwound(int attempt, String worker, Optional<String> left, HeldCommit held)
      implements Event {
    public Unwound {
      // A worker says an empty text for nothing, and so do records of older versions.
      left = left.filter(what -> !what.isEmpty());
    }
  }

  record Waiting(int attempt, String worker, String call, long millis, List<Integer> missing)
      implements Event {}

  /// How often each rank was the last to come into a collective in this attempt.
  record Arrived(int attempt, List<Long> last) implements Event {
    public Arrived {
      last = List.copyOf(last);
    }
  }

  /// Where the threads of a worker are.
  record Stacks(int attempt, String worker, String text) implements Event {}

  /// Somebody wants the run to stop: cooperatively, or at once.
  record StopAsked(String by, boolean atOnce) implements Event {
    @Override
    public int attempt() {
      return 0;
    }
  }

  /// Somebody wants the run to have so many workers.
  record ScaleAsked(int workers, String by) implements Event {
    @Override
    public int attempt() {
      return 0;
    }
  }

  /// The machines there are now; told to runs whose size may change.
  record NodesSeen(List<Node> nodes) implements Event {
    public NodesSeen {
      nodes = List.copyOf(nodes);
    }

    @Override
    public int attempt() {
      return 0;
    }
  }

  /// The ranks cannot leave their function for a change of size.
  record Stayed(int attempt, String worker, String why) implements Event {}

  /// A rank's function does not want to resume from its state after so many commits.
  record RolledBack(int attempt, String worker, long commits, String why) implements Event {}

  /// A rank that is to leave, or to end, has something on its way to storage yet.
  record Storing(int attempt, String worker) implements Event {}

  /// Ranks will be taken away; an empty list is all of them.
  record Noticed(int attempt, List<Integer> ranks, Duration within, String by) implements Event {
    public Noticed {
      ranks = List.copyOf(ranks);
    }

    public boolean concerns(int rank) {
      return ranks.isEmpty() || ranks.contains(rank);
    }
  }

  /// A node will be taken away, and who sits there with it.
  record NodeLeaves(String node, Duration within, String by) implements Event {
    @Override
    public int attempt() {
      return 0;
    }
  }

  /// Whether a rank can still leave where it was told; `count` is where it stands.
  record StopAnswered(int attempt, String worker, long at, boolean accepted, long count)
      implements Event {}

  /// A ping is due; `heard` are the workers that were heard of since the last one.
  record Tick(Set<String> heard) implements Event {
    @Override
    public int attempt() {
      return 0;
    }
  }

  /// The controller has waited for storage for minutes; workers continued meanwhile.
  record HeldUp() implements Event {
    @Override
    public int attempt() {
      return 0;
    }
  }

  /// A validation process has scored its checkpoint, or says why not.
  record Validated(String worker, Metrics metrics, Optional<String> error) implements Event {
    @Override
    public int attempt() {
      return 0;
    }
  }

  record TimerFired(int attempt, Timer name) implements Event {}
}

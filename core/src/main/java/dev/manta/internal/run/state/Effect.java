package dev.manta.internal.run.state;

import dev.manta.train.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// What is to be done. Never waits, may be done twice; what becomes of it is an event.
public sealed interface Effect {
  long id();

  /// Look at the machines, and find the first of these checkpoints that is not damaged. There may
  /// be older ones.
  record Prepare(long id, int attempt, List<CommittedCheckpoint> candidates) implements Effect {}

  record StartWorker(long id, String worker, int attempt, Seat seat) implements Effect {}

  record StartSpare(long id, String worker, String node) implements Effect {}

  /// Tell a spare to load what a rank will need.
  record SendWarm(long id, String worker) implements Effect {}

  /// A spare becomes a rank.
  record SeatWorker(long id, String worker, int attempt, Seat seat) implements Effect {}

  /// Make sure that a worker of an earlier controller is gone.
  record Fence(long id, String worker, int attempt, Seat seat, OptionalLong pid) implements Effect {
    public Fence {
      pid = Effect.known(pid);
    }
  }

  /// Take over a worker that an earlier controller started, or was about to.
  record Adopt(long id, String worker, int attempt, Seat seat, OptionalLong pid) implements Effect {
    public Adopt {
      pid = Effect.known(pid);
    }
  }

  record Kill(long id, String worker) implements Effect {}

  /// Stop waiting for a worker that was killed and has not ended: hear it no more, and say what it
  /// is doing. `who` is what users call it.
  record GiveUp(long id, String worker, int attempt, Seat seat, String who, OptionalLong pid)
      implements Effect {
    public GiveUp {
      pid = Effect.known(pid);
    }
  }

  /// Ask a worker to end itself.
  record Leave(long id, String worker) implements Effect {}

  record SendJoin(long id, String worker, int attempt, Seat seat, int size, StartPoint start)
      implements Effect {}

  /// All are ready: workers and their offers in rank order.
  record OpenGroup(long id, int attempt, List<String> workers, List<String> offers)
      implements Effect {}

  /// All ranks use collectives: workers and their offers in rank order.
  record SendGathered(long id, int attempt, List<String> workers, List<String> offers)
      implements Effect {}

  /// The attempt is over. Where the run goes back to its last checkpoint, what ranks have begun to
  /// store they store before they say that they have left.
  record AbortGroup(long id, int attempt, List<String> workers, String why, boolean rollsBack)
      implements Effect {}

  /// Write the manifest of a checkpoint whose parts are durable.
  record CommitCheckpoint(long id, int attempt, int ordinal, long step, List<RankPart> parts)
      implements Effect {}

  record SendCommitted(long id, int attempt, List<String> workers, CommittedCheckpoint checkpoint)
      implements Effect {}

  record SendNotCommitted(long id, int attempt, List<String> workers, int ordinal, String why)
      implements Effect {}

  record DeleteCheckpoints(long id, List<String> names) implements Effect {}

  /// Remove what belongs to no checkpoint of the run and is not young.
  ///
  /// @param names nothing; records of older versions of Manta have the checkpoints' names here
  record Sweep(long id, int term, List<String> names) implements Effect {}

  /// Remove lists of checkpoints that the run does not use any more and that are not young.
  record SweepCatalog(long id, int term) implements Effect {}

  /// Ranks leave at a count that each of them keeps, or where they agree through collectives.
  record SendStop(long id, int attempt, List<String> workers, OptionalLong at) implements Effect {
    public SendStop {
      at = Effect.known(at);
    }
  }

  /// Ranks leave their function at a commit that they agree on.
  record SendResize(long id, int attempt, List<String> workers) implements Effect {}

  /// Ranks will be taken away, as all shall know.
  record SendNotice(
      long id, int attempt, List<String> workers, List<Integer> ranks, Instant deadline)
      implements Effect {}

  record StartValidator(long id, String worker, Seat seat) implements Effect {}

  record SendValidate(long id, String worker, Seat seat, String checkpoint) implements Effect {}

  /// Ask a worker where its threads are.
  record AskStacks(long id, int attempt, String worker) implements Effect {}

  record Ping(long id, List<String> workers) implements Effect {}

  /// Ring after a while: in an attempt only, or whatever attempt it is then.
  record ArmTimer(long id, OptionalInt attempt, Timer name, Duration delay) implements Effect {
    public ArmTimer {
      // Records of older versions have 0 for whatever attempt.
      attempt = attempt.orElse(0) == 0 ? OptionalInt.empty() : attempt;
    }
  }

  /// Tell the user something, once.
  record Warn(long id, String message) implements Effect {}

  record EndRun(long id, RunStatus status) implements Effect {}

  /// Records of older versions have 0 for none.
  private static OptionalLong known(OptionalLong number) {
    return number.orElse(0) == 0 ? OptionalLong.empty() : number;
  }
}

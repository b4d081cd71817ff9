package dev.manta.internal.run;

import dev.manta.internal.run.state.CommittedCheckpoint;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.RunState;
import dev.manta.internal.run.state.TimeState;
import dev.manta.train.Ledger;
import dev.manta.train.RunStatus;
import dev.manta.train.Upload;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// What the time of a run is spent on: each moment between two events belongs to one kind.
public final class TimeAccounting {
  private static final int PINGS_MISSED = 2;

  /// Pings are far more frequent: where nothing happens for so long, the machine slept, unless the
  /// controller itself was held up.
  public static final Duration ASLEEP = Duration.ofMinutes(2);

  private TimeAccounting() {}

  /// Books the time up to now on what the run was doing until now. Without a controller that is
  /// nothing, unless this one attaches to workers that trained on; the one before was there until
  /// it heard the last report.
  static void book(Draft draft, Event event) {
    if (event instanceof Event.ControllerStarted started) {
      started.heard().ifPresent(at -> draft.time = draft.time.booked(kind(draft), at));
    }
    Duration time = draft.time.unbooked(draft.now);
    boolean idle =
        event instanceof Event.ControllerStarted started
            ? !started.attaches()
            : !(event instanceof Event.HeldUp) && time.compareTo(ASLEEP) > 0;
    draft.time = draft.time.booked(idle ? Ledger.Kind.IDLE : kind(draft), draft.now);
  }

  /// The run resumes from a checkpoint, or from the beginning, and not from what survivors hold:
  /// what was done since will be done again.
  static void rollBack(Draft draft, Optional<String> checkpoint) {
    if (draft.current.handover.isEmpty()) {
      Optional<CommittedCheckpoint> from = checkpoint.flatMap(draft.stored.kept::find);
      draft.time =
          from.map(known -> draft.time.backTo(known.ordinal()))
              .orElseGet(draft.time::backToBeginning);
    }
  }

  /// What the time was spent on up to a moment, though no record tells of it yet.
  public static Ledger ledger(RunState state, Instant now) {
    return upTo(state, now).ledger();
  }

  static TimeState upTo(RunState state, Instant now) {
    var draft = new Draft(state, new Rules());
    draft.current.pending.clear();
    return state.time().booked(kind(draft), now);
  }

  private static Ledger.Kind kind(Draft draft) {
    if (draft.outcome.ending.isPresent() || draft.status.ended()) {
      return Ledger.Kind.IDLE;
    }
    if (draft.size.waits().isPresent()) {
      return Ledger.Kind.WAITING;
    }
    boolean training = draft.status == RunStatus.RUNNING || draft.status == RunStatus.STOPPING;
    if (!training || draft.current.trouble.isPresent()) {
      return draft.attempt <= 1 && draft.current.trouble.isEmpty()
          ? Ledger.Kind.STARTING
          : Ledger.Kind.RECOVERING;
    }
    return draft.current.late.isEmpty() && !isSilent(draft)
        ? inTraining(draft)
        : Ledger.Kind.WAITING;
  }

  /// Whether a rank has not answered for a while; the others cannot get far without it.
  private static boolean isSilent(Draft draft) {
    return draft.group().stream()
        .anyMatch(worker -> !worker.phase().settled() && worker.missed() > PINGS_MISSED);
  }

  private static Ledger.Kind inTraining(Draft draft) {
    if (draft.current.pending.isEmpty()) {
      return Ledger.Kind.USEFUL;
    }
    boolean waits = draft.settings().checkpoints().upload() != Upload.ASYNC;
    return waits ? Ledger.Kind.CHECKPOINTING : Ledger.Kind.USEFUL;
  }
}

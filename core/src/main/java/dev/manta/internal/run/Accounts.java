package dev.manta.internal.run;

import dev.manta.train.Ledger;
import dev.manta.train.RunStatus;
import dev.manta.train.Upload;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// What the time of a run is spent on: each moment between two events belongs to one kind.
final class Accounts {
  private static final int PINGS_MISSED = 2;

  /// Pings are far more frequent: where nothing happens for so long, the machine slept.
  private static final Duration ASLEEP = Duration.ofMinutes(2);

  private Accounts() {}

  /// Books the time up to now on what the run was doing until now. Without a controller that is
  /// nothing, unless this one attaches to workers that trained on.
  static void book(Draft draft, Event event) {
    Instant from = draft.bookedTo.orElse(draft.now);
    Duration time = Duration.between(from, draft.now);
    boolean idle =
        event instanceof Event.ControllerStarted started
            ? !started.attaches()
            : time.compareTo(ASLEEP) > 0;
    if (time.isPositive()) {
      draft.ledger = draft.ledger.plus(idle ? Ledger.Kind.IDLE : kind(draft), time);
    }
    draft.bookedTo = Optional.of(time.isNegative() ? from : draft.now);
  }

  /// What a run is doing, as far as its state alone says.
  static Ledger.Kind kind(RunState state) {
    var draft = new Draft(state, new Rules());
    draft.pending.clear();
    return kind(draft);
  }

  private static Ledger.Kind kind(Draft draft) {
    if (draft.ending.isPresent() || draft.status.ended()) {
      return Ledger.Kind.IDLE;
    }
    if (!draft.scale.waits().isEmpty()) {
      return Ledger.Kind.WAITING;
    }
    boolean training = draft.status == RunStatus.RUNNING || draft.status == RunStatus.STOPPING;
    if (!training || draft.trouble.isPresent()) {
      return draft.attempt <= 1 && draft.trouble.isEmpty()
          ? Ledger.Kind.STARTING
          : Ledger.Kind.RECOVERING;
    }
    return draft.late.isEmpty() && !isSilent(draft) ? inTraining(draft) : Ledger.Kind.WAITING;
  }

  /// Whether a rank has not answered for a while; the others cannot get far without it.
  private static boolean isSilent(Draft draft) {
    return draft.group().stream()
        .anyMatch(worker -> !worker.phase().settled() && worker.missed() > PINGS_MISSED);
  }

  private static Ledger.Kind inTraining(Draft draft) {
    if (draft.pending.isEmpty()) {
      return Ledger.Kind.USEFUL;
    }
    boolean waits = draft.settings().checkpoints().upload() != Upload.ASYNC;
    return waits ? Ledger.Kind.CHECKPOINTING : Ledger.Kind.USEFUL;
  }
}

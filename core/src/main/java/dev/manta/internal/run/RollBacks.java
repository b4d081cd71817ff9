package dev.manta.internal.run;

import dev.manta.error.ErrorCode;
import dev.manta.internal.run.state.AttemptFailures.Cause;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.PendingCheckpoint;
import dev.manta.train.RunStatus;
import java.util.Optional;

/// What follows when a function says that its state is of no use: the next attempt resumes from the
/// last checkpoint, whatever survivors hold. That uses no retry, but has a budget of its own.
final class RollBacks {
  private static final int SAME_MAX = 3;
  private static final String USED =
      "not tried again: all %s roll-backs are used, and checkpoints have not got ten steps ahead since the first of them; change what leads there"
          .formatted(Rules.ROLLS_MAX);

  private RollBacks() {}

  static void asked(Draft draft, Event.RolledBack event) {
    draft
        .find(event.worker())
        .filter(worker -> !worker.phase().settled())
        .ifPresent(worker -> blame(draft, Causes.rolledBack(draft, worker, event)));
  }

  /// A later controller must know too, though whoever said so may be gone by then.
  private static void blame(Draft draft, Cause cause) {
    WorkerLosses.blame(draft, cause);
    draft.because("rank " + cause.failure().rank() + " " + cause.failure().what());
  }

  /// Whether it is not known yet what checkpoint it leads to.
  static boolean isOpen(Draft draft) {
    return draft.current.pending.stream().anyMatch(PendingCheckpoint::committing);
  }

  /// Why the run does not continue after one more, or nothing if it does.
  static Optional<String> hopeless(Draft draft, Cause cause) {
    long before =
        draft.budget.rolls().commits().stream().filter(commit -> commit == cause.step()).count();
    boolean anew = draft.rules.gotAhead(draft.budget.rolls(), draft.stored.committed);
    draft.budget = draft.budget.rolledBack(cause.step(), draft.stored.committed, anew);
    if (before + 1 >= SAME_MAX) {
      return Optional.of(
          "not tried again: it is time %s at this commit; change what leads there"
              .formatted(before + 1));
    }
    return draft.rules.mayRollBack(draft.budget.rolls()) ? Optional.empty() : Optional.of(USED);
  }

  /// Where it leads to, in words.
  static String said(Draft draft) {
    return draft
        .state()
        .newest()
        .map(checkpoint -> "; back to checkpoint " + checkpoint.name())
        .orElse("; back to the beginning, as there is no checkpoint");
  }

  static void end(Draft draft, String what, String why) {
    draft.end(RunStatus.FAILED, ErrorCode.USER, what + "; " + why);
  }
}

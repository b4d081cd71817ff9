package dev.manta.testkit.sim;

import static dev.manta.testkit.sim.Violation.require;

import dev.manta.internal.run.state.HeldCommit;
import dev.manta.internal.run.state.PendingEnd;
import dev.manta.internal.run.state.RetryBudget;
import dev.manta.internal.run.state.RunState;
import dev.manta.train.RunStatus;
import java.util.List;

/// Counts failures, and compares with the retries that a run has used: each failure uses one,
/// nothing else does, and they are forgotten only once the run has got ahead.
final class FailureAudit {
  private static final int AHEAD = 10;
  private static final List<String> WORDS =
      List.of("; retry ", "retries are", "; its survivors save", "not retried");

  /// A controller has taken a step.
  void stepped(RunState before, RunState after) {
    int used = after.budget().used();
    int was = before.budget().used();
    if (after.term() != before.term()) {
      return;
    }
    require(
        !isLostLink(before, after) || (used <= was && after.ending().isEmpty()),
        "a lost link counts as a failure of the run's: " + after.reason());
    boolean ahead = isAhead(before.budget(), before, after);
    boolean one = used == was + 1 || (used == 1 && ahead);
    require(
        one || !usesOne(before, after),
        "a failure was seen after %s retries, and %s are used",
        was,
        used);
    require(
        used == was || (used == 0 && ahead) || (one && decides(before, after)),
        "%s retries are used after %s, though nothing has failed: %s",
        used,
        was,
        after.reason());
  }

  /// Whether the rules have decided what follows from a failure.
  private static boolean decides(RunState before, RunState after) {
    boolean over =
        after.status() == RunStatus.RESTARTING
            || after.attempt() > before.attempt()
            || after.ending().isPresent();
    return over
        && after.failure().isPresent()
        && before.ending().isEmpty()
        && before.status() != RunStatus.RESTARTING;
  }

  /// Whether it was decided that an attempt failed because nodes did not hear each other.
  private static boolean isLostLink(RunState before, RunState after) {
    boolean stops = after.outcome().stopping().isPresent();
    return !stops && !told(after).equals(told(before)) && told(after).contains(" lost its link ");
  }

  private static String told(RunState state) {
    return state.failure().map(failure -> failure.attempt() + failure.what()).orElse("");
  }

  /// Whether that uses a retry: not if it was announced, nor if it was a roll-back, nor if a run
  /// that stops has nothing to save.
  private static boolean usesOne(RunState before, RunState after) {
    String why = after.ending().map(PendingEnd::reason).orElse(after.reason());
    return decides(before, after) && WORDS.stream().anyMatch(why::contains);
  }

  private static boolean isAhead(RetryBudget budget, RunState before, RunState after) {
    long handed = after.current().handover().map(from -> from.held().commit()).orElse(0L);
    long held = Math.max(handed, Math.max(held(before), held(after)));
    return after.checkpoints().committed() - budget.base() >= AHEAD
        || held - budget.commits() >= AHEAD;
  }

  private static long held(RunState state) {
    return state.workers().stream()
        .flatMap(worker -> worker.held().stream())
        .mapToLong(HeldCommit::commit)
        .max()
        .orElse(0);
  }
}

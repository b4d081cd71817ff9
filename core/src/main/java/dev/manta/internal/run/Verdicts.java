package dev.manta.internal.run;

import dev.manta.internal.run.state.AttemptFailures;
import dev.manta.internal.run.state.AttemptFailures.Cause;
import dev.manta.internal.run.state.AttemptFailures.Hope;
import dev.manta.internal.run.state.AttemptFailures.Weight;
import dev.manta.internal.run.state.HeldCommit;
import dev.manta.internal.run.state.RetryBudget;
import dev.manta.internal.run.state.Timer.OfRun;
import dev.manta.train.RunStatus;
import java.time.Duration;
import java.util.Optional;

/// Whether a run continues after a failure.
final class Verdicts {
  /// Who stops has little time.
  private static final Duration STOPS_WITHIN = Duration.ofSeconds(1);

  private Verdicts() {}

  /// Decides once the causes are in: all ranks accounted for, or time enough to hear of them. A new
  /// controller hears first what workers say again.
  static void decideIfClear(Draft draft) {
    boolean decided = draft.current.trouble.isEmpty() || draft.status == RunStatus.RESTARTING;
    if (decided || !draft.current.awaited.isEmpty()) {
      return;
    }
    boolean accounted = draft.group().stream().allMatch(worker -> worker.phase().settled());
    // A run that stops waits for its survivors: they may hold what is to be saved.
    boolean settled =
        draft.outcome.stopping.isEmpty()
            && !draft.timers.containsKey(OfRun.SETTLE)
            && draft.current.trouble.get().explained();
    boolean overdue = !draft.timers.containsKey(OfRun.UNWIND);
    Cause first = draft.current.trouble.get().first();
    if (overdue || ((accounted || settled) && !isOpen(draft, first))) {
      decide(draft, first);
    }
  }

  /// Whether the verdict could be another once everybody has said what it holds: that is how far
  /// the run has come.
  private static boolean isOpen(Draft draft, Cause cause) {
    boolean silent = draft.group().stream().anyMatch(w -> !w.phase().settled() && !w.isOnItsWay());
    if (cause.isRollBack()) {
      return silent || RollBacks.isOpen(draft);
    }
    return silent
        && cause.hope() != Hope.NONE
        && !isPreempted(draft, cause)
        && draft.rules.usesRetry(cause)
        && hopeless(draft, cause).isPresent();
  }

  private static void decide(Draft draft, Cause cause) {
    draft.outcome.failure = Optional.of(cause.failure());
    String what = draft.current.trouble.map(AttemptFailures::said).orElseThrow();
    if (draft.outcome.stopping.isPresent() && !RunStops.isHeld(draft)) {
      RunStops.end(draft, "stopped, but " + what);
      return;
    }
    if (draft.rules.usesRetry(cause)) {
      LinkLosses.explained(draft);
    }
    long commits = commits(draft);
    if (draft.rules.gotAhead(draft.budget, draft.stored.committed, commits)) {
      draft.budget = draft.budget.refilled();
    }
    if (cause.isRollBack()) {
      rollBack(draft, cause, what);
      return;
    }
    if (isPreempted(draft, cause)) {
      retry(draft, what + ", as was noticed", 0);
      return;
    }
    if (!draft.rules.usesRetry(cause)) {
      linkLost(draft, what, commits);
      return;
    }
    Optional<String> hopeless = hopeless(draft, cause);
    draft.budget = draft.budget.after(signature(draft, cause), draft.stored.committed, commits);
    if (hopeless.isPresent() && draft.outcome.stopping.isPresent()) {
      RunStops.end(draft, "stopped, but " + what);
    } else if (hopeless.isPresent()) {
      draft.end(RunStatus.FAILED, cause.code(), what + "; " + hopeless.get());
    } else if (draft.outcome.stopping.isPresent()) {
      retry(draft, what + "; its survivors save what they hold", draft.budget.used());
    } else {
      String count =
          "retry " + draft.budget.used() + " of " + draft.settings().failures().retries();
      retry(draft, what + "; " + count, draft.budget.used());
    }
  }

  private static void linkLost(Draft draft, String what, long commits) {
    draft.budget = draft.budget.linkLost(draft.stored.committed, commits);
    LinkLosses.decided(draft);
    // The second one, which leaves a node out, begins at once too.
    retry(draft, what + "; no retry is used", draft.budget.links() - 1);
  }

  private static void rollBack(Draft draft, Cause cause, String what) {
    Optional<String> hopeless = RollBacks.hopeless(draft, cause);
    if (hopeless.isPresent()) {
      RollBacks.end(draft, what, hopeless.get());
    } else {
      retry(draft, what + RollBacks.said(draft), 0);
    }
  }

  /// Whoever is taken away as was said uses no retry: preemptions have a budget of their own.
  private static boolean isPreempted(Draft draft, Cause cause) {
    return cause.weight() != Weight.OWN
        && draft.find(cause.failure().worker()).filter(w -> draft.isNoticed(w)).isPresent();
  }

  /// How far the run has got in the memory of those who survived.
  private static long commits(Draft draft) {
    return draft.group().stream()
        .flatMap(worker -> worker.held().stream())
        .mapToLong(HeldCommit::commit)
        .max()
        .orElse(0);
  }

  /// Why the run does not continue, or nothing if it does.
  private static Optional<String> hopeless(Draft draft, Cause cause) {
    if (cause.hope() == Hope.NONE) {
      return Optional.of("not retried: it would end the same way");
    }
    boolean progress = Math.max(draft.reached, cause.step()) > 0 || commits(draft) > 0;
    if (cause.hope() == Hope.AFTER_PROGRESS && !progress) {
      return Optional.of("not retried: it happened before anything was reported");
    }
    if (signature(draft, cause).filter(draft.budget.seen()::contains).isPresent()) {
      return Optional.of("not retried: it is the second time at step " + cause.step());
    }
    var retries = draft.settings().failures().retries();
    if (draft.outcome.stopping.isEmpty() && !draft.rules.mayRetry(retries, draft.budget)) {
      boolean off = draft.budget.used() == 0;
      return Optional.of(off ? "retries are off" : "all " + retries + " retries are used");
    }
    return Optional.empty();
  }

  /// What several ranks did alike counts as done by the lowest of them, whoever was heard first.
  private static Optional<RetryBudget.Signature> signature(Draft draft, Cause cause) {
    int rank =
        draft.current.trouble.stream()
            .flatMap(failures -> failures.causes().stream())
            .filter(c -> c.exception().equals(cause.exception()) && c.step() == cause.step())
            .mapToInt(c -> c.failure().rank())
            .min()
            .orElse(cause.failure().rank());
    return cause.exception().map(what -> new RetryBudget.Signature(rank, cause.step(), what));
  }

  /// @param failures how many there were in a row, which decides how long to wait
  private static void retry(Draft draft, String what, int failures) {
    draft.status = RunStatus.RESTARTING;
    draft.disarm(OfRun.START);
    Duration wait = backoff(draft, failures);
    if (wait.isPositive()) {
      draft.arm(OfRun.BACKOFF, wait);
      draft.because(what + " in " + wait.toMillis() / 1000.0 + " s");
    } else {
      draft.because(what);
    }
  }

  /// Nothing before the first retry; then the configured wait, doubled each time.
  private static Duration backoff(Draft draft, int failures) {
    int doublings = failures - 2;
    if (doublings < 0) {
      return Duration.ZERO;
    }
    Duration wait =
        draft.settings().failures().backoff().multipliedBy(1L << Math.min(doublings, 30));
    Duration longest =
        draft.outcome.stopping.isPresent()
            ? STOPS_WITHIN
            : draft.settings().failures().backoffMax();
    return wait.compareTo(longest) > 0 ? longest : wait;
  }
}

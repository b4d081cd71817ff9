package dev.manta.internal.run.state;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// How often a run has failed since it last got ahead.
///
/// @param used the failures since then
/// @param base the highest step in a checkpoint at the last failure
/// @param commits the highest commit that a survivor held then
/// @param preempted how often workers were taken away
/// @param seen what the failures looked like, so that the same one is known again
/// @param rolls the roll-backs since checkpoints got ahead
/// @param links how often nodes did not hear each other since it last got ahead, which uses no
///   retry
public record RetryBudget(
    int used,
    long base,
    long commits,
    int preempted,
    List<Signature> seen,
    Rolls rolls,
    int links) {
  /// What makes two failures the same.
  public record Signature(int rank, long step, String exception) {}

  /// How often a run was rolled back since a checkpoint of this step was its newest.
  ///
  /// @param commits at which commits it lately was, also before that
  public record Rolls(int count, long base, List<Long> commits) {
    static final Rolls NONE = new Rolls(0, 0, List.of());

    public Rolls {
      commits = List.copyOf(commits);
    }

    /// After one more; `anew` is whether checkpoints have got ahead.
    Rolls more(long commit, long committed, boolean anew) {
      boolean first = anew || count == 0;
      return new Rolls(first ? 1 : count + 1, first ? committed : base, lately(commits, commit));
    }
  }

  public static final RetryBudget FULL = from(0);

  private static final int SEEN_MAX = 20;

  public RetryBudget {
    seen = List.copyOf(seen);
  }

  /// That of a run whose newest checkpoint is of this step.
  public static RetryBudget from(long committed) {
    return new RetryBudget(0, committed, 0, 0, List.of(), Rolls.NONE, 0);
  }

  /// That after one more failure.
  ///
  /// @param failure what it looked like, unless it was chance
  public RetryBudget after(Optional<Signature> failure, long committed, long held) {
    long most = Math.max(commits, held);
    List<Signature> all = failure.map(one -> lately(seen, one)).orElse(seen);
    return new RetryBudget(used + 1, committed, most, preempted, all, rolls, links);
  }

  private static <T> List<T> lately(List<T> before, T one) {
    List<T> all = new ArrayList<>(before);
    all.add(one);
    return all.subList(Math.max(0, all.size() - SEEN_MAX), all.size());
  }

  /// After a roll-back at a commit, which uses no retry; `anew` is whether checkpoints have got
  /// ahead.
  public RetryBudget rolledBack(long commit, long committed, boolean anew) {
    Rolls more = rolls.more(commit, committed, anew);
    return new RetryBudget(used, base, commits, preempted, seen, more, links);
  }

  public RetryBudget refilled() {
    return new RetryBudget(0, base, commits, preempted, seen, rolls, 0);
  }

  public RetryBudget preempt() {
    return new RetryBudget(used, base, commits, preempted + 1, seen, rolls, links);
  }

  /// After one more attempt that ended because nodes did not hear each other, with what was in a
  /// checkpoint and in memory then.
  public RetryBudget linkLost(long committed, long held) {
    long most = Math.max(commits, held);
    return new RetryBudget(used, committed, most, preempted, seen, rolls, links + 1);
  }
}

package dev.manta.internal.run;

import java.util.ArrayList;
import java.util.List;

/// How often a run has failed since it last got ahead.
///
/// @param used the failures since then
/// @param base the highest step in a checkpoint at the last failure
/// @param commits the highest commit that a survivor held then
/// @param preempted how often workers were taken away
/// @param seen what the failures looked like, so that the same one is known again
/// @param rolls the roll-backs since checkpoints got ahead
public record Budget(
    int used, long base, long commits, int preempted, List<Signature> seen, Rolls rolls) {
  /// What makes two failures the same.
  public record Signature(int rank, long step, String exception) {}

  /// How often a run was rolled back since a checkpoint of this step was its newest.
  public record Rolls(int count, long base) {
    static final Rolls NONE = new Rolls(0, 0);
  }

  static final Budget FULL = from(0);

  private static final int SEEN_MAX = 20;

  public Budget {
    seen = List.copyOf(seen);
  }

  /// That of a run whose newest checkpoint is of this step.
  static Budget from(long committed) {
    return new Budget(0, committed, 0, 0, List.of(), Rolls.NONE);
  }

  Budget after(Signature failure, long committed, long held) {
    long most = Math.max(commits, held);
    return new Budget(used + 1, committed, most, preempted, more(failure), rolls);
  }

  private List<Signature> more(Signature failure) {
    List<Signature> all = new ArrayList<>(seen);
    all.add(failure);
    return all.subList(Math.max(0, all.size() - SEEN_MAX), all.size());
  }

  /// After a roll-back, which uses no retry; `anew` is whether checkpoints have got ahead.
  Budget rolledBack(Signature at, long committed, boolean anew) {
    Rolls next =
        anew || rolls.count() == 0
            ? new Rolls(1, committed)
            : new Rolls(rolls.count() + 1, rolls.base());
    return new Budget(used, base, commits, preempted, more(at), next);
  }

  Budget refilled() {
    return new Budget(0, base, commits, preempted, seen, rolls);
  }

  Budget preempt() {
    return new Budget(used, base, commits, preempted + 1, seen, rolls);
  }
}

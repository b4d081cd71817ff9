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
public record Budget(int used, long base, long commits, int preempted, List<Signature> seen) {
  /// What makes two failures the same.
  public record Signature(int rank, long step, String exception) {}

  static final Budget FULL = new Budget(0, 0, 0, 0, List.of());

  private static final int SEEN_MAX = 20;

  public Budget {
    seen = List.copyOf(seen);
  }

  Budget after(Signature failure, long committed, long held) {
    return new Budget(used + 1, committed, Math.max(commits, held), preempted, more(failure));
  }

  private List<Signature> more(Signature failure) {
    List<Signature> all = new ArrayList<>(seen);
    all.add(failure);
    return all.subList(Math.max(0, all.size() - SEEN_MAX), all.size());
  }

  /// After a roll-back, which uses no retry.
  Budget rolledBack(Signature at) {
    return new Budget(used, base, commits, preempted, more(at));
  }

  Budget refilled() {
    return new Budget(0, base, commits, preempted, seen);
  }

  Budget preempt() {
    return new Budget(used, base, commits, preempted + 1, seen);
  }
}

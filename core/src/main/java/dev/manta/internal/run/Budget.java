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
    List<Signature> more = new ArrayList<>(seen);
    more.add(failure);
    return new Budget(
        used + 1,
        committed,
        Math.max(commits, held),
        preempted,
        more.subList(Math.max(0, more.size() - SEEN_MAX), more.size()));
  }

  Budget refilled() {
    return new Budget(0, base, commits, preempted, seen);
  }

  Budget preempt() {
    return new Budget(used, base, commits, preempted + 1, seen);
  }
}

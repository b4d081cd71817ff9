package dev.manta.collective;

import java.util.List;
import java.util.Objects;

/// Who is in a group: the run, the attempt that fences it, this process's rank, and all members in
/// rank order.
public record Membership(
    String run, int attempt, int rank, List<Member> members, Numerics numerics) {
  public Membership {
    Objects.requireNonNull(run, "run");
    Objects.requireNonNull(numerics, "numerics");
    members = List.copyOf(members);
    if (rank < 0 || rank >= members.size()) {
      throw new IllegalArgumentException(
          "rank " + rank + " is outside the group of " + members.size());
    }
  }

  /// The number of ranks.
  public int size() {
    return members.size();
  }
}

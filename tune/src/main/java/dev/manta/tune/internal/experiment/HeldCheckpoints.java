package dev.manta.tune.internal.experiment;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Which checkpoints trials need, counted, as clones begin with those of others.
final class HeldCheckpoints {
  private final Map<Saved, Integer> counts = new HashMap<>();

  void hold(Saved saved) {
    counts.merge(saved, 1, Integer::sum);
  }

  boolean has(Saved saved) {
    return counts.containsKey(saved);
  }

  /// The checkpoint, if nobody needs it any more.
  Optional<Saved> release(Saved saved) {
    Integer left = counts.computeIfPresent(saved, (_, count) -> count == 1 ? null : count - 1);
    return left == null ? Optional.of(saved) : Optional.empty();
  }

  Set<Saved> all() {
    return Set.copyOf(counts.keySet());
  }
}

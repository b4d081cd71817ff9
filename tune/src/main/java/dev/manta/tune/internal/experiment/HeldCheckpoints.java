package dev.manta.tune.internal.experiment;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Which checkpoints trials need, counted, as clones begin with those of others.
final class HeldCheckpoints {
  private final Map<Saved, Integer> counts = new HashMap<>();

  void hold(Optional<Saved> saved) {
    saved.ifPresent(each -> counts.merge(each, 1, Integer::sum));
  }

  /// The checkpoint, if nobody needs it any more.
  Optional<Saved> release(Optional<Saved> saved) {
    return saved.filter(each -> counts.merge(each, -1, Integer::sum) == 0 && drop(each));
  }

  private boolean drop(Saved saved) {
    return counts.remove(saved) != null;
  }

  Set<Saved> all() {
    return Set.copyOf(counts.keySet());
  }
}

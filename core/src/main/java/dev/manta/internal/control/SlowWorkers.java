package dev.manta.internal.control;

import dev.manta.internal.run.state.Limits;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Workers that are silent because the machine is slow count as heard of, for a while: neither time
/// in which this process was held up itself tells against them, nor silence while they are busy.
///
/// Used by one thread.
final class SlowWorkers {
  private final Duration tick;
  private final Predicate<String> busy;
  private final Map<String, Integer> excused = new HashMap<>();
  private @Nullable Instant last;

  /// @param tick the time between two calls when nothing is slow
  /// @param busy whether a worker's process has worked since this was last asked
  SlowWorkers(Duration tick, Predicate<String> busy) {
    this.tick = tick;
    this.busy = busy;
  }

  /// Those that were heard of, and those that count as such.
  Set<String> heard(Set<String> heard, Collection<String> living, Instant now) {
    boolean heldUp =
        last != null && Duration.between(last, now).compareTo(tick.multipliedBy(2)) > 0;
    last = now;
    excused.keySet().retainAll(living);
    excused.keySet().removeAll(heard);
    Set<String> all = new HashSet<>(heard);
    for (String worker : living) {
      if (!heard.contains(worker) && isExcused(worker, heldUp)) {
        all.add(worker);
      }
    }
    return Set.copyOf(all);
  }

  /// Not for ever: one that is busy and never answers is of no use either.
  private boolean isExcused(String worker, boolean heldUp) {
    int before = excused.getOrDefault(worker, 0);
    boolean slow = busy.test(worker) || heldUp;
    if (slow && before < Limits.PINGS_EXCUSED_MAX) {
      excused.put(worker, before + 1);
      return true;
    }
    return false;
  }
}

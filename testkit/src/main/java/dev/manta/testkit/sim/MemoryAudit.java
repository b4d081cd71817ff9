package dev.manta.testkit.sim;

import dev.manta.internal.run.state.HeldCommit;
import dev.manta.internal.run.state.RunState;
import dev.manta.internal.run.state.Worker;
import dev.manta.internal.wire.ToWorker;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Requires of every attempt that begins with a commit that its ranks have all of that in their
/// memory.
final class MemoryAudit {
  private final Map<Integer, Map<Integer, List<Integer>>> shards = new HashMap<>();

  /// A rank joins; `there` is whether its process has a copy of the commit, with the shards of
  /// these ranks.
  void joined(ToWorker.Join join, boolean there, List<Integer> ofRanks) {
    long commit = join.start().commit();
    boolean source = join.place().rank() == join.start().source();
    Violation.require(
        there || !source,
        "attempt %s begins with commit %s, which its source does not have",
        join.attempt(),
        commit);
    var ranks = shards.computeIfAbsent(join.attempt(), _ -> new TreeMap<>());
    ranks.put(join.place().rank(), ofRanks);
    Set<Integer> has = ranks.values().stream().flatMap(List::stream).collect(Collectors.toSet());
    boolean all = ranks.size() == join.place().size() && !has.isEmpty();
    Violation.require(
        !all || has.size() == join.start().size(),
        "attempt %s begins with commit %s, of which ranks have only the shards %s",
        join.attempt(),
        commit,
        ranks);
  }

  /// Whether survivors hold every shard of what a worker holds.
  static boolean isWhole(RunState after, Worker worker) {
    HeldCommit held = worker.held().orElseThrow();
    long shards =
        after.workers().stream()
            .filter(Worker::alive)
            .flatMap(other -> other.held().stream())
            .filter(other -> other.commit() == held.commit())
            .flatMap(other -> other.shards().stream())
            .distinct()
            .count();
    return held.shards().isEmpty() || shards == held.size();
  }
}

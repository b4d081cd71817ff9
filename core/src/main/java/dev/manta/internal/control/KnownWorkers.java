package dev.manta.internal.control;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The worker processes that this controller has started, and who was heard of lately.
final class KnownWorkers {
  /// What a process is for; a validator and a spare have attempt 0.
  record Role(int attempt, int rank, boolean validator) {}

  private final Map<String, Role> roles = new ConcurrentHashMap<>();
  private final Set<String> heard = ConcurrentHashMap.newKeySet();

  void add(String worker, int attempt, int rank) {
    roles.put(worker, new Role(attempt, rank, false));
  }

  void addValidator(String worker) {
    roles.put(worker, new Role(0, 0, true));
  }

  Optional<Role> role(String worker) {
    return Optional.ofNullable(roles.get(worker));
  }

  void heard(String worker) {
    if (!heard.contains(worker)) {
      heard.add(worker);
    }
  }

  /// Those heard of since the last call.
  Set<String> takeHeard() {
    Set<String> taken = Set.copyOf(heard);
    heard.removeAll(taken);
    return taken;
  }
}

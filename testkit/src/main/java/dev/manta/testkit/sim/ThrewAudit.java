package dev.manta.testkit.sim;

import static dev.manta.testkit.sim.Violation.require;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// Watches what becomes of commits in the memory of workers whose function threw: whoever was not
/// ended from outside has not been dismissed with what nobody else holds.
final class ThrewAudit {
  private final Map<String, Long> commits = new HashMap<>();

  /// A worker's function threw; its process has a commit in its memory, 0 is none.
  void threw(String worker, long commit) {
    commits.put(worker, commit);
  }

  /// It was ended from outside.
  void forget(String worker) {
    commits.remove(worker);
  }

  void forgetAll() {
    commits.clear();
  }

  /// An attempt begins with a commit.
  ///
  /// @param noticed workers that were told that they will be taken away
  void opens(int attempt, long begins, Set<String> noticed) {
    commits.keySet().removeAll(noticed);
    commits.forEach(
        (worker, commit) ->
            require(
                begins >= commit,
                "attempt %s begins with commit %s though %s threw with commit %s",
                attempt,
                begins,
                worker,
                commit));
    commits.clear();
  }
}

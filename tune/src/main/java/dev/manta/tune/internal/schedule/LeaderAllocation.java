package dev.manta.tune.internal.schedule;

import dev.manta.tune.Allocation;
import java.util.Comparator;
import java.util.List;

/// Gives the trial with the best value all workers that the others do not have; those shrink to the
/// least number when they report.
///
/// @param workers how many there are for all trials
public record LeaderAllocation(int workers) implements Allocation {
  public LeaderAllocation {
    if (workers < 1) {
      throw new IllegalArgumentException("workers must be at least 1, not " + workers);
    }
  }

  @Override
  public int workers(Running trial, List<Running> running) {
    boolean best =
        running.stream()
            .min(Comparator.comparingDouble(Running::loss))
            .filter(trial::equals)
            .isPresent();
    int others = running.stream().mapToInt(Running::workers).sum() - trial.workers();
    return best ? workers - others : 1;
  }
}

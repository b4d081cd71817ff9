package dev.manta.tune.internal.schedule;

import dev.manta.tune.Allocation;
import java.util.List;

/// Shares workers evenly; those that began first get what is left over.
///
/// @param workers how many there are for all trials
public record EvenAllocation(int workers) implements Allocation {
  public EvenAllocation {
    if (workers < 1) {
      throw new IllegalArgumentException("workers must be at least 1, not " + workers);
    }
  }

  @Override
  public int workers(Running trial, List<Running> running) {
    boolean early = running.indexOf(trial) < workers % running.size();
    return workers / running.size() + (early ? 1 : 0);
  }
}

package dev.manta.testkit.tune;

import dev.manta.tune.Allocation;
import dev.manta.tune.Scheduler;

class LeaderAllocationContractTest extends SchedulerContract {
  @Override
  protected Scheduler scheduler() {
    return Scheduler.resourceChanging(Scheduler.populationBased(4), Allocation.toBest(20));
  }
}

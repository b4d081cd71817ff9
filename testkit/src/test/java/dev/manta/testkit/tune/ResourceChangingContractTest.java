package dev.manta.testkit.tune;

import dev.manta.tune.Allocation;
import dev.manta.tune.Scheduler;

class ResourceChangingContractTest extends SchedulerContract {
  @Override
  protected Scheduler scheduler() {
    return Scheduler.resourceChanging(Scheduler.hyperBand(27), Allocation.even(20));
  }
}

package dev.manta.testkit.tune;

import dev.manta.tune.Scheduler;

class MedianStoppingContractTest extends SchedulerContract {
  @Override
  protected Scheduler scheduler() {
    return Scheduler.medianStopping(3, 3);
  }
}

package dev.manta.testkit.tune;

import dev.manta.tune.Scheduler;

class AshaContractTest extends SchedulerContract {
  @Override
  protected Scheduler scheduler() {
    return Scheduler.asha(1, 27, 3);
  }
}

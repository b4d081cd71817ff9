package dev.manta.testkit.tune;

import dev.manta.tune.Scheduler;

class HyperBandContractTest extends SchedulerContract {
  @Override
  protected Scheduler scheduler() {
    return Scheduler.hyperBand(27);
  }
}

package dev.manta.testkit.tune;

import dev.manta.tune.Scheduler;

class PopulationBasedContractTest extends SchedulerContract {
  @Override
  protected Scheduler scheduler() {
    return Scheduler.populationBased(4);
  }
}

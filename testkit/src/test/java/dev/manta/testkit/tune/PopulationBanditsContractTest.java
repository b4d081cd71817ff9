package dev.manta.testkit.tune;

import dev.manta.tune.Scheduler;

class PopulationBanditsContractTest extends SchedulerContract {
  @Override
  protected Scheduler scheduler() {
    return Scheduler.populationBandits(9);
  }
}

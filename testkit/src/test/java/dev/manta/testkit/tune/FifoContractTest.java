package dev.manta.testkit.tune;

import dev.manta.tune.Scheduler;

class FifoContractTest extends SchedulerContract {
  @Override
  protected Scheduler scheduler() {
    return Scheduler.fifo();
  }
}

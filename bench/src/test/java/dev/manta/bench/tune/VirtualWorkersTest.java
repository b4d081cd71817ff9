package dev.manta.bench.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.manta.tune.Scheduler;
import dev.manta.tune.Searcher;
import dev.manta.tune.TuneConfig;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class VirtualWorkersTest {
  private static final double EXACT = 1e-9;

  @Test
  void trialsOfEqualLengthKeepAllWorkersBusy() {
    SearchTrace trace = VirtualWorkers.run(fifo(8, 4), work(3, 0, _ -> curve(0, 2)));
    assertThat(trace.occupancy().makespan()).isCloseTo(12, within(EXACT));
    assertThat(trace.occupancy().utilisation(12)).isCloseTo(1, within(EXACT));
    assertThat(trace.steps()).isEqualTo(24);
  }

  @Test
  void workersWaitForTheSlowestTrialOnceNoneBegins() {
    SearchTrace trace =
        VirtualWorkers.run(fifo(2, 2), work(1, 0, trial -> curve(0, trial == 0 ? 1 : 4)));
    assertThat(trace.occupancy().makespan()).isEqualTo(4);
    assertThat(trace.occupancy().utilisation(4)).isCloseTo(5 / 8.0, within(EXACT));
    assertThat(trace.occupancy().utilisation(1)).isCloseTo(1, within(EXACT));
  }

  @Test
  void aWorkerIsIdleWhileItSetsUpATrial() {
    SearchTrace trace = VirtualWorkers.run(fifo(2, 1), work(3, 1, _ -> curve(0, 1)));
    assertThat(trace.occupancy().makespan()).isCloseTo(8, within(EXACT));
    assertThat(trace.occupancy().utilisation(8)).isCloseTo(6 / 8.0, within(EXACT));
    assertThat(trace.lastBegun()).isCloseTo(4, within(EXACT));
  }

  @Test
  void stepsCountUntilATrialEndsWithALossAsLow() {
    double[] floors = {0.5, 0.2, 0.1};
    SearchTrace trace =
        VirtualWorkers.run(fifo(3, 1), work(2, 0, trial -> curve(floors[trial], 1)));
    assertThat(trace.best()).isEqualTo(curve(0.1, 1).loss(2));
    assertThat(trace.stepsTo(curve(0.2, 1).loss(2))).hasValue(4);
    assertThat(trace.stepsTo(trace.best())).hasValue(6);
    assertThat(trace.stepsTo(0)).isEmpty();
  }

  @Test
  void trialsThatAshaStopsMakeNoFurtherStepsAndFreeTheirWorkers() {
    TuneConfig asha = fifo(64, 4).scheduler(Scheduler.asha(1, 16, 4));
    SearchTrace trace =
        VirtualWorkers.run(asha, work(16, 0, trial -> curve(trial / 64.0, 1 + trial % 3)));
    // losses rise with the numbers, so only the first trial is ever among the best quarter
    assertThat(trace.completions()).hasSize(1);
    assertThat(trace.steps()).isLessThan(64 * 4);
    assertThat(trace.occupancy().utilisation(trace.lastBegun())).isCloseTo(1, within(EXACT));
  }

  private static TuneConfig fifo(int trials, int workers) {
    return TuneConfig.minimize("loss")
        .samples(trials)
        .concurrent(workers)
        .searcher(Searcher.random());
  }

  private static VirtualWorkers.Work work(
      long steps, double setUp, IntFunction<LearningCurve> curves) {
    return new VirtualWorkers.Work(
        CurveFamily.space(), begin -> curves.apply(begin.trial()), steps, setUp);
  }

  private static LearningCurve curve(double floor, double stepTime) {
    return new LearningCurve(floor, 1, 0, stepTime, 0);
  }
}

package dev.manta.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.manta.train.WorkerCount;
import dev.manta.tune.internal.schedule.PopulationTraining;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SchedulerTest {
  private static final Space SPACE = Space.of().logUniform("rate", 1e-4, 1);
  private static final Scheduler.Setting SETTING =
      new Scheduler.Setting(SPACE, Goal.minimize("loss"), 1);

  private static List<Decision> report(
      Scheduler.Schedule schedule, int trial, long step, double loss) {
    return schedule.hear(new TrialEvent.Reported(trial, step, Map.of("loss", loss)));
  }

  private static Verdict first(List<Decision> decisions) {
    return decisions.getFirst().verdict();
  }

  @Test
  void ashaStopsWhatIsNotAmongTheBestAtARung() {
    Scheduler.Schedule schedule = Scheduler.asha(1, 64, 4).open(SETTING);
    assertThat(first(report(schedule, 0, 1, 4))).isEqualTo(Verdict.CONTINUE);
    assertThat(first(report(schedule, 1, 1, 5)))
        .isEqualTo(new Verdict.Stop("not among the best of 4 at step 1"));
    assertThat(first(report(schedule, 2, 1, 3))).isEqualTo(Verdict.CONTINUE);
    assertThat(first(report(schedule, 2, 2, 100))).isEqualTo(Verdict.CONTINUE);
    assertThat(first(report(schedule, 2, 4, 100))).isEqualTo(Verdict.CONTINUE);
    assertThat(first(report(schedule, 0, 4, 101))).isInstanceOf(Verdict.Stop.class);
    assertThat(first(report(schedule, 2, 64, 1))).isEqualTo(new Verdict.Stop("ran for 64 steps"));
  }

  @Test
  void ashaStopsNan() {
    Scheduler.Schedule schedule = Scheduler.asha(1, 64, 4).open(SETTING);
    report(schedule, 0, 1, 4);
    assertThat(first(report(schedule, 1, 1, Double.NaN))).isInstanceOf(Verdict.Stop.class);
  }

  @Test
  void hyperBandWaitsForTheWholeBracketAndResumesTheBest() {
    Scheduler.Schedule schedule = Scheduler.hyperBand(9).open(SETTING);
    List<Decision> last = List.of();
    for (int trial = 0; trial < 9; trial++) {
      schedule.hear(new TrialEvent.Began(trial, Point.of("rate", 0.1)));
    }
    for (int trial = 0; trial < 9; trial++) {
      last = report(schedule, trial, 1, trial);
      if (trial < 8) {
        assertThat(first(last)).isInstanceOf(Verdict.Pause.class);
      }
    }
    assertThat(last).hasSize(9);
    assertThat(last)
        .filteredOn(each -> each.verdict() instanceof Verdict.Resume)
        .extracting(Decision::trial)
        .containsExactly(0, 1, 2);
  }

  @Test
  void medianStoppingStopsWhatIsWorseThanMost() {
    Scheduler.Schedule schedule = Scheduler.medianStopping(2, 3).open(SETTING);
    for (int trial = 0; trial < 3; trial++) {
      for (int step = 1; step <= 3; step++) {
        report(schedule, trial, step, trial);
      }
    }
    assertThat(first(report(schedule, 3, 1, 9))).isEqualTo(Verdict.CONTINUE);
    assertThat(first(report(schedule, 3, 2, 9)))
        .isEqualTo(new Verdict.Stop("worse than the median of 3 others"));
    assertThat(first(report(schedule, 4, 2, 0))).isEqualTo(Verdict.CONTINUE);
  }

  @Test
  void populationTrainingClonesTheBestIntoTheWorst() {
    Scheduler.Schedule schedule = Scheduler.populationBased(5).open(SETTING);
    for (int trial = 0; trial < 8; trial++) {
      schedule.hear(new TrialEvent.Began(trial, Point.of("rate", 0.1)));
      report(schedule, trial, 1, trial);
    }
    assertThat(first(report(schedule, 0, 5, 0))).isEqualTo(Verdict.CONTINUE);
    assertThat(first(report(schedule, 7, 5, 7)))
        .isInstanceOfSatisfying(
            Verdict.Clone.class,
            clone -> {
              assertThat(clone.source()).isIn(0, 1);
              assertThat(clone.point().number("rate")).isNotEqualTo(0.1).isBetween(1e-4, 1.0);
            });
    assertThat(first(report(schedule, 7, 6, 7))).isEqualTo(Verdict.CONTINUE);
  }

  @Test
  void aTrialThatCouldNotTakeOverAPointIsKnownByTheOneItHas() {
    Scheduler.Schedule schedule = new PopulationTraining(1, 0.25, 0).open(SETTING);
    for (int trial = 0; trial < 4; trial++) {
      schedule.hear(new TrialEvent.Began(trial, Point.of("rate", 0.1)));
      report(schedule, trial, 1, trial);
    }
    assertThat(first(report(schedule, 3, 2, 9))).isInstanceOf(Verdict.Clone.class);
    schedule.hear(new TrialEvent.Began(3, Point.of("rate", 0.1)));
    report(schedule, 3, 3, -1);
    assertThat(first(report(schedule, 2, 3, 9)))
        .isInstanceOfSatisfying(
            Verdict.Clone.class,
            clone -> {
              assertThat(clone.source()).isEqualTo(3);
              double factor = clone.point().number("rate") / 0.1;
              assertThat(Math.abs(factor - 1)).isCloseTo(0.2, within(1e-9));
            });
  }

  @Test
  void ashaFindsTheBestForAFractionOfTheSteps() {
    Scheduler.Schedule schedule = Scheduler.asha(1, 81, 3).open(SETTING);
    long steps = 0;
    List<Integer> finished = new ArrayList<>();
    for (int trial = 0; trial < 300; trial++) {
      // Trials of a bad seed stay bad: 7919 spreads them.
      double floor = trial * 7919 % 300;
      for (long step = 1; step <= 81; step++) {
        steps++;
        if (first(report(schedule, trial, step, floor + 10.0 / step)) instanceof Verdict.Stop) {
          if (step == 81) {
            finished.add((int) floor);
          }
          break;
        }
      }
    }
    assertThat(finished).contains(0);
    assertThat(steps).isLessThan(300L * 81 / 5);
  }

  private static Allocation.Running running(int trial, double loss) {
    return new Allocation.Running(trial, 1, loss, 1);
  }

  @Test
  void workersAreSharedEvenlyAndWhoBeganFirstGetsTheRest() {
    List<Allocation.Running> all = List.of(running(1, 5), running(4, 3), running(6, 9));
    assertThat(all).map(each -> Allocation.even(8).workers(each, all)).containsExactly(3, 3, 2);
    assertThat(all).map(each -> Allocation.toBest(8).workers(each, all)).containsExactly(1, 6, 1);
  }

  @Test
  void aTrialThatIsStoppedOrWaitsLeavesItsWorkersToOthers() {
    Scheduler scheduler = Scheduler.resourceChanging(Scheduler.asha(1, 64, 2), Allocation.even(4));
    Scheduler.Schedule schedule =
        scheduler.open(
            new Scheduler.Setting(SPACE, Goal.minimize("loss"), 1, new WorkerCount(1, 4)));
    for (int trial = 0; trial < 2; trial++) {
      assertThat(first(schedule.hear(new TrialEvent.Began(trial, Point.of("rate", 0.1)))))
          .isEqualTo(new Verdict.Resize(1, "it begins with the least number"));
    }
    assertThat(first(report(schedule, 0, 1, 1)))
        .isEqualTo(new Verdict.Resize(2, "its part of the workers, as 2 run"));
    assertThat(first(report(schedule, 1, 1, 9))).isInstanceOf(Verdict.Stop.class);
    assertThat(first(report(schedule, 0, 2, 1)))
        .isEqualTo(new Verdict.Resize(4, "its part of the workers, as 1 run"));
    assertThat(first(report(schedule, 0, 3, 1))).isEqualTo(Verdict.CONTINUE);
  }

  @Test
  void workersOfTrialsThatHaveAFixedNumberCannotBeChanged() {
    Scheduler scheduler = Scheduler.resourceChanging(Scheduler.fifo(), Allocation.even(4));
    assertThatThrownBy(() -> scheduler.check(new WorkerCount(1, 1)))
        .hasMessageContaining("each has only 1: tune a trainer with a range")
        .hasMessageContaining("ScalingConfig.workers(1, 8)");
    assertThatThrownBy(() -> scheduler.check(new WorkerCount(3, 3)))
        .hasMessageContaining("each has always 3");
  }

  @Test
  void badSettingsAreNamed() {
    assertThatThrownBy(() -> Scheduler.asha(10, 5, 4))
        .hasMessage("the first rung 10 must be at least 1 and at most the last step 5");
    assertThatThrownBy(() -> Scheduler.asha(1, 5, 1)).hasMessageContaining("not of 1");
    assertThatThrownBy(() -> Scheduler.populationBased(0)).hasMessageContaining("not 0");
  }
}

package dev.manta.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PopulationBanditsTest {
  private static final int SEEDS = 9;

  private static SimulatedPopulation trained(Scheduler scheduler, long seed) {
    return new SimulatedPopulation(scheduler, 4, 120, seed).run();
  }

  /// By seed.
  private static List<Double> speeds(Scheduler scheduler) {
    return LongStream.range(0, SEEDS).mapToObj(seed -> trained(scheduler, seed).speed()).toList();
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }

  @Test
  void fourTrialsFollowTheBestRateAsItFallsWhereRandomChangesLoseIt() {
    List<Double> bandits = speeds(Scheduler.populationBandits(2));
    List<Double> random = speeds(Scheduler.populationBased(2));
    assertThat(median(bandits)).as("of %s", bandits).isGreaterThan(0.75);
    assertThat(median(random)).as("of %s", random).isLessThan(median(bandits) - 0.15);
  }

  @Test
  void theRateOfWhoeverIsAheadFallsAsTheBestOneDoes() {
    List<Double> rates = trained(Scheduler.populationBandits(2), 1).ratesAhead();
    assertThat(median(rates.subList(20, 40))).isBetween(0.03, 0.3); // the best one is about 0.07
    assertThat(median(rates.subList(100, 120))).isBetween(0.0005, 0.005); // about 0.0015
  }

  @Test
  void pointsLieInTheSpaceAndChoicesChangeToo() {
    List<Verdict.Clone> clones = trained(Scheduler.populationBandits(2), 2).clones();
    assertThat(clones).hasSizeGreaterThan(20);
    for (Verdict.Clone each : clones) {
      assertThat(SimulatedPopulation.SPACE.point(each.point().values())).isEqualTo(each.point());
    }
    assertThat(clones).extracting(each -> each.point().text("kind")).contains("a", "b");
  }

  @Test
  void whoeverChoosesInTheSameIntervalChoosesAnotherPlace() {
    Space space = Space.of().logUniform("rate", 1e-4, 1);
    Scheduler.Schedule schedule =
        Scheduler.populationBandits(1).open(new Scheduler.Setting(space, Goal.minimize("loss"), 1));
    for (int trial = 0; trial < 8; trial++) {
      schedule.hear(new TrialEvent.Began(trial, Point.of("rate", Math.pow(10, -trial / 2.0))));
      report(schedule, trial, 1, 10);
    }
    for (int trial = 0; trial < 6; trial++) {
      report(schedule, trial, 2, 10 - 0.1 * trial);
    }
    double one = rate(report(schedule, 6, 2, 20));
    double other = rate(report(schedule, 7, 2, 20));
    assertThat(Math.abs(Math.log10(one / other))).isGreaterThan(0.1);
  }

  private static List<Decision> report(
      Scheduler.Schedule schedule, int trial, long step, double loss) {
    return schedule.hear(new TrialEvent.Reported(trial, step, Map.of("loss", loss)));
  }

  private static double rate(List<Decision> decisions) {
    return ((Verdict.Clone) decisions.getFirst().verdict()).point().number("rate");
  }
}

package dev.manta.torch.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.train.InPlace;
import dev.manta.train.Part;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// Learning rates move as Python's schedulers move them.
class SchedulesTest {
  private static final double TOLERANCE = 1e-12;

  @Test
  void stepwise() {
    follows("rate-step", Curve.step(7, 0.5));
  }

  @Test
  void cosine() {
    follows("rate-cosine", Curve.cosine(40, 1e-3));
  }

  @Test
  void warmup() {
    follows("rate-warmup", Curve.warmup(8, 0.25));
  }

  @Test
  void warmupThenCosine() {
    follows("rate-warmup-cosine", Curve.warmup(10, 0.1).then(10, Curve.cosine(30, 1e-3)));
  }

  @Test
  void oneCycleMovesTheMomentumToo() {
    follows("rate-one-cycle", Curve.oneCycle(0.5, 40));
  }

  @Test
  void oneCycleMovesAdamsFirstBeta() {
    follows("rate-one-cycle-adam", Curve.oneCycle(0.5, 40).rise(0.5), course -> adamw(course));
  }

  @Test
  void plateau() {
    Optimizer optimizer = sgd(new Course());
    var rule = Plateau.Rule.forLoss().factor(0.5).patience(3).cooldown(2).min(1e-3);
    var plateau = Plateau.of(optimizer, rule);
    for (Golden.Row row : Golden.read("rate-plateau").rows()) {
      row.requireClose(now(optimizer), TOLERANCE);
      int step = row.step();
      plateau.step(step < 6 ? 1.0 / (1 + step) : 0.2 + 0.001 * (step % 5));
    }
  }

  @Test
  void aRestoredScheduleContinues() {
    Optimizer optimizer = sgd(new Course());
    var schedule = Schedule.of(optimizer, Curve.step(7, 0.5));
    schedule.parts().getFirst().memory().set(java.lang.foreign.ValueLayout.JAVA_LONG, 0, 14L);
    schedule.restored();
    assertThat(schedule.rate()).isEqualTo(0.025);
  }

  @Test
  void aScheduleOfARestoredOptimizerStartsFromTheRateThatWasSet() {
    Optimizer before = sgd(new Course());
    var first = Schedule.of(before, Curve.step(1, 0.5));
    first.step();
    Optimizer after = sgd(new Course());
    restore(after, before.parts());
    var second = Schedule.of(after, Curve.step(1, 0.5));
    assertThat(second.rate()).isEqualTo(0.1);
    restore(second, first.parts());
    assertThat(second.rate()).isEqualTo(0.05);
  }

  private static void restore(InPlace state, List<Part> from) {
    List<Part> parts = state.parts();
    for (int i = 0; i < parts.size(); i++) {
      parts.get(i).memory().copyFrom(from.get(i).memory());
    }
    state.restored();
  }

  @Test
  void aCycleOfAMomentumThatSgdDoesNotHaveIsRefused() {
    var course = new Course();
    var optimizer = new SGD(course.parameters, 0.1);
    course.step(optimizer, 1, false);
    Schedule.of(optimizer, Curve.oneCycle(0.5, 40));
    assertThatThrownBy(() -> course.step(optimizer, 2, false))
        .hasMessageStartingWith("a momentum was set, by a schedule perhaps, after this SGD began");
  }

  @Test
  void aCycleHasAnEnd() {
    assertThatThrownBy(() -> Curve.oneCycle(0.5, 10).rate(11, 1))
        .hasMessageStartingWith("tried to step 11 times, but the one cycle has 10 steps in all");
  }

  private static void follows(String golden, Curve curve) {
    follows(golden, curve, SchedulesTest::sgd);
  }

  private static void follows(String golden, Curve curve, Function<Course, Optimizer> make) {
    Optimizer optimizer = make.apply(new Course());
    var schedule = Schedule.of(optimizer, curve);
    for (Golden.Row row : Golden.read(golden).rows()) {
      row.requireClose(now(optimizer), TOLERANCE);
      if (row.step() < 39) {
        schedule.step();
      }
    }
  }

  private static double[] now(Optimizer optimizer) {
    ParameterGroup group = optimizer.groups().getFirst();
    Setting momentum = group.has(Setting.BETA1) ? Setting.BETA1 : Setting.MOMENTUM;
    return new double[] {group.get(Setting.LEARNING_RATE), group.get(momentum)};
  }

  private static Optimizer sgd(Course course) {
    return new SGD(course.parameters, 0.1).momentum(0.9);
  }

  private static Optimizer adamw(Course course) {
    return new AdamW(course.parameters, 0.1);
  }
}

package dev.manta.bench.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TestFunctionsTest {
  @Test
  void noValueIsBelowTheLeastOne() {
    for (int instance = 0; instance < 3; instance++) {
      for (TestFunction each : TestFunctions.all(instance)) {
        var random = new SplittableRandom(instance);
        for (int i = 0; i < 2000; i++) {
          double[] x = new double[each.dimensions()];
          for (int j = 0; j < x.length; j++) {
            x[j] = random.nextDouble(each.low()[j], each.high()[j]);
          }
          assertThat(each.values().applyAsDouble(x))
              .as(each.name() + " of instance " + instance)
              .isGreaterThanOrEqualTo(each.least() - 1e-9);
        }
      }
    }
  }

  @Test
  void braninAndHartmannHaveTheirPublishedOptima() {
    TestFunction branin = TestFunctions.branin();
    assertThat(branin.values().applyAsDouble(new double[] {Math.PI, 2.275}))
        .isCloseTo(branin.least(), within(1e-9));
    TestFunction hartmann = TestFunctions.hartmann();
    double[] best = {0.20169, 0.150011, 0.476874, 0.275332, 0.311652, 0.6573};
    assertThat(hartmann.values().applyAsDouble(best)).isCloseTo(hartmann.least(), within(1e-5));
  }

  @Test
  void schwefelIsLeastWhereItsSignsSay() {
    TestFunction schwefel = Bbob.schwefel(2, 3);
    double least = Double.POSITIVE_INFINITY;
    for (int signs = 0; signs < 4; signs++) {
      double[] x = {
        (signs & 1) == 0 ? 2.10484373165 : -2.10484373165,
        (signs & 2) == 0 ? 2.10484373165 : -2.10484373165
      };
      least = Math.min(least, schwefel.values().applyAsDouble(x));
    }
    assertThat(least).isCloseTo(0, within(1e-6));
  }
}

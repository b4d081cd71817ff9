package dev.manta.tune.internal.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.manta.tune.Domain;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ScaleTest {
  private static Scale of(String domain) {
    return Scale.of(Domain.parse(domain), List.of());
  }

  private static List<String> labels(Scale scale, int most) {
    return scale.ticks(most).stream().map(Tick::label).toList();
  }

  @Test
  void logarithmsAreLabelledAtDecades() {
    Scale rate = of("loguniform(1e-5, 1e-1)");
    assertThat(labels(rate, 6)).containsExactly("1e-5", "1e-4", "0.001", "0.01", "0.1");
    assertThat(labels(rate, 3)).containsExactly("1e-5", "0.001", "0.1");
    assertThat(rate.place(1e-3)).isCloseTo(0.5, within(1e-9));
    assertThat(labels(of("loguniform(3, 40)"), 6)).containsExactly("5", "10", "20");
    assertThat(labels(of("loguniform(3, 4)"), 6)).containsExactly("3", "4");
  }

  @Test
  void numbersAreLabelledAtRoundOnes() {
    assertThat(labels(of("uniform(-1, 1)"), 4)).containsExactly("-1", "-0.5", "0", "0.5", "1");
    assertThat(labels(of("uniform(0, 0.3)"), 3)).containsExactly("0", "0.1", "0.2", "0.3");
    assertThat(labels(of("int(1, 3)"), 9)).containsExactly("1", "2", "3");
  }

  @Test
  void valuesOfAChoiceAreAtEqualDistances() {
    Scale kind = of("choice(a, b, c, d)");
    assertThat(labels(kind, 4)).containsExactly("a", "b", "c", "d");
    assertThat(labels(kind, 2)).containsExactly("a", "c");
    assertThat(kind.place("b")).isEqualTo(0.375);
    assertThat(kind.place("e")).isNaN();
  }

  @Test
  void aMetricThatSpansOrdersOfMagnitudeIsShownByItsLogarithm() {
    assertThat(Scale.of(new double[] {0.1, 100})).isInstanceOf(Scale.Log.class);
    assertThat(Scale.of(new double[] {1, 100})).isInstanceOf(Scale.Linear.class);
    assertThat(Scale.of(new double[] {0, 100})).isInstanceOf(Scale.Linear.class);
  }

  @Test
  void numbersAreShort() {
    assertThat(Label.number(0.1 + 0.2)).isEqualTo("0.3");
    assertThat(Label.number(-2.5e-7)).isEqualTo("-2.5e-7");
    assertThat(Label.number(123_456_789)).isEqualTo("1.23457e8");
    assertThat(Label.number(1000)).isEqualTo("1000");
    assertThat(Label.cut("日本語", 5)).isEqualTo("日本…");
  }
}

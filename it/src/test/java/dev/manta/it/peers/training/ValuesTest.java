package dev.manta.it.peers.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.it.peers.Difference;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What counts as a difference to Python.
class ValuesTest {
  private static final Setup COARSE = Setup.parse("type=bf16");

  private static List<Difference> differences(double here, double there, double rounding) {
    var values =
        new Values(Map.of("v", new double[] {there}), Map.of("v", new double[] {rounding}));
    return values.differences(COARSE, Map.of("v", new double[] {here}));
  }

  @Test
  void whatRoundingExplainsIsNone() {
    assertThat(differences(0.92, 0.56, 0.2)).isEmpty();
  }

  @Test
  void whatIsBeyondRoundingIsOne() {
    assertThat(differences(0.92, 0.56, 0.1)).hasSize(1);
    assertThat(differences(0.92, 0.56, 0)).hasSize(1);
  }

  @Test
  void whatIsNoNumberIsOne() {
    assertThat(differences(Double.NaN, 0.56, 1)).hasSize(1);
    assertThat(differences(0.56, 0.56, Double.NaN)).hasSize(1);
  }

  @Test
  void aTensorThatIsMissingIsOne() {
    var values = new Values(Map.of("v", new double[] {1}), Map.of());
    assertThat(values.differences(COARSE, Map.of())).hasSize(1);
  }
}

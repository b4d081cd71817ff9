package dev.manta.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StopConditionTest {
  @Test
  void aMetricStopsARunAtItsBoundAndBeyond() {
    StopCondition low = StopCondition.atMost("loss", 0.1);
    assertThat(low.met(Metrics.of("loss", 0.11))).isEmpty();
    assertThat(low.met(Metrics.of("loss", 0.1))).contains("loss is 0.1, at most 0.1");
    StopCondition high = StopCondition.atLeast("valid/accuracy", 0.9);
    Metrics nested = Metrics.of("valid", Metrics.of("accuracy", 0.95).asMap());
    assertThat(high.met(nested)).contains("valid/accuracy is 0.95, at least 0.9");
  }

  @Test
  void whatIsNoNumberStopsNothing() {
    assertThat(StopCondition.atMost("loss", 0.1).met(Metrics.of("loss", Double.NaN))).isEmpty();
    assertThat(StopCondition.atMost("loss", 0.1).met(Metrics.of("loss", "low"))).isEmpty();
    assertThat(StopCondition.atMost("loss", 0.1).met(Metrics.empty())).isEmpty();
    assertThat(StopCondition.after(Duration.ofHours(1)).met(Metrics.of("loss", 0))).isEmpty();
  }

  @Test
  void conditionsThatAreNeverMetAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> StopCondition.after(Duration.ZERO));
    assertThatIllegalArgumentException().isThrownBy(() -> StopCondition.atMost("a", Double.NaN));
  }
}

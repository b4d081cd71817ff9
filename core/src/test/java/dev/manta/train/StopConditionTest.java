package dev.manta.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.manta.train.StopCondition.Progress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StopConditionTest {
  private static Progress values(String metric, Double... values) {
    return new Progress(Duration.ofMinutes(1), 7, Map.of(metric, List.of(values)));
  }

  @Test
  void aMetricStopsARunAtItsBoundAndBeyond() {
    StopCondition low = StopCondition.atMost("loss", 0.1);
    assertThat(low.met(values("loss", 0.11))).isEmpty();
    assertThat(low.met(values("loss", 0.11, 0.1))).contains("loss is 0.1, at most 0.1");
    StopCondition high = StopCondition.atLeast("valid/accuracy", 0.9);
    assertThat(high.met(values("valid/accuracy", 0.95)))
        .contains("valid/accuracy is 0.95, at least 0.9");
  }

  @Test
  void whatIsNoNumberStopsNothing() {
    assertThat(StopCondition.atMost("loss", 0.1).met(values("loss", Double.NaN))).isEmpty();
    assertThat(StopCondition.atMost("loss", 0.1).met(values("other", 0.0))).isEmpty();
    assertThat(StopCondition.plateau("loss", 2, 1, 2).met(values("loss", 1.0, Double.NaN)))
        .isEmpty();
  }

  @Test
  void timeAndTheNumberOfReportsStopARunWhateverItReports() {
    assertThat(StopCondition.reports(8).met(values("loss"))).isEmpty();
    assertThat(StopCondition.reports(7).met(values("loss"))).contains("it has made 7 reports");
    assertThat(StopCondition.after(Duration.ofSeconds(61)).met(values("loss"))).isEmpty();
    assertThat(StopCondition.after(Duration.ofSeconds(60)).met(values("loss")))
        .contains("its time of 1m is up");
  }

  @Test
  void aPlateauIsAsManyValuesThatHardlyDifferAfterTheGraceThatWasSaid() {
    StopCondition flat = StopCondition.plateau("loss", 3, 0.01, 5);
    assertThat(flat.met(values("loss", 1.0, 1.0, 1.0, 1.0))).isEmpty();
    assertThat(flat.met(values("loss", 9.0, 9.0, 1.0, 1.2, 1.0))).isEmpty();
    assertThat(flat.met(values("loss", 9.0, 9.0, 1.0, 1.001, 1.0)))
        .contains("the last 3 values of loss deviate by at most 0.01");
  }

  @Test
  void conditionsAreCombined() {
    StopCondition late = StopCondition.after(Duration.ofHours(1));
    StopCondition good = StopCondition.atMost("loss", 0.1);
    StopCondition seven = StopCondition.reports(7);
    Progress progress = values("loss", 0.1);
    assertThat(StopCondition.any(late, good).met(progress)).contains("loss is 0.1, at most 0.1");
    assertThat(StopCondition.all(late, good).met(progress)).isEmpty();
    assertThat(StopCondition.all(seven, StopCondition.any(late, good)).met(progress))
        .contains("it has made 7 reports and loss is 0.1, at most 0.1");
    assertThat(StopCondition.all(seven, StopCondition.any(late, good)).parts())
        .containsExactly(seven, late, good);
  }

  @Test
  void conditionsThatAreNeverMetAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> StopCondition.after(Duration.ZERO));
    assertThatIllegalArgumentException().isThrownBy(() -> StopCondition.atMost("a", Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> StopCondition.reports(0));
    assertThatIllegalArgumentException().isThrownBy(() -> StopCondition.plateau("a", 1, 0, 1));
    assertThatIllegalArgumentException().isThrownBy(StopCondition::any);
  }
}

package dev.manta.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.train.Metrics;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TopTableTest {
  private static RunLoad load(long step, long cpuSeconds) {
    return new RunLoad(
        "digits",
        "/runs/digits",
        "running",
        2,
        step,
        Duration.ofSeconds(cpuSeconds),
        3L << 29,
        Metrics.of("loss", 0.5));
  }

  @Test
  void ratesAreSinceTheLookBefore() {
    var table = new TopTable();
    assertThat(table.lines(List.of(load(10, 3)), Duration.ZERO).getLast())
        .isEqualTo("digits  running  2        10    –        –    1.5 GB  loss 0.5000");
    assertThat(table.lines(List.of(load(30, 6)), Duration.ofSeconds(2)).getLast())
        .isEqualTo("digits  running  2        30    10.0     150 %  1.5 GB  loss 0.5000");
  }

  @Test
  void aRunThatWentBackMadeNoSteps() {
    var table = new TopTable();
    table.lines(List.of(load(30, 3)), Duration.ZERO);
    assertThat(table.lines(List.of(load(10, 3)), Duration.ofSeconds(2)).getLast())
        .contains("10    0.0");
  }
}

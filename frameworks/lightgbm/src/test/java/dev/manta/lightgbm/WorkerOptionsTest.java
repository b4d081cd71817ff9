package dev.manta.lightgbm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.data.Dataset;
import dev.manta.train.ScalingConfig;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WorkerOptionsTest {
  @Test
  void theHeapOfAWorkerBeginsSmallUnlessTheUserSaysAnother() {
    ScalingConfig large = ScalingConfig.workers(1).jvmOptions("-Xms1g");
    assertThat(options(large)).containsSubsequence("-Xms32m", "-Xms1g");
  }

  @Test
  void theCompilerOfAWorkerWaitsUnlessTheUserSaysAnother() {
    ScalingConfig early = ScalingConfig.workers(1).jvmOptions("-XX:TieredStopAtLevel=4");
    assertThat(options(early))
        .containsSubsequence("-XX:TieredStopAtLevel=1", "-XX:TieredStopAtLevel=4");
  }

  private static List<String> options(ScalingConfig scaling) {
    return LightGBMTrainer.of(Map.of())
        .label("y")
        .dataset("train", Dataset.range(3))
        .scaling(scaling)
        .trainer()
        .scaling()
        .jvm()
        .options();
  }
}

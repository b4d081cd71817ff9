package dev.manta.cluster.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VisibleGpusTest {
  private static String seen(List<Integer> gpus, String around) {
    return VisibleGpus.of(gpus, Map.of(VisibleGpus.VARIABLE, around))
        .getOrDefault(VisibleGpus.VARIABLE, "unset");
  }

  @Test
  void workersSeeTheGpusOfTheirShareEachOnce() {
    assertThat(seen(List.of(2, 3), "")).isEqualTo("2,3");
    assertThat(seen(List.of(1, 1, 0), "")).isEqualTo("1,0");
  }

  @Test
  void whoHasNoGpusSeesNone() {
    assertThat(seen(List.of(), "")).isEmpty();
  }

  @Test
  void numbersAreThoseOfWhatTheNodeSeesItself() {
    assertThat(seen(List.of(0, 1), "GPU-a, GPU-b")).isEqualTo("GPU-a,GPU-b");
    assertThat(seen(List.of(1), "4,7")).isEqualTo("7");
  }
}

package dev.manta.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Which GPU a worker makes visible.
class WorkerGpusTest {
  @Test
  void withoutAVariableTheNumberIsTheDevice() {
    assertThat(WorkerGpus.chosen(null, 1)).isEqualTo("1");
  }

  @Test
  void theNumberCountsWithinWhatTheDriverSaw() {
    assertThat(WorkerGpus.chosen("4, 6", 1)).isEqualTo("6");
    assertThat(WorkerGpus.chosen("GPU-a,GPU-b", 0)).isEqualTo("GPU-a");
  }

  @Test
  void severalDevicesAreVisibleInTheirOrder() {
    assertThat(WorkerGpus.visible(null, "2,3")).isEqualTo("2,3");
    assertThat(WorkerGpus.visible("4,6,GPU-a", "1,2")).isEqualTo("6,GPU-a");
  }

  @Test
  void theProcessorNeedsNothing() {
    assertThat(WorkerGpus.take("cpu")).isEqualTo("cpu");
  }
}

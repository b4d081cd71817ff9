package dev.manta.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Which GPU a worker makes visible.
class DeviceTest {
  @Test
  void withoutAVariableTheNumberIsTheDevice() {
    assertThat(Device.chosen(null, 1)).isEqualTo("1");
  }

  @Test
  void theNumberCountsWithinWhatTheDriverSaw() {
    assertThat(Device.chosen("4, 6", 1)).isEqualTo("6");
    assertThat(Device.chosen("GPU-a,GPU-b", 0)).isEqualTo("GPU-a");
  }

  @Test
  void severalDevicesAreVisibleInTheirOrder() {
    assertThat(Device.visible(null, "2,3")).isEqualTo("2,3");
    assertThat(Device.visible("4,6,GPU-a", "1,2")).isEqualTo("6,GPU-a");
  }

  @Test
  void theProcessorNeedsNothing() {
    assertThat(Device.take("cpu")).isEqualTo("cpu");
  }
}

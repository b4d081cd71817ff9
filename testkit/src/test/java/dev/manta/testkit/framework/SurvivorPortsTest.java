package dev.manta.testkit.framework;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SurvivorPortsTest {
  @Test
  void whereNothingWasSeenNothingIsSaidOfPorts() {
    var ports = new SurvivorPorts();
    assertThat(ports.isObserved()).isFalse();
    assertThat(ports.outcome()).isEqualTo(SurvivorPorts.NOT_OBSERVED);
  }
}

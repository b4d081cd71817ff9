package dev.manta.internal.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NetworkSettingsTest {
  private static final String ADDRESS = "manta.collective.address";

  @AfterEach
  void clear() {
    System.clearProperty(ADDRESS);
  }

  @Test
  void aWorkerThatWasToldNothingIsReachedByItsOwnHostOnly() {
    NetworkSettings network = NetworkSettings.ofProcess();
    assertThat(network.address().isLoopbackAddress()).isTrue();
    assertThat(network.manyHosts()).isFalse();
  }

  @Test
  void allAddressesAreNoneToBeReachedAt() {
    System.setProperty(ADDRESS, "0.0.0.0");
    assertThatThrownBy(NetworkSettings::ofProcess).hasMessageContaining("name the address of one");
  }
}

package dev.manta.internal.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;

class ReachingAddressTest {
  @Test
  void aProcessOfThisMachineIsReachedByLoopback() throws IOException {
    assertThat(ReachingAddress.toward("127.0.0.1")).isEqualTo(InetAddress.ofLiteral("127.0.0.1"));
  }

  @Test
  void aNameThatNobodyKnowsIsSaid() {
    assertThatThrownBy(() -> ReachingAddress.toward("no-such-host.invalid"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no-such-host.invalid");
  }
}

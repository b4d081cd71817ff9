package dev.manta.cluster.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.MantaException;
import dev.manta.internal.machine.PortRange;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DaemonPortsTest {
  private static final InetAddress HERE = InetAddress.getLoopbackAddress();

  @Test
  void aRangeIsHandedToWorkersAsItWasWritten() {
    assertThat(DaemonPorts.parse("40000-40999")).hasToString("40000-40999");
  }

  @ParameterizedTest
  @ValueSource(strings = {"40000", "a-b", "0-5", "5-4", "1-65536", "5-5", ""})
  void whatIsNoRangeOfTwoIsRefusedByTheNameOfItsOption(String text) {
    assertThatThrownBy(() -> DaemonPorts.parse(text))
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("--ports");
  }

  @Test
  void aWishedPortThatIsTakenIsPassedOver() throws IOException {
    try (var holder = new ServerSocket(0, 1, HERE)) {
      int taken = holder.getLocalPort();
      var ports = new DaemonPorts(PortRange.ANY, HERE);
      assertThat(ports.free(taken)).isNotEqualTo(taken);
    }
  }

  @Test
  void aDaemonThatMayTakeOnlyPortsThatOthersHaveIsRefused() throws IOException {
    try (var holder = new ServerSocket(0, 1, HERE)) {
      int taken = holder.getLocalPort();
      var ports = new DaemonPorts(new PortRange(taken, taken), HERE);
      assertThatThrownBy(() -> ports.free(0))
          .isInstanceOf(MantaException.class)
          .hasMessageContaining("is taken on 127.0.0.1; give others with --ports");
    }
  }
}

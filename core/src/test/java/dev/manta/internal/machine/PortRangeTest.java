package dev.manta.internal.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.ServerSocketChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PortRangeTest {
  private static final InetAddress HERE = InetAddress.getLoopbackAddress();

  /// A socket that has a port, and a range of that one alone.
  private record Taken(ServerSocket holder, PortRange range) implements AutoCloseable {
    static Taken one() throws IOException {
      var holder = new ServerSocket();
      PortRange.ANY.bind(HERE, holder::bind);
      return new Taken(holder, new PortRange(holder.getLocalPort(), holder.getLocalPort()));
    }

    @Override
    public void close() throws IOException {
      holder.close();
    }
  }

  @Test
  void aRangeIsReadAsItIsWritten() {
    assertThat(PortRange.parse(" 40000-40999 ")).isEqualTo(new PortRange(40_000, 40_999));
  }

  @ParameterizedTest
  @ValueSource(strings = {"40000", "a-b", "0-5", "5-4", "1-65536", "", "1-2-3"})
  void whatIsNoRangeIsRefused(String text) {
    assertThatThrownBy(() -> PortRange.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aPortThatIsTakenIsPassedOver() throws IOException {
    try (Taken taken = Taken.one();
        ServerSocketChannel channel = ServerSocketChannel.open();
        var socket = new ServerSocket()) {
      int first = taken.range().first();
      var wider = new PortRange(Math.max(1, first - 20), Math.min(65_535, first + 20));
      wider.bind(HERE, at -> channel.bind(at, 10));
      wider.bind(HERE, socket::bind);
      assertThat(channel.socket().getLocalPort())
          .isBetween(wider.first(), wider.last())
          .isNotIn(first, socket.getLocalPort());
    }
  }

  @Test
  void whereAllAreTakenThatIsSaid() throws IOException {
    try (Taken taken = Taken.one();
        var socket = new ServerSocket()) {
      assertThatThrownBy(() -> taken.range().bind(HERE, socket::bind))
          .isInstanceOf(BindException.class)
          .hasMessageContaining("all 1 ports from " + taken.range().first())
          .hasMessageContaining("MANTA_DATA_PORTS");
    }
  }

  @Test
  void anAddressOfAnotherMachineIsNotTriedPortByPort() throws IOException {
    try (var socket = new ServerSocket()) {
      InetAddress elsewhere = InetAddress.ofLiteral("192.0.2.1");
      assertThatThrownBy(() -> PortRange.parse("40000-65535").bind(elsewhere, socket::bind))
          .isInstanceOf(BindException.class)
          .hasMessageContaining("cannot listen on 192.0.2.1");
    }
  }
}

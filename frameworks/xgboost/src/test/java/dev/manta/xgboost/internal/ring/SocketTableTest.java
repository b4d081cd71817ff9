package dev.manta.xgboost.internal.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class SocketTableTest {
  @Test
  void addressesAreWrittenAsLinuxDoes() throws Exception {
    assertThat(SocketTable.written(new Peer("127.0.0.1", 80))).isEqualTo("0100007F:0050");
    assertThat(SocketTable.written(new Peer("::1", 8080)))
        .isEqualTo("00000000000000000000000001000000:1F90");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void bothEndsOfAConnectionAreFound() throws Exception {
    InetAddress loopback = InetAddress.getByName("127.0.0.1");
    try (var listener = new ServerSocket(0, 1, loopback);
        var one = new Socket(loopback, listener.getLocalPort());
        Socket other = listener.accept()) {
      int port = listener.getLocalPort();
      assertThat(one.getPort()).isEqualTo(other.getLocalPort());
      assertThat(SocketTable.read().at(port, Set.of())).hasSizeGreaterThanOrEqualTo(2);
      String there = SocketTable.written(new Peer("127.0.0.1", port));
      assertThat(SocketTable.read().at(1, Set.of(there))).hasSize(1);
    }
  }
}

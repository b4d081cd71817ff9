package dev.manta.dashboard.internal.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class TimedWritesTest {
  @Test
  void aConnectionWhoseOtherEndTakesNothingIsClosed() throws Exception {
    try (var server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      try (var page = SocketChannel.open(server.getLocalAddress());
          SocketChannel connection = server.accept()) {
        var writes = new TimedWrites(Duration.ofMillis(200));
        var out = Channels.newOutputStream(connection);
        assertThatThrownBy(
                () -> {
                  while (true) {
                    writes.write(new byte[1 << 20], out);
                  }
                })
            .isInstanceOf(IOException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(connection.isOpen()).isFalse();
        assertThat(page.isOpen()).isTrue();
      }
    }
  }

  @Test
  void whatIsTakenIsWritten() throws IOException {
    var out = new ByteArrayOutputStream();
    new TimedWrites(Duration.ofMinutes(1)).write(new byte[] {1, 2}, out);
    assertThat(out.toByteArray()).containsExactly(1, 2);
  }
}

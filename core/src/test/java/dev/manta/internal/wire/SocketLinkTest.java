package dev.manta.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Frames over a real Unix socket.
@Timeout(300)
class SocketLinkTest {
  @TempDir Path directory;
  private SocketChannel raw;
  private SocketLink near;
  private SocketLink far;

  @BeforeEach
  void connect() throws IOException {
    var address = UnixDomainSocketAddress.of(directory.resolve("s"));
    try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(address);
      raw = SocketChannel.open(address);
      near = new SocketLink(raw);
      far = new SocketLink(server.accept());
    }
  }

  @AfterEach
  void close() {
    near.close();
    far.close();
  }

  @Test
  void framesArriveWholeAndInOrder() throws IOException {
    for (int i = 0; i < 100; i++) {
      near.send(new ToController.Pong(i).frame());
    }
    for (int i = 0; i < 100; i++) {
      assertThat(ToController.read(next())).isEqualTo(new ToController.Pong(i));
    }
  }

  @Test
  void aFrameLargerThanTheBuffersArrives() throws Exception {
    String large = "x".repeat(1 << 20);
    Thread sender = new Thread(() -> send(new ToController.Offered(1, large)));
    sender.start();
    assertThat(ToController.read(next())).isEqualTo(new ToController.Offered(1, large));
    sender.join();
  }

  @Test
  void whatWasSentBeforeTheEndArrivesBeforeTheEnd() throws IOException {
    near.send(new ToController.Pong(1).frame());
    near.close();
    assertThat(ToController.read(next())).isEqualTo(new ToController.Pong(1));
    assertThat(far.receive()).isNull();
  }

  @Test
  void anEndWithinAFrameIsAnError() throws IOException {
    raw.write(ByteBuffer.wrap(new ToController.Pong(1).frame(), 0, 9));
    near.close();
    assertThatThrownBy(far::receive).isInstanceOf(EOFException.class);
  }

  @Test
  void anOversizedLengthIsRefusedBeforeMemoryIsTaken() throws IOException {
    raw.write(ByteBuffer.wrap(new byte[] {0x7f, 0, 0, 0}));
    assertThatThrownBy(far::receive)
        .isInstanceOf(WireException.class)
        .hasMessageContaining("2130706432 bytes");
  }

  @Test
  void anInterruptedThreadSendsAndStaysInterrupted() throws IOException {
    Thread.currentThread().interrupt();
    near.send(new ToController.Pong(1).frame());
    assertThat(Thread.interrupted()).isTrue();
    assertThat(ToController.read(next())).isEqualTo(new ToController.Pong(1));
  }

  private byte[] next() throws IOException {
    byte[] frame = far.receive();
    if (frame == null) {
      throw new AssertionError("the link ended");
    }
    return frame;
  }

  private void send(ToController message) {
    try {
      near.send(message.frame());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}

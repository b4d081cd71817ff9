package dev.manta.cli.notebook.zmq;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ListenerTest {
  private static final InetSocketAddress ANYWHERE =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  private static final Limits LITTLE = Limits.ofMessages(1 << 10);
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final Duration LONG = Duration.ofSeconds(50);

  private final BlockingQueue<List<byte[]>> heard = new LinkedBlockingQueue<>();

  private Listener listener(SocketKind kind, Limits limits) throws IOException {
    return Listener.open(ANYWHERE, kind, limits, (_, message) -> heard.add(message));
  }

  private static Socket connect(Listener listener) throws IOException {
    return new Socket(ANYWHERE.getAddress(), listener.port());
  }

  private static Frames greeted(Socket socket) throws IOException {
    var in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    var frames = new Frames(in, new DataOutputStream(socket.getOutputStream()), 1 << 20);
    frames.greet(SocketKind.ROUTER);
    return frames;
  }

  private List<byte[]> heard() throws InterruptedException {
    return Objects.requireNonNull(heard.poll(10, TimeUnit.SECONDS), "nothing was heard");
  }

  @Test
  void aWholeMessageHasALimitNotOnlyItsParts() throws IOException, InterruptedException {
    try (Listener listener = listener(SocketKind.ROUTER, LITTLE);
        Socket socket = connect(listener)) {
      Frames frames = greeted(socket);
      frames.send(List.of(new byte[512], new byte[512]));
      assertThat(heard()).hasSize(2);
      assertThat(isCutBy(frames, List.of(new byte[512], new byte[513], new byte[1]), socket))
          .isTrue();
      assertThat(heard).isEmpty();
    }
  }

  /// The listener may hang up before it has all.
  private static boolean isCutBy(Frames frames, List<byte[]> message, Socket socket)
      throws IOException {
    try {
      frames.send(message);
      return socket.getInputStream().read() < 0;
    } catch (SocketException cut) {
      return true;
    }
  }

  @Test
  void whoDoesNotGreetIsNotWaitedFor() throws IOException {
    try (Listener listener = listener(SocketKind.ROUTER, new Limits(1 << 10, SHORT));
        Socket socket = connect(listener)) {
      assertThat(socket.getInputStream().readAllBytes()).hasSize(64);
    }
  }

  @Test
  void whoHasGreetedMaySayNothingForLonger() throws IOException, InterruptedException {
    try (Listener listener = listener(SocketKind.ROUTER, new Limits(1 << 10, SHORT));
        Socket socket = connect(listener)) {
      Frames frames = greeted(socket);
      try (Socket silent = connect(listener)) {
        assertThat(silent.getInputStream().readAllBytes()).hasSize(64);
      }
      frames.send(List.of(new byte[1]));
      assertThat(heard()).hasSize(1);
    }
  }

  @Test
  void whoIsSlowIsWaitedForAndMissesNothing() throws Exception {
    try (Listener listener = listener(SocketKind.PUB, LITTLE);
        Socket socket = connect(listener)) {
      Frames frames = subscribed(socket);
      Thread reader = Thread.ofVirtual().unstarted(() -> read(frames, 1000));
      for (int i = 0; i < 1000; i++) {
        if (i == 256) {
          reader.start();
        }
        assertThat(listener.publish(List.of(new byte[64 << 10]), LONG)).isTrue();
      }
      reader.join();
    }
  }

  /// Once it is heard, it is told what is published.
  private Frames subscribed(Socket socket) throws IOException, InterruptedException {
    Frames frames = greeted(socket);
    frames.send(List.of(new byte[] {1}));
    assertThat(heard()).hasSize(1);
    return frames;
  }

  private static void read(Frames frames, int messages) {
    try {
      for (int i = 0; i < messages; i++) {
        List<byte[]> _ = frames.receive();
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whoNeverReadsIsWaitedForOnce() throws IOException, InterruptedException {
    try (Listener listener = listener(SocketKind.PUB, LITTLE);
        Socket socket = connect(listener)) {
      Frames frames = subscribed(socket);
      List<byte[]> message = List.of(new byte[64 << 10]);
      while (listener.publish(message, SHORT)) {}
      long begin = System.nanoTime();
      assertThat(listener.publish(message, LONG)).isFalse();
      assertThat(System.nanoTime() - begin).isLessThan(LONG.toNanos());
      while (!listener.publish(message, LONG)) {
        read(frames, 1);
      }
    }
  }
}

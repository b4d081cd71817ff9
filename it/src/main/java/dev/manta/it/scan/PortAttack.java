package dev.manta.it.scan;

import dev.manta.internal.link.LinkToken;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;

/// One attack at one port, and what became of it.
final class PortAttack {
  /// A stranger has five seconds; a busy machine is late.
  private static final Duration CLOSED_WITHIN = Duration.ofMillis(6_500);

  private static final Duration WATCHED = Duration.ofSeconds(8);
  private static final int LOOK_MILLIS = 20;
  private static final int HEARD_MAX = 64 << 10;

  private final Attack attack;
  private final InetSocketAddress port;
  private volatile Duration closed = WATCHED;
  private volatile String failure = "";

  PortAttack(Attack attack, InetSocketAddress port) {
    this.attack = attack;
    this.port = port;
  }

  Attack attack() {
    return attack;
  }

  boolean isRefused() {
    return failure.isEmpty() && closed.compareTo(CLOSED_WITHIN) <= 0;
  }

  String words() {
    if (!failure.isEmpty()) {
      return failure;
    }
    return closed.equals(WATCHED) ? "STILL OPEN" : "closed after " + closed.toMillis() + " ms";
  }

  void run(LinkToken token) {
    try (var socket = new Socket(port.getAddress(), port.getPort())) {
      long begun = System.nanoTime();
      socket.setSoTimeout((int) WATCHED.toMillis());
      if (isRefusedWhileTalking(socket, token) || isClosedInTime(socket, begun)) {
        closed = Duration.ofNanos(System.nanoTime() - begun);
      }
    } catch (IOException e) {
      failure = "not reached: " + e.getMessage();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isRefusedWhileTalking(Socket socket, LinkToken token)
      throws InterruptedException {
    try {
      attack.on(socket, token);
      return false;
    } catch (SocketTimeoutException open) {
      return false;
    } catch (IOException refused) {
      return true;
    }
  }

  /// Looks at the connection beside TLS, which has said all that it had to say.
  private boolean isClosedInTime(Socket socket, long begun) throws IOException {
    long end = begun + WATCHED.toNanos();
    socket.setSoTimeout(LOOK_MILLIS);
    while (System.nanoTime() < end) {
      if (isClosed(socket)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isClosed(Socket socket) {
    try {
      InputStream in = socket.getInputStream();
      return in.readNBytes(new byte[HEARD_MAX], 0, HEARD_MAX) < HEARD_MAX;
    } catch (SocketTimeoutException open) {
      return false;
    } catch (IOException reset) {
      return true;
    }
  }
}

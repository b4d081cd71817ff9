package dev.manta.xgboost.internal.ring;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/// The port at which XGBoost would listen, on every interface and as long as it trains, for the
/// news that it must end its process. That listener is told to stop as soon as ranks are connected;
/// its place is taken on the loopback interface, as XGBoost says goodbye to it in the end.
final class ErrorPort implements AutoCloseable {
  private static final int WAIT_MILLIS = 5_000;
  private static final int TRIES = 100;
  private static final long PAUSE_NANOS = 1_000_000;

  private final Optional<ServerSocket> place;

  private ErrorPort(Optional<ServerSocket> place) {
    this.place = place;
  }

  /// Ends XGBoost's listener.
  static ErrorPort silence(InetAddress loopback, int port) {
    try {
      stop(new InetSocketAddress(loopback, port));
      ServerSocket place = bound(new InetSocketAddress(loopback, port));
      Thread.ofVirtual().name("manta-xgboost-goodbye").start(() -> swallow(place));
      return new ErrorPort(Optional.of(place));
    } catch (IOException _) {
      return new ErrorPort(Optional.empty()); // somebody else was quicker; the goodbye gets lost
    }
  }

  /// Four zeros mean that all is well and nobody need listen any more.
  private static void stop(InetSocketAddress address) throws IOException {
    try (var socket = new Socket()) {
      socket.setSoTimeout(WAIT_MILLIS);
      socket.connect(address, WAIT_MILLIS);
      socket.getOutputStream().write(new byte[Integer.BYTES]);
      socket.getInputStream().read(); // until the listener has ended
      socket.setSoLinger(true, 0); // a connection that fades away would keep its port from others
    }
  }

  /// XGBoost's listener ends a moment after it has said so.
  private static ServerSocket bound(InetSocketAddress address) throws IOException {
    for (int left = TRIES; ; left--) {
      var place = new ServerSocket();
      try {
        place.setReuseAddress(true);
        place.bind(address);
        return place;
      } catch (IOException e) {
        place.close();
        if (left == 0) {
          throw e;
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private static void swallow(ServerSocket place) {
    while (!place.isClosed()) {
      try (Socket socket = place.accept()) {
        socket.getInputStream().readNBytes(Integer.BYTES);
      } catch (IOException _) {
        // it is closed, or who had connected is gone
      }
    }
  }

  @Override
  public void close() {
    try {
      if (place.isPresent()) {
        place.get().close();
      }
    } catch (IOException e) {
      throw new IllegalStateException("a listener could not be closed", e);
    }
  }
}

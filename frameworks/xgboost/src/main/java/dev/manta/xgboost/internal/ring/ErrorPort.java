package dev.manta.xgboost.internal.ring;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Optional;

/// The port at which XGBoost would listen, on every interface and as long as it trains, for the
/// news that it must end its process. That listener is told to stop as soon as ranks are connected;
/// its place is taken on the loopback interface, as XGBoost says goodbye to it in the end.
final class ErrorPort implements AutoCloseable {
  private static final int WAIT_MILLIS = 5_000;

  private final Optional<ServerSocket> place;

  private ErrorPort(Optional<ServerSocket> place) {
    this.place = place;
  }

  /// Ends XGBoost's listener.
  static ErrorPort silence(int port) {
    try {
      InetAddress loopback = InetAddress.getByName("127.0.0.1");
      stop(new InetSocketAddress(loopback, port));
      var place = new ServerSocket();
      place.setReuseAddress(true);
      place.bind(new InetSocketAddress(loopback, port));
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
      socket.shutdownOutput();
      socket.getInputStream().read(); // until the listener has ended
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

package dev.manta.xgboost.internal.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ErrorPortTest {
  private final InetAddress loopback = InetAddress.getLoopbackAddress();

  /// As XGBoost does: its end mostly closes first, and it lets nobody share its port.
  private static void listenOnce(ServerSocket listener) {
    try (listener;
        Socket connected = listener.accept()) {
      connected.shutdownOutput();
      connected.getInputStream().transferTo(OutputStream.nullOutputStream());
    } catch (IOException _) {
      // the other end has cut the connection
    }
  }

  @RepeatedTest(20)
  void thePlaceOfAListenerThatClosedItsConnectionFirstIsTaken() throws Exception {
    var listener = new ServerSocket();
    listener.setReuseAddress(false);
    listener.bind(new InetSocketAddress(loopback, 0));
    int port = listener.getLocalPort();
    Thread.ofPlatform().start(() -> listenOnce(listener));
    try (ErrorPort _ = ErrorPort.silence(loopback, port);
        var goodbye = new Socket(loopback, port)) {
      assertThat(goodbye.isConnected()).isTrue();
    }
  }
}

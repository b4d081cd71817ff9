package dev.manta.internal.link;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A network between two ends: passes bytes on, is cut, or falls silent.
final class Relay implements AutoCloseable {
  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private volatile int port;
  private volatile boolean deaf;

  Relay(int port) throws IOException {
    this.port = port;
    Thread.ofVirtual().start(this::accept);
  }

  InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort());
  }

  /// Ends all connections of now.
  void cut() {
    sockets.forEach(Relay::close);
    sockets.clear();
  }

  /// Goes to another port from now on.
  void redirect(int other) {
    port = other;
    cut();
  }

  /// Swallows everything from now on, also of new connections.
  void fallSilent() {
    deaf = true;
  }

  private void accept() {
    try {
      while (true) {
        Socket from = server.accept();
        Socket to = new Socket(InetAddress.getLoopbackAddress(), port);
        sockets.add(from);
        sockets.add(to);
        Thread.ofVirtual().start(() -> pass(from, to));
        Thread.ofVirtual().start(() -> pass(to, from));
      }
    } catch (IOException _) {
      cut();
    }
  }

  private void pass(Socket from, Socket to) {
    byte[] buffer = new byte[16 << 10];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        if (!deaf) {
          out.write(buffer, 0, count);
        }
      }
    } catch (IOException _) {
      // cut
    } finally {
      close(from);
      close(to);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException _) {
      // it is closed
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    cut();
  }
}

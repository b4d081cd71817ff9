package dev.manta.cluster.node;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// The way to a port of loopback: passes bytes on, or is silent as a cable that was pulled.
final class Cable implements AutoCloseable {
  private final ServerSocket server;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final int port;
  private final AtomicInteger calls = new AtomicInteger();
  private volatile boolean pulled;

  Cable(int port) throws IOException {
    this(port, 0);
  }

  /// @param end the port that this way begins at
  Cable(int port, int end) throws IOException {
    this.port = port;
    this.server = new ServerSocket(end, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  /// How often somebody has called.
  int calls() {
    return calls.get();
  }

  /// Swallows everything from now on, also of new connections, or not any more.
  void pull(boolean out) {
    pulled = out;
    if (!out) {
      sockets.forEach(Cable::close);
    }
  }

  private void accept() {
    try {
      while (true) {
        Socket from = server.accept();
        calls.incrementAndGet();
        Socket to = new Socket(InetAddress.getLoopbackAddress(), port);
        sockets.add(from);
        sockets.add(to);
        Thread.ofVirtual().start(() -> pass(from, to));
        Thread.ofVirtual().start(() -> pass(to, from));
      }
    } catch (IOException closed) {
      sockets.forEach(Cable::close);
    }
  }

  private void pass(Socket from, Socket to) {
    byte[] bytes = new byte[1 << 16];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
        if (!pulled) {
          out.write(bytes, 0, count);
        }
      }
    } catch (IOException over) {
      // the other direction ends, too
    }
    close(from);
    close(to);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException gone) {
      // it is closed
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    sockets.forEach(Cable::close);
  }
}

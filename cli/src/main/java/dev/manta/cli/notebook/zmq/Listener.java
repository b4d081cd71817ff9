package dev.manta.cli.notebook.zmq;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/// A port at which others connect, each heard on a thread of its own.
public final class Listener implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("dev.manta.notebook");

  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final ServerSocket port;
  private final SocketKind kind;
  private final Limits limits;
  private final BiConsumer<Peer, List<byte[]>> heard;
  private final Set<Peer> peers = ConcurrentHashMap.newKeySet();

  private Listener(
      ServerSocket port, SocketKind kind, Limits limits, BiConsumer<Peer, List<byte[]>> heard) {
    this.port = port;
    this.kind = kind;
    this.limits = limits;
    this.heard = heard;
  }

  /// Listens; what comes is handed to `heard`, with whom it came from.
  public static Listener open(
      InetSocketAddress at, SocketKind kind, Limits limits, BiConsumer<Peer, List<byte[]>> heard)
      throws IOException {
    var port = new ServerSocket(at.getPort(), 0, at.getAddress());
    var listener = new Listener(port, kind, limits, heard);
    Thread.ofVirtual().name("manta-notebook-port").start(listener::accept);
    return listener;
  }

  /// Where it listens.
  public int port() {
    return port.getLocalPort();
  }

  private void accept() {
    while (!port.isClosed()) {
      try {
        Socket socket = port.accept();
        Thread.ofVirtual().name("manta-notebook-reader").start(() -> serve(socket));
      } catch (IOException e) {
        if (!port.isClosed()) {
          LOG.log(Level.WARNING, "no connection was made at port " + port(), e);
        }
      }
    }
  }

  private void serve(Socket socket) {
    try (socket;
        Peer peer = Peer.greeted(socket, kind, limits)) {
      hear(peer);
    } catch (IOException left) {
      LOG.log(Level.DEBUG, "a connection to port " + port() + " ended", left);
    }
  }

  private void hear(Peer peer) throws IOException {
    peers.add(peer);
    try {
      while (true) {
        heard.accept(peer, peer.receive());
      }
    } finally {
      peers.remove(peer);
    }
  }

  /// Tells all who are connected.
  ///
  /// @param patience how long it waits for those who are behind, all together
  /// @return whether it is on its way to all
  public boolean publish(List<byte[]> message, Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    boolean all = true;
    for (Peer peer : peers) {
      all &= peer.send(message, Duration.ofNanos(end - System.nanoTime()));
    }
    return all;
  }

  /// What was said before arrives, if it is read.
  @Override
  public void close() {
    try {
      port.close();
    } catch (IOException _) {
      // it is closed then
    }
    try {
      for (Peer peer : peers) {
        peer.end(PATIENCE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

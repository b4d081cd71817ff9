package dev.manta.internal.data.worker;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.data.plan.DatasetSpec;
import dev.manta.internal.machine.PortRange;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/// Where a data host listens. Each connection is a data worker of its own, on a thread.
public final class DataHostListener implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("manta.data");
  private static final int CONNECTIONS_MAX = 1_000;

  private final ServerSocket server;
  private final String token;
  private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
  private final CountDownLatch closed = new CountDownLatch(1);

  private DataHostListener(ServerSocket server, String token) {
    this.server = server;
    this.token = token;
  }

  /// Listens from now on.
  public static DataHostListener open(InetSocketAddress at, String token) {
    try {
      var server = new ServerSocket();
      if (at.getPort() == 0) {
        PortRange.ofProcess().bind(at.getAddress(), server::bind);
      } else {
        server.bind(at);
      }
      var door = new DataHostListener(server, token);
      Thread.ofPlatform().daemon().name("manta-data-listener").start(door::accept);
      return door;
    } catch (IOException e) {
      throw new MantaException(ErrorCode.CLUSTER, "cannot listen at %s: %s".formatted(at, e), e);
    }
  }

  public int port() {
    return server.getLocalPort();
  }

  /// Stays until it is closed.
  public void awaitEnd() throws InterruptedException {
    closed.await();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        if (connections.size() >= CONNECTIONS_MAX) {
          socket.close();
        } else {
          connections.add(socket);
          Thread.ofPlatform().daemon().name("manta-data-session").start(() -> serve(socket));
        }
      } catch (IOException e) {
        LOG.log(System.Logger.Level.DEBUG, "a connection did not come about", e);
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      DataConnection link = DataConnection.answer(socket, token);
      serve(link.from(), link.to());
    } catch (IOException | RuntimeException e) {
      LOG.log(
          System.Logger.Level.INFO,
          "the connection from %s ended: %s".formatted(socket.getRemoteSocketAddress(), e));
    } finally {
      connections.remove(socket);
    }
  }

  private static void serve(DataInputStream in, DataOutputStream out) throws IOException {
    DataRequest request = DataFrames.read(in, DataRequest.class);
    new DataWorkerSession(in, out, (rows, bad) -> ArrowAnswer.pack(rows, bad, out))
        .run(DatasetSpec.parse(request.spec()));
  }

  @Override
  public void close() {
    try {
      server.close();
      for (Socket socket : connections) {
        socket.close();
      }
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, "a data host's socket did not close: " + e);
    }
    closed.countDown();
  }
}

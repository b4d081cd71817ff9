package dev.manta.xgboost.internal.ring;

import dev.manta.spi.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/// What XGBoost in this process takes for its tracker: tells it who the ranks are, and takes note
/// when it leaves. It listens on the loopback interface, for this process alone.
final class TrackerEndpoint implements AutoCloseable {
  private static final int START = 1;

  private final ServerSocket listener;
  private final Thread thread;
  private final int rank;
  private final Meeting meeting;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final Queue<Thread> threads = new ConcurrentLinkedQueue<>();
  private volatile @Nullable Listening listening;
  private volatile List<Peer> ranks = List.of();
  private volatile @Nullable Throwable failed;

  /// Finds out where all ranks listen.
  @FunctionalInterface
  interface Meeting {
    List<Peer> meet(Listening own);
  }

  private TrackerEndpoint(ServerSocket listener, int rank, Meeting meeting) {
    this.listener = listener;
    this.rank = rank;
    this.meeting = meeting;
    this.thread = Thread.ofVirtual().name("manta-xgboost-tracker").unstarted(this::serve);
  }

  /// Listens from now on.
  ///
  /// @param loopback the interface's address; its family is that of all connections
  static TrackerEndpoint open(InetAddress loopback, int rank, Meeting meeting) throws IOException {
    var listener = new ServerSocket();
    listener.bind(new InetSocketAddress(loopback, 0));
    var endpoint = new TrackerEndpoint(listener, rank, meeting);
    endpoint.thread.start();
    return endpoint;
  }

  int port() {
    return listener.getLocalPort();
  }

  /// Where XGBoost listens, once it has said so.
  @Nullable Listening listening() {
    return listening;
  }

  /// Where all ranks listened, once that is known.
  List<Peer> ranks() {
    return ranks;
  }

  /// What kept ranks from finding each other, if anything did.
  @Nullable Throwable failed() {
    return failed;
  }

  /// Who has connected may be another process, and say nothing.
  private void serve() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        open.add(socket);
        threads.add(Thread.ofVirtual().name("manta-xgboost-said").start(() -> serve(socket)));
      } catch (IOException _) {
        // it is closed, or who had connected is gone
      }
    }
  }

  private void serve(Socket connected) {
    try (Socket socket = connected) {
      answer(socket, new TrackerMessages(socket));
    } catch (IOException _) {
      // it is closed, or who had connected is gone
    } catch (RuntimeException | Error e) {
      failed = e;
    } finally {
      open.remove(connected);
    }
  }

  private void answer(Socket socket, TrackerMessages messages) throws IOException {
    messages.receive(); // who it is
    JsonObject command = messages.receive();
    if (command.get("cmd").asInt() == START && SocketTable.read().isOwn(socket.getPort())) {
      start(messages, command);
    }
  }

  private void start(TrackerMessages messages, JsonObject command) throws IOException {
    var own = new Listening(command.get("port").asInt(), command.get("error_port").asInt());
    listening = own;
    List<Peer> met = meeting.meet(own);
    ranks = met;
    messages.send(JsonObject.builder().put("world_size", met.size()).build());
    int next = (rank + 1) % met.size();
    messages.send(
        JsonObject.builder()
            .put("rank", next)
            .put("host", met.get(next).host())
            .put("port", met.get(next).port())
            .build());
  }

  @Override
  public void close() {
    try {
      listener.close();
      thread.join();
      for (Socket socket : open) {
        socket.close();
      }
      for (Thread said : threads) {
        said.join();
      }
    } catch (IOException e) {
      throw new IllegalStateException("a listener could not be closed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

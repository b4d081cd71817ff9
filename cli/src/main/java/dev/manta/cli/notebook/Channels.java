package dev.manta.cli.notebook;

import dev.manta.cli.notebook.zmq.Limits;
import dev.manta.cli.notebook.zmq.Listener;
import dev.manta.cli.notebook.zmq.Peer;
import dev.manta.cli.notebook.zmq.SocketKind;
import dev.manta.spi.json.JsonObject;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// The five ports of a kernel, as Jupyter names them.
final class Channels implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("dev.manta.notebook");

  /// How long a cell waits for a notebook that does not read.
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final Limits REQUESTS = Limits.ofMessages(64 << 20);

  /// Heartbeats and the topics that somebody listens to; cells never ask for input.
  private static final Limits LITTLE = Limits.ofMessages(1 << 10);

  private final String session = UUID.randomUUID().toString();
  private final SignedMessages messages;
  private final ConnectionFile at;
  private final List<Listener> open = new ArrayList<>();
  private final Listener published;

  /// @param shell hears requests that are answered in turn
  /// @param control hears requests that are answered at once
  Channels(ConnectionFile at, Consumer<Request> shell, Consumer<Request> control)
      throws IOException {
    this.at = at;
    this.messages = new SignedMessages(at.key());
    try {
      this.published = listen(at.ports().iopub(), SocketKind.PUB, LITTLE, (_, _) -> {});
      listen(at.ports().stdin(), SocketKind.ROUTER, LITTLE, (_, _) -> {});
      listen(at.ports().heartbeat(), SocketKind.REP, LITTLE, Channels::echo);
      listen(at.ports().control(), SocketKind.ROUTER, REQUESTS, heardBy(control));
      listen(at.ports().shell(), SocketKind.ROUTER, REQUESTS, heardBy(shell));
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  private Listener listen(
      int port, SocketKind kind, Limits limits, BiConsumer<Peer, List<byte[]>> heard)
      throws IOException {
    var address = new InetSocketAddress(at.host(), port);
    Listener listener = Listener.open(address, kind, limits, heard);
    open.add(listener);
    return listener;
  }

  /// Whoever sends heartbeats without reading the answers gets no more of them.
  private static void echo(Peer from, List<byte[]> beat) {
    boolean _ = from.send(beat, Duration.ZERO);
  }

  /// What is not signed with the notebook's key is passed over.
  private BiConsumer<Peer, List<byte[]>> heardBy(Consumer<Request> requests) {
    return (from, parts) ->
        messages.read(parts).ifPresent(message -> requests.accept(new Request(from, message)));
  }

  void answer(Request request, String type, JsonObject content) {
    Message answer = request.message().answer(session, type, content);
    if (!request.from().send(messages.write(answer), PATIENCE)) {
      LOG.log(Level.WARNING, "the notebook did not read in time, and misses a {0}", type);
    }
  }

  /// Tells all who look at the notebook.
  ///
  /// @return whether it is on its way to all of them
  boolean publish(Message about, String type, JsonObject content) {
    return published.publish(messages.write(about.news(session, type, content)), PATIENCE);
  }

  @Override
  public void close() {
    open.forEach(Listener::close);
  }
}

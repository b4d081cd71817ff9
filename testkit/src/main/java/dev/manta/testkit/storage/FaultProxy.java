package dev.manta.testkit.storage;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Stands before a server that speaks HTTP and does to its calls, by a seed, what networks and
/// overloaded servers do.
public final class FaultProxy implements AutoCloseable {
  /// What happens to a call.
  public enum Fault {
    /// The connection is closed before the server hears of the call.
    DROPPED,
    /// The proxy answers 503 in the server's place.
    SLOW_DOWN,
    /// The proxy answers 429 in the server's place.
    TOO_MANY_CALLS,
    /// The server gets half of the call's body.
    HALF_REQUEST,
    /// The server has acted, and nobody hears of it.
    ANSWER_LOST,
    /// The server has acted, and its answer is 500.
    ANSWER_FAILED,
    /// The answer is cut off in the middle of its body.
    HALF_ANSWER,
    /// The answer stops in the middle of its body, and the connection stays open.
    STALLED,
    /// The server was not asked, and the answer is 200 with an error inside; only for calls that
    /// complete an upload.
    ERROR_INSIDE
  }

  /// Those after which the connection is as good as before.
  private static final Set<Fault> ANSWERED =
      EnumSet.of(Fault.SLOW_DOWN, Fault.TOO_MANY_CALLS, Fault.ANSWER_FAILED, Fault.ERROR_INSIDE);

  /// Says what happens to a call; empty where nothing does.
  @FunctionalInterface
  public interface Plan {
    /// What happens to a call of that method on that path.
    Optional<Fault> fault(String method, String path);
  }

  private final URI upstream;
  private final ServerSocket door;
  private final Random random;
  private final Map<Fault, Integer> done = new EnumMap<>(Fault.class);
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile Plan plan = (_, _) -> Optional.empty();

  /// A proxy that does nothing to calls yet.
  public FaultProxy(URI upstream, long seed) {
    this.upstream = upstream;
    this.random = new Random(seed);
    try {
      this.door = new ServerSocket(0, 512, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().name("fault-proxy").start(this::accept);
  }

  /// Where clients find it.
  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + door.getLocalPort());
  }

  /// From now on each call meets one of these with a probability.
  public void inject(double chance, Fault... kinds) {
    List<Fault> faults = List.of(kinds);
    plan = (_, _) -> drawn(chance, faults);
  }

  /// From now on each call meets what a plan says, which may wait, and is asked for many at once.
  public void inject(Plan next) {
    plan = next;
  }

  /// How often each fault has happened.
  public Map<Fault, Integer> injected() {
    synchronized (done) {
      return new EnumMap<>(done);
    }
  }

  private void accept() {
    while (!door.isClosed()) {
      try {
        Socket client = door.accept();
        open.add(client);
        Thread.ofVirtual().name("fault-proxy").start(() -> serve(client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    try (client;
        InputStream in = new BufferedInputStream(client.getInputStream())) {
      boolean continues = true;
      while (continues) {
        HttpMessage call = HttpMessage.read(in, "");
        continues = call != null && answer(call, draw(call), client);
      }
    } catch (IOException gone) {
      // The client has closed its end.
    } finally {
      open.remove(client);
    }
  }

  private Optional<Fault> drawn(double chance, List<Fault> from) {
    synchronized (random) {
      return from.isEmpty() || random.nextDouble() >= chance
          ? Optional.empty()
          : Optional.of(from.get(random.nextInt(from.size())));
    }
  }

  private @Nullable Fault draw(HttpMessage call) {
    Fault drawn = plan.fault(call.method(), call.path()).orElse(null);
    if (drawn == null || (drawn == Fault.ERROR_INSIDE && !call.isCompletion())) {
      return null;
    }
    synchronized (done) {
      done.merge(drawn, 1, Integer::sum);
    }
    return drawn;
  }

  /// Answers a call; false where the connection is of no use any more.
  private boolean answer(HttpMessage call, @Nullable Fault fault, Socket client)
      throws IOException {
    OutputStream out = client.getOutputStream();
    if (fault == null) {
      forward(call).writeTo(out);
      return true;
    }
    switch (fault) {
      case DROPPED -> {}
      case SLOW_DOWN -> error(call, "503 Slow Down", "SlowDown").writeTo(out);
      case TOO_MANY_CALLS -> error(call, "429 Too Many Requests", "TooManyRequests").writeTo(out);
      case HALF_REQUEST -> halfOf(call);
      case ANSWER_LOST -> forward(call);
      case ANSWER_FAILED -> {
        forward(call);
        error(call, "500 Internal Server Error", "InternalError").writeTo(out);
      }
      case HALF_ANSWER -> forward(call).writeHalfTo(out);
      case STALLED -> {
        forward(call).writeHalfTo(out);
        // Until the client gives up, or the proxy is closed.
        client.getInputStream().read();
      }
      case ERROR_INSIDE -> error(call, "200 OK", "InternalError").writeTo(out);
    }
    return ANSWERED.contains(fault);
  }

  private static HttpMessage error(HttpMessage call, String status, String code) {
    byte[] body =
        "<?xml version=\"1.0\"?><Error><Code>%s</Code><Message>injected</Message></Error>"
            .formatted(code)
            .getBytes(StandardCharsets.UTF_8);
    String head =
        "HTTP/1.1 %s\r\nContent-Type: application/xml\r\nContent-Length: %s\r\n\r\n"
            .formatted(status, body.length);
    return new HttpMessage(head, call.method().equals("HEAD") ? new byte[0] : body);
  }

  private HttpMessage forward(HttpMessage call) throws IOException {
    try (Socket server = new Socket(upstream.getHost(), upstream.getPort())) {
      call.writeTo(server.getOutputStream());
      HttpMessage answer =
          HttpMessage.read(new BufferedInputStream(server.getInputStream()), call.method());
      if (answer == null) {
        throw new IOException("the server has closed the connection");
      }
      return answer;
    }
  }

  private void halfOf(HttpMessage call) throws IOException {
    try (Socket server = new Socket(upstream.getHost(), upstream.getPort())) {
      call.writeHalfTo(server.getOutputStream());
    }
  }

  @Override
  public void close() {
    try {
      door.close();
      for (Socket client : open) {
        client.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
